#include <gtest/gtest.h>

#include "app/watch/ignored_things.h"
#include "app/watch/plane_strangers.h"
#include "tests/app/seen_ships.h"

namespace linesman::app {
namespace {

using nlohmann::json;
using testing::lying;

/// So many settled tables that show these pyramids, of which nobody expected one.
void show(Strangers& strangers, const std::vector<SeenPyramid>& pyramids, int tables = 1) {
  TableState state;
  state.pyramids = pyramids;
  std::vector<std::size_t> unexpected;
  for (std::size_t i = 0; i < pyramids.size(); ++i)
    unexpected.push_back(i);
  for (int table = 0; table < tables; ++table) {
    strangers.forgetGone(state, unexpected);
    std::vector<Stranger> now;
    for (const SeenPyramid& pyramid : pyramids) {
      now.push_back(strangers.at(pyramid));
      ++now.back().looks;
    }
    strangers.see(std::move(now));
  }
}

TEST(Strangers, OneIsTheSameWhileItLiesNearItsPlaceUnderItsKind) {
  Strangers strangers;
  show(strangers, {lying(0)}, 3);
  EXPECT_EQ(strangers.at(lying(12)).looks, 3);
  EXPECT_EQ(strangers.at(lying(14)).looks, 0);
  EXPECT_EQ(strangers.at(lying(0, PyramidSize::large)).looks, 0);
  EXPECT_EQ(strangers.at(lying(0, PyramidSize::medium, Colour::blue)).looks, 0);
  show(strangers, {lying(12)});
  EXPECT_EQ(strangers.at(lying(14)).looks, 4) << "where it lay last counts";
}

TEST(Strangers, WhatIsTakenAwayIsForgotten) {
  Strangers strangers;
  show(strangers, {lying(0), lying(100)}, 2);
  TableState state;
  state.pyramids = {lying(0), lying(100)};
  strangers.forgetGone(state, {1}); // the one at 0 is a ship's now
  ASSERT_EQ(strangers.all().size(), 1u);
  EXPECT_TRUE(strangers.all()[0].is(lying(100)));
  strangers.forget(lying(101));
  EXPECT_TRUE(strangers.all().empty());
}

TEST(Strangers, OneTableIsTooFewToAskAbout) {
  Strangers strangers;
  EXPECT_FALSE(strangers.holdBack());
  show(strangers, {lying(0)});
  EXPECT_TRUE(strangers.holdBack());
  EXPECT_TRUE(strangers.inTheWay(nullptr).empty());
  show(strangers, {lying(0)});
  EXPECT_FALSE(strangers.holdBack());
  EXPECT_EQ(strangers.inTheWay(nullptr).size(), 1u);
  show(strangers, {lying(0), lying(200)});
  EXPECT_TRUE(strangers.holdBack());
  EXPECT_EQ(strangers.inTheWay(nullptr).size(), 1u);
}

TEST(Strangers, TheGaugeThatIsJudgedIsNotInItsOwnWay) {
  Strangers strangers;
  show(strangers, {lying(0), lying(100)}, 2);
  const SeenPose gauge = SeenPose::of(lying(98));
  const std::vector<NotCounted> things = strangers.inTheWay(&gauge);
  ASSERT_EQ(things.size(), 1u);
  EXPECT_EQ(things[0].what, strangers.inTheWay(nullptr)[0].what);
}

TEST(Strangers, PlayersSayWhatThoseAreThatWereAskedAbout) {
  Strangers strangers;
  show(strangers, {lying(0), lying(100)}, 2);
  show(strangers, {lying(0), lying(100), lying(200)});
  std::vector<double> offered_mm;
  const auto settle = [&](const Stranger& one, std::vector<Event>& told) {
    offered_mm.push_back(one.at.pose.x_mm());
    if (one.at.pose.x_mm() != 100)
      return false;
    told.push_back({"error", 1.0, {{"sentence", "told"}}});
    return true;
  };
  const std::vector<Event> events = strangers.hear({1.0, "red", "count"}, "There is none.", settle);
  EXPECT_EQ(offered_mm, (std::vector<double>{0, 100})) << "nobody was asked about the one at 200 yet";
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0], answerTo({1.0, "red", "count"}, true));
  EXPECT_EQ(events[1].body["sentence"], "told");
  EXPECT_EQ(strangers.all().size(), 2u);
  const std::vector<Event> none = strangers.hear({2.0, "red", "count"}, "There is none.", settle);
  ASSERT_EQ(none.size(), 1u);
  EXPECT_EQ(none[0], answerTo({2.0, "red", "count"}, false, "There is none."));
  EXPECT_EQ(strangers.all().size(), 2u);
}

