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

/// Which saddle points come first: the strongest ones, or first the strongest one of each part of the picture, then the
/// second of each. A checked cloth around a board has stronger ones than the board, and more.
enum class SaddleOrder { strongest, of_each_part };

/// Saddle points of `grey` (8 bit) smoothed by `sigma_px`, in that order, at most `count`, sub-pixel by a quadratic
/// fit.
std::vector<SaddlePoint> findSaddlePoints(const cv::Mat& grey, double sigma_px, std::size_t count,
                                          SaddleOrder order = SaddleOrder::strongest);

} // namespace linesman
