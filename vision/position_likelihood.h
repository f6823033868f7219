#pragma once
#include <vector>

#include "vision/square_reader.h"

namespace linesman {

/// A candidate for what stands on the board now: class by square (rank by rank from a1, see classOf), with a name of the
/// caller's own (a move).
struct CandidatePosition {
  std::vector<int> classes;
  double prior = 1.0; ///< how likely before looking; need not add up to 1
};

struct RankedCandidate {
  std::size_t candidate = 0;   ///< index of the caller's list
  double log_likelihood = 0.0; ///< of all readings
  double p = 0.0;              ///< among the candidates
};

/// How well each candidate explains the readings, best first. A square that is not seen says little: its reading is
/// mixed with an even one. `floor` is the chance that a reading is wrong in a way the network does not know of.
std::vector<RankedCandidate> rankCandidates(const std::vector<SquareReading>& readings,
                                            const std::vector<CandidatePosition>& candidates, double floor = 0.003);

/// The squares whose readings contradict `before` (probability of what stood there under `below`): where something
/// changed, lawful or not.
std::vector<std::size_t> changedSquares(const std::vector<SquareReading>& readings, const std::vector<int>& before,
                                        double below = 0.2);

} // namespace linesman
