#include "vision/chit_group.h"

#include <gtest/gtest.h>

namespace linesman {
namespace {

Disc discOf(double log_odds, const Eigen::Vector3d& colour) {
  Disc disc;
  disc.log_odds = log_odds;
  disc.colour = colour;
  return disc;
}

const Eigen::Vector3d orange(14.0, 106.0, 195.0);

TEST(ChitGroup, ADoubtfulDiscIsAChitInTheExamplesColourOnly) {
  const Disc example = discOf(2.9, orange);
  EXPECT_GT(chitEvidenceOf(discOf(-1.9, orange), example).logOdds(), 0.0);
  EXPECT_LT(chitEvidenceOf(discOf(-1.9, {20.0, 40.0, 190.0}), example).logOdds(), 0.0);
}

TEST(ChitGroup, ShadowTakesLessThanAnotherHue) {
  const Disc example = discOf(2.9, orange);
  const double in_shadow = chitEvidenceOf(discOf(-1.0, 0.6 * orange), example).logOdds();
  const double other_hue = chitEvidenceOf(discOf(-1.0, {106.0, 14.0, 195.0}), example).logOdds();
  EXPECT_GT(in_shadow, 0.0);
  EXPECT_LT(other_hue, 0.0);
}

// A translucent ship's shadow colours a chit and the table around it alike.
TEST(ChitGroup, AChitInAColouredShadowIsKnownByWhatItLiesOn) {
  const Eigen::Vector3d wood(110.0, 150.0, 180.0), blue_light(1.0, 0.6, 0.45);
  Disc example = discOf(2.9, orange), shadowed = discOf(-1.0, orange.cwiseProduct(blue_light));
  EXPECT_LT(chitEvidenceOf(shadowed, example).logOdds(), 0.0);
  example.around = wood;
  shadowed.around = wood.cwiseProduct(blue_light);
  EXPECT_GT(chitEvidenceOf(shadowed, example).logOdds(), 0.0);
  shadowed.around = wood; // the same colours in the same light: another plastic
  EXPECT_LT(chitEvidenceOf(shadowed, example).logOdds(), 0.0);
}

// A lamp's light on a smooth disc is white and lies over its own colour.
TEST(ChitGroup, AShiningDiscIsOfTheExamplesPlastic) {
  const Disc example = discOf(2.9, 0.6 * orange);
  const Eigen::Vector3d shining = 0.6 * orange + Eigen::Vector3d::Constant(90.0);
  EXPECT_GT(chitEvidenceOf(discOf(-1.0, shining), example).logOdds(), 0.0);
  EXPECT_LT(chitEvidenceOf(discOf(-1.0, Eigen::Vector3d::Constant(180.0)), example).logOdds(), 0.0);
}

TEST(ChitGroup, ASureDiscOfAnotherColourStays) {
  EXPECT_GT(chitEvidenceOf(discOf(3.5, {60.0, 90.0, 190.0}), discOf(2.9, orange)).logOdds(), 0.0);
}

TEST(ChitGroup, TheExampleIsOfTheLargestGroup) {
  const Eigen::Vector3d blue(190.0, 60.0, 20.0);
  const auto example = exampleOf({discOf(3.5, blue), discOf(2.0, orange), discOf(1.0, orange), discOf(-0.5, orange)});
  ASSERT_TRUE(example.has_value());
  EXPECT_EQ(example->colour, orange);
}

TEST(ChitGroup, WithoutASureDiscThereIsNoExample) {
  EXPECT_FALSE(exampleOf({discOf(0.5, orange), discOf(0.6, orange)}).has_value());
}

} // namespace
} // namespace linesman
