#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include <Eigen/Core>

namespace linesman {

/// Colours as rings are compared by: half the light, red less green, blue less the other two, grey levels. Half the
/// light, because shadows and turned profiles step in light and bands mostly in colour.
using RingColour = Eigen::Vector3f;

/// A thin level ring around a man that stands out from what is seen above and below its near side.
struct ManRing {
  static constexpr std::size_t radii = 8;
  /// How far beside the ring its profile is looked at, px of a crop, above (negative) and below.
  static constexpr std::array<double, 4> beside_px{-8.0, -2.6, 2.6, 8.0};

  float height = 0.0F, radius = 0.0F; ///< squares
  float row_px = 0.0F;                ///< how far its near side is seen above the foot's middle, px of a crop
  RingColour up = RingColour::Zero(), down = RingColour::Zero(); ///< mean steps from what is above and below it
  float spread_colour = 0.0F, spread_light = 0.0F;               ///< of these steps along the ring
  float share = 0.0F;                   ///< of the ring that steps as the mean does, by half as much at least
  float left = 0.0F, right = 0.0F;      ///< mean of the smaller steps of its two halves, in shares of the whole one's
  std::array<float, 4> profile{};       ///< the colour at `beside_px` between that beside the ring (0) and on it (1)
  std::array<float, radii> by_radius{}; ///< what rings of each radius have of its step at the same row of the picture
  RingColour on = RingColour::Zero(), around = RingColour::Zero(); ///< mean colours on it and beside it

  /// Mean of the steps from above and below.
  RingColour step() const { return 0.5F * (up + down); }
  /// The smaller of both steps along a way, a unit vector.
  float along(const RingColour& way) const { return std::min(up.dot(way), down.dot(way)); }
  /// The smaller step in colour less how it varies along the ring, and the same of the steps to darker and to lighter.
  float colour() const;
  float darker() const;
  float lighter() const;
};

/// The rings around one man that stand out most, the strongest first, and how he is seen.
struct ManRings {
  static constexpr std::size_t most = 6;

  float rise_px = 0.0F; ///< CropPerspective; 0 where nothing was looked at
  float flat = 0.0F;
  std::vector<ManRing> rings;

  bool told() const { return rise_px > 0.0F; }
};

/// Rings around the man of a square crop (SquareCropShape). `foot_squares`: where he stands off the square's middle,
/// across and along the line of sight.
ManRings ringsAround(const float* crop, const Eigen::Vector2d& foot_squares);

} // namespace linesman
