#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "models/chit_count.h"

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

/// A ship of which somebody spoke keeps its name, and so do those of its colour.
void PlaneReferee::noteNamed(const std::string& name) {
  if (const Ship* ship = shipNamed(name))
    spoken_.insert(ship->colour);
}

} // namespace linesman::app
