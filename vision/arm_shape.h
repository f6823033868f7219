#pragma once
#include <opencv2/core.hpp>

namespace linesman {

/// Share of the picture that an arm fills at least: a piece beside the border is smaller.
inline constexpr double least_arm_area = 0.008;
/// How far it reaches in, at least, of the picture's height.
inline constexpr double least_arm_reach = 0.16;

/// Whether a box in a picture of this size touches its border.
inline bool atBorder(const cv::Rect& box, const cv::Size& size) {
  return box.x <= 1 || box.y <= 1 || box.br().x >= size.width - 1 || box.br().y >= size.height - 1;
}

} // namespace linesman
