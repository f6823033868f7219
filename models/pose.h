#pragma once
#include "models/frames.h"

#include <limits>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace linesman {

/// A point of frame F, millimetres.
template <class F> struct Point3 {
  Eigen::Vector3d mm = Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
};

/// A point of the plane z = 0 of frame F (millimetres), or of ImageFrame (pixels).
template <class F> struct Point2 {
  Eigen::Vector2d xy = Eigen::Vector2d::Constant(std::numeric_limits<double>::quiet_NaN());
};

/// Rigid motion a_from_b: takes coordinates of frame B to frame A. NaN until it is given a value.
template <class A, class B> class Pose {
public:
  Pose() = default;
  Pose(const Eigen::Matrix3d& rotation, const Eigen::Vector3d& translation_mm)
      : rotation_(rotation), translation_mm_(translation_mm) {}

  static Pose identity() { return {Eigen::Matrix3d::Identity(), Eigen::Vector3d::Zero()}; }
  /// From a 4x4 homogeneous matrix.
  static Pose fromMatrix(const Eigen::Matrix4d& m) { return {m.topLeftCorner<3, 3>(), m.topRightCorner<3, 1>()}; }

  const Eigen::Matrix3d& rotation() const { return rotation_; }
  const Eigen::Vector3d& translation_mm() const { return translation_mm_; }

  Eigen::Matrix4d matrix() const {
    Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
    m.topLeftCorner<3, 3>() = rotation_;
    m.topRightCorner<3, 1>() = translation_mm_;
    return m;
  }
  Pose<B, A> inverse() const { return {rotation_.transpose(), -(rotation_.transpose() * translation_mm_)}; }
  /// Where the origin of B lies in A.
  Point3<A> origin() const { return {translation_mm_}; }

  Point3<A> operator*(const Point3<B>& point) const { // lazily: no product is kept in between, it is in every loop
    return {rotation_.lazyProduct(point.mm) + translation_mm_};
  }
  template <class C> Pose<A, C> operator*(const Pose<B, C>& b_from_c) const {
    return {rotation_ * b_from_c.rotation(), rotation_ * b_from_c.translation_mm() + translation_mm_};
  }

private:
  Eigen::Matrix3d rotation_ = Eigen::Matrix3d::Constant(std::numeric_limits<double>::quiet_NaN());
  Eigen::Vector3d translation_mm_ = Eigen::Vector3d::Constant(std::numeric_limits<double>::quiet_NaN());
};

/// Rotation matrix of a rotation vector (axis times angle, rad): the exponential map of SO(3).
Eigen::Matrix3d rotationFromVector(const Eigen::Vector3d& vector_rad);

/// Rotation vector (rad) of a rotation matrix: the logarithm map of SO(3).
Eigen::Vector3d vectorFromRotation(const Eigen::Matrix3d& rotation);

} // namespace linesman
