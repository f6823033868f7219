#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"

namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

SeenPose poseAt(const json& body, const char* key) {
  return SeenPose::fromJson(body.at(key));
}

bool hasPose(const json& body, const char* key) {
  const auto found = body.find(key);
  return found != body.end() && found->is_object();
}

/// Whether the gauge that lies there is the one of that verdict: another one may have been laid since.
bool isStepOf(const std::optional<PendingStep>& pending, const json& verdict) {
  return pending && pending->ship == textIn(verdict, "ship") && isLaidAlike(poseAt(verdict, "to"), pending->at);
}

} // namespace

Result<void> PlaneReferee::doMayOverrule(const Overruling& overruling) const {
  const json& verdict = overruling.verdict;
  const std::string action = textIn(verdict, "action");
  const auto known = [&](const char* key) {
    return std::any_of(ships_.begin(), ships_.end(), [&](const Ship& s) { return s.name == textIn(verdict, key); });
  };
  if (action == "resign")
    return {};
  if (action == "setup") {
    const bool legal = textIn(verdict, "ruling") == "legal";
    if (legal ? setting_up_ || !isMarkingOpen() || !resigned_.empty() || ledger_.extra > 0 : !setting_up_)
      return fail(setting_up_ ? "The fleets are being placed anew already; there is nothing left to overrule."
                              : "The game has begun; how the fleets were placed can be overruled only before the first "
                                "action.");
    return {};
  }
  if (action == "shot" && known("ship") && known("target")) {
    const std::string target = textIn(verdict, "target");
    const bool sunk = std::ranges::any_of(ships_, [&](const Ship& s) { return s.name == target && s.sunk; });
    if (sunk && textIn(verdict, "ruling") != "legal")
      return fail(target + " is sunk already; one hit more changes nothing.");
    return {};
  }
  if (action == "flagship" && known("ship")) {
    const Ship& ship = *std::ranges::find(ships_, textIn(verdict, "ship"), &Ship::name);
    if (!ship.afloat())
      return fail(ship.name + " is not afloat any more; overrule the shot that sank it.");
    if (textIn(verdict, "ruling") == "legal" && ship.flagship == Marked::no)
      return fail(ship.name + " is not the flagship any more; there is nothing left to overrule.");
    return {};
  }
  if (action == "extra" || (action == "repair" && known("ship"))) {
    const std::string ship = textIn(verdict, "ship");
    if (std::ranges::any_of(ships_, [&](const Ship& one) { return one.name == ship && !one.afloat(); }))
      return fail(ship + " is not afloat any more; overrule the shot that sank it.");
    return {};
  }
  if (action == "draw") {
    const bool legal = textIn(verdict, "ruling") == "legal";
    if (account_.draw() != DrawTalk::fromJson(verdict.at(legal ? "draw_after" : "draw_before")))
      return fail("More was said about a draw since then; only the newest word can be overruled.");
    return {};
  }
  if (action == "armour")
    return fail("Armour is bought before the first action, and not ruled on.");
  if (action == "flag" || action == "base")
    return fail("Whose a flag or a base is, the players say before the first action.");
  if (action == "out")
    return fail("A fleet is out of the game for what was sunk of it; overrule the shot that sank it.");
  if (action == "remove" && !hasPose(verdict, "to"))
    return fail("Only that a ship was taken off was ruled there; overrule the shot that sank it.");
  if ((action == "step" || action == "remove") && known("ship") && hasPose(verdict, "from") && hasPose(verdict, "to")) {
    const std::string ship = textIn(verdict, "ship");
    const bool counts = ledger_.stepsOf(ship) >= verdict.value("step", 1) || (pending_ && pending_->ship == ship);
    if (textIn(verdict, "ruling") == "legal" && verdict.value("in_turn", 0) == ledger_.turn && !counts)
      return fail("That step of " + ship + " does not count any more; there is nothing left to overrule.");
    return {};
  }
  return fail("That verdict cannot be overruled: the ship it is about is not known any more.");
}

/// The piece belongs elsewhere now: where it lies already, or a ghost is shown there.
void PlaneReferee::wantAt(double t_s, Ship& ship, const SeenPose& wanted, std::vector<Event>& events) {
  ship.recorded = wanted;
  ship.looks = 1;
  if (at_flag_ == ship.name)
    at_flag_.clear();
  const double residual_mm = shiftBetween(wanted, ship.seen);
  const bool there = !law_.liesOff(ship, wanted, ship.seen);
  if (there && !ship.displaced)
    return;
  ship.displaced = !there;
  json body = {{"residual_mm", residual_mm}, {"done", there}, {"wanted", wanted.toJson()}};
  if (!there)
    body["sentence"] = "Lay " + ship.name + " where it is shown.";
  events.push_back({"put_back", t_s, merged(std::move(body), pieceJson(ship))});
}

/// True while its gauge still lies.
bool PlaneReferee::allowStep(const Overruling& overruling, const Ship& ship) {
  const json& verdict = overruling.verdict;
  if (verdict.value("in_turn", 0) == ledger_.turn && ship.player == ledger_.player())
    while (ledger_.stepsOf(ship.name) < verdict.value("step", 1))
      ledger_.addStep(ship.name);
  const bool lies = isStepOf(pending_, verdict);
  if (lies)
    pending_->legal = pending_->decided = true;
  return lies;
}

/// True while its gauge still lies.
bool PlaneReferee::forbidStep(const Overruling& overruling, const Ship& ship) {
  const json& verdict = overruling.verdict;
  const int step = verdict.value("step", 1);
  const bool own_gauge = pending_ && pending_->ship == ship.name;
  const bool lies = isStepOf(pending_, verdict);
  const bool another_lies = own_gauge && !lies && pending_->step == step;
  if (!another_lies && verdict.value("in_turn", 0) == ledger_.turn && ship.player == ledger_.player())
    ledger_.dropSteps(ship.name, step - 1);
  if (lies || (own_gauge && pending_->step > step)) { // a later one went on from there
    pending_->legal = false;
    pending_->decided = true;
  }
  return lies;
}

