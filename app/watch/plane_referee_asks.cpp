#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"

namespace linesman::app {

namespace {

constexpr double came_from_mm = 13.0; // nearer to where a step began, a ship was laid back

/// Whether a player seems to think with the ship in his hand. The hand may be a book that was laid there, so not for
/// long.
bool mayBeHeld(const Ship& ship, const PlaneLook& look) {
  constexpr int patience = 8; // settled tables, a second apart
  return !ship.hidden && !look.last && !look.state.resting_mm.empty() && ship.held < patience;
}

std::string sentenceAboutMissing(const Ship& ship, const PlaneLook& look) {
  const auto lies = [&](Posture posture, const SeenPyramid& pyramid) {
    return pyramid.posture == posture && ship.isLike(pyramid);
  };
  if (ship.hidden)
    return ship.name + " lies where the table cannot be seen; uncover it.";
  if (std::ranges::any_of(look.matching.strangers,
                          [&](std::size_t index) { return lies(Posture::lying, look.state.pyramids[index]); }))
    return ship.name + " does not lie where it belongs; put it back.";
  if (std::ranges::any_of(look.state.pyramids, [&](const SeenPyramid& one) { return lies(Posture::upright, one); }))
    return ship.name + " stands upright; lay it down where it lay.";
  return ship.name + " is not on the table; put it back where it was, or tell the shot that sank it.";
}

} // namespace

void PlaneReferee::askAboutMissing(PlaneLook& look) {
  for (Ship& ship : ships_) {
    if (ship.removed || look.sees(ship.name))
      continue;
    if (!ship.afloat()) {
      if (!look.mayBeUnderHand(ship))
        remove(ship, look.t_s, look.events);
      continue;
    }
    // A step was made while the gauge of another one lay there: it is judged once that one is complete.
    if (pending_ && look.strangerAt(ship, law_.bowOf(ship.size, ship.seen)))
      continue;
    if (mayBeHeld(ship, look)) {
      ++ship.held;
      ship.missed = std::max(ship.missed, 1);
      continue;
    }
    if (++ship.missed != patient_tables)
      continue;
    look.say("put_back", askBack(ship, sentenceAboutMissing(ship, look)));
  }
}

/// What a piece that is no ship's and no gauge may be, and what to do with it. `near`: whose bow it lies at.
std::string PlaneReferee::sentenceAbout(const SeenPyramid& stranger, const PlaneLook& look, const Ship* near) const {
  const std::string it = "The " + kindOf(stranger) + " pyramid at " + placeWords(stranger);
  if (near != nullptr && pending_ && near->name != pending_->ship)
    return it + " lies at " + near->name + "'s bow, but the gauge at " + pending_->ship +
           "'s bow still lies there; take that gauge or " + pending_->ship + " away first.";
  const auto missed = std::ranges::find_if(
      ships_, [&](const Ship& ship) { return ship.afloat() && ship.isLike(stranger) && !look.sees(ship.name); });
  if (missed == ships_.end())
    return it +
           " is no ship's, and no step of a ship explains it; take it away, or lay it to the bow of its ship; is it "
           "a ship that was overlooked, say count, and ignore if nothing lies there.";
  if (ended_ && ended_->completed && ended_->step.ship == missed->name && ledger_.moving == missed->name &&
      shiftBetween(ended_->from, SeenPose::of(stranger)) < came_from_mm)
    return it + " lies where the step of " + missed->name + " began; say undo to take the step back, or lay " +
           missed->name + " where that ended.";
  return it + " does not lie where " + missed->name + " belongs, and no single step leads there; put " + missed->name +
         " back, and lay each step by itself.";
}

} // namespace linesman::app
