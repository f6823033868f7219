#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/watch/plane_account.h"
#include "app/watch/plane_law.h"
#include "app/watch/plane_markers.h"
#include "app/watch/plane_start.h"
#include "app/watch/turn_ledger.h"
#include "rules/games/armadas_standing.h"

namespace linesman::app {

/// A match of ships as it stands, asked of the law of whole matches: what each player brought, lost and has left over,
/// who is out, and how it ends. It keeps nothing itself: it looks at what the referee keeps, so it is made where it is
/// asked.
struct PlaneStanding {
  const PlaneLaw& law;
  const PlaneMarkers& markers;
  const MatchSetup& setup;
  const std::optional<PlaneStart>& start;
  const std::vector<Ship>& ships;
  const TurnLedger& ledger;
  const PlaneAccount& account;
  const std::vector<std::string>& resigned;
  const std::string& at_flag; ///< the ship that has reached an enemy's flag or base

  /// The fleet of a player as he brought it, the ships that are sunk with it.
  rules::FleetPlan fleetOf(const std::string& player) const;
  /// Points of a player that are not spent: what his fleet left over of the budget or, of a game that is picked up,
  /// what its start says.
  int pointsOf(const std::string& player) const;
  /// "red has 2 points left."
  std::string pointsLeftWords(const std::string& player) const;
  /// Whether points are of use, and nobody told how many of them a game that is picked up has left.
  bool arePointsUnknown() const;
  /// A player as the law knows him: what he brought and lost, marked and won, and whether he is in.
  rules::MatchPlayer seatOf(const std::string& player) const;
  /// The match as the law knows it: the ships where they belong, who is in, what was done in this turn.
  rules::MatchState state() const;
  /// All players, in the order of their turns from the first seat on.
  std::vector<std::string> turnOrder() const;
  /// Ships and standing markers that are flags, and whose: an enemy's may be touched while he is in the game.
  std::map<std::string, std::string> flagsToTouch() const;
  /// The ships as one that steps meets them, without those that it may touch.
  std::vector<Ship> obstaclesFor(const Ship& ship) const;

  /// Whether a player who has ships yet is out for what was sunk of them.
  bool isBeaten(const std::string& player) const;
  /// Whether he is neither that nor has resigned, so that a ship more of his brings him back into the game.
  bool mayComeBack(const std::string& player) const;
  /// The clause by which a ship leaves that is not afloat any more.
  std::string clauseOfLeaving(const Ship& ship) const;
  /// How the game ends as things stand; nothing while it goes on.
  std::optional<rules::Ending> ending() const;
  /// What the law says of ending the turn now: "" or why not.
  std::string whyNotDone() const;
  /// The law's refusal, as a sentence of its own: it begins as one, unless with a name.
  std::string whyNot(const rules::Verdict& refusal) const;
};

} // namespace linesman::app
