#include <algorithm>
#include <array>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"
#include "rules/games/armadas_standing.h"

// Hits, ships that leave the table, fleets that are out of the game, and its end.
namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

json damageCounter(const Ship& ship, int before) {
  return {{"counter", "damage"}, {"ship", ship.name},    {"piece", ship.name},      {"player", ship.player},
          {"before", before},    {"after", ship.damage}, {"damage_before", before}, {"damage_after", ship.damage},
          {"sunk", ship.sunk}};
}

/// It is afloat again: where it was taken off the table it is asked for.
void layBack(double t_s, Ship& ship, std::vector<Event>& events) {
  ship.left = 0;
  if (!std::exchange(ship.removed, false))
    return;
  ship.missed = patient_tables; // it is asked for here
  events.push_back({"put_back", t_s, askBack(ship, ship.name + " is afloat again; lay it back where it was.")});
}

} // namespace

void PlaneReferee::hit(double t_s, const std::string& by, Ship& target, std::vector<Event>& events) {
  const int before = target.damage++;
  target.asked_chits = 0;
  target.sunk = target.damage >= rules::damageToSink(target.size, target.armour);
  target.hit_by = by;
  target.sunk_by = target.sunk ? rules::sinkerOf(law_.agreed(), standing().seatOf(target.player), by) : "";
  events.push_back({"counter", t_s, damageCounter(target, before)});
  if (target.sunk && target.missed > 0) // the hand was quicker than the word
    remove(target, t_s, events);
  if (target.sunk)
    checkOver(t_s, events);
}

/// A hit that was none: the damage goes, and a ship that it sank comes back, and so does the fleet that was out for it.
void PlaneReferee::takeHitBack(double t_s, Ship& target, std::vector<Event>& events) {
  const int before = target.damage;
  target.damage = std::max(0, before - 1);
  target.asked_chits = 0;
  const bool was_sunk = target.sunk;
  target.sunk = target.damage >= rules::damageToSink(target.size, target.armour);
  target.left = 0;
  events.push_back({"counter", t_s, merged(pieceJson(target), damageCounter(target, before))});
  if (!was_sunk || target.sunk)
    return;
  const std::string to_move = over_ ? "" : ledger_.player();
  target.sunk_by.clear();
  if (standing().mayComeBack(target.player)) {
    readmit(target.player);
    recall(target.player, t_s, events);
  }
  if (target.afloat())
    layBack(t_s, target, events);
  if (over_)
    reopen(t_s, events);
  else
    announceNewTurn(to_move, t_s, events);
}

/// A game that was over goes on where nobody has won any more.
void PlaneReferee::reopen(double t_s, std::vector<Event>& events) {
  if (!over_ || standing().ending())
    return;
  over_ = false;
  announceTurn(t_s, events);
}

/// His ships leave the table where that was agreed.
void PlaneReferee::withdraw(const std::string& player) {
  for (Ship& ship : ships_)
    ship.withdrawn = ship.withdrawn || (rules::fleetLeaves(law_.agreed()) && ship.player == player && !ship.sunk);
}

/// He is in the game again, and so are his ships.
void PlaneReferee::recall(const std::string& player, double t_s, std::vector<Event>& events) {
  for (Ship& ship : ships_)
    if (ship.player == player && std::exchange(ship.withdrawn, false) && !ship.sunk)
      layBack(t_s, ship, events);
}

/// Sunk, it leaves the table at once; what was said just now may be done just now.
void PlaneReferee::noteLeft(PlaneLook& look, Ship& ship) const {
  ship.seen = look.at(ship.name);
  ship.left = std::min(ship.left + 1, sure_looks + 1);
  if (ship.left == sure_looks)
    look.say("error", merged({{"what", "sunk"},
                              {"clauses", json::array({standing().clauseOfLeaving(ship)})},
                              {"sentence", ship.sunk ? ship.name + " is sunk; take it off the table with its markers."
                                                     : ship.name + " is out of the game with its fleet; take it off "
                                                                   "the table."}},
                             pieceJson(ship)));
}

void PlaneReferee::remove(Ship& ship, double t_s, std::vector<Event>& events) {
  ship.removed = true;
  ship.missed = 0;
  events.push_back({"action", t_s,
                    merged({{"kind", "remove"},
                            {"what", ship.sunk ? "sunk" : "out"},
                            {"actor", ledger_.player()},
                            {"likelihood", 0.99},
                            {"from", ship.seen.toJson()},
                            {"to", nullptr}},
                           pieceJson(ship))});
  const std::string sentence = ship.sunk ? ship.name + " is sunk and leaves the table with its markers."
                                         : ship.name + " leaves the table with its fleet.";
  events.push_back({"verdict", t_s,
                    merged(merged(describe(ruled(Ruling::legal, {standing().clauseOfLeaving(ship)}, sentence)),
                                  {{"action", "remove"}}),
                           pieceJson(ship))});
}

/// The player is out of the game by that clause of Armadas, and his ships leave the table where that was agreed.
void PlaneReferee::putOut(const std::string& player, const std::string& clause, double t_s,
                          std::vector<Event>& events) {
  ledger_.eliminate(player);
  withdraw(player);
  events.push_back(
      {"verdict", t_s,
       merged(
           describe(ruled(Ruling::legal, {law_.agreed().clause(clause)},
                          player +
                              (clause == "AR-42" ? " has lost the flagship and is out of the game; "
                                                 : " has lost more than half of the fleet and is out of the game; ") +
                              (rules::fleetLeaves(law_.agreed()) ? "take the other ships off the table."
                                                                 : "the other ships stay where they lie."))),
           {{"action", "out"}, {"player", player}})});
}

void PlaneReferee::checkOver(double t_s, std::vector<Event>& events) {
  const std::string to_move = ledger_.order.empty() ? "" : ledger_.player();
  const std::vector<std::string> order = ledger_.order;
  for (const std::string& player : order) {
    const bool afloat =
        std::ranges::any_of(ships_, [&](const Ship& ship) { return ship.player == player && ship.afloat(); });
    const auto clause = rules::outBy(law_.agreed(), standing().seatOf(player), afloat);
    if (clause && afloat)
      putOut(player, *clause, t_s, events);
    else if (clause) // everybody sees it
      ledger_.eliminate(player);
  }
  if (over_)
    return;
  if (const auto end = standing().ending()) {
    over_ = true;
    const json winner = end->winners.empty()      ? json(nullptr)
                        : end->winners.size() > 1 ? json("draw")
                                                  : json(end->winners.front());
    events.push_back(
        {"over", t_s, {{"winner", winner}, {"clauses", json::array({law_.agreed().clause(end->clause)})}}});
  } else {
    announceNewTurn(to_move, t_s, events);
  }
}

} // namespace linesman::app
