#include "models/pose.h"

namespace linesman {

Eigen::Matrix3d rotationFromVector(const Eigen::Vector3d& vector_rad) {
  const double angle_rad = vector_rad.norm();
  if (angle_rad < 1e-300)
    return Eigen::Matrix3d::Identity();
  return Eigen::AngleAxisd(angle_rad, vector_rad / angle_rad).toRotationMatrix();
}

Eigen::Vector3d vectorFromRotation(const Eigen::Matrix3d& rotation) {
  const Eigen::AngleAxisd angle_axis(rotation);
  return angle_axis.angle() * angle_axis.axis();
}

} // namespace linesman
