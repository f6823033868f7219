#pragma once
#include "models/pose.h"
#include "models/units.h"

namespace linesman {

/// Rigid motion of the plane, a_from_b: the origin of B lies at (x, y) in A and B's x axis points along `heading_rad`,
/// counter-clockwise from A's x axis seen from above, in (-pi, pi].
template <class A, class B> class PlanarPose {
public:
  PlanarPose() = default;
  PlanarPose(double x_mm, double y_mm, double heading_rad)
      : origin_mm_(x_mm, y_mm), heading_rad_(wrapAngle(heading_rad)) {}
  PlanarPose(const Eigen::Vector2d& origin_mm, double heading_rad)
      : origin_mm_(origin_mm), heading_rad_(wrapAngle(heading_rad)) {}

  const Eigen::Vector2d& origin_mm() const { return origin_mm_; }
  double x_mm() const { return origin_mm_.x(); }
  double y_mm() const { return origin_mm_.y(); }
  double heading_rad() const { return heading_rad_; }
  Eigen::Vector2d direction() const { return {std::cos(heading_rad_), std::sin(heading_rad_)}; }
  Eigen::Matrix2d rotation() const { return Eigen::Rotation2Dd(heading_rad_).toRotationMatrix(); }

  Point2<A> operator*(const Point2<B>& point) const { return {rotation() * point.xy + origin_mm_}; }
  template <class C> PlanarPose<A, C> operator*(const PlanarPose<B, C>& b_from_c) const {
    return {rotation() * b_from_c.origin_mm() + origin_mm_, heading_rad_ + b_from_c.heading_rad()};
  }
  PlanarPose<B, A> inverse() const { return {-(rotation().transpose() * origin_mm_), -heading_rad_}; }

  /// The same motion in space, standing on z = 0.
  Pose<A, B> lifted() const {
    return {Eigen::AngleAxisd(heading_rad_, Eigen::Vector3d::UnitZ()).toRotationMatrix(),
            Eigen::Vector3d(origin_mm_.x(), origin_mm_.y(), 0.0)};
  }

private:
  Eigen::Vector2d origin_mm_ = Eigen::Vector2d::Constant(std::numeric_limits<double>::quiet_NaN());
  double heading_rad_ = std::numeric_limits<double>::quiet_NaN();
};

} // namespace linesman
