#include "vision/colour_laws.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <Eigen/Dense>

namespace linesman {

namespace {

/// A symmetric matrix of N x N: its upper triangle by rows.
template <int N> using Symmetric = std::array<double, N*(N + 1) / 2>;

template <int N> Eigen::Matrix<double, N, N> matrixOf(const Symmetric<N>& upper) {
  Eigen::Matrix<double, N, N> all;
  auto entry = upper.begin();
  for (int row = 0; row < N; ++row)
    for (int column = row; column < N; ++column)
      all(row, column) = all(column, row) = *entry++;
  return all;
}

/// What all pieces of a picture share: the shift of blue, green and red, and the contrast.
constexpr int shared_count = 4;
using Shared = Eigen::Matrix<double, shared_count, 1>;
using SharedMatrix = Eigen::Matrix<double, shared_count, shared_count>;

struct FittedLaw {
  std::array<double, 3> mean;
  Symmetric<3> own, offset;
};

// tests/accuracy/fit_colours.py prints these, in the order of Colour.
constexpr FittedLaw fitted_laws[] = {
    {{-5.46, -5.36, -1.33},
     {0.172, 0.134, 0.088, 0.209, 0.107, 0.140},
     {0.137, 0.102, 0.050, 0.180, 0.075, 0.108}}, // red
    {{-5.22, -1.71, -1.25},
     {0.410, 0.200, 0.145, 0.221, 0.158, 0.188},
     {0.125, 0.068, 0.034, 0.138, 0.059, 0.098}}, // yellow
    {{-4.67, -1.80, -5.25},
     {0.207, 0.120, 0.112, 0.186, 0.096, 0.170},
     {0.133, 0.066, 0.025, 0.144, 0.053, 0.095}}, // green
    {{-1.32, -3.66, -5.11},
     {0.187, 0.169, 0.137, 0.269, 0.202, 0.286},
     {0.129, 0.092, 0.027, 0.181, 0.064, 0.116}}, // blue
    {{-1.45, -1.71, -4.93},
     {0.175, 0.138, 0.105, 0.191, 0.126, 0.238},
     {0.113, 0.073, 0.034, 0.140, 0.057, 0.100}}, // cyan
    {{-1.84, -5.02, -2.53},
     {0.197, 0.211, 0.143, 0.449, 0.245, 0.222},
     {0.115, 0.066, 0.037, 0.148, 0.059, 0.092}}, // purple
    {{-2.66, -4.04, -1.17},
     {0.198, 0.168, 0.114, 0.246, 0.138, 0.165},
     {0.114, 0.083, 0.032, 0.171, 0.051, 0.090}}, // pink
    {{-5.48, -3.69, -1.31},
     {0.339, 0.237, 0.097, 0.299, 0.145, 0.174},
     {0.120, 0.055, 0.023, 0.209, 0.067, 0.091}}, // orange
    {{-1.34, -1.31, -1.24},
     {0.165, 0.124, 0.096, 0.170, 0.112, 0.142},
     {0.107, 0.068, 0.034, 0.135, 0.055, 0.089}}, // clear
    {{-0.73, -0.69, -0.74},
     {0.313, 0.244, 0.215, 0.293, 0.241, 0.281},
     {0.152, 0.085, 0.041, 0.148, 0.065, 0.098}}, // white
    {{-3.59, -3.89, -3.97},
     {0.538, 0.436, 0.389, 0.454, 0.383, 0.437},
     {0.114, 0.069, 0.032, 0.140, 0.062, 0.104}}, // black
};
/// Covariance of what all pieces of a picture share.
constexpr Symmetric<shared_count> shared_by_a_picture{0.100, 0.111, 0.075, 0.017, 0.146,
                                                      0.095, 0.013, 0.092, 0.016, 0.018};

/// Normal law of a plastic's colour, of what colourLogarithm() says: a mean, what all pieces of a picture share
/// (above), what those of this colour share in it, and what is a piece's own.
struct ColourLaw {
  Eigen::Vector3d mean;
  Eigen::Matrix<double, 3, shared_count> moved; ///< by what a picture's pieces share
  Eigen::Matrix3d own, own_inverse, offset;     ///< covariances
  Eigen::Matrix3d alone_inverse; ///< of all three together: a piece in a picture of which nothing is known
  double alone_log_determinant = 0.0;
};

const std::array<ColourLaw, colour_count>& colourLaws() {
  static_assert(std::size(fitted_laws) == colour_count);
  static const std::array<ColourLaw, colour_count> all = [] {
    std::array<ColourLaw, colour_count> laws;
    std::ranges::transform(fitted_laws, laws.begin(), [](const FittedLaw& fitted) {
      constexpr double grey = -2.5; // contrast leaves it as it is
      ColourLaw law;
      law.mean = Eigen::Vector3d(fitted.mean.data());
      law.moved << Eigen::Matrix3d::Identity(), (law.mean.array() - grey).matrix();
      law.own = matrixOf<3>(fitted.own);
      law.own_inverse = law.own.inverse();
      law.offset = matrixOf<3>(fitted.offset);
      const Eigen::Matrix3d alone =
          law.own + law.offset + law.moved * matrixOf<shared_count>(shared_by_a_picture) * law.moved.transpose();
      law.alone_inverse = alone.inverse();
      law.alone_log_determinant = std::log(alone.determinant());
      return law;
    });
    return laws;
  }();
  return all;
}

/// How much of each colour there is among some pieces, and the sum of how far off its mean they are.
struct Tally {
  std::array<double, colour_count> count{};
  std::array<Eigen::Vector3d, colour_count> off;

