#include "vision/hand_detector.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/drawn_arm.h"

namespace linesman {
namespace {

using test::table, test::withArm, test::withSquares;

TEST(HandDetector, AnArmOfAnyColourIsFoundAndNothingElse) {
  HandDetector detector;
  unsigned seed = 1;
  double t_s = 0.0;
  const auto look = [&](const cv::Mat& image) { return detector.find(image, t_s += 2.0); };
  EXPECT_TRUE(look(table(0.5, 100, ++seed)).empty());
  EXPECT_TRUE(look(table(0.5, 220, ++seed)).empty()) << "a piece was moved";
  const auto skin = look(withArm(table(0.5, 220, ++seed), {120, 150, 200}, 300));
  ASSERT_EQ(skin.size(), 1u);
  EXPECT_GT(cv::pointPolygonTest(skin[0], cv::Point2f(480, 100), false), 0.0);
  EXPECT_LT(cv::pointPolygonTest(skin[0], cv::Point2f(235, 220), false), 0.0);
  EXPECT_TRUE(look(table(0.5, 150, ++seed)).empty()) << "the arm has left";
  EXPECT_TRUE(look(table(0.0, 150, ++seed)).empty()) << "the lamp was switched off";
  EXPECT_EQ(look(withArm(table(0.0, 150, ++seed), {150, 60, 30}, 200)).size(), 1u) << "a blue sleeve";
  EXPECT_EQ(look(withArm(table(0.5, 150, ++seed), {150, 60, 30}, 260)).size(), 1u) << "and the lamp switched on";
  EXPECT_TRUE(look(table(0.5, 150, ++seed)).empty());
}

TEST(HandDetector, AnArmThatCreepsInIsNotTakenForTheTable) {
  HandDetector detector;
  detector.find(table(0.5, 100, 1), 0.0);
  for (int i = 1; i < 12; ++i)
    detector.find(withArm(table(0.5, 100, 1U + static_cast<unsigned>(i)), {120, 150, 200}, 30 * i), 0.1 * i);
  EXPECT_EQ(detector.find(withArm(table(0.5, 100, 40), {120, 150, 200}, 360), 1.2).size(), 1u);
  EXPECT_TRUE(detector.find(table(0.5, 100, 41), 1.3).empty());
}

class RestingHand : public testing::Test {
protected:
  /// So many pictures of the arm, half a second apart; whether it was at work in the last of them.
  bool worksAfter(int pictures, int reach_px, double creeps_px = 0.0) {
    std::size_t hands = 0;
    for (int i = 0; i < pictures; ++i)
      hands = look(withArm(table(lamp_, 100, ++seed_), skin_, reach_px + static_cast<int>(creeps_px * i)));
    return hands == 1;
  }
  /// So many pictures of an arm that never lies still; whether it was at work in the last of them.
  bool worksStirring(int pictures, int reach_px) {
    bool works = false;
    for (int i = 0; i < pictures; ++i)
      works = worksAfter(1, reach_px + 15 * (i % 2));
    return works;
  }
  std::size_t look(const cv::Mat& image) { return detector_.find(image, t_s_ += 0.5, pieces_).size(); }
  bool restsAt(cv::Point2f spot) const {
    return std::ranges::any_of(detector_.resting(), [&](const std::vector<cv::Point>& outline) {
      return cv::pointPolygonTest(outline, spot, false) > 0.0;
    });
  }

  void SetUp() override { look(table(lamp_, 100, ++seed_)); }

