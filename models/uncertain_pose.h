#pragma once
#include "models/planar_pose.h"

namespace linesman {

using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Vector6d = Eigen::Matrix<double, 6, 1>;

/// [v]x, so that crossMatrix(v) * u = v x u.
inline Eigen::Matrix3d crossMatrix(const Eigen::Vector3d& v) {
  Eigen::Matrix3d m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

/// The pose an error (rotation vector w rad, translation v mm, both on the side of A) makes of a_from_b: rotation
/// Exp(w) * R, translation t + v.
template <class A, class B> Pose<A, B> movedBy(const Pose<A, B>& pose, const Vector6d& error) {
  return {rotationFromVector(error.head<3>()) * pose.rotation(), pose.translation_mm() + error.tail<3>()};
}

/// The error that leads from one pose to another: movedBy(from, errorBetween(from, to)) is `to`.
template <class A, class B> Vector6d errorBetween(const Pose<A, B>& from, const Pose<A, B>& to) {
  Vector6d error;
  error << vectorFromRotation(to.rotation() * from.rotation().transpose()), to.translation_mm() - from.translation_mm();
  return error;
}

/// A pose a_from_b with the covariance of its error, ordered (rotation vector rad, translation mm).
/// The error is on the side of A: the true pose is movedBy(pose, error).
template <class A, class B> struct UncertainPose {
  Pose<A, B> pose;
  Matrix6d covariance = Matrix6d::Zero();

  /// b_from_a. First order: w' = -R'w, v' = -R'v - R'[t]x w.
  UncertainPose<B, A> inverse() const {
    const Eigen::Matrix3d rt = pose.rotation().transpose();
    Matrix6d jacobian = Matrix6d::Zero();
    jacobian.topLeftCorner<3, 3>() = -rt;
    jacobian.bottomLeftCorner<3, 3>() = -rt * crossMatrix(pose.translation_mm());
    jacobian.bottomRightCorner<3, 3>() = -rt;
    return {pose.inverse(), jacobian * covariance * jacobian.transpose()};
  }

  /// a_from_c of two independent estimates. First order: w = w1 + R1 w2, v = v1 + R1 v2 - [R1 t2]x w1.
  template <class C> UncertainPose<A, C> operator*(const UncertainPose<B, C>& b_from_c) const {
    const Eigen::Matrix3d& r = pose.rotation();
    Matrix6d first = Matrix6d::Identity();
    first.bottomLeftCorner<3, 3>() = -crossMatrix(r * b_from_c.pose.translation_mm());
    Matrix6d second = Matrix6d::Zero();
    second.topLeftCorner<3, 3>() = r;
    second.bottomRightCorner<3, 3>() = r;
    return {pose * b_from_c.pose,
            first * covariance * first.transpose() + second * b_from_c.covariance * second.transpose()};
  }

  /// Covariance (mm^2) of a point that is known exactly in B, seen from A.
  Eigen::Matrix3d pointCovariance(const Point3<B>& point) const {
    Eigen::Matrix<double, 3, 6> jacobian;
    jacobian.leftCols<3>() = -crossMatrix(pose.rotation() * point.mm);
    jacobian.rightCols<3>() = Eigen::Matrix3d::Identity();
    return jacobian * covariance * jacobian.transpose();
  }
};

/// A planar pose with the covariance of (x mm, y mm, heading rad), errors added in frame A.
template <class A, class B> struct UncertainPlanarPose {
  PlanarPose<A, B> pose;
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();

  /// b_from_a, first order.
  UncertainPlanarPose<B, A> inverse() const {
    const Eigen::Matrix2d rt = pose.rotation().transpose();
    const PlanarPose<B, A> turned = pose.inverse();
    Eigen::Matrix3d jacobian = Eigen::Matrix3d::Zero();
    jacobian.topLeftCorner<2, 2>() = -rt;
    jacobian.topRightCorner<2, 1>() = Eigen::Vector2d(turned.y_mm(), -turned.x_mm());
    jacobian(2, 2) = -1.0;
    return {turned, jacobian * covariance * jacobian.transpose()};
  }

  /// a_from_c of two independent estimates, first order.
  template <class C> UncertainPlanarPose<A, C> operator*(const UncertainPlanarPose<B, C>& b_from_c) const {
    const Eigen::Vector2d arm_mm = pose.rotation() * b_from_c.pose.origin_mm();
    Eigen::Matrix3d first = Eigen::Matrix3d::Identity();
    first.topRightCorner<2, 1>() = Eigen::Vector2d(-arm_mm.y(), arm_mm.x());
    Eigen::Matrix3d second = Eigen::Matrix3d::Identity();
    second.topLeftCorner<2, 2>() = pose.rotation();
    return {pose * b_from_c.pose,
            first * covariance * first.transpose() + second * b_from_c.covariance * second.transpose()};
  }

  /// Covariance (mm^2) of a point that is known exactly in B, seen from A.
  Eigen::Matrix2d pointCovariance(const Point2<B>& point) const {
    const Eigen::Vector2d arm_mm = pose.rotation() * point.xy;
    Eigen::Matrix<double, 2, 3> jacobian = Eigen::Matrix<double, 2, 3>::Zero();
    jacobian.leftCols<2>() = Eigen::Matrix2d::Identity();
    jacobian.col(2) = Eigen::Vector2d(-arm_mm.y(), arm_mm.x());
    return jacobian * covariance * jacobian.transpose();
  }
};

} // namespace linesman
