#include "app/watch/turn_ledger.h"

#include <algorithm>

#include "rules/games/armadas_match.h"

namespace linesman::app {

void TurnLedger::endTurn() {
  next = order.empty() ? 0 : (next + 1) % order.size();
  ++turn;
  actions.clear();
  moved.clear();
  shots.clear();
  moving.clear();
  steps.clear();
  extra = 0;
  declared.clear();
}

void TurnLedger::eliminate(const std::string& player) {
  const auto found = std::find(order.begin(), order.end(), player);
  if (found == order.end())
    return;
  const auto index = static_cast<std::size_t>(found - order.begin());
  const bool on_turn = index == next;
  order.erase(found);
  if (index < next)
    --next;
  if (on_turn && !order.empty()) {
    next = (next + order.size() - 1) % order.size();
    endTurn();
  }
}

int TurnLedger::addStep(const std::string& ship) {
  if (moved.insert(ship).second) {
    actions.push_back("move " + ship);
    moving = ship;
    steps[ship] = 0;
  }
  return ++steps[ship];
}

int TurnLedger::shotsOf(const std::string& ship) const {
  const auto found = shots.find(ship);
  return found == shots.end() ? 0 : found->second;
}

int TurnLedger::stepsOf(const std::string& ship) const {
  const auto found = steps.find(ship);
  return found == steps.end() ? 0 : found->second;
}

int TurnLedger::actionsAllowed() const {
  return rules::actions_per_turn + extra;
}

void TurnLedger::dropSteps(const std::string& ship, int left) {
  if (stepsOf(ship) <= left)
    return;
  steps[ship] = left;
  if (left > 0)
    return;
  steps.erase(ship);
  moved.erase(ship);
  std::erase(actions, "move " + ship);
  if (moving == ship)
    moving = newestMove();
}

void TurnLedger::addAction(const std::string& action) {
  actions.push_back(action);
  moving.clear();
  declared.clear();
}

bool TurnLedger::dropAction(const std::string& action) {
  const auto found = std::find(actions.rbegin(), actions.rend(), action);
  if (found == actions.rend())
    return false;
  actions.erase(std::next(found).base());
  if (moving.empty())
    moving = newestMove();
  return true;
}

void TurnLedger::addShot(const std::string& ship, const std::string& target) {
  addAction("fire " + ship + " " + target);
  ++shots[ship];
}

void TurnLedger::dropShot(const std::string& ship, const std::string& target) {
  if (dropAction("fire " + ship + " " + target) && --shots[ship] == 0)
    shots.erase(ship);
}

void TurnLedger::addRepair(const std::string& ship) {
  addAction("repair " + ship);
}

void TurnLedger::dropRepair(const std::string& ship) {
  dropAction("repair " + ship);
}

std::string TurnLedger::newestMove() const {
  constexpr std::string_view move = "move ";
  return !actions.empty() && actions.back().starts_with(move) ? actions.back().substr(move.size()) : "";
}

bool TurnLedger::plays(const std::string& player) const {
  return std::find(order.begin(), order.end(), player) != order.end();
}

void TurnLedger::readmit(const std::string& player, const std::vector<std::string>& all) {
  if (plays(player))
    return;
  const std::string to_move = order.empty() ? player : order[next];
  std::vector<std::string> again;
  for (const std::string& one : all)
    if (one == player || plays(one))
      again.push_back(one);
  order = std::move(again);
  next = static_cast<std::size_t>(std::find(order.begin(), order.end(), to_move) - order.begin());
}

nlohmann::json TurnLedger::toJson() const {
  nlohmann::json out = {{"order", order}, {"next", next},   {"turn", turn},     {"actions", actions},
                        {"moved", moved}, {"shots", shots}, {"moving", moving}, {"steps", steps}};
  if (extra > 0)
    out["extra"] = extra;
  if (!declared.empty())
    out["declared"] = declared;
  return out;
}

TurnLedger TurnLedger::fromJson(const nlohmann::json& in) {
  TurnLedger ledger;
  in.at("order").get_to(ledger.order);
  in.at("next").get_to(ledger.next);
  in.at("turn").get_to(ledger.turn);
  in.at("actions").get_to(ledger.actions);
  in.at("moved").get_to(ledger.moved);
  in.at("shots").get_to(ledger.shots);
  ledger.extra = in.value("extra", 0);
  in.at("moving").get_to(ledger.moving);
  in.at("steps").get_to(ledger.steps);
  ledger.declared = in.value("declared", std::string());
  return ledger;
}

} // namespace linesman::app
