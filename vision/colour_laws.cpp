#include "vision/colour_laws.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <Eigen/Dense>

namespace linesman {

namespace {

/// A symmetric matrix of 3 x 3: its upper triangle by rows.
using Symmetric = std::array<double, 6>;

Eigen::Matrix3d matrixOf(const Symmetric& upper) {
  const auto& [a, b, c, d, e, f] = upper;
  return (Eigen::Matrix3d() << a, b, c, b, d, e, c, e, f).finished();
}

struct FittedLaw {
  std::array<double, 3> mean;
  Symmetric own, offset;
};

// tests/accuracy/fit_colours.py prints these, in the order of Colour.
constexpr FittedLaw fitted_laws[] = {
    {{-4.31, -4.22, -1.32},
     {0.096, 0.075, 0.054, 0.118, 0.066, 0.094},
     {0.090, 0.047, 0.021, 0.099, 0.031, 0.151}}, // red
    {{-4.28, -1.64, -1.18},
     {0.194, 0.121, 0.089, 0.161, 0.120, 0.140},
     {0.097, 0.043, 0.016, 0.104, 0.048, 0.125}}, // yellow
    {{-3.98, -1.77, -4.27},
     {0.100, 0.072, 0.055, 0.128, 0.060, 0.087},
     {0.097, 0.035, 0.025, 0.120, 0.017, 0.102}}, // green
    {{-1.21, -3.33, -4.25},
     {0.127, 0.112, 0.081, 0.162, 0.108, 0.134},
     {0.120, 0.061, 0.008, 0.115, 0.034, 0.108}}, // blue
    {{-1.40, -1.66, -4.19},
     {0.118, 0.098, 0.062, 0.135, 0.075, 0.106},
     {0.113, 0.065, 0.015, 0.111, 0.025, 0.096}}, // cyan
    {{-1.84, -4.11, -2.44},
     {0.133, 0.132, 0.104, 0.241, 0.155, 0.158},
     {0.110, 0.038, 0.036, 0.102, 0.028, 0.105}}, // purple
    {{-2.57, -3.52, -1.27},
     {0.127, 0.100, 0.081, 0.135, 0.089, 0.120},
     {0.097, 0.053, 0.023, 0.110, 0.022, 0.112}}, // pink
    {{-4.42, -3.37, -1.23},
     {0.156, 0.131, 0.054, 0.185, 0.093, 0.127},
     {0.105, 0.044, 0.009, 0.131, 0.028, 0.101}}, // orange
    {{-1.33, -1.30, -1.23},
     {0.109, 0.085, 0.067, 0.116, 0.079, 0.098},
     {0.093, 0.050, 0.028, 0.099, 0.037, 0.101}}, // clear
    {{-0.56, -0.53, -0.59},
     {0.226, 0.192, 0.176, 0.232, 0.201, 0.230},
     {0.147, 0.070, 0.039, 0.111, 0.048, 0.111}}, // white
    {{-3.26, -3.46, -3.50},
     {0.298, 0.231, 0.198, 0.237, 0.188, 0.214},
     {0.096, 0.048, 0.024, 0.099, 0.038, 0.107}}, // black
};
/// Covariance of what shifts all pieces of a picture together.
constexpr Symmetric shift_between_pictures{0.062, 0.069, 0.044, 0.091, 0.056, 0.052};

/// Normal law of a plastic's colour, of what colourLogarithm() says: a mean, what all pieces of a picture share
/// (above), what those of this colour share in it, and what is a piece's own.
struct ColourLaw {
  Eigen::Vector3d mean;
  Eigen::Matrix3d own, own_inverse, offset; ///< covariances
  Eigen::Matrix3d alone_inverse;            ///< of all three together: a piece in a picture of which nothing is known
  double alone_log_determinant = 0.0;
};

const std::array<ColourLaw, colour_count>& colourLaws() {
  static_assert(std::size(fitted_laws) == colour_count);
  static const std::array<ColourLaw, colour_count> all = [] {
    std::array<ColourLaw, colour_count> laws;
    std::ranges::transform(fitted_laws, laws.begin(), [](const FittedLaw& fitted) {
      const Eigen::Matrix3d own = matrixOf(fitted.own), offset = matrixOf(fitted.offset);
      const Eigen::Matrix3d alone = own + offset + matrixOf(shift_between_pictures);
      return ColourLaw{Eigen::Vector3d(fitted.mean.data()), own, own.inverse(), offset, alone.inverse(),
                       std::log(alone.determinant())};
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
  Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
  Eigen::Vector3d weighted = Eigen::Vector3d::Zero();
};

/// What a colour's pieces tell of the picture's shift.
Information shiftToldBy(const ColourLaw& law, double count, const Eigen::Vector3d& off) {
  constexpr double hardly = 1e-3;
  if (count < hardly)
    return {};
  const Eigen::Matrix3d matrix = (law.offset + law.own / count).inverse();
  return {matrix, matrix * off / count};
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
  static const Eigen::Matrix3d before = matrixOf(shift_between_pictures).inverse();
  const std::array<ColourLaw, colour_count>& all = colourLaws();
  std::array<Information, colour_count> told;
  Information shift{before, Eigen::Vector3d::Zero()};
  for (std::size_t k = 0; k < all.size(); ++k) {
    told[k] = shiftToldBy(all[k], others.count[k], others.off[k]);
    shift.matrix += told[k].matrix;
    shift.weighted += told[k].weighted;
  }
  ColourCosts costs = in_play.against;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Eigen::Matrix3d by_other_colours = (shift.matrix - told[k].matrix).inverse();
    const Eigen::Vector3d shifted = by_other_colours * (shift.weighted - told[k].weighted);
    const Eigen::Matrix3d with_offset = (by_other_colours + all[k].offset).inverse();
    const Eigen::Matrix3d known = (with_offset + others.count[k] * all[k].own_inverse).inverse();
    const Eigen::Vector3d expected = known * (with_offset * shifted + all[k].own_inverse * others.off[k]);
    costs[k] += costOf(seen - all[k].mean - expected, known + all[k].own);
    if (!in_play.named)
      costs[k] -= gainOfCompany(others.count[k]);
  }
  return costs;
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
                                     const std::vector<Colour>& known) {
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
  return (relative_to_white.array() + 0.01).log();
}

} // namespace linesman
