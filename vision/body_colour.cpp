#include "vision/body_colour.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "vision/square_crop.h"

namespace linesman {

BodyColour bodyColour(const float* crop, const Eigen::Vector2d& foot_squares) {
  using Shape = SquareCropShape;
  constexpr int aside = 12, above = 15, below = 9; // px
  constexpr float black = 0.03F;                   // so that noise does not colour what is dark
  const CropPerspective man(crop, foot_squares);
  const int x = std::clamp(static_cast<int>(std::lround(man.foot_x)), aside, Shape::width_px - aside - 1);
  const int y = std::clamp(static_cast<int>(std::lround(man.foot_y)), above, Shape::height_px - below - 1);
  std::array<float, 3> bgr{};
  std::vector<float> values;
  for (int c = 0; c < 3; ++c) {
    values.clear();
    for (int row = y - above; row <= y + below; ++row) {
      const float* from = crop + (c * Shape::height_px + row) * Shape::width_px + x - aside;
      values.insert(values.end(), from, from + 2 * aside + 1);
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    bgr[static_cast<std::size_t>(c)] = std::log(*middle + black);
  }
  return {(bgr[0] + bgr[1] + bgr[2]) / 3.0F, bgr[0] - bgr[1], bgr[2] - bgr[1]};
}

} // namespace linesman
