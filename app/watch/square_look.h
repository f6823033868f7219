#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/watch/board_contents.h"

namespace linesman::app {

/// What the camera says of one square: how likely it is empty, and what stands there if it is not.
struct SquareLook {
  double empty = 0.99;
  std::map<std::string, double> classes; ///< "light pawn" -> probability, given that something stands there
  std::string rider;
  std::vector<std::uint8_t> tiles; ///< SeenSquare::look; empty: not told
  bool hidden = false;             ///< behind a hand: the look says nothing

  /// Of who stands there, that he is of this class; of the side.
  double shareOf(const std::string& name) const;
  double shareOfSide(const std::string& side) const;
  /// Whether the reader says the contrary of `man` (none: nobody) standing there.
  bool saysOtherwise(const SquareMan* man) const { return (man == nullptr) == (empty < 0.5); }
  /// Bhattacharyya coefficient of two looks, 1 where they say the same.
  double likeness(const SquareLook& other) const;

  static constexpr double unnamed = 0.003;      ///< of a class that the reader leaves out
  static constexpr double rider_misread = 0.05; ///< of a man on top who is overlooked, or seen where there is none
};

/// All squares of one settled board.
std::map<std::string, SquareLook> looksOf(const TableState& state);

/// Where a place of the table (mm) lies on the board, in squares along files and ranks from a1's outer corner.
Eigen::Vector2d inSquares(const SeenBoard& board, const Eigen::Vector2d& at_mm);
/// The same of a square's middle.
Eigen::Vector2d middleOfSquare(const std::string& square);

} // namespace linesman::app
