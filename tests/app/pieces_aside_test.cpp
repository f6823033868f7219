#include <gtest/gtest.h>

#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// A playing area of 800 mm by 800, one ship of each side, and what lies beside the area.
class PiecesAside : public FedMatch {
protected:
  void start(std::optional<std::string> pick_up = {}) {
    MatchSetup setup;
    setup.game = "armadas";
    setup.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
    setup.area = {{"type", "polygon"}, {"points", {{-400, -400}, {400, -400}, {400, 400}, {-400, 400}}}};
    setup.pick_up = std::move(pick_up);
    begin(setup);
  }
  static TableState with(const std::vector<SeenPyramid>& others) {
    TableState state;
    state.pyramids = {laid(0, -200, 90), laid(0, 200, -90, Colour::blue)};
    state.pyramids.insert(state.pyramids.end(), others.begin(), others.end());
    for (std::size_t i = 0; i < state.pyramids.size(); ++i)
      state.pyramids[i].id = PieceId{static_cast<int>(i) + 1};
    return state;
  }
  /// The verdict on the fleets that were placed so.
  json setUpWith(const std::vector<SeenPyramid>& others) {
    start();
    watch(with(others));
    for (const char* player : {"red", "blue"})
      match_->hear({t_s_, player, "done"});
    watch(with(others));
    return of("verdict").empty() ? json() : of("verdict").back();
  }
};

TEST_F(PiecesAside, AGaugeBesideTheAreaIsNoShip) {
  const json verdict = setUpWith({laid(-440, 0, 90), laid(450, 20, 0, Colour::blue)});
  ASSERT_TRUE(verdict.is_object());
  EXPECT_EQ(verdict["ruling"], "legal") << verdict.dump();
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("start")[0]["ships"].size(), 2u);
  expectFold();
}

TEST_F(PiecesAside, AShipOverTheEdgeIsOne) {
  const json verdict = setUpWith({laid(-405, -200, 90)});
  ASSERT_TRUE(verdict.is_object());
  EXPECT_EQ(verdict["ruling"], "illegal") << verdict.dump();
  EXPECT_TRUE(of("start").empty());
}

TEST_F(PiecesAside, WhatIsLaidAsideLaterIsNoQuestion) {
  start("red");
  watch(with({}));
  ASSERT_EQ(of("start").size(), 1u);
  hand(with({}));
  watch(with({laid(-440, 0, 90)}), 4.0);
  EXPECT_TRUE(of("error").empty());
  hand(with({}));
  watch(with({laid(-300, 0, 90)}), 4.0);
  ASSERT_EQ(of("error").size(), 1u) << "on the area it is one";
  EXPECT_EQ(of("error")[0]["what"], "unexplained");
  expectFold();
}

} // namespace
} // namespace linesman::app
