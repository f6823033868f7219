#include "calibration/marker_place.h"

#include <cmath>

#include "calibration/lens_parameters.h"
#include "calibration/marker_measurement.h"
#include "calibration/robust_weights.h"
#include "models/dense.h"

namespace linesman {
namespace {

/// The marker whose corners were read there, good to a pixel.
std::optional<TableMarker> roughPlace(const FoundMarker& seen, const TableRegistration& registration,
                                      double thickness_mm, double size_mm) {
  std::array<Eigen::Vector2d, 4> corners;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto point = registration.lens.tablePoint(registration.registration.camera_from_table.pose,
                                                    seen.corners_px[k], thickness_mm);
    if (!point)
      return std::nullopt;
    corners[k] = *point;
  }
  const Eigen::Vector2d right = corners[1] - corners[0] + corners[2] - corners[3];
  TableMarker marker;
  marker.id = seen.id;
  marker.size_mm = size_mm;
  marker.centre_mm = 0.25 * (corners[0] + corners[1] + corners[2] + corners[3]);
  marker.heading_rad = std::atan2(right.y(), right.x());
  return marker;
}

/// Least squares over place, heading and spread of one marker, its edges as they were measured.
class PlaceFit {
public:
  PlaceFit(const std::vector<PoseObservation>& seen, const TableMarker& from, const TableRegistration& registration)
      : seen_(seen), from_(from), registration_(registration),
        weights_(Eigen::VectorXd::Ones(static_cast<Eigen::Index>(seen.size()))) {}

  void solve(PlacedMarker& placed) {
    placed.marker = from_;
    for (int turn = 0; turn < 8; ++turn) {
      linearise(placed.marker);
      const Eigen::VectorXd move = solveSymmetric(h_, weightedProduct(by_place_, weights_, residuals_));
      placed.marker.centre_mm += move.head<2>();
      placed.marker.heading_rad = wrapAngle(placed.marker.heading_rad + move[2]);
      remaining_ = residuals_ - product(by_place_, move);
      weights_ = robustWeights(remaining_);
    }
    const Eigen::MatrixXd inverse = inverseOf(h_);
    const double scatter =
        edge_overdispersion * scatterOf(remaining_.cwiseAbs2().dot(weights_), weights_.sum() - 4.0, 0.0);
    const Eigen::MatrixXd by_pose = solveSymmetric(h_, weightedProduct(by_place_, weights_, by_pose_));
    const Eigen::MatrixXd all =
        scatter * inverse + congruence(by_pose, registration_.registration.camera_from_table.covariance);
    placed.covariance = all.topLeftCorner<3, 3>();
  }

private:
  void linearise(const TableMarker& now) {
    const auto count = static_cast<Eigen::Index>(seen_.size());
    by_place_ = Eigen::MatrixXd::Zero(count, 4); // x, y, heading, spread
    by_pose_ = Eigen::MatrixXd::Zero(count, 6);
    residuals_ = Eigen::VectorXd::Zero(count);
    const auto& pose = registration_.registration.camera_from_table.pose;
    const Eigen::Rotation2Dd turn(now.heading_rad - from_.heading_rad);
    for (Eigen::Index i = 0; i < count; ++i) {
      const PoseObservation& o = seen_[static_cast<std::size_t>(i)];
      const Eigen::Vector2d arm = turn * (o.point_mm.head<2>() - from_.centre_mm);
      const Eigen::Vector2d flat = now.centre_mm + arm;
      const Eigen::Vector3d turned = pose.rotation() * Eigen::Vector3d(flat.x(), flat.y(), o.point_mm.z());
      Eigen::Matrix<double, 2, 3> by_point;
      const Eigen::Vector2d predicted =
          registration_.lens.project(Point3<CameraFrame>{turned + pose.translation_mm()}, &by_point).xy;
      const double weight = 1.0 / std::sqrt(o.variance_px2);
      const Eigen::RowVector3d along = weight * o.normal.transpose() * by_point;
      const Eigen::RowVector2d flat_along = along * pose.rotation().leftCols<2>();
      by_place_.row(i) << flat_along, flat_along.dot(Eigen::RowVector2d(-arm.y(), arm.x())), weight;
      by_pose_.row(i) << -along * crossMatrix(turned), along;
      residuals_[i] = weight * (o.normal.dot(o.px - predicted) - expected_spread_px);
    }
    h_ = weightedProduct(by_place_, weights_, by_place_);
    h_(3, 3) += spreadTightness(1)(0, 0);
  }

  const std::vector<PoseObservation>& seen_;
  const TableMarker& from_;
  const TableRegistration& registration_;
  Eigen::MatrixXd by_place_, by_pose_, h_;
  Eigen::VectorXd residuals_, remaining_, weights_;
};

} // namespace

std::optional<PlacedMarker> placeMarker(const cv::Mat& grey, const FoundMarker& seen,
                                        const TableRegistration& registration, const TableFile& table, double size_mm) {
  auto marker = roughPlace(seen, registration, table.marker_thickness_mm, size_mm);
  if (!marker)
    return std::nullopt;
  PlacedMarker placed;
  for (const double range_px : {4.0, 2.0}) {
    std::vector<PoseObservation> edges;
    if (!measureMarker(grey, registration.lens, registration.registration.camera_from_table.pose, *marker,
                       markerCode(table.dictionary, marker->id), table.marker_thickness_mm, range_px, 0, edges))
      return std::nullopt;
    PlaceFit(edges, *marker, registration).solve(placed);
    if (!placed.marker.centre_mm.allFinite())
      return std::nullopt;
    marker = placed.marker;
  }
  double around_px = 0.0;
  for (std::size_t k = 0; k < 4; ++k)
    around_px += (seen.corners_px[(k + 1) % 4] - seen.corners_px[k]).norm();
  placed.px_per_mm = 0.25 * around_px / size_mm;
  // One number for all directions: that of the least known one, with what the heading moves the sides.
  placed.marker.sigma_mm = std::sqrt(principalAxes(placed.covariance.topLeftCorner<2, 2>()).values[1] +
                                     0.25 * size_mm * size_mm * placed.covariance(2, 2));
  return placed;
}

} // namespace linesman
