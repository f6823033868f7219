#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Fleets of which the first table shows something otherwise than it is.
class PlaneFleets : public FedMatch {
protected:
  PlaneFleets() { begin(redAndBlue()); }

  void look(std::vector<SeenPyramid> pyramids) {
    TableState state;
    state.pyramids = std::move(pyramids);
    FedMatch::look(state);
  }
  std::string sentence() const { return of("error").empty() ? "" : of("error").back()["sentence"].get<std::string>(); }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    const json state = match_->refereeState(); // kept: a range over a temporary's part ends with it
    for (const json& one : state["ships"])
      found.push_back(one["name"]);
    return found;
  }
  double x_mm(const std::string& name) const { return ship(name)["recorded"]["x"].get<double>(); }
  static SeenPyramid sized(PyramidSize size, SeenPyramid pyramid) {
    pyramid.size = size;
    return pyramid;
  }

  static SeenPyramid scored(double score, SeenPyramid pyramid) {
    pyramid.score = score;
    return pyramid;
  }

  const SeenPyramid red_ = laid(0, 0, 0), left_ = laid(-200, 150, 0, Colour::blue),
                    right_ = laid(200, 150, 0, Colour::blue);
};

TEST_F(PlaneFleets, AnOverlookedShipIsNumberedAsItWouldHaveBeen) {
  look({red_, right_});
  look({red_, right_, left_, laid(bow_mm, 0, 0)});
  look({right_, left_, laid(bow_mm, 0, 0)});
  EXPECT_EQ(sentence(),
            "The medium blue pyramid at (-200, 150) mm is a ship that was overlooked at first: it is b1, and from left "
            "to right the blue ships are numbered anew, up to b2.");
  EXPECT_EQ(x_mm("b1"), -200.0);
  EXPECT_EQ(x_mm("b2"), 200.0);
  EXPECT_EQ(of("verdict").back()["ruling"], "legal") << "red's step is not touched by it";
  expectFold();
}

TEST_F(PlaneFleets, WhoWasSpokenOfKeepsHisName) {
  look({red_, right_});
  match_->hear({t_s_, "red", "fire r1 b1"});
  look({red_, right_, left_});
  look({red_, right_, left_});
  EXPECT_EQ(sentence(), "The medium blue pyramid at (-200, 150) mm is a ship that was overlooked at first: it is b2.");
  EXPECT_EQ(x_mm("b1"), 200.0);
  expectFold();
}

TEST_F(PlaneFleets, ALaterOneIsAskedAboutAndCountsWhereSomebodySaysSo) {
  for (int i = 0; i < 3; ++i)
    look({red_, right_});
  look({red_, right_, left_});
  match_->hear({t_s_, "blue", "count"});
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>()) << "nobody was asked yet";
  look({red_, right_, left_});
  EXPECT_EQ(sentence(),
            "The medium blue pyramid at (-200, 150) mm is no ship's, and no step of a ship explains it; take "
            "it away, or lay it to the bow of its ship; is it a ship that was overlooked, say count, and ignore if "
            "nothing lies there.");
  EXPECT_EQ(names(), (std::vector<std::string>{"r1", "b1"}));
  match_->hear({t_s_, "blue", "count"});
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>());
  EXPECT_EQ(names().size(), 3u);
  const std::size_t asked = of("error").size();
  for (int i = 0; i < 3; ++i)
    look({red_, right_, left_});
  EXPECT_EQ(of("error").size(), asked);
  expectFold();
}

/// In small pictures clear ships are seen now as these, now as those.
TEST_F(PlaneFleets, WhileTheFleetsAreNotSeenPlainlyALaterOneIsAnOverlookedOne) {
  SeenPyramid doubtful = right_;
  doubtful.score = 0.5;
  for (int i = 0; i < 4; ++i)
    look({red_, doubtful});
  look({red_, right_, left_});
  look({red_, right_, left_});
  EXPECT_EQ(x_mm("b1"), -200.0);
  EXPECT_EQ(x_mm("b2"), 200.0);
  look({red_, right_, left_});
  for (int i = 0; i < 2; ++i)
    look({red_, right_, left_, laid(0, 200, 0, Colour::blue)});
  EXPECT_EQ(names().size(), 3u) << "all were seen plainly three times";
  expectFold();
}

