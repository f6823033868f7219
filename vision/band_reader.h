#pragma once
#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json_fwd.hpp>

#include "models/result.h"

namespace linesman {

struct SquareReading;

/// Rubber bands that a man may wear.
enum class Band { low, high, crown };
inline constexpr std::size_t band_count = 3;

/// What speaks for and against a ring (man_rings.h) being a band: how it steps in colour and light, how it looks and
/// where it lies, what the network says of the man, and how like it the rings of the other men are, whose turned rings
/// and collars are alike. `ringTraits` in the source has them in order.
inline constexpr std::size_t ring_trait_count = 58;
using RingTraits = std::array<float, ring_trait_count>;

/// What speaks for bands of a man whatever his rings: what the network says of him, of his peers and of those who are
/// likeliest to wear bands, how he is seen, his kind and side (`manTraits`).
inline constexpr std::size_t man_trait_count = 17;
using ManTraits = std::array<float, man_trait_count>;

/// Traits of one of a picture's men and of his rings.
struct MansTraits {
  std::size_t reading = 0; ///< which
  ManTraits man{};
  std::vector<RingTraits> rings;
};

/// Traits of the men of one picture, of readings with rings.
std::vector<MansTraits> bandTraits(const std::vector<SquareReading>& readings);

/// Chances of a man's bands, by Band.
using BandChances = std::array<double, band_count>;

/// Tells how likely a man wears bands, learnt by `vision/training/fit_bands.py` on rendered men. Two networks of one
/// hidden layer give log odds: one to each of his rings that it is a low band, one at the neck or around the crown, one
/// to him. No ring is two bands: none, low, neck and both are weighed together.
class BandNetwork {
public:
  /// The one of models/detectors, read once.
  static const Result<std::shared_ptr<const BandNetwork>>& shipped();
  static Result<BandNetwork> load(const std::filesystem::path& path);

  BandChances chances(const MansTraits& man) const;

private:
  /// A network of one hidden layer of rectifiers.
  struct Layers {
    Eigen::VectorXd mean, scale; ///< of the traits
    Eigen::MatrixXd hidden, out; ///< the last column is the constant
    Eigen::VectorXd odds(const Eigen::VectorXd& traits) const;
  };
  static Layers layersOf(const nlohmann::json& all, std::size_t traits, std::size_t answers);
  Layers ring_, man_;
};

/// The bands that a man is claimed to wear.
struct MansBands {
  bool low = false, high = false, crown = false;
};

/// The bands of the men of one picture, by reading. Crown bands are kings' alone. A band that is not there is worse
/// than one that is missed: whole sets have rings turned into their feet. None without the shipped network.
std::vector<MansBands> bandsOf(const std::vector<SquareReading>& readings);

} // namespace linesman