  Tally() { off.fill(Eigen::Vector3d::Zero()); }
  void add(const Eigen::Vector3d& seen, const ColourCosts& likely, double times) {
    for (std::size_t k = 0; k < likely.size(); ++k) {
      count[k] += times * likely[k];
      off[k] += times * likely[k] * (seen - colourLaws()[k].mean);
    }
  }
};

/// A normal law as its information matrix and that times its mean.
struct Information {
  SharedMatrix matrix = SharedMatrix::Zero();
  Shared weighted = Shared::Zero();
};

/// What a colour's pieces tell of what all pieces of the picture share.
Information sharedToldBy(const ColourLaw& law, double count, const Eigen::Vector3d& off) {
  constexpr double hardly = 1e-3;
  if (count < hardly)
    return {};
  const Eigen::Matrix<double, shared_count, 3> weight =
      law.moved.transpose() * (law.offset + law.own / count).inverse();
  return {weight * law.moved, weight * off / count};
}

/// Minus twice the logarithm of a law with wider tails than a normal one's (Student's, with so many degrees of
/// freedom), but for a constant: glare, shadows and other plastics are more frequent than those tell.
double costOf(const Eigen::Vector3d& off, const Eigen::Matrix3d& covariance) {
  constexpr double degrees = 4.0;
  return (degrees + 3.0) * std::log1p(off.dot(covariance.inverse() * off) / degrees) +
         std::log(covariance.determinant());
}

/// What being one of few colours of which so many pieces are there takes from its cost (Dirichlet's law, with so much
/// for each colour before a piece is seen).
double gainOfCompany(double count) {
  constexpr double before = 0.3;
  return 2.0 * std::log1p(std::max(0.0, count) / before);
}

/// Of a piece, given what the others are.
ColourCosts costsGiven(const Tally& others, const Eigen::Vector3d& seen, const ColoursInPlay& in_play) {
  static const SharedMatrix before = matrixOf<shared_count>(shared_by_a_picture).inverse();
  const std::array<ColourLaw, colour_count>& all = colourLaws();
  std::array<Information, colour_count> told;
  Information shared{before, Shared::Zero()};
  for (std::size_t k = 0; k < all.size(); ++k) {
    told[k] = sharedToldBy(all[k], others.count[k], others.off[k]);
    shared.matrix += told[k].matrix;
    shared.weighted += told[k].weighted;
  }
  ColourCosts costs = in_play.against;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const SharedMatrix by_other_colours = (shared.matrix - told[k].matrix).inverse();
    const Eigen::Vector3d shifted = all[k].moved * by_other_colours * (shared.weighted - told[k].weighted);
    const Eigen::Matrix3d with_offset =
        (all[k].moved * by_other_colours * all[k].moved.transpose() + all[k].offset).inverse();
    const Eigen::Matrix3d known = (with_offset + others.count[k] * all[k].own_inverse).inverse();
    const Eigen::Vector3d expected = known * (with_offset * shifted + all[k].own_inverse * others.off[k]);
    costs[k] += costOf(seen - all[k].mean - expected, known + all[k].own);
    if (!in_play.named)
      costs[k] -= gainOfCompany(others.count[k]);
  }
  return costs;
}

/// Minus twice the logarithm of how likely it is that a colour's plastic lets light through as it was seen to.
double opacityCost(Colour colour, double opaque_log_odds) {
  return 2.0 * std::log1p(std::exp(isOpaque(colour) ? -opaque_log_odds : opaque_log_odds));
}

/// How likely each colour is, one in all.
ColourCosts likelyBy(const ColourCosts& costs) {
  const double least = *std::min_element(costs.begin(), costs.end());
  ColourCosts likely{};
  double sum = 0.0;
  for (std::size_t k = 0; k < costs.size(); ++k)
    sum += likely[k] = std::exp(-0.5 * (costs[k] - least));
  for (double& one : likely)
    one /= sum;
  return likely;
}

} // namespace

std::vector<ColourCosts> colourCosts(const std::vector<Eigen::Vector3d>& seen, const ColoursInPlay& in_play,
                                     const std::vector<Colour>& known, const std::vector<double>& opaque_log_odds) {
  constexpr int rounds = 5;
  std::vector<ColourCosts> costs(seen.size()), likely(seen.size());
  for (std::size_t i = 0; i < known.size(); ++i)
    likely[i][static_cast<std::size_t>(known[i])] = 1.0;
  for (int round = 0; round < rounds; ++round) {
    Tally every;
    for (std::size_t i = 0; i < seen.size(); ++i)
      every.add(seen[i], likely[i], 1.0);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      Tally others = every;
      others.add(seen[i], likely[i], -1.0);
      costs[i] = costsGiven(others, seen[i], in_play);
      for (std::size_t k = 0; k < costs[i].size() && !opaque_log_odds.empty(); ++k)
        costs[i][k] += opacityCost(static_cast<Colour>(k), opaque_log_odds[i]);
    }
    for (std::size_t i = known.size(); i < seen.size(); ++i)
      likely[i] = likelyBy(costs[i]);
  }
  return costs;
}

double leastColourDistance(const Eigen::Vector3d& seen, const ColourCosts& against) {
  const std::array<ColourLaw, colour_count>& all = colourLaws();
  double least = 1e9, log_determinant = 0.0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Eigen::Vector3d off = seen - all[k].mean;
    const double cost = off.dot(all[k].alone_inverse * off) + all[k].alone_log_determinant + against[k];
    if (cost < least) {
      least = cost;
      log_determinant = all[k].alone_log_determinant;
    }
  }
  return least - log_determinant;
}

Eigen::Vector3d colourLogarithm(const Eigen::Vector3d& relative_to_white) {
  return (relative_to_white.array() + 0.002).log();
}

} // namespace linesman
