// Covariances are believed only after sampling proved them.
#include <random>

#include <gtest/gtest.h>

#include "models/uncertain_pose.h"

namespace linesman {
namespace {

constexpr int samples = 20000;

template <int N> using Vector = Eigen::Matrix<double, N, 1>;
template <int N> using Matrix = Eigen::Matrix<double, N, N>;

template <int N> Matrix<N> randomCovariance(std::mt19937& random, const Vector<N>& scale) {
  std::normal_distribution<double> normal;
  const Matrix<N> root = Matrix<N>::NullaryExpr([&] { return normal(random); });
  return scale.asDiagonal() * (root * root.transpose() / N) * scale.asDiagonal();
}

template <int N> Vector<N> draw(std::mt19937& random, const Matrix<N>& covariance) {
  std::normal_distribution<double> normal;
  const Eigen::LLT<Matrix<N>> root(covariance);
  const Vector<N> white = Vector<N>::NullaryExpr([&] { return normal(random); });
  return root.matrixL() * white;
}

/// The sampled covariance agrees with the stated one: every entry within `tolerance` of the product of its sigmas.
template <int N> void expectAgrees(const Matrix<N>& sampled, const Matrix<N>& stated, double tolerance) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      EXPECT_NEAR(sampled(i, j), stated(i, j), tolerance * std::sqrt(stated(i, i) * stated(j, j))) << i << ',' << j;
}

const Vector6d scale6 = (Vector6d() << 0.002, 0.003, 0.002, 0.5, 0.3, 0.8).finished();

const Pose<CameraFrame, TableFrame> camera_from_table{rotationFromVector({2.0, 0.3, -0.2}), {12.0, 30.0, 640.0}};
const Pose<TableFrame, PieceFrame> table_from_piece{rotationFromVector({0.1, -0.2, 1.1}), {-80.0, 55.0, 3.0}};

TEST(UncertainPose, InverseAgreesWithSampling) {
  std::mt19937 random(1);
  const UncertainPose<CameraFrame, TableFrame> uncertain{camera_from_table, randomCovariance<6>(random, scale6)};
  Matrix6d sampled = Matrix6d::Zero();
  for (int i = 0; i < samples; ++i) {
    const auto noisy = movedBy(camera_from_table, draw<6>(random, uncertain.covariance));
    const Vector6d error = errorBetween(camera_from_table.inverse(), noisy.inverse());
    sampled += error * error.transpose() / samples;
  }
  expectAgrees<6>(sampled, uncertain.inverse().covariance, 0.05);
}

TEST(UncertainPose, CompositionAgreesWithSampling) {
  std::mt19937 random(2);
  const UncertainPose<CameraFrame, TableFrame> first{camera_from_table, randomCovariance<6>(random, scale6)};
  const UncertainPose<TableFrame, PieceFrame> second{table_from_piece, randomCovariance<6>(random, scale6)};
  const auto product = first * second;
  Matrix6d sampled = Matrix6d::Zero();
  for (int i = 0; i < samples; ++i) {
    const auto noisy = movedBy(first.pose, draw<6>(random, first.covariance)) *
                       movedBy(second.pose, draw<6>(random, second.covariance));
    const Vector6d error = errorBetween(product.pose, noisy);
    sampled += error * error.transpose() / samples;
  }
  expectAgrees<6>(sampled, product.covariance, 0.05);
}

TEST(UncertainPose, PointCovarianceAgreesWithSampling) {
  std::mt19937 random(3);
  const UncertainPose<CameraFrame, TableFrame> uncertain{camera_from_table, randomCovariance<6>(random, scale6)};
  const Point3<TableFrame> point{{150.0, -90.0, 20.0}};
  Eigen::Matrix3d sampled = Eigen::Matrix3d::Zero();
  for (int i = 0; i < samples; ++i) {
    const auto noisy = movedBy(camera_from_table, draw<6>(random, uncertain.covariance));
    const Eigen::Vector3d error = (noisy * point).mm - (camera_from_table * point).mm;
    sampled += error * error.transpose() / samples;
  }
  expectAgrees<3>(sampled, uncertain.pointCovariance(point), 0.05);
}

using Ship = UncertainPlanarPose<TableFrame, PieceFrame>;
const Eigen::Vector3d scale3(0.3, 0.5, 0.01);

PlanarPose<TableFrame, PieceFrame> disturbed(const PlanarPose<TableFrame, PieceFrame>& pose, const Eigen::Vector3d& e) {
  return {pose.x_mm() + e.x(), pose.y_mm() + e.y(), pose.heading_rad() + e.z()};
}

TEST(UncertainPlanarPose, InverseAndCompositionAgreeWithSampling) {
  std::mt19937 random(4);
  const Ship ship{{120.0, -40.0, 2.9}, randomCovariance<3>(random, scale3)};
  const Ship other{{-60.0, 90.0, -1.2}, randomCovariance<3>(random, scale3)};
  const auto relative = ship.inverse() * other; // piece_from_piece
  Eigen::Matrix3d sampled = Eigen::Matrix3d::Zero();
  for (int i = 0; i < samples; ++i) {
    const auto noisy = disturbed(ship.pose, draw<3>(random, ship.covariance)).inverse() *
                       disturbed(other.pose, draw<3>(random, other.covariance));
    const Eigen::Vector3d error(noisy.x_mm() - relative.pose.x_mm(), noisy.y_mm() - relative.pose.y_mm(),
                                wrapAngle(noisy.heading_rad() - relative.pose.heading_rad()));
    sampled += error * error.transpose() / samples;
  }
  expectAgrees<3>(sampled, relative.covariance, 0.05);
}

TEST(UncertainPlanarPose, BowCovarianceAgreesWithSampling) {
  std::mt19937 random(5);
  const Ship ship{{120.0, -40.0, 2.9}, randomCovariance<3>(random, scale3)};
  const Point2<PieceFrame> bow{{46.2, 0.0}};
  Eigen::Matrix2d sampled = Eigen::Matrix2d::Zero();
  for (int i = 0; i < samples; ++i) {
    const Eigen::Vector2d error =
        (disturbed(ship.pose, draw<3>(random, ship.covariance)) * bow).xy - (ship.pose * bow).xy;
    sampled += error * error.transpose() / samples;
  }
  expectAgrees<2>(sampled, ship.pointCovariance(bow), 0.05);
}

} // namespace
} // namespace linesman
