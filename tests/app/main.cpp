#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>

#include "app/apart.h"
#include "app/theme.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) // ctest asks for the list of tests without an environment
    qputenv("QT_QPA_PLATFORM", "offscreen");
  // What is kept of profiles and settings is this process's own (support/own_folder): the user's are left alone.
  qputenv("XDG_DATA_HOME", (QDir::tempPath() + QStringLiteral("/data")).toUtf8());
  qputenv("XDG_CONFIG_HOME", (QDir::tempPath() + QStringLiteral("/config")).toUtf8());
  QApplication application(argc, argv);
  linesman::app::applyTheme(application, linesman::app::Theme::night());
  const int status = RUN_ALL_TESTS();
  linesman::app::awaitApart(); // before the libraries that its threads use are gone
  return status;
}
