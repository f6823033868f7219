// Errors of lens and camera together, held against registrations of drawn tables with lenses drawn as they state.
#include "calibration/camera_errors.h"

#include <random>

#include <gtest/gtest.h>

#include "models/dense.h"
#include "support/render_table.h"

namespace linesman {
namespace {

using CameraFromTable = Pose<CameraFrame, TableFrame>;

TableFile tableOfFour() {
  TableFile table;
  table.path = "table.toml";
  table.dictionary = "DICT_4X4_50";
  table.surface_height_sigma_mm = 0.0;
  table.markers = {{0, 36, {-150, 90}, 0}, {1, 36, {150, 90}, 0.3}, {2, 36, {150, -90}, 0}, {3, 36, {-150, -90}, -1.2}};
  return table;
}

/// Where a registration puts a table point that is seen at `pixel`.
Eigen::Vector2d placeOf(const TableRegistration& found, const Eigen::Vector2d& pixel) {
  return *found.lens.tablePoint(found.registration.camera_from_table.pose, pixel);
}

/// What the errors do to where a pixel lies on the table (mm, one column each), by differences.
Eigen::Matrix<double, 2, Eigen::Dynamic> shiftsOf(const TableRegistration& found, const CameraErrors& errors,
                                                  const Eigen::Vector2d& pixel) {
  Eigen::Matrix<double, 2, Eigen::Dynamic> shifts(2, errors.pose.cols());
  constexpr double part = 1e-3; // of a standard deviation
  const CameraFromTable& pose = found.registration.camera_from_table.pose;
  for (Eigen::Index i = 0; i < shifts.cols(); ++i) {
    Lens lens = found.lens;
    setParameters(lens, parametersOf(lens) + part * errors.lens.col(i));
    shifts.col(i) = (*lens.tablePoint(movedBy(pose, part * errors.pose.col(i)), pixel) - placeOf(found, pixel)) / part;
  }
  return shifts;
}

struct Tally {
  double squared = 0.0, n = 0.0, error_mm = 0.0, sigma_mm = 0.0, place_squared = 0.0;

  /// Distances over the table as they are found against the true ones, and places.
  void add(const TableRegistration& found, const TableFile& table, const Lens& lens, const CameraFromTable& truth) {
    const CameraErrors errors = cameraErrors(found, table);
    const auto pixel = [&](const Eigen::Vector2d& at) {
      return lens.project(truth * Point3<TableFrame>{{at.x(), at.y(), 0.0}}).xy;
    };
    const Eigen::Vector2d a(-90, -50);
    for (const Eigen::Vector2d& b : {Eigen::Vector2d(100, 30), Eigen::Vector2d(-60, -50), Eigen::Vector2d(-90, 60)}) {
      const Eigen::Vector2d along = (b - a).normalized();
      const double error = along.dot(placeOf(found, pixel(b)) - placeOf(found, pixel(a)) - (b - a));
      const double sigma =
          (along.transpose() * (shiftsOf(found, errors, pixel(b)) - shiftsOf(found, errors, pixel(a)))).norm();
      squared += error * error / (sigma * sigma);
      error_mm += std::abs(error);
      sigma_mm += sigma;
      n += 1.0;
    }
    const Eigen::Vector2d off = placeOf(found, pixel(a)) - a;
    const auto shifts = shiftsOf(found, errors, pixel(a));
    place_squared += off.dot((shifts * shifts.transpose()).ldlt().solve(off)) / 2.0;
  }
};

/// Views of a table by a webcam as many differ, in their own places.
struct Views {
  std::mt19937 random{11};
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> even{-1.0, 1.0};
  TableFile table = tableOfFour();
  Lens lens = test::webcam();
  CameraFromTable truth;

