#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "app/watch/camera_feed.h"
#include "app/watch/coverage.h"
#include "app/watch/fleet.h"
#include "app/watch/game_clock.h"
#include "app/watch/merged_board.h"
#include "app/watch/settle_detector.h"
#include "app/watch/told.h"
#include "models/polygon.h"
#include "models/table_state_json.h"

namespace linesman::app {
namespace {

SeenPyramid pyramid(double x_mm, double y_mm, Colour colour = Colour::red, PyramidSize size = PyramidSize::medium) {
  SeenPyramid seen;
  seen.size = size;
  seen.colour = colour;
  seen.table_from_piece = {x_mm, y_mm, 0.0};
  seen.score = 0.95;
  return seen;
}

TableState table(double t_s, std::vector<SeenPyramid> pyramids, bool hand = false) {
  TableState state;
  state.t_s = t_s;
  state.pyramids = std::move(pyramids);
  if (hand)
    state.hands_mm.push_back({{0, 0}, {80, 0}, {80, 80}, {0, 80}});
  return state;
}

TEST(SettleDetector, CommitsWithinHalfASecondAfterTheHandAndOnce) {
  SettleDetector detector;
  int settled = 0;
  double first_s = 0.0;
  for (int i = 0; i < 150; ++i) { // 30 frames a second, the hand leaves after 3 s
    const double t_s = i / 30.0;
    const Motion motion = detector.feed(table(t_s, {pyramid(t_s < 3.0 ? 0.0 : 40.0, 0.0)}, t_s > 1.0 && t_s < 3.0));
    EXPECT_EQ(motion.hands_in, i == 31);
    EXPECT_EQ(motion.hands_out, i == 90);
    if (motion.settled && t_s > 1.0) {
      ++settled;
      first_s = t_s;
    }
  }
  EXPECT_EQ(settled, 1);
  EXPECT_LE(first_s, 3.5);
}

TEST(SettleDetector, AMovingPieceIsNotSettled) {
  SettleDetector detector;
  detector.feed(table(0.0, {pyramid(0, 0)}));
  for (int i = 1; i < 60; ++i)
    EXPECT_FALSE(detector.feed(table(i / 30.0, {pyramid(3.0 * i, 0)})).settled) << i;
}

/// Upright, a heading just under a quarter turn and one just over 0 are one place.
TEST(SettleDetector, AnUprightPieceLiesStillAcrossTheEndOfItsRange) {
  SettleDetector detector;
  int settled = 0;
  for (int i = 0; i < 60; ++i) {
    SeenPyramid upright = pyramid(0, 0);
    upright.posture = Posture::upright;
    upright.table_from_piece = {0.0, 0.0, radFromDeg(i % 2 == 0 ? 89.95 : 0.05)};
    settled += detector.feed(table(i / 30.0, {upright})).settled ? 1 : 0;
  }
  EXPECT_EQ(settled, 1);
}

TEST(SettleDetector, KeyFramesSettleOneByOneAndTheEndIsNotLost) {
  SettleDetector detector;
  EXPECT_TRUE(detector.feed(table(0.0, {pyramid(0, 0)})).settled);
  EXPECT_FALSE(detector.feed(table(2.0, {pyramid(0, 0)}, true)).settled);
  EXPECT_TRUE(detector.feed(table(4.0, {pyramid(40, 0)})).settled);
  EXPECT_FALSE(detector.feed(table(4.1, {pyramid(80, 0)})).settled);
  const auto last = detector.finish();
  ASSERT_TRUE(last);
  EXPECT_NEAR(last->state.pyramids[0].table_from_piece.x_mm(), 80.0, 1e-9);
  EXPECT_FALSE(detector.finish());
}

TEST(SettleDetector, AFilmBeginsWhenItsFirstTableHasLainStill) {
  SettleDetector::Settings film;
  film.first_counts = false;
  SettleDetector detector(film);
  EXPECT_FALSE(detector.feed(table(0.0, {pyramid(0, 0)})).settled);
  std::optional<double> first_s;
  for (int i = 1; i < 20 && !first_s; ++i)
    if (detector.feed(table(i / 20.0, {pyramid(40, 0)})).settled) // the first picture showed something else
      first_s = i / 20.0;
  ASSERT_TRUE(first_s);
  EXPECT_NEAR(*first_s, 0.3, 1e-9);
}

/// Men of one side; `look`: grey level of the square.
TableState men(double t_s, const std::map<std::string, std::pair<std::string, int>>& on, bool hand = false) {
  TableState state = table(t_s, {}, hand);
  state.board.emplace();
  for (const auto& [square, man] : on) {
    SeenBoardPiece& piece = state.board->pieces.emplace_back();
    piece.square = square;
    piece.kind = man.first;
    piece.side = "light";
    piece.p = 0.99;
    state.board->looks[square] = {0.01, std::vector<std::uint8_t>(27, static_cast<std::uint8_t>(man.second))};
  }
  return state;
}

TEST(SettleDetector, AManWhoseSquareLooksAsBeforeHasNotChangedHoweverHeIsNamed) {
  for (const int grey : {100, 120}) {
    SettleDetector detector;
    detector.feed(men(0.0, {{"e1", {"king", 100}}}));
    bool settled_again = false;
    for (int i = 1; i < 40; ++i)
      settled_again |=
          detector.feed(men(i / 30.0, {{"e1", {i < 20 ? "king" : "queen", i < 20 ? 100 : grey}}})).settled.has_value();
    EXPECT_EQ(settled_again, grey == 120) << grey;
  }
}

TEST(SettleDetector, AManOnALineLiesStillOnWhicheverOfTwoSquaresHeIsRead) {
  SettleDetector detector;
  detector.feed(men(0.0, {{"a2", {"pawn", 100}}}));
  detector.feed(men(0.05, {}, true));
  bool settled = false;
  for (int i = 1; i < 30; ++i) {
    TableState state = men(0.05 + i / 30.0, {{i % 2 == 0 ? "a2" : "a3", {"pawn", 100}}});
    state.board->square_mm = 50.0;
    state.board->pieces[0].centre_mm = {-175.0, -99.0 - 2.0 * (i % 2)};
    settled |= detector.feed(state).settled.has_value();
  }
  EXPECT_TRUE(settled);
}

TEST(SettleDetector, TheNextHandDoesNotHideWhatTheLastOneDid) {
  const std::pair<std::string, int> pawn{"pawn", 100};
  for (const int still : {1, 4}) { // frames between two hands, 20 a second
    SettleDetector detector;
    detector.feed(men(0.0, {{"e2", pawn}}));
    double t_s = 0.05;
    for (int i = 0; i < 5; ++i, t_s += 0.05)
      detector.feed(men(t_s, {}, true));
    for (int i = 0; i < still; ++i, t_s += 0.05)
      EXPECT_FALSE(detector.feed(men(t_s, {{"e4", pawn}})).settled);
    const Motion next_hand = detector.feed(men(t_s, {}, true));
    EXPECT_TRUE(next_hand.hands_in);
    ASSERT_EQ(next_hand.settled.has_value(), still == 4);
    if (!next_hand.settled)
      continue;
    EXPECT_EQ(next_hand.settled->state.board->pieces.at(0).square, "e4");
    EXPECT_FALSE(detector.feed(men(t_s + 0.05, {}, true)).settled) << "once";
  }
}

/// The hand was there all the time, small at the picture's border: what it held was seen, not seen, seen in doubt.
TEST(SettleDetector, AManWhoComesAndGoesInDoubtBeforeTheNextHandIsNoTableAtRest) {
  const std::pair<std::string, int> pawn{"pawn", 100}, queen{"queen", 100};
  for (const bool doubtful : {false, true}) {
    SettleDetector detector;
    detector.feed(men(0.0, {{"e2", pawn}, {"h5", queen}}));
    detector.feed(men(0.1, {{"e2", pawn}, {"h5", queen}}, true));
    for (int i = 2; i < 5; ++i) {
      TableState state = men(0.1 * i, {{"e2", pawn}});
      if (doubtful && i == 3) {
        state = men(0.1 * i, {{"e2", pawn}, {"h5", queen}});
        state.board->pieces.back().p = 0.4;
        state.board->pieces.back().alternatives["empty"] = 0.23;
      }
      EXPECT_FALSE(detector.feed(state).settled);
    }
    EXPECT_EQ(detector.feed(men(0.5, {{"e2", pawn}}, true)).settled.has_value(), !doubtful);
  }
}

TEST(SettleDetector, ABandOnAManIsAChangeThoughHisFootLooksAsBefore) {
  SettleDetector detector;
  detector.feed(men(0.0, {{"e1", {"knight", 100}}}));
  bool settled_again = false;
  for (int i = 1; i < 20; ++i) {
    TableState state = men(i / 30.0, {{"e1", {"knight", 100}}});
    state.board->pieces[0].bands = {"crown"};
    settled_again |= detector.feed(state).settled.has_value();
  }
  EXPECT_TRUE(settled_again);
}

TEST(SettleDetector, TouchedSquaresComeInTheOrderInWhichTheirMenLeft) {
  SettleDetector detector;
  const std::pair<std::string, int> pawn{"pawn", 100};
  detector.feed(men(0.0, {{"a2", pawn}, {"e2", pawn}, {"h2", pawn}}));
  detector.feed(men(0.05, {{"a2", pawn}}, true));               // an arm over two of them
  detector.feed(men(0.10, {{"a2", pawn}, {"e2", pawn}}, true)); // h2 is gone for good
  detector.feed(men(0.15, {{"e2", pawn}}, true));
  detector.feed(men(0.20, {{"a5", pawn}}, true));
  std::optional<SettledTable> settled;
  for (int i = 0; i < 10 && !settled; ++i)
    settled = detector.feed(men(0.25 + 0.05 * i, {{"a5", pawn}, {"e4", pawn}, {"h4", pawn}})).settled;
  ASSERT_TRUE(settled);
  EXPECT_EQ(settled->touched_squares, (std::vector<std::string>{"h2", "a2", "e2"}));
}

bool isBlind(const Coverage& coverage, const Eigen::Vector2d& point_mm) {
  return std::ranges::any_of(coverage.blind(), [&](const TablePolygon& part) { return holds(part, point_mm); });
}

TEST(Coverage, AlarmsAfterASecondAndTellsTheGap) {
  Coverage coverage;
  EXPECT_FALSE(coverage.feed(table(0.0, {}, true)));
  EXPECT_FALSE(coverage.feed(table(0.9, {}, true)));
  const auto alarm = coverage.feed(table(1.1, {}, true));
  ASSERT_TRUE(alarm);
  EXPECT_EQ(alarm->body["seen"], false);
  EXPECT_TRUE(isBlind(coverage, {40, 40}));
  EXPECT_FALSE(isBlind(coverage, {200, 40}));
  EXPECT_FALSE(coverage.feed(table(2.0, {}, true)));
  const auto over = coverage.feed(table(3.0, {}));
  ASSERT_TRUE(over);
  EXPECT_NEAR(over->body["gap_s"].get<double>(), 3.0, 1e-9);
  EXPECT_FALSE(isBlind(coverage, {40, 40}));
}

TableState hidden(double t_s, std::vector<TablePolygon> parts, bool hand = false) {
  TableState state = table(t_s, {}, hand);
  state.unseen_mm = std::move(parts);
  return state;
}

/// A mug that always lay there is told once; what comes later alarms, and its end is the end of the alarm.
/// What a file of states says may lie kilometres away: that takes no longer than a table does.
TEST(Coverage, WhatReachesBeyondTheHorizonIsMeasuredToo) {
  const double far_mm = 1e7;
  const TablePolygon all = {{-far_mm, -far_mm}, {far_mm, -far_mm}, {far_mm, far_mm}, {-far_mm, far_mm}};
  for (const TablePolygon& part : {all, TablePolygon{{1e300, 0}, {1.1e300, 0}, {1e300, 60}}}) {
    Coverage coverage;
    coverage.feed(table(0.0, {}, false));
    EXPECT_FALSE(coverage.feed(hidden(3.0, {part})));
    const auto alarm = coverage.feed(hidden(4.3, {part}));
    ASSERT_TRUE(alarm);
    EXPECT_EQ(alarm->body["from_start"], false);
  }
}

TEST(Coverage, WhatWasHiddenFromTheStartIsNoAlarmWithoutEnd) {
  const TablePolygon mug = {{200, 0}, {260, 0}, {260, 60}, {200, 60}};
  const TablePolygon grown = {{199, 0}, {262, -1}, {260, 61}, {200, 60}};
  const TablePolygon book = {{-200, 0}, {-100, 0}, {-100, 60}, {-200, 60}};
  Coverage coverage;
  EXPECT_FALSE(coverage.feed(hidden(0.0, {mug})));
  const auto told = coverage.feed(hidden(1.1, {mug}));
  ASSERT_TRUE(told);
  EXPECT_EQ(told->body["from_start"], true);
  EXPECT_TRUE(isBlind(coverage, {230, 30}));
  EXPECT_FALSE(coverage.feed(hidden(2.0, {grown})));
  EXPECT_FALSE(coverage.feed(hidden(3.0, {})));
  EXPECT_FALSE(isBlind(coverage, {230, 30}));
  EXPECT_FALSE(coverage.feed(hidden(3.1, {mug}))); // it was overlooked in a picture
  EXPECT_FALSE(coverage.feed(hidden(4.3, {mug})));
  EXPECT_FALSE(coverage.feed(hidden(4.5, {mug, book})));
  const auto alarm = coverage.feed(hidden(5.8, {mug, book}));
  ASSERT_TRUE(alarm);
  EXPECT_EQ(alarm->body["seen"], false);
  EXPECT_EQ(alarm->body["from_start"], false);
  EXPECT_TRUE(isBlind(coverage, {-150, 30}));
  EXPECT_FALSE(coverage.feed(hidden(6.0, {mug, book})));
  const auto over = coverage.feed(hidden(7.0, {mug}));
  ASSERT_TRUE(over);
  EXPECT_EQ(over->body["seen"], true);
  EXPECT_NEAR(over->body["gap_s"].get<double>(), 2.5, 1e-9);
  EXPECT_FALSE(coverage.feed(hidden(8.0, {mug})));
}

/// Hands here and there for half a second each hide nothing for long.
TEST(Coverage, DifferentPartsForAShortTimeAreNoAlarm) {
  const TablePolygon here = {{0, 0}, {60, 0}, {60, 60}, {0, 60}}, there = {{200, 0}, {260, 0}, {260, 60}, {200, 60}};
  Coverage coverage;
  for (int i = 0; i < 40; ++i) {
    TableState state = table(0.1 * i, {});
    if (i > 15)
      state.unseen_mm = {(i / 5) % 2 == 0 ? here : there};
    EXPECT_FALSE(coverage.feed(state)) << i;
  }
}

TEST(GameClock, BanksPerPlayerAndSurvivesARestart) {
  GameClock clock;
  clock.setLimits(std::nullopt, 60.0);
  clock.switchTo("white", 10.0);
  clock.switchTo("black", 25.0);
  clock.pause(30.0);
  EXPECT_DOUBLE_EQ(clock.used_s("white", 99.0), 15.0);
  EXPECT_DOUBLE_EQ(clock.used_s("black", 99.0), 5.0);
  GameClock again;
  again.setLimits(std::nullopt, 60.0);
  again.restore(clock.toJson(99.0), 99.0);
  again.resume(200.0);
  EXPECT_DOUBLE_EQ(*again.left_s("black", 260.0), -5.0);
}

/// The table settles at 15 s and ends a turn; what was said under the hand at 10 s is heard after that.
TEST(GameClock, NoSecondCountsTwiceWhenWordsOfAnEarlierTimeAreHeard) {
  for (const bool hands_on : {false, true}) {
    GameClock clock;
    clock.switchTo("red", 0.0);
    clock.switchTo("blue", 15.0);
    if (hands_on) {
      clock.switchTo("red", 10.0);
      clock.switchTo("blue", 15.0);
    } else {
      clock.pause(10.0);
      clock.resume(15.0);
    }
    EXPECT_EQ(clock.used_s("red", 20.0), 15.0);
    EXPECT_EQ(clock.used_s("blue", 20.0), 5.0);
  }
}

TEST(GameClock, ATurnThatWasNotOverCountsForItsPlayer) {
  GameClock clock;
  clock.switchTo("white", 10.0);
  clock.switchTo("black", 15.0);
  clock.give("black", 100.0);
  clock.pause(18.0);
  clock.resume(20.0);
  clock.switchBack("white", 24.0);
  EXPECT_DOUBLE_EQ(clock.used_s("white", 25.0), 13.0);
  EXPECT_DOUBLE_EQ(clock.used_s("black", 25.0), -100.0);
  EXPECT_EQ(clock.player(), "white");
}

TEST(MergedBoard, WhatMostLooksSayStands) {
  const auto look = [](const std::vector<SeenBoardPiece>& pieces) {
    SeenBoard board;
    board.rows = board.columns = 8;
    board.pieces = pieces;
    return board;
  };
  const auto man = [](const char* square, const char* side, const char* kind, double p) {
    SeenBoardPiece piece;
    piece.square = square;
    piece.side = side;
    piece.kind = kind;
    piece.p = p;
    return piece;
  };
  SeenBoardPiece unsure = man("c3", "light", "pawn", 0.55);
  unsure.alternatives["light bishop"] = 0.4;
  SeenBoardPiece banded = man("a1", "light", "rook", 0.9);
  banded.bands = {"low"};
  const SeenBoard board =
      mergedBoard({look({banded, unsure, man("h8", "dark", "king", 0.9)}),
                   look({man("a1", "light", "rook", 0.9), man("c3", "light", "bishop", 0.8)}),
                   look({banded, man("c3", "light", "bishop", 0.9), man("e5", "dark", "pawn", 0.6)})});
  ASSERT_EQ(board.pieces.size(), 2U) << "seen in one look of three: nobody";
  EXPECT_EQ(board.pieces[0].square, "a1");
  EXPECT_EQ(board.pieces[0].bands, std::vector<std::string>{"low"});
  EXPECT_EQ(board.pieces[1].kind, "bishop");
  EXPECT_NEAR(board.pieces[1].p, (0.4 + 0.8 + 0.9) / 3.0, 1e-9);
  EXPECT_NEAR(board.pieces[1].alternatives.at("light pawn"), 0.55 / 3.0, 1e-9);
}

TEST(CameraWatchdog, TheSamePictureForASecondIsADeadCamera) {
  CameraWatchdog watchdog;
  cv::Mat image(48, 64, CV_8UC3, cv::Scalar(7, 8, 9));
  watchdog.reset(0.0);
  EXPECT_TRUE(watchdog.frame(image, 0.1));
  for (double t_s = 0.2; t_s < 0.85; t_s += 0.1)
    EXPECT_FALSE(watchdog.frame(image, t_s));
  EXPECT_FALSE(watchdog.dead(0.85));
  EXPECT_TRUE(watchdog.dead(1.0)) << "the alarm comes within a second";
  image.at<cv::Vec3b>(0, 0)[0] = 200;
  EXPECT_TRUE(watchdog.frame(image, 1.3));
  EXPECT_FALSE(watchdog.dead(1.4));
  EXPECT_LT(backOff_s(1), 0.5);
  EXPECT_EQ(backOff_s(50), 8.0);
}

/// A camera that fails on its third picture and works again when reopened.
class Unplugged final : public FrameSource {
  Result<std::optional<Frame>> doNext() override {
    if (++count_ == 3)
      return fail("The camera is gone.");
    return Frame{cv::Mat(4, 4, CV_8UC3, cv::Scalar(count_ % 250, count_ / 250, 0)), 0.1 * count_, ""};
  }
  bool isLive() const override { return true; }
  int count_ = 0;
};

/// A camera that says something with its second picture and then gives many before anyone looks.
class Talking final : public FrameSource {
  Result<std::optional<Frame>> doNext() override {
    if (++count_ > 200)
      return std::optional<Frame>();
    Frame frame{cv::Mat(4, 4, CV_8UC3, cv::Scalar(count_ % 250, count_ / 250, 0)), 0.1 * count_, ""};
    if (count_ == 2)
      frame.note = {false, "It refuses to hold its focus."};
    return frame;
  }
  bool isLive() const override { return true; }
  int count_ = 0;
};

TEST(WatchedCamera, WhatItSaysIsNotLostWithThePicturesLeftOut) {
  auto camera =
      watchedCamera(std::make_unique<Talking>(), [] { return Result<std::unique_ptr<FrameSource>>(fail("gone")); });
  std::string said;
  for (int looks = 0; looks < 1000 && said.empty(); ++looks)
    if (const auto frame = camera->next(); frame && *frame)
      said = (*frame)->note.sentence;
  EXPECT_EQ(said, "It refuses to hold its focus.");
}

TEST(WatchedCamera, ComesBackAfterItWasUnplugged) {
  auto camera = watchedCamera(std::make_unique<Unplugged>(),
                              [] { return Result<std::unique_ptr<FrameSource>>(std::make_unique<Unplugged>()); });
  int frames = 0;
  int troubles = 0;
  double last_s = -1.0;
  while (frames < 6 || troubles == 0) {
    const auto frame = camera->next();
    if (!frame) {
      ++troubles;
      continue;
    }
    ASSERT_TRUE(*frame);
    EXPECT_GT((*frame)->t_s, last_s);
    last_s = (*frame)->t_s;
    ++frames;
    if (frames > 20)
      break;
  }
  EXPECT_GE(frames, 6);
  EXPECT_GE(troubles, 1);
}

TEST(Fleet, NamesFromLeftToRightWithEnoughLetters) {
  std::vector<Player> players = {{"ann", {Colour::blue}}, {"bob", {Colour::black}}, {"cy", {Colour::red}}};
  const auto ships = nameShips(table(0.0, {pyramid(50, 0, Colour::blue), pyramid(-50, 0, Colour::blue),
                                           pyramid(0, 90, Colour::black), pyramid(0, -90, Colour::red)}),
                               players);
  std::vector<std::string> names;
  for (const Ship& ship : ships)
    names.push_back(ship.name + " " + ship.player);
  EXPECT_EQ(names, (std::vector<std::string>{"r1 cy", "blu1 ann", "blu2 ann", "bla1 bob"}));
}

TEST(Fleet, AColourThatNobodyPlaysChangesNoName) {
  std::vector<Player> players = {{"ann", {Colour::blue}}, {"cy", {Colour::red}}};
  const auto ships = nameShips(
      table(0.0, {pyramid(50, 0, Colour::blue), pyramid(0, 90, Colour::black), pyramid(0, -90, Colour::red)}), players);
  ASSERT_EQ(ships.size(), 2U);
  EXPECT_EQ(ships[0].name, "r1");
  EXPECT_EQ(ships[1].name, "b1");
}

TEST(Fleet, ADoubtfulColourIsSaidOnceTheShipsAreNamed) {
  TableState state = table(0.0, {pyramid(0, 0), pyramid(100, 0, Colour::orange)});
  std::vector<Player> players;
  EXPECT_TRUE(doubtfulColours(state, nameShips(state, players), false).empty());
  state.pyramids[1].colour_p = 0.55;
  const auto said = doubtfulColours(state, nameShips(state, players), false);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said.at("o1").find("Whether o1 is orange is doubtful (55 % sure)"), std::string::npos) << said.at("o1");
}

TEST(Fleet, OfAGreyPictureItIsSaidOnceThatItHasNoColours) {
  TableState state = table(0.0, {pyramid(0, 0), pyramid(100, 0, Colour::orange)});
  for (SeenPyramid& pyramid : state.pyramids)
    pyramid.colour_p = 0.5;
  state.grey = true;
  std::vector<Player> players;
  const auto read = tableStateFromJson(toJson(state)); // as a record keeps it
  ASSERT_TRUE(read);
  const auto said = doubtfulColours(*read, nameShips(*read, players), true);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said.begin()->second.find("The picture is grey"), std::string::npos) << said.begin()->second;
}

