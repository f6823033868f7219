#include <algorithm>
#include <cmath>

#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Ships that lie elsewhere than they belong, pieces too many, steps begun and not ended: what is told of them, and
/// that nobody gains by them.
class PlaneAstray : public FedMatch {
protected:
  PlaneAstray() { begin(redAndBlue()); }

  /// r1 as given, b1 abeam of where r1 belongs, or as given.
  void look(const std::vector<SeenPyramid>& pyramids) {
    TableState state;
    state.pyramids = pyramids;
    FedMatch::look(state);
  }
  const SeenPyramid red_ = laid(0, 0, 0), blue_ = laid(5, 45, 0, Colour::blue), far_ = laid(300, 0, 180, Colour::blue);

  /// And each question and ruling is the same again from the state before it alone.
  void expectFold() {
    const auto contents = MatchRecord::read(record());
    ASSERT_TRUE(contents) << contents.error().sentence;
    for (std::size_t i = 0; i < contents->events.size(); ++i) {
      const std::string& kind = contents->events[i].kind;
      if (kind != "verdict" && kind != "put_back" && kind != "error")
        continue;
      const auto dispute = makeDispute(*contents, static_cast<long long>(i + 1), "");
      ASSERT_TRUE(dispute) << dispute.error().sentence;
      const auto otherwise = replayDispute(*dispute);
      ASSERT_TRUE(otherwise) << otherwise.error().sentence;
      EXPECT_TRUE(otherwise->empty()) << otherwise->front();
    }
    FedMatch::expectFold();
  }

  json last(const std::string& kind) const { return of(kind).empty() ? json() : of(kind).back(); }
  std::string lastSentence(const std::string& kind) const { return last(kind).value("sentence", ""); }
  static SeenPyramid upright(SeenPyramid pyramid) {
    pyramid.posture = Posture::upright;
    return pyramid;
  }
};

TEST_F(PlaneAstray, ARefusedStepIsNotGoneOnFrom) {
  const SeenPyramid turned = laid(bow_mm, 0, 90);
  look({red_, far_});
  look({red_, turned, far_});
  EXPECT_EQ(last("verdict")["ruling"], "illegal");
  look({turned, far_});
  EXPECT_EQ(last("put_back")["ship"], "r1");
  look({turned, laid(bow_mm, bow_mm, 90), far_});
  EXPECT_EQ(last("verdict")["ruling"], "illegal");
  EXPECT_EQ(last("verdict")["clauses"], json({"AR-34"}));
  EXPECT_EQ(lastSentence("verdict"), "r1 does not lie where it belongs; take the gauge away and put r1 back first.");
  expectFold();
}

TEST_F(PlaneAstray, ARefusedStepThatIsThenSeenToLieRightlyIsCarriedOut) {
  look({red_, far_});
  look({red_, laid(bow_mm + 4.6, 0, 0), far_}); // nudged to the bow afterwards, or measured wrongly
  EXPECT_EQ(last("verdict")["ruling"], "illegal");
  const std::size_t before = of("verdict").size();
  look({laid(bow_mm, 0, 0), far_});
  ASSERT_EQ(of("verdict").size(), before + 2);
  EXPECT_EQ(of("verdict")[before]["ruling"], "legal");
  EXPECT_EQ(last("verdict")["sentence"], "The step of r1 is complete; the gauge is the ship.");
  EXPECT_TRUE(of("put_back").empty());
  EXPECT_EQ(ledger()["steps"]["r1"], 1);
  expectFold();
}

