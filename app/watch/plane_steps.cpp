#include "app/watch/plane_steps.h"

#include <algorithm>

namespace linesman::app {

using nlohmann::json;

json PendingStep::toJson() const {
  return {{"ship", ship},       {"at", at.toJson()}, {"legal", legal},       {"step", step},
          {"decided", decided}, {"looks", looks},    {"withheld", withheld}, {"turn", turn}};
}

PendingStep PendingStep::fromJson(const json& in) {
  return {in.at("ship").get<std::string>(), SeenPose::fromJson(in.at("at")),
          in.at("legal").get<bool>(),       in.at("step").get<int>(),
          in.value("decided", false),       in.value("looks", 1),
          in.value("withheld", false),      in.value("turn", 0)};
}

json EndedStep::toJson() const {
  json out = step.toJson();
  out.update({{"from", from.toJson()}, {"completed", completed}});
  return out;
}

EndedStep EndedStep::fromJson(const json& in) {
  return {PendingStep::fromJson(in), SeenPose::fromJson(in.at("from")), in.at("completed").get<bool>()};
}

std::vector<CompletedStep>::const_reverse_iterator CompletedSteps::newest(const std::string& ship, int step,
                                                                          int turn) const {
  return std::find_if(all_.rbegin(), all_.rend(), [&](const CompletedStep& one) {
    return one.ship == ship && one.step == step && one.turn == turn;
  });
}

std::optional<CompletedStep> CompletedSteps::find(const std::string& ship, int step, int turn) const {
  const auto found = newest(ship, step, turn);
  return found == all_.rend() ? std::nullopt : std::optional(*found);
}

void CompletedSteps::drop(const CompletedStep& step) {
  if (const auto found = newest(step.ship, step.step, step.turn); found != all_.rend())
    all_.erase(std::next(found).base());
}

void CompletedSteps::dropNewest() {
  if (!all_.empty())
    all_.pop_back();
}

void CompletedSteps::dropSince(const std::string& ship, int step, int turn) {
  std::erase_if(all_, [&](const CompletedStep& one) {
    return one.ship == ship && (one.turn > turn || (one.turn == turn && one.step >= step));
  });
}

void CompletedSteps::dropShip(const std::string& ship) {
  std::erase_if(all_, [&](const CompletedStep& one) { return one.ship == ship; });
}

void CompletedSteps::forgetBefore(int turn) {
  std::erase_if(all_, [&](const CompletedStep& one) { return one.turn + 1 < turn; });
}

void CompletedSteps::writeTo(json& state) const {
  for (const CompletedStep& one : all_)
    state["completed"].push_back(
        {{"ship", one.ship}, {"step", one.step}, {"from", one.from.toJson()}, {"turn", one.turn}});
}

CompletedSteps CompletedSteps::from(const json& state) {
  CompletedSteps steps;
  for (const json& one : state.value("completed", json::array()))
    steps.add({one.at("ship").get<std::string>(), one.at("step").get<int>(), SeenPose::fromJson(one.at("from")),
               one.at("turn").get<int>()});
  return steps;
}

LastTurn LastTurn::of(const TurnLedger& ledger, const std::vector<Ship>& ships) {
  LastTurn turn{ledger, {}};
  for (const Ship& ship : ships)
    if (ship.player == ledger.player() && ship.afloat() && ship.missed > 0)
      turn.gone.push_back(ship.name);
  return turn;
}

bool LastTurn::hasGone(const std::string& ship) const {
  return std::ranges::count(gone, ship) > 0;
}

json LastTurn::toJson() const {
  return {{"ledger", ledger.toJson()}, {"gone", gone}};
}

LastTurn LastTurn::fromJson(const json& in) {
  return {TurnLedger::fromJson(in.at("ledger")), in.at("gone").get<std::vector<std::string>>()};
}

json PlaneDecision::toJson() const {
  return {{"of", of}, {"before", before.toJson()}, {"after", after.toJson()}, {"place", place.toJson()}};
}

PlaneDecision PlaneDecision::fromJson(const json& in) {
  return {in.at("of").get<long long>(), TurnLedger::fromJson(in.at("before")), TurnLedger::fromJson(in.at("after")),
          SeenPose::fromJson(in.at("place"))};
}

} // namespace linesman::app
