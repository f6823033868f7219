#include "app/watch/oriented_referee.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/board_geometry.h"
#include "app/called.h"
#include "app/seen_men.h"
#include "app/watch/board_contents.h"
#include "calibration/lens_file.h"
#include "tests/support/render_table.h"
#include "tests/support/table_painter.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

using nlohmann::json;

Eigen::Vector2d middleOf(const SeenBoard& board, const std::string& square) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& corner : squareCorners(board, square))
    middle += 0.25 * corner;
  return middle;
}

/// What a camera reports that took another corner for a1: `quarters` of the board's turn are missing.
TableState seen(const BoardContents& contents, int quarters, double t_s = 0.0) {
  SeenBoard board = testing::boardShowing(contents);
  board.orientation_known = false;
  TableState state;
  state.t_s = t_s;
  state.registration.ok = true;
  state.registration.camera_from_table.pose = test::cameraOver(600.0, 0.5, 0.0);
  state.board = turnedBoard(board, -quarters);
  return state;
}

std::vector<json> bodiesOf(const std::vector<Event>& events, const std::string& kind) {
  std::vector<json> bodies;
  for (const Event& event : events)
    if (event.kind == kind)
      bodies.push_back(event.body);
  return bodies;
}

std::unique_ptr<Referee> kingDown(const std::string& start, const std::string& pick_up = "") {
  MatchSetup setup;
  setup.game = "king_down";
  setup.start = start;
  if (!pick_up.empty())
    setup.pick_up = pick_up;
  return std::move(*makeReferee(setup));
}

TEST(TurnedBoard, SquaresStayWhereTheyAreUnderOtherNames) {
  for (const auto& [columns, rows] : {std::pair{8, 8}, {10, 10}, {8, 10}})
    for (const int quarters : {-1, 0, 1, 2, 3, 5}) {
      SeenBoard board;
      board.columns = columns;
      board.rows = rows;
      board.square_mm = 40.0;
      board.table_from_board = {12.0, -7.0, 0.3};
      for (const std::string square : {"a1", "h1", "c5", "h8"}) {
        board.pieces.emplace_back().square = square;
        board.looks[square].empty = 0.2;
      }
      const SeenBoard turned = turnedBoard(board, quarters);
      for (std::size_t i = 0; i < board.pieces.size(); ++i) {
        EXPECT_NEAR((middleOf(board, board.pieces[i].square) - middleOf(turned, turned.pieces[i].square)).norm(), 0.0,
                    1e-9);
        EXPECT_TRUE(turned.looks.contains(turned.pieces[i].square));
      }
      const SeenBoard back = turnedBoard(turned, -quarters);
      for (std::size_t i = 0; i < board.pieces.size(); ++i)
        EXPECT_EQ(back.pieces[i].square, board.pieces[i].square);
    }
}

TEST(TurnedBoard, TheCornerIsNamedAsTheCameraSeesIt) {
  TableState state = seen(contentsOf("king_down", testing::usual_array), 0);
  EXPECT_EQ(cornerOfA1(state), SeenCorner::near_left);
  for (const SeenCorner corner :
       {SeenCorner::near_left, SeenCorner::near_right, SeenCorner::far_right, SeenCorner::far_left}) {
    EXPECT_EQ(cornerFrom(nameOf(corner)), corner);
    TableState turned = state;
    turned.board = turnedBoard(*state.board, quartersBetween(SeenCorner::near_left, corner, *state.board));
    EXPECT_EQ(cornerOfA1(turned), corner);
  }
  state.registration.camera_from_table.pose = test::cameraOver(600.0, 0.5, 3.14159); // from the other side
  EXPECT_EQ(cornerOfA1(state), SeenCorner::far_right);
  state.registration = {}; // a recorded table may lack it
  EXPECT_EQ(cornerOfA1(state), SeenCorner::near_left);
  EXPECT_FALSE(cornerFrom("left"));
}

