#pragma once
#include <array>
#include <vector>

#include "vision/square_reading.h"

namespace linesman {

/// How many men of each class a set of pieces has: knowledge of the box, not of the law.
struct SetComposition {
  std::array<int, square_class_count> most{}; ///< usual number; 0 stands for "any" (the empty squares)
  std::array<double, square_class_count>
      spare{}; ///< how much less likely each further man is (second queens, mixed sets)
  std::array<double, square_class_count> lacking = [] {
    std::array<double, square_class_count> all{};
    all.fill(1.0);
    return all;
  }(); ///< how much less likely a board without any is

  static SetComposition staunton();
};

/// Probabilities of every square's classes.
using SquareChances = std::vector<std::array<double, square_class_count>>;

/// Probabilities given that the men come from one set: a square's men are less likely the more other squares claim the
/// last ones of their kind, and likelier where no other shows what cannot be lacking. Mean field over the numbers of
/// men, which the other squares' chances distribute; the order of the squares does not matter. Unlawful positions stay
/// readable: only the box limits them.
SquareChances composed(const SquareChances& seen, const SetComposition& set);
/// The same of readings.
void applyComposition(std::vector<SquareReading>& readings, const SetComposition& set);

} // namespace linesman
