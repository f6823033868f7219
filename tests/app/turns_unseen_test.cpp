#include <gtest/gtest.h>

#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using nlohmann::json;

/// Turns that were played before the table came to rest, or before the watch began.
class TurnsUnseen : public testing::FedMenMatch {
protected:
  TurnsUnseen() { start(); }

  /// A new match, with the board as it begins.
  void start() {
    match_.reset();
    events_.clear();
    fs::remove_all(record());
    contents_ = contentsOf("king_down", testing::usual_array);
    MatchSetup setup;
    setup.game = "king_down";
    begin(setup);
  }
  /// The board as a camera that stands still sees it: with the colours of its squares.
  TableState painted() const {
    TableState state = board();
    for (char file = 'a'; file <= 'h'; ++file)
      for (char rank = '1'; rank <= '8'; ++rank) {
        SeenSquare& square = state.board->looks[{file, rank}];
        const auto man = contents_.men.find({file, rank});
        square.empty = man == contents_.men.end() ? 0.99 : 0.01;
        square.look.assign(27, 100);
        if (man != contents_.men.end())
          std::fill_n(square.look.begin() + 9, 9,
                      man->second.side == "light"  ? 220
                      : man->second.kind == "pawn" ? 40
                                                   : 10);
      }
    for (SeenBoardPiece& piece : state.board->pieces)
      piece.p = 0.99;
    return state;
  }
  std::vector<std::string> turns() const {
    std::vector<std::string> turns;
    for (const json& action : of("action"))
      turns.push_back(action["turn"]);
    return turns;
  }
  using Turns = std::vector<std::string>;
};

TEST_F(TurnsUnseen, FourBetweenTwoLooksAreReadInTheirOrder) {
  look(board());
  carry("e2", "e4");
  carry("e7", "e5");
  carry("d1", "h5");
  carry("b8", "c6");
  watch(board());
  const Turns read = turns();
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ((Turns{read[0], read[2]}), (Turns{"e2e4", "d1h5"})) << "the queen was behind the pawn";
  EXPECT_TRUE(of("put_back").empty());
  EXPECT_EQ(position().substr(0, position().find(" none")), "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w");
  expectFold();
}

TEST_F(TurnsUnseen, WhoTookAndWasTakenIsRead) {
  for (const bool colours : {false, true}) {
    start();
    const auto see = [&] { look(colours ? painted() : board()); };
    see();
    for (const auto& [from, to] : {std::pair{"e2", "e4"}, {"d7", "d5"}, {"b1", "c3"}, {"c7", "c6"}}) {
      carry(from, to);
      see();
    }
    carry("c3", "d5"); // the knight takes and is taken: on d5 stands a dark pawn as before
    carry("c6", "d5");
    see();
    const Turns read = turns();
    ASSERT_EQ(read.size(), 6u) << "colours alone allow the knight c3xc6, were that a knight's turn: " << colours;
    EXPECT_EQ((Turns{read[4], read[5]}), (Turns{"c3xd5", "c6xd5"}));
    expectFold();
  }
}

/// A pawn takes where another was taken, and does not stand as that one stood.
TEST_F(TurnsUnseen, OneLikeHimMayLookOtherwise) {
  for (const bool alike : {true, false}) {
    start();
    look(painted());
    for (const auto& [from, to] : {std::pair{"e2", "e4"}, {"d7", "d5"}, {"b1", "c3"}, {"c7", "c6"}}) {
      carry(from, to);
      look(painted());
    }
    carry("c3", "d5");
    carry("c6", "d5");
    TableState state = painted();
    if (!alike) { // he stands at the near edge
      std::fill_n(state.board->looks["d5"].look.begin() + 9, 9, 100);
      std::fill_n(state.board->looks["d5"].look.begin() + 18, 9, 10);
    }
    look(state);
    const Turns read = turns();
    ASSERT_EQ(read.size(), 6u) << alike;
    EXPECT_EQ((Turns{read[4], read[5]}), (Turns{"c3xd5", "c6xd5"}));
    EXPECT_GT(of("action").back()["likelihood"], 0.95) << alike;
    expectFold();
  }
}

TEST_F(TurnsUnseen, AManTheReaderDoesNotSeeIsReadBehindAnotherTurn) {
  look(painted());
  carry("e2", "e4");
  look(painted());
  carry("e7", "e5");
  carry("g1", "f3");
  TableState state = painted();
  std::erase_if(state.board->pieces, [](const SeenBoardPiece& piece) { return piece.square == "f3"; });
  state.board->looks["f3"].empty = 0.99;
  look(state);
  EXPECT_EQ(turns(), (Turns{"e2e4", "e7e5", "g1f3"}));
  expectFold();
}