// A game photographed from another side at every turn.
TEST(OrientedReferee, WhatStandsThereTellsWhereTheBoardIsSeenFrom) {
  for (const std::string& start : {testing::usual_array, std::string()})
    for (const int first : {0, 1, 2, 3}) {
      const auto referee = kingDown(start);
      BoardContents contents = contentsOf("king_down", testing::usual_array);
      const auto begun = referee->observe({seen(contents, first), {}, false});
      ASSERT_EQ(bodiesOf(begun, "start").size(), 1U) << first << ' ' << start;
      EXPECT_TRUE(bodiesOf(begun, "error").empty());
      int turn = 0;
      for (const auto& [from, to] :
           {std::pair<std::string, std::string>{"e2", "e4"}, {"d7", "d5"}, {"e4", "d5"}, {"d8", "d5"}, {"b1", "c3"}}) {
        testing::carry(contents, from, to);
        const auto events = referee->observe({seen(contents, first + ++turn, turn), {}, false});
        const auto actions = bodiesOf(events, "action");
        ASSERT_EQ(actions.size(), 1U) << from << to << " first " << first;
        EXPECT_EQ(actions.front()["from"], from);
      }
    }
}

TEST(OrientedReferee, AGamePickedUpAsksOnceForTheCornerAndHearsIt) {
  const BoardContents contents =
      contentsOf("king_down", std::string("4k3/4p3/8/8/8/2N5/3P4/3K4 w none:0,none:0 - - - - -"));
  const auto referee = kingDown("", "white");
  double t_s = 0.0;
  const auto look = [&] { return referee->observe({seen(contents, 2, t_s += 1.0), {}, false}); };
  const auto asked = bodiesOf(look(), "error");
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked.front()["corner"], "far right");
  EXPECT_NE(asked.front()["sentence"].get<std::string>().find("the far right one is taken"), std::string::npos);
  EXPECT_EQ(referee->state().value("doubtful_corner", ""), "far right");
  EXPECT_TRUE(bodiesOf(look(), "error").empty());
  look();
  EXPECT_EQ(referee->state()["position"].get<std::string>().substr(0, 15),
            "4K3/4P3/5N2/8/8"); // as taken: White far away
  const auto strange = referee->hear({t_s, "white", "a1 left"});
  EXPECT_FALSE(strange.front().body["accepted"].get<bool>());
  EXPECT_TRUE(referee->hear({t_s, "white", "a1 near left"}).front().body["accepted"].get<bool>());
  EXPECT_FALSE(referee->state().contains("doubtful_corner"));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(bodiesOf(look(), "error").empty());
  EXPECT_EQ(referee->state()["position"].get<std::string>().substr(0, 33), "4k3/4p3/8/8/8/2N5/3P4/3K4 w none:");
  EXPECT_EQ(turnedSquare("d5", *seen(contents, 2).board, 2), "e4");
  EXPECT_EQ(cornerOfA1(referee->facing(seen(contents, 2))), SeenCorner::near_left);

  const auto other = kingDown("", "white");
  ASSERT_TRUE(other->restore(referee->state()));
  EXPECT_EQ(other->state(), referee->state());
}

/// What a camera reports that knows a1 by the coordinates printed on a board that lies `quarters` otherwise.
TableState printed(const BoardContents& contents, int quarters, double t_s) {
  TableState state = seen(contents, quarters, t_s);
  state.board->orientation_known = true;
  return state;
}

constexpr const char* endgame = "4k3/4p3/2p5/1p6/8/2N5/3PP3/3KB3 w none:0,none:0 - - - - -";

