#pragma once
#include <string_view>
#include <vector>

#include "models/result.h"
#include "rules/square_board.h"

namespace linesman::rules {

/// One direction in which a man goes, seen by White (forward is away from him).
struct Step {
  int files = 0;
  int ranks = 0;
  int range = 1; ///< how often it may be repeated in one move; 0: to the edge
  bool moves = true;
  bool captures = true;
  bool operator==(const Step&) const = default;
};

/// Reads a movement in a notation after Ralph Betza's: atoms W (0,1) F (1,1) D (0,2) A (2,2) N (1,2), K = WF, sliders R
/// B Q; before an atom `m` (moves only) or `c` (captures only) and `f`, `b`, `s` (forward, backward, sideways only);
/// behind it a number of repetitions (R5; without one W, F, D, A, N, K step once and R, B, Q go on). "mfWcfF" is a
/// pawn. Errors name the character that cannot be read.
Result<std::vector<Step>> parseMovement(std::string_view notation);

enum class StepUse { move, capture };

/// The squares that single steps (range 1) of `steps` reach from `square`; `forward` is +1 for White and -1 for Black.
std::vector<int> leapTargets(const SquareBoard& board, const std::vector<Step>& steps, StepUse use, int square,
                             int forward);

} // namespace linesman::rules
