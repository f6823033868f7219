#include "app/armada_board.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Both sides set up for ArmadaChess by hand.
class SettingUp : public FedMatch {
protected:
  void start(std::map<std::string, std::string> options = {}) {
    MatchSetup setup;
    setup.game = "armada_chess";
    setup.options = std::move(options);
    begin(setup);
  }
  void put(const std::string& kind, const std::string& side, const std::vector<std::string>& squares) {
    for (const std::string& square : squares)
      table_.men[square] = {kind, side, ""};
  }
  void pawns(const std::string& side) {
    const std::string rank = side == "light" ? "4" : "7";
    for (char file = 'b'; file <= 'i'; ++file)
      put("pawn", side, {file + rank});
  }
  /// An order of one's own: Queen at the edge, Rooks in the middle.
  void heavy(const std::string& side) {
    const std::string rank = side == "light" ? "3" : "8";
    put("queen", side, {"a" + rank});
    put("king", side, {"j" + rank});
    put("rook", side, {"e" + rank, "f" + rank});
    put("bishop", side, {"b" + rank, "c" + rank});
    put("knight", side, {"g" + rank, "h" + rank});
  }
  void seen(double length_s = 1.6) {
    hand(armadaTable(table_));
    watch(armadaTable(table_), length_s);
  }
  std::vector<json> rulings() const {
    std::vector<json> found;
    for (const json& verdict : of("verdict"))
      if (verdict.value("action", "") == "setup")
        found.push_back(verdict);
    return found;
  }
  std::string kindAt(const std::string& square) const {
    const json start = of("start").at(0);
    for (const json& piece : start["position"]["pieces"])
      if (piece["at"] == square)
        return piece["kind"];
    return "";
  }
  BoardContents table_;
};

TEST_F(SettingUp, AnyOrderOnTheFieldsOfItsKindIsAPosition) {
  start();
  watch(armadaTable(table_));
  put("king", "light", {"j3"});
  put("king", "dark", {"j8"});
  seen();
  EXPECT_TRUE(of("start").empty());
  for (const char* side : {"light", "dark"}) {
    heavy(side);
    pawns(side);
    seen();
  }
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(kindAt("a3"), "queen");
  EXPECT_EQ(kindAt("j8"), "king");
  EXPECT_EQ(kindAt("e3"), "rook");
  EXPECT_TRUE(rulings().empty()) << rulings().front().dump();
  expectFold();
}

TEST_F(SettingUp, ThePieceBeforeTheKingIsNamedWithItsClause) {
  start();
  watch(armadaTable(table_));
  put("pawn", "light", {"b4"});
  put("king", "dark", {"j8"});
  seen();
  ASSERT_EQ(rulings().size(), 1u);
  EXPECT_EQ(rulings()[0]["clauses"], json({"AC-11"}));
  EXPECT_EQ(rulings()[0]["ruling"], "legal") << "a warning by default";
  EXPECT_TRUE(rulings()[0]["warning"].get<bool>());
  EXPECT_EQ(rulings()[0]["player"], "white");
  put("king", "light", {"j3"});
  seen();
  EXPECT_EQ(rulings().size(), 1u);
  expectFold();
}

TEST_F(SettingUp, EnforcedTheKingFirstIsARuling) {
  start({{"king_first", "enforce"}});
  watch(armadaTable(table_));
  put("queen", "dark", {"a8"});
  seen();
  ASSERT_EQ(rulings().size(), 1u);
  EXPECT_EQ(rulings()[0]["ruling"], "illegal");
}