// People play with the board turned round, and coordinates come into view and go out of it.
TEST(OrientedReferee, ThePositionOfTheGameGoesBeforeWhatIsPrinted) {
  for (const bool first_known : {false, true}) {
    const auto referee = kingDown(testing::usual_array);
    BoardContents contents = contentsOf("king_down", testing::usual_array);
    const auto look = [&](bool known, int quarters, double t_s) {
      return referee->observe({known ? printed(contents, quarters, t_s) : seen(contents, quarters, t_s), {}, false});
    };
    ASSERT_EQ(bodiesOf(look(first_known, 2, 0.0), "start").size(), 1U);
    double t_s = 0.0;
    for (const auto& [from, to] :
         {std::pair<std::string, std::string>{"e2", "e4"}, {"d7", "d5"}, {"e4", "d5"}, {"d8", "d5"}}) {
      testing::carry(contents, from, to);
      t_s += 1.0;
      const bool known = (static_cast<int>(t_s) % 2 == 0) != first_known;
      const auto events = look(known, known ? 2 : static_cast<int>(t_s), t_s);
      const auto actions = bodiesOf(events, "action");
      ASSERT_EQ(actions.size(), 1U) << from << to;
      EXPECT_EQ(actions.front()["from"], from);
      EXPECT_TRUE(bodiesOf(events, "error").empty());
    }
  }
}

TEST(OrientedReferee, AGivenPositionIsFoundOnABoardThatIsTurned) {
  const auto referee = kingDown(endgame);
  const BoardContents contents = contentsOf("king_down", std::string(endgame));
  std::vector<Event> events;
  for (double t_s = 0.0; t_s < 3.0; t_s += 1.0)
    for (Event& event : referee->observe({printed(contents, 2, t_s), {}, false}))
      events.push_back(std::move(event));
  EXPECT_EQ(bodiesOf(events, "start").size(), 1U);
  EXPECT_TRUE(bodiesOf(events, "error").empty());
}

TEST(OrientedReferee, APrintThatIsSeenLaterAnswersTheQuestionUnlessPeopleDid) {
  const BoardContents contents = contentsOf("king_down", std::string(endgame));
  for (const bool told : {false, true}) {
    const auto referee = kingDown("", "white");
    double t_s = 0.0;
    const auto look = [&](bool known, int quarters) {
      t_s += 1.0;
      return referee->observe({known ? printed(contents, quarters, t_s) : seen(contents, quarters, t_s), {}, false});
    };
    ASSERT_EQ(bodiesOf(look(false, 2), "error").size(), 1U); // far right is taken, wrongly
    look(false, 2);
    if (told) {
      EXPECT_TRUE(referee->hear({t_s, "white", "a1 near left"}).front().body["accepted"].get<bool>());
      look(false, 2);
      look(false, 2);
    }
    for (int i = 0; i < 3; ++i)
      EXPECT_TRUE(bodiesOf(look(true, told ? 2 : 0), "error").empty());
    EXPECT_FALSE(referee->state().contains("doubtful_corner"));
    EXPECT_EQ(referee->state()["position"].get<std::string>().substr(0, 10), "4k3/4p3/2p") << told;
  }
}

TEST(OrientedReferee, NothingIsAskedOfAGameThatHasBegun) {
  const BoardContents contents = contentsOf("king_down", std::string(endgame));
  const auto referee = kingDown("", "white");
  double t_s = 0.0;
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(bodiesOf(referee->observe({printed(contents, 0, t_s += 1.0), {}, false}), "error").empty());
  for (const int quarters : {1, 2}) // the camera was carried, and the print is out of view
    EXPECT_TRUE(bodiesOf(referee->observe({seen(contents, quarters, t_s += 1.0), {}, false}), "error").empty());
  EXPECT_EQ(referee->state()["position"].get<std::string>().substr(0, 10), "4k3/4p3/2p");
}

/// A game of King Down in pictures, with a table file that does not say which corner is a1.
class PhotographedGame : public ::testing::Test {
protected:
  using Turn = std::pair<std::string, std::string>; ///< from, to; empty: nothing is played before the picture