TEST(Fleet, APieceMisreadOnceKeepsItsName) {
  const std::vector<ExpectedPiece> expected = {{"r1", Colour::red, PyramidSize::medium, {SeenPose::of(pyramid(0, 0))}},
                                               {"r2", Colour::red, PyramidSize::large, {SeenPose::of(pyramid(60, 0))}}};
  const auto matching = matchPieces(
      expected, table(0.0, {pyramid(61, 0, Colour::red, PyramidSize::medium), pyramid(3, 0), pyramid(36, 0)}));
  EXPECT_EQ(matching.found.at("r1"), 1u);
  EXPECT_EQ(matching.found.at("r2"), 0u);
  EXPECT_EQ(matching.strangers, std::vector<std::size_t>{2});
}

TEST(Fleet, TwoSolidPiecesCannotOverlap) {
  auto ghost = pyramid(5, 2, Colour::blue);
  ghost.score = 0.5;
  EXPECT_EQ(withoutImpossible(table(0.0, {ghost, pyramid(0, 0), pyramid(36.3, 0)})).pyramids.size(), 2u);
}

TEST(Event, ADrawIsWonByNobody) {
  using nlohmann::json;
  EXPECT_EQ(winnerOf({{"winner", "white"}}), "white");
  for (const json& over : {json{{"winner", "draw"}}, json{{"winner", nullptr}}, json::object()})
    EXPECT_EQ(winnerOf(over), "") << over;
}