/// Behind a square that looks otherwise another does too: a man who is gone need not have gone there.
TEST_F(TurnsUnseen, AManWhoIsGoneIsAskedBackWhereNobodyIsSeen) {
  const auto see = [&](bool otherwise) {
    TableState state = painted();
    state.registration.ok = true; // from before f2 and g1 behind it
    state.registration.camera_from_table.pose = {Eigen::Matrix3d::Identity(), Eigen::Vector3d(300.0, -250.0, -225.0)};
    if (otherwise)
      for (const char* square : {"f2", "g1"})
        state.board->looks[square].look.assign(27, 160);
    look(state);
  };
  see(false);
  for (const auto& [from, to] : {std::pair{"e2", "e4"}, {"e7", "e5"}, {"g1", "f3"}, {"b8", "c6"}}) {
    carry(from, to);
    see(false);
  }
  ASSERT_EQ(turns().size(), 4u);
  contents_.men.erase("f3");
  contents_.men.at("f2").kind = "knight";
  see(true);
  see(true);
  EXPECT_EQ(turns().size(), 4u) << "f3g1 is no turn that was seen";
  std::set<std::string> asked;
  for (const json& put_back : of("put_back"))
    for (const json& square : put_back.at("squares"))
      asked.insert(square.at("square"));
  EXPECT_EQ(asked, (std::set<std::string>{"f3"}));
  expectFold();
}

/// Two pictures far apart: White may have moved either man first.
TEST_F(TurnsUnseen, WhatMayHaveBeenPlayedInAnotherOrderIsToldToBeReckoned) {
  look(board());
  carry("a2", "a3");
  carry("h7", "h6");
  carry("b2", "b3");
  look(board());
  ASSERT_EQ(of("action").size(), 3u) << json(of("error")).dump();
  const bool a_first = turns().front() == "a2a3";
  EXPECT_EQ(turns(), a_first ? (Turns{"a2a3", "h7h6", "b2b3"}) : (Turns{"b2b3", "h7h6", "a2a3"}));
  for (const json& action : of("action")) {
    EXPECT_LT(action["likelihood"], 0.6);
    EXPECT_EQ(action["runner_up"], a_first ? "b2b3 and h7h6 and a2a3" : "a2a3 and h7h6 and b2b3");
  }
  for (const json& verdict : of("verdict"))
    EXPECT_TRUE(verdict.value("reckoned", false)) << verdict;
  const std::string told = of("verdict").back()["sentence"], other = of("action").back()["runner_up"];
  EXPECT_TRUE(told.ends_with("What was played between two looks is reckoned; it may have been " + other + ".")) << told;
  carry("g8", "f6");
  look(board());
  EXPECT_EQ(turns().back(), "g8f6");
  EXPECT_FALSE(of("verdict").back().contains("reckoned"));
  expectFold();
}

TEST_F(TurnsUnseen, WhatOnlyOneOrderExplainsIsNotReckoned) {
  look(board());
  carry("e2", "e4");
  carry("e7", "e5");
  carry("d1", "h5"); // behind the pawn until it went
  look(board());
  EXPECT_EQ(turns(), (Turns{"e2e4", "e7e5", "d1h5"}));
  for (const json& verdict : of("verdict"))
    EXPECT_FALSE(verdict.contains("reckoned")) << verdict;
}

/// KD-51: whether the pawn may be taken in passing depends on which man went last.
TEST_F(TurnsUnseen, AnOrderOnWhichThePositionDependsIsAskedAbout) {
  MatchSetup setup;
  setup.game = "king_down";
  setup.options = {{"en_passant", "true"}};
  setup.start = "4k3/7p/8/8/1p6/8/P6P/4K3 w none:0,none:0 - - - - -";
  begin(setup);
  contents_ = contentsOf("king_down", setup.start);
  look(board());
  carry("a2", "a4");
  carry("h7", "h6");
  carry("h2", "h3");
  look(board());
  look(board());
  EXPECT_TRUE(of("action").empty()) << of("action").back();
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["what"], "unclear");
  const json candidates = of("error")[0]["candidates"];
  EXPECT_EQ(std::set<json>(candidates.begin(), candidates.end()),
            (std::set<json>{{"a2a4", "h7h6", "h2h3"}, {"h2h3", "h7h6", "a2a4"}}));
  for (const auto& [player, turn] :
       {std::pair("white", "h2h3"), std::pair("black", "h7h6"), std::pair("white", "a2a4")})
    match_->hear({t_s_, player, turn});
  EXPECT_EQ(turns(), (Turns{"h2h3", "h7h6", "a2a4"}));
  expectFold();
}