TEST(Strangers, AreRestoredAsTheyWere) {
  Strangers strangers;
  show(strangers, {lying(0, PyramidSize::small, Colour::blue), lying(100)}, 2);
  const json kept = strangers.toJson();
  const Strangers again = Strangers::fromJson(kept);
  EXPECT_EQ(again.toJson(), kept);
  EXPECT_EQ(kept[0]["colour"], "blue");
  EXPECT_EQ(kept[0]["size"], "small");
  EXPECT_EQ(kept[1]["looks"], 2);
  EXPECT_EQ(again.at(lying(100)).looks, 2);
  EXPECT_EQ(Strangers().toJson(), json::array());
}

bool nothingKnown(const SeenPyramid&) {
  return false;
}

std::size_t left(const IgnoredThings& ignored, const std::vector<SeenPyramid>& pyramids,
                 const IgnoredThings::IsKnown& is_known = nothingKnown) {
  TableState state;
  state.pyramids = pyramids;
  ignored.takeOutOf(state, is_known);
  return state.pyramids.size();
}

TEST(IgnoredThings, AreTakenOutWhateverPyramidTheyAreReadAs) {
  IgnoredThings ignored;
  ignored.add(middleOf(lying(0)));
  SeenPyramid otherwise = lying(0, PyramidSize::medium, Colour::blue);
  EXPECT_EQ(left(ignored, {lying(4), otherwise, lying(100)}), 1u);
  EXPECT_EQ(left(ignored, {lying(11)}), 1u) << "it lies beside it";
  EXPECT_EQ(left(ignored, {lying(0)}, [](const SeenPyramid&) { return true; }), 1u) << "a ship sails over it";
}

TEST(IgnoredThings, AreForgottenOnceThreeTablesDoNotShowThem) {
  IgnoredThings ignored;
  ignored.add(middleOf(lying(0)));
  TableState empty, shown, hidden;
  shown.pyramids = {lying(0)};
  hidden.unseen_mm = {{{-100, -100}, {100, -100}, {100, 100}, {-100, 100}}};
  for (const TableState* table : {&empty, &empty, &shown, &empty, &empty, &hidden, &empty, &empty})
    ignored.note(*table, nothingKnown);
  EXPECT_EQ(left(ignored, {lying(0)}), 0u) << "never three in a row";
  ignored.note(empty, nothingKnown);
  EXPECT_EQ(left(ignored, {lying(0)}), 1u);
  ignored.add(middleOf(lying(0)));
  for (int table = 0; table < 3; ++table)
    ignored.note(shown, [](const SeenPyramid&) { return true; });
  EXPECT_EQ(left(ignored, {lying(0)}), 1u) << "what is seen there is a ship";
}

TEST(IgnoredThings, AreRestoredAsTheyWere) {
  const json kept = {{{"x", 12.5}, {"y", -3.0}, {"missed", 2}}};
  IgnoredThings ignored = IgnoredThings::fromJson(kept);
  EXPECT_EQ(ignored.toJson(), kept);
  ignored.note({}, nothingKnown);
  EXPECT_EQ(ignored.toJson(), json::array()) << "it was missing twice before";
}

} // namespace
} // namespace linesman::app
