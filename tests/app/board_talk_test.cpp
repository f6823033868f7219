#include "app/armada_board.h"

namespace linesman::app {
namespace {

using namespace testing;

/// What players say to each other, and what they claim late.
class BoardTalk : public FedMatch {
protected:
  void startChess(const std::string& position = "4k3/8/8/8/8/8/8/R3K3 w none:0,none:0 - - - - -") {
    MatchSetup setup;
    setup.game = "king_down";
    setup.start = position;
    begin(setup);
    table_ = contentsOf("king_down", setup.start);
    look(board());
    ASSERT_EQ(of("start").size(), 1u);
  }
  /// White's Intelligence gives a second move to his Knight on e5 (AC-69); a Pawn is about to reach an enemy R.
  void startArmada(const std::map<std::string, std::string>& options = {}) {
    startArmadaAt(armadaPosition({armadaMan("a10", "knight", "white"), armadaMan("e5", "knight", "white"),
                                  armadaMan("e3", "king", "white"), armadaMan("a9", "pawn", "white"),
                                  armadaMan("h8", "rook", "black"), armadaMan("h5", "rook", "black"),
                                  armadaMan("j8", "king", "black"), armadaMan("j2", "pawn", "black")}),
                  options);
  }
  void startArmadaAt(const json& position, const std::map<std::string, std::string>& options = {}) {
    MatchSetup setup;
    setup.game = "armada_chess";
    setup.options = options;
    setup.start = position.dump();
    begin(setup);
    table_ = contentsOf("armada_chess", position);
    watch(armadaTable(table_));
    ASSERT_EQ(of("start").size(), 1u);
  }
  TableState board() const {
    TableState state = armadaTable(table_);
    state.board->rows = state.board->columns = 8;
    return state;
  }
  void carry(const std::string& from, const std::string& to) {
    table_.men[to] = table_.men.at(from);
    table_.men.erase(from);
  }
  void play(const std::string& from, const std::string& to) {
    carry(from, to);
    look(board());
    ASSERT_EQ(of("action").back()["turn"], from + to);
  }
  void playArmada(const std::string& from, const std::string& to) {
    carry(from, to);
    hand(armadaTable(table_));
    watch(armadaTable(table_));
  }
  /// Accepted, and why not.
  std::pair<bool, std::string> say(const char* player, const char* words) {
    match_->hear({t_s_, player, words});
    const json claim = of("claim").back();
    return {claim["accepted"].get<bool>(), claim.value("sentence", "")};
  }
  /// Whose time was told to be used up.
  std::vector<std::string> timesOver() const {
    std::vector<std::string> players;
    for (const json& clock : of("clock"))
      if (clock.value("expired", false))
        players.push_back(clock["player"]);
    return players;
  }
  std::string toMove() const { return match_->refereeState()["to_move"]; }

  BoardContents table_;
};

TEST_F(BoardTalk, ADrawIsOfferedByOneAndAgreedToByTheOther) {
  startChess();
  EXPECT_FALSE(say("black", "yes").first) << "nothing was offered";
  EXPECT_FALSE(say("black", "draw?").first) << "in one's own turn";
  EXPECT_TRUE(say("white", "draw?").first);
  EXPECT_FALSE(say("white", "yes").first) << "the other answers";
  EXPECT_TRUE(of("over").empty());
  EXPECT_TRUE(say("black", "no").first);
  EXPECT_EQ(of("action").back()["actor"], "black") << "who said it";
  EXPECT_EQ(of("verdict").back()["actor"], "black");
  EXPECT_FALSE(say("black", "yes").first) << "it has been declined";
  EXPECT_TRUE(say("white", "draw?").first);
  EXPECT_TRUE(say("black", "yes").first);
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "draw");
  expectFold();
}

TEST_F(BoardTalk, TalkIsNoTurn) {
  startChess();
  EXPECT_TRUE(say("white", "draw?").first);
  EXPECT_EQ(match_->refereeState()["turn"], 1);
  play("a1", "a2");
  EXPECT_EQ(match_->refereeState()["turn"], 2);
  EXPECT_EQ(of("clock").back()["turn"], 2);
  EXPECT_TRUE(say("black", "resign").first);
  EXPECT_EQ(match_->refereeState()["turn"], 2) << "the turn that the game ended in";
  ASSERT_TRUE(match_->overrule(of("verdict").back()["seq"], "Ann", "he meant something else", t_s_));
  EXPECT_EQ(of("clock").back()["turn"], 2);
  expectFold();
}

TEST_F(BoardTalk, AnOfferIsDeclinedByATurnOfTheOther) {
  startChess();
  EXPECT_TRUE(say("white", "draw?").first);
  play("a1", "a2");
  play("e8", "e7");
  EXPECT_FALSE(say("black", "yes").first);
  EXPECT_TRUE(of("over").empty());
  expectFold();
}

TEST_F(BoardTalk, ADrawByRepetitionIsClaimedAfterTheThirdTime) {
  startChess();
  for (int time = 1; time <= 2; ++time) {
    EXPECT_FALSE(say("white", "claim").first) << "time " << time;
    play("a1", "a2");
    play("e8", "d8");
    play("a2", "a1");
    play("d8", "e8");
  }
  EXPECT_TRUE(say("white", "claim").first);
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "draw");
  expectFold();
}

TEST_F(BoardTalk, WhoeverResignsLoses) {
  for (const auto& [player, winner] : {std::pair("white", "black"), std::pair("black", "white")}) {
    startChess();
    EXPECT_TRUE(say(player, "resign").first);
    ASSERT_EQ(of("over").size(), 1u);
    EXPECT_EQ(of("over")[0]["winner"], winner);
    EXPECT_EQ(of("over")[0]["clauses"], json({"KD-48"}));
    EXPECT_FALSE(say(winner, "resign").first) << "the game is over";
    expectFold();
  }
}