TEST_F(TurnsUnseen, HandsTellWhoLeftFirst) {
  for (const bool knight_first : {false, true}) {
    start();
    watch(board());
    carry("e2", "e4");
    hand(board());
    carry(knight_first ? "b8" : "e7", knight_first ? "c6" : "e5");
    hand(board());
    carry("d1", "h5");
    hand(board());
    carry(knight_first ? "e7" : "b8", knight_first ? "e5" : "c6");
    hand(board());
    watch(board());
    EXPECT_EQ(turns(),
              knight_first ? (Turns{"e2e4", "b8c6", "d1h5", "e7e5"}) : (Turns{"e2e4", "e7e5", "d1h5", "b8c6"}));
    for (const json& verdict : of("verdict"))
      EXPECT_FALSE(verdict.contains("reckoned")) << verdict;
  }
  expectFold();
}

TEST_F(TurnsUnseen, AWatchThatBeginsAfterTheFirstTurnsTakesThemForPlayed) {
  carry("e2", "e4");
  carry("e7", "e5");
  carry("g1", "f3");
  look(board());
  EXPECT_EQ(of("start").at(0)["position"], testing::usual_array);
  EXPECT_EQ(turns(), (Turns{"e2e4", "e7e5", "g1f3"}));
  carry("b8", "c6");
  look(board());
  EXPECT_EQ(turns().back(), "b8c6");
  expectFold();
}

TEST_F(TurnsUnseen, ADoubtfulIllegalTurnIsAskedAboutAndNotHeldAgainstAnybody) {
  for (const bool doubtful : {false, true}) {
    start();
    look(board());
    carry("e2", "e5");
    TableState state = board();
    for (SeenBoardPiece& piece : state.board->pieces)
      if (doubtful && piece.square == "e5")
        piece.p = 0.15;
    look(state);
    look(state);
    EXPECT_EQ(turns(), doubtful ? Turns{} : Turns{"e2e5"});
    EXPECT_EQ(of("error").size(), doubtful ? 1u : 0u);
    expectFold();
  }
}

/// A second look would have asked; where none comes, the last turn must not be missing in silence.
TEST_F(TurnsUnseen, WhatTheLastLookAloneShowsIsAskedAboutAtTheEnd) {
  for (const bool seen_twice : {false, true}) {
    start();
    look(board());
    carry("e2", "e4");
    look(board());
    contents_.men.erase("b8"); // taken away with the turn: no turn does that
    carry("e7", "e5");
    contents_.men.erase("g1");
    look(board());
    if (seen_twice)
      look(board());
    match_->finish(t_s_);
    EXPECT_EQ(of("put_back").size(), 1u);
    EXPECT_EQ(turns(), Turns{"e2e4"});
    match_->finish(t_s_); // once is enough
    EXPECT_EQ(of("put_back").size(), 1u);
    expectFold();
  }
}

/// One square may contradict a turn, for one look may be misread; what every look shows is asked about, once.
TEST_F(TurnsUnseen, OneSquareThatGoesOnShowingAnotherThingIsAskedAboutOnce) {
  for (const std::string way : {"vanished with a turn", "vanished", "came from nowhere", "misread twice"}) {
    start();
    look(board());
    const BoardContents before = contents_;
    if (way == "came from nowhere")
      contents_.men["d5"] = contents_.men.at("d7");
    else
      contents_.men.erase("d7");
    const std::string square = way == "came from nowhere" ? "d5" : "d7";
    if (way == "vanished with a turn")
      carry("e2", "e4");
    look(board());
    look(board());
    EXPECT_TRUE(of("put_back").empty()) << way;
    if (way == "misread twice")
      contents_ = before;
    for (int i = 0; i < 4; ++i)
      look(board());
    ASSERT_EQ(of("put_back").size(), way == "misread twice" ? 0u : 1u) << way;
    EXPECT_EQ(turns(), way == "vanished with a turn" ? Turns{"e2e4"} : Turns{}) << way;
    if (way == "misread twice")
      continue;
    const json asked = of("put_back")[0];
    EXPECT_FALSE(asked["done"]) << way;
    ASSERT_EQ(asked["squares"].size(), 1u) << way;
    EXPECT_EQ(asked["squares"][0]["square"], square) << way;
    contents_ = before;
    if (way == "vanished with a turn")
      carry("e2", "e4");
    look(board());
    ASSERT_EQ(of("put_back").size(), 2u) << way;
    EXPECT_TRUE(of("put_back")[1]["done"]) << way;
    expectFold();
  }
}

