#include <algorithm>
#include <cmath>

#include "app/watch/describe.h"
#include "app/watch/plane_chits.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"
#include "models/sentences.h"

namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

constexpr double mean_reach_mm = 0.8; // a sighting further off, and by no noise, does not sharpen the recorded pose
constexpr int mean_looks = 6;         // no more, lest it follow a ship that is pushed little by little
constexpr double better_view = 0.7;   // of the sigma so far: what hid the ship is gone, and one more look counts

/// Is it one motion that carried these places there, but for `least_mm`? Of the plane, where few are told; where more
/// are, as a camera shows it that is tilted or raised: things further away shift further, or less.
bool movedAsOne(const Eigen::Matrix2Xd& before, const Eigen::Matrix2Xd& now, double least_mm) {
  constexpr Eigen::Index enough = 6; // twice as many as any three that such a motion would explain
  const Eigen::Matrix3Xd places = before.colwise().homogeneous();
  const Eigen::Matrix<double, 2, 3> motion =
      before.cols() < enough
          ? Eigen::Matrix<double, 2, 3>(Eigen::umeyama(before, now, false).topRows<2>())
          : Eigen::Matrix<double, 2, 3>(places.transpose().colPivHouseholderQr().solve(now.transpose()).transpose());
  return (motion * places - now).colwise().norm().maxCoeff() <= least_mm;
}

/// A ship that is not seen may lie under what hides the table there, or not be there any more.
void noteHidden(std::vector<Ship>& ships, const PlaneLook& look) {
  for (Ship& ship : ships)
    ship.hidden = !ship.removed && !look.sees(ship.name) && mayBeHidden(ship, look.state.unseen_mm);
}

/// When nearly everything moved the same way it was the camera or the table, not the ships.
bool wholeFleetShifted(const std::vector<Ship>& ships, double drift_mm, PlaneLook& look) {
  std::vector<const Ship*> shifted;
  Eigen::Index matched = 0;
  double least_mm = 0.0;
  for (const Ship& ship : ships) {
    if (!ship.afloat() || !look.sees(ship.name))
      continue;
    ++matched;
    const SeenPose here = look.at(ship.name);
    if (ship.displaced || shiftBetween(ship.recorded, here) <= drift_mm)
      continue;
    shifted.push_back(&ship);
    least_mm = std::max(least_mm, noiseBetween_mm(ship.recorded, here));
  }
  const auto count = static_cast<Eigen::Index>(shifted.size());
  if (count < 3 || 10 * count < 7 * matched)
    return false;
  Eigen::Matrix2Xd before(2, count), now(2, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Ship& ship = *shifted[static_cast<std::size_t>(i)];
    before.col(i) = ship.recorded.pose.origin_mm();
    now.col(i) = look.at(ship.name).pose.origin_mm();
  }
  if (!movedAsOne(before, now, std::max(least_mm, drift_mm)))
    return false;
  look.say("calibration", {{"drift_mm", (now - before).rowwise().mean().norm()},
                           {"pieces", count},
                           {"ok", false},
                           {"sentence", "Nearly every piece seems to have moved: the camera or the table was shifted; "
                                        "register the table anew."}});
  return true;
}

/// One look may misread it; what look after look shows is asked about, once.
void noteOtherwise(PlaneLook& look, Ship& ship, const SeenPyramid& pyramid) {
  constexpr double plain = 0.9;         // of the piece, and of its colour where that is another
  constexpr double plain_outline = 0.6; // of it seen
  if (pyramid.score < plain || pyramid.visible < plain_outline ||
      (pyramid.colour != ship.colour && pyramid.colour_p < plain))
    return;
  ship.otherwise = std::min(ship.otherwise + 1, sure_looks + 1);
  if (ship.otherwise != sure_looks)
    return;
  ship.asked_back = true;
  look.say("put_back", merged({{"residual_mm", nullptr},
                               {"done", false},
                               {"wanted", ship.recorded.toJson()},
                               {"sentence", "The " + kindOf(pyramid) + " pyramid at " + placeWords(pyramid) +
                                                " lies where " + ship.name + " belongs; put " + ship.name + " back."}},
                              pieceJson(ship)));
}

