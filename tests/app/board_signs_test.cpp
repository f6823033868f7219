#include "app/armada_board.h"

namespace linesman::app {
namespace {

using namespace testing;

/// A game of ArmadaChess under way; what lies on the table is fed.
class Signs : public FedMatch {
protected:
  void start(const std::map<std::string, std::string>& options = {}) {
    startAt(armadaPosition({armadaMan("c9", "king", "white"), armadaMan("a5", "pawn", "white"),
                            armadaMan("d4", "rook", "white"), armadaMan("i4", "pawn", "white"),
                            armadaMan("h8", "king", "black"), armadaMan("b7", "pawn", "black"),
                            armadaMan("i7", "pawn", "black"), armadaMan("e8", "rook", "black")}),
            options);
  }
  void startAt(const json& position, const std::map<std::string, std::string>& options = {}) {
    MatchSetup setup;
    setup.game = "armada_chess";
    setup.options = options;
    setup.start = position.dump();
    begin(setup);
    table_ = contentsOf("armada_chess", position);
    watch(armadaTable(table_));
    ASSERT_EQ(of("start").size(), 1u);
  }
  void changed(double length_s = 1.6) {
    hand(armadaTable(table_));
    watch(armadaTable(table_), length_s);
  }
  std::string played() const { return of("action").empty() ? "" : of("action").back().value("turn", ""); }
  std::vector<json> asked(const std::string& what) const {
    std::vector<json> found;
    for (const json& error : of("error"))
      if (error["what"] == what)
        found.push_back(error);
    return found;
  }
  std::string errors() const {
    std::string text;
    for (const json& error : of("error"))
      text += error.dump() + "\n";
    return text;
  }
  BoardContents table_;
};

TEST_F(Signs, ATurnedDieThatOneActionExplainsIsThatAction) {
  start();
  table_.dice[4] = 2;
  changed();
  ASSERT_EQ(played(), "artillery c9");
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  ASSERT_EQ(of("counter").size(), 1u);
  EXPECT_EQ(of("counter")[0]["city"], "C4");
  EXPECT_EQ(of("counter")[0]["before"], 3);
  EXPECT_EQ(of("counter")[0]["after"], 2);
  match_->hear({t_s_, "white", "artillery"}); // said after it was seen
  EXPECT_EQ(of("action").size(), 1u);
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>());
  changed(6.0);
  EXPECT_TRUE(of("error").empty()) << errors();
  expectFold();
}

TEST_F(Signs, ATurnedDieThatNothingExplainsIsAskedAboutUntilItIsRight) {
  start();
  table_.dice[2] = 5;
  changed(2.0);
  EXPECT_TRUE(of("error").empty()) << "something may still be said " << errors();
  watch(armadaTable(table_), 8.0);
  ASSERT_EQ(asked("die").size(), 1u);
  EXPECT_EQ(asked("die")[0]["city"], "C2");
  EXPECT_EQ(asked("die")[0]["seen"], 5);
  EXPECT_EQ(asked("die")[0]["counted"], 3);
  EXPECT_EQ(of("error").size(), 1u) << errors();
  EXPECT_TRUE(of("put_back").empty());
  table_.dice[2] = 3;
  changed(6.0);
  EXPECT_EQ(of("error").size(), 1u) << errors();
  table_.dice[2] = 5;
  changed(8.0);
  EXPECT_EQ(asked("die").size(), 2u) << "it was right in between";
  EXPECT_TRUE(of("action").empty());
  expectFold();
}

TEST_F(Signs, NothingRestsOnADieThatIsNotRead) {
  start();
  TableState table = armadaTable(table_);
  for (SeenDie& die : table.board->dice)
    die = {die.square, die.face % 6 + 1, 0.7};
  hand(table);
  watch(table, 10.0);
  EXPECT_TRUE(of("error").empty()) << errors();
  EXPECT_TRUE(of("action").empty());
  expectFold();
}

TEST_F(Signs, ADieThatIsForgottenAfterAToldActionIsAskedAbout) {
  start();
  match_->hear({t_s_, "white", "artillery c9"});
  ASSERT_EQ(played(), "artillery c9");
  watch(armadaTable(table_), 8.0);
  ASSERT_EQ(asked("die").size(), 1u);
  EXPECT_EQ(asked("die")[0]["counted"], 2);
  table_.dice[4] = 2;
  changed(6.0);
  EXPECT_EQ(of("error").size(), 1u) << errors();
  expectFold();
}

TEST_F(Signs, TheTableCountsWherePlayersAgreedSo) {
  start({{"die_mismatch", "accept"}});
  table_.dice[2] = 5;
  changed(8.0);
  EXPECT_TRUE(of("error").empty()) << errors();
  ASSERT_EQ(of("counter").size(), 1u);
  EXPECT_EQ(of("counter")[0]["after"], 5);
  EXPECT_TRUE(of("counter")[0]["accepted"].get<bool>());
  expectFold();
}

TEST_F(Signs, ABandThatFinishesATrainingIsUnderstood) {
  start();
  table_.bands["a5"] = {"low"}; // a pawn is trained with one lift
  changed();
  ASSERT_EQ(played(), "train a5");
  EXPECT_EQ(of("counter").back()["counter"], "trained");
  expectFold();
}

/// Of two Knights beside the board one is trained.
TEST_F(Signs, BandsTellWhichOfTwoMenHasCome) {
  json position = armadaPosition({armadaMan("e3", "king", "white"), armadaMan("d9", "pawn", "white"),
                                  armadaMan("f8", "king", "black"), armadaMan("b7", "pawn", "black")});
  position["reserve"]["white"] = {{{"kind", "knight"}}, {{"kind", "knight"}, {"trained", true}}};
  const std::pair<std::string, std::string> promotion{"d9d10=N", "d10"}, exit{"exit C1 N", "c2"};
  for (const auto& [turn, square] : {promotion, exit})
    for (const bool trained : {true, false}) {
      startAt(position);
      table_.men[square] = {"knight", "light", ""};
      if (trained)
        table_.bands[square] = {"low"};
      if (turn == promotion.first)
        table_.men.erase("d9");
      else
        table_.dice[1] = 1;
      changed(6.0);
      EXPECT_EQ(played(), turn + (trained ? "+low" : "") + (turn == exit.first ? " c2" : ""));
      EXPECT_TRUE(of("error").empty()) << errors();
      expectFold();
    }
}

TEST_F(Signs, AManWithASecondLifeIsSetBackBeforeHisPlayerMoves) {
  json position = armadaPosition({armadaMan("e3", "king", "white"), armadaMan("i4", "pawn", "white"),
                                  armadaMan("f8", "king", "black"), armadaMan("b7", "pawn", "black")});
  position["revive"]["white"] = {{{"kind", "knight"}}};
  startAt(position);
  match_->hear({t_s_, "white", "occupy"}); // of the turn that is still to come
  table_.men["d1"] = {"knight", "light", ""};
  changed(6.0);
  EXPECT_EQ(played(), "revive N d1");
  EXPECT_FALSE(of("verdict").back().contains("not_applied"));
  table_.men["i5"] = table_.men.at("i4");
  table_.men.erase("i4");
  changed(6.0);
  EXPECT_EQ(played(), "i4i5");
  EXPECT_EQ(of("action").size(), 2u);
  EXPECT_TRUE(of("verdict").back().contains("not_applied"));
  EXPECT_TRUE(of("put_back").empty());
  EXPECT_TRUE(of("error").empty()) << errors();
  expectFold();
}

TEST_F(Signs, ABandThatNobodyEarnedIsAskedAbout) {
  start();
  table_.bands["d4"] = {"high"};
  changed(8.0);
  EXPECT_TRUE(of("action").empty());
  ASSERT_EQ(asked("band").size(), 1u);
  EXPECT_EQ(asked("band")[0]["square"], "d4");
  EXPECT_EQ(asked("band")[0]["clauses"], json({"AC-55"}));
  table_.bands.clear(); // not seen from there
  changed(6.0);
  EXPECT_EQ(of("error").size(), 1u) << errors();
  expectFold();
}

/// Whose men are printed tokens.
class SignsBesideTokens : public Signs {
protected:
  SignsBesideTokens() { start(); }
  TableState seen() const {
    TableState state = armadaTable(table_);
    for (SeenBoardPiece& piece : state.board->pieces)
      piece.p = 0.999;
    return state;
  }
  void put() {
    hand(seen());
    watch(seen(), 8.0);
  }
};

TEST_F(SignsBesideTokens, ADieThatIsTakenAwayIsMissedUntilItIsBack) {
  for (const std::size_t times : {1u, 2u}) {
    table_.dice[2] = 0;
    put();
    ASSERT_EQ(asked("die").size(), times) << errors();
    EXPECT_EQ(asked("die").back()["city"], "C2");
    EXPECT_TRUE(asked("die").back()["seen"].is_null());
    EXPECT_EQ(asked("die").back()["counted"], 3);
    table_.dice[2] = 3;
    put();
  }
  EXPECT_EQ(of("error").size(), 2u) << errors();
  EXPECT_TRUE(of("action").empty());
  expectFold();
}

TEST_F(SignsBesideTokens, ADieThatSomethingCoversIsNotMissed) {
  table_.dice[2] = 0;
  TableState covered = seen();
  covered.board->square_mm = 50.0;
  covered.unseen_mm = {{{-50.0, -250.0}, {0.0, -250.0}, {0.0, -200.0}, {-50.0, -200.0}}}; // e1
  hand(covered);
  watch(covered, 8.0);
  EXPECT_TRUE(of("error").empty()) << errors();
}

TEST_F(SignsBesideTokens, ABandThatIsForgottenOrTakenOffIsAskedFor) {
  match_->hear({t_s_, "white", "train a5"});
  ASSERT_EQ(played(), "train a5");
  watch(seen(), 8.0);
  ASSERT_EQ(asked("band").size(), 1u) << errors();
  EXPECT_EQ(asked("band")[0]["square"], "a5");
  EXPECT_EQ(asked("band")[0]["clauses"], json({"AC-48"}));
  table_.bands["a5"] = {"low"};
  put();
  EXPECT_EQ(of("error").size(), 1u) << errors();
  table_.bands.clear();
  put();
  EXPECT_EQ(asked("band").size(), 2u);
  EXPECT_EQ(of("error").size(), 2u) << errors();
  expectFold();
}

TEST_F(Signs, ABandOrADieThatAReaderOfMenMissesIsNoQuestion) {
  start();
  match_->hear({t_s_, "white", "train a5"});
  ASSERT_EQ(played(), "train a5");
  table_.dice[2] = 0;
  changed(8.0);
  EXPECT_TRUE(of("error").empty()) << errors();
}

TEST_F(Signs, ALiftIsSaidOnce) {
  start();
  const auto accepted = [&](const char* words) {
    match_->hear({t_s_, "white", words});
    return of("claim").back()["accepted"].get<bool>();
  };
  EXPECT_TRUE(accepted("training 1"));
  ASSERT_EQ(played(), "train a5");
  EXPECT_FALSE(accepted("training 2"));
  EXPECT_EQ(of("claim").back()["sentence"], "It is not white's turn.");
  EXPECT_EQ(of("action").size(), 1u);
  expectFold();
}

TEST_F(Signs, ARookThatIsTurnedOnItsFieldIsFortified) {
  start();
  table_.turned.insert("d4");
  changed();
  EXPECT_EQ(played(), "fort d4");
  table_.turned.insert("e8");
  changed();
  EXPECT_EQ(played(), "fort e8");
  expectFold();
}

TEST_F(Signs, ABandThatIsTakenForOneFromTheStartIsNoQuestion) {
  MatchSetup setup;
  start();
  TableState misread = armadaTable(table_);
  setup.game = "armada_chess";
  setup.pick_up = "white";
  misread.board->pieces.front().bands = {"high"};
  begin(setup);
  watch(misread, 8.0);
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_TRUE(asked("band").empty());
}

TEST_F(Signs, ClocksTellHowLongACeaseFireHolds) {
  start();
  match_->hear({t_s_, "white", "cease-fire?"});
  match_->hear({t_s_, "black", "yes 2"});
  ASSERT_FALSE(of("clock").empty());
  EXPECT_EQ(of("counter").back()["counter"], "cease-fire");
  table_.men["b6"] = table_.men.at("b7");
  table_.men.erase("b7");
  changed();
  ASSERT_EQ(played(), "b7b6");
  EXPECT_EQ(of("clock").back()["ceasefire"], json({{"white", 2}, {"black", 1}}));
  expectFold();
}

/// AC-85, AC-88: a Rook that carries a Pawn is turned with him.
TEST_F(Signs, ARookThatCarriesAPawnIsFortified) {
  json carrier = armadaMan("d4", "rook", "white");
  carrier["rider"] = {{"kind", "pawn"}};
  startAt(armadaPosition(
      {armadaMan("c9", "king", "white"), carrier, armadaMan("h8", "king", "black"), armadaMan("b7", "pawn", "black")}));
  table_.turned.insert("d4");
  changed();
  EXPECT_EQ(played(), "fort d4") << errors();
  expectFold();
}

/// What the table shows of an action that people do not allow is asked to be undone, and undoes no decision.
TEST_F(Signs, WhatASignShowedBeforeADecisionIsAskedToBePutRight) {
  start();
  table_.turned.insert("d4");
  changed();
  ASSERT_EQ(played(), "fort d4");
  overrule(lastVerdict());
  ASSERT_EQ(asked("turned").size(), 1u) << errors();
  EXPECT_EQ(asked("turned")[0]["square"], "d4");
  EXPECT_FALSE(asked("turned")[0]["counted"].get<bool>());
  changed(6.0);
  EXPECT_EQ(of("action").size(), 1u) << "nor is it played again";
  EXPECT_EQ(asked("turned").size(), 1u) << "once";
  EXPECT_TRUE(of("put_back").empty()) << "it is not right yet";
  table_.turned.clear();
  changed(6.0);
  ASSERT_EQ(of("put_back").size(), 1u);
  EXPECT_TRUE(of("put_back")[0]["done"].get<bool>());
  EXPECT_EQ(of("error").size(), 1u) << errors();
  EXPECT_EQ(match_->refereeState()["to_move"], "white");
  expectFold();
}

TEST_F(Signs, ABandOfATrainingThatPeopleDoNotAllowIsAskedOff) {
  start();
  table_.bands["a5"] = {"low"};
  changed();
  ASSERT_EQ(played(), "train a5");
  overrule(lastVerdict());
  ASSERT_EQ(asked("band").size(), 1u) << errors();
  EXPECT_EQ(asked("band")[0]["square"], "a5");
  changed(6.0);
  EXPECT_EQ(of("action").size(), 1u);
  table_.bands.clear();
  changed(6.0);
  EXPECT_EQ(of("error").size(), 1u) << errors();
  expectFold();
}

/// A die counts as it lies where players agreed so, but not against what people decided.
TEST_F(Signs, ADieThatLiesAsBeforeADecisionIsNotAccepted) {
  start({{"die_mismatch", "accept"}});
  table_.dice[4] = 2;
  changed();
  ASSERT_EQ(played(), "artillery c9");
  overrule(lastVerdict());
  const auto die = [&] { return match_->refereeState()["position"]["cities"][3]["die"]; };
  ASSERT_EQ(die(), 3);
  ASSERT_EQ(asked("die").size(), 1u) << errors();
  changed(8.0);
  EXPECT_EQ(die(), 3) << "it was decided so";
  table_.dice[4] = 3;
  changed(6.0);
  EXPECT_EQ(die(), 3);
  table_.dice[4] = 5;
  changed(8.0);
  EXPECT_EQ(die(), 5) << "turned anew, it is accepted as any";
  expectFold();
}

/// And a decision that is taken back asks for the sign again that was undone.
TEST_F(Signs, ADecisionThatIsTakenBackAsksForTheSignAgain) {
  start();
  table_.turned.insert("d4");
  changed();
  ASSERT_EQ(played(), "fort d4");
  overrule(lastVerdict());
  table_.turned.clear();
  changed(6.0);
  overrule(lastVerdict());
  ASSERT_EQ(match_->refereeState()["to_move"], "black");
  ASSERT_EQ(asked("turned").size(), 2u) << errors();
  EXPECT_TRUE(asked("turned")[1]["counted"].get<bool>());
  table_.turned.insert("d4");
  changed(6.0);
  EXPECT_EQ(of("error").size(), 2u) << errors();
  EXPECT_EQ(of("action").size(), 1u);
  expectFold();
}

/// AC-71: his second move fortifies the Rook where the first one took him.
TEST_F(Signs, ARookThatGoesAndIsTurnedInOneTurn) {
  startAt(armadaPosition({armadaMan("a10", "rook", "white"), armadaMan("c9", "king", "white"),
                          armadaMan("g4", "rook", "white"), armadaMan("h8", "king", "black"),
                          armadaMan("b7", "pawn", "black")}));
  table_.men["g5"] = table_.men.at("g4");
  table_.men.erase("g4");
  table_.turned.insert("g5");
  changed(5.0);
  EXPECT_EQ(played(), "g4g5,fort g5") << errors();
  EXPECT_TRUE(of("error").empty()) << errors();
  expectFold();
}

} // namespace
} // namespace linesman::app
