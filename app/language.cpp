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

/// "de" of "de_AT"; of no language "C"; of nothing what the system speaks.
QString codeOf(const std::string& language) {
  const QLocale locale = language.empty() ? QLocale::system() : QLocale(QString::fromStdString(language));
  return locale.name().section(QLatin1Char('_'), 0, 0);
}

Result<std::filesystem::path> wordsOf(const QString& code) {
  return findData("translations/linesman_" + code.toStdString() + ".qm");
}
} // namespace

const std::string& spokenLanguage() {
  return spoken();
}

Result<void> checkLanguage(const std::string& language) {
  if (language.empty() || language.starts_with("en") || wordsOf(codeOf(language)))
    return {};
  return fail("The window does not speak \"" + language + "\" yet; en and de are there.");
}

Result<void> useLanguage(const std::string& language) {
  spoken() = "en";
  QLocale::setDefault(QLocale(QLocale::English)); // of fields for figures
  if (const auto known = checkLanguage(language); !known)
    return known;
  const QString code = codeOf(language);
  if (code == u"en" || code == u"C")
    return {};
  const auto file = wordsOf(code);
  auto* own = new QTranslator(QCoreApplication::instance());
  if (!file || !own->load(QString::fromStdString(file->string()))) {
    delete own;
    return {};
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
