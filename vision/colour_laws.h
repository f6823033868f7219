#pragma once
#include <array>
#include <vector>

#include <Eigen/Core>

#include "models/piece_kind.h"

namespace linesman {

/// For every colour how much speaks against it: minus twice the logarithm of its likelihood, less a constant.
using ColourCosts = std::array<double, colour_count>;

/// What is known of a table's colours before a piece is seen.
struct ColoursInPlay {
  ColourCosts against{}; ///< what speaks against each, as of one that the table file does not name
  bool named = false;    ///< else they are few, and which ones the pieces tell
};

/// Whether the plastic of this colour lets no light through.
inline bool isOpaque(Colour colour) {
  return colour == Colour::white || colour == Colour::black;
}

/// Costs of the colours of pieces of one picture, `seen` as logarithms (`colourLogarithm`). How a picture is lit and
/// how cloudy its plastic is makes all pieces lighter or darker together, its contrast draws their channels apart,
/// those of a colour are of one plastic, and a fleet has many: what the others are tells what a piece is. Found in
/// turns, but for the first pieces, whose colours are `known`. `opaque_log_odds`: of each piece, what else is known of
/// whether its plastic is opaque; empty: nothing.
std::vector<ColourCosts> colourCosts(const std::vector<Eigen::Vector3d>& seen, const ColoursInPlay& in_play,
                                     const std::vector<Colour>& known = {},
                                     const std::vector<double>& opaque_log_odds = {});

/// Of a thing by itself: the least squared distance from a colour's mean in standard deviations, more by what is
/// `against` it.
double leastColourDistance(const Eigen::Vector3d& seen, const ColourCosts& against);

/// What the laws are of: log(colour + 0.003), blue, green, red as linear light relative to white paper.
Eigen::Vector3d colourLogarithm(const Eigen::Vector3d& relative_to_white);

} // namespace linesman
