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
  const Eigen::Vector3d orange{-5.2, -3.6, -1.3}, yellow{-5.0, -1.7, -1.25}, clear{-1.35, -1.3, -1.25},
      blue{-1.3, -3.6, -4.9}, red{-5.2, -5.1, -1.3}, white{-0.7, -0.7, -0.75};
};

TEST_F(ColourLaws, WhatDarkensAllPiecesIsNotTakenForTheirColour) {
  const Eigen::Vector3d darker{-0.2, -1.0, -0.2};
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
  const Eigen::Vector3d between{-5.2, -4.4, -1.3}, redder{0.0, -0.45, 0.0}, paler{0.1, 0.5, 0.0};
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
  const Eigen::Vector3d between{-5.2, -4.4, -1.3};
  const std::vector<Eigen::Vector3d> seen{red, red, red, red, red, between};
  const auto lead = [&](const ColoursInPlay& in_play) { // of orange, over red
    const ColourCosts costs = colourCosts(seen, in_play, std::vector<Colour>(5, Colour::red))[5];
    return costs[static_cast<std::size_t>(Colour::red)] - costs[static_cast<std::size_t>(Colour::orange)];
  };
  EXPECT_LT(lead({}), lead({{}, true}) - 4.0);
}

// A camera that draws light and dark apart makes orange as dark in green as red usually is, and blue in red.
TEST_F(ColourLaws, AContrastThatAllPiecesShareIsNotTakenForTheirColour) {
  const auto lead = [&](double contrast) { // of orange, over red
    const auto drawnApart = [&](const Eigen::Vector3d& seen) -> Eigen::Vector3d {
      return seen + contrast * (seen.array() + 2.5).matrix();
    };
    std::vector<Eigen::Vector3d> seen{orange + Eigen::Vector3d(0.0, -0.8, 0.0)};
    for (const Eigen::Vector3d& other : {blue, blue, yellow, yellow, clear, clear})
      seen.push_back(drawnApart(other));
    const ColourCosts costs = colourCosts(seen, {})[0];
    return costs[static_cast<std::size_t>(Colour::red)] - costs[static_cast<std::size_t>(Colour::orange)];
  };
  EXPECT_GT(lead(0.2), lead(0.0) + 1.0);
  EXPECT_LT(lead(-0.2), lead(0.0) - 1.0);
}

TEST_F(ColourLaws, APlasticThatIsSeenToBeOpaqueIsNotClear) {
  const Eigen::Vector3d between = 0.5 * (white + clear);
  for (const double log_odds : {-4.0, 4.0}) {
    const auto costs = colourCosts({between, blue}, {}, {}, {log_odds, 0.0});
    EXPECT_EQ(likeliestOf(costs[0]), log_odds > 0.0 ? Colour::white : Colour::clear);
    EXPECT_EQ(likeliestOf(costs[1]), Colour::blue);
  }
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
  EXPECT_GT(leastColourDistance({-1.2, -5.2, -5.2}, {}), 2.0) << "of no plastic";
}

} // namespace
} // namespace linesman
