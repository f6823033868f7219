#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// What stands of a game on squares after people decided, talked, or carried men anew.
class BoardDecided : public FedMenMatch {
protected:
  void startAt(const std::string& position, std::map<std::string, std::string> options = {},
               const std::string& game = "king_down") {
    MatchSetup setup;
    setup.game = game;
    setup.start = position;
    setup.options = std::move(options);
    begin(setup);
    contents_ = contentsOf(game, json(position));
    game_ = game;
    look(seen());
    ASSERT_EQ(of("start").size(), 1u);
  }
  TableState seen() const {
    TableState state = board();
    if (game_ == "invasion")
      state.board->rows = state.board->columns = 10;
    return state;
  }
  void carried(const std::string& from, const std::string& to) {
    carry(from, to);
    look(seen());
  }
  void say(const std::string& player, const std::string& words) { match_->hear({t_s_, player, words}); }
  json last() const { return of("verdict").back(); }
  bool accepted() const { return of("claim").back()["accepted"].get<bool>(); }

  std::string game_ = "king_down";
};

const std::string with_freeze = "4k3/3p4/8/8/8/8/4P3/4K3 w Freeze:2,none:0 - - - - -";

TEST_F(BoardDecided, AQuestionDoesNotOutliveItsPosition) {
  startAt("4k3/8/2p5/1p6/8/2N5/8/4K3 w none:0,none:0 - - - - -");
  carried("c6", "c5");
  look(seen());
  look(seen());
  ASSERT_EQ(of("error").back()["what"], "unclear");
  say("white", "c3e4");
  say("black", "c6c5");
  ASSERT_EQ(last()["ruling"], "legal");
  say("black", "c6c5");
  EXPECT_FALSE(accepted());
  EXPECT_EQ(of("verdict").size(), 2u);
  expectFold();
}

TEST_F(BoardDecided, AForbiddenTurnThatNamesNoManIsRefusedWhenItIsPlayedAgain) {
  startAt("4k3/8/8/8/8/8/8/4K2R w none:0,none:0 - - - h1 -", {{"castling", "true"}});
  carry("e1", "g1");
  carried("h1", "f1");
  ASSERT_EQ(last()["turn"], "O-O");
  overrule(lastVerdict());
  carry("g1", "e1");
  carried("f1", "h1");
  carry("e1", "g1");
  carried("h1", "f1");
  EXPECT_EQ(last()["ruling"], "illegal");
  EXPECT_EQ(last()["actor"], "white");
  carry("g1", "e1");
  carried("f1", "h1");
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>());
  expectFold();
}

TEST_F(BoardDecided, TalkLeavesWhatPeopleForbade) {
  startAt(usual_array);
  carried("e2", "e4");
  overrule(lastVerdict());
  carried("e4", "e2");
  say("white", "draw?");
  say("black", "no");
  say("white", "e2e4");
  EXPECT_FALSE(accepted()) << "that was not allowed";
  expectFold();
}

TEST_F(BoardDecided, TalkLeavesWhatWasSaidOfTheTurnToCome) {
  startAt(with_freeze);
  say("white", "Freeze@d7");
  say("white", "draw?");
  say("black", "no");
  carried("e2", "e4");
  EXPECT_EQ(last()["turn"], "e2e4+Freeze@d7");
  expectFold();
}

TEST_F(BoardDecided, ATurnThatIsSpelledOutHasTheMarksSaidBefore) {
  startAt(with_freeze);
  say("white", "Freeze@d7");
  say("white", "e2e4");
  EXPECT_EQ(last()["turn"], "e2e4+Freeze@d7");
  expectFold();
}

TEST_F(BoardDecided, WordsAreOfTheirOwnPlayersTurnAlone) {
  startAt("k7/3q4/8/8/8/8/3R4/K7 w Strike:1,Strike:1 - - - - -");
  say("white", "Strike");
  carry("d2", "d3"); // and before the next picture Black's queen goes as a knight does, undeclared
  carried("d7", "e5");
  for (const json& verdict : of("verdict"))
    EXPECT_EQ(verdict["turn"].get<std::string>().find("Strike:d7"), std::string::npos) << verdict["turn"];
  expectFold();
}

