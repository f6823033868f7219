#include "app/watch/state_source.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <tuple>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "calibration/table_registration.h"
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

cv::Mat shiftedBy(const cv::Mat& picture, double right_px, double down_px) {
  cv::Mat shifted;
  cv::warpAffine(picture, shifted, cv::Matx23d(1.0, 0.0, right_px, 0.0, 1.0, down_px), picture.size(), cv::INTER_LINEAR,
                 cv::BORDER_REPLICATE);
  return shifted;
}

cv::Mat tablePicture() {
  return readImage(demo + "pyr_07.jpg").value();
}

/// The table's picture with its first marker (and the sheet around it) pushed by some pixels.
cv::Mat withMarkerPushed(const TableFile& table) {
  cv::Mat picture = tablePicture(), grey;
  cv::cvtColor(picture, grey, cv::COLOR_BGR2GRAY);
  const auto seen = registerTable(grey, {}, table).value();
  const TableMarker& marker = table.markers.front();
  std::vector<cv::Point> corners;
  for (const Eigen::Vector2d& corner : marker.corners_mm()) {
    const Eigen::Vector2d out_mm = marker.centre_mm + 1.3 * (corner - marker.centre_mm);
    const Point3<TableFrame> place{{out_mm.x(), out_mm.y(), 0.0}};
    const auto px = seen.lens.project(seen.registration.camera_from_table.pose * place).xy;
    corners.emplace_back(cvRound(px.x()), cvRound(px.y()));
  }
  const cv::Rect box = cv::boundingRect(corners) & cv::Rect(0, 0, picture.cols, picture.rows);
  shiftedBy(picture, 2.0, 1.0)(box).copyTo(picture(box));
  return picture;
}

/// A folder of pictures of one table, each with its own noise; from the `changed`th on they show `after`.
class Pictures {
public:
  Pictures(int count, int changed, const cv::Mat& after) {
    const cv::Mat picture = tablePicture();
    cv::RNG random(7);
    for (int i = 0; i < count; ++i) {
      cv::Mat noise(picture.size(), CV_16SC3), noisy;
      random.fill(noise, cv::RNG::NORMAL, 0.0, 1.0);
      cv::add(i < changed ? picture : after, noise, noisy, cv::noArray(), CV_8UC3);
      EXPECT_TRUE(writeImage(folder_.path("f" + std::to_string(10 + i) + ".jpg"), noisy, 95));
    }
    EXPECT_TRUE(writeImage(folder_.path("f10.ids.png"), picture, 95)); // a mask of truth: no picture of the table
  }
  std::string folder() const { return folder_.path(); }

private:
  Folder folder_;
};

/// What became of the pictures: s a state, c trouble with the calibration; and each sentence where it begins.
struct Course {
  std::string seen;
  std::vector<std::string> sentences;
};

Course follow(const Pictures& pictures, const TableFile& table) {
  auto source = pictureStates(pictures.folder(), 2.0, {}, table, false);
  EXPECT_TRUE(source) << source.error().sentence;
  Course course;
  std::string last;
  while (const auto look = (*source)->next()) {
    course.seen += look->state ? 's' : look->kind == "calibration" ? 'c' : '?';
    if (!look->trouble.empty() && look->trouble != last)
      course.sentences.push_back(look->trouble);
    last = look->trouble;
  }
  return course;
}

TEST(PictureStates, AShiftedViewIsNamedOnceAndRegisteredAnewWhenQuiet) {
  const auto table = readTableFile(demo + "pyr_07.table.toml");
  ASSERT_TRUE(table) << table.error().sentence;
  const Course course = follow(Pictures(10, 2, shiftedBy(tablePicture(), 4.0, -3.0)), *table);
  EXPECT_EQ(course.seen.size(), 10u) << "the mask was taken for a picture";
  EXPECT_EQ(course.seen.substr(0, 2), "ss");
  EXPECT_EQ(course.seen.substr(7), "sss") << course.seen;
  ASSERT_EQ(course.sentences.size(), 1u) << course.sentences.back();
  // A turned camera's picture would be a little less even than this one.
  EXPECT_NE(course.sentences[0].find("leave the table quiet"), std::string::npos) << course.sentences[0];
}

TEST(PictureStates, AMarkerThatIsPushedIsToldOnceAndServesAgainWhereItLies) {
  const auto table = readTableFile(demo + "pyr_07.table.toml");
  ASSERT_TRUE(table) << table.error().sentence;
  const Course course = follow(Pictures(12, 2, withMarkerPushed(*table)), *table);
  EXPECT_EQ(course.seen.substr(0, 2), "ss");
  const std::string later = course.seen.substr(7); // the game goes on, but for the picture in which it is measured anew
  EXPECT_EQ(std::count(later.begin(), later.end(), 's'), 4) << course.seen;
  ASSERT_EQ(course.sentences.size(), 2u) << course.sentences.back();
  const std::string marker = "Marker " + std::to_string(table->markers.front().id);
  for (const std::string& sentence : course.sentences)
    EXPECT_NE(sentence.find(marker), std::string::npos) << sentence;
  EXPECT_NE(course.sentences[1].find("serves again"), std::string::npos) << course.sentences[1];
}

test::PaintedTable threeShips() {
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
  return drawn;
}