TEST_F(BoardTalk, TheSecondMoveOfATurnThatWasTakenForDoneIsALateClaim) {
  startArmada();
  playArmada("e5", "f7");
  ASSERT_EQ(of("action").back()["turn"], "e5f7,done");
  ASSERT_EQ(toMove(), "black");
  table_.men.erase("h8");
  playArmada("f7", "h8");
  ASSERT_EQ(of("action").back()["turn"], "claim f7xh8") << of("action").back().dump();
  EXPECT_EQ(of("action").back()["actor"], "white");
  EXPECT_EQ(of("action").back()["kind"], "capture");
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  EXPECT_EQ(of("verdict").back()["actor"], "white");
  EXPECT_TRUE(say("white", "claim").first) << "said after it was seen";
  EXPECT_EQ(toMove(), "black");
  playArmada("h5", "h4");
  EXPECT_EQ(of("action").back()["turn"], "h5h4");
  EXPECT_EQ(toMove(), "white");
  EXPECT_TRUE(of("error").empty());
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(BoardTalk, WhatIsClaimedTooLateHasLapsed) {
  startArmada();
  EXPECT_FALSE(say("white", "claim e5f7").first) << "in one's own turn one moves";
  playArmada("e5", "f7");
  EXPECT_FALSE(say("black", "claim").first);
  EXPECT_FALSE(say("white", "claim f7a1").first);
  EXPECT_TRUE(say("white", "claim").first);
  EXPECT_EQ(toMove(), "black");
  playArmada("h5", "h4");
  const auto [accepted, why] = say("black", "claim");
  EXPECT_FALSE(accepted) << "his own turn had no second move";
  EXPECT_NE(why.find("lapsed"), std::string::npos) << why;
  EXPECT_EQ(toMove(), "white");
  expectFold();
}

TEST_F(BoardTalk, ALateClaimIsSpelledOut) {
  startArmada();
  playArmada("e5", "f7");
  EXPECT_TRUE(say("white", "claim f7xh8").first);
  EXPECT_EQ(of("action").back()["actor"], "white");
  EXPECT_EQ(toMove(), "black");
  table_.men.erase("h8");
  playArmada("f7", "h8");
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(BoardTalk, WhatIsNoWordOfTheGameIsNotAccepted) {
  startChess();
  const auto [accepted, why] = say("white", "banana");
  EXPECT_FALSE(accepted);
  EXPECT_NE(why.find("Freeze@<square>"), std::string::npos) << why;
  EXPECT_FALSE(say("white", "training 2").first) << "a word of another game";
  EXPECT_FALSE(say("white", "a1b3").first) << "no Rook goes there";
  EXPECT_EQ(say("black", "e8e7").second, "It is not black's turn.");
  EXPECT_TRUE(say("white", "adjust").first);
  EXPECT_EQ(toMove(), "white");
  expectFold();
}

TEST_F(BoardTalk, APowerThatIsNotThereIsRefusedWhenItIsSaid) {
  startChess("4k3/8/8/3n4/8/8/3P4/R3K3 w Freeze:1,none:0 - - - - -");
  EXPECT_TRUE(say("white", "Freeze@d5").first);
  EXPECT_EQ(say("black", "Freeze@d2").second, "It is not black's turn.");
  for (const char* power : {"Strike", "haste", "Sacrifice"})
    EXPECT_FALSE(say("white", power).first) << power;
}

TEST_F(BoardTalk, ATokenThatIsSpentIsRefusedWhenItIsSaid) {
  startChess("4k3/8/8/8/8/8/3P4/R3K3 w Strike:0,none:0 - - - - -");
  EXPECT_EQ(say("white", "strike").second, "White has no Strike token left.");
  EXPECT_EQ(toMove(), "white");
  expectFold();
}

TEST_F(BoardTalk, WhatIsRefusedIsJudgedByThePowerThatWasSaidForIt) {
  startChess("4k3/8/8/8/8/3P4/8/R5K1 w Strike:1,none:0 - - - - -");
  EXPECT_TRUE(say("white", "strike").first);
  carry("d3", "d7");
  look(board());
  ASSERT_EQ(of("verdict").size(), 1u) << json(of("error")).dump();
  EXPECT_EQ(of("verdict")[0]["clauses"][0], "KD-63") << of("verdict")[0];
  carry("d7", "d3");
  look(board());
  play("a1", "a5"); // the word was about the other move
  expectFold();
}

TEST_F(BoardTalk, APowerThatIsNotThereIsRefusedToEitherSideWhoeverStandsOnTheFirstSquares) {
  startChess("4k3/8/8/3n4/8/8/8/4K1R1 w Leap:1,Strike:1 - - - - -");
  for (const char* power : {"Strike", "Flight", "March", "Haste", "Sacrifice"})
    EXPECT_FALSE(say("white", power).first) << power;
  EXPECT_TRUE(say("white", "Leap").first);
  carry("g1", "g4");
  look(board());
  ASSERT_EQ(toMove(), "black");
  for (const char* power : {"Leap", "Flight", "March", "Haste", "Sacrifice"})
    EXPECT_FALSE(say("black", power).first) << power;
  EXPECT_TRUE(say("black", "Strike").first);
}

/// KD-60: a king has one power, so of two that are said one is refused, and the turn goes with the other, whether it is
/// spelled out or seen.
TEST_F(BoardTalk, OfTwoPowersTheOneThatTheKingHasGoesWithTheTurn) {
  for (const char* spelled_out : {"d3d5", ""}) {
    startChess("7k/8/8/8/8/3N4/8/6K1 w Strike:1,none:0 - - - - -");
    EXPECT_FALSE(say("white", "Leap").first);
    EXPECT_TRUE(say("white", "strike").first);
    EXPECT_FALSE(say("white", "Flight").first);
    EXPECT_TRUE(say("white", "Strike").first) << "said again it is the same";
    if (*spelled_out != '\0') {
      EXPECT_TRUE(say("white", spelled_out).first);
    } else {
      carry("d3", "d5");
      look(board());
    }
    ASSERT_FALSE(of("action").empty()) << json(of("error")).dump();
    EXPECT_EQ(of("action").back()["turn"], "Strike:d3d5");
  }
}

/// KD-62: what is not applied is told, with the reason, and no token is spent.
TEST_F(BoardTalk, APowerThatDoesNotFitTheTurnIsToldAndStays) {
  startChess("4k3/8/8/8/8/8/4P3/4K1N1 w Strike:1,none:0 - - - - -");
  EXPECT_TRUE(say("white", "strike").first);
  carry("g1", "f3");
  look(board());
  ASSERT_EQ(of("verdict").size(), 1u);
  EXPECT_EQ(of("verdict")[0]["turn"], "g1f3");
  EXPECT_EQ(of("verdict")[0]["ruling"], "legal");
  EXPECT_EQ(of("verdict")[0]["not_applied"], json({"Strike"}));
  const std::string told = of("verdict")[0]["sentence"];
  EXPECT_NE(told.find("Strike was not applied and stays available: "), std::string::npos) << told;
  EXPECT_NE(position().find("Strike:1"), std::string::npos);
  EXPECT_TRUE(of("counter").empty());
  carry("e8", "e7");
  look(board());
  EXPECT_FALSE(of("verdict").back().contains("not_applied")) << "it was about the turn before";
  expectFold();
}

/// KD-63: the Rook gives check, so no token may be spent with his move.
TEST_F(BoardTalk, AMarkThatTheLawDoesNotLetGoWithAMoveIsToldAndStays) {
  for (const bool spelled : {false, true}) {
    startChess("4k3/3p4/8/8/8/8/8/R3K3 w Freeze:2,none:0 - - - - -");
    EXPECT_TRUE(say("white", "Freeze@d7").first);
    carry("a1", "a8");
    if (spelled) {
      EXPECT_TRUE(say("white", "a1a8").first);
    } else {
      look(board());
    }
    EXPECT_EQ(of("verdict").back()["turn"], "a1a8");
    const std::string told = of("verdict").back()["sentence"];
    EXPECT_NE(told.find("Freeze@d7 was not applied and stays available: A turn that spends a token may not leave the "
                        "enemy king in check"),
              std::string::npos)
        << told;
    EXPECT_NE(position().find("Freeze:2"), std::string::npos);
    expectFold();
  }
}

TEST_F(BoardTalk, OfTwoMarksTheOneSaidLaterCounts) {
  for (const auto& [first, second] : {std::pair("Freeze@d7", "Freeze@c7"), std::pair("Freeze@c7", "Freeze@d7")})
    for (const bool spelled : {false, true}) {
      startChess("4k3/2pp4/8/8/8/8/4P3/4K3 w Freeze:2,none:0 - - - - -");
      EXPECT_TRUE(say("white", first).first);
      EXPECT_TRUE(say("white", second).first);
      carry("e2", "e4");
      if (spelled) {
        EXPECT_TRUE(say("white", "e2e4").first);
      } else {
        look(board());
      }
      EXPECT_EQ(of("verdict").back()["turn"], std::string("e2e4+") + second);
      const std::string told = of("verdict").back()["sentence"];
      EXPECT_NE(told.find(first + std::string(" was not applied and stays available: Only 1 token may be spent")),
                std::string::npos)
          << told;
      expectFold();
    }
}

TEST_F(BoardTalk, WhatWasDeclaredForARefusedTurnIsToldToHaveFallen) {
  startChess("4k3/3p4/8/8/8/8/4P3/R3K3 w Freeze:2,none:0 - - - - -");
  EXPECT_TRUE(say("white", "Freeze@d7").first);
  carry("a1", "b3");
  look(board());
  ASSERT_EQ(of("verdict").size(), 1u) << json(of("error")).dump();
  EXPECT_EQ(of("verdict")[0]["ruling"], "illegal");
  const std::string told = of("verdict")[0]["sentence"];
  EXPECT_NE(told.find("Freeze@d7 falls with the turn that is refused and stays available; say it again."),
            std::string::npos)
      << told;
  carry("b3", "a1");
  look(board());
  EXPECT_TRUE(say("white", "Freeze@d7").first);
  carry("e2", "e4");
  look(board());
  EXPECT_EQ(of("action").back()["turn"], "e2e4+Freeze@d7");
  expectFold();
}

/// What White said is about his turn, not about Black's man who went out of turn.
TEST_F(BoardTalk, AMoveOutOfTurnTakesNoWordFromTheOtherPlayer) {
  startChess("4k3/3p4/8/8/8/8/4P3/R3K3 w Freeze:2,none:0 - - - - -");
  EXPECT_TRUE(say("white", "Freeze@d7").first);
  carry("e8", "f8");
  look(board());
  look(board());
  say("black", "e8f8");
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  EXPECT_EQ(of("verdict").back()["actor"], "black");
  carry("f8", "e8");
  look(board());
  carry("e2", "e4");
  look(board());
  EXPECT_EQ(of("action").back()["turn"], "e2e4+Freeze@d7");
  expectFold();
}

TEST_F(BoardTalk, APowerGoesWithTheTurnThatIsReadAnew) {
  startChess("4k3/8/8/8/8/8/8/R3K3 w Strike:1,none:0 - - - - -");
  watch(board());
  EXPECT_TRUE(say("white", "Strike").first);
  hand(board());
  carry("a1", "a4"); // so it was read at first
  watch(board(), 0.5);
  ASSERT_EQ(of("action").back()["turn"], "Strike:a1a4");
  carry("a4", "a5"); // no hand was there: it always stood here
  watch(board());
  ASSERT_EQ(of("retract").size(), 1u);
  EXPECT_EQ(of("action").back()["turn"], "Strike:a1a5");
  expectFold();
}

/// AC-107 is about a city; this turn attacks none.
TEST_F(BoardTalk, AWordAboutACityThatIsNotAttackedIsTold) {
  startArmada();
  EXPECT_TRUE(say("white", "occupy").first);
  playArmada("e3", "e4");
  ASSERT_EQ(of("verdict").back()["turn"], "e3e4");
  EXPECT_EQ(of("verdict").back()["not_applied"], json({"occupy"}));
  const std::string told = of("verdict").back()["sentence"];
  EXPECT_NE(told.find("occupy was not applied: this turn goes into no city in that way."), std::string::npos) << told;
  expectFold();
}

/// KD-68: a move that only a power allows, which its player has and did not say.
class UntoldPower : public BoardTalk {
protected:
  UntoldPower() {
    startChess("7k/8/8/8/8/3N4/8/R5K1 w Strike:1,none:0 - - - - -");
    carry("d3", "d5");
    look(board());
    look(board());
  }
};

TEST_F(UntoldPower, IsAskedAboutBeforeTheTurnIsRefused) {
  EXPECT_TRUE(of("verdict").empty()) << of("verdict")[0].dump();
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["what"], "unclear");
  EXPECT_EQ(of("error")[0]["candidates"], json({{"Strike:d3d5"}, {"d3d5"}}));
  EXPECT_EQ(of("error")[0]["sentence"], "d3d5 is allowed only by Strike, which was not said. Say Strike if it was, or "
                                        "put it back.");
  EXPECT_TRUE(say("white", "Strike").first);
  look(board());
  ASSERT_EQ(of("action").size(), 1u);
  EXPECT_EQ(of("action")[0]["turn"], "Strike:d3d5");
  EXPECT_NE(position().find("Strike:0"), std::string::npos);
  EXPECT_EQ(of("error").size(), 1u);
  expectFold();
}

TEST_F(UntoldPower, IsRefusedWhereItWasNone) {
  EXPECT_TRUE(say("white", "d3d5").first);
  ASSERT_EQ(of("verdict").size(), 1u);
  EXPECT_EQ(of("verdict")[0]["ruling"], "illegal");
  EXPECT_EQ(of("verdict")[0]["clauses"][0], "KD-15");
  EXPECT_NE(position().find("Strike:1"), std::string::npos);
  carry("d5", "d3");
  look(board());
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>());
  expectFold();
}