TEST_F(BoardDecided, AnAnswerThatWasNoneMayCountAgain) {
  startAt(usual_array);
  say("white", "draw?");
  say("black", "yes");
  ASSERT_EQ(of("over").size(), 1u);
  overrule(lastVerdict());
  EXPECT_FALSE(match_->refereeState()["over"].get<bool>());
  overrule(lastVerdict());
  EXPECT_TRUE(match_->refereeState()["over"].get<bool>());
  EXPECT_EQ(of("over").size(), 2u);
  expectFold();
}

TEST_F(BoardDecided, AnUnlawfulMoveThatIsAllowedGoesToNoOlderTime) {
  startAt(usual_array);
  for (const auto& [from, to] :
       {std::pair{"g1", "f3"}, {"g8", "f6"}, {"f3", "g1"}, {"f6", "g8"}, {"e2", "e3"}, {"g8", "f6"}})
    carried(from, to);
  ASSERT_EQ(match_->refereeState()["turn"], 7);
  carried("e3", "e2"); // so the men stood before
  ASSERT_EQ(last()["ruling"], "illegal");
  overrule(lastVerdict());
  EXPECT_EQ(of("clock").back()["turn"], 8);
  EXPECT_EQ(of("clock").back()["to_move"], "black");
  expectFold();
}

TEST_F(BoardDecided, CountersAreToldWhenATurnFalls) {
  startAt(with_freeze);
  say("white", "Freeze@d7");
  carried("e2", "e4");
  ASSERT_EQ(of("counter").size(), 1u);
  overrule(lastVerdict());
  ASSERT_EQ(of("counter").size(), 2u);
  EXPECT_EQ(of("counter")[1]["before"], of("counter")[0]["after"]);
  EXPECT_EQ(of("counter")[1]["after"], of("counter")[0]["before"]);
  expectFold();
}

TEST_F(BoardDecided, OfABombThatNobodySpokeOfPlayersAreAsked) {
  const std::string bomb = "h9/10/4ii4/3****3/3****3/3****3/3****3/10/10/9H w on,off j1,a10";
  for (const bool told : {true, false}) {
    startAt(bomb, {}, "invasion");
    if (told)
      say("white", "Bomb@e9");
    contents_.men.erase("e8");
    contents_.men.erase("f8");
    look(seen());
    look(seen());
    EXPECT_EQ(of("verdict").size(), told ? 1u : 0u);
    if (!told) {
      ASSERT_FALSE(of("error").empty());
      say("white", "Bomb@e9");
      EXPECT_EQ(last()["turn"], "Bomb@e9");
      EXPECT_EQ(last()["actor"], "white");
    }
    expectFold();
  }
}

TEST_F(BoardDecided, WhereMenAreBeingSetTheRowIsReadOnceTheyStand) {
  MatchSetup setup;
  setup.game = "king_down";
  begin(setup);
  const BoardContents drawn =
      contentsOf("king_down", json("bqrknbmg/pppppppp/8/8/8/8/PPPPPPPP/BQRKNBMG w none:0,none:0 - - - - -"));
  contents_ = drawn;
  std::erase_if(contents_.men, [](const auto& man) { return man.second.kind != "pawn"; });
  look(board());
  contents_ = drawn;
  look(board());
  look(board());
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("start")[0]["position"].get<std::string>().substr(0, 8), "bqrknbmg");
  expectFold();
}

TEST_F(BoardDecided, WhatAHandChangesLaterIsNoMisreading) {
  startAt(usual_array);
  carry("g1", "f3");
  watch(board());
  ASSERT_EQ(last()["turn"], "g1f3");
  hand(board());
  carry("f3", "h3");
  hand(board());
  watch(board(), 4.0);
  EXPECT_TRUE(of("retract").empty());
  for (const json& verdict : of("verdict"))
    EXPECT_NE(verdict["turn"], "g1h3");
  expectFold();
}

} // namespace
} // namespace linesman::app
