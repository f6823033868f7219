#pragma once
#include <array>
#include <vector>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

namespace linesman {

/// A point where dark and light meet crosswise, as at the corners of a chequered board.
struct SaddlePoint {
  Eigen::Vector2d px;
  double strength = 0.0;             ///< root of minus the Hessian's determinant, grey levels per px^2
  double bright_rad = 0.0;           ///< direction of the light sectors, modulo pi: neighbours differ by a quarter turn
  std::array<double, 2> edges_rad{}; ///< directions of the two edges, modulo pi
};

/// Saddle points of `grey` (8 bit) smoothed by `sigma_px`, strongest first, at most `count`, sub-pixel by a quadratic
/// fit.
std::vector<SaddlePoint> findSaddlePoints(const cv::Mat& grey, double sigma_px, std::size_t count);

} // namespace linesman
