#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "models/chit_count.h"
#include "models/polygon.h"

namespace linesman::app {

/// Are all pyramids of players' colours told for sure? One that is not may hide a ship, or be seen as another.
bool PlaneReferee::showsFleetsPlainly(const TableState& state) const {
  constexpr double plain_score = 0.7;
  return std::ranges::all_of(state.pyramids, [&](const SeenPyramid& pyramid) {
    return pyramid.score >= plain_score || ownerOf(pyramid.colour, setup_.players) == nullptr;
  });
}

/// Could it be a ship that was overlooked when the fleets were named? Not where it may be a step, or a ship that is
/// missed.
bool PlaneReferee::mayBeShip(const Stranger& stranger) {
  const auto bows = bowsAt(stranger.pyramid());
  return ownerOf(stranger.colour, setup_.players) != nullptr && (bows.empty() || bows.front().first > step_reach_mm) &&
         std::ranges::none_of(bows, [](const auto& bow) { return bow.second->missed > 0; });
}

/// Where nobody has spoken of a ship of its colour yet, all of them are numbered as they would have been with it.
void PlaneReferee::countShip(const Stranger& stranger, int chits, double t_s, std::vector<Event>& events) {
  const std::string colour(nameOf(stranger.colour));
  const bool anew = !spoken_.contains(stranger.colour) && !setup_.hasPosition();
  Ship late;
  late.player = ownerOf(stranger.colour, setup_.players)->name;
  late.colour = stranger.colour;
  late.size = stranger.size;
  late.recorded = late.seen = stranger.at;
  late.chits = chits;
  const auto [its, last] = addOverlooked(std::move(late), setup_.players, anew, ships_);
  std::string sentence = "The " + kindOf(stranger.pyramid()) + " pyramid at " + placeOf(stranger.pyramid()) +
                         " is a ship that was overlooked at first: it is " + its;
  if (anew)
    sentence += ", and from left to right the " + colour + " ships are numbered anew, up to " + last;
  events.push_back({"error", t_s, {{"what", "fleet"}, {"ship", its}, {"sentence", sentence + "."}}});
}

/// A piece that the first table did not show, and two that came next do. One of the player to move may be a gauge that
/// he laid somewhere: that is asked about.
void PlaneReferee::countOverlooked(const TableState& state, std::vector<Event>& events) {
  const std::map<PieceId, int> chits_of = chitsOfShips(state);
  for (const Stranger& stranger : std::vector<Stranger>(strangers_)) {
    const auto here = std::ranges::find_if(state.pyramids, [&](const SeenPyramid& pyramid) {
      return pyramid.posture == Posture::lying && stranger.is(pyramid);
    });
    if (here == state.pyramids.end() || !mayBeShip(stranger) ||
        ownerOf(stranger.colour, setup_.players)->name == ledger_.player())
      continue;
    const auto chits = chits_of.find(here->id);
    countShip(stranger, chits == chits_of.end() ? 0 : chits->second, state.t_s, events);
    std::erase_if(strangers_, [&](const Stranger& one) { return one.is(*here); });
  }
}

/// The pyramids that were asked about are ships.
void PlaneReferee::hearCount(const Claim& claim, std::vector<Event>& events) {
  std::vector<Event> counted;
  std::erase_if(strangers_, [&](const Stranger& stranger) {
    const bool ship = stranger.looks >= patient_tables && mayBeShip(stranger);
    if (ship)
      countShip(stranger, 0, claim.t_s, counted);
    return ship;
  });
  events.push_back(answerTo(claim, !counted.empty(),
                            counted.empty() ? "No pyramid was asked about that could be a ship overlooked." : ""));
  std::ranges::move(counted, std::back_inserter(events));
}

namespace {

Eigen::Vector2d middleOf(const SeenPyramid& pyramid) {
  const PlanarPose<TableFrame, PieceFrame>& at = pyramid.table_from_piece;
  return pyramid.posture == Posture::upright
             ? at.origin_mm()
             : Eigen::Vector2d(at.origin_mm() + 0.5 * lengthOf(pyramid.size) * at.direction());
}

} // namespace

/// What lies there, a shadow or a print, is not looked at any more.
void PlaneReferee::ignore(const SeenPyramid& pyramid, const std::string& what, double t_s, std::vector<Event>& events) {
  ignored_.push_back({middleOf(pyramid)});
  events.push_back(
      {"error",
       t_s,
       {{"what", "ignored"},
        {"sentence", what + " is no ship; what is seen at " + placeOf(pyramid) + " is ignored while it lies there."}}});
}

/// The pyramids that were asked about are none.
void PlaneReferee::hearIgnore(const Claim& claim, std::vector<Event>& events) {
  std::vector<Event> told;
  std::erase_if(strangers_, [&](const Stranger& stranger) {
    const bool asked = stranger.looks >= patient_tables;
    if (asked)
      ignore(stranger.pyramid(), "The " + kindOf(stranger.pyramid()) + " pyramid", claim.t_s, told);
    return asked;
  });
  events.push_back(answerTo(claim, !told.empty(),
                            told.empty() ? "No pyramid was asked about that could be ignored; say ignore and its name "
                                           "where a ship is none."
                                         : ""));
  std::ranges::move(told, std::back_inserter(events));
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
  SeenPyramid seen;
  seen.size = ship->size;
  seen.table_from_piece = ship->seen.pose;
  ignore(seen, name, claim.t_s, events);
  std::erase_if(ships_, [&](const Ship& one) { return one.name == name; });
}

/// Is a ship of its kind known there, or does it lie as a gauge is laid? A ship may sail over what is ignored.
bool PlaneReferee::isShipOrGauge(const SeenPyramid& pyramid) const {
  const SeenPose here = SeenPose::of(pyramid);
  return pyramid.posture == Posture::lying && std::ranges::any_of(ships_, [&](const Ship& ship) {
           return !ship.removed && ship.isLike(pyramid) &&
                  (shiftBetween(ship.seen, here) < laid_joint_mm || gapAtBow_mm(ship, pyramid) < laid_joint_mm);
         });
}

/// It may be read as another pyramid with each look.
bool PlaneReferee::isAt(const Ignored& thing, const SeenPyramid& pyramid) const {
  constexpr double same_middle_mm = 10.0;
  return (middleOf(pyramid) - thing.middle_mm).norm() < same_middle_mm && !isShipOrGauge(pyramid);
}

/// It may be overlooked in some looks.
void PlaneReferee::noteIgnored(const TableState& state) {
  for (Ignored& thing : ignored_) {
    const bool there =
        std::ranges::any_of(state.pyramids, [&](const SeenPyramid& one) { return isAt(thing, one); }) ||
        std::ranges::any_of(state.unseen_mm, [&](const TablePolygon& part) { return holds(part, thing.middle_mm); });
    thing.missed = there ? 0 : thing.missed + 1;
  }
  std::erase_if(ignored_, [](const Ignored& thing) { return thing.missed == sure_looks; });
}

SettledTable PlaneReferee::doFacing(const SettledTable& table) const {
  SettledTable known = table;
  std::erase_if(known.state.pyramids, [&](const SeenPyramid& pyramid) {
    return std::ranges::any_of(ignored_, [&](const Ignored& thing) { return isAt(thing, pyramid); });
  });
  return known;
}

/// A ship of which somebody spoke keeps its name, and so do those of its colour.
void PlaneReferee::noteNamed(const std::string& name) {
  if (const Ship* ship = shipNamed(name))
    spoken_.insert(ship->colour);
}

} // namespace linesman::app
