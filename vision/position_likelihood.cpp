#include "vision/position_likelihood.h"

#include <algorithm>
#include <cmath>

namespace linesman {

namespace {

double chanceOf(const SquareReading& reading, int square_class, double floor) {
  const double even = 1.0 / square_class_count;
  const double trust = reading.seen * (1.0 - floor * square_class_count);
  return trust * reading.p[static_cast<std::size_t>(square_class)] + (1.0 - trust) * even;
}

} // namespace

std::vector<RankedCandidate> rankCandidates(const std::vector<SquareReading>& readings,
                                            const std::vector<CandidatePosition>& candidates, double floor) {
  std::vector<RankedCandidate> ranked;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    RankedCandidate entry{k, 0.0, 0.0};
    for (std::size_t s = 0; s < std::min(readings.size(), candidates[k].classes.size()); ++s)
      entry.log_likelihood += std::log(chanceOf(readings[s], candidates[k].classes[s], floor));
    ranked.push_back(entry);
  }
  const auto weight = [&](const RankedCandidate& r) {
    return r.log_likelihood + std::log(std::max(1e-12, candidates[r.candidate].prior));
  };
  std::sort(ranked.begin(), ranked.end(),
            [&](const RankedCandidate& a, const RankedCandidate& b) { return weight(a) > weight(b); });
  double sum = 0.0;
  for (RankedCandidate& entry : ranked)
    sum += entry.p = std::exp(weight(entry) - weight(ranked.front()));
  for (RankedCandidate& entry : ranked)
    entry.p /= sum;
  return ranked;
}

std::vector<std::size_t> changedSquares(const std::vector<SquareReading>& readings, const std::vector<int>& before,
                                        double below) {
  std::vector<std::size_t> changed;
  for (std::size_t k = 0; k < std::min(readings.size(), before.size()); ++k)
    if (readings[k].seen > 0.5 && readings[k].p[static_cast<std::size_t>(before[k])] < below)
      changed.push_back(k);
  return changed;
}

} // namespace linesman
