#include "app/window/waiting_words.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "app/armada_board.h"
#include "app/board_geometry.h"
#include "app/seen_men.h"
#include "app/watch/board_contents.h"
#include "app/window/match_desk.h"
#include "app/window/ruling_text.h"
#include "app/window/turn_band.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

/// A match of King Down in the window, fed with what stands on the board.
class WaitingWordsTest : public ::testing::Test {
protected:
  WaitingWordsTest() {
    char name[] = "/tmp/linesman-waiting-XXXXXX";
    folder_ = mkdtemp(name);
    contents_ = contentsOf("king_down", testing::usual_array);
    open();
  }
  ~WaitingWordsTest() override { fs::remove_all(folder_); }

  void open() {
    MatchSetup setup;
    setup.game = "king_down";
    setup.start = testing::usual_array;
    desk_.reset(); // or it would hold the record
    desk_ = std::make_unique<MatchDesk>(setup, (folder_ / "match").string());
  }
  void see() {
    for (int i = 0; i < 20; ++i) { // long enough to be settled and looked at again
      snapshot_ = {};
      snapshot_.state.board = testing::boardShowing(contents_);
      snapshot_.state.t_s = snapshot_.t_s = t_s_ += 0.1;
      desk_->see(snapshot_);
    }
  }
  void hand() {
    snapshot_.state.hands_mm = {{{300, 300}, {380, 300}, {380, 380}, {300, 380}}};
    snapshot_.state.t_s = snapshot_.t_s = t_s_ += 0.1;
    desk_->see(snapshot_);
  }
  void carry(const std::string& from, const std::string& to) {
    hand();
    testing::carry(contents_, from, to);
    see();
  }
  std::string words() const { return waitingWords(*desk_, snapshot_).toStdString(); }

  fs::path folder_;
  BoardContents contents_;
  std::unique_ptr<MatchDesk> desk_;
  Snapshot snapshot_;
  double t_s_ = 0.0;
};

TEST_F(WaitingWordsTest, AfterAnIllegalTurnTheManThatGoesBackIsNamedAlsoWhenTheMatchIsTakenUpAgain) {
  see();
  EXPECT_EQ(words(), "Waiting for white's move.");
  carry("b1", "b3"); // no Knight does that
  EXPECT_EQ(words(), "Waiting for the knight on b3 to go back to b1.");
  EXPECT_EQ(desk_->notesFor(snapshot_.state).squares, (std::vector<std::string>{"b1", "b3"}));
  open(); // the window was closed
  see();
  EXPECT_EQ(words(), "Waiting for the knight on b3 to go back to b1.");
  EXPECT_EQ(desk_->notesFor(snapshot_.state).squares, (std::vector<std::string>{"b1", "b3"}));
  carry("b3", "b1");
  EXPECT_EQ(words(), "Waiting for white's move.");
  EXPECT_TRUE(desk_->notesFor(snapshot_.state).squares.empty());
}

TEST_F(WaitingWordsTest, AManThatIsBackIsToldWithItsSquare) {
  see();
  carry("b1", "b3");
  carry("b3", "b1");
  ASSERT_FALSE(desk_->history().empty());
  EXPECT_EQ(rulingSentence(desk_->history().back(), desk_->setup()), "The knight is back on b1.");
  const nlohmann::json several = {{"event", "put_back"}, {"done", true}, {"residual_mm", 0.0}};
  EXPECT_EQ(rulingSentence(several, desk_->setup()), "The men are back in their places.");
}

TEST_F(WaitingWordsTest, AtTheEndOfAFilmNothingIsWaitedFor) {
  see();
  desk_->finish();
  EXPECT_EQ(words(), "The pictures have ended.");
  see(); // another source
  EXPECT_EQ(words(), "Waiting for white's move.");
}

TEST_F(WaitingWordsTest, AFilmThatShowedNoStartSaysSo) {
  contents_.men.clear();
  see();
  desk_->finish();
  EXPECT_EQ(words(), "The pictures have ended before the match began.");
  EXPECT_EQ(TurnBand(desk_.get()).headline(), "No match has begun");
}

TEST_F(WaitingWordsTest, AGameThatGoesOnDoesNotWaitForAHiddenSquare) {
  see();
  snapshot_.state.unseen_mm = {squareCorners(*snapshot_.state.board, "a4")};
  EXPECT_EQ(words(), "Waiting for white's move. Not in sight: a4.");
}

TEST(WaitingWordsOfCities, TheirDiceHideNoMan) {
  MatchSetup setup;
  setup.game = "armada_chess";
  const nlohmann::json position =
      testing::armadaPosition({testing::armadaMan("c9", "king", "white"), testing::armadaMan("h8", "king", "black")});
  setup.start = position.dump();
  MatchDesk desk(setup, "");
  Snapshot snapshot;
  for (int i = 0; i < 20; ++i) {
    snapshot.state = testing::armadaTable(contentsOf("armada_chess", position));
    snapshot.state.board->square_mm = 40.0;
    snapshot.state.unseen_mm = {squareCorners(*snapshot.state.board, "e1")};
    snapshot.state.t_s = snapshot.t_s = 0.1 * i;
    desk.see(snapshot);
  }
  EXPECT_EQ(waitingWords(desk, snapshot).toStdString(), "Waiting for white's move.");
}

TEST(TableNotesTest, AManThatWasTakenAgainstTheLawGoesBackToo) {
  const nlohmann::json referee = {{"game", "king_down"}, {"refused_turn", "a1xa7"}, {"position", testing::usual_array}};
  const TableNotes notes = notesOf(referee, {});
  EXPECT_EQ(notes.squares, (std::vector<std::string>{"a1", "a7"}));
  ASSERT_EQ(notes.men_back.size(), 2u);
  EXPECT_EQ(notes.men_back[0].kind, "rook");
  EXPECT_EQ(notes.men_back[0].now, "a7");
  EXPECT_EQ(notes.men_back[0].home, "a1");
  EXPECT_EQ(notes.men_back[1].kind, "pawn");
  EXPECT_EQ(notes.men_back[1].now, "");
  EXPECT_EQ(notes.men_back[1].home, "a7");
  EXPECT_TRUE(
      notesOf({{"game", "king_down"}, {"refused_turn", ""}, {"position", testing::usual_array}}, {}).men_back.empty());
}

} // namespace
} // namespace linesman::app
