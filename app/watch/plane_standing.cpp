#include "app/watch/plane_standing.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace linesman::app {

using rules::Ruling;

rules::FleetPlan PlaneStanding::fleetOf(const std::string& player) const {
  rules::FleetPlan plan;
  plan.player = player;
  if (const auto listed = std::ranges::find(setup.players, player, &Player::name); listed != setup.players.end())
    for (const Colour colour : listed->colours)
      plan.colours.emplace_back(nameOf(colour));
  for (const Ship& ship : ships)
    if (ship.player == player) {
      ++plan.ships[static_cast<std::size_t>(ship.size)];
      if (ship.armour > 0)
        plan.armour[ship.name] = ship.armour;
    }
  return plan;
}

int PlaneStanding::pointsOf(const std::string& player) const {
  int points = 0;
  if (start && start->points.contains(player))
    points = start->points.at(player);
  else if (!setup.pick_up)
    points = rules::pointsLeft(law.agreed(), fleetOf(player));
  return points - account.spentBy(player);
}

std::string PlaneStanding::pointsLeftWords(const std::string& player) const {
  const int points = pointsOf(player);
  return player + (points == 1 ? " has 1 point left." : " has " + std::to_string(points) + " points left.");
}

bool PlaneStanding::arePointsUnknown() const {
  const auto agreed = [&](const char* option) { return rules::flagOption(law.agreed(), option); };
  const bool told = start && !start->points.empty();
  return setup.pick_up && !told && law.option("fleet", "") == "points" && (agreed("repair") || agreed("extra_action"));
}

rules::MatchPlayer PlaneStanding::seatOf(const std::string& player) const {
  rules::MatchPlayer seat;
  seat.name = player;
  seat.fleet = fleetOf(player).ships;
  const bool credited = rules::areSinkersCredited(law.agreed());
  std::array<int, 3> credit{};
  for (const Ship& ship : ships) {
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
  seat.sunk_points = rules::fleetPrice(law.agreed(), credit);
  (markers.kind() == "base" ? seat.base : seat.flag) = markers.of(player, setup.terrain);
  seat.points = pointsOf(player);
  seat.out = !ledger.plays(player);
  seat.wants_draw = account.draw().wanted.contains(player);
  return seat;
}

rules::MatchState PlaneStanding::state() const {
  rules::MatchState match;
  if (auto table = law.tableOf(ships))
    match.table = std::move(*table);
  for (const Player& player : setup.players) {
    match.players.push_back(seatOf(player.name));
    if (!match.players.back().out && player.name == ledger.player())
      match.turn = match.players.size() - 1;
  }
  match.actions_used = static_cast<int>(ledger.actions.size());
  match.extra_actions = ledger.extra;
  match.passes = account.passes();
  match.draw_offered = account.draw().offered;
  return match;
}

std::vector<std::string> PlaneStanding::turnOrder() const {
  std::vector<std::string> order;
  for (const Player& player : setup.players)
    order.push_back(player.name);
  rules::putInTurn(law.agreed(), order);
  return order;
}

std::map<std::string, std::string> PlaneStanding::flagsToTouch() const {
  std::map<std::string, std::string> flags;
  if (markers.kind() != "flag")
    return flags;
  for (const std::string& player : ledger.order)
    if (const std::string marker = markers.of(player, setup.terrain); !marker.empty())
      flags[marker] = player;
  for (const Ship& ship : ships)
    if (ship.flagship != Marked::no && ship.afloat() && ledger.plays(ship.player))
      flags[ship.name] = ship.player;
  return flags;
}

std::vector<Ship> PlaneStanding::obstaclesFor(const Ship& ship) const {
  std::vector<Ship> others = ships;
  const auto flags = flagsToTouch();
  std::erase_if(others, [&](const Ship& one) { return one.player != ship.player && flags.contains(one.name); });
  return others;
}

bool PlaneStanding::isBeaten(const std::string& player) const {
  return rules::outBy(law.agreed(), seatOf(player), true).has_value();
}

bool PlaneStanding::mayComeBack(const std::string& player) const {
  return std::ranges::find(resigned, player) == resigned.end() && !isBeaten(player);
}

std::string PlaneStanding::clauseOfLeaving(const Ship& ship) const {
  if (ship.sunk)
    return law.clause(31);
  if (std::ranges::count(resigned, ship.player) > 0)
    return law.clause(7);
  return law.agreed().clause(rules::outBy(law.agreed(), seatOf(ship.player), true).value_or("AR-07"));
}

std::optional<rules::Ending> PlaneStanding::ending() const {
  return rules::endingOf(law.agreed(), state(), at_flag);
}

std::string PlaneStanding::whyNotDone() const {
  const auto answer = rules::judgeAction(law.agreed(), state(), {});
  return answer.verdict.ruling == Ruling::legal ? "" : whyNot(answer.verdict);
}

std::string PlaneStanding::whyNot(const rules::Verdict& refusal) const {
  std::string sentence = refusal.sentence;
  if (const std::string no = "No: "; sentence.starts_with(no))
    sentence.erase(0, no.size());
  const std::string first = sentence.substr(0, sentence.find(' '));
  if (std::ranges::find(ships, first, &Ship::name) == ships.end() &&
      std::ranges::none_of(setup.players,
                           [&](const Player& player) { return sentence.starts_with(player.name + " "); }))
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  return sentence;
}

} // namespace linesman::app
