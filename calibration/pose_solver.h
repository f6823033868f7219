#pragma once
#include <vector>

#include "calibration/lens.h"
#include "models/uncertain_pose.h"

namespace linesman {

/// How far blooming (and a printer's ink) moves the edges of dark squares outwards: what is expected before the picture
/// is measured. Measured in light, 0.13 px about none over rendered tables.
inline constexpr double expected_spread_px = 0.0;
/// Inverse covariance of the spreads of `count` markers seen by one camera. Where edges are blurred, what a camera's
/// tone curve is off by counts for as much more, and what blur hides of the edges (EdgeShift::hidden_px) moves all of a
/// marker alike.
Eigen::MatrixXd spreadTightness(Eigen::Index count, double blur_px = 0.0, double hidden_px = 0.0);

/// By how much the variances of readings are larger than stated: from the squared residuals, the degrees of freedom,
/// and how much of the squares the lens's stated error is expected to make. That is no noise: it comes with the lens's
/// covariance, and would count twice.
double scatterOf(double chi2, double freedom, double by_lens);

/// One number read from the picture: along `normal`, the image of `point` lies at `px`.
struct PoseObservation {
  int group = 0; ///< marker or target it belongs to; observations of a group share one spread of print (see `spread`)
  Eigen::Vector3d point_mm = Eigen::Vector3d::Zero(); ///< TableFrame
  Eigen::Vector3d arm_mm = Eigen::Vector3d::Zero();   ///< of point_mm from its marker's centre: grows with its size
  Eigen::Vector2d px = Eigen::Vector2d::Zero();
  Eigen::Vector2d normal = Eigen::Vector2d::UnitX();
  double variance_px2 = 1.0;
  bool spreads = false;                  ///< an edge, which over-exposure pushes towards the dark side
  int side = 0;                          ///< of a marker (0 to 3)
  bool outer = false;                    ///< of a marker: the edge of its black square, not that of the cells within
  double blur_px = 0.0, hidden_px = 0.0; ///< of an edge, as EdgeShift has them
};

struct PoseSolution {
  Pose<CameraFrame, TableFrame> camera_from_table;
  Lens lens;
  Matrix6d covariance = Matrix6d::Zero(); ///< from the observations' scatter and, if the lens has one, its covariance
  double rms_px = 0.0;                    ///< of the observations used
  double misfit = 0.0;                    ///< chi-square per degree of freedom before scaling
  /// By which all markers' sizes, about their centres, would have to be multiplied to fit best, and its standard
  /// deviation: what blooming and the sizes share is told apart as far as edges within the markers tell it. 1 and 0
  /// without markers' edges.
  double size_ratio = 1.0, size_ratio_sigma = 0.0;
  std::vector<double> residuals; ///< normalised, one per observation
};

/// Chi-square per degree of freedom that pictures of two markers or more may leave with a true lens and table file: 6.1
/// at most over 75 rendered tables, also blurred by 2 px, with noise of 8 levels, darker, brighter, compressed to JPEG
/// 60, or through a lens that is off by 0.3 px. A focal length off by 2 % leaves 15 in the middle case, two markers off
/// by 1 mm leave 36 (`accuracy_registration stress`).
inline constexpr double honest_misfit = 8.0;

/// From here on a misfit widens the covariance, though it is no reason yet to say so: 3.6 at most over the same tables
/// as they are.
inline constexpr double suspect_misfit = 4.0;

struct PoseProblem {
  std::vector<PoseObservation> observations;
  bool free_lens = false;    ///< estimate the lens too, held by what is known of any webcam (guessLens)
  bool lens_is_near = false; ///< a free lens is held about the given one instead, as loosely as webcams differ
  bool free_size = false;    ///< estimate how many times larger than stated all markers are about their centres
  bool robust = true;        ///< gross errors weigh nothing (robustWeights)
  /// A misfit beyond `suspect_misfit` is taken for errors of the lens and of the groups' places, as large as leave such
  /// residuals in the mean, and widens the covariance by what they do to the pose.
  bool doubts_layout = false;
  /// Variance of a mean of the observations over that of as many independent ones.
  double overdispersion = 1.0;
};

/// Least squares over the pose (and what PoseProblem frees), each group's edge spread marginalised.
/// `lens` and `start` must be near; false when the equations are singular.
bool solvePose(const PoseProblem& problem, const Lens& lens, const Pose<CameraFrame, TableFrame>& start,
               PoseSolution& solution);

} // namespace linesman
