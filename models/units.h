#pragma once
// Inside the program: millimetres, radians, seconds, pixels. Degrees and inches only at the edges.
#include <cmath>
#include <numbers>

namespace linesman {

inline constexpr double pi = std::numbers::pi;
inline constexpr double mm_per_inch = 25.4;

constexpr double radFromDeg(double angle_deg) {
  return angle_deg * (pi / 180.0);
}
constexpr double degFromRad(double angle_rad) {
  return angle_rad * (180.0 / pi);
}

/// The same angle in (-pi, pi].
inline double wrapAngle(double angle_rad) {
  const double wrapped_rad = std::remainder(angle_rad, 2.0 * pi);
  return wrapped_rad <= -pi ? wrapped_rad + 2.0 * pi : wrapped_rad;
}

} // namespace linesman
