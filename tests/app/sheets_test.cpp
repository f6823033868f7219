// Several printed sheets lying anywhere on the table, uncut, walked through on the command line: print, calibrate
// table, detect, certify.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/called.h"
#include "calibration/lens_file.h"
#include "calibration/table_file.h"
#include "support/render_table.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using testing::called;
using testing::Called;
using ::testing::HasSubstr;

class Sheets : public ::testing::Test {
protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("linesman_sheets_" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "views");
    ASSERT_TRUE(writeLens(lens_, at("lens.yml")));
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  /// The four markers of a printed sheet (40 mm, as `print markers` lays them out) whose top left corner lies there.
  static void laySheet(int first_id, const Eigen::Vector2d& corner_mm, double heading_rad,
                       std::vector<TableMarker>& laid) {
    const Eigen::Rotation2Dd turn(heading_rad);
    for (int i = 0; i < 4; ++i)
      laid.push_back({first_id + i, 40.0,
                      corner_mm + turn * Eigen::Vector2d(50.0 + 74.0 * (i % 2), -72.0 - 74.0 * (i / 2)), heading_rad});
  }

  cv::Mat drawn(const std::vector<TableMarker>& laid, const Pose<CameraFrame, TableFrame>& pose, unsigned seed) const {
    test::RenderOptions options;
    options.height_mm = 0.1;
    options.seed = seed;
    return test::render(lens_, pose, test::markersPattern(laid, "DICT_4X4_50"), options);
  }
  void photograph(const std::vector<TableMarker>& laid) const {
    for (unsigned p = 0; p < 2; ++p)
      EXPECT_TRUE(writeImage(at("views/" + std::to_string(p) + ".png"), drawn(laid, views_[p], p + 1)));
  }

  const Lens lens_ = test::webcam(1280, 720);
  const std::vector<Pose<CameraFrame, TableFrame>> views_ = {test::cameraOver(600, 0.45, 0.25),
                                                             test::cameraOver(640, 0.55, -0.3)};
  fs::path folder_;
};

TEST_F(Sheets, A4AndLetterLyingAnywhereMakeATable) {
  for (const std::vector<std::string>& sheet :
       {std::vector<std::string>{"print", "markers", "-o", at("a4.pdf")},
        {"print", "markers", "--paper", "letter", "--first-id", "4", "-o", at("letter.pdf")}}) {
    const Called said = called(sheet);
    ASSERT_EQ(said.status, 0) << said.err;
    EXPECT_GT(fs::file_size(sheet.back()), 1000u);
  }
  std::vector<TableMarker> laid;
  laySheet(0, {-215.0, 90.0}, 0.12, laid);
  laySheet(4, {60.0, 140.0}, -0.35, laid);
  photograph(laid);

  const Called solved = called({"calibrate", "table", "--size", "40", "--lens", at("lens.yml"), at("views/0.png"),
                                at("views/1.png"), "-o", at("table.toml")});
  ASSERT_EQ(solved.status, 0) << solved.err;
  const auto table = readTableFile(at("table.toml"));
  ASSERT_TRUE(table) << table.error().sentence;
  ASSERT_EQ(table->markers.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const double truth_mm = (laid[i].centre_mm - laid[k].centre_mm).norm();
      EXPECT_NEAR((table->markers[i].centre_mm - table->markers[k].centre_mm).norm(), truth_mm, 0.1 + 0.001 * truth_mm)
          << i << ' ' << k;
    }

  const Called seen = called({"detect", "--lens", at("lens.yml"), "--table", at("table.toml"), at("views/0.png")});
  ASSERT_EQ(seen.status, 0) << seen.err;
  const auto state = nlohmann::json::parse(seen.out);
  EXPECT_EQ(state["registration"]["from"], "markers");
  const auto& rows = state["registration"]["camera_from_table"];
  double height_mm = 0.0; // of the camera: -R' t along z
  for (int i = 0; i < 3; ++i)
    height_mm -= rows[i][2].get<double>() * rows[i][3].get<double>();
  EXPECT_NEAR(height_mm / views_[0].inverse().translation_mm().z(), 1.0, 0.003);

  const Called certified =
      called({"certify", "--source", at("views"), "--lens", at("lens.yml"), "--table", at("table.toml")});
  EXPECT_EQ(certified.status, 0) << certified.err;
  EXPECT_THAT(certified.err, HasSubstr("smallest margin this table can call: 0."));
}

TEST_F(Sheets, WithTheSameNumbersAreRefusedWithWhatToPrint) {
  std::vector<TableMarker> laid;
  laySheet(0, {-215.0, 90.0}, 0.12, laid);
  laySheet(0, {60.0, 140.0}, -0.35, laid);
  photograph(laid);
  const Called solved = called({"calibrate", "table", "--size", "40", "--lens", at("lens.yml"), at("views/0.png"),
                                at("views/1.png"), "-o", at("table.toml")});
  EXPECT_EQ(solved.status, 1);
  EXPECT_THAT(solved.err, HasSubstr("lies on the table twice; print the second sheet with other numbers"));
  EXPECT_FALSE(fs::exists(at("table.toml")));
}

} // namespace
} // namespace linesman::app
