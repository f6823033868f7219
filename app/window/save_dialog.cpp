#include "app/window/save_dialog.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

namespace linesman::app {

QString endingOf(const QString& filter) {
  static const QRegularExpression first(QStringLiteral(R"(\(\*\.(\w+))"));
  return first.match(filter).captured(1);
}

QString askWhereToKeep(QWidget* parent, const QString& title, const QString& proposed, const QString& filters) {
  QFileDialog dialog(parent, title, {}, filters);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix(QFileInfo(proposed).suffix());
  QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog,
                   [&](const QString& filter) { dialog.setDefaultSuffix(endingOf(filter)); });
  dialog.selectFile(proposed);
  return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

} // namespace linesman::app