/// Who plays on has accepted it, and without it the board cannot be.
TEST_F(UntoldPower, IsTakenForSpentWhereTheOtherPlaysOn) {
  carry("h8", "h7");
  look(board());
  ASSERT_EQ(of("action").size(), 2u) << json(of("error")).dump();
  EXPECT_EQ(of("action")[0]["turn"], "Strike:d3d5");
  EXPECT_EQ(of("action")[1]["turn"], "h8h7");
  expectFold();
}

TEST_F(UntoldPower, IsForgottenWhereTheManGoesBack) {
  carry("d5", "d3");
  look(board());
  ASSERT_EQ(of("put_back").size(), 1u);
  EXPECT_TRUE(of("put_back")[0]["done"].get<bool>());
  play("d3", "e5");
  expectFold();
}

TEST_F(BoardTalk, AMoveThatNoPowerOfItsPlayerAllowsIsRefusedAtOnce) {
  for (const char* powers : {"none:0", "Strike:0", "Freeze:2"}) {
    startChess("7k/8/8/8/8/3N4/8/R5K1 w " + std::string(powers) + ",none:0 - - - - -");
    carry("d3", "d5");
    look(board());
    ASSERT_EQ(of("verdict").size(), 1u) << powers;
    EXPECT_EQ(of("verdict")[0]["ruling"], "illegal");
  }
}