/// All ships that were drawn, and no others.
void expectSeen(const TableState& state, const test::PaintedTable& drawn) {
  EXPECT_EQ(state.pyramids.size(), drawn.pyramids.size());
  for (const SeenPyramid& ship : drawn.pyramids)
    EXPECT_TRUE(std::ranges::any_of(state.pyramids, [&](const SeenPyramid& seen) {
      return seen.colour == ship.colour && seen.size == ship.size &&
             (seen.table_from_piece.origin_mm() - ship.table_from_piece.origin_mm()).norm() < 1.0;
    })) << ship.table_from_piece.origin_mm().transpose();
}

/// Photographed from another side at each turn: every picture is registered by itself, and what lay there before is
/// no part of it.
TEST(PictureStates, SinglePicturesMayBeTakenFromAnywhere) {
  const Folder folder;
  test::PaintedTable drawn = threeShips();
  drawn.light = 0.35; // little is seen of the table's grain
  std::vector<test::PaintedTable> shown;
  TableFile table;
  std::optional<Lens> lens;
  for (const double turn_rad : {0.0, 0.9}) {
    test::TablePainter::Settings settings;
    settings.turn_rad = turn_rad;
    test::TablePainter painter(settings);
    ASSERT_TRUE(writeImage(folder.path("f" + std::to_string(shown.size()) + ".png"), painter.paint(drawn), 95));
    table = painter.table();
    table.players[Colour::yellow] = "yellow";
    lens = painter.lens();
    shown.push_back(drawn);
    drawn.pyramids.erase(drawn.pyramids.begin());
  }
  auto states = pictureStates(folder.path(), 30.0, lens, table, false, true);
  ASSERT_TRUE(states) << states.error().sentence;
  for (const test::PaintedTable& picture : shown) {
    const auto look = (*states)->next();
    ASSERT_TRUE(look && look->state) << look->trouble;
    expectSeen(*look->state, picture);
  }
}

/// A chess board that lies on the table is frame enough for a game without squares; `squares` decides what is looked
/// for.
TEST(PictureStates, ABoardGivesTheFrameOfAPlaneGame) {
  test::TablePainter::Settings settings;
  settings.board = 8;
  test::TablePainter painter(settings);
  const test::PaintedTable drawn = threeShips();
  const Folder folder;
  ASSERT_TRUE(writeImage(folder.path("f0.png"), painter.paint(drawn), 95));
  TableFile table = painter.table();
  table.piece_set.clear();

  auto ships = pictureStates(folder.path(), 1.0, painter.lens(), table, false);
  ASSERT_TRUE(ships) << ships.error().sentence;
  const auto look = (*ships)->next();
  ASSERT_TRUE(look && look->state) << look->trouble;
  EXPECT_FALSE(look->state->board);
  expectSeen(*look->state, drawn);

  auto men = pictureStates(folder.path(), 1.0, painter.lens(), table, true);
  ASSERT_TRUE(men) << men.error().sentence;
  const auto other = (*men)->next();
  ASSERT_TRUE(other && other->state) << other->trouble;
  EXPECT_TRUE(other->state->board);
  EXPECT_TRUE(other->state->pyramids.empty());
}

TEST(RecordedStates, APictureOfWhichNothingWasToldIsNoEmptyTable) {
  const Folder folder;
  std::ofstream(folder.path("seen.jsonl"))
      << R"({"registration":{"ok":false,"from":"none","warning":"No marker is visible."},"pyramids":[]})" << '\n'
      << R"({"pyramids":[]})" << '\n';
  auto states = recordedStates(folder.path("seen.jsonl"), 2.0);
  ASSERT_TRUE(states) << states.error().sentence;
  const auto unseen = (*states)->next();
  ASSERT_TRUE(unseen);
  EXPECT_FALSE(unseen->state);
  EXPECT_EQ(unseen->kind, "calibration");
  EXPECT_EQ(unseen->trouble, "No marker is visible.");
  const auto seen = (*states)->next();
  ASSERT_TRUE(seen && seen->state) << seen->trouble;
  EXPECT_DOUBLE_EQ(seen->t_s, 0.5);
}

/// Times that go back or stand still would be thrown away by whoever watches, without a word.
TEST(RecordedStates, ALineThatIsNoLaterThanTheOneBeforeIsTold) {
  const Folder folder;
  std::ofstream(folder.path("seen.jsonl")) << R"({"t_s":10,"pyramids":[]})" << '\n'
                                           << R"({"t_s":5,"pyramids":[]})" << '\n'
                                           << R"({"t_s":10,"pyramids":[]})" << '\n'
                                           << R"({"pyramids":[]})" << '\n'
                                           << "torn\n"
                                           << R"({"t_s":11,"pyramids":[]})" << '\n';
  const auto states = recordedStates(folder.path("seen.jsonl"), 30.0);
  ASSERT_TRUE(states) << states.error().sentence;
  EXPECT_TRUE((*states)->next()->state);
  for (const char* line : {":2 ", ":3 ", ":4 "}) {
    const auto passed_over = (*states)->next();
    EXPECT_FALSE(passed_over->state) << line;
    EXPECT_DOUBLE_EQ(passed_over->t_s, 10.0);
    EXPECT_NE(passed_over->trouble.find(line + std::string("is no later than the line before")), std::string::npos);
  }
  EXPECT_DOUBLE_EQ((*states)->next()->t_s, 10.0) << "what is torn is told in its turn";
  const auto later = (*states)->next();
  EXPECT_TRUE(later->state);
  EXPECT_DOUBLE_EQ(later->t_s, 11.0);
}

} // namespace
} // namespace linesman::app