  static constexpr int seconds = 2; ///< pictures of one
  const cv::Point2f in_arm_{500, 94}, beside_it_{500, 300};
  const cv::Scalar skin_{120, 150, 200};
  double lamp_ = 0.5;
  HandDetector detector_;
  const std::vector<HandDetector::Piece>* pieces_ = nullptr;

private:
  unsigned seed_ = 1;
  double t_s_ = 0.0;
};

TEST_F(RestingHand, IsAtWorkForAsLongAsAPlayerThinksAndHidesWhatIsUnderItThen) {
  EXPECT_TRUE(worksAfter(9 * seconds, 300));
  EXPECT_FALSE(restsAt(in_arm_));
  EXPECT_FALSE(worksAfter(2 * seconds, 300)) << "it holds nothing up any more";
  EXPECT_TRUE(restsAt(in_arm_));
  EXPECT_FALSE(restsAt(beside_it_));
  EXPECT_EQ(look(table(lamp_, 100, 90)), 0U) << "it has left";
  EXPECT_TRUE(detector_.resting().empty());
}

TEST_F(RestingHand, IsAtWorkAgainWhenItStirsAndLeavesNoneBehindInOtherLight) {
  for (int rest = 0; rest < 2; ++rest)
    EXPECT_FALSE(worksAfter(12 * seconds, 300 + 20 * rest));
  EXPECT_TRUE(worksAfter(1, 200)) << "it moves";
  EXPECT_FALSE(restsAt(in_arm_));
  lamp_ = 0.4;
  EXPECT_EQ(look(table(lamp_, 100, 90)), 0U) << "it has left, and the lamp is a little darker";
  EXPECT_TRUE(worksAfter(1, 300)) << "another one";
  EXPECT_EQ(look(table(lamp_, 100, 91)), 0U);
}

TEST_F(RestingHand, DoesNotRestWhileItCreeps) {
  EXPECT_TRUE(worksAfter(20 * seconds, 100, 5.0));
  EXPECT_EQ(look(table(lamp_, 100, 90)), 0U);
}

TEST_F(RestingHand, FarFromAllPiecesItRestsSoon) {
  const std::vector<HandDetector::Piece> far_away{{{115, 220}, 60.0}}, at_its_tip{{{330, 170}, 60.0}};
  pieces_ = &at_its_tip;
  EXPECT_TRUE(worksAfter(4 * seconds, 300));
  EXPECT_EQ(look(table(lamp_, 100, 90)), 0U);
  pieces_ = &far_away;
  EXPECT_FALSE(worksAfter(4 * seconds, 300));
  EXPECT_TRUE(restsAt(in_arm_));
}

TEST_F(RestingHand, ThoughItStirsItHoldsNothingUpWhereItIsOverNoPiece) {
  const std::vector<HandDetector::Piece> beside{{{250, 190}, 120.0, 30.0}}, far_away{{{115, 220}, 60.0, 30.0}};
  for (const auto& [pieces, soon, later] : {std::tuple(&beside, 4 * seconds, 2), {&far_away, 2 * seconds, 2}}) {
    pieces_ = pieces;
    EXPECT_TRUE(worksStirring(soon - 1, 300));
    EXPECT_FALSE(restsAt(in_arm_));
    EXPECT_FALSE(worksStirring(later, 300));
    EXPECT_TRUE(restsAt(in_arm_));
    EXPECT_FALSE(restsAt(beside_it_));
    EXPECT_EQ(look(table(lamp_, 100, 90)), 0U) << "it has left";
    EXPECT_TRUE(detector_.resting().empty());
  }
  pieces_ = &beside;
  EXPECT_TRUE(worksStirring(12 * seconds, 365)) << "over the piece";
  EXPECT_TRUE(worksStirring(2 * seconds, 300)) << "it has let go of it just now";
  EXPECT_FALSE(worksStirring(3 * seconds, 300));
  EXPECT_TRUE(worksStirring(1, 365)) << "over it again";
  EXPECT_FALSE(restsAt(in_arm_));
}

TEST_F(RestingHand, OneThatStirsHoldsNothingUpOnceAnotherHasLeft) {
  const std::vector<HandDetector::Piece> pieces{{{160, 250}, 60.0, 30.0}};
  pieces_ = &pieces;
  EXPECT_FALSE(worksStirring(5 * seconds, 300));
  for (int i = 0; i < 3; ++i) {
    cv::Mat both = withArm(table(lamp_, 100, 60U + static_cast<unsigned>(i)), skin_, 300 + 15 * (i % 2));
    cv::line(both, {0, 300}, {330, 180}, skin_, 50);
    EXPECT_EQ(look(both), 1U) << "one that reaches to it over the piece";
  }
  EXPECT_FALSE(worksStirring(1, 300));
  EXPECT_TRUE(restsAt(in_arm_));
}

TEST_F(RestingHand, UnderAnotherOneItGoesOnResting) {
  const auto with_book = [&](cv::Mat image) {
    cv::rectangle(image, {0, 120, 150, 60}, {70, 90, 40}, cv::FILLED);
    return image;
  };
  const auto pictures = [&](int count, bool arm) {
    std::size_t hands = 0;
    for (int i = 0; i < count; ++i) {
      const cv::Mat image = with_book(table(lamp_, 300, 20U + static_cast<unsigned>(i)));
      hands = look(arm ? withArm(image, skin_, 560) : image);
    }
    return hands;
  };
  EXPECT_EQ(pictures(12 * seconds, false), 0U);
  EXPECT_TRUE(restsAt({60, 150}));
  EXPECT_EQ(pictures(1, true), 1U) << "an arm that reaches to the book";
  EXPECT_EQ(pictures(1, false), 0U) << "the arm has left and the book lies as it did";
  EXPECT_TRUE(restsAt({60, 150}));
}

TEST_F(RestingHand, AShadowThatStaysBelongsToTheTable) {
  const auto shaded = [&](cv::Mat image) {
    image({400, 0, 240, 200}) *= 0.6;
    return image;
  };
  for (int i = 0; i < 12 * seconds; ++i)
    look(shaded(table(lamp_, 100, 20U + static_cast<unsigned>(i))));
  EXPECT_TRUE(detector_.resting().empty());
  EXPECT_TRUE(worksAfter(1, 300)) << "light again, and an arm";
}

TEST_F(RestingHand, OneThatLayThereFromTheBeginningIsHeldUntilItStirsOrRests) {
  for (const bool stirs : {true, false}) {
    detector_.reset();
    EXPECT_FALSE(worksAfter(1, 300)) << "nothing tells it from the table";
    detector_.hold({{{640, 0}, {640, 80}, {340, 190}, {320, 140}}}, 0.0);
    EXPECT_TRUE(worksAfter(4, 300)) << "but who saw it there";
    if (stirs) {
      EXPECT_TRUE(worksAfter(1, 200)) << "it moves";
      look(table(lamp_, 100, 90));
      EXPECT_EQ(look(table(lamp_, 100, 91)), 0U) << "it has left";
      EXPECT_TRUE(detector_.resting().empty());
      EXPECT_TRUE(worksAfter(1, 300)) << "and comes again";
    } else {
      EXPECT_FALSE(worksAfter(40 * seconds, 300));
      EXPECT_TRUE(restsAt(in_arm_));
    }
  }
}

TEST(HandDetector, WhatLayThereFromTheBeginningAndIsTakenAwayIsNoHand) {
  const cv::Scalar skin{120, 150, 200};
  HandDetector detector;
  unsigned seed = 1;
  double t_s = 0.0;
  const auto look = [&](const cv::Mat& image) { return detector.find(image, t_s += 0.1).size(); };
  look(withArm(table(0.5, 100, ++seed), skin, 300));
  EXPECT_EQ(look(withArm(table(0.5, 100, ++seed), skin, 300)), 0U) << "nothing tells it from the table";
  EXPECT_EQ(look(withArm(table(0.5, 100, ++seed), skin, 200)), 1U) << "it moves";
  look(table(0.5, 100, ++seed));
  EXPECT_EQ(look(table(0.5, 100, ++seed)), 0U) << "it has left";
  EXPECT_EQ(look(withArm(table(0.5, 100, ++seed), skin, 300)), 1U) << "and comes again";
}

TEST(HandDetector, FingertipsOverANearRowLeaveNoHandBehindThatReachesToTheManTheyMoved) {
  const cv::Scalar skin{120, 150, 200};
  const auto with_man = [](cv::Mat image, int x_px) {
    cv::rectangle(image, {x_px, 90, 28, 40}, {230, 230, 230}, cv::FILLED);
    return image;
  };
  HandDetector detector;
  unsigned seed = 1;
  double t_s = 0.0;
  const auto look = [&](const cv::Mat& image) { return detector.find(image, t_s += 0.1).size(); };
  look(with_man(table(0.5, 100, ++seed), 598));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(look(withArm(with_man(table(0.5, 100, ++seed), 598), skin, 20)), 0U) << "too little for an arm";
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(look(with_man(table(0.5, 100, ++seed), 562)), 0U) << "they have left, and the man stands beside";
  EXPECT_EQ(look(withArm(with_man(table(0.5, 100, ++seed), 562), skin, 250)), 1U) << "an arm";
  EXPECT_EQ(look(with_man(table(0.5, 100, ++seed), 562)), 0U);
}

TEST(HandDetector, WhatWasTooBrightForTheCameraIsNoHandInLessLight) {
  const auto white_paper_at_the_border = [](double exposure, unsigned seed) {
    cv::Mat image;
    table(0.5, 100, seed).convertTo(image, CV_32FC3);
    cv::rectangle(image, {400, 150, 120, 210}, cv::Scalar::all(400.0), cv::FILLED);
    image *= exposure;
    image.convertTo(image, CV_8UC3); // no more than 255
    return image;
  };
  HandDetector detector;
  unsigned seed = 1;
  double t_s = 0.0;
  for (const double exposure : {1.0, 0.5, 1.2, 0.4, 1.0})
    EXPECT_TRUE(detector.find(white_paper_at_the_border(exposure, ++seed), t_s += 1.0).empty()) << exposure;
  EXPECT_EQ(detector.find(withArm(white_paper_at_the_border(0.6, ++seed), {70, 90, 120}, 300), t_s += 1.0).size(), 1U);
}

TEST(HandDetector, AMovedCameraIsNoHand) {
  HandDetector detector;
  cv::Mat image = table(0.5, 100, 1), moved;
  detector.find(image, 0.0);
  cv::flip(image, moved, 0);
  cv::bitwise_not(moved, moved);
  EXPECT_TRUE(detector.find(moved, 0.1).empty());
}

TEST(HandDetector, ANudgedCameraSeesAnArmThatCameWithTheNudge) {
  const cv::Mat before = table(0.5, 100, 1), with_arm = withArm(table(0.5, 100, 2), {120, 150, 200}, 300);
  const cv::Matx33d nudge(1.0, -0.01, 9.0, 0.01, 1.0, -6.0, 0.0, 0.0, 1.0);
  cv::Mat after;
  cv::warpPerspective(with_arm, after, nudge, with_arm.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  HandDetector detector;
  detector.find(before, 0.0);
  const HandDetector kept = detector.copy();
  detector.find(after, 1.0); // whatever it makes of it
  detector = kept.copy();
  detector.follow(after, nudge);
  const auto hands = detector.find(after, 1.0);
  ASSERT_EQ(hands.size(), 1U);
  EXPECT_GT(cv::pointPolygonTest(hands[0], cv::Point2f(485, 99), false), 0.0);
  cv::warpPerspective(table(0.5, 100, 3), after, nudge, after.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  EXPECT_TRUE(detector.find(after, 2.0).empty());
}

TEST(HandDetector, TellsWhetherHardlyAnythingLooksOtherwise) {
  const auto board = [](int left_px, int piece_x_px, unsigned seed) {
    return withSquares(table(0.5, piece_x_px, seed), left_px);
  };
  HandDetector detector;
  EXPECT_FALSE(detector.nearlySame(board(300, 100, 1))) << "there is nothing to compare with";
  detector.find(board(300, 100, 1), 0.0);
  EXPECT_TRUE(detector.nearlySame(board(300, 100, 2)));
  EXPECT_TRUE(detector.nearlySame(board(300, 220, 3))) << "a piece was moved";
  EXPECT_FALSE(detector.nearlySame(withArm(board(300, 100, 4), {120, 150, 200}, 300)));
  EXPECT_FALSE(detector.nearlySame(board(312, 100, 5))) << "the camera was nudged";
}

} // namespace
} // namespace linesman
