#include <algorithm>
#include <tuple>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "models/polygon_json.h"
#include "rules/games/armadas_consequences.h"

// What is marked before the first action: each player's flagship (AR-42), a ship or a standing marker as his flag
// (A2-36), or his home base (AR-47).
namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

Eigen::Vector2d middleOf(const Terrain& thing) {
  if (thing.contains("centre"))
    return {thing["centre"].at(0).get<double>(), thing["centre"].at(1).get<double>()};
  const TablePolygon corners = cornersFrom(thing.value("points", json::array()));
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& corner : corners)
    sum += corner;
  return sum / std::max(1.0, static_cast<double>(corners.size()));
}

} // namespace

bool PlaneReferee::marksShips() const {
  return rules::lossOfMarked(law_.agreed()) != rules::MarkedLoss::nothing;
}

/// The class of things in the table file of which each player has one by the goal; "": none.
std::string PlaneReferee::markerClass() const {
  const std::string goal = law_.option("goal", "");
  return goal == "capture_flag" ? "flag" : goal == "dock" ? "base" : "";
}

bool PlaneReferee::isMarker(const Terrain& thing) const {
  return !markerClass().empty() && textIn(thing, "class") == markerClass();
}

/// Whether they are there: nobody is asked for a ship then.
bool PlaneReferee::markersStand() const {
  return std::ranges::any_of(setup_.terrain, [&](const Terrain& thing) { return isMarker(thing); });
}

/// The standing flag of a player, or his home base; "": he has none.
std::string PlaneReferee::markerOf(const std::string& player) const {
  const auto found = std::ranges::find_if(
      setup_.terrain, [&](const Terrain& thing) { return isMarker(thing) && textIn(thing, "player") == player; });
  return found == setup_.terrain.end() ? "" : textIn(*found, "id");
}

/// Whose flags are, the law has to know: contact with an enemy's is permitted.
void PlaneReferee::takeUpFlags() {
  if (markerClass() != "flag" || !markersStand())
    return;
  MatchSetup setup = setup_;
  setup.options["flag_contact"] = "true";
  if (auto law = PlaneLaw::make(setup)) // it could be made without
    law_ = std::move(*law);
}

/// A standing flag or a base is the one of the player whose fleet lies nearest to it, and who has none yet.
void PlaneReferee::giveMarkers(double t_s, std::vector<Event>& events) {
  if (markerClass() == "base" && !markersStand())
    events.push_back(
        {"error",
         t_s,
         {{"what", "options"},
          {"sentence", "No home base is in the table file, so nobody can dock; write each as an [[island]] "
                       "of the class base, and begin anew."}}});
  std::vector<std::tuple<double, std::string, Terrain*>> pairs;
  for (Terrain& thing : setup_.terrain)
    for (const Ship& ship : ships_)
      if (isMarker(thing) && textIn(thing, "player").empty())
        pairs.emplace_back((app::middleOf(ship) - middleOf(thing)).norm(), ship.player, &thing);
  std::ranges::sort(pairs);
  for (const auto& [away_mm, player, marker] : pairs) {
    if (!markerOf(player).empty() || !textIn(*marker, "player").empty())
      continue;
    (*marker)["player"] = player;
    const std::string name = textIn(*marker, "id");
    tellMarker(*marker,
               name + " at " + placeOf(SeenPose{{middleOf(*marker), 0.0}}) + " is taken for " + player + "'s " +
                   markerWord() + ", whose fleet lies nearest; is it another, its player says " + markerVerb() + " " +
                   name + " before the first action.",
               t_s, events);
  }
  takeUpFlags();
}

std::string PlaneReferee::markerWord() const {
  return markerClass() == "base" ? "home base" : "flag";
}

std::string PlaneReferee::markerVerb() const {
  return markerClass() == "base" ? "base" : "flagship";
}

void PlaneReferee::tellMarker(const Terrain& marker, const std::string& sentence, double t_s,
                              std::vector<Event>& events) const {
  events.push_back(
      {"verdict", t_s,
       merged(describe(ruled(Ruling::legal, {flagClause()}, sentence)),
              {{"action", markerClass()}, {"flag", textIn(marker, "id")}, {"player", textIn(marker, "player")}})});
}

/// The marker is the speaker's; what he had is its owner's, if it had one.
void PlaneReferee::hearMarker(const Claim& claim, const std::string& name, std::vector<Event>& events) {
  const auto marker = std::ranges::find_if(
      setup_.terrain, [&](const Terrain& thing) { return isMarker(thing) && textIn(thing, "id") == name; });
  const bool known = marker != setup_.terrain.end();
  events.push_back(answerTo(claim, known && isMarkingOpen(),
                            !known ? "There is no " + markerWord() + " called " + name + " in the table file."
                            : !isMarkingOpen() ? "Whose they are was settled before the first action."
                                               : ""));
  if (!known || !isMarkingOpen())
    return;
  const std::string own = markerOf(claim.player), owner = textIn(*marker, "player");
  for (Terrain& thing : setup_.terrain)
    if (isMarker(thing) && textIn(thing, "id") == own && own != name)
      thing["player"] = owner;
  (*marker)["player"] = claim.player;
  if (Ship* ship = flagshipOf(claim.player))
    ship->flagship = Marked::no;
  takeUpFlags();
  tellMarker(*marker, name + " is " + claim.player + "'s " + markerWord() + ".", claim.t_s, events);
}

