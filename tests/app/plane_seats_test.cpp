#include <algorithm>

#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Who plays, in which order, and with what, when a game of ships begins.
class PlaneSeats : public FedMatch {
protected:
  static MatchSetup armadas(std::map<std::string, std::string> options = {}) {
    MatchSetup setup = redAndBlue(std::move(options));
    setup.pick_up.reset();
    return setup;
  }
  /// Of those colours each a ship, at that place.
  static TableState shipsAt(std::vector<std::pair<Colour, Eigen::Vector2d>> places) {
    TableState state;
    for (const auto& [colour, at] : places)
      state.pyramids.push_back(laid(at.x(), at.y(), 0, colour));
    return numbered(state);
  }
  static TableState numbered(TableState state) {
    for (std::size_t i = 0; i < state.pyramids.size(); ++i)
      state.pyramids[i].id = PieceId{static_cast<int>(i) + 1};
    return state;
  }
  void allDone() {
    for (const json order = ledger()["order"]; const json& player : order)
      match_->hear({t_s_, player.get<std::string>(), "done"});
    ASSERT_EQ(of("start").size(), 1u) << of("verdict").back()["sentence"];
  }
  std::vector<std::string> sentencesAbout(const std::string& what) const {
    std::vector<std::string> sentences;
    for (const json& error : of("error"))
      if (error["what"] == what)
        sentences.push_back(error["sentence"]);
    return sentences;
  }
};

TEST_F(PlaneSeats, WhereNobodyIsNamedTurnsGoClockwiseRoundTheTable) {
  const TableState round = shipsAt(
      {{Colour::red, {-500, 0}}, {Colour::yellow, {500, 0}}, {Colour::green, {0, -500}}, {Colour::blue, {0, 500}}});
  for (const auto& [order, wanted] :
       {std::pair{"clockwise", json({"red", "blue", "yellow", "green"})}, // as far as colours' names go, red is first
        std::pair{"counterclockwise", json({"red", "green", "yellow", "blue"})}}) {
    MatchSetup setup = armadas({{"turn_order", order}});
    setup.players.clear();
    begin(setup);
    watch(round);
    allDone();
    EXPECT_EQ(of("start")[0]["players"], wanted);
    EXPECT_EQ(of("start")[0]["to_move"], "red");
  }
  expectFold();
}

TEST_F(PlaneSeats, ByLotAnyPlayerMayBegin) {
  std::set<std::string> first;
  for (int i = 0; i < 12; ++i) {
    begin(armadas({{"first_player", "drawn"}}));
    watch(shipsAt({{Colour::red, {-300 - 0.01 * i, 0}}, {Colour::blue, {300, 0}}}));
    allDone();
    const std::string begins = of("start")[0]["to_move"];
    EXPECT_EQ(sentencesAbout("player"), std::vector{"By lot " + begins + " begins."});
    first.insert(begins);
  }
  EXPECT_EQ(first, (std::set<std::string>{"red", "blue"}));
  expectFold();
}

TEST_F(PlaneSeats, WhoHasNoShipHasNoTurn) {
  MatchSetup setup = armadas();
  setup.players.insert(setup.players.begin(), {"green", {Colour::green}});
  begin(setup);
  watch(shipsAt({{Colour::red, {-300, 0}}, {Colour::blue, {300, 0}}}));
  allDone();
  EXPECT_EQ(of("start")[0]["players"], json({"red", "blue"}));
  EXPECT_EQ(of("start")[0]["to_move"], "red");
  EXPECT_EQ(sentencesAbout("player"),
            std::vector<std::string>{"green has no ship on the table, and so no turn; begin anew once green's fleet is "
                                     "laid."});
  for (const char* wanted : {"blue", "red"}) {
    match_->hear({t_s_, ledger()["order"][ledger()["next"].get<std::size_t>()], "done"});
    EXPECT_EQ(of("clock").back()["to_move"], wanted);
  }
  expectFold();
}

