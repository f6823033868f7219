#include "app/demo.h"

#include <filesystem>
#include <fstream>

#include <QByteArray>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <unistd.h>

#include "app/called.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using testing::called;
using testing::Called;
using ::testing::HasSubstr;

const std::string demo_folder = std::string(LINESMAN_TEST_DATA) + "/demo/";

/// One clear sentence on standard error.
void expectSentence(const Called& run, const std::string& names) {
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr(names));
  EXPECT_EQ(run.err.rfind("linesman: ", 0), 0u);
}

class DemoTest : public ::testing::Test {
protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("linesman_demo_test_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string out() const { return (folder_ / "out").string(); }

  std::vector<std::string> headless(const std::string& source, const std::string& lens,
                                    const std::string& table) const {
    std::vector<std::string> arguments{"demo", "--headless", "--source", source, "--table", table, "--out", out()};
    if (!lens.empty())
      arguments.insert(arguments.end(), {"--lens", lens});
    return arguments;
  }
  fs::path folder_;
};

TEST_F(DemoTest, aPictureIsJudgedAndWrittenWithItsOverlay) {
  const Called run =
      called(headless(demo_folder + "pyr_17.jpg", demo_folder + "pyr_17.lens.yml", demo_folder + "pyr_17.table.toml"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("fires at"));
  EXPECT_THAT(run.out, HasSubstr("AR-"));
  EXPECT_THAT(run.out, HasSubstr("sigma"));
  const cv::Mat before = readImage(demo_folder + "pyr_17.jpg").value();
  const cv::Mat after = readImage(out() + "/pyr_17_pyr_17.jpg").value();
  ASSERT_EQ(after.size(), before.size());
  EXPECT_GT(cv::norm(before, after, cv::NORM_L2), 1e4);
}

TEST_F(DemoTest, everyFrameOfTheSequenceIsJudgedAndWritten) {
  const Called run = called(
      headless(demo_folder + "seq_ship", demo_folder + "seq_ship/lens.yml", demo_folder + "seq_ship/table.toml"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(std::distance(fs::directory_iterator(out()), fs::directory_iterator()), 10);
  EXPECT_THAT(run.out, HasSubstr("10 pictures"));
}

TEST_F(DemoTest, theStepThatIsLaidIsJudged) {
  const std::string step = demo_folder + "seq_step";
  const Called run = called(headless(step, step + "/lens.yml", step + "/table.toml"));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("LEGAL          r3 makes a step"));
}

TEST_F(DemoTest, missingFilesAreNamed) {
  expectSentence(called(headless(demo_folder + "nothing.jpg", "", demo_folder + "pyr_07.table.toml")), "nothing.jpg");
  expectSentence(
      called(headless(demo_folder + "pyr_07.jpg", demo_folder + "no_lens.yml", demo_folder + "pyr_07.table.toml")),
      "no_lens.yml");
  expectSentence(called(headless(demo_folder + "pyr_07.jpg", "", demo_folder + "no_table.toml")), "no_table.toml");
  expectSentence(called({"demo", "--headless", "--source", demo_folder + "pyr_07.jpg"}), "--table");
}

TEST_F(DemoTest, aLensOfAnotherResolutionIsRefused) {
  const cv::Mat picture = readImage(demo_folder + "pyr_07.jpg").value();
  const std::string cut = (folder_ / "cut.png").string();
  EXPECT_TRUE(writeImage(cut, picture(cv::Rect(0, 0, 640, 480))));
  const Called run = called(headless(cut, demo_folder + "pyr_07.lens.yml", demo_folder + "pyr_07.table.toml"));
  expectSentence(run, "640");
}

TEST_F(DemoTest, aTableWithoutMarkersInViewIsTold) {
  const std::string empty = (folder_ / "empty.png").string();
  EXPECT_TRUE(writeImage(empty, cv::Mat(720, 1280, CV_8UC3, cv::Scalar(90, 110, 120))));
  const Called run = called(headless(empty, demo_folder + "pyr_07.lens.yml", demo_folder + "pyr_07.table.toml"));
  expectSentence(run, "marker");
}

TEST_F(DemoTest, aTornPictureAndAnUnwritableFolderAreTold) {
  const std::string torn = (folder_ / "torn.jpg").string();
  std::ofstream(torn) << "not a picture";
  expectSentence(called(headless(torn, "", demo_folder + "pyr_07.table.toml")), "torn.jpg");
  const std::string file = (folder_ / "file").string();
  std::ofstream(file) << "in the way";
  auto arguments =
      headless(demo_folder + "pyr_07.jpg", demo_folder + "pyr_07.lens.yml", demo_folder + "pyr_07.table.toml");
  arguments[7] = file + "/below";
  expectSentence(called(arguments), "below");
}

TEST_F(DemoTest, theWindowWithoutADisplaySaysSo) {
  const QByteArray display = qgetenv("DISPLAY");
  const QByteArray wayland = qgetenv("WAYLAND_DISPLAY");
  const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
    qunsetenv(name);
  expectSentence(called({}), "display");
  qputenv("QT_QPA_PLATFORM", platform);
  if (!display.isEmpty())
    qputenv("DISPLAY", display);
  if (!wayland.isEmpty())
    qputenv("WAYLAND_DISPLAY", wayland);
}

TEST(DemoScenes, haveTheStepFirstAndEveryTableWithItsFiles) {
  const auto scenes = demoScenes();
  ASSERT_TRUE(scenes) << scenes.error().sentence;
  ASSERT_GE(scenes->size(), 11u);
  EXPECT_EQ(scenes->front().title, "seq_ship");
  for (const Scene& scene : *scenes) {
    EXPECT_TRUE(fs::exists(scene.lens_path)) << scene.lens_path;
    EXPECT_TRUE(fs::exists(scene.table_path)) << scene.table_path;
  }
}

} // namespace
} // namespace linesman::app
