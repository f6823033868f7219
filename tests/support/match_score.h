#pragma once
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace linesman::tests {

/// How a stream of referee events compares with what truly happened (a match.json).
struct MatchScore {
  int wanted = 0;        ///< events of the truth that a referee must notice
  int found = 0;         ///< of them with the right piece and kind
  int judged = 0;        ///< events of the truth with an expected ruling
  int rulings_right = 0; ///< of them with that ruling
  int clauses_right = 0; ///< of them that cite all the expected clauses
  int counters = 0;      ///< expected damage counters
  int counters_right = 0;
  std::vector<double> residuals_mm; ///< |residual seen - true| of pieces put back
  std::vector<std::string> faults;  ///< one sentence each: missed, wrong, invented
  int invented = 0;                 ///< actions and refusals that never happened

  bool perfect() const { return faults.empty(); }
};

MatchScore scoreMatch(const nlohmann::json& match, const std::vector<nlohmann::json>& events);

} // namespace linesman::tests
