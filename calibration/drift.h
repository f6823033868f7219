#pragma once
#include <optional>
#include <string>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "calibration/pose_solver.h"
#include "calibration/table_registration.h"

namespace linesman {

enum class DriftCause {
  none,
  bump,  ///< camera or table moved
  zoom,  ///< the focal length changed
  focus, ///< the picture's sharpness changed
  hidden ///< too few reference markers are seen to tell
};

struct Drift {
  bool steady = true;
  DriftCause cause = DriftCause::none;
  double sigmas = 0.0;    ///< how unlikely the shift is by chance, as a deviation of a normal variable
  double shift_px = 0.0;  ///< rms shift of the reference edges
  double sharpness = 1.0; ///< over the reference's
  std::string sentence;   ///< for the user; empty while steady
};

/// Compares each frame with the calibration of the start: verdicts must stop while check() is not steady.
class DriftMonitor {
public:
  /// `reference`: registration of the frame `grey` at the start.
  DriftMonitor(TableFile table, const TableRegistration& reference, const cv::Mat& grey);

  /// Measures the reference markers in `grey` (about a millisecond). A shift must be found in two checks in a row
  /// before it counts, so that a passing hand is no alarm.
  Drift check(const cv::Mat& grey);

  /// Registers anew when the table is quiet, and takes that as the reference. An error sentence when no marker is seen.
  Result<TableRegistration> recalibrate(const cv::Mat& grey);

  const TableRegistration& reference() const { return reference_; }

private:
  void setReference(const TableRegistration& reference, const cv::Mat& grey);
  /// Which of both explains where the edges are now; keeps the factor of a zoom.
  DriftCause bumpOrZoom(const PoseProblem& problem, const PoseSolution& solution);
  /// Nothing is where it was: hidden, or moved or zoomed far. `shift_px`: the markers' largest shift.
  DriftCause searchFar(const cv::Mat& grey, double& shift_px);

  TableFile table_;
  TableRegistration reference_;
  std::vector<double> sharpness_; ///< of each marker in the reference; 0 where it was hidden
  int suspicious_ = 0;
  double zoom_ = 1.0; ///< focal length over the reference's, as the last check found it
};

} // namespace linesman
