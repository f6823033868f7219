#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// What lies under a hand that rests is not judged, nor is what may be held in it.
class PlaneHands : public FedMatch {
protected:
  PlaneHands() { begin(redAndBlue()); }

  static TablePolygon around(double x_mm, double y_mm, double half_mm) {
    return {{x_mm - half_mm, y_mm - half_mm},
            {x_mm + half_mm, y_mm - half_mm},
            {x_mm + half_mm, y_mm + half_mm},
            {x_mm - half_mm, y_mm + half_mm}};
  }
  /// A hand that holds nothing up rests there.
  static TableState under(TableState state, const TablePolygon& hand) {
    state.resting_mm.push_back(hand);
    state.unseen_mm.push_back(hand);
    state.obstacles.push_back({hand, 0.0});
    return state;
  }
  std::vector<std::string> removed() const {
    std::vector<std::string> out;
    for (const json& action : of("action"))
      if (action["kind"] == "remove")
        out.push_back(action["what"]);
    return out;
  }
  using Told = std::vector<std::string>;
  const SeenPyramid gauge_ = laid(bow_mm, 0, 0);
  const TablePolygon on_original_ = around(10, 0, 20), on_gauge_ = around(60, 0, 20), far_away_ = around(-200, 0, 40);
};

TEST_F(PlaneHands, AnOriginalUnderAHandIsNotGone) {
  watch(fleets());
  hand(fleets());
  watch(fleets({gauge_}));
  ASSERT_EQ(of("verdict").size(), 1U);
  hand(fleets({gauge_}));
  watch(under(fleets({gauge_}, false), on_original_), 5.0);
  EXPECT_EQ(removed(), Told());
  EXPECT_EQ(of("verdict").size(), 1U);
  hand(fleets({gauge_}));
  watch(fleets({gauge_}));
  EXPECT_EQ(removed(), Told()) << "it lies there still";
  hand(fleets({gauge_}));
  watch(fleets({gauge_}, false));
  EXPECT_EQ(removed(), Told{"original"});
  EXPECT_EQ(of("verdict").size(), 2U);
  expectFold();
}

TEST_F(PlaneHands, AGaugeUnderAHandWasNotTakenAway) {
  watch(fleets());
  hand(fleets());
  watch(fleets({gauge_}));
  hand(fleets({gauge_}));
  watch(under(fleets(), on_gauge_), 5.0);
  EXPECT_EQ(removed(), Told());
  hand(fleets({gauge_}));
  watch(fleets({gauge_}));
  EXPECT_EQ(of("verdict").size(), 1U) << "the step goes on";
  hand(fleets());
  watch(fleets());
  EXPECT_EQ(removed(), Told{"spare_withdrawn"});
  expectFold();
}

TEST_F(PlaneHands, AStepWhoseOriginalWasUnderAHandFromItsBeginningIsNotComplete) {
  watch(fleets());
  hand(fleets());
  watch(under(fleets({gauge_}, false), on_original_), 5.0);
  EXPECT_EQ(removed(), Told());
  ASSERT_EQ(of("verdict").size(), 1U) << "the step is ruled on";
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  hand(fleets({gauge_}));
  watch(fleets({gauge_}, false));
  EXPECT_EQ(removed(), Told{"original"});
  expectFold();
}

TEST_F(PlaneHands, AShipThatMayBeInAHandIsAskedBackOnlyLater) {
  watch(fleets());
  hand(fleets());
  watch(under(fleets({}, false), far_away_), 5.0);
  EXPECT_TRUE(of("put_back").empty());
  watch(under(fleets({}, false), far_away_), 8.0);
  ASSERT_EQ(of("put_back").size(), 1U);
  EXPECT_EQ(of("put_back").back()["ship"], "r1");
  hand(fleets());
  watch(fleets());
  EXPECT_EQ(of("put_back").back()["done"], true);
  hand(fleets());
  watch(fleets({}, false), 3.0);
  EXPECT_EQ(of("put_back").size(), 3U) << "no hand is in sight";
  expectFold();
}

/// No hand at work is seen between: its leaving is news.
TEST_F(PlaneHands, WhereAHandLayNothingIsInTheWayOnceItHasLeft) {
  const TableState abeam = fleets({laid(5, 45, 0, Colour::blue)});
  const auto arm = [](double y_mm) { return TablePolygon{{-60, y_mm}, {110, y_mm}, {110, y_mm + 8}, {-60, y_mm + 8}}; };
  watch(under(abeam, arm(24)));
  match_->hear({t_s_, "red", "fire r1 b1"});
  ASSERT_EQ(of("verdict").back()["ruling"], "unclear");
  watch(under(abeam, arm(25)), 3.0);
  const std::size_t tables = of("settled").size();
  watch(under(abeam, arm(23)), 3.0);
  EXPECT_EQ(of("settled").size(), tables) << "it only stirs";
  watch(abeam);
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  watch(under(abeam, arm(24)));
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(of("verdict").back()["ruling"], "unclear") << "it lies there again";
  expectFold();
}

TEST_F(PlaneHands, ASunkShipUnderAHandHasNotLeft) {
  watch(fleets({laid(5, 45, 0, Colour::blue)}));
  for (int shot = 0; shot < 2; ++shot)
    match_->hear({t_s_, "red", "fire r1 b1"});
  ASSERT_EQ(ship("b1")["sunk"], true);
  hand(fleets());
  watch(under(fleets(), around(20, 45, 25)), 3.0);
  EXPECT_EQ(removed(), Told());
  hand(fleets());
  watch(fleets());
  EXPECT_EQ(removed(), Told{"sunk"});
  expectFold();
}

} // namespace
} // namespace linesman::app
