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

/// The pixels that belong to one corner: a round window, and arms along its edges where nothing else disturbs them.
struct SaddleWindow {
  double radius_px = 5.0;
  double arm_px[2] = {0.0, 0.0};    ///< length along the first and the second edge, to both sides
  double half_px = 0.0;             ///< half the width of the arms
  double curvature[2] = {0.0, 0.0}; ///< of the edges, 1/px: a lens bends them; towards the normal (-y, x) of each
};

/// Least squares fit of a blurred saddle, grey = a + b erf((d1 + w m2) / s) erf((d2 + w m1) / s), in `window`: d1, d2
/// are the distances to the two edges through the corner, m1, m2 their own sides of it (+1 or -1, blurred), w how far
/// blooming or ink moves the edges. `first` and `second` are the directions of the two edges. Unlike cornerSubPix it
/// stays on the pixel-centre convention and reports its own covariance. Nothing when no saddle is there.
std::optional<Saddle> fitSaddle(const cv::Mat& grey, const Eigen::Vector2d& predicted_px, const Eigen::Vector2d& first,
                                const Eigen::Vector2d& second, const SaddleWindow& window);

} // namespace linesman