/// Ships and standing markers that are flags, and whose: an enemy's may be touched while he is in the game.
std::map<std::string, std::string> PlaneReferee::flagsToTouch() const {
  std::map<std::string, std::string> flags;
  if (markerClass() != "flag")
    return flags;
  for (const std::string& player : ledger_.order)
    if (const std::string marker = markerOf(player); !marker.empty())
      flags[marker] = player;
  for (const Ship& ship : ships_)
    if (ship.flagship != Marked::no && ship.afloat() && ledger_.plays(ship.player))
      flags[ship.name] = ship.player;
  return flags;
}

/// The ships as one that steps meets them, without those that it may touch.
std::vector<Ship> PlaneReferee::obstaclesFor(const Ship& ship) const {
  std::vector<Ship> others = ships_;
  const auto flags = flagsToTouch();
  std::erase_if(others, [&](const Ship& one) { return one.player != ship.player && flags.contains(one.name); });
  return others;
}

/// A step has ended: who has reached an enemy's flag or base then has won.
void PlaneReferee::arrive(const Ship& ship, double t_s, std::vector<Event>& events) {
  if (markerClass().empty() || !rules::reachedBy(law_.agreed(), lawState(), ship.name, false))
    return;
  at_flag_ = ship.name;
  checkOver(t_s, events);
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
  if (!marksShips() || over_ || (setting_up_ && markersStand()))
    return "";
  const bool open = isMarkingOpen();
  const auto settled = [&](const std::string& player) {
    return !markerOf(player).empty() || std::ranges::any_of(ships_, [&](const Ship& ship) {
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

/// The fleets are named anew with every table until the game begins; a mark and armour stay with their ship. It is the
/// one of its kind that lies where no other one lay, and of several the nearest.
void PlaneReferee::keepMarks(const std::vector<Ship>& before) {
  constexpr double same_ship_mm = 10.0;
  for (const Ship& marked : before) {
    if (marked.flagship == Marked::no && marked.armour == 0)
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
    if (nearest == nullptr)
      continue;
    nearest->flagship = marked.flagship;
    nearest->armour = marked.armour;
  }
}

/// The clause by which something is marked.
std::string PlaneReferee::flagClause() const {
  return markerClass() == "flag" ? law_.agreed().clause("A2-36") : law_.clause(markerClass() == "base" ? 47 : 42);
}

void PlaneReferee::mark(Ship& ship, Marked how, const std::string& sentence, double t_s, std::vector<Event>& events) {
  if (Ship* other = flagshipOf(ship.player))
    other->flagship = Marked::no;
  ship.flagship = how;
  events.push_back({"verdict", t_s,
                    merged(merged(describe(ruled(Ruling::legal, {flagClause()}, sentence)), {{"action", "flagship"}}),
                           pieceJson(ship))});
}

/// Who has marked none when the game begins has the one that the profile or the start names, else his largest.
void PlaneReferee::takeFlagship(const std::string& player, double t_s, std::vector<Event>& events) {
  if (!marksShips() || flagshipOf(player) != nullptr || !markerOf(player).empty())
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
  if (marksShips() && flagshipOf(player) == nullptr && !(setting_up_ && markersStand()) && markerOf(player).empty())
    events.push_back({"error",
                      t_s,
                      {{"what", "flagship"},
                       {"player", player},
                       {"sentence", "Which ship is " + player + "'s flagship? Say flagship and its name."}}});
}

void PlaneReferee::hearFlagship(const Claim& claim, const std::string& name, std::vector<Event>& events) {
  if (std::ranges::any_of(setup_.terrain,
                          [&](const Terrain& thing) { return isMarker(thing) && textIn(thing, "id") == name; }))
    return hearMarker(claim, name, events);
  Ship* ship = shipNamed(name);
  const Ship* marked = flagshipOf(claim.player);
  const std::string refusal = ship == nullptr                ? noSuchShip(name)
                              : ship->player != claim.player ? name + " is not " + claim.player + "'s ship."
                              : !ship->afloat()              ? name + " is not afloat."
                              : marked != nullptr && !isMarkingOpen()
                                  ? claim.player + "'s flagship is " + marked->name +
                                        ", and the game has begun; people may overrule that it is."
                              : !markerOf(claim.player).empty() && !isMarkingOpen()
                                  ? claim.player + "'s flag is " + markerOf(claim.player) + ", and the game has begun."
                                  : "";
  events.push_back(answerTo(claim, refusal.empty(), refusal));
  if (!refusal.empty())
    return;
  for (Terrain& thing : setup_.terrain) // one flag is enough
    if (isMarker(thing) && textIn(thing, "player") == claim.player)
      thing.erase("player");
  takeUpFlags();
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
  reopen(overruling.t_s, events);
  askForFlagship(ship->player, overruling.t_s, events);
  if (!over_)
    checkOver(overruling.t_s, events);
}

} // namespace linesman::app
