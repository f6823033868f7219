#include <gtest/gtest.h>

#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using nlohmann::json;
using Squares = std::set<std::string>;

/// What is said of a first board that is not quite, or not at all, the starting position.
class BoardStart : public testing::FedMenMatch {
protected:
  BoardStart() {
    MatchSetup setup;
    setup.game = "king_down";
    begin(setup);
  }
  /// The squares that the last event of the kind names.
  Squares named(const std::string& kind) const {
    Squares squares;
    const json event = of(kind).back();
    for (const json& one : event["squares"])
      squares.insert(one.is_string() ? one.get<std::string>() : one["square"].get<std::string>());
    return squares;
  }
  void exchange(const std::string& a, const std::string& b) { std::swap(contents_.men[a], contents_.men[b]); }
  /// The man on the square may be another.
  TableState doubting(const std::string& square, double p, const std::string& perhaps) const {
    TableState state = board();
    doubt(state, square, p, perhaps);
    return state;
  }
  static void doubt(TableState& state, const std::string& square, double p, const std::string& perhaps) {
    for (SeenBoardPiece& piece : state.board->pieces)
      if (piece.square == square) {
        piece.p = p;
        piece.alternatives[perhaps] = 0.99 - p;
      }
  }
};

TEST_F(BoardStart, OfMenInTheirPlacesNothingIsSaid) {
  look(board());
  EXPECT_EQ(of("start").size(), 1u);
  EXPECT_TRUE(of("put_back").empty());
  EXPECT_TRUE(of("error").empty());
}

TEST_F(BoardStart, WhoIsMissingIsNamedUntilHeIsThere) {
  contents_.men.erase("e1");
  look(board());
  ASSERT_EQ(of("start").size(), 1u);
  ASSERT_EQ(of("put_back").size(), 1u);
  EXPECT_FALSE(of("put_back")[0]["done"]);
  EXPECT_EQ(named("put_back"), Squares{"e1"});
  look(board());
  look(board());
  EXPECT_EQ(of("put_back").size(), 1u) << "it is said once, and not that he is back";
  contents_ = contentsOf("king_down", testing::usual_array);
  look(board());
  ASSERT_EQ(of("put_back").size(), 2u);
  EXPECT_TRUE(of("put_back")[1]["done"]);
  carry("e2", "e4");
  look(board());
  EXPECT_EQ(of("action").back()["turn"], "e2e4");
  expectFold();
}

TEST_F(BoardStart, WhoStandsElsewhereIsNamedOnBothSquares) {
  carry("d1", "d3");
  look(board());
  EXPECT_EQ(named("put_back"), (Squares{"d1", "d3"}));
  carry("e2", "e4"); // played on: that is an answer too
  look(board());
  EXPECT_EQ(of("action").back()["turn"], "e2e4");
  EXPECT_EQ(of("put_back").size(), 1u);
  expectFold();
}

TEST_F(BoardStart, MenWhoChangedPlacesAreNamed) {
  exchange("e1", "e2");
  look(board());
  EXPECT_EQ(named("put_back"), (Squares{"e1", "e2"}));
  exchange("e1", "e2");
  look(board());
  EXPECT_TRUE(of("put_back").back()["done"]);
}

TEST_F(BoardStart, TwoOfWhomEachMayBeTheOtherAreNamed) {
  TableState state = doubting("b8", 0.6, "dark bishop");
  doubt(state, "c8", 0.6, "dark knight");
  look(state);
  EXPECT_EQ(named("put_back"), (Squares{"b8", "c8"}));
}

TEST_F(BoardStart, AReaderInDoubtOfAKindIsNotHeldAgainstTheMen) {
  TableState state = doubting("b8", 0.4, "dark bishop");
  doubt(state, "d1", 0.3, "light king");
  look(state);
  EXPECT_EQ(of("start").size(), 1u);
  EXPECT_TRUE(of("put_back").empty());
}

TEST_F(BoardStart, AReaderWhoDoesNotKnowTheSetAsksOnlyWhoIsThere) {
  TableState state = board();
  for (SeenBoardPiece& piece : state.board->pieces)
    if (piece.kind == "knight" || piece.kind == "rook")
      piece.kind = "pawn";
  look(state);
  EXPECT_EQ(of("start").size(), 1u);
  EXPECT_TRUE(of("put_back").empty());
}

