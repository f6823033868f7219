#include "calibration/camera_errors.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "calibration/edge_registration.h"
#include "calibration/marker_measurement.h"
#include "models/dense.h"

namespace linesman {
namespace {

constexpr double reading_px = 0.03;    // expected scatter of a marker's edges
constexpr double reading_worth = 6.0;  // readings that this expectation is worth beside those of the picture
constexpr double edge_spread_px = 0.4; // of blooming, which moves all edges of a picture alike
constexpr double least_cell_px = 8.0;  // smaller cells' inner edges are not measured
constexpr double lens_takes = 5.0;     // readings that estimating a lens uses up
constexpr double stated_beyond = 2.0;  // variance of a direction over what is explained, before more is believed
constexpr double plausible = 4.0;      // squared residuals over what a lens's stated errors leave in the mean
constexpr double deepest = 3.0;        // parts of the table farther than this times the nearest tell little
constexpr int unknowns = 6 + 12 + 1;   // pose, lens, blooming

using Information = Eigen::Matrix<double, unknowns, unknowns>;

/// Sums over readings of where points of the table are seen, each of unit variance.
class Readings {
public:
  Readings(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table)
      : lens_(lens), pose_(camera_from_table) {}

  /// Of a point along `normal` (px); `blooming`: how its spread moves it.
  void add(const Eigen::Vector3d& point_mm, const Eigen::Vector2d& normal, double blooming) {
    const Eigen::Vector3d turned = pose_.rotation() * point_mm, seen = turned + pose_.translation_mm();
    Eigen::Matrix<double, 2, 3> by_point;
    lens_.project({seen}, &by_point);
    const Eigen::RowVector3d along = normal.transpose() * by_point;
    Eigen::Matrix<double, 1, unknowns> row;
    row << -along * crossMatrix(turned), along,
        normal.transpose() * parameterJacobian(lens_, seen.head<2>() / seen.z()), blooming;
    information_ += row.transpose() * row;
    ++count_;
  }
  /// The edges of a marker's black square, and of the cells within where they are measured too.
  void addMarker(const TableMarker& marker, int cells, double thickness_mm) {
    const auto corners_mm = cornersInSpace(marker, thickness_mm);
    for (std::size_t side = 0; side < 4; ++side) {
      const Eigen::Vector3d &from = corners_mm[side], along = corners_mm[(side + 1) % 4] - from;
      const Eigen::Vector3d inward_mm = (corners_mm[(side + 3) % 4] - from) / cells;
      const Eigen::Vector2d on_line_px = px(from + along) - px(from);
      const Eigen::Vector2d outwards = Eigen::Vector2d(on_line_px.y(), -on_line_px.x()).normalized();
      const double cell_px = std::abs(outwards.dot(px(from + inward_mm) - px(from)));
      for (const double depth : {0.0, 1.0})
        for (const double share : {0.27, 0.73}) // two readings tell as much as many along 0.1 to 0.9 of the side
          if (depth == 0.0 || cell_px >= least_cell_px)
            add(from + share * along + depth * inward_mm, outwards, depth > 0.0 ? -1.0 : 1.0);
    }
  }
  /// Places of what is seen of the table.
  void addTable() {
    constexpr int steps = 5; // across and along the picture
    std::vector<Eigen::Vector3d> points;
    double nearest_mm = 1e9;
    for (int i = 0; i < steps * steps; ++i) {
      const int column = i % steps, row = i / steps;
      const Eigen::Vector2d at((column + 0.5) / steps * lens_.width_px, (row + 0.5) / steps * lens_.height_px);
      if (const auto on_table = lens_.tablePoint(pose_, at)) {
        points.emplace_back(on_table->x(), on_table->y(), 0.0);
        nearest_mm = std::min(nearest_mm, depth_mm(points.back()));
      }
    }
    for (const Eigen::Vector3d& point : points)
      if (depth_mm(point) < deepest * nearest_mm) {
        add(point, Eigen::Vector2d::UnitX(), 0.0);
        add(point, Eigen::Vector2d::UnitY(), 0.0);
      }
  }
  int count() const { return count_; }
  /// Of pose and lens, blooming integrated out.
  Eigen::Matrix<double, 18, 18> information() const {
    const double blooming = information_(18, 18) + std::pow(reading_px / edge_spread_px, 2);
    return information_.topLeftCorner<18, 18>() -
           information_.topRightCorner<18, 1>() * information_.topRightCorner<18, 1>().transpose() / blooming;
  }

private:
  Eigen::Vector2d px(const Eigen::Vector3d& point_mm) const {
    return lens_.project(pose_ * Point3<TableFrame>{point_mm}).xy;
  }
  double depth_mm(const Eigen::Vector3d& point_mm) const { return (pose_ * Point3<TableFrame>{point_mm}).mm.z(); }

