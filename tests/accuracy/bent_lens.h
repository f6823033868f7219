#pragma once
// A lens that is wrong in ways its file does not know: shared by the tools that ask what this does.
#include <array>
#include <cmath>
#include <random>

#include "calibration/lens.h"

namespace linesman::accuracy {

/// Distortion that the lens file does not know: a random direction of (k1 k2 p1 p2) that moves the picture's points by
/// `rms_px`, as calibrations do that look good.
inline void bendLens(Lens& lens, double rms_px, unsigned number) {
  std::mt19937 random(77 + number);
  std::normal_distribution<double> normal;
  const Lens before = lens;
  const std::array<double, 4> direction = {normal(random), normal(random), 0.2 * normal(random), 0.2 * normal(random)};
  double scale = 1e-3;
  for (int round = 0; round < 3; ++round) { // the displacement is linear in the scale
    for (std::size_t i = 0; i < direction.size(); ++i)
      lens.distortion[i] = before.distortion[i] + scale * direction[i];
    double squares = 0.0;
    int count = 0;
    for (int y = 0; y <= 8; ++y)
      for (int x = 0; x <= 8; ++x, ++count) {
        const Eigen::Vector2d pixel(before.width_px * x / 8.0, before.height_px * y / 8.0);
        squares += (lens.distort(before.undistort(pixel)) - pixel).squaredNorm();
      }
    scale *= rms_px / std::sqrt(squares / count);
  }
  for (std::size_t i = 0; i < direction.size(); ++i)
    lens.distortion[i] = before.distortion[i] + scale * direction[i];
}

} // namespace linesman::accuracy
