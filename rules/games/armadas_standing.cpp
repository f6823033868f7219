#include "rules/games/armadas_standing.h"

#include <algorithm>

#include "rules/games/armadas_consequences.h"

namespace linesman::rules {

namespace {

std::vector<std::string> playersIn(const MatchState& state) {
  std::vector<std::string> in;
  for (const MatchPlayer& player : state.players)
    if (!player.out)
      in.push_back(player.name);
  return in;
}

} // namespace

std::string sinkerOf(const PlaneLaw& law, const MatchPlayer& owner, const std::string& by) {
  const bool nobodys_flag = lossOfMarked(law) == MarkedLoss::sinker_wins && owner.out;
  return by == owner.name || nobodys_flag ? std::string() : by;
}

bool areSinkersCredited(const PlaneLaw& law) {
  return law.option("kill_credit") == "last_hit";
}

std::optional<std::string> outBy(const PlaneLaw& law, const MatchPlayer& player, bool afloat) {
  if (lossOfMarked(law) == MarkedLoss::owner_out && player.flagship_sunk)
    return "AR-42";
  if (law.option("goal") == "more_than_half" && isMoreThanHalf(law, player.lost, player.fleet))
    return "AR-41";
  if (!afloat)
    return "AR-07";
  return std::nullopt;
}

bool fleetLeaves(const PlaneLaw& law) {
  return law.option("flagship_fleet") == "remove";
}

bool isDrawAgreed(const MatchState& state) {
  return state.draw_offered && playersIn(state).size() > 1 &&
         std::ranges::all_of(state.players, [](const MatchPlayer& one) { return one.out || one.wants_draw; });
}

std::optional<Ending> endingOf(const PlaneLaw& law, const MatchState& state, const std::string& arrived) {
  const std::vector<std::string> in = playersIn(state);
  if (isDrawAgreed(state))
    return Ending{in, "All agree to a draw.", "AR-35"};
  if (const auto reached = reachedBy(law, state, arrived, false))
    return Ending{{state.table.find(arrived)->player}, reached->sentence, reached->clause};
  for (const MatchPlayer& owner : state.players)
    if (lossOfMarked(law) == MarkedLoss::sinker_wins && !owner.flagship_sunk_by.empty())
      return Ending{
          {owner.flagship_sunk_by}, owner.flagship_sunk_by + " has sunk the flag of " + owner.name + ".", "A2-36"};
  for (const MatchPlayer& player : state.players)
    if (law.option("goal") == "sink_number" && areSinkersCredited(law) && !player.out &&
        areEnoughSunk(law, player.sunk_ships, player.sunk_points))
      return Ending{{player.name}, player.name + " has sunk enough enemies.", "AR-43"};
  if (in.size() == 1)
    return Ending{in, in[0] + " is the last one left.", "AR-07"};
  if (in.empty())
    return Ending{{}, "Nobody is left.", "AR-07"};
  return std::nullopt;
}

} // namespace linesman::rules
