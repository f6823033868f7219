#include "calibration/saved_registration.h"

#include <cmath>

#include "models/dense.h"

namespace linesman {
namespace {

/// Rows x columns numbers under `key`, row by row; an empty list when the key is left out or holds none.
Result<std::vector<double>> matrixAt(const toml::table& table, const std::string& path, std::string_view key,
                                     std::size_t size) {
  const toml::node* node = table.get(key);
  if (node == nullptr || (node->as_array() != nullptr && node->as_array()->empty()))
    return std::vector<double>();
  const auto bad = [&] {
    return fail(placeOf(path, *node) + ": \"" + std::string(key) + "\" must hold " + std::to_string(size) +
                " rows of " + std::to_string(size) + " numbers.");
  };
  if (node->as_array() == nullptr || node->as_array()->size() != size)
    return bad();
  std::vector<double> numbers;
  for (const toml::node& row : *node->as_array()) {
    if (row.as_array() == nullptr || row.as_array()->size() != size)
      return bad();
    for (const toml::node& entry : *row.as_array()) {
      const auto number = entry.value<double>();
      if (!number || !std::isfinite(*number))
        return bad();
      numbers.push_back(*number);
    }
  }
  return numbers;
}

/// Variances may be 0, where a pose is taken for exact, and not negative; what differs across the diagonal by rounding
/// is made equal.
Result<Matrix6d> covarianceAt(const toml::table& saved, const std::string& path, const std::vector<double>& numbers) {
  constexpr double rounding = 1e-3; // of two standard deviations' product
  constexpr double semidefinite = 1e-6;
  const Matrix6d given = Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(numbers.data());
  const Matrix6d covariance = 0.5 * (given + given.transpose());
  const Eigen::Array<double, 6, 1> variances = covariance.diagonal().array();
  const Eigen::Matrix<double, 6, 1> sigmas = (variances > 0.0).select(variances.sqrt(), 1.0).matrix();
  const Eigen::Array<double, 6, 6> scale = (sigmas * sigmas.transpose()).array();
  Matrix6d correlation = (covariance.array() / scale).matrix();
  correlation.diagonal().array() += semidefinite;
  if (!(variances >= 0.0).all() || !((given - covariance).array().abs() <= rounding * scale).all() ||
      !SymmetricFactors(Eigen::MatrixXd(correlation)).positiveDefinite())
    return fail(placeOf(path, *saved.get("covariance")) +
                ": \"covariance\" must be symmetric and have no negative variance in any direction, as covariances do; "
                "save it anew with `linesman calibrate table`, or leave it out.");
  return covariance;
}

/// Does the camera stand over the table, and not look steeply up from it?
bool seesTable(const Pose<CameraFrame, TableFrame>& camera_from_table) {
  constexpr double steeply = 0.7; // the sine of the axis's height
  const auto table_from_camera = camera_from_table.inverse();
  return table_from_camera.origin().mm.z() > 0.0 && table_from_camera.rotation()(2, 2) < steeply;
}

} // namespace

Result<Registration> readSavedRegistration(const toml::table& saved, const std::string& path) {
  if (auto keys = checkKeys(saved, path, {"camera_from_table", "covariance", "rms_px"}); !keys)
    return tl::unexpected(keys.error());
  const auto pose = matrixAt(saved, path, "camera_from_table", 4);
  const auto covariance = matrixAt(saved, path, "covariance", 6);
  const auto rms_px = notNegativeAt(saved, path, "rms_px", 0.0);
  if (!pose)
    return tl::unexpected(pose.error());
  if (!covariance)
    return tl::unexpected(covariance.error());
  if (!rms_px)
    return tl::unexpected(rms_px.error());
  if (pose->empty())
    return fail(placeOf(path, saved) + ": [registration] needs \"camera_from_table\", 4 rows of 4 numbers.");
  const Eigen::Matrix4d matrix = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(pose->data());
  const Eigen::Matrix3d rotation = matrix.topLeftCorner<3, 3>();
  // Files hold rounded numbers: two decimals of a rotation still pass, and the nearest rotation is taken.
  const Eigen::Matrix3d nearest = nearestOrthogonal(rotation);
  const Eigen::RowVector4d last = matrix.row(3);
  if (!(nearest.determinant() > 0.0) || !((nearest - rotation).norm() < 0.05) || last != Eigen::RowVector4d(0, 0, 0, 1))
    return fail(placeOf(path, *saved.get("camera_from_table")) +
                ": \"camera_from_table\" is not a rigid motion; save it anew with `linesman calibrate table`.");
  Registration registration;
  registration.ok = true;
  registration.from = Registration::From::saved;
  registration.rms_px = *rms_px;
  registration.camera_from_table.pose = {nearest, matrix.topRightCorner<3, 1>()};
  if (!seesTable(registration.camera_from_table.pose))
    return fail(placeOf(path, *saved.get("camera_from_table")) +
                ": \"camera_from_table\" has the camera below the table or turned away from it; save it anew with "
                "`linesman calibrate table`.");
  // A file without a covariance says nothing of its accuracy: half a milliradian and half a millimetre are assumed.
  registration.camera_from_table.covariance = Matrix6d::Identity() * (0.5 * 0.5);
  registration.camera_from_table.covariance.topLeftCorner<3, 3>() *= 1e-6;
  if (!covariance->empty()) {
    const auto told = covarianceAt(saved, path, *covariance);
    if (!told)
      return tl::unexpected(told.error());
    registration.camera_from_table.covariance = *told;
  }
  return registration;
}

} // namespace linesman