TEST_F(TurnsUnseen, OneSquareThatWasInDoubtTwiceIsAskedAboutAtTheEnd) {
  for (const std::size_t looks : {1u, 2u}) {
    start();
    look(board());
    contents_.men.erase("d7");
    for (std::size_t i = 0; i < looks; ++i)
      look(board());
    EXPECT_TRUE(of("put_back").empty()) << looks;
    for (int again = 0; again < 2; ++again) {
      match_->finish(t_s_);
      EXPECT_EQ(of("put_back").size(), looks - 1) << "one look may be misread";
    }
    expectFold();
  }
}

/// A man who stands in another's place is seen there: as one of the other side, of another kind, or both exchanged.
TEST_F(TurnsUnseen, MenInOthersPlacesAreAskedAboutOnce) {
  using Squares = std::vector<std::string>;
  for (const auto& [way, wanted] : {std::pair<std::string, Squares>{"the other side's", {"a7"}},
                                    {"another kind", {"d7"}},
                                    {"exchanged", {"b1", "c1"}}}) {
    start();
    look(board());
    const BoardContents before = contents_;
    if (way == "the other side's")
      contents_.men["a7"] = contents_.men.at("a2");
    else if (way == "another kind")
      contents_.men["d7"] = contents_.men.at("g8");
    else
      std::swap(contents_.men["b1"], contents_.men["c1"]);
    look(board());
    look(board());
    EXPECT_TRUE(of("put_back").empty()) << way << ": two looks may be misread";
    for (int i = 0; i < 3; ++i)
      look(board());
    ASSERT_EQ(of("put_back").size(), 1u) << way;
    const json asked = of("put_back")[0];
    Squares squares;
    for (const json& one : asked["squares"])
      squares.push_back(one["square"]);
    EXPECT_EQ(squares, wanted) << way;
    EXPECT_TRUE(turns().empty()) << way;
    contents_ = before;
    look(board());
    ASSERT_EQ(of("put_back").size(), 2u) << way;
    EXPECT_TRUE(of("put_back")[1]["done"]) << way;
    expectFold();
  }
}

/// A pawn who is rather taken for a knight, with 0.88, since his square looks otherwise may be one.
TEST_F(TurnsUnseen, WhoIsRatherTakenForAnotherOnASquareThatChangedIsAskedAbout) {
  for (const bool changed : {true, false}) {
    start();
    look(painted());
    TableState state = painted();
    const auto pawn = std::ranges::find(state.board->pieces, "d7", &SeenBoardPiece::square);
    pawn->kind = "knight";
    pawn->p = 0.88;
    pawn->alternatives = {{"dark pawn", 0.1}, {"empty", 0.01}};
    if (changed)
      std::fill_n(state.board->looks["d7"].look.begin() + 9, 9, 120);
    for (int i = 0; i < 5; ++i)
      look(state);
    EXPECT_TRUE(turns().empty());
    ASSERT_EQ(of("put_back").size(), changed ? 1u : 0u);
    if (changed) {
      EXPECT_EQ(of("put_back")[0]["squares"].at(0)["square"], "d7");
    }
    expectFold();
  }
}

/// A picture on its own is believed, where the one before was taken from the same place; of a film three looks are.
TEST_F(TurnsUnseen, OnePictureByACameraThatStoodStillTellsOfMenInOthersPlaces) {
  for (const bool film : {false, true}) {
    start();
    if (film)
      watch(painted());
    else
      look(painted());
    contents_.men["a7"] = contents_.men.at("a2");
    if (film) {
      hand(painted());
      watch(painted(), 0.8);
    } else
      look(painted());
    EXPECT_TRUE(turns().empty());
    ASSERT_EQ(of("put_back").size(), film ? 0u : 1u);
    if (film)
      continue;
    EXPECT_EQ(of("put_back")[0]["squares"].at(0)["square"], "a7");
    expectFold();
  }
}

/// Who plays on says that the board is right: the same square is not asked about again.
TEST_F(TurnsUnseen, WhoPlaysOnIsNotAskedAboutTheSameSquareAgain) {
  look(board());
  contents_.men.erase("d7");
  watch(board(), 5.0);
  ASSERT_EQ(of("put_back").size(), 1u);
  for (const auto& [from, to] : {std::pair{"e2", "e4"}, {"e7", "e5"}}) {
    hand(board());
    carry(from, to);
    watch(board(), 5.0);
  }
  EXPECT_EQ(of("put_back").size(), 1u);
  EXPECT_EQ(turns(), (Turns{"e2e4", "e7e5"}));
  expectFold();
}