  cv::Mat next() {
    truth = test::cameraOver(430.0 + 30.0 * even(random), 0.45 + 0.15 * even(random), even(random),
                             {10.0 * even(random), 10.0 * even(random)});
    test::RenderOptions options;
    options.height_mm = table.marker_thickness_mm;
    options.seed = static_cast<unsigned>(random());
    return test::render(lens, truth, test::markersPattern(table.markers, table.dictionary), options);
  }
};

TEST(CameraErrors, without_a_lens_distances_over_the_table_are_off_as_stated) {
  Views views;
  Tally tally;
  for (int i = 0; i < 40; ++i) {
    views.lens = test::webcam();
    views.lens.fx_px *= 1.0 + 0.1 * views.normal(views.random);
    views.lens.fy_px = 1.001 * views.lens.fx_px;
    views.lens.distortion[0] = 0.08 * views.normal(views.random);
    views.lens.distortion[1] = 0.02 * views.normal(views.random);
    const cv::Mat picture = views.next();
    const auto found = registerTable(picture, std::nullopt, views.table);
    ASSERT_TRUE(found) << found.error().sentence;
    tally.add(*found, views.table, views.lens, views.truth);
  }
  EXPECT_GT(tally.squared / tally.n, 0.3);
  EXPECT_LT(tally.squared / tally.n, 1.8);
  EXPECT_LT(tally.place_squared / 40.0, 1.8);
  EXPECT_LT(tally.sigma_mm, 3.0 * tally.error_mm);
}

TEST(CameraErrors, a_lens_known_in_part_is_made_good_by_the_pose_as_stated) {
  Views views;
  LensVector sigma = LensVector::Zero();
  sigma.head<8>() << 3.0, 3.0, 3.0, 3.0, 0.01, 0.01, 0.0003, 0.0003;
  Tally tally;
  double alone_mm = 0.0;
  for (int i = 0; i < 40; ++i) {
    const cv::Mat picture = views.next();
    Lens stated = views.lens;
    setParameters(stated, parametersOf(stated) +
                              sigma.cwiseProduct(sigma.unaryExpr([&](double) { return views.normal(views.random); })));
    stated.parameter_covariance = sigma.cwiseAbs2().asDiagonal();
    const auto found = registerTable(picture, stated, views.table);
    ASSERT_TRUE(found) << found.error().sentence;
    tally.add(*found, views.table, views.lens, views.truth);
    const auto alone = CameraErrors::ofPose(found->registration.camera_from_table.covariance);
    alone_mm += shiftsOf(*found, alone, {320.0, 240.0}).norm();
  }
  EXPECT_GT(tally.squared / tally.n, 0.2);
  EXPECT_LT(tally.squared / tally.n, 1.8);
  EXPECT_LT(tally.place_squared / 40.0, 1.8);
  EXPECT_GT(alone_mm / 40.0, 5.0 * tally.error_mm / tally.n) << "the pose's doubt by itself says far too much";
}

TEST(CameraErrors, of_a_known_lens_are_those_of_the_pose) {
  Views views;
  const auto found = registerTable(views.next(), views.lens, views.table);
  ASSERT_TRUE(found);
  views.table.surface_height_sigma_mm = 0.5;
  const CameraErrors errors = cameraErrors(*found, views.table);
  EXPECT_TRUE(errors.lens.isZero(0.0));
  Matrix6d expected = found->registration.camera_from_table.covariance;
  const Eigen::Vector3d up = found->registration.camera_from_table.pose.rotation().col(2);
  expected.bottomRightCorner<3, 3>() += 0.25 * up * up.transpose();
  EXPECT_LT((errors.pose * errors.pose.transpose() - expected).norm(), 1e-9 * expected.norm());
}

TEST(CameraErrors, keep_their_meaning_when_pictures_are_resized) {
  CameraErrors errors;
  errors.lens = Eigen::MatrixXd::Ones(12, 1);
  errors.pose = Eigen::MatrixXd::Ones(6, 1);
  const CameraErrors half = errors.resized({0.5, 0.25});
  EXPECT_EQ(half.lens(0, 0), 0.5);
  EXPECT_EQ(half.lens(3, 0), 0.25);
  EXPECT_EQ(half.lens(4, 0), 1.0);
  EXPECT_EQ(half.pose(3, 0), 1.0);
}

} // namespace
} // namespace linesman
