#pragma once
#include <array>
#include <cstddef>
#include <vector>

namespace linesman {

struct SquareReading;

/// Rubber bands that a man may wear.
enum class Band { low, high, crown };
inline constexpr std::size_t band_count = 3;
/// Chances of a man's bands, by Band.
using BandChances = std::array<double, band_count>;

/// What speaks for and against bands of one of a picture's men, as the networks of band_reader.h are given it: of each
/// ring how it steps in colour and light, how it looks and where it lies, what the network of squares says of the man,
/// and how like it the rings of the other men are, whose turned rings and collars are alike; of the man what speaks
/// for bands whatever his rings. The source has the traits in order.
struct MansTraits {
  std::size_t reading = 0; ///< which
  std::vector<float> man;
  std::vector<std::vector<float>> rings;
};

/// Numbers of traits of a ring and of a man, as he is seen and as he changed.
inline constexpr std::size_t ring_trait_count = 58, man_trait_count = 17;
inline constexpr std::size_t change_ring_trait_count = 56, change_man_trait_count = 25;

/// Traits of the men of one picture, of readings with rings.
std::vector<MansTraits> bandTraits(const std::vector<SquareReading>& readings);
/// Traits of men who were seen before (SquareReading::since): their rings are those of the change. `alone`: the chances
/// of bands as the picture by itself tells them, by reading.
std::vector<MansTraits> changeTraits(const std::vector<SquareReading>& readings, const std::vector<BandChances>& alone);

} // namespace linesman
