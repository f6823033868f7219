// Why an action is not legal: the clauses that stand against it and one sentence for the players.
#pragma once

#include <string>
#include <vector>

#include "rules/games/armada_chess/request.h"
#include "rules/games/armada_chess/turn.h"

namespace linesman::rules::armada_chess {

struct Objection {
  std::vector<int> clauses; ///< the deciding one first
  std::string sentence;
  std::vector<Field> highlights; ///< fields to show

  bool found() const { return !sentence.empty(); }
};

/// What stands against `request` at this point of the turn. For a legal action nothing is found.
Objection explain(const Law& law, const Turn& turn, const Request& request);

} // namespace linesman::rules::armada_chess
