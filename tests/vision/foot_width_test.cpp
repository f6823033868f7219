#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "vision/foot_width.h"

namespace linesman {
namespace {

/// Kings' feet are usually 0.1 (in the logarithm) wider than the next kind's and so on; sets differ by 0.1 as a whole
/// and by 0.02 a kind.
KindWidths usualWidths() {
  Eigen::VectorXd means(KindWidths::kinds);
  for (Eigen::Index k = 0; k < KindWidths::kinds; ++k)
    means[k] = -0.1 * static_cast<double>(k);
  const Eigen::Index n = KindWidths::kinds;
  return {means, 0.01 * Eigen::MatrixXd::Ones(n, n) + 0.0004 * Eigen::MatrixXd::Identity(n, n), 1.0};
}

/// As sure as can be of the kinds of these men.
Eigen::MatrixXd sharesOf(const std::vector<int>& kinds) {
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(kinds.size()), KindWidths::kinds);
  for (std::size_t n = 0; n < kinds.size(); ++n)
    if (kinds[n] >= 0)
      shares(static_cast<Eigen::Index>(n), kinds[n]) = 1.0;
  return shares;
}

Eigen::Index likeliest(const Eigen::MatrixXd& ratios, Eigen::Index man) {
  Eigen::Index kind = 0;
  ratios.row(man).maxCoeff(&kind);
  return kind;
}

TEST(KindWidths, AManIsOfTheKindWhoseFeetAreAsWideInThisSet) {
  // A set whose feet are all 0.15 wider than usual: its bishop (3) has the foot of a usual rook (2).
  const double wide = 0.15;
  const std::vector<FootWidth> men{{wide, 0.02},       {wide - 0.1, 0.02}, {wide - 0.2, 0.02},
                                   {wide - 0.5, 0.02}, {wide - 0.5, 0.02}, {wide - 0.3, 0.02}};
  const Eigen::MatrixXd ratios = usualWidths().logRatios(men, sharesOf({0, 1, 2, 5, 5, -1}));
  EXPECT_EQ(likeliest(ratios, 5), 3);
  EXPECT_GT(ratios(5, 3), ratios(5, 2) + 3.0);
}

TEST(KindWidths, AManAloneIsComparedWithNobody) {
  const Eigen::MatrixXd ratios = usualWidths().logRatios({{-0.23, 0.02}}, sharesOf({3}));
  EXPECT_LT(ratios.cwiseAbs().maxCoeff(), 1e-9);
}

TEST(KindWidths, WhatIsNotToldSaysNothing) {
  const std::vector<FootWidth> men{{0.0, 0.02}, {-0.5, 0.02}, {}};
  const Eigen::MatrixXd ratios = usualWidths().logRatios(men, sharesOf({0, 5, 2}));
  EXPECT_EQ(ratios.row(2).cwiseAbs().maxCoeff(), 0.0);
  const std::vector<FootWidth> without(men.begin(), men.begin() + 2);
  EXPECT_TRUE(ratios.topRows(2).isApprox(usualWidths().logRatios(without, sharesOf({0, 5}))));
}

TEST(KindWidths, OneFootMeasuredWronglyIsNoProof) {
  std::vector<FootWidth> men(8, FootWidth{-0.5, 0.02});
  men.push_back({0.5, 0.02}); // twice as wide as any
  const Eigen::MatrixXd ratios = usualWidths().logRatios(men, sharesOf({5, 5, 5, 5, 5, 5, 5, 5, -1}));
  EXPECT_LT(ratios.row(8).maxCoeff() - ratios.row(8).minCoeff(), 10.0); // a normal one: hundreds
}

TEST(KindWidths, TheChancesAreThoseOfTheSetsDrawn) {
  // Sets drawn from the model: of the men whose kind is asked for as many are of the kind told with a chance as it
  // says.
  std::mt19937 random(5);
  std::normal_distribution<double> bell;
  std::student_t_distribution<double> heavy(4.0);
  double told = 0.0, right = 0.0;
  for (int set = 0; set < 2000; ++set) {
    const double whole = 0.1 * bell(random);
    std::vector<double> widths;
    for (int k = 0; k < KindWidths::kinds; ++k)
      widths.push_back(-0.1 * k + whole + 0.02 * bell(random));
    std::vector<FootWidth> men;
    std::vector<int> kinds;
    for (int k = 0; k < KindWidths::kinds; ++k)
      for (int n = 0; n < 2; ++n) {
        men.push_back({widths[static_cast<std::size_t>(k)] + 0.05 * bell(random), 0.05});
        kinds.push_back(k);
      }
    const int asked = static_cast<int>(random() % KindWidths::kinds);
    men.push_back({widths[static_cast<std::size_t>(asked)] + 0.05 * heavy(random), 0.05});
    kinds.push_back(-1);
    const Eigen::RowVectorXd ratios = usualWidths().logRatios(men, sharesOf(kinds)).bottomRows(1);
    // With what the foot alone tells in any set (as the crop's network would) the ratios make the chances.
    Eigen::RowVectorXd chances(KindWidths::kinds);
    for (Eigen::Index k = 0; k < KindWidths::kinds; ++k) {
      const double off = men.back().told + 0.1 * static_cast<double>(k), variance = 0.0025 + 0.0104;
      chances[k] = std::exp(ratios[k] - 2.5 * std::log1p(off * off / variance / 4.0));
    }
    chances /= chances.sum();
    Eigen::Index kind = 0;
    told += chances.maxCoeff(&kind);
    right += kind == asked ? 1.0 : 0.0;
  }
  EXPECT_NEAR(told / 2000.0, right / 2000.0, 0.05);
  EXPECT_GT(right / 2000.0, 0.55); // alone, whatever the set: a third
}

} // namespace
} // namespace linesman