/// It is his turn where his would have been the next one and nothing was done since.
void PlaneReferee::readmit(const std::string& player) {
  const bool was_out = !ledger_.plays(player);
  ledger_.readmit(player, standing().turnOrder());
  const bool untouched = ledger_.actions.empty() && ledger_.declared.empty() && ledger_.extra == 0 && !pending_;
  if (!was_out || !last_turn_ || !untouched)
    return;
  const auto before = std::ranges::find(ledger_.order, last_turn_->ledger.player());
  if (before == ledger_.order.end())
    return;
  const auto after = static_cast<std::size_t>(before - ledger_.order.begin() + 1) % ledger_.order.size();
  if (ledger_.order[after] == player)
    ledger_.next = after;
}

/// The player is in the game again; it is his turn as before where nothing was done since.
void PlaneReferee::takeResignationBack(const json& verdict, double t_s, std::vector<Event>& events) {
  const std::string player = textIn(verdict, "player");
  const std::string to_move = over_ ? "" : ledger_.player();
  const TurnLedger before = TurnLedger::fromJson(verdict.at("ledger_before"));
  TurnLedger after = before;
  after.eliminate(player);
  std::erase(resigned_, player);
  if (!standing().isBeaten(player))
    recall(player, t_s, events);
  if (ledger_ == after)
    ledger_ = before;
  else
    readmit(player);
  over_ = false;
  checkOver(t_s, events);
  announceNewTurn(to_move, t_s, events);
}

std::vector<Event> PlaneReferee::doOverrule(const Overruling& overruling) {
  std::vector<Event> events;
  const json& verdict = overruling.verdict;
  const bool allow = textIn(verdict, "ruling") != "legal";
  const std::string action = textIn(verdict, "action");
  json body = verdict;
  for (const char* key : {"margin_mm", "sigma_mm", "probability", "limit", "withheld", "decided_by", "overrules"})
    body.erase(key);
  body.update({{"ruling", allow ? "legal" : "illegal"},
               {"overrules", overruling.of},
               {"decided_by", overruling.who},
               {"highlights", json::array()},
               {"sentence",
                overruling.who + " decides that it is " + (allow ? "allowed: " : "not allowed: ") + overruling.why}});
  events.push_back({"verdict", overruling.t_s, std::move(body)});
  if (action == "setup") {
    setting_up_ = !allow;
    ready_.clear();
    if (allow)
      announceStart(overruling.t_s, events);
    else
      forgetGame();
    return events;
  }
  if (action == "resign" && allow)
    resign(textIn(verdict, "player"), overruling.t_s, events);
  else if (action == "resign")
    takeResignationBack(verdict, overruling.t_s, events);
  if (action == "flagship" || action == "repair" || action == "extra" || action == "draw") {
    if (action == "flagship")
      overruleFlagship(overruling, allow, events);
    else
      overruleAgreed(overruling, allow, events);
    return events;
  }
  Ship* ship = shipNamed(textIn(verdict, "ship"));
  if (ship == nullptr)
    return events;
  const TurnLedger before = ledger_;
  const SeenPose place = ship->recorded;
  const bool back = decision_ && decision_->of == verdict.value("overrules", 0LL);
  if (action == "shot")
    overruleShot(overruling, *ship, allow, events);
  else
    overruleStep(overruling, *ship, allow, back ? std::optional(decision_->place) : std::nullopt, events);
  if (back && decision_->after == before && ledger_.order == decision_->before.order)
    ledger_ = decision_->before; // with the order in which things were done
  decision_ = PlaneDecision{overruling.of, before, ledger_, place};
  return events;
}

void PlaneReferee::overruleShot(const Overruling& overruling, const Ship& ship, bool allow,
                                std::vector<Event>& events) {
  const json& verdict = overruling.verdict;
  Ship* target = shipNamed(textIn(verdict, "target"));
  if (target == nullptr)
    return;
  const bool same_turn = verdict.value("in_turn", 0) == ledger_.turn && ship.player == ledger_.player();
  if (same_turn && !allow)
    ledger_.dropShot(ship.name, target->name);
  if (same_turn && allow)
    ledger_.addShot(ship.name, target->name);
  if (allow && target->afloat())
    hit(overruling.t_s, textIn(verdict, "player"), *target, events);
  if (!allow && target->damage > 0)
    takeHitBack(overruling.t_s, *target, events);
}

/// The step counts, or does not: `place` is where the ship belongs then, unless that is the end of the step, or its
/// beginning.
void PlaneReferee::overruleStep(const Overruling& overruling, Ship& ship, bool allow,
                                const std::optional<SeenPose>& place, std::vector<Event>& events) {
  ended_.reset();
  const json& verdict = overruling.verdict;
  const int step = verdict.value("step", 1), turn = verdict.value("in_turn", 0);
  completed_.dropSince(ship.name, step, turn);
  const bool goes_on = allow ? allowStep(overruling, ship) : forbidStep(overruling, ship);
  if (goes_on)
    return;
  if (allow && turn == ledger_.turn)
    completed_.add({ship.name, step, poseAt(verdict, "from"), turn});
  wantAt(overruling.t_s, ship, place.value_or(poseAt(verdict, allow ? "to" : "from")), events);
  if (allow)
    arrive(ship, overruling.t_s, events);
  reopen(overruling.t_s, events);
}

} // namespace linesman::app