/// AC-57, AC-135: White's Rook with a second life was taken; he moves first, and sets it down before Black has moved.
class LateSecondLife : public BoardTalk {
protected:
  LateSecondLife() {
    json rook = armadaMan("h7", "rook", "white");
    rook["lives"] = "high";
    json position = armadaPosition({rook, armadaMan("e3", "king", "white"), armadaMan("h8", "queen", "black"),
                                    armadaMan("j8", "king", "black"), armadaMan("j2", "pawn", "black")});
    position["side"] = "black";
    startArmadaAt(position);
    playArmada("h8", "h7");
    EXPECT_EQ(of("action").back()["turn"], "h8xh7");
    playArmada("e3", "e4");
    EXPECT_EQ(of("action").back()["turn"], "e3e4");
  }
  void setDown() { table_.men["d1"] = {"rook", "light", ""}; }
  void expectSetDown() {
    EXPECT_EQ(of("action").back()["turn"], "claim revive R d1") << json(of("error")).dump();
    EXPECT_EQ(of("action").back()["actor"], "white");
    EXPECT_EQ(toMove(), "black");
  }
};

TEST_F(LateSecondLife, IsSeen) {
  setDown();
  hand(armadaTable(table_));
  watch(armadaTable(table_));
  expectSetDown();
  playArmada("h7", "h6");
  EXPECT_EQ(of("action").back()["turn"], "h7h6");
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(LateSecondLife, IsTold) {
  for (const char* words : {"revive R d1", "claim revive R d1"}) {
    if (words[0] == 'c') // set down once, it cannot be again
      EXPECT_FALSE(say("white", words).first);
    else
      EXPECT_TRUE(say("white", words).first) << of("claim").back().dump();
    expectSetDown();
  }
  setDown();
  hand(armadaTable(table_));
  watch(armadaTable(table_));
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(LateSecondLife, IsSeenTogetherWithTheTurnAfterIt) {
  setDown();
  playArmada("h7", "h6");
  ASSERT_EQ(of("action").size(), 4u) << json(of("error")).dump();
  EXPECT_EQ(of("action")[2]["turn"], "claim revive R d1");
  EXPECT_EQ(of("action")[3]["turn"], "h7h6");
  expectFold();
}

TEST_F(LateSecondLife, IsNotForTheOtherToSetDown) {
  EXPECT_EQ(say("black", "revive R d1").second, "That is for white to say now.");
  EXPECT_EQ(of("action").size(), 2u);
  expectFold();
}

TEST_F(LateSecondLife, HasLapsedWhenTheOtherHasMoved) {
  playArmada("h7", "h6");
  EXPECT_FALSE(say("white", "revive R d1").first);
  EXPECT_FALSE(say("black", "revive R d1").first) << "nor is it his";
  expectFold();
}

TEST_F(BoardTalk, APawnThatStaysOneOnTheLastRowIsAskedWhatItBecomes) {
  startChess("4k3/P7/8/8/8/8/8/4K2R w none:0,none:0 - - - - -");
  carry("a7", "a8");
  look(board());
  look(board());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["sentence"], "Say what the man on a8 becomes, and put that man there.");
}

TEST_F(BoardTalk, WhatAPawnBecameIsAskedWhereTwoReadingsAreClose) {
  for (const double p : {0.72, 0.9}) {
    startChess("4k3/P7/8/8/8/8/8/4K2R w none:0,none:0 - - - - -");
    carry("a7", "a8");
    table_.men.at("a8").kind = "queen";
    TableState state = board();
    const auto queen = std::ranges::find(state.board->pieces, "a8", &SeenBoardPiece::square);
    queen->p = p;
    queen->alternatives = {{"light rook", 0.98 - p}};
    look(state);
    look(state);
    EXPECT_EQ(of("action").size(), p < 0.8 ? 0u : 1u) << p;
    ASSERT_EQ(of("error").size(), p < 0.8 ? 1u : 0u) << p;
    if (p < 0.8) {
      EXPECT_EQ(of("error")[0]["sentence"], "Say what the man on a8 becomes, and put that man there.");
    }
  }
}

TEST_F(BoardTalk, RightsThatAreOpenOrHaveLapsedAreToldWhereHintsWereAgreed) {
  const auto told = [this](const char* hints) {
    startArmada({{"hints", hints}});
    playArmada("e5", "f7");
    playArmada("h5", "h4");
    std::vector<std::string> windows;
    for (const json& event : of("clock"))
      for (const json& window : event.value("windows", json::array()))
        windows.push_back(window);
    expectFold();
    return windows;
  };
  EXPECT_TRUE(told("off").empty()) << "nobody is reminded (AC-136)";
  const auto after = told("after");
  ASSERT_EQ(after.size(), 1u);
  EXPECT_NE(after[0].find("lapsed"), std::string::npos) << after[0];
  const auto always = told("always");
  ASSERT_EQ(always.size(), 2u);
  EXPECT_NE(always[0].find("may still claim"), std::string::npos) << always[0];
  EXPECT_NE(always[1].find("lapsed"), std::string::npos) << always[1];
}

TEST_F(BoardTalk, AnOfferInArmadaChessIsAnsweredByTheButtonWithItsNumber) {
  startArmada();
  EXPECT_TRUE(say("white", "draw?").first);
  EXPECT_FALSE(say("white", "yes 3").first);
  EXPECT_TRUE(say("black", "yes 3").first);
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "draw");
  expectFold();
}

