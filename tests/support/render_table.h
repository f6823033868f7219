#pragma once
// Draws what a camera sees of a flat pattern, by shooting rays: independent of how the program finds things. Compiled
// with optimisation even for tests that are not.
#include <functional>
#include <string>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "calibration/lens.h"
#include "calibration/table_file.h"
#include "calibration/target.h"

namespace linesman::test {

/// Grey value in [0,255] of the table at a place in mm.
using Pattern = std::function<double(const Eigen::Vector2d&)>;

struct RenderOptions {
  double blur_px = 0.7;
  double moved_px = 0.0;  ///< while the picture was taken, by so much along a line,
  double moved_rad = 0.0; ///< turned by this from x to y
  /// What blurs is light, as in a camera: its tone curve comes after. Otherwise grey values.
  bool blurs_light = true;
  double noise = 1.5; ///< grey levels
  unsigned seed = 1;
  double height_mm = 0.0; ///< of the pattern above the table
  double exposure = 1.0;  ///< grey values times this; what exceeds 255 is lost, so that white blooms over edges
  double slope = 0.0;     ///< light falls off by this share from the left to the right edge
};

cv::Mat render(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table, const Pattern& pattern,
               const RenderOptions& options = {});

/// Markers with a white border of a cell and a half on a grey table.
Pattern markersPattern(const std::vector<TableMarker>& markers, const std::string& dictionary);

/// A calibration target, its frame x right, y down from the top left corner of the first square.
Pattern targetPattern(const CalibrationTarget& target);

/// Camera over the table: `height_mm` up, tilted back by `tilt_rad`, turned by `turn_rad`, looking at `at_mm`.
inline Pose<CameraFrame, TableFrame> cameraOver(double distance_mm, double tilt_rad, double turn_rad,
                                                const Eigen::Vector2d& at_mm = {0, 0}) {
  const Eigen::Matrix3d down = Eigen::Vector3d(1, -1, -1).asDiagonal();
  const Eigen::Matrix3d rotation = rotationFromVector({-tilt_rad, 0, 0}) * down * rotationFromVector({0, 0, turn_rad});
  return {rotation, Eigen::Vector3d(0, 0, distance_mm) - rotation * Eigen::Vector3d(at_mm.x(), at_mm.y(), 0)};
}

/// Camera before a target (z = 0, x right, y down): its centre `at_mm` lies `distance_mm` ahead, leaned by the rotation
/// vector.
inline Pose<CameraFrame, TableFrame> targetBefore(double distance_mm, const Eigen::Vector3d& lean_rad,
                                                  const Eigen::Vector2d& at_mm,
                                                  const Eigen::Vector2d& aside_mm = {0, 0}) {
  const Eigen::Matrix3d rotation = rotationFromVector(lean_rad);
  return {rotation, Eigen::Vector3d(aside_mm.x(), aside_mm.y(), distance_mm) -
                        rotation * Eigen::Vector3d(at_mm.x(), at_mm.y(), 0)};
}

inline Lens webcam(int width_px = 640, int height_px = 480) {
  Lens lens;
  lens.width_px = width_px;
  lens.height_px = height_px;
  lens.fx_px = 0.82 * width_px;
  lens.fy_px = 0.821 * width_px;
  lens.cx_px = 0.5 * width_px + 4.3;
  lens.cy_px = 0.5 * height_px - 3.1;
  lens.distortion = {-0.08, 0.02, 0.0006, -0.0004, 0, 0, 0, 0};
  return lens;
}

} // namespace linesman::test