TEST_F(PlaneSeats, AShipThatIsCountedLateBringsItsPlayerIn) {
  MatchSetup setup = redAndBlue();
  setup.players.push_back({"green", {Colour::green}});
  begin(setup);
  const TableState two = shipsAt({{Colour::red, {-300, 0}}, {Colour::blue, {300, 0}}});
  const TableState three = shipsAt({{Colour::red, {-300, 0}}, {Colour::blue, {300, 0}}, {Colour::green, {0, 300}}});
  look(two);
  EXPECT_EQ(ledger()["order"], json({"red", "blue"}));
  for (int i = 0; i < 4; ++i)
    look(three);
  EXPECT_EQ(ledger()["order"], json({"red", "blue", "green"})) << of("error").back();
  EXPECT_EQ(ship("g1")["player"], "green");
  expectFold();
}

TEST_F(PlaneSeats, WhatStandsUprightIsToldToBeNoShip) {
  begin(armadas());
  TableState state = shipsAt({{Colour::red, {-300, 0}}, {Colour::blue, {300, 0}}, {Colour::red, {-200, 50}}});
  state.pyramids[2].posture = Posture::upright;
  watch(state);
  allDone();
  EXPECT_EQ(
      sentencesAbout("fleet"),
      std::vector<std::string>{"Not counted as ships: the upright pyramid at (-200, 50) mm; lay down what is one, "
                               "and begin anew, or take it off the table."});
  expectFold();
}

TEST_F(PlaneSeats, FleetsLaidInLineAheadAreNoSteps) {
  begin(armadas());
  std::vector<std::pair<Colour, Eigen::Vector2d>> places;
  for (const double y : {0.0, 500.0})
    for (const double x : {0.0, 1.0, 2.0}) {
      places.emplace_back(y > 0.0 ? Colour::blue : Colour::red, Eigen::Vector2d(x * (bow_mm + 1.0), y));
      watch(shipsAt(places));
    }
  EXPECT_TRUE(of("start").empty()) << "nobody has begun";
  allDone();
  EXPECT_EQ(of("start")[0]["ships"].size(), 6u);
  EXPECT_EQ(of("verdict").size(), 1u);
  places.emplace_back(Colour::red, Eigen::Vector2d(3.0 * (bow_mm + 1.0) - 1.0, 0)); // and this is one
  watch(shipsAt(places));
  EXPECT_EQ(of("verdict").back()["action"], "step");
  expectFold();
}

TEST_F(PlaneSeats, AStepShowsThatTheGameGoesOnWhereAllFleetsAreLaid) {
  begin(armadas());
  std::vector<std::pair<Colour, Eigen::Vector2d>> places = {{Colour::red, {0, 0}}};
  watch(shipsAt(places));
  places.emplace_back(Colour::blue, Eigen::Vector2d(0, 500));
  watch(shipsAt(places));
  places.emplace_back(Colour::red, Eigen::Vector2d(bow_mm, 0));
  watch(shipsAt(places));
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("start")[0]["ships"].size(), 2u);
  EXPECT_EQ(of("verdict").back()["action"], "step");
  expectFold();
}

TEST_F(PlaneSeats, OfAStartEachShipInLineAheadIsOne) {
  const auto told = [](const char* id, const char* player, double x, double y) {
    return json{{"id", id}, {"player", player}, {"size", "medium"}, {"stern", {x, y}}, {"heading", 0}};
  };
  MatchSetup setup = armadas();
  setup.start =
      json{{"to_move", "red"},
           {"objects", {told("A", "red", 0, 0), told("B", "red", bow_mm + 0.5, 0), told("C", "blue", 0, 500)}}}
          .dump();
  begin(setup);
  look(shipsAt({{Colour::red, {0, 0}}, {Colour::red, {bow_mm + 0.5, 0}}, {Colour::blue, {0, 500}}}));
  EXPECT_TRUE(of("error").empty()) << of("error").front();
  EXPECT_EQ(of("start")[0]["ships"].size(), 3u);
  EXPECT_TRUE(of("verdict").empty());
  expectFold();
}

TEST_F(PlaneSeats, WhereAGameIsPickedUpOnlyThePlayerToMoveHasAGauge) {
  begin(redAndBlue());
  look(shipsAt({{Colour::red, {0, 0}}, {Colour::blue, {0, 500}}, {Colour::blue, {bow_mm, 500}}}));
  EXPECT_EQ(of("start")[0]["ships"].size(), 3u);
  EXPECT_TRUE(of("verdict").empty());
  expectFold();
}

} // namespace
} // namespace linesman::app
