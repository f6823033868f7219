#pragma once
#include "rules/games/armadas_match.h"

namespace linesman::rules {

/// What follows from an action: events are emitted one by one onto a working copy of the state, so that each sees the
/// one before.
class Consequences {
public:
  Consequences(const PlaneLaw& law, const MatchState& state) : law_(law), after_(state) {}

  const MatchState& after() const { return after_; }
  std::vector<nlohmann::json> take() { return std::move(events_); }

  void emit(nlohmann::json event);
  /// Damage to a ship by a player, sinking and everything that follows from it.
  void damage(const std::string& ship, int points, const std::string& by);
  /// What the ship touches at the end of a step: cargo, flags, bases, goals. `agreed`: the players confirm contact.
  void arrive(const std::string& ship, bool agreed);
  /// A player leaves the game.
  void out(const std::string& player, const std::string& fleet, const std::string& clause);
  void over(const std::vector<std::string>& winners, const std::string& sentence, const std::string& clause);
  /// Who is out by what was lost goes out, and the match ends where that is its end (armadas_standing.h).
  void settle();
  /// The turn goes to the next player who is still in.
  void nextTurn();

private:
  void sink(const std::string& ship, const std::string& by);
  void dropCargo(const PlaneObject& ship);
  void pickUp(const std::string& ship);
  void deliver(const std::string& ship, bool agreed);

  const PlaneLaw& law_;
  MatchState after_;
  std::vector<nlohmann::json> events_;
};

/// May this ship carry this upright piece, by size and room?
bool mayCarry(const PlaneLaw& law, const MatchState& state, const PlaneObject& ship, const PlaneObject& cargo);
/// Does the ship touch the thing, as `how` has it: any part of its hull ("touch"), its bow ("bow"), all of it
/// ("inside")? What stands can only be touched from outside, within `dock_tol_mm`; a mark on the table has to be
/// reached by as much, unless it is agreed that it is.
bool touches(const PlaneLaw& law, const ShipShapes& shapes, const PlaneObject& ship, const PlaneObject& object,
             const std::string& how, bool agreed);
/// Is `object` an enemy flag for this player (a standing one, or the flagship in capture the flag)?
bool isEnemyFlag(const PlaneLaw& law, const MatchState& state, const std::string& player, const PlaneObject& object);

/// By what a ship wins for its player where it lies at the end of a step: an enemy's flag (A2-36), another's home base
/// (AR-47) or the goal of its transport (AR-46).
struct Reached {
  std::string sentence;
  std::string clause; ///< as Armadas numbers them
};
/// Nothing: the game goes on. `agreed`: the players confirm that it is reached.
std::optional<Reached> reachedBy(const PlaneLaw& law, const MatchState& state, const std::string& ship, bool agreed);

} // namespace linesman::rules
