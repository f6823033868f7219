#pragma once
#include <cmath>
#include <cstddef>
#include <vector>

#include "models/piece_catalog.h"
#include "models/planar_pose.h"
#include "vision/pyramid_picture.h"
#include "vision/quiet_picture.h"

namespace linesman {

/// The dimensions of one size of a set, as pictures tell them.
struct MeasuredPyramid {
  Pyramid pyramid;
  /// Of (base edge mm, height mm), the registration's share included; what the table file's own scale is off is not in
  /// it.
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
  int seen = 0;     ///< how often a piece of this size was measured, in all pictures
  int left_out = 0; ///< and was found but told something else than the others

  double baseSigma_mm() const { return std::sqrt(covariance(0, 0)); }
  double heightSigma_mm() const { return std::sqrt(covariance(1, 1)); }
};

/// A piece as it was found and is measured.
struct ShownPyramid {
  std::size_t picture = 0;
  PyramidSize size = PyramidSize::small;
  Posture posture = Posture::lying;
  bool opaque = false;
  PlanarPose<TableFrame, PieceFrame> pose;
  bool used = true;
};

/// Cameras that are nearer to each other see a table from one place: what its light makes of outlines they share.
inline constexpr double same_place_mm = 50.0;

/// The same pyramid with other dimensions; its tip's cut grows with the height.
Pyramid withDimensions(const Pyramid& pyramid, double base_mm, double height_mm);

/// Measures a size: its dimensions together with the poses of `pieces`, which are of that size, in `pictures`. `quiet`:
/// the same pictures. `start`: within some ten percent.
MeasuredPyramid fitSize(const std::vector<PyramidPicture>& pictures, const std::vector<QuietPicture>& quiet,
                        std::vector<ShownPyramid> pieces, const Pyramid& start);

} // namespace linesman
