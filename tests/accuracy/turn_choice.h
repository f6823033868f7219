#pragma once
// Which lawful turn of King Down without powers explains what is seen best, ranked as the referee ranks them.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>
#include <vector>

#include "app/watch/board_evidence.h"
#include "rules/board_game.h"

namespace linesman {

inline constexpr const char* game = "king_down";

/// Letters: rank 8 first, '.' for none.
inline std::string positionOf(const std::string& letters, bool white) {
  std::string text;
  for (std::size_t rank = 0; rank < 8; ++rank) {
    int gap = 0;
    for (const char c : letters.substr(8 * rank, 8)) {
      if (c == '.') {
        ++gap;
        continue;
      }
      text += gap > 0 ? std::to_string(gap) : "";
      gap = 0;
      text += c;
    }
    text += (gap > 0 ? std::to_string(gap) : "") + (rank < 7 ? "/" : "");
  }
  return text + (white ? " w" : " b") + " none:0,none:0 - - - - -";
}

struct Choice {
  int right = 0, close = 0, all = 0;
};

/// Whether the turn that leads to `after` explains what is seen best among all legal turns and no turn at all.
inline void choose(const app::BoardEvidence& evidence, const std::string& before, const std::string& after,
                   Choice& choice, const std::string& name, bool verbose) {
  static const auto rules_of_game = rules::makeBoardGame(game);
  const rules::BoardGame& rules = **rules_of_game;
  const auto match = rules.open(before, {});
  if (!match)
    return;
  const app::BoardContents truth = app::contentsOf(game, after), was = app::contentsOf(game, before);
  std::vector<std::pair<double, std::string>> ranked{{0.0, "no turn"}};
  std::string wanted;
  for (const std::string& turn : (*match)->turns()) {
    const auto next = rules.open(before, {});
    if (!(*next)->play(turn).legal)
      continue;
    const app::BoardContents contents = app::contentsOf(game, (*next)->position());
    ranked.emplace_back(evidence.ratio(was, contents), turn);
    if (contents == truth)
      wanted = turn;
  }
  if (wanted.empty())
    return; // no lawful way there
  std::sort(ranked.rbegin(), ranked.rend());
  ++choice.all;
  choice.right += ranked[0].second == wanted ? 1 : 0;
  choice.close += ranked.size() > 1 && ranked[0].first - ranked[1].first < 2.2 ? 1 : 0; // odds under 9 : 1
  if (verbose && ranked[0].second != wanted)
    std::cout << "  " << name << ": " << wanted << " taken for " << ranked[0].second << "\n";
}

inline void print(const char* what, const Choice& choice) {
  std::cout << what << ": right " << choice.right << " of " << choice.all << " = "
            << static_cast<double>(choice.right) / std::max(1, choice.all) << ", best two closer than 9 : 1 in "
            << choice.close << "\n";
}

} // namespace linesman
