#pragma once
#include <array>
#include <cstddef>
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

/// Rubber bands that a man may wear.
enum class Band { low, high, crown };
inline constexpr std::size_t band_count = 3;

/// What speaks for a band: how far the man's rings at its heights stand out (colour, whole, darker), what the network
/// says (log odds), and each of these less the median of the other men of his kind (of all, where there are no two
/// others), whose turned rings and collars are alike.
using BandTraits = std::array<double, 8>;

/// Traits of one of a picture's men.
struct MansTraits {
  std::size_t reading = 0; ///< which
  std::array<BandTraits, band_count> of{};
};

/// Traits of the men of one picture, of readings with rings.
std::vector<MansTraits> bandTraits(const std::vector<SquareReading>& readings);

/// Log odds of a band, by weights of `vision/training/fit_bands.py`.
double bandOdds(Band band, const BandTraits& traits);

/// Whether to claim the band: it is likely, and the man stands out to the network from the other men, and to the eye:
/// by colour or blackness from them, or by a colour that no ring of wood has. Whole sets have rings turned into their
/// feet that the network takes for bands; a band that is not there is worse than one that is missed.
bool claimed(Band band, const BandTraits& traits);

/// The bands that a man is claimed to wear.
struct MansBands {
  bool low = false, high = false, crown = false;
};

/// The bands of the men of one picture, by reading. Crown bands are kings' alone.
std::vector<MansBands> bandsOf(const std::vector<SquareReading>& readings);

} // namespace linesman
