#include "app/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "models/data_path.h"

namespace linesman::app {

namespace {
std::string& spoken() {
  static std::string code = "en";
  return code;
}
} // namespace

const std::string& spokenLanguage() {
  return spoken();
}

Result<void> useLanguage(const std::string& language) {
  const QLocale locale = language.empty() ? QLocale::system() : QLocale(QString::fromStdString(language));
  const QString code = locale.name().section(QLatin1Char('_'), 0, 0);
  spoken() = "en";
  QLocale::setDefault(QLocale(QLocale::English)); // of fields for figures
  if (code == u"en" || locale.language() == QLocale::C)
    return language.empty() || language.starts_with("en")
               ? Result<void>()
               : fail("There is no language \"" + language + "\"; try en or de.");
  const auto file = findData("translations/linesman_" + code.toStdString() + ".qm");
  auto* own = new QTranslator(QCoreApplication::instance());
  if (!file || !own->load(QString::fromStdString(file->string()))) {
    delete own;
    return language.empty() ? Result<void>()
                            : fail("The window does not speak \"" + language + "\" yet; en and de are there.");
  }
  QCoreApplication::installTranslator(own);
  spoken() = code.toStdString();
  QLocale::setDefault(QLocale(code));
  auto* qt = new QTranslator(QCoreApplication::instance()); // the buttons of Qt's own dialogs, where they are installed
  if (qt->load(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(qt);
  else
    delete qt;
  return {};
}

} // namespace linesman::app
