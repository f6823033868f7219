#pragma once
#include <vector>

#include <Eigen/Core>

namespace linesman {

/// Neighbouring points share errors that white noise does not know: uneven light, compression, a sheet not quite flat.
/// They follow the picture smoothly, so the fit absorbs much of them. One standard deviation (the root of the mean
/// variance) of each smooth component of `smoothComponents`, in each direction of the picture, independent from view to
/// view, over that of a point's own error: what is expected before the residuals tell more.
inline constexpr double shared_error_share = 0.5;
/// How differently cameras, prints and lights have it: standard deviation of the logarithm of that share. Real sets
/// have 0.6 to 0.7, rendered pictures 0.1 to 0.5.
inline constexpr double shared_error_log_sigma = 0.7;

/// Residuals of one view and what they can be made of, rows over their stated standard deviations.
struct ViewErrors {
  Eigen::VectorXd residual;
  Eigen::MatrixXd absorbed; ///< directions that pose and lens take away
  Eigen::MatrixXd shared;   ///< what a pixel of each smooth component does
  double count = 0.0;       ///< of residuals, by their robust weights
  double stated_px2 = 0.0;  ///< sum of the stated variances of as many residuals
};

/// How large the points' own errors and the shared ones are.
struct ErrorVariances {
  double own = 1.0;    ///< over what the points state
  double shared = 0.0; ///< of each smooth component, px^2
};

/// Means of both over what the residuals leave possible (their posterior): few views tell little of the shared
/// variance, and the mean, not the likeliest value, is what makes a covariance true.
ErrorVariances estimateVariances(const std::vector<ViewErrors>& views);

} // namespace linesman
