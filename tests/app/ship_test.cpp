#include <gtest/gtest.h>

#include <random>

#include "app/watch/ship.h"

namespace linesman::app {
namespace {

SeenPose at(const Eigen::Vector3d& place, const Eigen::Matrix3d& covariance) {
  return {{place.x(), place.y(), place.z()}, covariance};
}

Eigen::Vector3d placeOf(const SeenPose& pose) {
  return {pose.pose.x_mm(), pose.pose.y_mm(), pose.pose.heading_rad()};
}

TEST(SeenPoseMean, LooksAlikeSharpenNothing) {
  const Eigen::Matrix3d covariance = Eigen::Vector3d(0.09, 0.04, 1e-4).asDiagonal();
  const SeenPose mean = meanWith(at({0, 0, 0}, covariance), 3, at({0.4, 0.8, 0.04}, covariance));
  EXPECT_TRUE(placeOf(mean).isApprox(Eigen::Vector3d(0.1, 0.2, 0.01), 1e-9)) << placeOf(mean).transpose();
  EXPECT_TRUE(mean.covariance.isApprox(covariance, 1e-12));
}

TEST(SeenPoseMean, AMuchBetterLookCountsForMost) {
  const Eigen::Matrix3d bad = Eigen::Vector3d(1.0, 1.0, 1e-2).asDiagonal();
  const SeenPose mean = meanWith(at({0, 0, 0}, bad), 1, at({1, 1, 0.1}, 0.01 * bad));
  EXPECT_TRUE(placeOf(mean).isApprox(Eigen::Vector3d(1, 1, 0.1) / 1.01, 1e-9)) << placeOf(mean).transpose();
  EXPECT_TRUE(mean.covariance.isApprox(bad * (0.01 / 1.01 + 0.01 / 1.01), 1e-9)) << mean.covariance;
}

/// Whatever two looks have in common, their mean is no further off than its covariance says.
TEST(SeenPoseMean, ItsCovarianceHoldsHoweverTheLooksAgree) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  constexpr int looks = 2, draws = 20000;
  Eigen::Matrix3d old_root, new_root;
  old_root << 0.5, 0.2, 0.0, 0.1, 0.3, 0.0, 0.0, 0.0, 0.02;
  new_root << 0.2, 0.0, 0.0, -0.1, 0.4, 0.0, 0.0, 0.0, 0.01;
  for (const double common : {0.0, 0.7, 1.0}) {
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    Eigen::Matrix3d stated;
    for (int i = 0; i < draws; ++i) {
      const auto drawn = [&] { return Eigen::Vector3d(normal(random), normal(random), normal(random)); };
      const Eigen::Vector3d shared = drawn();
      const auto error = [&]() -> Eigen::Vector3d {
        return common * shared + std::sqrt(1.0 - common * common) * drawn();
      };
      const SeenPose mean = meanWith(at(old_root * error(), old_root * old_root.transpose()), looks,
                                     at(new_root * error(), new_root * new_root.transpose()));
      spread += placeOf(mean) * placeOf(mean).transpose() / draws;
      stated = mean.covariance;
    }
    for (int k = 0; k < 3; ++k)
      EXPECT_LE(spread(k, k), 1.04 * stated(k, k)) << common << ", coordinate " << k; // 20000 draws: 1 % and more
  }
}

} // namespace
} // namespace linesman::app
