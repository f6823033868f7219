// The turn machine: revivals, the move, extra moves, the second Intelligence move, commit (AC-16 to AC-23).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rules/games/armada_chess/effects.h"
#include "rules/games/armada_chess/generator.h"
#include "rules/games/armada_chess/slot.h"
#include "rules/games/armada_chess/victory.h"

namespace linesman::rules::armada_chess {

/// One turn in the making. A value: copy it to try an action.
class Turn {
public:
  /// The turn of position.side begins.
  Turn(const Law& law, const Position& position);

  const Position& position() const { return position_; }
  Side mover() const { return mover_; }
  Slot slot() const { return rule_.slot; }
  const SlotRule& rule() const { return rule_; }
  /// The game is decided, or no slot is left: nothing but commit() may follow.
  bool isClosed() const { return rule_.slot == Slot::closed; }
  /// Nothing but revivals has happened.
  bool hasActed() const { return acted_; }
  bool isDecided() const { return over_.over; }
  bool intelligenceHeldAtStart() const { return holders_.count > 0; }

  /// The action before this point; meaningful once hasActed().
  const Action& lastAction() const { return last_; }

  /// Legal actions of the open slot; none when closed.
  void actions(std::vector<Action>& out) const;
  /// Second lives that may be set down at this point: before the move all open ones, behind it those just lost.
  void revivals(std::vector<Action>& out) const;
  /// Might this action open a slot or a revival behind itself? Cheap; false means the turn ends with it.
  bool mayGoOn(const Action& action) const;

  /// Carries out a legal action of the open slot.
  void act(const Action& action, ClauseSet* trace);
  void revive(const Action& action, ClauseSet* trace);
  /// A second life of either side that was set down while the turn was thought to be over.
  void setDown(Side owner, const Action& life);
  /// Leaves the open slots unused (",done").
  void finish(ClauseSet* trace);
  /// The turn becomes final: blockades, counts, lapses, the other side to move, tests of victory.
  void commit(ClauseSet* trace);
  /// Set by act() for an immediate win, and by commit().
  const Over& over() const { return over_; }

private:
  void openNext(const Action& action, const Effect& effect);
  void openIntelligence();
  bool holdsIntelligence(KindSet pair, Field actor_was) const;
  void settle(const Effect& effect);

  Law law() const { return {*board_, *options_}; }

  const Board* board_;
  const Options* options_;
  Position position_;
  Side mover_;
  SlotRule rule_;
  Holders holders_;
  Action last_;
  Over over_;
  unsigned blockaded_ = 0;
  std::uint8_t extra_ = 0;
  std::uint8_t own_revivals_ = 0;
  bool acted_ = false;
  bool intelligence_due_ = false;
  bool lifted_ = false;
  bool jumped_ = false; ///< a pawn made a double step in this turn
  KindSet pair_ = 0;
  Field first_mover_ = no_field;
};

/// Own pieces of `side` on enemy I fields.
Holders holdersOf(const Law& law, const Position& position, Side side);

/// Calls `visit` with the text of every legal turn and the position behind it (committed), unsorted.
void forEachTurn(const Law& law, const Position& position,
                 const std::function<void(const std::string&, const Turn&)>& visit);
/// The same of everything that may follow in a turn whose slots are open, without what was done before.
void forEachContinuation(const Law& law, const Turn& turn,
                         const std::function<void(const std::string&, const Turn&)>& visit);
/// All legal turn texts, sorted.
std::vector<std::string> turnTexts(const Law& law, const Position& position);

/// Counts turns to a depth; a turn that ends the game has no children.
std::uint64_t perft(const Law& law, const Position& position, int depth);

} // namespace linesman::rules::armada_chess
