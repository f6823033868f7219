#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "calibration/drift_cause.h"
#include "calibration/marker_place.h"
#include "calibration/table_registration.h"

namespace linesman {

struct Drift {
  bool steady = true;
  DriftCause cause = DriftCause::none;
  double sigmas = 0.0;      ///< how unlikely the shift is by chance, as a deviation of a normal variable
  double shift_px = 0.0;    ///< rms shift of the reference edges
  double sharpness = 1.0;   ///< over the reference's
  std::vector<int> markers; ///< ids of those that were moved by themselves, or are gone
  std::string sentence;     ///< for the user; empty while steady
};

/// Compares each frame with the calibration of the start: verdicts must stop while check() is not steady.
class DriftMonitor {
public:
  /// `reference`: registration of the frame `grey` at the start.
  DriftMonitor(TableFile table, const TableRegistration& reference, const cv::Mat& grey);

  /// Measures the reference markers in `grey` (about a millisecond). A shift must be found in two checks in a row
  /// before it counts, so that a passing hand is no alarm.
  Drift check(const cv::Mat& grey);

  /// Registers anew when the table is quiet, and takes that as the reference: through the lens that a zoom left,
  /// without markers that were moved. An error sentence when no marker is seen.
  Result<TableRegistration> recalibrate(const cv::Mat& grey);

  /// Looks for markers that were left out: one that lies still again, in its old place or a new one, is measured and
  /// belongs to the table from then on. To be called about once a second while all is well and the picture is quiet
  /// (costs a search for markers). Three looks must agree; what its place is uncertain by goes with it
  /// (TableMarker::sigma_mm).
  std::optional<PlacedMarker> takeBack(const cv::Mat& grey);
  bool leavesOut() const { return !left_out_.empty(); }

  const TableRegistration& reference() const { return reference_; }
  /// What is watched: the table as given, without the markers that were moved or are gone, with those taken back.
  const TableFile& table() const { return table_; }

private:
  /// The edges of the markers in a frame; their groups count `ids`.
  struct Edges {
    std::vector<PoseObservation> observations;
    std::vector<int> ids;
    std::vector<double> sharpness;
  };
  /// A marker as the reference has it: how far its edges lie beside their prediction there is no drift.
  struct SeenMarker {
    double sharpness = 0.0;
    std::vector<std::pair<Eigen::Vector3d, double>> shifts_px; ///< by place on the table
  };
  Edges measure(const cv::Mat& grey, const Pose<CameraFrame, TableFrame>& pose) const;
  void setReference(const TableRegistration& reference, const cv::Mat& grey);
  void addToReference(const Edges& edges, std::size_t group);
  void takeOutReference(Edges& edges) const;
  double sharpnessOver(const Edges& edges) const;
  void judge(const Edges& edges, Drift& drift);
  /// Nothing is where it was: hidden, or moved or zoomed far.
  void searchFar(const cv::Mat& grey, Drift& drift);
  /// Keeps what a cause changes.
  void setCause(const ShiftCause& found, const Edges& edges, Drift& drift);
  /// Of the markers unseen for long: where they lay is bare table, or they lie elsewhere.
  void findAbsent(const cv::Mat& grey, const Edges& edges, Drift& drift);
  bool showsBareTable(const cv::Mat& grey, const TableMarker& marker) const;
  void leaveOut(int id);

  TableFile table_;
  TableRegistration reference_;
  std::map<int, SeenMarker> seen_; ///< by id
  int suspicious_ = 0;
  Lens lens_;                                        ///< as the last check found it
  std::vector<int> moved_;                           ///< ids of the markers that the last check found moved or gone
  std::vector<TableMarker> left_out_;                ///< as they lay
  std::map<int, int> unseen_;                        ///< by id: checks in a row without it
  std::map<int, std::vector<PlacedMarker>> waiting_; ///< by id: places of one left out, while they agree
};

} // namespace linesman
