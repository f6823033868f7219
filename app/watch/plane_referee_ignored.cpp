#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"

namespace linesman::app {

/// What lies there, a shadow or a print, is not looked at any more.
void PlaneReferee::ignore(const SeenPyramid& pyramid, const std::string& what, double t_s, std::vector<Event>& events) {
  ignored_.add(middleOf(pyramid));
  events.push_back({"error",
                    t_s,
                    {{"what", "ignored"},
                     {"sentence", what + " is no ship; what is seen at " + placeWords(pyramid) +
                                      " is ignored while it lies there."}}});
}

/// The pyramids that were asked about are none.
void PlaneReferee::hearIgnore(const Claim& claim, std::vector<Event>& events) {
  const auto none = [&](const Stranger& stranger, std::vector<Event>& told) {
    ignore(stranger.pyramid(), "The " + kindOf(stranger.pyramid()) + " pyramid", claim.t_s, told);
    return true;
  };
  std::ranges::move(
      strangers_.hear(claim,
                      "No pyramid was asked about that could be ignored; say ignore and its name where a ship is none.",
                      none),
      std::back_inserter(events));
}

/// What was taken for a ship is none. Only who has it says so: the other side would like to be rid of it.
void PlaneReferee::hearNoShip(const Claim& claim, const std::string& name, std::vector<Event>& events) {
  const Ship* ship = shipNamed(name);
  const auto others = std::ranges::count_if(ships_, [&](const Ship& other) {
    return ship != nullptr && other.player == ship->player && other.name != name && other.afloat();
  });
  const std::string refusal = ship == nullptr                ? noSuchShip(name)
                              : ship->player != claim.player ? name + " is " + ship->player + "'s; " + ship->player +
                                                                   " has to say that it is no ship."
                              : ship->damage > 0 ? name + " was hit, so it is a ship; overrule the hit if it was none."
                              : others == 0 ? name + " is the last ship of " + ship->player + "; begin anew without it."
                                            : "";
  events.push_back(answerTo(claim, refusal.empty(), refusal));
  if (!refusal.empty())
    return;
  if (pending_ && pending_->ship == name) {
    uncountStep(*ship);
    pending_.reset();
  }
  if (ended_ && ended_->step.ship == name)
    ended_.reset();
  completed_.dropShip(name);
  SeenPyramid seen;
  seen.size = ship->size;
  seen.table_from_piece = ship->seen.pose;
  ignore(seen, name, claim.t_s, events);
  std::erase_if(ships_, [&](const Ship& one) { return one.name == name; });
  if (setting_up_)
    return;
  askForFlagship(claim.player, claim.t_s, events);
  checkOver(claim.t_s, events); // the fleet is smaller, and what is sunk of it more
}

/// Is a ship of its kind known there, or does it lie as a gauge is laid? A ship may sail over what is ignored.
bool PlaneReferee::isShipOrGauge(const SeenPyramid& pyramid) const {
  const SeenPose here = SeenPose::of(pyramid);
  return pyramid.posture == Posture::lying && std::ranges::any_of(ships_, [&](const Ship& ship) {
           return !ship.removed && ship.isLike(pyramid) &&
                  (shiftBetween(ship.seen, here) < laid_joint_mm || law_.gapAtBow_mm(ship, pyramid) < laid_joint_mm);
         });
}

SettledTable PlaneReferee::doFacing(const SettledTable& table) const {
  SettledTable known = table;
  ignored_.takeOutOf(known.state, [this](const SeenPyramid& pyramid) { return isShipOrGauge(pyramid); });
  return known;
}

} // namespace linesman::app