TEST_F(BoardTalk, TheTimeIsOverWhenTheClockSaysSo) {
  startArmada({{"clock_length", "20"}});
  match_->hear({t_s_, "black", "time"});
  EXPECT_TRUE(of("claim").empty());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_NE(of("error")[0]["sentence"].get<std::string>().find("0:1"), std::string::npos) << of("error")[0].dump();
  watch(armadaTable(table_), 25.0);
  EXPECT_TRUE(of("clock").back().value("expired", false));
  EXPECT_TRUE(of("over").empty()) << "people say it";
  EXPECT_TRUE(say("black", "time").first);
  EXPECT_EQ(of("action").back()["actor"], "black") << "in White's turn";
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "draw") << "all cities are worth the same";
  EXPECT_EQ(of("over")[0]["clauses"], json({"AC-143", "AC-144"}));
  expectFold();
}

/// Nobody looks between the end of a player's time and the word that ends the game.
TEST_F(BoardTalk, ATimeThatEndsBeforeItsPlayerSpeaksIsTold) {
  startArmada({{"clock", "per_player"}, {"clock_length", "20"}});
  playArmada("e3", "e4");
  ASSERT_EQ(toMove(), "black");
  match_->hear({t_s_ + 30.0, "black", "resign"});
  EXPECT_EQ(timesOver(), std::vector<std::string>{"black"});
  expectFold();
}

TEST_F(BoardTalk, ATimeThatIsTakenFromWhoIsNotToMoveIsToldAtOnce) {
  startArmada({{"clock", "per_player"}, {"clock_length", "20"}});
  ASSERT_TRUE(match_->rule({ClockRuling::What::take, "black", 25.0, "Ann", "a rude word"}, t_s_));
  watch(armadaTable(table_));
  EXPECT_EQ(timesOver(), std::vector<std::string>{"black"});
  expectFold();
}

/// A square that something covers.
class CoveredSquare : public BoardTalk {
protected:
  CoveredSquare() { startChess("4k3/8/2p5/1p6/8/2N5/8/4K3 w none:0,none:0 - - - - -"); }
  TableState coveredAtD5() const {
    TableState state = board();
    state.board->square_mm = 50.0;
    state.unseen_mm = {{{-50.0, 0.0}, {0.0, 0.0}, {0.0, 50.0}, {-50.0, 50.0}}};
    return state;
  }
};

TEST_F(CoveredSquare, AManMayHaveGoneThere) {
  table_.men.erase("c3");
  look(coveredAtD5());
  ASSERT_EQ(of("action").size(), 1u);
  EXPECT_EQ(of("action")[0]["turn"], "c3d5");
}

TEST_F(CoveredSquare, IsNoExplanationForAManWhoIsNotWhereHeShouldBe) {
  table_.men.erase("c3"); // taken on b5 by the pawn from c6, before anybody looked; or on d5
  table_.men.erase("c6");
  for (int i = 0; i < 6; ++i)
    look(coveredAtD5());
  EXPECT_TRUE(of("action").empty());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["what"], "unclear");
}

/// A pawn before whom stands nobody; men may stand off the middle of their squares.
class OnALine : public BoardTalk {
protected:
  OnALine() { startChess("4k3/8/8/8/8/2N5/P7/4K3 w none:0,none:0 - - - - -"); }
  TableState seen(const std::string& square, double squares_up) const {
    TableState state = board();
    state.board->square_mm = 50.0;
    standInTheMiddle(*state.board);
    for (SeenBoardPiece& piece : state.board->pieces)
      if (piece.square == square)
        piece.centre_mm.y() += squares_up * state.board->square_mm;
    return state;
  }
  void look(const TableState& state, int times) {
    for (int i = 0; i < times; ++i)
      BoardTalk::look(state);
  }
  const std::string sentence_ =
      "A man stands on the line between a2 and a3; set him wholly on one square, or say what was played.";
};

