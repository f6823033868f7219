#include "app/watch/board_evidence.h"

#include <gtest/gtest.h>

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

TEST_F(BoardEvidenceTest, aManTakenForAnArmIsRememberedWhereHeIsCertain) {
  TableState state = blindReading();
  state.board->looks["e2"].look.assign(27, 150);
  state.board->looks["e4"] = {0.1, std::vector<std::uint8_t>(27, 60)};
  evidence_.look(state);
  evidence_.accept(start_, contents({"d2", "e4"}));
  EXPECT_TRUE(evidence_.changed(contents({"d2", "e4"})).empty());
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
