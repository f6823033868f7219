// A turn is a row of slots: the move itself, extra moves, the second Intelligence move. A slot limits who may act.
#pragma once

#include <array>
#include <cstdint>

#include "rules/games/armada_chess/types.h"

namespace linesman::rules::armada_chess {

enum class Slot : std::uint8_t { first, extra, intelligence, exits, closed };

/// An own piece on an enemy I field since before this turn (AC-69).
struct Holder {
  Field field = no_field;
  KindSet kinds = 0;
};

struct Holders {
  std::array<Holder, 4> entries{};
  std::uint8_t count = 0;
};

/// What the slot that is open allows. The default allows everything.
struct SlotRule {
  Slot slot = Slot::first;
  bool no_lifts = false;        ///< double_lift=off and one was made
  bool no_attacks = false;      ///< extra_move=not_attack
  CityIndex exits_of = no_city; ///< exit_per_move=many: only further exits of this city
  Holders holders;              ///< asked in the Intelligence slot
  KindSet pair = 0;             ///< kinds of the pair in the Intelligence slot
  Field same_piece = no_field;  ///< intel_pair=one_piece: the piece that moved first
  Field other_piece = no_field; ///< intel_pair=two_pieces: this one moved already
  bool holder_may_act = false;  ///< intel_holder=yes
  bool piece_gone = false;      ///< the first mover left the board, so "the same piece" cannot act again

  /// May a piece of `kind` on `field` (no_field for one that leaves a city) act in this slot (AC-71)?
  bool permits(Kind kind, Field field) const {
    if (slot != Slot::intelligence)
      return true;
    if ((pair & bitOf(kind)) == 0)
      return false;
    if (same_piece != no_field || piece_gone) {
      if (field != same_piece || piece_gone)
        return false;
    }
    if (other_piece != no_field && field == other_piece)
      return false;
    for (std::size_t i = 0; i < holders.count; ++i) {
      const bool matches = (holders.entries[i].kinds & pair) != 0;
      if (matches && (holder_may_act || holders.entries[i].field != field))
        return true;
    }
    return false;
  }
};

} // namespace linesman::rules::armada_chess
