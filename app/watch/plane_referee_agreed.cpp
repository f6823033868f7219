#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"
#include "rules/games/armadas_standing.h"

// What players say that the law of a whole match judges: points left over of a fleet that was bought (AR-52 to AR-54),
// draws (AR-35), and the end of a turn (AR-14).
namespace linesman::app {

using nlohmann::json;
using rules::MatchAction;
using rules::Ruling;

namespace {

/// What the words ask the law; nothing: no word of these.
std::optional<MatchAction> actionIn(const Claim& claim) {
  MatchAction action;
  action.player = claim.player;
  const std::string& say = claim.say;
  using Kind = MatchAction::Kind;
  if (say.starts_with("repair ")) {
    action.kind = Kind::repair;
    action.ship = say.substr(std::string("repair ").size());
  } else if (say == "extra") {
    action.kind = Kind::extra;
  } else if (say == "draw?") {
    action.kind = Kind::offer_draw;
  } else if (say == "yes") {
    action.kind = Kind::accept_draw;
  } else if (say == "no") {
    action.kind = Kind::decline_draw;
  } else {
    return std::nullopt;
  }
  return action;
}

const char* kindWord(MatchAction::Kind kind) {
  return kind == MatchAction::Kind::repair ? "repair" : kind == MatchAction::Kind::extra ? "extra" : "draw";
}

} // namespace

/// Repairs, extra actions and draws are the law's to judge; false: the words are none of these.
bool PlaneReferee::hearAgreed(const Claim& claim, std::vector<Event>& events) {
  const auto action = actionIn(claim);
  if (!action)
    return false;
  std::vector<Event> passed;
  rules::ActionVerdict answer;
  const auto judge = [&] {
    answer = rules::judgeAction(law_.agreed(), standing().state(), *action);
    return Judgement{answer.verdict, {}};
  };
  if (action->kind == MatchAction::Kind::repair || action->kind == MatchAction::Kind::extra)
    judgeActionOf(claim.player, claim.t_s, judge, passed);
  else
    judge();
  const bool legal = answer.verdict.ruling == Ruling::legal;
  events.push_back(answerTo(claim, legal, legal ? "" : standing().whyNot(answer.verdict)));
  std::ranges::move(passed, std::back_inserter(events));
  if (!legal)
    return true;
  const DrawTalk before = account_.draw();
  json body = merged(describe(answer.verdict),
                     {{"action", kindWord(action->kind)}, {"player", claim.player}, {"in_turn", ledger_.turn}});
  if (Ship* ship = shipNamed(action->ship))
    body.update(pieceJson(*ship));
  std::vector<Event> then;
  for (const json& event : answer.events)
    follow(event, claim.t_s, then);
  if (body["action"] != "draw")
    body["sentence"] = answer.verdict.sentence + " " + standing().pointsLeftWords(claim.player);
  else
    body.update({{"draw_before", before.toJson()}, {"draw_after", account_.draw().toJson()}});
  events.push_back({"verdict", claim.t_s, std::move(body)});
  std::ranges::move(then, std::back_inserter(events));
  if (action->kind == MatchAction::Kind::accept_draw && standing().ending())
    checkOver(claim.t_s, events);
  return true;
}

/// An event of the law, applied to what is kept here.
void PlaneReferee::follow(const json& event, double t_s, std::vector<Event>& events) {
  account_.follow(event);
  const std::string kind = textIn(event, "event");
  if (kind == "repair") {
    Ship& ship = *shipNamed(textIn(event, "ship"));
    if (event.at("actions").get<int>() > 0)
      ledger_.addRepair(ship.name);
    takeHitBack(t_s, ship, events);
  } else if (kind == "extra") {
    ++ledger_.extra;
  } else if (kind == "draw_offered" && textIn(event, "player").empty()) {
    events.push_back({"error",
                      t_s,
                      {{"what", "draw"},
                       {"clauses", json::array({law_.clause(35)})},
                       {"sentence", "All players have passed in a row, so a draw is on offer; all who agree say yes, "
                                    "and who plays on says no."}}});
  }
}

/// A turn ends: who passes, and whether all have.
void PlaneReferee::notePasses(double t_s, std::vector<Event>& events) {
  for (const json& event : rules::judgeAction(law_.agreed(), standing().state(), {}).events)
    follow(event, t_s, events);
}

/// People decide that a repair or an extra action counts, or does not, or that a word about a draw does.
void PlaneReferee::overruleAgreed(const Overruling& overruling, bool allow, std::vector<Event>& events) {
  const json& verdict = overruling.verdict;
  const std::string action = textIn(verdict, "action"), player = textIn(verdict, "player");
  const bool same_turn = verdict.value("in_turn", 0) == ledger_.turn;
  if (action == "draw") {
    account_.setDraw(DrawTalk::fromJson(verdict.at(allow ? "draw_after" : "draw_before")));
    reopen(overruling.t_s, events);
    return checkOver(overruling.t_s, events);
  }
  account_.spend(player, allow ? 1 : -1);
  if (action == "extra" && same_turn)
    ledger_.extra += allow ? 1 : -1;
  Ship* ship = shipNamed(textIn(verdict, "ship"));
  if (action != "repair" || ship == nullptr)
    return;
  const bool costs = law_.option("repair_action", "") == "true" && same_turn;
  if (costs && allow)
    ledger_.addRepair(ship->name);
  if (costs && !allow)
    ledger_.dropRepair(ship->name);
  if (allow)
    takeHitBack(overruling.t_s, *ship, events);
  else
    hit(overruling.t_s, ship->hit_by.empty() ? ship->player : ship->hit_by, *ship, events);
}

/// Armour is bought before the first action, and fixed to a ship (AR-52).
void PlaneReferee::hearArmour(const Claim& claim, const std::string& name, std::vector<Event>& events) {
  Ship* ship = shipNamed(name);
  std::string refusal = ship == nullptr                ? noSuchShip(name)
                        : ship->player != claim.player ? name + " is not " + claim.player + "'s ship."
                        : !isMarkingOpen()             ? "Armour is bought before the first action."
                                                       : "";
  if (refusal.empty() && rules::intOption(law_.agreed(), "armour_cost") > standing().pointsOf(claim.player))
    refusal = claim.player + " has no points left for that.";
  events.push_back(answerTo(claim, refusal.empty(), refusal));
  if (!refusal.empty())
    return;
  ++ship->armour;
  if (start_ && start_->points.contains(claim.player))
    account_.spend(claim.player, rules::intOption(law_.agreed(), "armour_cost"));
  events.push_back({"verdict", claim.t_s,
                    merged(merged(describe(ruled(Ruling::legal, {law_.clause(52)},
                                                 name + " has armour for " + std::to_string(ship->armour) +
                                                     " more damage. " + standing().pointsLeftWords(claim.player))),
                                  {{"action", "armour"}}),
                           pieceJson(*ship))});
}

} // namespace linesman::app
