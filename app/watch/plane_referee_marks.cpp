#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/flagships.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"
#include "rules/games/armadas_consequences.h"

// What is marked before the first action: each player's flagship (AR-42), a ship or a standing marker as his flag
// (A2-36), or his home base (AR-47).
namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

/// Whose a marker is, as a verdict.
Event toldOf(const Terrain& marker, const PlaneMarkers& markers, const std::string& sentence, double t_s) {
  json body = describe(ruled(Ruling::legal, {markers.clause()}, sentence));
  body.update({{"action", markers.kind()}, {"flag", textIn(marker, "id")}, {"player", textIn(marker, "player")}});
  return {"verdict", t_s, std::move(body)};
}

} // namespace

/// Whose flags are, the law has to know: contact with an enemy's is permitted.
void PlaneReferee::takeUpFlags() {
  if (markers_.kind() != "flag" || !markers_.stand(setup_.terrain))
    return;
  MatchSetup setup = setup_;
  setup.options["flag_contact"] = "true";
  if (auto law = PlaneLaw::make(setup)) // it could be made without
    law_ = std::move(*law);
}

/// A standing flag or a base is the one of the player whose fleet lies nearest to it, and who has none yet.
void PlaneReferee::giveMarkers(double t_s, std::vector<Event>& events) {
  if (markers_.kind() == "base" && !markers_.stand(setup_.terrain))
    events.push_back(
        {"error",
         t_s,
         {{"what", "options"},
          {"sentence", "No home base is in the table file, so nobody can dock; write each as an [[island]] "
                       "of the class base, and begin anew."}}});
  for (const Terrain* marker : markers_.giveToNearest(ships_, setup_.terrain)) {
    const std::string name = textIn(*marker, "id");
    events.push_back(toldOf(*marker, markers_,
                            name + " at " + placeWords(SeenPose{{middleOfThing(*marker), 0.0}}) + " is taken for " +
                                textIn(*marker, "player") + "'s " + markers_.word() +
                                ", whose fleet lies nearest; is it another, its player says " + markers_.verb() + " " +
                                name + " before the first action.",
                            t_s));
  }
  takeUpFlags();
}

/// The marker is the speaker's; what he had is its owner's, if it had one.
void PlaneReferee::hearMarker(const Claim& claim, const std::string& name, std::vector<Event>& events) {
  const Terrain* marker = markers_.named(name, setup_.terrain);
  const std::string refusal =
      marker == nullptr  ? std::string("There is no ") + markers_.word() + " called " + name + " in the table file."
      : !isMarkingOpen() ? "Whose they are was settled before the first action."
                         : "";
  events.push_back(answerTo(claim, refusal.empty(), refusal));
  if (!refusal.empty())
    return;
  markers_.giveTo(claim.player, name, setup_.terrain);
  if (Ship* ship = flagshipOf(claim.player, ships_))
    ship->flagship = Marked::no;
  takeUpFlags();
  events.push_back(toldOf(*marker, markers_, name + " is " + claim.player + "'s " + markers_.word() + ".", claim.t_s));
}

/// A step has ended: who has reached an enemy's flag or base then has won.
void PlaneReferee::arrive(const Ship& ship, double t_s, std::vector<Event>& events) {
  if (markers_.kind().empty() || !rules::reachedBy(law_.agreed(), standing().state(), ship.name, false))
    return;
  at_flag_ = ship.name;
  checkOver(t_s, events);
}

/// Until the first action of the game another ship may be marked.
bool PlaneReferee::isMarkingOpen() const {
  return setting_up_ || (ledger_.turn == 1 && ledger_.actions.empty() && !pending_);
}

/// Whose flagship is asked for: he has marked none, and it is not too late to.
std::string PlaneReferee::askedForFlagship() const {
  if (!marksShips(law_) || over_ || (setting_up_ && markers_.stand(setup_.terrain)))
    return "";
  const bool open = isMarkingOpen();
  const auto settled = [&](const std::string& player) {
    return !markers_.of(player, setup_.terrain).empty() || std::ranges::any_of(ships_, [&](const Ship& ship) {
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

void PlaneReferee::mark(Ship& ship, Marked how, const std::string& sentence, double t_s, std::vector<Event>& events) {
  if (Ship* other = flagshipOf(ship.player, ships_))
    other->flagship = Marked::no;
  ship.flagship = how;
  events.push_back(
      {"verdict", t_s,
       merged(merged(describe(ruled(Ruling::legal, {markers_.clause()}, sentence)), {{"action", "flagship"}}),
              pieceJson(ship))});
}

/// Who has marked none when the game begins has the one that the profile or the start names, else his largest.
void PlaneReferee::takeFlagship(const std::string& player, double t_s, std::vector<Event>& events) {
  if (!marksShips(law_) || flagshipOf(player, ships_) != nullptr || !markers_.of(player, setup_.terrain).empty())
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
  if (marksShips(law_) && flagshipOf(player, ships_) == nullptr && !(setting_up_ && markers_.stand(setup_.terrain)) &&
      markers_.of(player, setup_.terrain).empty())
    events.push_back({"error",
                      t_s,
                      {{"what", "flagship"},
                       {"player", player},
                       {"sentence", "Which ship is " + player + "'s flagship? Say flagship and its name."}}});
}

void PlaneReferee::hearFlagship(const Claim& claim, const std::string& name, std::vector<Event>& events) {
  if (markers_.named(name, setup_.terrain) != nullptr)
    return hearMarker(claim, name, events);
  Ship* ship = shipNamed(name);
  const Ship* marked = flagshipOf(claim.player, ships_);
  const std::string flag = markers_.of(claim.player, setup_.terrain);
  const std::string refusal =
      ship == nullptr                         ? noSuchShip(name)
      : ship->player != claim.player          ? name + " is not " + claim.player + "'s ship."
      : !ship->afloat()                       ? name + " is not afloat."
      : marked != nullptr && !isMarkingOpen() ? claim.player + "'s flagship is " + marked->name +
                                                    ", and the game has begun; people may overrule that it is."
      : !flag.empty() && !isMarkingOpen() ? claim.player + "'s flag is " + flag + ", and the game has begun."
                                          : "";
  events.push_back(answerTo(claim, refusal.empty(), refusal));
  if (!refusal.empty())
    return;
  markers_.takeFrom(claim.player, setup_.terrain); // one flag is enough
  takeUpFlags();
  mark(*ship, Marked::said, name + " is " + claim.player + "'s flagship.", claim.t_s, events);
}

/// People decide that it is the flagship after all, or that it is not: then its player is asked.
void PlaneReferee::overruleFlagship(const Overruling& overruling, bool allow, std::vector<Event>& events) {
  Ship* ship = shipNamed(textIn(overruling.verdict, "ship"));
  if (ship == nullptr)
    return;
  if (Ship* other = allow ? flagshipOf(ship->player, ships_) : nullptr)
    other->flagship = Marked::no;
  ship->flagship = allow ? Marked::said : Marked::no;
  reopen(overruling.t_s, events);
  askForFlagship(ship->player, overruling.t_s, events);
  if (!over_)
    checkOver(overruling.t_s, events);
}

} // namespace linesman::app
