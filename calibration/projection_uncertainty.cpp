#include <algorithm>
#include <cmath>

#include "calibration/lens_calibration.h"
#include "calibration/lens_parameters.h"
#include "models/dense.h"

namespace linesman {

ProjectionUncertainty projectionUncertainty(const Lens& lens, const std::vector<TargetView>& views) {
  ProjectionUncertainty map;
  map.columns = 16;
  map.rows = 9;
  const auto cells = static_cast<std::size_t>(map.columns * map.rows);
  map.covered.assign(cells, false);
  const auto cellOf = [&](double x, double y) {
    const int column = std::clamp(static_cast<int>((x + 0.5) * map.columns / lens.width_px), 0, map.columns - 1);
    const int row = std::clamp(static_cast<int>((y + 0.5) * map.rows / lens.height_px), 0, map.rows - 1);
    return static_cast<std::size_t>(row * map.columns + column);
  };
  for (const TargetView& view : views)
    for (const TargetPoint& point : view.points)
      map.covered[cellOf(point.px.x(), point.px.y())] = true;
  map.sigma_px.assign(cells, 0.0);
  if (!lens.parameter_covariance)
    return map;
  // Stack the derivatives of all places; what a small turn of the camera explains is projected out, over the covered
  // ones.
  Eigen::MatrixXd by_lens(2 * static_cast<Eigen::Index>(cells), 12);
  Eigen::MatrixXd by_turn(by_lens.rows(), 3);
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(by_lens.rows());
  for (std::size_t i = 0; i < cells; ++i) {
    const int row = static_cast<int>(i) / map.columns, column = static_cast<int>(i) % map.columns;
    const Eigen::Vector2d px((column + 0.5) * lens.width_px / map.columns - 0.5,
                             (row + 0.5) * lens.height_px / map.rows - 0.5);
    const Eigen::Vector2d ray = lens.undistort(px);
    Eigen::Matrix<double, 2, 3> by_point;
    const Eigen::Vector3d direction = ray.homogeneous();
    lens.project({direction}, &by_point);
    const auto at = 2 * static_cast<Eigen::Index>(i);
    by_lens.middleRows<2>(at) = parameterJacobian(lens, ray);
    by_turn.middleRows<2>(at) = -by_point * crossMatrix(direction);
    counts.segment<2>(at).setConstant(map.covered[i] ? 1.0 : 0.0);
  }
  if (counts.isZero())
    counts.setOnes();
  const Eigen::Matrix3d h = weightedProduct(by_turn, counts, by_turn);
  by_lens -= product(by_turn, solveSymmetric(h, weightedProduct(by_turn, counts, by_lens)));
  for (std::size_t i = 0; i < cells; ++i) {
    const auto j = by_lens.middleRows<2>(2 * static_cast<Eigen::Index>(i));
    map.sigma_px[i] = std::sqrt(std::max(0.0, 0.5 * (j * *lens.parameter_covariance * j.transpose()).trace()));
    if (map.covered[i])
      map.worst_covered_px = std::max(map.worst_covered_px, map.sigma_px[i]);
  }
  return map;
}

} // namespace linesman
