#pragma once
#include <array>

#include <Eigen/Core>

namespace linesman {

/// Colour of a man: logarithms of his light, of blue over green and of red over green.
using BodyColour = std::array<float, 3>;

/// The median colour around the foot of a square crop's man (SquareCropShape), where hardly anything but him is seen:
/// his foot's near side and his stem. `foot_squares`: where he stands off the square's middle, across and along the
/// line of sight.
BodyColour bodyColour(const float* crop, const Eigen::Vector2d& foot_squares);

} // namespace linesman