  const Lens& lens_;
  const Pose<CameraFrame, TableFrame>& pose_;
  Information information_ = Information::Zero();
  int count_ = 0;
};

Readings readingsOf(const TableRegistration& registration, const TableFile& table) {
  Readings readings(registration.lens, registration.registration.camera_from_table.pose);
  const bool saved = registration.registration.from == Registration::From::saved; // its markers were taken away
  for (const TableMarker& marker : table.markers)
    if (saved || registration.uses(marker.id))
      readings.addMarker(marker, markerCode(table.dictionary, marker.id).cells, table.marker_thickness_mm);
  if (readings.count() == 0)
    readings.addTable();
  return readings;
}

/// What the residuals of a registration tell.
struct Residuals {
  double squares_px2;  ///< their sum
  double expected_px2; ///< of edges that scatter as they should
  double by_lens_px2;  ///< what the lens's stated errors leave in the mean
  double freedom;

  Residuals(const TableRegistration& registration, int count, double lens_leaves_px2) : by_lens_px2(lens_leaves_px2) {
    const double taken = 7.0 + (registration.lens.estimated ? lens_takes : 0.0); // by pose, blooming and lens
    squares_px2 = count * std::pow(registration.registration.rms_px, 2);
    freedom = std::max(0.0, count - taken);
    expected_px2 = freedom * reading_px * reading_px;
  }
  /// Of a reading, without what the lens's errors explain.
  double variance_px2() const {
    const double scatter_px2 = std::min(squares_px2, std::max(expected_px2, squares_px2 - by_lens_px2));
    return edge_overdispersion * (reading_worth * reading_px * reading_px + scatter_px2) / (reading_worth + freedom);
  }
  /// [0,1]: share of what goes beyond the edges' scatter that the lens's stated errors do not explain.
  double unexplained() const {
    const double excess_px2 = squares_px2 - expected_px2;
    return excess_px2 > plausible * by_lens_px2 ? 1.0 - plausible * by_lens_px2 / excess_px2 : 0.0;
  }
};

/// The symmetric root of a covariance: it changes little where the covariance does.
Eigen::MatrixXd rootOf(const DenseInput& covariance) {
  const Eigen::VectorXd sigmas = covariance.diagonal().cwiseMax(0.0).cwiseSqrt();
  const Eigen::VectorXd inverse = sigmas.unaryExpr([](double sigma) { return sigma > 0.0 ? 1.0 / sigma : 0.0; });
  const PrincipalAxes axes = principalAxes(inverse.asDiagonal() * covariance * inverse.asDiagonal());
  const Eigen::MatrixXd root =
      product(axes.vectors * axes.values.cwiseMax(0.0).cwiseSqrt().asDiagonal(), axes.vectors.transpose());
  return sigmas.asDiagonal() * root;
}

/// The part of `stated` in directions where it goes far beyond what is `explained`.
Matrix6d beyond(const Matrix6d& stated, const Matrix6d& explained) {
  const Eigen::LLT<Matrix6d> factors(explained);
  if (factors.info() != Eigen::Success)
    return Matrix6d::Zero();
  const Matrix6d half = factors.matrixL().solve(stated);
  const Matrix6d whitened = factors.matrixL().solve(half.transpose());
  const PrincipalAxes axes = principalAxes(0.5 * (whitened + whitened.transpose()));
  const Vector6d more = axes.values.unaryExpr([](double v) { return v > stated_beyond ? v - 1.0 : 0.0; });
  const Matrix6d directions = factors.matrixL() * Matrix6d(axes.vectors);
  return directions * more.asDiagonal() * directions.transpose();
}

/// The root of a lens's errors when no error may leave more than `squares_px2` in the residuals: the picture speaks
/// against those that would, in any direction that `left` tells of.
Eigen::MatrixXd allowedRoot(const LensMatrix& lens, const LensMatrix& left, double squares_px2) {
  const LensMatrix root = rootOf(lens);
  const LensMatrix contradicted = LensMatrix::Identity() + root.transpose() * left * root / squares_px2;
  return rootOf(root * inverseOf(contradicted) * root.transpose());
}

/// The columns of `root` that are not all zero.
Eigen::MatrixXd causesOf(const Eigen::MatrixXd& root) {
  Eigen::MatrixXd causes(root.rows(), 0);
  for (Eigen::Index i = 0; i < root.cols(); ++i)
    if (!root.col(i).isZero(0.0)) {
      causes.conservativeResize(Eigen::NoChange, causes.cols() + 1);
      causes.rightCols<1>() = root.col(i);
    }
  return causes;
}

} // namespace

CameraErrors CameraErrors::ofPose(const Matrix6d& covariance) {
  CameraErrors errors;
  errors.lens.setZero(12, 6);
  errors.pose = rootOf(covariance);
  return errors;
}

CameraErrors CameraErrors::resized(const Eigen::Vector2d& factors) const {
  CameraErrors out = *this;
  out.lens.topRows<4>() =
      Eigen::Vector4d(factors.x(), factors.y(), factors.x(), factors.y()).asDiagonal() * lens.topRows<4>();
  return out;
}

CameraErrors cameraErrors(const TableRegistration& registration, const TableFile& table) {
  const UncertainPose<CameraFrame, TableFrame>& camera = registration.registration.camera_from_table;
  const Eigen::Vector3d up = camera.pose.rotation().col(2);
  Matrix6d height = Matrix6d::Zero(); // a table that is higher looks as if the camera were lower
  height.bottomRightCorner<3, 3>() = up * up.transpose();
  const Matrix6d surface = std::pow(table.surface_height_sigma_mm, 2) * height;
  const LensMatrix lens = registration.lens.parameter_covariance.value_or(LensMatrix::Zero());
  const Readings readings = readingsOf(registration, table);
  const Eigen::Matrix<double, 18, 18> information = readings.information();
  const Eigen::LLT<Matrix6d> of_pose(information.topLeftCorner<6, 6>());
  if (lens.isZero(0.0) || of_pose.info() != Eigen::Success)
    return CameraErrors::ofPose(camera.covariance + surface);
  const Eigen::Matrix<double, 6, 12> by_lens = -of_pose.solve(information.topRightCorner<6, 12>());
  const LensMatrix left = information.bottomRightCorner<12, 12>() + information.bottomLeftCorner<12, 6>() * by_lens;
  const Residuals residuals(registration, readings.count(), left.cwiseProduct(lens).sum());
  const Matrix6d of_lens = by_lens * lens * by_lens.transpose();
  Matrix6d rest = residuals.variance_px2() * of_pose.solve(Matrix6d::Identity());
  rest += thickness_sigma_mm * thickness_sigma_mm * height;
  // Several markers that fit state nothing more; their weights differ a little from those here.
  const bool fits = registration.markers_used.size() > 1 && registration.misfit <= honest_misfit;
  const double doubted = fits ? 0.0 : registration.misfit > honest_misfit ? residuals.unexplained() : 1.0;
  rest += doubted * beyond(camera.covariance, of_lens + rest);
  const bool told = registration.lens.estimated || registration.registration.from != Registration::From::markers;
  const Eigen::MatrixXd causes =
      causesOf(told ? rootOf(lens)
                    : allowedRoot(lens, left, plausible * std::max(residuals.squares_px2, residuals.expected_px2)));
  const CameraErrors alone = CameraErrors::ofPose(rest + surface);
  CameraErrors errors;
  errors.lens.setZero(12, causes.cols() + alone.pose.cols());
  errors.lens.leftCols(causes.cols()) = causes;
  errors.pose.resize(6, errors.lens.cols());
  errors.pose << by_lens * causes, alone.pose;
  return errors;
}

} // namespace linesman