  PhotographedGame() {
    char name[] = "/tmp/linesman-photographed-XXXXXX";
    folder_ = mkdtemp(name);
    std::ofstream(folder_ / "table.toml") << "[board]\ndefinition = \"plain-8x8\"\n[pieces]\nset = \"tokens\"\n";
  }
  ~PhotographedGame() override { std::filesystem::remove_all(folder_); }

  void photograph(const Turn& turn, const test::TablePainter::Settings& settings,
                  const Eigen::Vector2d& shift_squares = {0.0, 0.0}) {
    if (!turn.first.empty()) {
      testing::carry(contents_, turn.first, turn.second);
      turns_.push_back(turn);
    }
    test::TablePainter painter(settings);
    test::PaintedTable drawn;
    for (const auto& [square, man] : contents_.men)
      drawn.men[square] = {man.kind, man.side};
    const double square_px = (painter.pixel({settings.square_mm, 0.0, 0.0}) - painter.pixel({0.0, 0.0, 0.0})).norm();
    const std::string file = "f" + std::to_string(100 + pictures_++) + ".jpg";
    ASSERT_TRUE(writeImage((folder_ / file).string(), painter.paint(drawn, square_px * shift_squares), 95));
    ASSERT_TRUE(writeLens(painter.lens(), (folder_ / "lens.yml").string()));
  }

  void expectRead() {
    const testing::Called game =
        testing::called({"referee", "--game", "king_down", "--source", folder_.string(), "--table",
                         (folder_ / "table.toml").string(), "--lens", (folder_ / "lens.yml").string()});
    EXPECT_EQ(game.status, 0) << game.err;
    std::vector<Turn> played;
    std::istringstream lines(game.out);
    for (std::string line; std::getline(lines, line);) {
      const json event = json::parse(line);
      EXPECT_NE(event["event"], "error") << line;
      if (event["event"] == "action")
        played.emplace_back(event["from"], event["to"]);
      if (event["event"] == "settled")
        for (const json& man : event["table"]["board"]["pieces"])
          if (man.at("kind") == "king") { // neither moves
            EXPECT_EQ(man["square"], man["side"] == "light" ? "e1" : "e8") << "as the game names squares";
          }
    }
    EXPECT_EQ(played, turns_);
  }

  std::filesystem::path folder_;
  BoardContents contents_ = contentsOf("king_down", testing::usual_array);
  std::vector<Turn> turns_;
  int pictures_ = 0;
};

TEST_F(PhotographedGame, FromAllSidesNearerAndFartherIsRead) {
  const std::vector<Turn> turns = {{"", ""},     {"e2", "e4"}, {"d7", "d5"}, {"e4", "d5"},
                                   {"d8", "d5"}, {"b1", "c3"}, {"d5", "a5"}, {"d2", "d4"}};
  for (std::size_t i = 0; i < turns.size(); ++i) {
    test::TablePainter::Settings settings;
    settings.board = 8;
    settings.turn_rad = 2.4 * static_cast<double>(i) + 3.0;
    settings.distance_mm = 640.0 + 30.0 * static_cast<double>(i % 3);
    settings.tilt_rad = 0.35 + 0.1 * static_cast<double>(i % 4);
    photograph(turns[i], settings);
  }
  expectRead();
}

// By a whole square the lines of the board meet each other again.
TEST_F(PhotographedGame, FromAPlaceAFewMillimetresOrASquareAsideIsRead) {
  test::TablePainter::Settings settings;
  settings.board = 8;
  settings.distance_mm = 740.0;
  photograph({"", ""}, settings);
  photograph({"e2", "e4"}, settings, {0.1, 0.05});
  photograph({"d7", "d5"}, settings, {1.0, 0.0});
  photograph({"e4", "d5"}, settings, {0.5, 0.3});
  photograph({"d8", "d5"}, settings, {-0.5, 0.8});
  photograph({"b1", "c3"}, settings, {0.0, 0.0});
  expectRead();
}

} // namespace
} // namespace linesman::app
