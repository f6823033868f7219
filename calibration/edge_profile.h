#pragma once
#include <optional>
#include <span>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

namespace linesman {

/// A point of a predicted dark/light edge: where it should be and the unit normal towards the light side, pixels.
struct EdgeSample {
  Eigen::Vector2d px;
  Eigen::Vector2d to_light;
  double share = 0.5; ///< [0,1] along the edge
};

/// Standard deviation of what does not average out along an edge: demosaicing, sharpening, uneven light and ink.
inline constexpr double edge_floor_px = 0.03;

/// How far a straight edge lies from its prediction, along the normal (positive: towards the light side): two
/// independent observations of the line, each with its variance.
struct EdgeShift {
  double first_px = 0.0;       ///< at the place `first` in [0,1] along the samples
  double second_px = 0.0;      ///< at 1 - first
  double first = 0.2113248654; ///< (1 - 1/sqrt 3)/2: there the two ends of a fitted line are uncorrelated
  double variance_px2 = 0.0;   ///< of each
  double contrast = 0.0;       ///< grey levels, light minus dark
  double blur_px = 0.0;        ///< standard deviation of the step's blur, across the edge
  double hidden_px = 0.0;      ///< by how much the edge may lie elsewhere, as its blur reaches beyond the window
  double share = 0.0;          ///< of the samples that agree with the line
};

/// Measures where the edge really lies in `grey` (8 bit) by the area under each sample's profile across the edge, which
/// blur and sharpening leave unbiased, then a robust line through the samples.
/// `range_px`: how far from the prediction to look; `half_width_px`: half the width of the undisturbed profile around
/// the edge, of which no more than `widest_px` is used. Nothing when fewer than half of the samples show an edge on one
/// line.
std::optional<EdgeShift> measureEdge(const cv::Mat& grey, std::span<const EdgeSample> samples, double range_px,
                                     double half_width_px, double widest_px = 3.5);

/// Bilinear grey value, or nothing outside the picture.
std::optional<double> greyAt(const cv::Mat& grey, const Eigen::Vector2d& px);

} // namespace linesman
