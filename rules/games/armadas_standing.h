#pragma once
#include "rules/games/armadas_match.h"

// What the losses of a match and the words about it mean: who is out, and whether it is over. Asked of the match as it
// stands, whatever led there, so that it may be asked again once an action was taken back.
namespace linesman::rules {

/// By whom a ship of `owner` was sunk that `by` hit last: nobody ("") where that was he himself, or where flags are
/// captured and he is out of the game, for his is nobody's any more (A2-36).
std::string sinkerOf(const PlaneLaw& law, const MatchPlayer& owner, const std::string& by);
/// Whether the ships that a player sank are credited to him (`kill_credit`).
bool areSinkersCredited(const PlaneLaw& law);

/// The clause, as Armadas numbers it, by which a player goes out for what was sunk of his: the marked ship (AR-42) or
/// more than half of the fleet (AR-41), or, `afloat` being whether he has a ship yet, the last one (AR-07). Nothing: he
/// stays in.
std::optional<std::string> outBy(const PlaneLaw& law, const MatchPlayer& player, bool afloat);
/// Whether the ships of a player who goes out with ships afloat leave the table, or stay where they lie.
bool fleetLeaves(const PlaneLaw& law);

/// Of those who are in, more than one, all agree to a draw (AR-35).
bool isDrawAgreed(const MatchState& state);

/// How a match ends.
struct Ending {
  std::vector<std::string> winners; ///< nobody, one, or all who drew
  std::string sentence;
  std::string clause; ///< as Armadas numbers them
};
/// Nothing: the match goes on. `arrived`: a ship that wins where it lies, if it reaches what its player has to reach.
std::optional<Ending> endingOf(const PlaneLaw& law, const MatchState& state, const std::string& arrived = {});

} // namespace linesman::rules
