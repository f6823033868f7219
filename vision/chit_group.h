#pragma once
#include <array>
#include <optional>
#include <vector>

#include "vision/chit_disc.h"

namespace linesman {

/// What a disc's own look and its likeness to the table's kind of chit say together.
struct ChitEvidence {
  static constexpr std::size_t count = 2;

  double look = 0.0; ///< log odds of the disc alone
  double hue = 0.0;  ///< distance of its shares of blue, green and red from the example's; 0.3 at most

  std::array<double, count> values() const { return {look, hue}; }
  double logOdds() const;
};

/// A table has one kind of chit: the disc, sure by itself, with the most evidence in what looks like it; nothing when
/// none is sure.
std::optional<Disc> exampleOf(const std::vector<Disc>& discs);

ChitEvidence chitEvidenceOf(const Disc& disc, const Disc& example);

} // namespace linesman