/// A man whom nobody sees arrive is asked for. What is played meanwhile does not explain the square that he left.
TEST_F(TurnsUnseen, BehindPicturesThatCouldNotBeReadASquareLeftIsNotPassedOver) {
  look(painted());
  for (const auto& [from, to] : {std::pair{"e2", "e4"}, {"e7", "e5"}, {"g1", "f3"}, {"d7", "d6"}, {"d2", "d4"}}) {
    carry(from, to);
    TableState state = painted();
    state.board->looks["f3"] = {0.99, std::vector<std::uint8_t>(27, 100)};
    std::erase_if(state.board->pieces, [](const SeenBoardPiece& piece) { return piece.square == "f3"; });
    look(state);
  }
  EXPECT_EQ(turns(), (Turns{"e2e4", "e7e5"}));
  EXPECT_EQ(of("put_back").size(), 1u);
  expectFold();
}

/// The first pictures tell no turn, since a man who came is not seen; and yet who had left his square in which of them.
TEST_F(TurnsUnseen, PicturesThatCouldNotBeReadTellWhoLeftFirst) {
  look(painted());
  const std::vector<std::pair<std::string, std::string>> played = {
      {"e2", "e4"}, {"e7", "e5"}, {"g1", "f3"}, {"d7", "d6"}};
  for (const auto& [from, to] : played) {
    carry(from, to);
    TableState state = painted();
    if (from != "d7") {
      std::erase_if(state.board->pieces, [](const SeenBoardPiece& piece) { return piece.square == "e4"; });
      state.board->looks["e4"] = {0.99, std::vector<std::uint8_t>(27, 100)};
    }
    look(state);
  }
  EXPECT_EQ(turns(), (Turns{"e2e4", "e7e5", "g1f3", "d7d6"}));
  expectFold();
}

/// Before each picture that could not be read a turn may have been played: more than four are read behind three such.
TEST_F(TurnsUnseen, BehindPicturesThatCouldNotBeReadMoreTurnsAreLookedFor) {
  look(board());
  const std::vector<std::pair<std::string, std::string>> played = {{"e2", "e4"}, {"e7", "e5"}, {"g1", "f3"},
                                                                   {"d7", "d6"}, {"d2", "d4"}, {"c8", "g4"}};
  for (std::size_t i = 0; i < played.size(); ++i) {
    carry(played[i].first, played[i].second);
    TableState state = board();
    const bool unread = i > 0 && i < 5;
    if (unread)
      std::erase_if(state.board->pieces, [](const SeenBoardPiece& piece) {
        return piece.square == "a2" || piece.square == "c2" || piece.square == "h7" || piece.square == "a8";
      });
    look(state);
    EXPECT_EQ(turns().size(), i < 5 ? 1u : 6u) << i;
  }
  EXPECT_EQ(position().substr(0, position().find(" none")), "rn1qkbnr/ppp2ppp/3p4/4p3/3PP1b1/5N2/PPP2PPP/RNBQKB1R w");
  expectFold();
}

TEST_F(TurnsUnseen, AMisplacedManAtTheStartIsNoTurn) {
  contents_.men.erase("g1"); // not put there yet, or not seen
  look(board());
  EXPECT_TRUE(turns().empty());
  contents_ = contentsOf("king_down", testing::usual_array);
  look(board());
  EXPECT_TRUE(turns().empty());
}

/// The array is drawn anew for each match, but a reader who misreads pawns cannot tell it.
TEST_F(TurnsUnseen, AReaderWhoMisreadsPawnsDoesNotDrawAnArray) {
  for (const bool misreads : {false, true}) {
    start();
    TableState state = board();
    for (SeenBoardPiece& piece : state.board->pieces) {
      const std::string rank = piece.square.substr(1);
      if (piece.square[0] == 'a' || piece.square[0] == 'f') // the rook and the bishop have changed places
        if (rank == "1" || rank == "8")
          piece.kind = piece.square[0] == 'a' ? "bishop" : "rook";
      if (misreads && (rank == "2" || rank == "7") && piece.square[0] < 'g')
        piece.kind = "knight";
    }
    look(state);
    ASSERT_EQ(of("start").size(), 1u);
    const std::string position = of("start")[0]["position"];
    EXPECT_EQ(position.substr(0, 8), misreads ? "rnbqkbnr" : "bnbqkrnr") << position;
  }
}

} // namespace
} // namespace linesman::app
