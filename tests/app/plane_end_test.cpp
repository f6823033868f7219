#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// What only the last table of a source shows is asked about at its end.
class PlaneEnds : public FedMatch {
protected:
  PlaneEnds() {
    begin(redAndBlue());
    look(fleets({laid(50, 200, 0)}));
  }
  void end() {
    match_->finish(t_s_);
    match_->finish(t_s_); // once is enough
    expectFold();
  }
};

TEST_F(PlaneEnds, AShipThatIsGoneIsAskedBack) {
  look(fleets({laid(50, 200, 0)}, false));
  EXPECT_TRUE(of("put_back").empty());
  end();
  ASSERT_EQ(of("put_back").size(), 1u);
  EXPECT_EQ(of("put_back")[0]["ship"], "r1");
  EXPECT_TRUE(of("put_back")[0]["missing"].get<bool>());
}

TEST_F(PlaneEnds, AShipThatWasCarriedElsewhereIsAskedBackAndItsPlaceIsUnexplained) {
  look(fleets({laid(50, 200, 0), laid(100, -100, 0)}, false));
  end();
  EXPECT_EQ(of("put_back").size(), 1u);
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["what"], "unexplained");
  EXPECT_EQ(of("error")[0]["sentence"],
            "The medium red pyramid at (100, -100) mm does not lie where r1 belongs, and no "
            "single step leads there; put r1 back, and lay each step by itself.");
}

TEST_F(PlaneEnds, AFilmEndsTheSameWay) {
  watch(fleets({laid(50, 200, 0)}), 1.0);
  watch(fleets({laid(50, 200, 0), laid(100, -100, 0)}), 0.6);
  EXPECT_TRUE(of("error").empty());
  end();
  EXPECT_EQ(of("error").size(), 1u);
}

TEST_F(PlaneEnds, ChitsWithoutAShotAreAskedAbout) {
  TableState state = fleets({laid(50, 200, 0)});
  for (std::size_t i = 0; i < state.pyramids.size(); ++i)
    state.pyramids[i].id = PieceId{static_cast<int>(i) + 1};
  state.chits.push_back({Colour::yellow, {290, 12}, state.pyramids.back().id});
  look(state);
  end();
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["what"], "chits");
}

TEST_F(PlaneEnds, WhatIsSaidBehindTheLastTableExplainsIt) {
  TableState state = fleets({laid(50, 200, 0)});
  std::erase_if(state.pyramids, [](const SeenPyramid& pyramid) { return pyramid.colour == Colour::blue; });
  look(state);
  match_->hear({t_s_ + 1.0, "blue", "resign"});
  end();
  EXPECT_TRUE(of("put_back").empty()) << "the game is over";
}

TEST_F(PlaneEnds, ATableThatIsUnderstoodIsNoQuestion) {
  look(fleets({laid(50, 200, 0), laid(bow_mm, 0, 0)}));
  look(fleets({laid(50, 200, 0), laid(bow_mm, 0, 0)}, false));
  end();
  EXPECT_TRUE(of("put_back").empty());
  EXPECT_TRUE(of("error").empty());
}

} // namespace
} // namespace linesman::app
