#include "app/window/save_dialog.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTimer>

namespace linesman::app {
namespace {

TEST(SaveDialog, ANameGetsTheEndingOfItsKind) {
  EXPECT_EQ(endingOf("Film (*.avi *.mp4)"), "avi");
  EXPECT_EQ(endingOf("Folder of pictures (*)"), "");
  EXPECT_EQ(endingOf(""), "");
}

/// Types a name into the dialog that is asked with, `filter` chosen, and takes it.
QString keptAs(const QString& name, const QString& filter = {}) {
  const QTemporaryDir folder;
  QTimer::singleShot(0, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->setDirectory(folder.path());
    if (!filter.isEmpty()) {
      dialog->selectNameFilter(filter);
      Q_EMIT dialog->filterSelected(filter);
    }
    dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(name);
    QMetaObject::invokeMethod(dialog, "accept");
    if (dialog->isVisible())
      dialog->reject();
  });
  const QString path =
      askWhereToKeep(nullptr, "Save the clip", "match.avi", "Film (*.avi *.mp4);;Folder of pictures (*)");
  return path.isEmpty() ? path : QDir(folder.path()).relativeFilePath(path);
}

TEST(SaveDialog, GivesNamesWithoutAnEndingThatOfTheKindChosen) {
  EXPECT_EQ(keptAs("clip"), "clip.avi");
  EXPECT_EQ(keptAs("clip.mp4"), "clip.mp4");
  EXPECT_EQ(keptAs("clip", "Folder of pictures (*)"), "clip");
}

} // namespace
} // namespace linesman::app