void noteShift(PlaneLook& look, Ship& ship, const SeenPose& here, const std::string& clause) {
  const double residual_mm = shiftBetween(ship.recorded, here);
  look.say("action", merged({{"kind", "nudge"},
                             {"what", ship.displaced ? "moved_again" : "accident"},
                             {"actor", nullptr},
                             {"likelihood", 0.95},
                             {"runner_up", "measurement error"},
                             {"shift_mm", shiftBetween(ship.seen, here)},
                             {"turn_deg", degFromRad(turnBetween(ship.seen, here))},
                             {"from", ship.seen.toJson()},
                             {"to", here.toJson()},
                             {"clauses", json::array({clause})},
                             {"sentence", ship.name + " was shifted; put it back."}},
                            pieceJson(ship)));
  look.say("put_back", merged({{"residual_mm", residual_mm}, {"done", false}, {"wanted", ship.recorded.toJson()}},
                              pieceJson(ship)));
  ship.displaced = true;
}

void noteReturn(PlaneLook& look, Ship& ship, const std::string& clause) {
  const double residual_mm = shiftBetween(ship.recorded, ship.seen);
  if (ship.displaced)
    look.say("action", merged({{"kind", "nudge"},
                               {"what", "put_back"},
                               {"actor", nullptr},
                               {"likelihood", 0.95},
                               {"residual_mm", residual_mm},
                               {"to", ship.seen.toJson()},
                               {"clauses", json::array({clause})}},
                              pieceJson(ship)));
  look.say("put_back", merged({{"residual_mm", residual_mm},
                               {"done", true},
                               {"wanted", ship.recorded.toJson()},
                               {"clauses", json::array({clause})}},
                              pieceJson(ship)));
  ship.displaced = false;
}

} // namespace

std::vector<Event> PlaneReferee::doObserve(const SettledTable& table) {
  if (over_) // what is cleared away is no move; an overruled end goes on with the next table
    return {};
  ignored_.note(table.state, [this](const SeenPyramid& pyramid) { return isShipOrGauge(pyramid); });
  const TableState state = law_.withoutAside(withoutImpossible(facing(table.state)));
  std::vector<Event> events;
  const std::string stepping = setting_up_ && whyNoGame().empty() ? playerWhoSteps(state) : "";
  if (!stepping.empty())
    pickUp(stepping, state.t_s, events);
  const bool under_way = !ships_.empty() && !setting_up_;
  bool step_goes_on = false;
  if (!under_way) {
    const TableState fleets = start_ || setup_.pick_up ? withoutGauge(state) : state;
    step_goes_on = fleets.pyramids.size() < state.pyramids.size();
    events = begin(fleets);
  }
  not_counted_ = notCounted(state, setup_);
  if (!under_way && !ships_.empty() && !setting_up_)
    tellUpright(state.t_s, events);
  if (!under_way && !step_goes_on)
    return events;
  if (under_way) {
    const bool in_doubt = fleet_tables_ < sure_looks;
    if (in_doubt && showsFleetsPlainly(state, setup_.players))
      ++fleet_tables_;
    if (in_doubt && !table.in_film && !setup_.hasPosition())
      countOverlooked(state, events);
    if (!table.in_film && !setup_.hasPosition())
      uncountUnseen(state, events);
  }
  PlaneLook look{
      state, matchPieces(expectedPieces(), state), state.t_s, table.untouched, table.last, std::move(events)};
  noteHidden(ships_, look);
  if (wholeFleetShifted(ships_, law_.driftAllowed_mm(), look)) // nothing lies where it is measured
    return std::move(look.events);
  strangers_.forgetGone(state, look.matching.strangers); // what was taken away is in nobody's way any more
  recheckEnded(look);
  followPending(look);
  followShips(look);
  explainStrangers(look);
  askAboutMissing(look);
  if (!pending_) // ship and gauge lie beside each other
    askAboutChits(ships_, look);
  for (const Event& event : look.events)
    noteNamed(event.body.value("ship", ""));
  return std::move(look.events);
}

/// Where the ships and the gauge are looked for.
std::vector<ExpectedPiece> PlaneReferee::expectedPieces() const {
  std::vector<ExpectedPiece> expected;
  for (const Ship& ship : ships_) {
    if (ship.removed)
      continue;
    expected.push_back({ship.name, ship.colour, ship.size, {ship.seen}});
    if (ship.displaced || ship.missed > 0)
      expected.back().places.push_back(ship.recorded);
  }
  if (pending_) {
    const Ship& ship = *std::ranges::find(ships_, pending_->ship, &Ship::name);
    expected.push_back({gauge_key, ship.colour, ship.size, {pending_->at}});
  }
  return expected;
}

