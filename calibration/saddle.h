#pragma once
#include <optional>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

namespace linesman {

/// A crossing of two dark/light edges, as between the squares of a chessboard.
struct Saddle {
  Eigen::Vector2d px = Eigen::Vector2d::Zero();
  Eigen::Matrix2d covariance_px2 = Eigen::Matrix2d::Zero(); ///< from the scatter of the grey values round the model
  double contrast = 0.0;                                    ///< grey levels
  double misfit = 0.0;                                      ///< rms of the grey values over the contrast
};

/// Least squares fit of a blurred saddle, grey = a + b erf(d1 / s) erf(d2 / s) with d1, d2 the distances to two lines
/// through the corner, in a round window. `first` and `second` are the directions of the two edges. Unlike
/// cornerSubPix it stays on the pixel-centre convention and reports its own covariance. Nothing when no saddle is
/// there.
std::optional<Saddle> fitSaddle(const cv::Mat& grey, const Eigen::Vector2d& predicted_px, const Eigen::Vector2d& first,
                                const Eigen::Vector2d& second, double radius_px);

} // namespace linesman
