#pragma once
#include <optional>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "calibration/layout.h"
#include "calibration/lens_parameters.h"
#include "calibration/marker_detection.h"
#include "calibration/pose_solver.h"
#include "models/dense.h"

namespace linesman {

/// Joint refinement of the places of markers, the poses of pictures and, where none is given, the lens: least squares
/// over all marker edges. The first marker stays, which fixes the frame.
class LayoutSolver {
public:
  /// `layout`: the start, which the solution replaces. All three must outlive the solver.
  LayoutSolver(const std::vector<cv::Mat>& pictures, const LayoutRequest& request, Layout& layout);

  /// From the corners where the codes were read (`found`: of each picture), good to a pixel; their rms misfit in
  /// pixels, nothing when the pictures leave something open.
  std::optional<double> solveRoughly(const std::vector<std::vector<FoundMarker>>& found);

  /// From the edges; the start must be good to a few pixels. False when the pictures leave something open.
  bool solve();

  /// Ids of the markers no edge of which could be measured in any picture.
  std::vector<int> unmeasured() const;

  /// Relative deviation of the distance between two markers (indices) that their shape alone makes.
  double distanceSigma(std::size_t from, std::size_t to) const;

private:
  struct Row {
    std::size_t picture, marker;
    Eigen::Vector2d on_marker_mm; ///< from the marker's centre, in its own axes
    PoseObservation seen;
  };
  /// h x = g, and of each row its derivative by the unknowns, by the lens, and its residual, over its deviation.
  struct Equations {
    Eigen::MatrixXd h, rows, by_lens;
    Eigen::VectorXd g, residuals;
    double cost = 0.0;
  };

  void measure(double range_px);
  void measureCorners(const std::vector<std::vector<FoundMarker>>& found);
  void linearise(Eigen::Index row, Equations& all) const;
  Equations equations() const;
  void addKnowledge(Equations& all) const;
  void apply(const Eigen::VectorXd& move);
  /// One Gauss-Newton step; the cost that remains, not a number when the equations are singular.
  double step();
  /// Steps until the cost falls no more; false when the equations are singular.
  bool descend();
  void setCovariance();
  void addSharedErrors(const Equations& all, const SymmetricFactors& factors);
  void report();
  void reportSigmas();

  // Unknowns: 6 a picture, 3 a marker but the first, one spread a marker and picture, the lens where it is free.
  Eigen::Index firstMarker() const { return 6 * static_cast<Eigen::Index>(pictures_.size()); }
  Eigen::Index firstSpread() const;
  Eigen::Index firstLens() const { return firstSpread() + spread_count_; }
  Eigen::Index unknowns() const;

  const std::vector<cv::Mat>& pictures_;
  const LayoutRequest& request_;
  Layout& layout_;
  Lens lens_;
  bool free_lens_;
  std::vector<Row> rows_;
  Eigen::VectorXd weights_;   ///< of the rows
  Eigen::VectorXd remaining_; ///< residuals that the last step left, over their deviations
  int spread_count_ = 0;
  std::vector<int> spreads_in_; ///< of each picture
  double scale_ = 1.0;
  Eigen::MatrixXd covariance_;
};

} // namespace linesman
