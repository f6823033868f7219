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
    {{-5.23, -5.13, -1.32},
     {0.152, 0.120, 0.080, 0.188, 0.097, 0.128},
     {0.121, 0.089, 0.046, 0.159, 0.068, 0.099}}, // red
    {{-5.02, -1.71, -1.25},
     {0.348, 0.181, 0.131, 0.207, 0.149, 0.175},
     {0.112, 0.063, 0.033, 0.126, 0.055, 0.089}}, // yellow
    {{-4.55, -1.80, -5.06},
     {0.175, 0.109, 0.095, 0.172, 0.087, 0.144},
     {0.118, 0.061, 0.026, 0.132, 0.049, 0.085}}, // green
    {{-1.32, -3.60, -4.92},
     {0.171, 0.157, 0.123, 0.245, 0.179, 0.243},
     {0.119, 0.086, 0.028, 0.165, 0.060, 0.100}}, // blue
    {{-1.45, -1.70, -4.78},
     {0.160, 0.129, 0.095, 0.177, 0.114, 0.199},
     {0.104, 0.068, 0.032, 0.129, 0.053, 0.089}}, // cyan
    {{-1.83, -4.85, -2.52},
     {0.181, 0.194, 0.135, 0.397, 0.225, 0.206},
     {0.106, 0.061, 0.036, 0.133, 0.054, 0.085}}, // purple
    {{-2.65, -3.97, -1.16},
     {0.181, 0.153, 0.107, 0.219, 0.127, 0.153},
     {0.106, 0.077, 0.031, 0.156, 0.048, 0.083}}, // pink
    {{-5.24, -3.64, -1.31},
     {0.286, 0.211, 0.086, 0.272, 0.133, 0.161},
     {0.108, 0.051, 0.023, 0.190, 0.062, 0.083}}, // orange
    {{-1.33, -1.30, -1.23},
     {0.150, 0.115, 0.089, 0.157, 0.104, 0.130},
     {0.099, 0.063, 0.033, 0.124, 0.051, 0.082}}, // clear
    {{-0.73, -0.69, -0.74},
     {0.293, 0.233, 0.207, 0.279, 0.232, 0.268},
     {0.143, 0.080, 0.040, 0.137, 0.062, 0.091}}, // white
    {{-3.54, -3.82, -3.89},
     {0.479, 0.386, 0.342, 0.399, 0.334, 0.380},
     {0.105, 0.064, 0.031, 0.128, 0.058, 0.095}}, // black
};
/// Covariance of what all pieces of a picture share.
constexpr Symmetric<shared_count> shared_by_a_picture{0.094, 0.103, 0.070, 0.020, 0.135,
                                                      0.088, 0.018, 0.085, 0.020, 0.018};

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
  return (relative_to_white.array() + 0.003).log();
}

} // namespace linesman
