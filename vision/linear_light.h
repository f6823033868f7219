#pragma once
#include <cmath>

namespace linesman {

/// Of 8 bit sRGB (a level, or a mean of some), as light from 0 to 1.
inline double linearLight(double level) {
  const double v = level / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

} // namespace linesman
