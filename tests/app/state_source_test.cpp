#include "app/watch/state_source.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "support/table_painter.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

const std::string demo = std::string(LINESMAN_TEST_DATA) + "/demo/";

class Folder {
public:
  Folder() {
    char name[] = "/tmp/linesman-pictures-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~Folder() { fs::remove_all(folder_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string path(const std::string& file = {}) const { return (folder_ / file).string(); }

private:
  fs::path folder_;
};

/// A folder of pictures of one table; from the `bumped`th on the camera has moved by some pixels.
class Pictures {
public:
  Pictures(int count, int bumped) {
    const cv::Mat picture = readImage(demo + "pyr_07.jpg").value();
    cv::Mat moved;
    const cv::Mat shift = (cv::Mat_<double>(2, 3) << 1.0, 0.0, 4.0, 0.0, 1.0, -3.0);
    cv::warpAffine(picture, moved, shift, picture.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    for (int i = 0; i < count; ++i)
      EXPECT_TRUE(writeImage(folder_.path("f" + std::to_string(i) + ".jpg"), i < bumped ? picture : moved, 95));
    EXPECT_TRUE(writeImage(folder_.path("f0.ids.png"), picture, 95)); // a mask of truth: no picture of the table
  }
  std::string folder() const { return folder_.path(); }

private:
  Folder folder_;
};

TEST(PictureStates, ABumpedCameraIsNamedAndRegisteredAnewWhenQuiet) {
  const Pictures pictures(7, 2);
  const auto table = readTableFile(demo + "pyr_07.table.toml");
  ASSERT_TRUE(table) << table.error().sentence;
  auto source = pictureStates(pictures.folder(), 2.0, {}, *table, false);
  ASSERT_TRUE(source) << source.error().sentence;
  std::string seen;
  std::string sentence;
  while (const auto look = (*source)->next()) {
    seen += look->state ? 's' : look->kind == "calibration" ? 'c' : '?';
    if (!look->trouble.empty())
      sentence = look->trouble;
  }
  EXPECT_EQ(seen.size(), 7u) << "the mask was taken for a picture";
  EXPECT_EQ(seen.substr(0, 2), "ss");
  EXPECT_NE(seen.find('c'), std::string::npos) << seen;
  EXPECT_EQ(seen.back(), 's') << seen;
  EXPECT_NE(sentence.find("moved"), std::string::npos) << sentence;
}

/// A chess board that lies on the table is frame enough for a game without squares; `squares` decides what is looked
/// for.
TEST(PictureStates, ABoardGivesTheFrameOfAPlaneGame) {
  test::TablePainter::Settings settings;
  settings.board = 8;
  test::TablePainter painter(settings);
  test::PaintedTable drawn;
  for (const auto& [size, colour, x_mm, y_mm, heading_deg] :
       {std::tuple{PyramidSize::large, Colour::red, -70.0, -40.0, 30.0},
        std::tuple{PyramidSize::medium, Colour::blue, 95.0, 50.0, 200.0},
        std::tuple{PyramidSize::large, Colour::yellow, 40.0, -110.0, 110.0}}) {
    SeenPyramid ship;
    ship.size = size;
    ship.colour = colour;
    ship.table_from_piece = {{x_mm, y_mm}, radFromDeg(heading_deg)};
    drawn.pyramids.push_back(ship);
  }
  const Folder folder;
  ASSERT_TRUE(writeImage(folder.path("f0.png"), painter.paint(drawn), 95));
  TableFile table = painter.table();
  table.piece_set.clear();

  auto ships = pictureStates(folder.path(), 1.0, painter.lens(), table, false);
  ASSERT_TRUE(ships) << ships.error().sentence;
  const auto look = (*ships)->next();
  ASSERT_TRUE(look && look->state) << look->trouble;
  EXPECT_FALSE(look->state->board);
  ASSERT_EQ(look->state->pyramids.size(), drawn.pyramids.size());
  for (const SeenPyramid& ship : drawn.pyramids)
    EXPECT_TRUE(std::any_of(look->state->pyramids.begin(), look->state->pyramids.end(), [&](const SeenPyramid& seen) {
      return seen.colour == ship.colour && seen.size == ship.size &&
             (seen.table_from_piece.origin_mm() - ship.table_from_piece.origin_mm()).norm() < 1.0;
    })) << ship.table_from_piece.origin_mm().transpose();

  auto men = pictureStates(folder.path(), 1.0, painter.lens(), table, true);
  ASSERT_TRUE(men) << men.error().sentence;
  const auto other = (*men)->next();
  ASSERT_TRUE(other && other->state) << other->trouble;
  EXPECT_TRUE(other->state->board);
  EXPECT_TRUE(other->state->pyramids.empty());
}

} // namespace
} // namespace linesman::app