TEST_F(BoardStart, WhereSevenPawnsAreMissingNothingBegins) {
  for (const char* square : {"a2", "b2", "c2", "d2", "e2", "f2", "g2"})
    contents_.men.erase(square);
  for (int k = 0; k < 5; ++k)
    look(board());
  EXPECT_TRUE(of("start").empty());
  ASSERT_EQ(of("error").size(), 1u) << "the same squares are named once";
  EXPECT_EQ(named("error").size(), 7u);
  contents_ = contentsOf("king_down", testing::usual_array);
  look(board());
  EXPECT_EQ(of("start").size(), 1u);
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(BoardStart, AGameUnderWayIsNoStart) {
  for (const auto& [from, to] : {std::pair{"e2", "e4"}, {"d7", "d5"}, {"e4", "d5"}, {"d8", "d5"}, {"b1", "c3"}})
    carry(from, to);
  carry("d5", "a5");
  look(board());
  EXPECT_TRUE(of("start").empty());
  EXPECT_TRUE(of("action").empty());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_NE(of("error")[0]["sentence"].get<std::string>().find("--pick-up"), std::string::npos);
}

/// The same of a film.
class FilmedStart : public BoardStart {
protected:
  FilmedStart() { match_->expectFilm(); }
  /// Long enough to come to rest, too short for a second look.
  static constexpr double one_look_s = 0.5;
  TableState misread(const Squares& squares) const {
    TableState state = board();
    for (SeenBoardPiece& piece : state.board->pieces)
      if (squares.contains(piece.square))
        piece.side = piece.side == "light" ? "dark" : "light";
    return state;
  }
};

TEST_F(FilmedStart, WhatOneLookSaysAndTheNextDeniesIsNoQuestion) {
  watch(misread({"g2"}), one_look_s);
  EXPECT_EQ(of("start").size(), 1u);
  watch(board());
  match_->finish(t_s_);
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(FilmedStart, WhatALaterLookConfirmsIsAsked) {
  contents_.men.erase("e1");
  watch(board(), one_look_s);
  EXPECT_EQ(of("start").size(), 1u);
  EXPECT_TRUE(of("put_back").empty());
  watch(board());
  EXPECT_EQ(named("put_back"), Squares{"e1"});
  contents_ = contentsOf("king_down", testing::usual_array);
  watch(board());
  EXPECT_EQ(of("put_back").size(), 2u);
  EXPECT_TRUE(of("put_back").back()["done"]);
  expectFold();
}

TEST_F(FilmedStart, AtItsEndThereIsNoOtherLook) {
  contents_.men.erase("e1");
  watch(board(), one_look_s);
  hand(board());
  match_->finish(t_s_);
  EXPECT_EQ(of("put_back").size(), 1u);
  EXPECT_EQ(named("put_back"), Squares{"e1"});
  expectFold();
}

TEST_F(FilmedStart, WhoPlaysBeforeTheSecondLookIsAskedAfterHisTurn) {
  contents_.men.erase("e1");
  watch(misread({"g2"}), one_look_s);
  hand(board());
  carry("g2", "g4");
  watch(board());
  ASSERT_EQ(of("action").size(), 1u);
  EXPECT_EQ(of("action")[0]["turn"], "g2g4");
  EXPECT_EQ(of("put_back").size(), 1u);
  EXPECT_EQ(named("put_back"), Squares{"e1"});
  expectFold();
}

TEST_F(FilmedStart, ManyMisreadAtOnceAreNoOtherStart) {
  watch(misread({"e1", "f2", "g1", "g2", "h2"}), one_look_s);
  EXPECT_TRUE(of("start").empty());
  watch(board());
  EXPECT_EQ(of("start").size(), 1u);
  EXPECT_TRUE(of("error").empty());
  expectFold();
}

TEST_F(FilmedStart, ManyWhoAreMissingAreNamedOnce) {
  for (const char* square : {"a2", "b2", "c2"})
    contents_.men.erase(square);
  watch(board(), one_look_s);
  EXPECT_TRUE(of("error").empty());
  watch(board(), 3.0);
  match_->finish(t_s_);
  EXPECT_EQ(of("error").size(), 1u);
  EXPECT_EQ(named("error").size(), 3u);
}

TEST_F(BoardStart, AnotherSideToMoveThanItIsPickedUpWithIsRefused) {
  for (const auto& [game, start] :
       {std::pair("king_down", testing::usual_array), std::pair("armada_chess", std::string(R"({"side":"white"})"))}) {
    MatchSetup setup;
    setup.game = game;
    setup.start = start;
    setup.players = {{"Ann", {Colour::white}}, {"Bob", {Colour::black}}};
    setup.pick_up = "Bob";
    const auto match = Match::begin(setup, "", listener());
    ASSERT_FALSE(match) << game;
    EXPECT_EQ(match.error().sentence,
              "By the start white is to move, and the match is picked up with Bob to move; choose one of the two.");
    setup.pick_up = "Ann";
    EXPECT_TRUE(Match::begin(setup, "", listener())) << game;
  }
}

/// A game that is picked up in single pictures, whose men are moved from one to the next.
class PickedUp : public testing::FedMenMatch {
protected:
  PickedUp() {
    MatchSetup setup;
    setup.game = "king_down";
    setup.pick_up = "white";
    begin(setup);
  }
};

TEST_F(PickedUp, ATurnMadeBeforeThereWereLooksEnoughIsRuledOn) {
  carry("b1", "c3"); // played before
  look(board());
  ASSERT_TRUE(of("start").empty());
  carry("e2", "e4");
  look(board());
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("start")[0]["t_s"], of("settled")[0]["t_s"]);
  ASSERT_EQ(of("verdict").size(), 1u);
  EXPECT_EQ(of("verdict")[0]["turn"], "e2e4");
  carry("d7", "d5");
  look(board());
  ASSERT_EQ(of("verdict").size(), 2u);
  EXPECT_EQ(of("verdict")[1]["turn"], "d7d5");
  EXPECT_EQ(of("verdict")[1]["ruling"], "legal");
  expectFold();
}

TEST_F(PickedUp, ASourceThatEndsBeforeThereWereLooksEnoughHasBegun) {
  carry("b1", "c3");
  look(board());
  match_->finish(t_s_);
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("start")[0]["position"], "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w none:0,none:0 - - - - -");
  expectFold();
}

