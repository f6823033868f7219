#include "vision/board_stage.h"

#include <regex>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/drawn_tokens.h"
#include "vision/frame_source.h"

namespace linesman {
namespace {

using namespace test;

/// Squares that lie outside the picture are not seen, and nothing is told of them.
TEST(BoardStage, TellsNothingOfSquaresOutsideThePicture) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  const cv::Mat cut = drawn.image.colRange(0, 785).clone();
  BoardView view = drawn.view.cut(0, 0, cut.cols, cut.rows);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.square_mm = 40.0;
  known.coordinates = "a1";
  for (const char* set : {"staunton", "tokens"}) {
    BoardStage stage(set);
    const auto answer = stage.process(cut, known, view.lens, std::nullopt);
    ASSERT_TRUE(answer) << answer.error().sentence;
    std::size_t outside = 0;
    for (int rank = 0; rank < 8; ++rank)
      for (int file = 0; file < 8; ++file) {
        const double share = view.shareInPicture(file, rank);
        const auto look = answer->board.looks.find(squareName(file, rank));
        if (share == 0.0) {
          ASSERT_NE(look, answer->board.looks.end()) << squareName(file, rank) << " " << set;
          EXPECT_LE(look->second.empty, 0.5) << squareName(file, rank) << " " << set;
        }
        if (share == 1.0 && look != answer->board.looks.end()) {
          EXPECT_GT(look->second.empty, 0.9) << squareName(file, rank) << " " << set;
        }
        outside += share < 0.5 ? 1 : 0;
      }
    EXPECT_GE(outside, 7U);
    EXPECT_EQ(answer->unseen_mm.size(), outside) << set;
    EXPECT_TRUE(answer->board.pieces.empty()) << set;
  }
}

/// Partly covered markers tip the table: a board in plain sight must not be lost for that.
TEST(BoardStage, TakesTheBoardByItselfWhereTheMarkersPutItElsewhere) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.square_mm = 40.0;
  known.thickness_mm = 2.0;
  TableRegistration table = tableUnder(drawn, {0.0, 0.0, -2.0});
  const auto camera_from_table = table.registration.camera_from_table.pose;
  BoardStage right;
  const auto on_table = right.process(drawn.image, known, drawn.view.lens, table);
  ASSERT_TRUE(on_table) << on_table.error().sentence;
  EXPECT_EQ(on_table->registration.from, Registration::From::markers);
  EXPECT_EQ(on_table->registration.warning, "");

  const Pose<TableFrame, TableFrame> tipped(rotationFromVector({0.0, 0.12, 0.0}), {0.0, 0.0, 0.0});
  table.registration.camera_from_table.pose = camera_from_table * tipped;
  BoardStage stage;
  for (int picture = 0; picture < 3; ++picture) { // found, then followed
    const auto answer = stage.process(drawn.image, known, drawn.view.lens, table);
    ASSERT_TRUE(answer) << answer.error().sentence;
    EXPECT_EQ(answer->registration.from, Registration::From::board);
    EXPECT_NE(answer->registration.warning.find("not where the markers put it"), std::string::npos);
    const Eigen::Vector3d off =
        answer->registration.camera_from_table.pose.translation_mm() - camera_from_table.translation_mm();
    EXPECT_LT(off.norm(), 1.0);
  }
}

/// A slip of the ruler is told as one, not as markers that are covered.
TEST(BoardStage, TellsWhichSquaresWouldLieBetweenTheMarkers) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.thickness_mm = 2.0;
  const TableRegistration table = tableUnder(drawn, {0.0, 0.0, -2.0});
  for (const double said_mm : {38.0, 42.0}) {
    known.square_mm = said_mm;
    BoardStage stage;
    const auto answer = stage.process(drawn.image, known, drawn.view.lens, table);
    ASSERT_TRUE(answer) << answer.error().sentence;
    const std::string& warning = answer->registration.warning;
    EXPECT_EQ(answer->registration.from, Registration::From::board);
    EXPECT_TRUE(std::regex_search(warning, std::regex(R"(squares measure (39\.9\d|40\.0\d) mm and not )"))) << warning;
    EXPECT_EQ(warning.find("uncover the markers"), std::string::npos) << warning;
  }
}

/// Also where the board's thickness is not known; its squares are told roughly then.
TEST(BoardStage, TellsAboutWhichSquaresWouldLieBetweenTheMarkers) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.square_mm = 80.0;
  BoardStage stage;
  const auto answer = stage.process(drawn.image, known, drawn.view.lens, tableUnder(drawn, {0.0, 0.0, -2.0}));
  ASSERT_TRUE(answer) << answer.error().sentence;
  const std::string& warning = answer->registration.warning;
  EXPECT_EQ(answer->registration.from, Registration::From::board);
  EXPECT_NE(warning.find("squares measure about 40 mm and not 80,"), std::string::npos) << warning;
}

/// A mirrored picture of a game that goes on already, whose men tell nothing of it.
TEST(BoardStage, ALightCornerByTheTableFileIsTold) {
  DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.coordinates = "a1";
  int told = 0;
  for (int seen = 0; seen < 2; ++seen) {
    BoardStage stage;
    const auto answer = stage.process(drawn.image, known, drawn.view.lens, std::nullopt);
    ASSERT_TRUE(answer) << answer.error().sentence;
    const std::string& warning = answer->registration.warning;
    told += warning.find("By the table file's `coordinates` a1 is a light square") != std::string::npos ? 1 : 0;
    cv::flip(drawn.image, drawn.image, 1);
  }
  EXPECT_EQ(told, 1) << "either the picture or its mirror image has a light one";
}

/// The table file speaks of other men than there are: nothing, or nearly nothing, is read, and that must be told.
TEST(BoardStage, MenOfAnotherSetThanTheFilesAreTold) {
  const auto warningOf = [](const std::string& set, const cv::Mat& image, const std::optional<Lens>& lens) {
    KnownBoard known;
    known.definition = "chess-8x8";
    known.square_mm = 40.0;
    BoardStage stage(set);
    std::string warning;
    for (int times = 0; times < 2; ++times) { // the second one is followed
      const auto answer = stage.process(image, known, lens, std::nullopt);
      EXPECT_TRUE(answer) << answer.error().sentence;
      warning = answer ? answer->registration.warning : "";
      EXPECT_EQ(warning.find("[pieces]"), warning.rfind("[pieces]")) << "told twice: " << warning;
    }
    return warning;
  };
  const BoardWithTokens with = boardWithTokens(0.45);
  const Lens& lens = with.drawn.view.lens;
  EXPECT_NE(warningOf("staunton", with.drawn.image, lens).find("Printed tokens lie on the board"), std::string::npos);
  EXPECT_EQ(warningOf("tokens", with.drawn.image, lens), "");
  const DrawnBoard bare = drawBoard(8, 8, 0.45, 0.1);
  for (const char* set : {"staunton", "tokens"})
    EXPECT_EQ(warningOf(set, bare.image, bare.view.lens), "") << set;
  const cv::Mat men = readImage(std::string(LINESMAN_TEST_DATA) + "/tables/chess_25.jpg").value();
  EXPECT_NE(warningOf("tokens", men, std::nullopt).find("No printed token is read"), std::string::npos);
  EXPECT_EQ(warningOf("staunton", men, std::nullopt).find("token"), std::string::npos);
}

} // namespace
} // namespace linesman
