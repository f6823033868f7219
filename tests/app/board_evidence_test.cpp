#include "app/watch/board_evidence.h"

#include <cmath>
#include <tuple>

#include <gtest/gtest.h>
#include <opencv2/core/fast_math.hpp>

#include "models/table_state_json.h"

namespace linesman::app {
namespace {

/// A board whose reader names no man at all: only the colours of squares tell.
TableState blindReading() {
  TableState state;
  state.board.emplace();
  for (char file = 'a'; file <= 'h'; ++file)
    for (char rank = '1'; rank <= '8'; ++rank)
      state.board->looks[{file, rank}] = {0.97, std::vector<std::uint8_t>(27, 100)};
  return state;
}

BoardContents contents(const std::vector<std::string>& pawns) {
  BoardContents contents;
  for (const std::string& square : pawns) {
    contents.men[square].side = "light";
    contents.men[square].kind = "pawn";
  }
  return contents;
}

class BoardEvidenceTest : public ::testing::Test {
protected:
  BoardEvidenceTest() {
    evidence_.look(blindReading());
    evidence_.accept(start_, start_);
  }
  const BoardContents start_ = contents({"d2", "e2"});
  BoardEvidence evidence_;
};

TEST_F(BoardEvidenceTest, coloursTellTheMoveOfAManTheReaderDoesNotSee) {
  TableState state = blindReading();
  state.board->looks["e2"].look.assign(27, 150);
  state.board->looks["e4"].look.assign(27, 60);
  evidence_.look(state);
  EXPECT_EQ(evidence_.changed(start_), (std::set<std::string>{"e2", "e4"}));
  EXPECT_GT(evidence_.ratio(start_, contents({"d2", "e4"})), 3.0);
  EXPECT_LT(evidence_.ratio(start_, contents({"d4", "e2"})), -3.0);
}

TEST_F(BoardEvidenceTest, aLampAndAShadowMoveNobody) {
  TableState state = blindReading();
  for (auto& [square, seen] : state.board->looks)
    seen.look.assign(27, 104);
  state.board->looks["e4"].look.assign(27, 112);
  evidence_.look(state);
  EXPECT_TRUE(evidence_.changed(start_).empty());
  EXPECT_LT(evidence_.ratio(start_, contents({"d2", "e4"})), 0.0);
}

/// A bomb is told first and its men are taken off afterwards: that their squares look otherwise then is no
/// contradiction.
TEST_F(BoardEvidenceTest, whomPlayersToldOfAndTookOffLaterAreNotAskedBack) {
  const BoardContents without_d2 = contents({"e2"});
  evidence_.accept(start_, without_d2); // told, and nobody was taken off yet
  TableState state = blindReading();
  for (const char* square : {"d2", "e2"})
    state.board->looks[square].look.assign(27, 150);
  evidence_.look(state);
  EXPECT_EQ(evidence_.contradictions(without_d2, without_d2), std::set<std::string>{"e2"});
}

/// From where the board is seen (mm from its middle).
void seeFrom(const Eigen::Vector3d& eye_mm, TableState& state) {
  state.board->square_mm = 50.0;
  state.board->rows = state.board->columns = 8;
  state.board->table_from_board = {0.0, 0.0, 0.0};
  state.registration.ok = true;
  state.registration.camera_from_table.pose = {Eigen::Matrix3d::Identity(), -eye_mm};
}

/// The board seen from a place, where some squares look otherwise than in blindReading.
TableState seenFrom(const Eigen::Vector3d& eye_mm, const std::vector<std::string>& changed) {
  TableState state = blindReading();
  seeFrom(eye_mm, state);
  for (const std::string& square : changed)
    state.board->looks[square].look.assign(27, 150);
  return state;
}
const Eigen::Vector3d before_rank_1(0.0, -600.0, 600.0);

/// A camera before rank 1 sees the head of a man on e4 before e5, and not before d4 or e1.
TEST_F(BoardEvidenceTest, theHeadOfWhoComesIsNobodyOnTheSquareBehindHim) {
  const auto seen = [](const std::string& other, double empty) {
    TableState state = seenFrom(before_rank_1, {"e2", "e4", other});
    state.board->looks[other].empty = empty;
    return state;
  };
  const BoardContents after = contents({"d2", "e4"});
  for (const auto& [other, empty, contradicts] : {std::tuple("e5", 0.4, false), std::tuple("e5", 0.06, true),
                                                  std::tuple("d4", 0.4, true), std::tuple("e1", 0.4, true)}) {
    BoardEvidence evidence = evidence_;
    evidence.look(seen(other, empty));
    EXPECT_EQ(evidence.contradictions(start_, after).contains(other), contradicts) << other << ' ' << empty;
    evidence.accept(start_, after);
    EXPECT_EQ(evidence.contradictions(after, after).contains(other), contradicts) << other << ' ' << empty;
  }
}

TEST_F(BoardEvidenceTest, whatLooksOtherwiseBehindAHeadIsNobodyWhoCame) {
  const auto behind = [&](const std::string& other, const BoardContents& after) {
    BoardEvidence evidence = evidence_;
    evidence.look(seenFrom(before_rank_1, {"e2", "e4", other}));
    return evidence.ratio(start_, after);
  };
  EXPECT_GT(behind("e5", contents({"d2", "e4"})), behind("d4", contents({"d2", "e4"})) + 2.0);
}

TEST_F(BoardEvidenceTest, coloursDoNotTellWhoStandsBehindAnother) {
  const BoardContents before = contents({"e3", "g2"}), after = contents({"e3", "e4"});
  const auto likely = [&](const Eigen::Vector3d& eye_mm) {
    BoardEvidence evidence;
    evidence.look(seenFrom(eye_mm, {}));
    evidence.accept(before, before);
    evidence.look(seenFrom(eye_mm, {"g2"}));
    return evidence.ratio(before, after);
  };
  EXPECT_GT(likely({25.0, -900.0, 250.0}), likely({25.0, -300.0, 900.0}) + 2.0) << "low over the board";
}

/// The square behind one that looks otherwise does so too: that shows nobody there.
TEST_F(BoardEvidenceTest, whoArrivesUnseenIsNoted) {
  evidence_.look(seenFrom(before_rank_1, {"d2", "e4", "e5", "g5"}));
  EXPECT_EQ(evidence_.arrivedUnseen(start_, contents({"e2", "e5"})), (std::set<std::string>{"e5"}));
  EXPECT_EQ(evidence_.arrivedUnseen(start_, contents({"e2", "g5"})), (std::set<std::string>{}));
  EXPECT_EQ(evidence_.arrivedUnseen(start_, contents({"e2", "a5"})), (std::set<std::string>{"a5"}))
      << "looks as before";
  TableState state = seenFrom(before_rank_1, {"d2", "e4", "e5"});
  state.board->looks["e5"].empty = 0.03;
  evidence_.look(state);
  EXPECT_EQ(evidence_.arrivedUnseen(start_, contents({"e2", "e5"})), (std::set<std::string>{}));
}

/// A pale man on a pale square is read as nobody and looks little otherwise, but not as before.
TEST_F(BoardEvidenceTest, whomColoursAloneShowIsNotUnseen) {
  const auto unseen = [&](std::uint8_t grey) {
    TableState state = seenFrom(before_rank_1, {"e2"});
    auto& tiles = state.board->looks["a4"].look;
    for (std::size_t i = 0; i < tiles.size(); ++i)
      tiles[i] = static_cast<std::uint8_t>(i % 2 == 0 ? 100 + grey : 100 - grey);
    evidence_.look(state);
    return evidence_.arrivedUnseen(start_, contents({"d2", "a4"})).contains("a4");
  };
  EXPECT_FALSE(unseen(10));
  EXPECT_TRUE(unseen(8)) << "a shadow does as much";
}

TEST_F(BoardEvidenceTest, whoLeftSinceDidNotGoWhereItLookedOtherwiseAlready) {
  TableState state = blindReading();
  state.board->looks["e2"].empty = 0.03;
  evidence_ = {};
  evidence_.look(state);
  evidence_.accept(start_, start_);
  state = blindReading();
  for (const char* square : {"e2", "a5"})
    state.board->looks[square].look.assign(27, 150);
  evidence_.look(state);
  evidence_.accept(start_, start_);
  state.board->looks["d2"].look.assign(27, 150);
  for (int again = 0; again < 2; ++again) {
    evidence_.look(state);
    const BoardContents missing_then = contents({"d2", "a5"}), there_then = contents({"a5", "e2"});
    EXPECT_GT(evidence_.ratio(start_, missing_then), evidence_.ratio(start_, there_then) + 3.0);
    EXPECT_TRUE(evidence_.coloursTellArrivals(start_, missing_then));
    EXPECT_FALSE(evidence_.coloursTellArrivals(start_, there_then));
    BoardEvidence restored;
    restored.restore(evidence_.toJson());
    evidence_ = restored;
  }
}

/// A man in the middle of a square that is lighter than he is.
std::vector<std::uint8_t> manOn(int square_grey, int man_grey) {
  std::vector<std::uint8_t> tiles(27, static_cast<std::uint8_t>(square_grey));
  for (std::size_t i = 12; i < 15; ++i)
    tiles[i] = static_cast<std::uint8_t>(man_grey);
  return tiles;
}

TEST_F(BoardEvidenceTest, HalfTheBoardInShadowAndAnotherExposureMoveNobody) {
  for (const double exposure : {0.6, 1.4}) {
    TableState before = blindReading(), after = blindReading();
    for (auto& [square, seen] : before.board->looks)
      seen.look = manOn(120, 60);
    for (auto& [square, seen] : after.board->looks) {
      const double light = exposure * (square[0] < 'e' ? 0.55 : 1.0);
      seen.look = manOn(cvRound(120 * light), cvRound(60 * light));
    }
    evidence_ = {};
    evidence_.look(before);
    evidence_.accept(start_, start_);
    evidence_.look(after);
    EXPECT_TRUE(evidence_.changed(start_).empty()) << exposure;
    after.board->looks["f2"].look = manOn(cvRound(60 * exposure), cvRound(60 * exposure)); // darker, alone
    evidence_.look(after);
    EXPECT_EQ(evidence_.changed(start_), (std::set<std::string>{"f2"})) << exposure;
  }
}

TEST_F(BoardEvidenceTest, AnArmThatLiesOverAManAgainIsNoChange) {
  TableState arm = blindReading();
  arm.board->looks["e2"].look.assign(27, 20);
  evidence_.look(arm);
  EXPECT_FALSE(evidence_.changed(start_).empty());
  evidence_.accept(start_, start_); // something else told that nobody moved
  for (const TableState& state : {blindReading(), arm, blindReading()}) {
    BoardEvidence now;
    now.restore(evidence_.toJson()); // survives the record
    now.look(state);
    EXPECT_TRUE(now.changed(start_).empty());
  }
}

TEST_F(BoardEvidenceTest, WhereSomebodyMayHaveGoneIsNotForgottenWhileHeIsMissing) {
  TableState state = blindReading();
  state.board->looks["e2"].look.assign(27, 150);
  state.board->looks["e4"].look.assign(27, 125);
  evidence_.look(state);
  EXPECT_TRUE(evidence_.leavesTurns(start_, start_, false));
  evidence_.accept(start_, start_); // another turn was read
  evidence_.look(state);
  EXPECT_EQ(evidence_.changed(start_), (std::set<std::string>{"e4"}));
  state.board->looks["e2"].look.assign(27, 100);
  evidence_.look(state);
  evidence_.accept(start_, start_); // he stands where he stood: an arm lies over e4
  evidence_.look(state);
  EXPECT_TRUE(evidence_.changed(start_).empty());
}

TEST_F(BoardEvidenceTest, AManNamedAsAnotherKindDoesNotContradictHisMove) {
  TableState state = blindReading();
  state.board->looks["e2"].look.assign(27, 150);
  state.board->looks["e4"] = {0.02, std::vector<std::uint8_t>(27, 60)};
  SeenBoardPiece piece; // one man in twenty is surely named wrongly
  piece.square = "e4";
  piece.side = "light";
  piece.kind = "bishop";
  piece.p = 0.97;
  piece.alternatives = {{"light pawn", 0.01}, {"empty", 0.02}};
  state.board->pieces.push_back(piece);
  evidence_.look(state);
  EXPECT_TRUE(evidence_.contradictions(start_, contents({"d2", "e4"})).empty());
  EXPECT_GT(evidence_.ratio(start_, contents({"d2", "e4"})), 3.0);
}

/// An arm lay over e4 when the position was certain last: read as a man or as nothing.
class ArmOverASquare : public BoardEvidenceTest, public ::testing::WithParamInterface<double> {};

TEST_P(ArmOverASquare, isNotTakenForATurnWhenItIsGone) {
  TableState state = blindReading();
  state.board->looks["e4"] = {GetParam(), std::vector<std::uint8_t>(27, 20)};
  evidence_.look(state);
  evidence_.accept(start_, start_);
  state = blindReading();
  state.board->looks["d2"].look.assign(27, 150); // the pawn of d2 goes to d3
  state.board->looks["d3"] = {0.1, std::vector<std::uint8_t>(27, 60)};
  evidence_.look(state);
  EXPECT_GT(evidence_.ratio(start_, contents({"d3", "e2"})), evidence_.ratio(start_, contents({"e4", "e2"})) + 3.0);
}

INSTANTIATE_TEST_SUITE_P(ReadAs, ArmOverASquare, ::testing::Values(0.1, 0.97));

/// Pawns on the second and seventh ranks and a knight on g1, all read rightly, on squares whose colours are told.
class ReplacedMen : public ::testing::Test {
protected:
  ReplacedMen() {
    state_ = blindReading();
    for (char file = 'a'; file <= 'h'; ++file)
      for (const auto& [rank, side] : {std::pair('2', "light"), {'7', "dark"}})
        stand({file, rank}, side, "pawn");
    stand("g1", "light", "knight");
    read();
    evidence_.accept(contents_, contents_);
  }
  void stand(const std::string& square, const std::string& side, const std::string& kind) {
    contents_.men[square] = {kind, side, ""};
    looks(square, side, kind, 60);
  }
  /// The reader's answer, and the grey that the square has in its middle.
  void looks(const std::string& square, const std::string& side, const std::string& kind, int grey) {
    SeenBoardPiece man;
    man.square = square;
    man.side = side;
    man.kind = kind;
    man.p = 0.99;
    std::erase_if(state_.board->pieces, [&](const SeenBoardPiece& one) { return one.square == square; });
    state_.board->pieces.push_back(man);
    state_.board->looks[square] = {0.02, manOn(100, grey)};
  }
  std::set<std::string> read() {
    evidence_.look(state_);
    return evidence_.replaced(contents_, evidence_.readOtherwise(contents_));
  }

