#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "calibration/layout.h"
#include "calibration/lens_parameters.h"
#include "calibration/pose_solver.h"
#include "models/dense.h"

namespace linesman {

/// Joint refinement of the places of markers, the poses of pictures and, where none is given, the lens: least squares
/// over all marker edges. The first marker stays, which fixes the frame.
class LayoutSolver {
public:
  /// `layout`: the start, which the solution replaces. All three must outlive the solver.
  LayoutSolver(const std::vector<cv::Mat>& pictures, const LayoutRequest& request, Layout& layout);

  /// False when the pictures leave something open.
  bool solve();

  /// Relative deviation of the distance between two markers (indices) that their shape alone makes.
  double distanceSigma(std::size_t from, std::size_t to) const;

private:
  struct Row {
    std::size_t picture, marker;
    Eigen::Vector2d on_marker_mm; ///< from the marker's centre, in its own axes
    PoseObservation seen;
  };
  /// h x = g; by_lens: what an error of the lens adds to g.
  struct Equations {
    Eigen::MatrixXd h, by_lens;
    Eigen::VectorXd g;
    double cost = 0.0;
  };

  void measure(double range_px);
  /// Derivative of a row's prediction by all unknowns and by the lens, over its deviation; returns its residual.
  double linearise(const Row& row, Eigen::VectorXd& by_all, Eigen::Matrix<double, 1, 12>& by_lens) const;
  Equations equations();
  void addKnowledge(Equations& all) const;
  void apply(const Eigen::VectorXd& move);
  /// One Gauss-Newton step; the cost that remains, not a number when the equations are singular.
  double step();
  void setCovariance(const Equations& all, double remaining);
  void addSharedErrors(const SymmetricFactors& factors);
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
  std::vector<Eigen::VectorXd> weighted_; ///< of each row, what an error of a pixel adds to the equations' right side
  int spread_count_ = 0;
  std::vector<int> spreads_in_; ///< of each picture
  double scale_ = 1.0;
  Eigen::MatrixXd covariance_;
};

} // namespace linesman
