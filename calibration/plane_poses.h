#pragma once
#include <vector>

#include <Eigen/Core>

#include "calibration/lens.h"
#include "models/pose.h"

namespace linesman {

/// A point of a plane, mm in that plane, with where it is seen.
struct PlanePoint {
  Eigen::Vector2d on_plane_mm;
  Eigen::Vector2d px;
};

/// Poses of a plane (z = 0) from which `points` are seen where they are, those that explain them best first, and all
/// with the points before the camera, wherever the plane's origin is. Empty where the points are too few or lie on a
/// line. Collins and Bartoli, Infinitesimal Plane-Based Pose Estimation (2014), by OpenCV.
std::vector<Pose<CameraFrame, TableFrame>> posesOfPlane(const std::vector<PlanePoint>& points, const Lens& lens);

} // namespace linesman
