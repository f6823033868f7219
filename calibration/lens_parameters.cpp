#include "calibration/lens_parameters.h"

#include <algorithm>
#include <cmath>

#include "models/dense.h"

namespace linesman {

LensVector parametersOf(const Lens& lens) {
  LensVector p;
  p << lens.fx_px, lens.fy_px, lens.cx_px, lens.cy_px,
      Eigen::Map<const Eigen::Matrix<double, 8, 1>>(lens.distortion.data());
  return p;
}

void setParameters(Lens& lens, const LensVector& p) {
  lens.fx_px = p[0];
  lens.fy_px = p[1];
  lens.cx_px = p[2];
  lens.cy_px = p[3];
  Eigen::Map<Eigen::Matrix<double, 8, 1>>(lens.distortion.data()) = p.tail<8>();
}

Eigen::Matrix<double, 2, 12> parameterJacobian(const Lens& lens, const Eigen::Vector2d& normalised) {
  const auto& [k1, k2, p1, p2, k3, k4, k5, k6] = lens.distortion;
  const double x = normalised.x();
  const double y = normalised.y();
  const double r2 = x * x + y * y;
  const double up = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const double down = 1.0 + r2 * (k4 + r2 * (k5 + r2 * k6));
  const double radial = up / down;
  const Eigen::Vector2d bent(x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x),
                             y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y);
  const Eigen::Vector2d f(lens.fx_px, lens.fy_px);
  const Eigen::Vector2d out(lens.fx_px * x, lens.fy_px * y);
  Eigen::Matrix<double, 2, 12> jacobian = Eigen::Matrix<double, 2, 12>::Zero();
  jacobian(0, 0) = bent.x();
  jacobian(1, 1) = bent.y();
  jacobian(0, 2) = jacobian(1, 3) = 1.0;
  double power = r2;
  for (const int term : {4, 5, 8}) { // k1, k2, k3
    jacobian.col(term) = out * (power / down);
    power *= r2;
  }
  jacobian.col(6) = f.cwiseProduct(Eigen::Vector2d(2.0 * x * y, r2 + 2.0 * y * y));
  jacobian.col(7) = f.cwiseProduct(Eigen::Vector2d(r2 + 2.0 * x * x, 2.0 * x * y));
  power = r2;
  for (const int term : {9, 10, 11}) { // k4, k5, k6
    jacobian.col(term) = -out * (power * up / (down * down));
    power *= r2;
  }
  return jacobian;
}

namespace {
constexpr double focal_share = 0.7;        // of the longer side
constexpr double focal_sigma_share = 0.18; // covers 50 to 100 degrees at two sigma

constexpr double centre_share = 0.008; // how far the axis lies from the middle
constexpr double cut_out_share = 0.15; // of a picture that lacks 30 % on one side 0.2

/// What shares are of: a camera that is turned upright is the same camera.
int longerSide(const Lens& size) {
  return std::max(size.width_px, size.height_px);
}
} // namespace

bool isCutOut(const Lens& lens) {
  constexpr double sure = 4.0;   // standard deviations of the axis
  constexpr double alike = 0.01; // of sides
  constexpr double of_cameras[] = {1.0, 5.0 / 4, 4.0 / 3, 3.0 / 2, 8.0 / 5, 16.0 / 9, 17.0 / 9, 2.0};
  const double ratio = static_cast<double>(longerSide(lens)) / std::min(lens.width_px, lens.height_px);
  if (std::ranges::none_of(of_cameras, [&](double one) { return std::abs(ratio / one - 1.0) < alike; }))
    return true;
  const Lens guess = guessLens(lens.width_px, lens.height_px);
  return std::hypot(lens.cx_px - guess.cx_px, lens.cy_px - guess.cy_px) > sure * centre_share * longerSide(lens);
}

double deviationFromGuess(const Lens& lens) {
  constexpr int terms = 8; // fx fy cx cy k1 k2 p1 p2
  const Lens guess = guessLens(lens.width_px, lens.height_px);
  const Eigen::VectorXd away = (parametersOf(lens) - parametersOf(guess)).head<terms>();
  return away.dot(Eigen::VectorXd(solveSymmetric(guessCovariance(guess).topLeftCorner<terms, terms>(), away)));
}

Lens guessLens(int width_px, int height_px) {
  Lens lens;
  lens.width_px = width_px;
  lens.height_px = height_px;
  lens.fx_px = lens.fy_px = focal_share * longerSide(lens);
  lens.cx_px = 0.5 * (width_px - 1);
  lens.cy_px = 0.5 * (height_px - 1);
  lens.estimated = true;
  return lens;
}

LensMatrix guessCovariance(const Lens& size) {
  const double w = longerSide(size);
  const double centre = (isCutOut(size) ? cut_out_share : centre_share) * w;
  LensVector sigma = LensVector::Zero();
  sigma << 0.0, 0.002 * w, centre, centre, 0.08, 0.02, 0.001, 0.001, 0.0, 0.0, 0.0, 0.0;
  LensMatrix covariance = sigma.cwiseAbs2().asDiagonal();
  // Both focal lengths share the error of the estimate; their ratio is known better.
  covariance.topLeftCorner<2, 2>().array() += std::pow(focal_sigma_share * w, 2);
  return covariance;
}

LensMatrix lensPrior(const Lens& size) {
  const double w = longerSide(size);
  LensVector sigma;
  sigma << 0.25 * w, 0.003 * w, 0.015 * w, 0.015 * w, 0.3, 0.5, 0.002, 0.002, 1.0, 1.0, 1.0, 1.0;
  LensMatrix covariance = sigma.cwiseAbs2().asDiagonal();
  covariance(1, 1) += covariance(0, 0); // fx by itself, fy by its difference from fx
  covariance(0, 1) = covariance(1, 0) = covariance(0, 0);
  return covariance;
}

} // namespace linesman
