#pragma once
#include <vector>

#include "calibration/pose_solver.h"

namespace linesman {

enum class DriftCause {
  none,
  bump,    ///< camera or table moved
  zoom,    ///< the focal length changed
  focus,   ///< the picture's sharpness changed
  picture, ///< the picture was shifted on the sensor: steadied or cropped
  marker,  ///< markers were moved, the camera was not
  gone,    ///< markers are no longer on the table
  layout,  ///< the markers no longer lie as they did, and no single change tells why
  hidden   ///< too few reference markers are seen to tell
};

/// What explains a shift of the reference edges.
struct ShiftCause {
  DriftCause cause = DriftCause::none;
  Lens lens;               ///< through which the reference's camera sees them now (zoom, picture)
  std::vector<int> groups; ///< of the markers that were moved (marker)
  double before = 0.0;     ///< mean squared normalised shift
  double after = 0.0;      ///< of that, what the cause leaves unexplained
};

/// The one change that explains the observations best for its number of unknowns: camera and table moved against each
/// other, zoom, a shifted picture, or up to half of the markers (groups) pushed over the table. `lens` and
/// `pose` are the reference's, `moved` is a pose near the one that the observations have now.
ShiftCause causeOfShift(const std::vector<PoseObservation>& observations, const Lens& lens,
                        const Pose<CameraFrame, TableFrame>& pose, const Pose<CameraFrame, TableFrame>& moved);

/// Shift of the observations from where `pose` predicts them, each group's common spread taken out.
struct EdgeShifts {
  std::vector<double> px; ///< one an observation
  double chi2 = 0.0;      ///< over their variances
  double rms_px = 0.0;
};
EdgeShifts edgeShifts(const std::vector<PoseObservation>& observations, const Lens& lens,
                      const Pose<CameraFrame, TableFrame>& pose);

/// Deviation of a standard normal variable that is as unlikely as this chi-square (Wilson and Hilferty 1931).
double sigmasOf(double chi2, double freedom);

} // namespace linesman
