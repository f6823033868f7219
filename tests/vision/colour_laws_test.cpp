#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "vision/colour_laws.h"

namespace linesman {
namespace {

Colour likeliestOf(const ColourCosts& costs) {
  return static_cast<Colour>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

struct ColourLaws : testing::Test { ///< what colourLogarithm() says of pieces in usual light
  const Eigen::Vector3d orange{-4.4, -3.3, -1.2}, yellow{-4.4, -1.7, -1.2}, clear{-1.3, -1.3, -1.2},
      blue{-1.2, -3.3, -4.3};
};

TEST_F(ColourLaws, WhatDarkensAllPiecesIsNotTakenForTheirColour) {
  const Eigen::Vector3d darker{-0.2, -0.75, -0.2};
  const ColoursInPlay any;
  EXPECT_EQ(likeliestOf(colourCosts({orange}, any)[0]), Colour::orange);
  EXPECT_EQ(likeliestOf(colourCosts({orange + darker}, any)[0]), Colour::red) << "as it looks by itself";
  const std::vector<Eigen::Vector3d> together{orange + darker, yellow + darker, clear + darker, clear + darker,
                                              blue + darker};
  const auto costs = colourCosts(together, any);
  ASSERT_EQ(costs.size(), together.size());
  const std::vector<Colour> truth{Colour::orange, Colour::yellow, Colour::clear, Colour::clear, Colour::blue};
  for (std::size_t i = 0; i < truth.size(); ++i)
    EXPECT_EQ(likeliestOf(costs[i]), truth[i]) << i;
}

TEST_F(ColourLaws, KnownOnesTellWhatTheirColourIsLikeInThisPicture) {
  const Eigen::Vector3d between{-4.35, -3.8, -1.25}, redder{0.0, -0.35, 0.0}, paler{0.1, 0.4, 0.0};
  const ColoursInPlay red_or_orange = [] {
    ColoursInPlay in_play{{}, true};
    in_play.against.fill(20.0);
    for (const Colour colour : {Colour::red, Colour::orange})
      in_play.against[static_cast<std::size_t>(colour)] = 0.0;
    return in_play;
  }();
  const auto told = [&](Colour known) {
    return likeliestOf(
        colourCosts({between, between + redder, between + paler, between}, red_or_orange, {known, known, known})[3]);
  };
  EXPECT_EQ(told(Colour::red), Colour::red);
  EXPECT_EQ(told(Colour::orange), Colour::orange);
}

TEST_F(ColourLaws, AColourOfManyPiecesIsLikelierUnlessTheColoursAreNamed) {
  const Eigen::Vector3d between{-4.35, -3.8, -1.25}, red{-4.3, -4.2, -1.3};
  const std::vector<Eigen::Vector3d> seen{red, red, red, red, red, between};
  const auto lead = [&](const ColoursInPlay& in_play) { // of orange, over red
    const ColourCosts costs = colourCosts(seen, in_play, std::vector<Colour>(5, Colour::red))[5];
    return costs[static_cast<std::size_t>(Colour::red)] - costs[static_cast<std::size_t>(Colour::orange)];
  };
  EXPECT_LT(lead({}), lead({{}, true}) - 4.0);
}

TEST_F(ColourLaws, NothingIsToldOfNoPieces) {
  EXPECT_TRUE(colourCosts({}, {}).empty());
}

TEST_F(ColourLaws, WhatSpeaksAgainstAColourIsAdded) {
  ColoursInPlay in_play{{}, true};
  in_play.against[static_cast<std::size_t>(Colour::orange)] = 40.0;
  EXPECT_EQ(likeliestOf(colourCosts({orange}, in_play)[0]), Colour::red);
  const double usual = leastColourDistance(orange, {}), unexpected = leastColourDistance(orange, in_play.against);
  EXPECT_LT(usual, 0.5);
  EXPECT_GT(unexpected, usual);
  EXPECT_GT(leastColourDistance({-1.2, -4.4, -4.4}, {}), 2.0) << "of no plastic";
}

} // namespace
} // namespace linesman