TEST_F(PlaneFleets, APieceOfThePlayerToMoveMayBeAGaugeAndIsAskedAbout) {
  look({red_, right_});
  for (int i = 0; i < 3; ++i)
    look({red_, right_, laid(-200, 150, 0)});
  EXPECT_EQ(of("error").size(), 1u);
  EXPECT_EQ(names(), (std::vector<std::string>{"r1", "b1"}));
  match_->hear({t_s_, "red", "count"});
  EXPECT_EQ(sentence(),
            "The medium red pyramid at (-200, 150) mm is a ship that was overlooked at first: it is r1, and "
            "from left to right the red ships are numbered anew, up to r2.");
  expectFold();
}

TEST_F(PlaneFleets, APieceOfThePlayerToMoveThatHasNoShipOfItsKindIsNoGauge) {
  look({red_, right_});
  for (int i = 0; i < 2; ++i)
    look({red_, right_, sized(PyramidSize::small, laid(-200, 150, 0))});
  EXPECT_EQ(names().size(), 3u);
  EXPECT_EQ(ship("r1")["size"], "small");
  expectFold();
}

/// A shadow or a print that is taken for a ship, now of this size, now standing.
TEST_F(PlaneFleets, WhatIsNoShipIsIgnoredWhileItLiesThere) {
  for (int i = 0; i < 3; ++i)
    look({red_, right_});
  const SeenPyramid shadow = laid(60, 0, 90, Colour::blue);
  for (int i = 0; i < 2; ++i)
    look({red_, right_, shadow});
  ASSERT_EQ(of("error").size(), 1u);
  match_->hear({t_s_, "red", "ignore"});
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>());
  EXPECT_EQ(sentence(),
            "The medium blue pyramid is no ship; what is seen at (60, 0) mm is ignored while it lies there.");
  SeenPyramid standing = laid(61, 15, 30);
  standing.posture = Posture::upright;
  for (const SeenPyramid& read : {shadow, sized(PyramidSize::large, shadow), standing, shadow})
    for (int i = 0; i < 2; ++i)
      look({red_, right_, read});
  look({red_, right_}); // overlooked for once
  for (int i = 0; i < 2; ++i)
    look({red_, right_, shadow});
  EXPECT_EQ(of("error").size(), 2u) << sentence();
  TableState seen;
  seen.pyramids = {red_, right_, shadow};
  EXPECT_EQ(match_->facing(seen).pyramids.size(), 2u) << "what is drawn has no name for it";
  look({red_, right_, shadow, laid(bow_mm, 0, 40)});
  EXPECT_EQ(of("verdict").back()["ruling"], "legal") << "it is in nobody's way";
  EXPECT_EQ(names(), (std::vector<std::string>{"r1", "b1"}));
  expectFold();
}

TEST_F(PlaneFleets, WhatLaterLiesWhereSomethingWasIgnoredIsAskedAbout) {
  for (int i = 0; i < 3; ++i)
    look({red_, right_});
  for (int i = 0; i < 2; ++i)
    look({red_, right_, left_});
  match_->hear({t_s_, "red", "ignore"});
  for (int i = 0; i < 3; ++i)
    look({red_, right_});
  for (int i = 0; i < 2; ++i)
    look({red_, right_, left_});
  EXPECT_EQ(of("error").size(), 3u);
  expectFold();
}

TEST_F(PlaneFleets, AShipThatIsNoneIsStruckOffByItsPlayer) {
  for (int i = 0; i < 3; ++i)
    look({red_, right_, left_});
  match_->hear({t_s_, "red", "ignore b1"});
  EXPECT_EQ(of("claim").back()["sentence"], "b1 is blue's; blue has to say that it is no ship.");
  match_->hear({t_s_, "blue", "ignore b1"});
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>());
  EXPECT_EQ(sentence(), "b1 is no ship; what is seen at (-200, 150) mm is ignored while it lies there.");
  match_->hear({t_s_, "blue", "ignore b2"});
  EXPECT_EQ(of("claim").back()["sentence"], "b2 is the last ship of blue; begin anew without it.");
  for (int i = 0; i < 3; ++i)
    look({red_, right_, left_});
  for (int i = 0; i < 3; ++i)
    look({red_, right_});
  EXPECT_EQ(names(), (std::vector<std::string>{"r1", "b2"}));
  EXPECT_EQ(of("error").size(), 1u);
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(PlaneFleets, AShipSailsOverWhatIsIgnored) {
  for (int i = 0; i < 3; ++i)
    look({red_, right_, laid(bow_mm, 0, 0, Colour::blue)});
  match_->hear({t_s_, "blue", "ignore b1"});
  look({red_, right_, laid(bow_mm, 0, 0)});
  look({right_, laid(bow_mm, 0, 0)});
  look({right_, laid(bow_mm, 0, 0)});
  EXPECT_EQ(x_mm("r1"), bow_mm);
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(PlaneFleets, AShipThatWasCarriedOffIsNoOverlookedOne) {
  look({red_, right_});
  look({red_, left_});
  look({red_, left_});
  match_->hear({t_s_, "blue", "count"});
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>());
  EXPECT_EQ(names(), (std::vector<std::string>{"r1", "b1"}));
  expectFold();
}