void PlaneReferee::followShips(PlaneLook& look) {
  for (Ship& ship : ships_) {
    if (ship.removed || !look.sees(ship.name))
      continue;
    ship.missed = ship.held = 0;
    if (last_turn_)
      std::erase(last_turn_->gone, ship.name);
    if (!ship.afloat()) { // wherever it lies, it is to go
      noteLeft(look, ship);
      continue;
    }
    const SeenPyramid& pyramid = look.state.pyramids[look.matching.found.at(ship.name)];
    if (!ship.isLike(pyramid)) { // its pose was fitted with the wrong shape
      noteOtherwise(look, ship, pyramid);
      continue;
    }
    ship.otherwise = 0;
    const SeenPose here = look.at(ship.name);
    const double residual_mm = shiftBetween(ship.recorded, here);
    const bool away = law_.liesOff(ship, ship.recorded, here);
    // What did not change keeps its measurement: that is no other look at it.
    const bool looked_again = shiftBetween(ship.seen, here) > 0.0 || turnBetween(ship.seen, here) != 0.0;
    if (away && (!ship.displaced || law_.liesOff(ship, ship.seen, here)))
      noteShift(look, ship, here, law_.clause(34));
    else if (!away && (ship.displaced || ship.asked_back)) {
      ship.asked_back = false;
      ship.seen = here;
      noteReturn(look, ship, law_.clause(34));
    }
    ship.seen = here;
    const double reach_mm = std::max(mean_reach_mm, noiseBetween_mm(ship.recorded, here));
    const bool wanting = ship.looks < mean_looks || here.sigma_mm() < better_view * ship.recorded.sigma_mm();
    if (looked_again && !ship.displaced && residual_mm < reach_mm && wanting) {
      ship.recorded = meanWith(ship.recorded, ship.looks, here);
      ship.looks = std::min(ship.looks + 1, mean_looks);
    }
  }
}

/// Ships afloat of its kind, by how far their bow is from its stern.
std::vector<std::pair<double, Ship*>> PlaneReferee::bowsAt(const SeenPyramid& pyramid) {
  std::vector<std::pair<double, Ship*>> bows;
  for (Ship& ship : ships_)
    if (ship.afloat() && ship.isLike(pyramid))
      bows.emplace_back(law_.gapAtBow_mm(ship, pyramid), &ship);
  std::ranges::sort(bows, {}, &std::pair<double, Ship*>::first);
  return bows;
}

/// A lying pyramid that nobody expected: the gauge of a step, or a ship that was moved while a hand hid the gauge.
void PlaneReferee::explainStrangers(PlaneLook& look) {
  // A step that is complete was made before the one whose gauge lies there.
  std::ranges::stable_partition(look.matching.strangers, [&](std::size_t index) {
    const auto bows = bowsAt(look.state.pyramids[index]);
    return !bows.empty() && bows.front().first <= step_reach_mm && !look.sees(bows.front().second->name);
  });
  std::string unexplained;
  std::vector<Stranger> strangers;
  for (const std::size_t index : look.matching.strangers) {
    const SeenPyramid& pyramid = look.state.pyramids[index];
    const SeenPose here = SeenPose::of(pyramid);
    const auto bows = bowsAt(pyramid);
    const Ship* near = bows.empty() || bows.front().first > step_reach_mm ? nullptr : bows.front().second;
    if (near == nullptr || pending_) {
      Stranger stranger = strangers_.at(pyramid);
      if (++stranger.looks == patient_tables)
        unexplained = sentences(unexplained, sentenceAbout(pyramid, look, near));
      strangers.push_back(std::move(stranger));
      continue;
    }
    Ship& ship = *bows.front().second;
    const double rival_mm = bows.size() > 1 ? bows[1].first : 1e3;
    const double likelihood = 1.0 / (1.0 + std::exp(-(rival_mm - bows.front().first) / 3.0));
    const std::string runner_up = bows.size() > 1 ? "step of " + bows[1].second->name : "piece laid aside";
    if (look.sees(ship.name) || look.mayBeUnderHand(ship))
      placeStep(look, ship, here, likelihood, runner_up);
    else
      stepAway(look, ship, index, likelihood, runner_up);
  }
  strangers_.see(std::move(strangers));
  if (!unexplained.empty())
    look.say("error", {{"what", "unexplained"}, {"sentence", unexplained}});
}

/// What is not counted, and pyramids that were asked about; not the `gauge` whose step is judged.
std::vector<NotCounted> PlaneReferee::thingsBeside(const SeenPose* gauge) const {
  std::vector<NotCounted> things = not_counted_;
  std::ranges::move(strangers_.inTheWay(gauge), std::back_inserter(things));
  return things;
}

} // namespace linesman::app
