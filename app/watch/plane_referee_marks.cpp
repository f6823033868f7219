#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "rules/games/armadas_fleet.h"

// Ships that are marked before the first action: each player's flagship (AR-42).
namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

bool PlaneReferee::marksShips() const {
  return rules::lossOfMarked(law_.agreed()) == rules::MarkedLoss::owner_out;
}

Ship* PlaneReferee::flagshipOf(const std::string& player) {
  const auto found = std::ranges::find_if(
      ships_, [&](const Ship& ship) { return ship.player == player && ship.flagship != Marked::no; });
  return found == ships_.end() ? nullptr : &*found;
}

/// Until the first action of the game another ship may be marked.
bool PlaneReferee::isMarkingOpen() const {
  return setting_up_ || (ledger_.turn == 1 && ledger_.actions.empty() && !pending_);
}

/// Whose flagship is asked for: he has marked none, and it is not too late to.
std::string PlaneReferee::askedForFlagship() const {
  if (!marksShips() || over_)
    return "";
  const bool open = isMarkingOpen();
  const auto settled = [&](const std::string& player) {
    return std::ranges::any_of(ships_, [&](const Ship& ship) {
      return ship.player == player && ship.flagship != Marked::no && (!open || ship.flagship == Marked::said);
    });
  };
  const auto has_ships = [&](const std::string& player) {
    return std::ranges::any_of(ships_, [&](const Ship& ship) { return ship.player == player && ship.afloat(); });
  };
  const auto asked = std::ranges::find_if(
      ledger_.order, [&](const std::string& player) { return has_ships(player) && !settled(player); });
  return asked == ledger_.order.end() ? "" : *asked;
}

/// The fleets are named anew with every table until the game begins; a mark stays with its ship. It is the one of its
/// kind that lies where no other one lay, and of several the nearest.
void PlaneReferee::keepMarks(const std::vector<Ship>& before) {
  constexpr double same_ship_mm = 10.0;
  for (const Ship& marked : before) {
    if (marked.flagship == Marked::no)
      continue;
    const auto alike = [&](const Ship& one) { return one.colour == marked.colour && one.size == marked.size; };
    const auto is_another = [&](const Ship& here) {
      return std::ranges::any_of(before, [&](const Ship& other) {
        return &other != &marked && alike(other) && shiftBetween(other.seen, here.seen) < same_ship_mm;
      });
    };
    Ship* nearest = nullptr;
    for (Ship& ship : ships_)
      if (alike(ship) && !is_another(ship) &&
          (nearest == nullptr || shiftBetween(marked.seen, ship.seen) < shiftBetween(marked.seen, nearest->seen)))
        nearest = &ship;
    if (nearest != nullptr)
      nearest->flagship = marked.flagship;
  }
}

void PlaneReferee::mark(Ship& ship, Marked how, const std::string& sentence, double t_s, std::vector<Event>& events) {
  if (Ship* other = flagshipOf(ship.player))
    other->flagship = Marked::no;
  ship.flagship = how;
  events.push_back(
      {"verdict", t_s,
       merged(merged(describe(ruled(Ruling::legal, {law_.clause(42)}, sentence)), {{"action", "flagship"}}),
              pieceJson(ship))});
}

/// Who has marked none when the game begins has the one that the profile or the start names, else his largest.
void PlaneReferee::takeFlagship(const std::string& player, double t_s, std::vector<Event>& events) {
  if (!marksShips() || flagshipOf(player) != nullptr)
    return;
  const auto listed = std::ranges::find(setup_.players, player, &Player::name);
  std::string name = listed == setup_.players.end() ? "" : listed->flagship;
  if (start_ && start_->flagships.contains(player))
    name = start_->flagships.at(player);
  Ship* largest = nullptr;
  for (Ship& ship : ships_) {
    if (ship.player != player || !ship.afloat())
      continue;
    if (ship.name == name)
      return mark(ship, Marked::said, name + " is " + player + "'s flagship.", t_s, events);
    if (largest == nullptr || ship.size > largest->size)
      largest = &ship;
  }
  if (!name.empty())
    events.push_back({"error",
                      t_s,
                      {{"what", "flagship"},
                       {"sentence", "No ship of " + player + "'s on the table is called " + name +
                                        ", which was to be the flagship."}}});
  if (largest != nullptr)
    mark(*largest, Marked::taken,
         largest->name + " is taken for " + player + "'s flagship, the largest; is it another, " + player +
             " says flagship and its name before the first action.",
         t_s, events);
}

/// Asks a player who says that his fleet is placed, and has marked none of it.
void PlaneReferee::askForFlagship(const std::string& player, double t_s, std::vector<Event>& events) {
  if (marksShips() && flagshipOf(player) == nullptr)
    events.push_back({"error",
                      t_s,
                      {{"what", "flagship"},
                       {"player", player},
                       {"sentence", "Which ship is " + player + "'s flagship? Say flagship and its name."}}});
}

void PlaneReferee::hearFlagship(const Claim& claim, const std::string& name, std::vector<Event>& events) {
  Ship* ship = shipNamed(name);
  const Ship* marked = flagshipOf(claim.player);
  const std::string refusal = ship == nullptr                ? noSuchShip(name)
                              : ship->player != claim.player ? name + " is not " + claim.player + "'s ship."
                              : !ship->afloat()              ? name + " is not afloat."
                              : marked != nullptr && !isMarkingOpen()
                                  ? claim.player + "'s flagship is " + marked->name +
                                        ", and the game has begun; people may overrule that it is."
                                  : "";
  events.push_back(answerTo(claim, refusal.empty(), refusal));
  if (refusal.empty())
    mark(*ship, Marked::said, name + " is " + claim.player + "'s flagship.", claim.t_s, events);
}

/// People decide that it is the flagship after all, or that it is not: then its player is asked.
void PlaneReferee::overruleFlagship(const Overruling& overruling, bool allow, std::vector<Event>& events) {
  Ship* ship = shipNamed(textIn(overruling.verdict, "ship"));
  if (ship == nullptr)
    return;
  if (Ship* other = allow ? flagshipOf(ship->player) : nullptr)
    other->flagship = Marked::no;
  ship->flagship = allow ? Marked::said : Marked::no;
  askForFlagship(ship->player, overruling.t_s, events);
}

} // namespace linesman::app
