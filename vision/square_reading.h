#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "vision/body_colour.h"
#include "vision/foot_network.h"
#include "vision/man_change.h"
#include "vision/man_rings.h"
#include "vision/square_network.h"

namespace linesman {

/// Names of the readings' classes: 0 is an empty square, then light and dark king queen rook bishop knight pawn.
inline constexpr int square_class_count = SquareNetwork::classes;
std::string kindOfClass(int square_class);                     ///< "king" ...; empty for 0
std::string sideOfClass(int square_class);                     ///< "light" or "dark"; empty for 0
int classOf(const std::string& side, const std::string& kind); ///< 0 when it is none of these

/// What the network says of one square. Probabilities are calibrated on pictures it was not trained on.
struct SquareReading {
  int file = 0, rank = 0; ///< -1 beside the board
  int version = 0;        ///< counts up whenever readChanged looks at the square again
  bool plain = false;     ///< the screen saw an empty square, so there are no features and tokens
  std::array<double, square_class_count> p{};
  double seen = 0.0; ///< that at least about a third of what stands there (or of the empty square) is seen
  double turned = 0.0, rider = 0.0, low = 0.0, high = 0.0, crown = 0.0, die = 0.0, ring = 0.0;
  Eigen::Vector2d foot_mm = Eigen::Vector2d::Zero(); ///< where the piece touches the board, BoardFrame
  ManRings rings;                                    ///< around the man, if there is one and readChanged has read him
  std::optional<ManSince> since;       ///< what is other on him than when he was seen there before, if he was
  std::array<std::uint8_t, 27> look{}; ///< see SeenBoard::looks
  BodyColour body{};                   ///< of the man, if there is one
  FootWidth width;                     ///< of the man's foot, if there is one and readChanged has read him
  std::array<float, SquareNetwork::features> feature{}; ///< what a taught set is told apart by
  std::array<float, SquareNetwork::tokens> token{};     ///< what men of a set are compared by
  std::vector<double> taught;                           ///< a taught set's answer (TaughtSet::men()); empty without one

  int best() const;
  double occupied() const { return 1.0 - p[0]; }
};

/// What answers of the networks say, but for the place: `foot_mm` stays 0.
SquareReading readingOf(const std::vector<float>& answers);
/// Where they say that a man stands off the square's middle, squares across and along the line of sight.
Eigen::Vector2d footOffset(const std::vector<float>& answers);

} // namespace linesman