/// Whoever reads events finds the runner-up of every action, null where nothing else came into question.
TEST(Events, AnActionAlwaysTellsItsRunnerUp) {
  const Event removed{"action", 3.0, {{"kind", "remove"}, {"likelihood", 0.99}}};
  const Event played{"action", 4.0, {{"kind", "move"}, {"likelihood", 0.9}, {"runner_up", "d8d6"}}};
  EXPECT_TRUE(toJson(removed, 1).at("runner_up").is_null());
  EXPECT_EQ(toJson(played, 2).at("runner_up"), "d8d6");
  EXPECT_FALSE(toJson({"verdict", 3.0, {}}, 3).contains("runner_up"));
  for (const Event& event : {removed, played})
    EXPECT_EQ(eventFromJson(toJson(event, 1)), event) << "records of before have no null";
}

TEST(Told, BadLinesAreNamed) {
  EXPECT_TRUE(parseTold(R"({"t_s":1.5,"player":"red","say":"done"})", "told:1"));
  for (const char* line :
       {"done", "[]", R"({"t_s":"1","player":"red","say":"done"})", R"({"t_s":1,"say":"done"})",
        R"({"t_s":-1.5,"player":"red","say":"done"})", R"({"t_s":1,"player":"red","say":"done","say":"undo"})"}) {
    const auto claim = parseTold(line, "told:7");
    ASSERT_FALSE(claim) << line;
    EXPECT_EQ(claim.error().sentence.rfind("told:7 ", 0), 0u) << claim.error().sentence;
  }
  EXPECT_FALSE(parseTold(std::string(100000, '['), "told:1"));
  EXPECT_FALSE(readTold("/nonexistent/told.jsonl"));
}

} // namespace
} // namespace linesman::app
