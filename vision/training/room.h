#pragma once
#include "vision/training/raster.h"

namespace linesman::training {

/// Linear BGR of a colour as screens show it.
Eigen::Vector3f fromRgb(double r, double g, double b);
/// A colour like it: lighter or darker by up to the share `by`, and each channel by half of that.
Eigen::Vector3f jitter(const Eigen::Vector3f& colour, Rng& rng, double by);

/// Where a camera stands: `distance_mm` from what it looks at, so far from straight above it, turned around it, and
/// turned about its own axis.
struct CameraPlace {
  Eigen::Vector3d target_mm = Eigen::Vector3d::Zero();
  double distance_mm = 0.0, tilt_rad = 0.0, azimuth_rad = 0.0, roll_rad = 0.0;
};

Pose<CameraFrame, BoardFrame> cameraFromBoard(const CameraPlace& place);

/// What lamps of a room are like.
struct LampRanges {
  double one_alone = 0.5; ///< chance; else two or three
  double least_slope_rad = 0.1, most_slope_rad = 1.0;
  double most_soft = 0.025, most_sky = 0.6;
};

/// Lamps at some times `reach_mm` from the middle, and the sky's light.
void addLamps(Scene& scene, double reach_mm, const LampRanges& ranges, Rng& rng);

/// A hand that reaches for `tip`, with a sleeve; `size_mm` is about a palm's length.
void addHand(std::vector<Thing>& things, const Eigen::Vector3d& tip, double size_mm, double heading, int id, Rng& rng);

} // namespace linesman::training
