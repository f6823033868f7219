#include <algorithm>
#include <array>
#include <cctype>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
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

/// The fleet of a player as he brought it, the ships that are sunk with it.
rules::FleetPlan PlaneReferee::fleetOf(const std::string& player) const {
  rules::FleetPlan plan;
  plan.player = player;
  if (const auto listed = std::ranges::find(setup_.players, player, &Player::name); listed != setup_.players.end())
    for (const Colour colour : listed->colours)
      plan.colours.emplace_back(nameOf(colour));
  for (const Ship& ship : ships_)
    if (ship.player == player) {
      ++plan.ships[static_cast<std::size_t>(ship.size)];
      if (ship.armour > 0)
        plan.armour[ship.name] = ship.armour;
    }
  return plan;
}

/// Points of a player that are not spent: what his fleet left over of the budget or, of a game that is picked up, what
/// its start says.
int PlaneReferee::pointsOf(const std::string& player) const {
  int points = 0;
  if (start_ && start_->points.contains(player))
    points = start_->points.at(player);
  else if (!setup_.pick_up)
    points = rules::pointsLeft(law_.agreed(), fleetOf(player));
  return points - account_.spentBy(player);
}

std::string PlaneReferee::pointsLeftWords(const std::string& player) const {
  const int points = pointsOf(player);
  return player + (points == 1 ? " has 1 point left." : " has " + std::to_string(points) + " points left.");
}

/// A player as the law knows him: what he brought and lost, marked and won, and whether he is in.
rules::MatchPlayer PlaneReferee::seatOf(const std::string& player) const {
  rules::MatchPlayer seat;
  seat.name = player;
  seat.fleet = fleetOf(player).ships;
  const bool credited = rules::areSinkersCredited(law_.agreed());
  std::array<int, 3> credit{};
  for (const Ship& ship : ships_) {
    if (credited && ship.sunk_by == player)
      ++credit[static_cast<std::size_t>(ship.size)];
    if (ship.player != player)
      continue;
    if (ship.sunk)
      ++seat.lost[static_cast<std::size_t>(ship.size)];
    if (ship.flagship == Marked::no)
      continue;
    seat.flagship = ship.name;
    seat.flagship_sunk = ship.sunk;
    seat.flagship_sunk_by = ship.sunk_by;
  }
  seat.sunk_ships = credit[0] + credit[1] + credit[2];
  seat.sunk_points = rules::fleetPrice(law_.agreed(), credit);
  (markers_.kind() == "base" ? seat.base : seat.flag) = markers_.of(player, setup_.terrain);
  seat.points = pointsOf(player);
  seat.out = !ledger_.plays(player);
  seat.wants_draw = account_.draw().wanted.contains(player);
  return seat;
}

/// The match as the law knows it: the ships where they belong, who is in, what was done in this turn.
rules::MatchState PlaneReferee::lawState() const {
  rules::MatchState state;
  if (auto table = law_.tableOf(ships_))
    state.table = std::move(*table);
  for (const Player& player : setup_.players) {
    state.players.push_back(seatOf(player.name));
    if (!state.players.back().out && player.name == ledger_.player())
      state.turn = state.players.size() - 1;
  }
  state.actions_used = static_cast<int>(ledger_.actions.size());
  state.extra_actions = ledger_.extra;
  state.passes = account_.passes();
  state.draw_offered = account_.draw().offered;
  return state;
}

/// The law's refusal, as a sentence of its own: it begins as one, unless with a name.
std::string PlaneReferee::whyNot(const rules::Verdict& refusal) const {
  std::string sentence = refusal.sentence;
  if (const std::string no = "No: "; sentence.starts_with(no))
    sentence.erase(0, no.size());
  const std::string first = sentence.substr(0, sentence.find(' '));
  if (std::ranges::find(ships_, first, &Ship::name) == ships_.end() &&
      std::ranges::none_of(setup_.players,
                           [&](const Player& player) { return sentence.starts_with(player.name + " "); }))
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  return sentence;
}

/// Repairs, extra actions and draws are the law's to judge; false: the words are none of these.
bool PlaneReferee::hearAgreed(const Claim& claim, std::vector<Event>& events) {
  const auto action = actionIn(claim);
  if (!action)
    return false;
  std::vector<Event> passed;
  rules::ActionVerdict answer;
  const auto judge = [&] {
    answer = rules::judgeAction(law_.agreed(), lawState(), *action);
    return Judgement{answer.verdict, {}};
  };
  if (action->kind == MatchAction::Kind::repair || action->kind == MatchAction::Kind::extra)
    judgeActionOf(claim.player, claim.t_s, judge, passed);
  else
    judge();
  const bool legal = answer.verdict.ruling == Ruling::legal;
  events.push_back(answerTo(claim, legal, legal ? "" : whyNot(answer.verdict)));
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
    body["sentence"] = answer.verdict.sentence + " " + pointsLeftWords(claim.player);
  else
    body.update({{"draw_before", before.toJson()}, {"draw_after", account_.draw().toJson()}});
  events.push_back({"verdict", claim.t_s, std::move(body)});
  std::ranges::move(then, std::back_inserter(events));
  if (action->kind == MatchAction::Kind::accept_draw && ending())
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

/// What is left over of a fleet that is bought is not known of a game that is picked up.
void PlaneReferee::tellPoints(double t_s, std::vector<Event>& events) const {
  const auto agreed = [&](const char* option) { return rules::flagOption(law_.agreed(), option); };
  const bool told = start_ && !start_->points.empty();
  if (setup_.pick_up && !told && law_.option("fleet", "") == "points" && (agreed("repair") || agreed("extra_action")))
    events.push_back({"error",
                      t_s,
                      {{"what", "options"},
                       {"sentence", "Of points left over nothing is known where a game is picked up; give them in its "
                                    "start, else nobody has any."}}});
}

/// What the law says of ending the turn now: "" or why not.
std::string PlaneReferee::whyNotDone() const {
  const auto answer = rules::judgeAction(law_.agreed(), lawState(), {});
  return answer.verdict.ruling == Ruling::legal ? "" : whyNot(answer.verdict);
}

/// A turn ends: who passes, and whether all have.
void PlaneReferee::notePasses(double t_s, std::vector<Event>& events) {
  for (const json& event : rules::judgeAction(law_.agreed(), lawState(), {}).events)
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
  if (refusal.empty() && rules::intOption(law_.agreed(), "armour_cost") > pointsOf(claim.player))
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
                                                     " more damage. " + pointsLeftWords(claim.player))),
                                  {{"action", "armour"}}),
                           pieceJson(*ship))});
}

} // namespace linesman::app