TEST_F(OnALine, AManWhoCameThereIsAskedWhereHeStands) {
  carry("a2", "a3");
  look(seen("a3", -0.47), 4);
  EXPECT_TRUE(of("action").empty());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["what"], "unclear");
  EXPECT_EQ(of("error")[0]["sentence"], sentence_);
  look(seen("a3", -0.3), 1);
  ASSERT_EQ(of("action").size(), 1u);
  EXPECT_EQ(of("action")[0]["turn"], "a2a3");
}

TEST_F(OnALine, AManWhoWasPushedThereIsAskedBackOnce) {
  look(seen("a2", 0.3), 6);
  EXPECT_TRUE(of("put_back").empty());
  look(seen("a2", 0.47), 6);
  ASSERT_EQ(of("put_back").size(), 1u);
  EXPECT_EQ(of("put_back")[0]["squares"][0]["square"], "a2");
  EXPECT_EQ(of("put_back")[0]["sentence"], sentence_);
  look(seen("a2", 0.0), 1);
  ASSERT_EQ(of("put_back").size(), 2u);
  EXPECT_TRUE(of("put_back")[1]["done"]);
  expectFold();
}

TEST_F(OnALine, NobodyIsAskedWhereTheOtherSquareIsHeldOrThereIsNone) {
  carry("a2", "a3");
  look(seen("a3", 0.0), 1);
  carry("e8", "e7");
  look(seen("e7", 0.0), 1);
  carry("c3", "a4");
  look(seen("a4", 0.0), 1);
  ASSERT_EQ(of("action").size(), 3u);
  look(seen("a3", 0.47), 6);
  look(seen("e1", -0.47), 6);
  EXPECT_TRUE(of("put_back").empty());
  EXPECT_TRUE(of("error").empty());
}

TEST_F(OnALine, ATokenOfAnotherManThanLeftIsAskedBack) {
  carry("c3", "d5");
  table_.men.at("d5").kind = "queen";
  TableState tokens = seen("", 0.0);
  for (SeenBoardPiece& piece : tokens.board->pieces)
    piece.p = 0.999;
  look(tokens, 4);
  ASSERT_EQ(of("action").size(), 1u);
  EXPECT_EQ(of("action")[0]["turn"], "c3d5");
  ASSERT_EQ(of("put_back").size(), 1u);
  EXPECT_EQ(of("put_back")[0]["squares"][0]["square"], "d5");
}

/// A man of the side that is not to move is carried: too unlikely to be ruled on unasked.
class MovedOutOfTurn : public CoveredSquare {
protected:
  MovedOutOfTurn() {
    table_.men["c5"] = table_.men.at("c6");
    table_.men.erase("c6");
    for (int i = 0; i < 3; ++i)
      look(board());
  }
  void expectToldThatHeIsBack() {
    table_.men["c6"] = table_.men.at("c5");
    table_.men.erase("c5");
    look(board());
    ASSERT_EQ(of("put_back").size(), 1u);
    EXPECT_TRUE(of("put_back")[0]["done"]);
    expectFold();
  }
};

TEST_F(MovedOutOfTurn, IsOfferedAndRuledOnWhoeverSaysIt) {
  ASSERT_EQ(of("error").size(), 1u);
  ASSERT_EQ(of("error")[0]["candidates"][0], json({"c6c5"}));
  EXPECT_EQ(of("error")[0]["sentence"], "It looks as if c6c5 was played, which is not allowed. It is White's turn, and "
                                        "the pawn on c6 belongs to Black. Put it back, or say what was played.");
  EXPECT_FALSE(say("white", "c6c4").first) << "that is not asked about";
  EXPECT_TRUE(say("white", "c6c5").first);
  ASSERT_EQ(of("verdict").size(), 1u);
  EXPECT_EQ(of("verdict")[0]["ruling"], "illegal");
  EXPECT_EQ(of("verdict")[0]["actor"], "black");
  EXPECT_FALSE(say("black", "c6c5").first) << "it has been ruled on";
  look(board());
  EXPECT_EQ(of("verdict").size(), 1u);
  expectToldThatHeIsBack();
}

TEST_F(MovedOutOfTurn, IsSaidToBeBack) {
  expectToldThatHeIsBack();
}

/// KD-64, KD-65: a mark goes with a move, and the man that it names may not go then.
TEST_F(BoardTalk, AMarkThatWasSaidGoesWithTheMoveThatIsSeen) {
  startChess("4k3/3p4/8/8/8/8/4P3/4K3 w Freeze:2,none:0 - - - - -");
  EXPECT_TRUE(say("white", "Freeze@d7").first);
  carry("e2", "e4");
  look(board());
  ASSERT_EQ(of("action").size(), 1u);
  EXPECT_EQ(of("action")[0]["turn"], "e2e4+Freeze@d7");
  EXPECT_EQ(of("counter").size(), 1u) << "one token is spent";
  carry("d7", "d5");
  look(board());
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal");
  EXPECT_EQ(of("verdict").back()["clauses"][0], "KD-65");
  expectFold();
}

TEST_F(BoardTalk, APowerThatWasSaidIsPlayedWhereAnOrdinaryMoveLeavesTheSameBoard) {
  startChess("4k3/8/8/8/8/8/4P3/4K3 w Haste:1,none:0 - - - - -");
  EXPECT_TRUE(say("white", "Haste").first);
  carry("e2", "e4");
  look(board());
  ASSERT_EQ(of("action").size(), 1u);
  EXPECT_EQ(of("action")[0]["turn"], "Haste:e2e3,e3e4");
  expectFold();
}

