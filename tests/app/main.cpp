#include <filesystem>

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>

#include "app/apart.h"
#include "app/theme.h"

namespace {

/// Where the program keeps what is a user's: profiles, records, the match begun last, how the window was left.
std::filesystem::path keptIn(const char* folder) {
  return std::filesystem::path(QDir::tempPath().toStdString()) / folder;
}

/// Each test begins as with a new user, whatever others of its process have kept.
class NewUser : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo&) override {
    for (const char* folder : {"data", "config"})
      std::filesystem::remove_all(keptIn(folder));
  }
};

} // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) // ctest asks for the list of tests without an environment
    qputenv("QT_QPA_PLATFORM", "offscreen");
  // What is kept of profiles and settings is this process's own (support/own_folder): the user's are left alone.
  qputenv("XDG_DATA_HOME", keptIn("data").c_str());
  qputenv("XDG_CONFIG_HOME", keptIn("config").c_str());
  ::testing::UnitTest::GetInstance()->listeners().Append(new NewUser);
  QApplication application(argc, argv);
  linesman::app::applyTheme(application, linesman::app::Theme::night());
  const int status = RUN_ALL_TESTS();
  linesman::app::awaitApart(); // before the libraries that its threads use are gone
  return status;
}
