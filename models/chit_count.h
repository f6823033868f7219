#pragma once
#include <map>

#include "models/table_state.h"

namespace linesman {

/// How many damage chits lie at each ship.
inline std::map<PieceId, int> chitsOfShips(const TableState& state) {
  std::map<PieceId, int> counts;
  for (const SeenChit& chit : state.chits)
    if (chit.ship)
      ++counts[chit.ship];
  return counts;
}

} // namespace linesman