TEST_F(PlaneFleets, AGaugeThatLiesThereAlreadyIsNoShip) {
  look({red_, laid(bow_mm, 0, 0), right_});
  EXPECT_EQ(names(), (std::vector<std::string>{"r1", "b1"}));
  ASSERT_EQ(of("verdict").size(), 1u);
  EXPECT_EQ(of("verdict")[0]["ruling"], "legal");
  look({laid(bow_mm, 0, 0), right_});
  EXPECT_EQ(x_mm("r1"), bow_mm);
  EXPECT_TRUE(of("error").empty()) << sentence();
  expectFold();
}

/// Somebody may have laid it there since.
TEST_F(PlaneFleets, AnotherSizeThanTheFirstTableShowsIsAskedAbout) {
  SeenPyramid whole = right_;
  whole.visible = 1.0;
  look({red_, sized(PyramidSize::small, right_)});
  for (int i = 0; i < 3; ++i)
    look({red_, whole});
  EXPECT_EQ(ship("b1")["size"], "small");
  EXPECT_EQ(of("put_back").size(), 1u);
  expectFold();
}

TEST_F(PlaneFleets, WhatOneTableShowedInDoubtAndTheNextTwoDoNotIsNoShip) {
  look({red_, scored(0.75, left_), right_});
  look({red_, right_});
  look({red_, laid(bow_mm, 0, 0), right_});
  EXPECT_EQ(sentence(), "What was taken for b1 at (-200, 150) mm is no ship: nothing is seen there any more; from left "
                        "to right the blue ships are numbered anew, up to b1.");
  EXPECT_EQ(names(), (std::vector<std::string>{"r1", "b1"}));
  EXPECT_EQ(x_mm("b1"), 200.0);
  EXPECT_TRUE(of("put_back").empty());
  match_->hear({t_s_, "red", "fire r1 b1"});
  look({laid(bow_mm, 0, 0), right_});
  EXPECT_EQ(x_mm("r1"), bow_mm);
  expectFold();
}

TEST_F(PlaneFleets, AShipThatWasSeenPlainlyOrThatLiesElsewhereIsAskedBack) {
  look({red_, left_, scored(0.75, right_)});
  look({red_, laid(100, 250, 90, Colour::blue)});
  look({red_, laid(100, 250, 90, Colour::blue)});
  EXPECT_EQ(of("put_back").size(), 2u);
  EXPECT_EQ(names().size(), 3u);
  expectFold();
}

TEST_F(PlaneFleets, WhatIsLessLikelyAShipThanNotIsNamedOnceItIsSeen) {
  look({red_, scored(0.44, left_), right_});
  EXPECT_EQ(names(), (std::vector<std::string>{"r1", "b1"}));
  for (int i = 0; i < 2; ++i)
    look({red_, left_, right_});
  EXPECT_EQ(names().size(), 3u);
  EXPECT_EQ(x_mm("b1"), -200.0);
  expectFold();
}

TEST_F(PlaneFleets, AMeasurementThatWasKeptIsNoOtherLook) {
  for (int i = 0; i < 5; ++i) // what does not change is not measured again
    look({laid(0, 0, 2), right_});
  look({red_, laid(bow_mm, 0, 0), right_});
  EXPECT_NEAR(ship("r1")["recorded"]["heading"].get<double>(), 1.0, 0.01) << "one look so, one otherwise";
  look({red_, laid(bow_mm, 0, 0), right_});
  EXPECT_NEAR(ship("r1")["recorded"]["heading"].get<double>(), 1.0, 0.01);
  expectFold();
}

} // namespace
} // namespace linesman::app
