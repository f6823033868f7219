#pragma once
#include <vector>

#include "vision/set_composition.h"

namespace linesman {

/// The class of the man that begins a game on each of some squares; 0 where none does.
using StartArray = std::vector<int>;

/// Orthodox array of an 8x8 board, rank by rank from a1.
StartArray orthodoxArray();
/// The same by readings; all 0 on boards of another size, and beside the board.
StartArray orthodoxArray(const std::vector<SquareReading>& readings, int columns, int rows);

/// Probabilities given that a man of a side on one of its start squares may be the one who began there: the more of
/// these squares the others show with their own men, the likelier. The share q of such squares whose man never left is
/// estimated from all of them (expectation maximisation of a mixture: their own man, or any of the side in the box's
/// proportions), so that men scattered anywhere are left as they are. Whether a square is empty or shows the other side
/// is not changed.
SquareChances weighedByStart(const SquareChances& seen, const StartArray& start);
/// The q of this.
double shareUnmoved(const SquareChances& seen, const StartArray& start);

/// An array that the men may have begun in, and how likely.
struct LikelyArray {
  StartArray start;
  double p = 1.0;
};

/// `start`, and arrays in which two officers of a side changed places by mistake or by a drawn array; those that are
/// hardly likely are left out. An exchange is one mistake, not two, and one on the same files of both sides is one too.
/// `seen`: what the squares show when nothing is known of any array.
std::vector<LikelyArray> likelyArrays(const SquareChances& seen, const StartArray& start);

} // namespace linesman