TEST_F(PlaneAstray, AShipThatWasGoneBeforeItsTurnEndedWentInThatTurn) {
  look({red_, far_});
  look({far_}); // r1 lies elsewhere already, and is overlooked
  match_->hear({t_s_, "red", "done"});
  const json blues = ledger();
  look({laid(bow_mm, 0, 0), far_});
  ASSERT_EQ(of("verdict").size(), 2u);
  for (const json& verdict : of("verdict")) {
    EXPECT_EQ(verdict["ruling"], "legal");
    EXPECT_EQ(verdict["in_turn"], 1);
  }
  EXPECT_EQ(ledger(), blues);
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(PlaneAstray, AShipThatGoesAfterItsTurnEndedIsRefused) {
  look({red_, far_});
  match_->hear({t_s_, "red", "done"});
  look({laid(bow_mm, 0, 0), far_});
  EXPECT_EQ(of("verdict").front()["sentence"], "It is blue's turn; r1 may not move: take the gauge away.");
  expectFold();
}

TEST_F(PlaneAstray, AGaugeThatPerhapsTouchesTheBowIsTooCloseToCall) {
  look({red_, far_});
  look({red_, laid(bow_mm + 1.7, 0, 0), far_});
  EXPECT_EQ(last("verdict")["ruling"], "unclear") << last("verdict");
  EXPECT_EQ(lastSentence("verdict"), "Too close to call, so no: r1 perhaps starts 1.7 mm off the bow; lay it clearly.");
  look({red_, far_});
  look({red_, laid(bow_mm + 2.5, 0, 0), far_});
  EXPECT_EQ(last("verdict")["ruling"], "illegal") << last("verdict");
  expectFold();
}

TEST_F(PlaneAstray, APushGainsNoStep) {
  look({red_, far_});
  look({laid(8, 0, 0), far_});
  EXPECT_EQ(last("put_back")["ship"], "r1");
  look({laid(8, 0, 0), laid(8 + bow_mm, 0, 0), far_});
  EXPECT_EQ(last("verdict")["ruling"], "illegal") << "it begins 8 mm off the bow of where r1 belongs";
  expectFold();
}

TEST_F(PlaneAstray, WhoIsPushedOutOfTheWayIsInIt) {
  const SeenPyramid home = laid(55, -36, 90, Colour::blue), pushed = laid(55, -47, 90, Colour::blue);
  look({red_, home});
  look({red_, pushed, laid(bow_mm, 0, 0)});
  EXPECT_EQ(last("put_back")["ship"], "b1");
  EXPECT_EQ(last("verdict")["ruling"], "illegal");
  EXPECT_EQ(lastSentence("verdict"), "r1 may not step there: it touches b1; take the gauge away and lay it anew.");
  expectFold();
}

TEST_F(PlaneAstray, WhoIsPushedIntoTheWayIsPutBackFirst) {
  const SeenPyramid home = laid(55, -47, 90, Colour::blue), pushed = laid(55, -38.5, 90, Colour::blue);
  look({red_, home});
  look({red_, pushed});
  look({red_, pushed, laid(bow_mm, 0, 0)});
  EXPECT_EQ(lastSentence("verdict"),
            "Not ruled whether r1 may make this step: b1 does not lie where it belongs; put it back.");
  TableState put_back;
  put_back.pyramids = {red_, home, laid(bow_mm, 0, 0)};
  watch(put_back, 3.0);
  EXPECT_EQ(last("verdict")["ruling"], "legal") << "judged again without another hand";
  expectFold();
}

TEST_F(PlaneAstray, AShotFromElsewhereIsHeldBack) {
  look({red_, blue_});
  look({laid(0, -60, 0), blue_});
  look({laid(0, -60, 0), blue_});
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(lastSentence("verdict"),
            "Not ruled whether r1 hits b1: r1 is not seen where it belongs; put it back and fire again.");
  look({red_, blue_});
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(last("verdict")["ruling"], "legal") << last("verdict");
  EXPECT_EQ(ship("b1")["damage"], 1);
  expectFold();
}

TEST_F(PlaneAstray, ATargetThatIsGoneIsHitOnlyWhereThatSinksIt) {
  look({red_, blue_});
  look({red_});
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(last("verdict")["ruling"], "unclear") << "a first hit takes no Medium off the table";
  look({red_, blue_});
  match_->hear({t_s_, "red", "fire r1 b1"});
  look({red_});
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(last("verdict")["ruling"], "legal");
  EXPECT_TRUE(ship("b1")["removed"].get<bool>()) << "the hand was quicker than the word";
  expectFold();
}

TEST_F(PlaneAstray, AShotIsRuledFromWhereShipsBelong) {
  const SeenPyramid off = laid(5, 68, 0, Colour::blue);
  look({red_, off});
  look({laid(0, 11, 0), off});
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(last("verdict")["ruling"], "illegal") << "only the push brought it in reach";
  expectFold();
}

TEST_F(PlaneAstray, AShotInTheMiddleOfAStepIsHeldBack) {
  look({red_, blue_});
  look({red_, laid(bow_mm, 0, 0), blue_});
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(lastSentence("verdict"), "Not ruled whether r1 hits b1: the gauge at r1's bow still lies there; take that "
                                     "gauge or r1 away, and fire again.");
  EXPECT_EQ(ship("b1")["damage"], 0);
  expectFold();
}

TEST_F(PlaneAstray, ASunkShipThatStaysIsToGoAndIsNotAskedBack) {
  look({red_, blue_, far_});
  for (int shot = 0; shot < 2; ++shot)
    match_->hear({t_s_, "red", "fire r1 b1"});
  ASSERT_TRUE(ship("b1")["sunk"].get<bool>());
  for (const double x : {5.0, 11.0, 11.0, 11.0})
    look({red_, laid(x, 45, 0, Colour::blue), far_});
  EXPECT_TRUE(of("put_back").empty());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(lastSentence("error"), "b1 is sunk; take it off the table with its markers.");
  look({red_, far_});
  EXPECT_EQ(lastSentence("verdict"), "b1 is sunk and leaves the table with its markers.");
  expectFold();
}

TEST_F(PlaneAstray, AShipThatIsSunkASecondTimeIsToGoAsItWasTheFirst) {
  const auto sinkAndStay = [&](int shots) {
    for (int shot = 0; shot < shots; ++shot)
      match_->hear({t_s_, "red", "fire r1 b1"});
    for (int i = 0; i < 4; ++i)
      look({red_, blue_, far_});
  };
  look({red_, blue_, far_});
  sinkAndStay(2);
  overrule(lastVerdict());
  ASSERT_FALSE(ship("b1")["sunk"].get<bool>());
  sinkAndStay(1);
  EXPECT_EQ(of("error").size(), 2u);
  expectFold();
}

TEST_F(PlaneAstray, WhatVanishesWithoutAHandWithholdsNoLonger) {
  TableState with, without;
  with.pyramids = without.pyramids = {red_, laid(bow_mm, 0, 0), far_};
  with.obstacles.push_back({{{55, -5}, {65, -5}, {65, 5}, {55, 5}}, 0.0});
  look({red_, far_});
  watch(with, 6.0);
  ASSERT_EQ(last("verdict")["ruling"], "unclear");
  watch(without, 3.0);
  EXPECT_EQ(last("verdict")["ruling"], "legal") << last("verdict");
  expectFold();
}

TEST_F(PlaneAstray, EveryPieceTooManyIsAskedAbout) {
  const SeenPyramid one = laid(-100, 100, 0), other = laid(-100, -100, 0);
  look({red_, far_});
  for (int i = 0; i < 4; ++i)
    look({red_, far_, one});
  EXPECT_EQ(of("error").size(), 1u);
  for (int i = 0; i < 3; ++i)
    look({red_, far_, one, other});
  ASSERT_EQ(of("error").size(), 2u) << "the first one that stays hides no other";
  EXPECT_NE(lastSentence("error").find("(-100, -100)"), std::string::npos);
  expectFold();
}

TEST_F(PlaneAstray, NothingIsRuledThroughAPieceThatNobodyCanExplain) {
  const SeenPyramid left = laid(60, -36.5, 90);
  look({red_, blue_, far_});
  for (int i = 0; i < 2; ++i)
    look({red_, blue_, far_, left});
  EXPECT_EQ(of("error").size(), 1u);
  look({red_, blue_, far_, left, laid(bow_mm, 0, 0)});
  EXPECT_EQ(lastSentence("verdict"), "Not ruled whether r1 may make this step: the unexplained pyramid at (60, -24) mm "
                                     "lies in the way; take it away, or name it in the table file.");
  look({red_, blue_, far_, laid(bow_mm, 0, 0)});
  EXPECT_EQ(last("verdict")["ruling"], "legal");
  expectFold();
}

TEST_F(PlaneAstray, WhatARecordAsksForAndIsNotAskedAgainIsADifference) {
  look({red_, far_});
  look({laid(8, 0, 0), far_});
  auto contents = MatchRecord::read(record());
  ASSERT_TRUE(contents) << contents.error().sentence;
  ASSERT_EQ(contents->events.back().kind, "put_back");
  EXPECT_TRUE(replay(*contents)->empty());
  contents->events.push_back(contents->events.back());
  EXPECT_EQ(replay(*contents)->size(), 1u);
}

TEST_F(PlaneAstray, WhatIsPushedEachItsOwnWayIsNoShiftedCamera) {
  const SeenPyramid third = laid(150, 120, 45, Colour::blue);
  look({red_, third, far_});
  look({laid(6, 0, 0), laid(150, 113, 45, Colour::blue), laid(294, 5, 180, Colour::blue)});
  EXPECT_TRUE(of("calibration").empty());
  EXPECT_EQ(of("put_back").size(), 3u);
  expectFold();
}

TEST_F(PlaneAstray, WhatMovedAsOneIsAShiftedCamera) {
  look({red_, laid(150, 120, 45, Colour::blue), far_});
  look({laid(4, 3, 0), laid(154, 123, 45, Colour::blue), laid(304, 3, 180, Colour::blue)});
  EXPECT_EQ(of("calibration").size(), 1u);
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(PlaneAstray, NothingIsRuledThroughAShiftedCamera) {
  const auto shifted = [](SeenPyramid pyramid) {
    const PlanarPose<TableFrame, PieceFrame> at = pyramid.table_from_piece;
    pyramid.table_from_piece = {at.origin_mm() + Eigen::Vector2d(4, 3), at.heading_rad()};
    return pyramid;
  };
  const SeenPyramid third = laid(150, 120, 45, Colour::blue), gauge = laid(bow_mm, 0, 0);
  look({red_, third, far_});
  look({shifted(red_), shifted(gauge), shifted(third), shifted(far_)});
  EXPECT_EQ(of("calibration").size(), 1u);
  EXPECT_TRUE(of("verdict").empty()) << "it is measured 5 mm off the bow";
  look({red_, gauge, third, far_});
  EXPECT_EQ(last("verdict")["ruling"], "legal");
  expectFold();
}

TEST_F(PlaneAstray, AsATiltedCameraShowsItThingsFurtherAwayShiftFurther) {
  std::vector<SeenPyramid> before, after;
  for (const double x : {-200.0, 0.0, 200.0})
    for (const double y : {-120.0, 80.0}) {
      before.push_back(laid(x, y, 0, y < 0.0 ? Colour::red : Colour::blue));
      after.push_back(laid(x, y - 5.0 - 0.02 * (y + 120.0), 0, y < 0.0 ? Colour::red : Colour::blue));
    }
  look(before);
  look(after);
  EXPECT_EQ(of("calibration").size(), 1u);
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(PlaneAstray, WhatIsPushedByManyHandsIsNoShiftedCameraEither) {
  std::vector<SeenPyramid> before, after;
  int way = 0;
  for (const double x : {-200.0, 0.0, 200.0})
    for (const double y : {-120.0, 80.0}) {
      before.push_back(laid(x, y, 0, y < 0.0 ? Colour::red : Colour::blue));
      const double angle = 2.4 * way++;
      after.push_back(laid(x + 6 * std::cos(angle), y + 6 * std::sin(angle), 0, before.back().colour));
    }
  look(before);
  look(after);
  EXPECT_TRUE(of("calibration").empty());
  EXPECT_EQ(of("put_back").size(), 6u);
  expectFold();
}

TEST_F(PlaneAstray, AShipThatSeemsToBeTurnedByNoiseIsNotAskedBack) {
  SeenPyramid noisy = laid(0, 0, 8);
  noisy.own_covariance(2, 2) = std::pow(radFromDeg(3.0), 2);
  look({red_, far_});
  look({noisy, far_});
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(PlaneAstray, WhatWasMeasuredBadlyAtFirstIsNotAskedBackOnceItIsMeasuredWell) {
  SeenPyramid vague = laid(1.0, 0, 0);
  vague.own_covariance.topLeftCorner<2, 2>() = Eigen::Matrix2d::Identity() * 0.25;
  look({vague, far_});
  look({red_, far_});
  look({laid(-0.6, 0, 0), far_});
  EXPECT_TRUE(of("put_back").empty()) << of("put_back").front();
  expectFold();
}

TEST_F(PlaneAstray, ACameraThatWasCarriedMeasuresAllOtherwise) {
  const auto seenWith = [](SeenPyramid pyramid, double error_mm) {
    pyramid.shared_error = SharedError::Zero(3, 6);
    pyramid.shared_error(0, 0) = error_mm;
    return pyramid;
  };
  look({seenWith(red_, 1.0), seenWith(far_, 1.0)});
  look({seenWith(laid(3.0, 0, 0), -1.0), seenWith(far_, -1.0)});
  EXPECT_TRUE(of("put_back").empty()) << "a registration each, in doubt by a millimetre";
  look({seenWith(laid(5.0, 0, 0), 1.0), seenWith(far_, 1.0)});
  EXPECT_EQ(last("put_back")["ship"], "r1") << "they err alike where the camera stands";
  expectFold();
}

TEST_F(PlaneAstray, AShipThatWasOnlyTurnedIsAskedBack) {
  look({red_, far_});
  look({laid(0, 0, 5), far_});
  ASSERT_FALSE(of("put_back").empty()) << "its bow lies 3 mm off: a step from there would be refused";
  look({red_, far_});
  EXPECT_TRUE(last("put_back")["done"].get<bool>());
  expectFold();
}

TEST_F(PlaneAstray, AGaugeThatWasForgottenIsNamed) {
  const SeenPyramid gauge = laid(bow_mm, 0, 0), other_gauge = laid(300 - bow_mm, 0, 180, Colour::blue);
  look({red_, far_});
  look({red_, gauge, far_});
  match_->hear({t_s_, "red", "done"});
  for (int i = 0; i < 2; ++i)
    look({red_, gauge, far_, other_gauge});
  EXPECT_EQ(lastSentence("error"),
            "The medium blue pyramid at (264, 0) mm lies at b1's bow, but the gauge at r1's bow still lies there; take "
            "that gauge or r1 away first.");
  for (int i = 0; i < 3; ++i)
    look({red_, gauge, other_gauge});
  EXPECT_TRUE(of("put_back").empty()) << "b1's step waits";
  look({gauge, other_gauge});
  EXPECT_EQ(of("verdict").size(), 4u);
  for (const json& verdict : of("verdict"))
    EXPECT_EQ(verdict["ruling"], "legal") << verdict;
  expectFold();
}

TEST_F(PlaneAstray, WhereAMissingShipMayLieIsSaid) {
  look({red_, far_});
  for (int i = 0; i < 2; ++i)
    look({laid(0, 0, 90), far_});
  EXPECT_EQ(lastSentence("put_back"), "r1 does not lie where it belongs; put it back.");
  EXPECT_EQ(lastSentence("error"), "The medium red pyramid at (0, 0) mm does not lie where r1 belongs, and no single "
                                   "step leads there; put r1 back, and lay each step by itself.");
  expectFold();
}

TEST_F(PlaneAstray, AShipThatStandsIsNotGone) {
  look({red_, far_});
  for (int i = 0; i < 2; ++i)
    look({upright(laid(18, 0, 0)), far_});
  EXPECT_EQ(lastSentence("put_back"), "r1 stands upright; lay it down where it lay.");
  expectFold();
}

TEST_F(PlaneAstray, AStepThatWasTakenBackWithoutAWordMayBeSaid) {
  look({red_, far_});
  look({red_, laid(bow_mm, 0, 0), far_});
  look({laid(bow_mm, 0, 0), far_});
  for (int i = 0; i < 2; ++i)
    look({red_, far_});
  EXPECT_EQ(lastSentence("error"), "The medium red pyramid at (0, 0) mm lies where the step of r1 began; say undo to "
                                   "take the step back, or lay r1 where that ended.");
  match_->hear({t_s_, "red", "undo"});
  look({red_, far_});
  EXPECT_TRUE(last("put_back")["done"].get<bool>());
  expectFold();
}

} // namespace
} // namespace linesman::app
