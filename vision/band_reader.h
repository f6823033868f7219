#pragma once
#include <vector>

#include <Eigen/Core>

namespace linesman {

struct SquareReading;

/// How a thin ring around a man at one height would stand out from what is above and below it, grey levels. A rubber
/// band is a step of colour on both sides; a collar of the man himself is one of light only.
struct RingStep {
  float colour = 0.0F; ///< smaller of the two steps along the mean step of colour, less its spread along the ring
  float whole = 0.0F;  ///< length of that mean step
  float darker = 0.0F; ///< smaller of the two steps to darker, less its spread
};

/// Heights of a man's rings: from 0.06 squares on in steps of 0.03.
struct RingHeights {
  static constexpr double first = 0.06, step = 0.03;
  static constexpr int count = 55;
};

/// Steps of the rings around the man of a square crop (SquareCropShape) at each of RingHeights, the best radius of
/// each. `foot_squares`: where he stands off the square's middle, across and along the line of sight.
std::vector<RingStep> ringSteps(const float* crop, const Eigen::Vector2d& foot_squares);

/// Rubber bands that a man wears.
struct MansBands {
  bool low = false, high = false;
};

/// The bands of the men of one picture: how far each one's rings stand out, and how far from those of the other men of
/// his kind (of all, where there are no two others), whose turned rings and collars are alike. Weights of a logistic
/// regression on 2500 rendered men, given their kinds.
std::vector<MansBands> bandsOf(const std::vector<SquareReading>& readings);

} // namespace linesman