  TableState state_;
  BoardContents contents_;
  BoardEvidence evidence_;
};

TEST_F(ReplacedMen, areReadOtherwiseOnASquareThatLooksOtherwise) {
  EXPECT_TRUE(read().empty());
  looks("a7", "light", "pawn", 250);
  looks("e2", "light", "bishop", 255);
  EXPECT_EQ(read(), (std::set<std::string>{"a7", "e2"}));
}

TEST_F(ReplacedMen, areNotThoseMisreadSinceAShadowFellThere) {
  looks("e2", "light", "bishop", 60);
  EXPECT_TRUE(read().empty());
  looks("e2", "light", "bishop", 150);
  EXPECT_TRUE(read().empty());
}

TEST_F(ReplacedMen, whoAreReadAsEachOtherNeedNotLookMuchOtherwise) {
  looks("e2", "light", "knight", 130);
  EXPECT_TRUE(read().empty()) << "one of them alone";
  looks("g1", "light", "pawn", 130);
  EXPECT_EQ(read(), (std::set<std::string>{"e2", "g1"}));
}

TEST_F(ReplacedMen, areToldByOneLookWhereTheyAreReadPlainly) {
  const auto plain = [&] {
    evidence_.look(state_);
    return evidence_.plainlyOtherwise(evidence_.readOtherwise(contents_));
  };
  EXPECT_TRUE(plain().empty());
  looks("a7", "light", "pawn", 250);
  looks("e2", "light", "bishop", 60); // where nothing else has changed
  EXPECT_EQ(plain(), (std::set<std::string>{"a7"}));
  state_.board->pieces.back().p = 0.9;
  looks("a7", "light", "pawn", 250);
  state_.board->pieces.back().p = 0.9;
  EXPECT_TRUE(plain().empty());
  looks("a7", "light", "pawn", 250);
  state_.board->looks.clear(); // seen from elsewhere
  EXPECT_TRUE(plain().empty());
}

/// A knight whom the reader takes for one with 0.88, and for the pawn who stood there with 0.1.
TEST_F(ReplacedMen, areThoseRatherTakenForAnotherSinceTheirSquareChanged) {
  const auto lookLikeAKnight = [&](int grey) {
    looks("e2", "light", "knight", grey);
    state_.board->pieces.back().p = 0.88;
    state_.board->pieces.back().alternatives = {{"light pawn", 0.1}, {"empty", 0.02}};
  };
  lookLikeAKnight(60);
  EXPECT_TRUE(read().empty()) << "nothing has changed there";
  lookLikeAKnight(255);
  EXPECT_EQ(read(), (std::set<std::string>{"e2"}));
  evidence_.accept(contents_, contents_);
  read();
  EXPECT_TRUE(evidence_.readOtherwise(contents_).empty()) << "so it looks by now";
  EXPECT_EQ(evidence_.readOtherwise(contents_, {"e2"}), (std::set<std::string>{"e2"})) << "and is still suspected";
}

/// The king on e1 hides something of e2 from a camera low before rank 1, and nothing from one high over it.
TEST_F(ReplacedMen, areNotThoseRatherTakenForAnotherSinceSomebodyCameBeforeThem) {
  stand("e1", "light", "king");
  looks("e2", "light", "knight", 255);
  state_.board->pieces.back().p = 0.88;
  state_.board->pieces.back().alternatives = {{"light pawn", 0.1}, {"empty", 0.02}};
  seeFrom({25.0, -900.0, 250.0}, state_);
  EXPECT_TRUE(read().empty());
  seeFrom({25.0, -100.0, 900.0}, state_);
  EXPECT_EQ(read(), (std::set<std::string>{"e2"}));
}

TEST_F(ReplacedMen, areNoneWhereHeWasNeverReadRightly) {
  looks("e2", "light", "bishop", 60);
  for (int i = 0; i < 20; ++i) {
    read();
    evidence_.accept(contents_, contents_);
  }
  looks("e2", "light", "bishop", 255);
  EXPECT_TRUE(read().empty());
}

/// Of printed tokens the upper one alone is read.
TEST_F(ReplacedMen, areNoneWhereARiderIsAllThatIsRead) {
  stand("a1", "light", "rook");
  read();
  evidence_.accept(contents_, contents_);
  const BoardContents before = contents_;
  contents_.men.erase("a2");
  contents_.men.at("a1").rider = "pawn";
  std::erase_if(state_.board->pieces, [](const SeenBoardPiece& one) { return one.square == "a2"; });
  state_.board->looks.clear();
  looks("a1", "light", "pawn", 60);
  state_.board->looks.clear();
  EXPECT_EQ(read(), std::set<std::string>()) << "when the pawn boards him";
  evidence_.accept(before, contents_);
  EXPECT_EQ(read(), std::set<std::string>()) << "afterwards";
}

class PaleMen : public ReplacedMen {};

/// A pale man on a pale square changes its colours little: that the reader sees him go and come counts for more then.
TEST_F(PaleMen, areSeenToMoveWhereTheReaderPlainlySeesIt) {
  constexpr int pale_grey = 163; // seven grey levels in the square's mean
  looks("e2", "light", "pawn", pale_grey);
  read();
  evidence_.accept(contents_, contents_);
  BoardContents after = contents_;
  after.men["e4"] = after.men.at("e2");
  after.men.erase("e2");
  looks("e4", "light", "pawn", pale_grey);
  std::erase_if(state_.board->pieces, [](const SeenBoardPiece& one) { return one.square == "e2"; });
  state_.board->looks["e2"] = {0.98, manOn(100, 100)};
  evidence_.look(state_);
  EXPECT_GT(evidence_.ratio(contents_, after), 2.0);
  state_.board->looks["e2"].empty = state_.board->looks["e4"].empty = 0.5; // a shadow, and the reader in doubt
  evidence_.look(state_);
  EXPECT_LT(evidence_.ratio(contents_, after), 0.0);
}

TEST_F(BoardEvidenceTest, aManTakenForAnArmIsRememberedWhereHeIsCertain) {
  TableState state = blindReading();
  state.board->looks["e2"].look.assign(27, 150);
  state.board->looks["e4"] = {0.1, std::vector<std::uint8_t>(27, 60)};
  evidence_.look(state);
  evidence_.accept(start_, contents({"d2", "e4"}));
  EXPECT_TRUE(evidence_.changed(contents({"d2", "e4"})).empty());
}

/// A man went from e2 to e4, and one of the two squares was covered then.
TEST_F(BoardEvidenceTest, howASquareLookedThatWasCoveredDuringATurnSaysNothing) {
  const BoardContents after = contents({"d2", "e4"});
  for (const bool where_he_came : {false, true}) {
    TableState state = blindReading();
    state.board->square_mm = 50.0;
    state.board->rows = state.board->columns = 8;
    state.board->table_from_board = {0.0, 0.0, 0.0};
    state.board->looks["e2"].look.assign(27, 150);
    state.board->looks["e4"] = {0.03, std::vector<std::uint8_t>(27, 60)};
    TableState covered = state;
    const double y_mm = where_he_came ? -25.0 : -125.0;
    covered.unseen_mm = {{{10.0, y_mm - 15.0}, {40.0, y_mm - 15.0}, {40.0, y_mm + 15.0}, {10.0, y_mm + 15.0}}};
    BoardEvidence evidence;
    evidence.look(blindReading());
    evidence.accept(start_, start_);
    evidence.look(covered);
    evidence.accept(start_, after);
    evidence.look(state);
    EXPECT_TRUE(evidence.changed(after).empty()) << where_he_came;
    if (!where_he_came)
      continue;
    state.board->looks["e4"] = blindReading().board->looks["e4"]; // nobody had come
    evidence.look(state);
    EXPECT_TRUE(evidence.changed(after).contains("e4"));
  }
}

TEST_F(BoardEvidenceTest, whatIsKnownSurvivesTheRecord) {
  BoardEvidence again;
  again.restore(evidence_.toJson());
  TableState state = blindReading();
  state.board->looks["e2"].look.assign(27, 150);
  for (BoardEvidence* evidence : {&evidence_, &again})
    evidence->look(tableStateFromJson(toJson(state)).value());
  EXPECT_EQ(again.changed(start_), (std::set<std::string>{"e2"}));
  EXPECT_DOUBLE_EQ(again.ratio(start_, contents({"d2"})), evidence_.ratio(start_, contents({"d2"})));
}

} // namespace
} // namespace linesman::app
