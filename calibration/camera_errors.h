#pragma once
#include "calibration/lens_parameters.h"
#include "calibration/table_registration.h"

namespace linesman {

/// Errors of a lens and of the camera's pose together. The pose was fitted with that lens, so that the two make good
/// most of each other on the table. Every column is what one standard deviation of an independent cause does to both;
/// those of one camera keep their meaning from picture to picture.
struct CameraErrors {
  Eigen::Matrix<double, 12, Eigen::Dynamic> lens; ///< as LensVector
  Eigen::Matrix<double, 6, Eigen::Dynamic> pose;  ///< rotation vector rad, translation mm (see UncertainPose)

  /// Of a lens without errors.
  static CameraErrors ofPose(const Matrix6d& covariance);
  /// Of the lens for pictures that are resized by these factors.
  CameraErrors resized(const Eigen::Vector2d& factors) const;
};

/// Errors of a registration: those of the lens, as its covariance states, with what the pose makes good of them at the
/// markers it was fitted to (where there are none, at what is seen of the table), and those of the pose for a given
/// lens, by the scatter of the markers' edges. What the registration's covariance states far beyond these is added as
/// errors of the pose alone (a misfit that the lens's stated errors explain is no reason to), and so is the height of
/// what pyramids stand on.
CameraErrors cameraErrors(const TableRegistration& registration, const TableFile& table);

} // namespace linesman
