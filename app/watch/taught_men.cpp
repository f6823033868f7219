#include "app/watch/taught_men.h"

#include <algorithm>
#include <set>

#include "app/match_scene.h"
#include "models/board_men.h"
#include "models/sentences.h"
#include "vision/taught_set.h"

namespace linesman::app {

Result<void> checkTaughtMen(const TableFile& table, const std::string& game) {
  const std::vector<BoardMan> taught = TaughtSet::menIn(table.piece_set);
  std::set<std::string> kinds, of_game;
  for (const BoardMan& man : taught)
    kinds.insert(man.kind);
  for (const MenCount& man : menOf(game))
    of_game.insert(man.kind);
  if (kinds.empty() || of_game.empty() ||
      std::ranges::any_of(kinds, [&](const std::string& kind) { return of_game.contains(kind); }))
    return {};
  return fail(table.piece_set + " holds no man of " + game + " (it was taught " + joined(kinds) +
              "); name another set in [pieces], or teach one with `linesman teach`.");
}

Result<void> checkTaughtMen(const TableFile& table) {
  for (const char* game : {"king_down", "invasion", "armada_chess"}) {
    MatchSetup usual;
    usual.game = game;
    if (table.board && table.board->definition == boardOf(usual))
      return checkTaughtMen(table, game);
  }
  return {};
}

} // namespace linesman::app
