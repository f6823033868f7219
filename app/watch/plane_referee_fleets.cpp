#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"
#include "models/chit_count.h"

namespace linesman::app {

namespace {

constexpr double surely_there = 0.9;    // score of a ship that a hand must have taken away
constexpr double same_middle_mm = 13.0; // something that is read there as another pyramid

} // namespace

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
  const std::string to_move = ledger_.player();
  if (standing().mayComeBack(late.player))
    readmit(late.player); // he seemed to have none
  const auto [its, last] = addOverlooked(std::move(late), setup_.players, anew, ships_);
  std::string sentence = "The " + kindOf(stranger.pyramid()) + " pyramid at " + placeWords(stranger.pyramid()) +
                         " is a ship that was overlooked at first: it is " + its;
  if (anew)
    sentence += ", and from left to right the " + colour + " ships are numbered anew, up to " + last;
  events.push_back({"error", t_s, {{"what", "fleet"}, {"ship", its}, {"sentence", sentence + "."}}});
  announceNewTurn(to_move, t_s, events);
}

/// Has the player to move a ship of its kind? He may have laid a gauge anywhere.
bool PlaneReferee::mayBeGauge(const Stranger& stranger) const {
  return ownerOf(stranger.colour, setup_.players)->name == ledger_.player() &&
         std::ranges::any_of(ships_, [&](const Ship& ship) { return ship.isLike(stranger.pyramid()); });
}

/// A piece that the first table did not show, and two that came next do. What may be a gauge is asked about.
void PlaneReferee::countOverlooked(const TableState& state, std::vector<Event>& events) {
  const std::map<PieceId, int> chits_of = chitsOfShips(state);
  for (const Stranger& stranger : std::vector<Stranger>(strangers_.all())) {
    const auto here = std::ranges::find_if(state.pyramids, [&](const SeenPyramid& pyramid) {
      return pyramid.posture == Posture::lying && stranger.is(pyramid);
    });
    if (here == state.pyramids.end() || here->score < likely_score || !mayBeShip(stranger) || mayBeGauge(stranger))
      continue;
    const auto chits = chits_of.find(here->id);
    countShip(stranger, chits == chits_of.end() ? 0 : chits->second, state.t_s, events);
    strangers_.forget(*here);
  }
}

/// Ships that one table showed, and not for sure, and the next two do not: shadows or noise. Not where one of their
/// kind lies somewhere else, or a hand or a thing may hide them, and not a player's last one.
void PlaneReferee::uncountUnseen(const TableState& state, std::vector<Event>& events) {
  const Matching matching = matchPieces(expectedPieces(), state);
  const auto there = [&](const Ship& ship) {
    const Eigen::Vector2d middle_mm = middleOf(ship);
    return std::ranges::any_of(
               state.pyramids,
               [&](const SeenPyramid& one) { return (middleOf(one) - middle_mm).norm() < same_middle_mm; }) ||
           mayBeHidden(ship, state.unseen_mm);
  };
  const auto is_none = [&](const Ship& ship) {
    return ship.afloat() && ship.score < surely_there && ship.flagship != Marked::said && ship.looks == 1 &&
           ship.damage == 0 && !ship.displaced && ship.missed + 1 >= patient_tables &&
           !matching.found.contains(ship.name) && !there(ship) && !(pending_ && pending_->ship == ship.name) &&
           !(ended_ && ended_->step.ship == ship.name) &&
           std::ranges::none_of(matching.strangers,
                                [&](std::size_t index) { return ship.isLike(state.pyramids[index]); }) &&
           std::ranges::any_of(ships_, [&](const Ship& other) {
             return other.player == ship.player && other.name != ship.name && other.afloat();
           });
  };
  for (auto none = std::ranges::find_if(ships_, is_none); none != ships_.end();
       none = std::ranges::find_if(ships_, is_none)) {
    const Ship ship = *none;
    ships_.erase(none);
    std::string sentence = "What was taken for " + ship.name + " at " + placeWords(ship.recorded) +
                           " is no ship: nothing is seen there any more";
    if (!spoken_.contains(ship.colour))
      sentence += "; from left to right the " + std::string(nameOf(ship.colour)) + " ships are numbered anew, up to " +
                  numberAnew(ship.colour, setup_.players, ships_);
    events.push_back({"error", state.t_s, {{"what", "fleet"}, {"sentence", sentence + "."}}});
    if (ship.flagship != Marked::no)
      takeFlagship(ship.player, state.t_s, events);
    checkOver(state.t_s, events);
  }
}

/// The pyramids that were asked about are ships.
void PlaneReferee::hearCount(const Claim& claim, std::vector<Event>& events) {
  const auto count = [&](const Stranger& stranger, std::vector<Event>& told) {
    const bool ship = mayBeShip(stranger);
    if (ship)
      countShip(stranger, 0, claim.t_s, told);
    return ship;
  };
  std::ranges::move(strangers_.hear(claim, "No pyramid was asked about that could be a ship overlooked.", count),
                    std::back_inserter(events));
}

/// A ship of which somebody spoke keeps its name, and so do those of its colour.
void PlaneReferee::noteNamed(const std::string& name) {
  if (const Ship* ship = shipNamed(name))
    spoken_.insert(ship->colour);
}

} // namespace linesman::app
