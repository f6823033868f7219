#include <gtest/gtest.h>

#include <QApplication>

#include "app/theme.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) // ctest asks for the list of tests without an environment
    qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  linesman::app::applyTheme(application, linesman::app::Theme::night());
  return RUN_ALL_TESTS();
}
