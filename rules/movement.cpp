#include "rules/movement.h"

#include <array>
#include <string>
#include <utility>

namespace linesman::rules {
namespace {

struct Modifiers {
  bool moves = false;
  bool captures = false;
  bool forward = false;
  bool backward = false;
  bool sideways = false;

  bool directed() const { return forward || backward || sideways; }
  bool admits(int ranks) const {
    return !directed() || (forward && ranks > 0) || (backward && ranks < 0) || (sideways && ranks == 0);
  }
};

/// The (files, ranks) leg of an atom, or (0,0).
std::pair<int, int> leapOf(char atom) {
  switch (atom) {
  case 'W':
    return {0, 1};
  case 'F':
    return {1, 1};
  case 'D':
    return {0, 2};
  case 'A':
    return {2, 2};
  case 'N':
    return {1, 2};
  default:
    return {0, 0};
  }
}

void addLeap(std::vector<Step>& steps, char atom, const Modifiers& with, int range) {
  const auto [a, b] = leapOf(atom);
  constexpr std::array<std::pair<int, int>, 4> signs{{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};
  std::vector<std::pair<int, int>> seen;
  for (const auto& [sx, sy] : signs)
    for (const auto& [x, y] : {std::pair{a * sx, b * sy}, std::pair{b * sx, a * sy}}) {
      bool known = false;
      for (const auto& s : seen)
        known = known || s == std::pair{x, y};
      if (known || !with.admits(y))
        continue;
      seen.emplace_back(x, y);
      const bool both = with.moves == with.captures;
      steps.push_back({x, y, range, both || with.moves, both || with.captures});
    }
}

} // namespace

Result<std::vector<Step>> parseMovement(std::string_view notation) {
  std::vector<Step> steps;
  Modifiers with;
  for (std::size_t i = 0; i < notation.size(); ++i) {
    const char c = notation[i];
    switch (c) {
    case 'm':
      with.moves = true;
      continue;
    case 'c':
      with.captures = true;
      continue;
    case 'f':
      with.forward = true;
      continue;
    case 'b':
      with.backward = true;
      continue;
    case 's':
      with.sideways = true;
      continue;
    default:
      break;
    }
    int range = c == 'R' || c == 'B' || c == 'Q' ? 0 : 1;
    if (i + 1 < notation.size() && notation[i + 1] >= '0' && notation[i + 1] <= '9')
      range = notation[++i] - '0';
    if (leapOf(c) != std::pair{0, 0}) {
      addLeap(steps, c, with, range);
    } else if (c == 'K' || c == 'Q') {
      addLeap(steps, 'W', with, range);
      addLeap(steps, 'F', with, range);
    } else if (c == 'R' || c == 'B') {
      addLeap(steps, c == 'R' ? 'W' : 'F', with, range);
    } else {
      return fail("the movement \"" + std::string(notation) + "\" holds '" + c + "'; write atoms of W F D A N K R B Q");
    }
    with = {};
  }
  return steps;
}

std::vector<int> leapTargets(const SquareBoard& board, const std::vector<Step>& steps, StepUse use, int square,
                             int forward) {
  std::vector<int> targets;
  for (const auto& step : steps) {
    if (step.range != 1 || !(use == StepUse::move ? step.moves : step.captures))
      continue;
    const int file = board.fileOf(square) + step.files;
    const int rank = board.rankOf(square) + step.ranks * forward;
    if (board.has(file, rank))
      targets.push_back(board.at(file, rank));
  }
  return targets;
}

} // namespace linesman::rules
