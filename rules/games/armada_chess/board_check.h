// The checks that a board file must pass before anyone plays on it.
#pragma once

#include <string>
#include <vector>

#include "rules/games/armada_chess/board.h"
#include "rules/games/armada_chess/board_reader.h"

namespace linesman::rules::armada_chess {

/// What checkBoard found: the first fault ("file:line: ...", empty when there is none) and mere warnings.
struct BoardCheck {
  std::string fault;
  std::vector<std::string> warnings;
};

BoardCheck checkBoard(const Board& board, const BoardLines& lines, const std::string& path);

} // namespace linesman::rules::armada_chess
