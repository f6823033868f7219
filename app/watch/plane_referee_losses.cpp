#include <algorithm>
#include <array>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "rules/games/armadas_fleet.h"

// Hits, ships that leave the table, fleets that are out of the game, and its end.
namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

/// Ships that are asked for, by size.
template <class Asked> std::array<int, 3> countBySize(const std::vector<Ship>& ships, const Asked& asked) {
  std::array<int, 3> count{};
  for (const Ship& ship : ships)
    if (asked(ship))
      ++count[static_cast<std::size_t>(ship.size)];
  return count;
}

json damageCounter(const Ship& ship, int before) {
  return {{"counter", "damage"}, {"ship", ship.name},    {"piece", ship.name},      {"player", ship.player},
          {"before", before},    {"after", ship.damage}, {"damage_before", before}, {"damage_after", ship.damage},
          {"sunk", ship.sunk}};
}

} // namespace

void PlaneReferee::hit(double t_s, const std::string& by, Ship& target, std::vector<Event>& events) {
  const int before = target.damage++;
  target.asked_chits = 0;
  target.sunk = target.damage >= law_.damageToSink(target);
  target.hit_by = by;
  // Of who is out, a flag is nobody's any more (A2-36).
  const bool counts = law_.option("goal", "") != "capture_flag" || ledger_.plays(target.player);
  target.sunk_by = target.sunk && by != target.player && counts ? by : "";
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
  target.sunk = target.damage >= law_.damageToSink(target);
  target.left = 0;
  events.push_back({"counter", t_s, merged(pieceJson(target), damageCounter(target, before))});
  if (!was_sunk || target.sunk)
    return;
  const std::string to_move = over_ ? "" : ledger_.player();
  target.sunk_by.clear();
  if (std::ranges::find(resigned_, target.player) == resigned_.end() && beatenBy(target.player) == 0) {
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
  if (!over_ || ending())
    return;
  over_ = false;
  announceTurn(t_s, events);
}

/// Whether the fleet of a player who is out leaves the table, by what was agreed.
bool PlaneReferee::fleetLeaves() const {
  return law_.option("flagship_fleet", "") == "remove";
}

/// His ships leave the table where that was agreed.
void PlaneReferee::withdraw(const std::string& player) {
  for (Ship& ship : ships_)
    ship.withdrawn = ship.withdrawn || (fleetLeaves() && ship.player == player && !ship.sunk);
}

/// He is in the game again, and so are his ships.
void PlaneReferee::recall(const std::string& player, double t_s, std::vector<Event>& events) {
  for (Ship& ship : ships_)
    if (ship.player == player && std::exchange(ship.withdrawn, false) && !ship.sunk)
      layBack(t_s, ship, events);
}

/// The clause by which a ship leaves that is not afloat any more.
int PlaneReferee::clauseOfLeaving(const Ship& ship) const {
  return ship.sunk                                        ? 31
         : std::ranges::count(resigned_, ship.player) > 0 ? 7
         : law_.option("goal", "") == "flagship"          ? 42
                                                          : 41;
}

/// It is afloat again: where it was taken off the table it is asked for.
void PlaneReferee::layBack(double t_s, Ship& ship, std::vector<Event>& events) const {
  ship.left = 0;
  if (!std::exchange(ship.removed, false))
    return;
  ship.missed = patient_tables; // it is asked for here
  events.push_back({"put_back", t_s, askBack(ship, ship.name + " is afloat again; lay it back where it was.")});
}

/// Sunk, it leaves the table at once; what was said just now may be done just now.
void PlaneReferee::noteLeft(Look& look, Ship& ship) const {
  ship.seen = look.at(ship.name);
  ship.left = std::min(ship.left + 1, sure_looks + 1);
  if (ship.left == sure_looks)
    look.say("error", merged({{"what", "sunk"},
                              {"clauses", json::array({law_.clause(clauseOfLeaving(ship))})},
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
                    merged(merged(describe(ruled(Ruling::legal, {law_.clause(clauseOfLeaving(ship))}, sentence)),
                                  {{"action", "remove"}}),
                           pieceJson(ship))});
}

/// The clause by which a player who has ships yet is out for what was sunk of them; 0: he is not.
int PlaneReferee::beatenBy(const std::string& player) const {
  const auto own = [&](const Ship& ship) { return ship.player == player; };
  const auto lost = [&](const Ship& ship) { return own(ship) && ship.sunk; };
  if (rules::lossOfMarked(law_.agreed()) == rules::MarkedLoss::owner_out)
    return std::ranges::any_of(ships_, [&](const Ship& ship) { return lost(ship) && ship.flagship != Marked::no; }) ? 42
                                                                                                                    : 0;
  const bool more = law_.option("goal", "") == "more_than_half" &&
                    rules::isMoreThanHalf(law_.agreed(), countBySize(ships_, lost), countBySize(ships_, own));
  return more ? 41 : 0;
}

/// Who has won as things stand ("": nobody), and by which clause; nothing while the game goes on.
std::optional<std::pair<std::string, std::string>> PlaneReferee::ending() const {
  if (isDrawAgreed())
    return std::pair("draw", law_.clause(35));
  if (const std::string player = capturedBy(); !player.empty())
    return std::pair(player, flagClause());
  if (law_.option("goal", "") == "sink_number" && law_.option("kill_credit", "") == "last_hit")
    for (const std::string& player : ledger_.order) {
      const auto sunk = countBySize(ships_, [&](const Ship& ship) { return ship.sunk_by == player; });
      if (rules::areEnoughSunk(law_.agreed(), sunk[0] + sunk[1] + sunk[2], rules::fleetPrice(law_.agreed(), sunk)))
        return std::pair(player, law_.clause(43));
    }
  if (ledger_.order.size() > 1)
    return std::nullopt;
  return std::pair(ledger_.order.empty() ? std::string() : ledger_.order.front(), law_.clause(7));
}

/// The player is out of the game, and his ships leave the table where that was agreed.
void PlaneReferee::putOut(const std::string& player, int clause, double t_s, std::vector<Event>& events) {
  ledger_.eliminate(player);
  withdraw(player);
  events.push_back(
      {"verdict", t_s,
       merged(describe(ruled(Ruling::legal, {law_.clause(clause)},
                             player +
                                 (clause == 42 ? " has lost the flagship and is out of the game; "
                                               : " has lost more than half of the fleet and is out of the game; ") +
                                 (fleetLeaves() ? "take the other ships off the table."
                                                : "the other ships stay where they lie."))),
              {{"action", "out"}, {"player", player}})});
}

void PlaneReferee::checkOver(double t_s, std::vector<Event>& events) {
  const std::string to_move = ledger_.order.empty() ? "" : ledger_.player();
  const std::vector<std::string> order = ledger_.order;
  for (const std::string& player : order)
    if (std::ranges::none_of(ships_, [&](const Ship& ship) { return ship.player == player && ship.afloat(); }))
      ledger_.eliminate(player);
    else if (const int clause = beatenBy(player); clause != 0)
      putOut(player, clause, t_s, events);
  if (over_)
    return;
  if (const auto end = ending()) {
    over_ = true;
    events.push_back(
        {"over",
         t_s,
         {{"winner", end->first.empty() ? json(nullptr) : json(end->first)}, {"clauses", json::array({end->second})}}});
  } else {
    announceNewTurn(to_move, t_s, events);
  }
}

} // namespace linesman::app
