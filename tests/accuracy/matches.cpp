// Scores what `linesman referee` prints (standard input) against a match.json:
//   linesman referee --game armadas ... | accuracy_matches match_armadas/match.json
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "support/match_score.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: accuracy_matches MATCH.json < EVENTS\n";
    return 2;
  }
  std::ifstream in(std::filesystem::is_directory(argv[1]) ? "" : argv[1]);
  const auto match = nlohmann::json::parse(in, nullptr, false);
  if (!match.is_object()) {
    std::cerr << "accuracy_matches: " << argv[1] << " is no match.json.\n";
    return 1;
  }
  std::vector<nlohmann::json> events;
  for (std::string line; std::getline(std::cin, line);)
    if (auto event = nlohmann::json::parse(line, nullptr, false); event.is_object())
      events.push_back(std::move(event));
  const auto score = linesman::tests::scoreMatch(match, events);
  std::printf("found %d of %d, rulings %d and clauses %d of %d, counters %d of %d, invented %d\n", score.found,
              score.wanted, score.rulings_right, score.clauses_right, score.judged, score.counters_right,
              score.counters, score.invented);
  for (const double residual_mm : score.residuals_mm)
    std::printf("residual of a piece put back: off by %.2f mm\n", residual_mm);
  for (const std::string& fault : score.faults)
    std::printf("%s\n", fault.c_str());
  return score.perfect() ? 0 : 1;
}
