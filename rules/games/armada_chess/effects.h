// What an action does to the position, and by which clauses.
#pragma once

#include "rules/games/armada_chess/action.h"
#include "rules/games/armada_chess/clause_set.h"

namespace linesman::rules::armada_chess {

/// What an action led to beside the new position.
struct Effect {
  bool extra_move = false;       ///< a city was occupied (AC-107)
  bool decisive = false;         ///< King took King: the mover has won (AC-119)
  bool double_step = false;      ///< a pawn jumped over a field that en passant may ask for
  bool tie = false;              ///< equal Kings under `equal_kings=tie`
  std::uint8_t own_revivals = 0; ///< second lives that the mover himself may claim right now (UP at a city)
  Kind actor = Kind::none;       ///< the type that acted, as Intelligence counts it
  Field actor_field = no_field;  ///< where it stands now; no_field when it left the board
  Field left = no_field;         ///< the field that it travelled from
};

/// Carries out a legal action of position.side. `trace`, where wanted, collects the clauses at work.
Effect applyAction(const Law& law, Position& position, const Action& action, ClauseSet* trace);

/// Sets an open second life of `side` on `field`; the entry must exist and the field be free.
void applyRevival(const Law& law, Position& position, Side side, const Action& action, ClauseSet* trace);

/// Passive blockades at the end of a turn (AC-125): `began` has a bit for every city whose blockade was complete when
/// the turn began.
void applyBlockades(const Law& law, Position& position, Side mover, unsigned began, ClauseSet* trace);
/// A bit for every enemy city that `side` blockades now.
unsigned blockadedCities(const Law& law, const Position& position, Side side);

/// A second life that nobody claimed: the piece goes to its owner's reserve, a King leaves the game.
void lapseRevivals(const Law& law, Position& position, Side side, bool late_only);

} // namespace linesman::rules::armada_chess