TEST_F(PickedUp, WhatIsSaidBeforeItsStartWasSeenIsHeardThen) {
  carry("b1", "c3");
  match_->hear({0.5, "white", "e2e4"});
  look(board());
  EXPECT_TRUE(of("claim").empty());
  match_->finish(t_s_);
  ASSERT_EQ(of("claim").size(), 1u);
  EXPECT_EQ(of("claim")[0]["accepted"], true) << of("claim")[0].dump();
  ASSERT_EQ(of("verdict").size(), 1u);
  EXPECT_EQ(of("verdict")[0]["turn"], "e2e4");
  expectFold();
}

TEST_F(PickedUp, WhichCornerIsA1IsHeardAtOnceForTheStartRestsOnIt) {
  look(board());
  match_->hear({1.2, "white", "e2e4"});
  match_->hear({1.3, "white", "a1 near left"});
  ASSERT_EQ(of("claim").size(), 1u);
  EXPECT_EQ(of("claim")[0]["say"], "a1 near left");
}

TEST_F(PickedUp, WhatIsSaidThoughNoStartIsEverSeenIsRefusedAtTheEnd) {
  match_->hear({0.5, "white", "e2e4"});
  match_->finish(t_s_);
  ASSERT_EQ(of("claim").size(), 1u);
  EXPECT_EQ(of("claim")[0]["accepted"], false);
}

TEST_F(PickedUp, ABoardWithoutAPositionIsSpokenOfAtTheSourcesEnd) {
  contents_.men.erase("e1"); // no King, no game
  look(board());
  match_->finish(t_s_);
  EXPECT_TRUE(of("start").empty());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["what"], "start");
  expectFold();
}

TEST_F(PickedUp, ABoardWithoutAPositionThatWasSpokenOfIsNotAgainAtTheEnd) {
  contents_.men.erase("e1");
  for (int i = 0; i < 8; ++i)
    look(board());
  EXPECT_EQ(of("error").size(), 1u);
  match_->finish(t_s_);
  EXPECT_EQ(of("error").size(), 1u);
  expectFold();
}

TEST_F(PickedUp, WhatOneLookAloneMissesIsNoTurn) {
  contents_.men.erase("e2"); // behind an arm
  look(board());
  contents_ = contentsOf("king_down", testing::usual_array);
  look(board());
  EXPECT_TRUE(of("start").empty());
  look(board());
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_TRUE(of("verdict").empty());
}

TEST_F(BoardStart, AnotherBoardIsNamedAtTheSourcesEnd) {
  for (const char file : std::string("abcdefgh"))
    carry(std::string(1, file) + "2", std::string(1, file) + "4");
  for (const char file : std::string("abcd"))
    carry(std::string(1, file) + "7", std::string(1, file) + "6");
  look(board());
  EXPECT_TRUE(of("error").empty()) << "the men may be being set";
  match_->finish(t_s_);
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_TRUE(named("error").contains("e4"));
  EXPECT_TRUE(of("start").empty());
  expectFold();
}

TEST_F(BoardStart, PlayersWhoSayStartAreBelieved) {
  for (const char* square : {"a2", "b2", "c2"})
    contents_.men.erase(square); // of a set that the reader does not know
  look(board());
  EXPECT_TRUE(of("start").empty());
  match_->hear({t_s_, "white", "start"});
  EXPECT_TRUE(of("claim").back()["accepted"]);
  look(board());
  EXPECT_EQ(of("start").size(), 1u);
  carry("e2", "e4");
  look(board());
  EXPECT_EQ(of("action").back()["turn"], "e2e4");
  expectFold();
}

} // namespace
} // namespace linesman::app
