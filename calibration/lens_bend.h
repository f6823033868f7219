#pragma once
#include "calibration/lens.h"

namespace linesman {

/// Where the lens shows points, px, and the derivatives of that by the normalised point. `Number`: double, or an Eigen
/// array of them for many points at once.
template <class Number> struct BentPoint {
  Number x_px, y_px;
  Number x_by_x, x_by_y, y_by_x, y_by_y; ///< px per normalised unit; only with derivatives
};

/// Brown-Conrady with OpenCV's rational radial term; https://docs.opencv.org/4.6.0/d9/d0c/group__calib3d.html
template <bool with_derivatives, class Number>
BentPoint<Number> bend(const Lens& lens, const Number& x, const Number& y) {
  const auto& [k1, k2, p1, p2, k3, k4, k5, k6] = lens.distortion;
  const Number xx = x * x, yy = y * y, xy = x * y, r2 = xx + yy;
  const Number up = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const Number down = 1.0 + r2 * (k4 + r2 * (k5 + r2 * k6));
  const Number radial = up / down;
  BentPoint<Number> bent;
  bent.x_px = lens.fx_px * (x * radial + 2.0 * p1 * xy + p2 * (r2 + 2.0 * xx)) + lens.cx_px;
  bent.y_px = lens.fy_px * (y * radial + p1 * (r2 + 2.0 * yy) + 2.0 * p2 * xy) + lens.cy_px;
  if constexpr (with_derivatives) {
    const Number up_d = k1 + r2 * (2.0 * k2 + 3.0 * r2 * k3); // derivatives by r^2
    const Number down_d = k4 + r2 * (2.0 * k5 + 3.0 * r2 * k6);
    const Number radial_d = (up_d - radial * down_d) / down;
    const Number both = 2.0 * xy * radial_d + 2.0 * p1 * x + 2.0 * p2 * y;
    bent.x_by_x = lens.fx_px * (radial + 2.0 * xx * radial_d + 2.0 * p1 * y + 6.0 * p2 * x);
    bent.x_by_y = lens.fx_px * both;
    bent.y_by_x = lens.fy_px * both;
    bent.y_by_y = lens.fy_px * (radial + 2.0 * yy * radial_d + 6.0 * p1 * y + 2.0 * p2 * x);
  }
  return bent;
}

} // namespace linesman
