#include <algorithm>

#include <gtest/gtest.h>

#include "support/ringed_man.h"
#include "vision/man_change.h"
#include "vision/square_crop.h"

namespace linesman {
namespace {

using support::green, support::manWithRing, support::shade, support::wood;

/// The crop with everything some pixels to the right and lower, and where its man then stands.
std::pair<std::vector<float>, Eigen::Vector2d> shifted(const std::vector<float>& crop, int right_px, int down_px) {
  using Shape = SquareCropShape;
  std::vector<float> out = crop;
  constexpr int area = Shape::width_px * Shape::height_px;
  for (int c = 0; c < 3; ++c)
    for (int y = 0; y < Shape::height_px; ++y)
      for (int x = 0; x < Shape::width_px; ++x)
        out[static_cast<std::size_t>(c * area + y * Shape::width_px + x)] = crop[static_cast<std::size_t>(
            c * area + std::clamp(y - down_px, 0, Shape::height_px - 1) * Shape::width_px +
            std::clamp(x - right_px, 0, Shape::width_px - 1))];
  const CropPerspective view(crop.data(), {0.0, 0.0});
  return {out, {right_px / Shape::square_px, -down_px / (Shape::square_px * view.flat)}};
}

float strongest(const ManChange& change) {
  float most = 0.0F;
  for (const ManRing& ring : change.rings.rings)
    most = std::max(most, ring.colour());
  return most;
}

TEST(ManChange, ABandThatWasPutOnStandsOutWhereItIs) {
  for (const double height : {0.18, 0.51}) {
    const ManChange change =
        changeOf(manWithRing(height, green).data(), {0.0, 0.0}, manWithRing(height, wood).data(), {0.0, 0.0});
    ASSERT_FALSE(change.rings.rings.empty());
    EXPECT_NEAR(static_cast<double>(change.rings.rings.front().height), height, 0.2);
    EXPECT_GT(strongest(change), 30.0F);
  }
}

TEST(ManChange, ARingThatWasThereBeforeIsNone) {
  const auto ringed = manWithRing(0.18, green);
  EXPECT_LT(strongest(changeOf(ringed.data(), {0.0, 0.0}, ringed.data(), {0.0, 0.0})), 1.0F);
}

/// The place of a foot is told to some pixels; the men themselves tell how they cover each other.
TEST(ManChange, AManPutBackBesideCoversHisEarlierLook) {
  const auto ringed = manWithRing(0.51, green);
  const auto [moved, foot] = shifted(ringed, 4, -3);
  const Eigen::Vector2d told_wrongly = foot + Eigen::Vector2d(2.0, 1.0) / SquareCropShape::square_px;
  const ManChange change = changeOf(moved.data(), told_wrongly, ringed.data(), {0.0, 0.0});
  EXPECT_LT(strongest(change), 3.0F);
  EXPECT_LT(change.unlike, 1.0F);
  EXPECT_GT(changeOf(manWithRing(0.51, shade).data(), {0.0, 0.0}, manWithRing(0.18, {200, 200, 200}).data(), {0.0, 0.0})
                .unlike,
            change.unlike);
}

TEST(ManChange, AManWhoIsSeenAtTheBordersOfHisCropIsCompared) {
  const auto ringed = manWithRing(0.18, green);
  EXPECT_NO_FATAL_FAILURE(changeOf(ringed.data(), {0.7, -1.9}, ringed.data(), {-0.7, 1.9}));
  EXPECT_NO_FATAL_FAILURE(changeOf(ringed.data(), {3.0, 9.0}, ringed.data(), {0.0, 0.0}));
}

} // namespace
} // namespace linesman