/// KD-50. Nothing of the turn's text names a square.
TEST_F(BoardTalk, CastlingIsSeen) {
  MatchSetup setup;
  setup.game = "king_down";
  setup.options = {{"castling", "true"}};
  begin(setup); // men as they stand when the watch begins
  table_ = contentsOf("king_down", usual_array);
  look(board());
  for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{
           {"g1", "f3"}, {"g8", "f6"}, {"e2", "e3"}, {"e7", "e6"}, {"f1", "e2"}, {"f8", "e7"}})
    play(from, to);
  carry("e1", "g1");
  carry("h1", "f1");
  look(board());
  ASSERT_EQ(of("action").size(), 7u);
  EXPECT_EQ(of("action").back()["turn"], "O-O");
  EXPECT_EQ(of("action").back()["from"], "e1");
  EXPECT_EQ(of("action").back()["to"], "g1");
  EXPECT_EQ(of("action").back()["piece"], "king");
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  expectFold();
}

/// A second Knight stands on terrain, trained once: his second lift, and the first move of an Intelligence turn.
TEST_F(BoardTalk, ALiftIsAMoveOfItsOwnWhereAnotherIsOpen) {
  for (const bool late : {false, true}) {
    json trained = armadaMan("d5", "knight", "white");
    trained["training"] = 1;
    startArmadaAt(armadaPosition({armadaMan("a10", "knight", "white"), trained, armadaMan("d3", "king", "white"),
                                  armadaMan("e6", "knight", "white"), armadaMan("h8", "rook", "black"),
                                  armadaMan("j8", "king", "black")}));
    if (late) {
      playArmada("e6", "f8");
      ASSERT_EQ(of("action").back()["turn"], "e6f8,done");
    }
    EXPECT_TRUE(say("white", "training 2").first) << late;
    EXPECT_EQ(of("action").back()["turn"], late ? "claim train d5" : "train d5,done");
    EXPECT_EQ(of("action").back()["actor"], "white");
    EXPECT_EQ(of("verdict").back()["ruling"], "legal");
    EXPECT_EQ(toMove(), "black");
    EXPECT_FALSE(say("white", "training 3").first) << "it was one";
    expectFold();
  }
}

/// AC-47, G-28.
TEST_F(BoardTalk, ANumberThatIsNotTheLawsIsCorrectedOrMakesTheLiftIllegal) {
  for (const char* announce : {"lenient", "strict"}) {
    startArmadaAt(armadaPosition({armadaMan("d5", "rook", "white"), armadaMan("e5", "rook", "white"),
                                  armadaMan("d3", "king", "white"), armadaMan("j8", "king", "black"),
                                  armadaMan("j2", "pawn", "black")}),
                  {{"announce", announce}});
    EXPECT_EQ(say("white", "training 3").second, "Which man? Lift it, or say its square.");
    const auto [accepted, why] = say("white", "d5");
    if (accepted) {
      EXPECT_STREQ(announce, "lenient");
      EXPECT_EQ(why, "This is number 1, not 3.");
      EXPECT_EQ(of("action").back()["turn"], "train d5");
      playArmada("j2", "j3");
      EXPECT_TRUE(say("white", "training 1 e5").first) << "in one";
    } else {
      EXPECT_STREQ(announce, "strict");
      EXPECT_NE(why.find("This is number 1, not 3."), std::string::npos) << why;
      EXPECT_TRUE(say("white", "training d5").first) << "without a number it is the law's";
    }
    expectFold();
  }
}

/// AC-130: asking uses the move.
TEST_F(BoardTalk, ARequestThatUsesTheMoveCountsAsATurn) {
  startArmada();
  EXPECT_TRUE(say("white", "ceasefire?").first);
  ASSERT_EQ(toMove(), "black");
  EXPECT_EQ(of("clock").back()["turn"], 2);
  EXPECT_TRUE(say("black", "no").first);
  EXPECT_EQ(match_->refereeState()["turn"], 2);
  ASSERT_TRUE(match_->overrule(of("verdict").back()["seq"], "Ann", "he said yes", t_s_));
  EXPECT_EQ(match_->refereeState()["turn"], 2);
  expectFold();
}

TEST_F(BoardTalk, WhoIsTakenAgainstTheLawAndThatIsAllowedIsTakenAsByAnyMove) {
  startArmada();
  playArmada("e3", "h5");
  EXPECT_TRUE(say("black", "e3xh5").first) << "what was asked about is said";
  ASSERT_EQ(of("action").back()["turn"], "e3xh5");
  overrule(lastVerdict());
  const json after = match_->refereeState()["position"];
  ASSERT_EQ(after["reserve"]["black"].size(), 1u) << "he may come back (AC-20)";
  EXPECT_EQ(after["reserve"]["black"][0]["kind"], "rook");
  EXPECT_EQ(toMove(), "black");
  EXPECT_EQ(match_->refereeState()["turn"], 2);
  playArmada("j2", "j3");
  EXPECT_EQ(of("clock").back()["turn"], 3);
  expectFold();

  startArmada();
  playArmada("e3", "j8");
  EXPECT_TRUE(say("black", "e3xj8").first);
  overrule(lastVerdict());
  ASSERT_EQ(of("over").size(), 1u) << "King took King";
  EXPECT_EQ(of("over")[0]["winner"], "white");
  expectFold();

  startChess("4k3/8/8/3n4/8/8/8/R3K3 w none:0,none:0 - - - - -");
  carry("a1", "d5");
  look(board());
  look(board());
  EXPECT_TRUE(say("black", "a1xd5").first);
  ASSERT_EQ(of("action").back()["turn"], "a1xd5");
  overrule(lastVerdict());
  EXPECT_EQ(position(), "4k3/8/8/3R4/8/8/8/4K3 b none:0,none:0 - - -/N - -");
  expectFold();
}

TEST_F(BoardTalk, WhatIsNotRefereedIsToldAtTheStart) {
  startArmada({{"touch_move", "on"}});
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["sentence"],
            "Not refereed where a table is watched: touch_move=on; see to it yourselves, or begin without it.");
  expectFold();
}

/// KD-48: as at chess an offer stands until the other side answers it or moves.
TEST_F(BoardTalk, AnOfferStandsThroughTheMoveThatItWasMadeWith) {
  startChess();
  EXPECT_TRUE(say("white", "draw?").first);
  play("a1", "a2");
  EXPECT_FALSE(say("white", "yes").first);
  EXPECT_TRUE(say("black", "yes").first);
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "draw");
  expectFold();
}