TEST_F(SettingUp, WhenTheTimeIsOverTheLawSaysWhatIsLostAndWhatMustBePutRight) {
  start();
  watch(armadaTable(table_));
  for (const char* side : {"light", "dark"}) {
    heavy(side);
    pawns(side);
  }
  table_.men.erase("g3"); // a knight in the hand
  table_.men.erase("c4");
  put("pawn", "light", {"c5"}); // and a pawn on a wrong field
  seen(5.0);
  EXPECT_TRUE(of("start").empty());
  watch(armadaTable(table_), 118.0);
  ASSERT_EQ(rulings().size(), 2u);
  std::set<std::string> clauses;
  for (const json& one : rulings())
    clauses.insert(one["clauses"].front().get<std::string>());
  EXPECT_EQ(clauses, (std::set<std::string>{"AC-10", "AC-13"}));
  EXPECT_TRUE(of("start").empty());
  put("knight", "light", {"g3"}); // too late
  seen();
  ASSERT_EQ(rulings().size(), 3u);
  EXPECT_EQ(rulings().back()["clauses"].front(), "AC-13");
  match_->hear({t_s_, "white", "start"});
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>()) << "the pawn would be nowhere";
  watch(armadaTable(table_));
  EXPECT_TRUE(of("start").empty());
  table_.men.erase("g3");
  table_.men.erase("c5");
  put("pawn", "light", {"c4"});
  seen(12.0);
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("start")[0]["position"]["reserve"]["white"].size(), 1u);
  expectFold();
}

TEST_F(SettingUp, ThePlayersMayLetThingsStand) {
  start();
  watch(armadaTable(table_));
  for (const char* side : {"light", "dark"}) {
    heavy(side);
    pawns(side);
  }
  table_.men.erase("g3");
  seen(122.0);
  put("knight", "light", {"g3"});
  seen();
  EXPECT_TRUE(of("start").empty());
  match_->hear({t_s_, "black", "start"});
  watch(armadaTable(table_));
  ASSERT_EQ(of("start").size(), 1u) << "black does not mind";
  EXPECT_EQ(kindAt("g3"), "knight");
  expectFold();
}

TEST_F(SettingUp, WhatWasLostIsInTheReserveWhenNobodyObjects) {
  start();
  watch(armadaTable(table_));
  for (const char* side : {"light", "dark"}) {
    heavy(side);
    pawns(side);
  }
  table_.men.erase("g3");
  seen(136.0);
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("start")[0]["position"]["reserve"]["white"].size(), 1u);
}

TEST_F(SettingUp, MoreTimeIsGivenAndNothingIsLost) {
  start();
  watch(armadaTable(table_));
  for (const char* side : {"light", "dark"}) {
    heavy(side);
    pawns(side);
  }
  table_.men.erase("g3");
  seen(122.0);
  ASSERT_EQ(rulings().size(), 1u);
  match_->hear({t_s_, "arbiter", "clock give set-up 60 the lamp was out"});
  put("knight", "light", {"g3"});
  seen();
  EXPECT_EQ(rulings().size(), 1u);
  EXPECT_EQ(of("start").size(), 1u);
  expectFold();
}

TEST_F(SettingUp, InTurnEachSideHasAClockOfItsOwn) {
  start({{"setup", "in_turn"}});
  watch(armadaTable(table_));
  EXPECT_EQ(match_->setUpClock().player(), "white");
  put("king", "light", {"j3"});
  put("king", "dark", {"j8"}); // does not wait
  seen(60.0);
  ASSERT_EQ(rulings().size(), 1u);
  EXPECT_EQ(rulings()[0]["clauses"], json({"AC-12"}));
  table_.men.erase("j8");
  heavy("light");
  pawns("light");
  seen();
  EXPECT_EQ(match_->setUpClock().player(), "black");
  EXPECT_NEAR(match_->setUpClock().left_s("black", t_s_).value_or(0.0), 120.0, 5.0);
  EXPECT_LT(match_->setUpClock().left_s("white", t_s_).value_or(120.0), 60.0);
  const double white_s = match_->setUpClock().used_s("white", t_s_);
  put("king", "dark", {"j8"});
  seen(124.0);
  EXPECT_DOUBLE_EQ(match_->setUpClock().used_s("white", t_s_), white_s);
  int expired = 0;
  for (const json& event : of("clock"))
    if (event.value("expired", false)) {
      ++expired;
      EXPECT_EQ(event["player"], "black");
    }
  EXPECT_EQ(expired, 1);
  const std::vector<json> all = rulings();
  EXPECT_GT(all.size(), 5u) << "all that black has not set";
  EXPECT_TRUE(std::all_of(all.begin(), all.end(), [](const json& one) { return one["player"] == "black"; }));
  expectFold();
}

} // namespace
} // namespace linesman::app
