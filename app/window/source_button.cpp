#include "app/window/source_button.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>

#include "app/camera_list.h"
#include "app/theme.h"

namespace linesman::app {

SourceButton::SourceButton(QLineEdit* source, QWidget* parent)
    : QPushButton(QStringLiteral("…"), parent), source_(source) {
  setObjectName(source->objectName() + QStringLiteral("_choose"));
  setToolTip(tr("Choose a camera, a film or a folder of pictures"));
  setAccessibleName(toolTip());
  setFixedWidth(qRound(38 * typeScale()));
  setMenu(new QMenu(this));
  connect(menu(), &QMenu::aboutToShow, this, &SourceButton::fillMenu);
}

void SourceButton::fillMenu() {
  menu()->clear();
  for (const FoundCamera& camera : findCameras())
    connect(menu()->addAction(QString::fromStdString(titleOf(camera))), &QAction::triggered, source_,
            [this, camera] { source_->setText(QString::fromStdString(camera.source)); });
  const auto offer = [this](const QString& title, auto ask) {
    connect(menu()->addAction(title), &QAction::triggered, source_, [this, ask] {
      if (const QString path = ask(); !path.isEmpty())
        source_->setText(path);
    });
  };
  offer(tr("A film or picture …"), [this] { return QFileDialog::getOpenFileName(this, tr("A film or picture")); });
  offer(tr("A folder of pictures …"),
        [this] { return QFileDialog::getExistingDirectory(this, tr("A folder of pictures")); });
}

} // namespace linesman::app