TEST_F(BoardTalk, AWordSaidUnderTheHandThatPlaysGoesWithThatTurn) {
  startChess("4k3/8/8/8/8/8/8/R3K3 w Strike:1,none:0 - - - - -");
  const auto film = [this](double length_s) {
    for (double s = 0.0; s < length_s; s += 0.1) {
      TableState state = board();
      state.t_s = t_s_ += 0.1;
      match_->see(state);
    }
  };
  film(1.6);
  hand(board());
  match_->hear({t_s_ += 0.05, "white", "Strike"});
  EXPECT_TRUE(of("claim").empty()) << "the table is not at rest";
  carry("a1", "a4");
  hand(board());
  film(1.6);
  ASSERT_EQ(of("claim").size(), 1u);
  EXPECT_TRUE(of("claim")[0]["accepted"].get<bool>()) << of("claim")[0].dump();
  ASSERT_EQ(of("action").size(), 1u);
  EXPECT_EQ(of("action")[0]["turn"], "Strike:a1a4");
  expectFold();
}

/// AC-46: the Bishop g3 stands on no terrain; the Rook d5 does, and was not lifted.
TEST_F(BoardTalk, ALiftOfWhoMayNotIsNotGivenToAnother) {
  startArmadaAt(armadaPosition({armadaMan("d5", "rook", "white"), armadaMan("g3", "bishop", "white"),
                                armadaMan("d3", "king", "white"), armadaMan("j8", "king", "black")}));
  BoardContents lifted = table_;
  lifted.men.erase("g3");
  hand(armadaTable(lifted));
  hand(armadaTable(lifted));
  watch(armadaTable(table_));
  const auto [accepted, why] = say("white", "training 1");
  EXPECT_FALSE(accepted) << of("action").back().dump();
  EXPECT_NE(why.find("g3"), std::string::npos) << why;
  EXPECT_FALSE(say("white", "training g3").first);
  EXPECT_TRUE(say("white", "training 1 d5").first);
  EXPECT_EQ(of("action").back()["turn"], "train d5");
  expectFold();
}

/// G-71. Nobody reads the dice: which city the Knight went into is not to be seen.
TEST_F(BoardTalk, WhichCityIsAskedWhereNoDieTells) {
  MatchSetup setup;
  setup.game = "armada_chess";
  const json position = armadaPosition({armadaMan("e2", "knight", "white"), armadaMan("d3", "king", "white"),
                                        armadaMan("j8", "king", "black"), armadaMan("j5", "pawn", "black")});
  setup.start = position.dump();
  begin(setup);
  table_ = contentsOf("armada_chess", position);
  table_.dice.clear();
  watch(armadaTable(table_));
  table_.men.erase("e2");
  hand(armadaTable(table_));
  watch(armadaTable(table_), 4.0);
  EXPECT_TRUE(of("action").empty()) << of("action").back().dump();
  ASSERT_FALSE(of("error").empty());
  EXPECT_EQ(of("error").back()["what"], "unclear");
  EXPECT_TRUE(say("white", "enter e2 C2").first);
  EXPECT_EQ(of("action").back()["turn"], "enter e2 C2");
  EXPECT_EQ(of("action").back()["to"], "e2");
  expectFold();
}

/// IN-50: the Flag on the corner where the enemy HQ started.
TEST_F(BoardTalk, AMoveAgainstTheLawThatIsAllowedMayEndTheGame) {
  MatchSetup setup;
  setup.game = "invasion";
  setup.start = "9h/10/10/F2****3/3****3/3****3/3****3/10/10/9H w off,off j1,a10";
  begin(setup);
  table_ = contentsOf("invasion", setup.start);
  watch(armadaTable(table_));
  ASSERT_EQ(of("start").size(), 1u);
  carry("a7", "a10");
  hand(armadaTable(table_));
  watch(armadaTable(table_));
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  overrule(lastVerdict());
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "white");
  expectFold();
}

class BoardTalkInColours : public FedMenMatch {
protected:
  void start(const std::string& position) {
    MatchSetup setup;
    setup.game = "king_down";
    setup.start = position;
    begin(setup);
    contents_ = contentsOf("king_down", position);
    look(board());
    ASSERT_EQ(of("start").size(), 1u);
  }
  TableState board() const {
    TableState state = FedMenMatch::board();
    showColours(*state.board);
    return state;
  }
};

TEST_F(BoardTalkInColours, SquaresOfATurnThatWasSaidLookOtherwiseFromThenOn) {
  start(usual_array);
  match_->hear({t_s_ += 0.1, "white", "g1f3"});
  look(board()); // the hand is still to come
  for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{
           {"g1", "f3"}, {"e7", "e5"}, {"f3", "g1"}, {"e5", "e4"}, {"e2", "e3"}}) {
    carry(from, to);
    look(board());
    EXPECT_EQ(of("action").back()["turn"], from + std::string(to))
        << json(of("error")).dump() << json(of("put_back")).dump();
  }
  EXPECT_EQ(of("action").size(), 5u);
  EXPECT_TRUE(of("error").empty());
  expectFold();
}

/// Black took White's Rook, who would have been to move and could have taken Black's.
TEST_F(BoardTalkInColours, WhoTakesOutOfTurnIsNotTakenForTheOtherWhoMight) {
  start("3rk3/ppp2ppp/8/8/8/8/PPP2PPP/3RK3 w none:0,none:0 - - - - -");
  carry("d8", "d1");
  for (int i = 0; i < 3; ++i)
    look(board());
  EXPECT_TRUE(of("action").empty() || of("action")[0]["turn"] == "d8xd1") << of("action")[0].dump();
  EXPECT_FALSE(of("error").empty() && of("put_back").empty() && of("action").empty()) << "it is asked about";
  EXPECT_EQ(match_->refereeState()["to_move"], "white");
  expectFold();
}

} // namespace
} // namespace linesman::app
