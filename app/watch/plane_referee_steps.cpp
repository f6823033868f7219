#include <algorithm>
#include <cmath>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"

namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

constexpr double least_sigma_mm = 0.1; // of a margin, before another verdict is clear
constexpr double judged_again = 0.95;  // likelihood of a step whose gauge lies there since an earlier look

/// It lies there otherwise than it seemed.
void findGauge(PlaneLook& look, const Ship& ship, const Eigen::Vector2d& bow_mm) {
  const auto index = look.strangerAt(ship, bow_mm);
  if (!index)
    return;
  look.matching.found[gauge_key] = *index;
  std::erase(look.matching.missing, gauge_key);
  std::erase(look.matching.strangers, *index);
}

/// The newest verdict about that step of its Move falls.
void retract(PlaneLook& look, const Ship& ship, int step, const std::string& sentence) {
  look.say("retract", merged({{"sentence", sentence}, {"step", step}}, pieceJson(ship)));
}

} // namespace

void PlaneReferee::followPending(PlaneLook& look) {
  if (!pending_)
    return;
  Ship& ship = *shipNamed(pending_->ship);
  if (!ship.afloat()) { // it steps no more
    if (!look.sees(gauge_key) && !mayBeUnder(look.state.resting_mm, ship.size, pending_->at)) {
      uncountStep(ship);
      pending_.reset();
    }
    return;
  }
  if (!look.sees(gauge_key) && (look.untouched || !look.sees(ship.name)))
    findGauge(look, ship, law_.bowOf(ship.size, ship.seen));
  const bool gauge = look.sees(gauge_key);
  const bool original = look.sees(ship.name);
  if (gauge)
    recheckWithheld(look, ship);
  if (gauge ? !original && look.mayBeUnderHand(ship) : mayBeUnder(look.state.resting_mm, ship.size, pending_->at))
    return;                  // what a hand covers lies as it was left
  const auto misread = [&] { // it is there, but its pose was fitted with the wrong shape
    const SeenPyramid& pyramid = look.state.pyramids[look.matching.found.at(gauge_key)];
    return !ship.isLike(pyramid);
  };
  const auto lies_otherwise = [&] { return !isLaidAlike(pending_->at, look.at(gauge_key)); };
  if (gauge && !original) {
    if (!misread() && !pending_->decided && lies_otherwise())
      judgeAnew(look, ship); // ruled on where it lay before
    else if (!misread())
      pending_->at = look.at(gauge_key);
    completeStep(look);
    return;
  }
  if (!gauge && original) {
    withdrawStep(look, ship);
    return;
  }
  if (!gauge || !original) { // both out of sight: the table is not as it was left, so wait, or the move went on
    if (pending_->legal && look.strangerAt(ship, law_.bowOf(ship.size, pending_->at)))
      completeStep(look);
    return;
  }
  if (misread())
    return;
  if (lies_otherwise())
    judgeAnew(look, ship);
  else if (look.untouched && pending_->looks < sure_looks)
    recheckPending(look, ship);
}

/// The gauge was nudged, or seen wrongly before: where it lies now counts.
void PlaneReferee::judgeAnew(PlaneLook& look, Ship& ship) {
  if (look.untouched)
    retract(look, ship, pending_->step,
            "The gauge at " + ship.name + "'s bow was seen wrongly; the step is judged again.");
  placeAgain(look, ship, look.at(gauge_key), look.untouched ? "gauge nudged" : "gauge seen wrongly");
}

/// The pending step as it is known now: it stays a step of its Move, whatever was done since.
void PlaneReferee::placeAgain(PlaneLook& look, Ship& ship, const SeenPose& to, const std::string& runner_up) {
  inTurn(pending_->turn, [&] {
    const TurnLedger before = ledger_;
    const bool counted = pending_->legal && ship.player == ledger_.player();
    const bool goes_on = movesOn(ship);
    uncountStep(ship);
    pending_.reset();
    if (goes_on)
      ledger_.moving = ship.name;
    placeStep(look, ship, to, judged_again, runner_up);
    if (counted && pending_->legal)
      ledger_ = before; // with the order in which things were done
    else if (goes_on)
      ledger_.moving = before.moving;
  });
}

void PlaneReferee::inTurn(int turn, const std::function<void()>& act) {
  const bool before = last_turn_ && turn == last_turn_->ledger.turn;
  if (before)
    std::swap(ledger_, last_turn_->ledger);
  act();
  if (before)
    std::swap(ledger_, last_turn_->ledger);
}

/// Is the pending step one that counts as going on with its ship's Move?
bool PlaneReferee::movesOn(const Ship& ship) const {
  return pending_->legal && pending_->step > 1 && ship.player == ledger_.player();
}

/// The gauge was taken away, and the ship stays.
void PlaneReferee::withdrawStep(PlaneLook& look, const Ship& ship) {
  look.say("action", merged({{"kind", "remove"},
                             {"what", "spare_withdrawn"},
                             {"actor", ship.player},
                             {"likelihood", 0.99},
                             {"from", pending_->at.toJson()},
                             {"to", nullptr},
                             {"clauses", json::array({law_.clause(pending_->legal ? 19 : 24)})},
                             {"sentence", "The gauge at " + ship.name + "'s bow was taken away; the ship stays."}},
                            pieceJson(ship)));
  ended_ = EndedStep{*pending_, ship.recorded, false};
  uncountStep(ship);
  pending_.reset();
}

/// The pending step counts in its move no longer.
void PlaneReferee::uncountStep(const Ship& ship) {
  inTurn(pending_->turn, [&] {
    if (pending_->legal && ship.player == ledger_.player())
      ledger_.dropSteps(ship.name, pending_->step - 1);
  });
}

/// The mean of several sightings may say otherwise than the first one did.
void PlaneReferee::recheckPending(PlaneLook& look, Ship& ship) {
  const SeenPose here = look.at(gauge_key);
  SeenPose& at = pending_->at;
  at = meanWith(at, pending_->looks++, here);
  Judgement again;
  inTurn(pending_->turn, [&] {
    const TurnLedger before = ledger_;
    uncountStep(ship);
    if (movesOn(ship))
      ledger_.moving = ship.name;
    again = judgeStep(ship, at);
    ledger_ = before;
  });
  const rules::Verdict& verdict = again.verdict;
  const bool legal = verdict.ruling == Ruling::legal;
  const double sigma_mm = std::max(verdict.sigma_mm.value_or(0.0), least_sigma_mm);
  const bool clear = verdict.ruling != Ruling::unclear && std::abs(verdict.margin_mm.value_or(0.0)) > 2.0 * sigma_mm;
  if (legal == pending_->legal || pending_->decided || !clear)
    return;
  retract(look, ship, pending_->step,
          "Seen longer, the gauge at " + ship.name + "'s bow lies otherwise; the step is judged again.");
  placeAgain(look, ship, SeenPose(at), "the first sighting");
  pending_->looks = sure_looks;
}

/// What lay in the way may be gone.
void PlaneReferee::recheckWithheld(PlaneLook& look, Ship& ship) {
  if (!pending_->withheld || pending_->decided)
    return;
  inTurn(pending_->turn, [&] {
    if (!judgeStep(ship, pending_->at).verdict.withheld.empty())
      return;
    retract(look, ship, pending_->step, "The step of " + ship.name + " can be ruled on now; it is judged again.");
    const SeenPose at = pending_->at;
    pending_.reset();
    placeStep(look, ship, at, judged_again, "piece laid aside");
  });
}

/// A step was taken for complete, or its gauge for taken away; here lie both again.
void PlaneReferee::recheckEnded(PlaneLook& look) {
  if (!ended_ || pending_ || !look.untouched) // what a hand laid again is a step anew
    return;
  const PendingStep step = ended_->step;
  const SeenPose from = ended_->from;
  const bool completed = ended_->completed;
  Ship& ship = *shipNamed(step.ship);
  if (ship.removed || !look.sees(ship.name)) {
    if (ship.removed)
      ended_.reset();
    return;
  }
  const SeenPose& other = completed ? from : step.at; // what was taken for gone
  const auto lies =
      std::find_if(look.matching.strangers.begin(), look.matching.strangers.end(), [&](std::size_t index) {
        const SeenPyramid& pyramid = look.state.pyramids[index];
        const SeenPose here = SeenPose::of(pyramid);
        return ship.isLike(pyramid) && shiftBetween(other, here) <= gauge_moved_mm &&
               std::abs(turnBetween(other, here)) <= gauge_turned_rad; // whatever the noise
      });
  if (lies == look.matching.strangers.end())
    return;
  retract(look, ship, step.step,
          completed ? "The original of " + ship.name + " still lies there; its step is not complete."
                    : "The gauge at " + ship.name + "'s bow still lies there; the step goes on.");
  const std::size_t index = *lies;
  look.matching.strangers.erase(lies);
  if (completed) {
    if (step.legal)
      completed_.dropNewest(); // it was this one
    look.matching.found[gauge_key] = look.matching.found[ship.name];
    look.matching.found[ship.name] = index;
    ship.seen = ship.recorded = from;
    ship.looks = 1;
    ship.displaced = false;
  } else {
    look.matching.found[gauge_key] = index;
    if (step.legal && ship.player == ledger_.player() && ledger_.stepsOf(ship.name) < step.step)
      ledger_.addStep(ship.name);
  }
  pending_ = step;
  ended_.reset();
}

Judgement PlaneReferee::judgeStep(const Ship& ship, const SeenPose& to) const {
  const int step = ledger_.stepNumber(ship.name);
  const std::vector<Ship> fleets = standing().obstaclesFor(ship);
  Judgement judgement =
      law_.step(fleets, thingsBeside(&to), *std::ranges::find(fleets, ship.name, &Ship::name), to, step);
  const auto refuse = [&](int clause_number, const std::string& sentence) {
    app::refuse(judgement.verdict, law_.clause(clause_number), sentence);
  };
  const bool goes_on = ledger_.moving == ship.name;
  if (ship.player != ledger_.player())
    refuse(14, "It is " + ledger_.player() + "'s turn; " + ship.name + " may not move: take the gauge away.");
  else if (!goes_on && ledger_.moved.contains(ship.name))
    refuse(15, ship.name + " has moved already in this turn; take the gauge away.");
  else if (!goes_on && ledger_.isSpent())
    refuse(14, ledger_.player() + " has used all " + std::to_string(ledger_.actionsAllowed()) +
                   " actions of this turn; take the gauge away and say done.");
  else if (step > law_.stepsPerMove(ship.size))
    refuse(17, ship.name + " has made all " + std::to_string(law_.stepsPerMove(ship.size)) +
                   " steps of its move; take the gauge away.");
  else if (ship.displaced && judgement.verdict.ruling != Ruling::legal)
    refuse(34, ship.name + " does not lie where it belongs; take the gauge away and put " + ship.name + " back first.");
  return judgement;
}

/// Was it gone before its player's turn ended, which was the last one? Then it went in that turn.
bool PlaneReferee::wentLastTurn(const Ship& ship) const {
  return last_turn_ && ship.player != ledger_.player() && last_turn_->hasGone(ship.name);
}

/// A step of which no picture shows the original beside the gauge.
void PlaneReferee::stepAway(PlaneLook& look, Ship& ship, std::size_t seen, double likelihood,
                            const std::string& runner_up) {
  inTurn(wentLastTurn(ship) ? last_turn_->ledger.turn : ledger_.turn, [&] {
    placeStep(look, ship, SeenPose::of(look.state.pyramids[seen]), likelihood, runner_up);
    look.matching.found[gauge_key] = seen;
    completeStep(look);
  });
  if (last_turn_)
    std::erase(last_turn_->gone, ship.name);
}

void PlaneReferee::placeStep(PlaneLook& look, Ship& ship, const SeenPose& to, double likelihood,
                             const std::string& runner_up) {
  const Judgement judgement = judgeActionOf(
      ship.player, look.t_s, [&] { return judgeStep(ship, to); }, look.events);
  const bool legal = judgement.verdict.ruling == Ruling::legal;
  json action = merged({{"kind", "step"},
                        {"what", "placed"},
                        {"actor", ship.player},
                        {"likelihood", likelihood},
                        {"runner_up", runner_up},
                        {"from", ship.seen.toJson()},
                        {"to", to.toJson()}},
                       pieceJson(ship));
  action.update(judgement.facts);
  look.say("action", action);
  look.say("verdict", merged(merged(describe(judgement.verdict), {{"action", "step"}, {"in_turn", ledger_.turn}}),
                             merged(pieceJson(ship), judgement.facts)));
  ended_.reset();
  pending_ = PendingStep{ship.name, to, legal, ledger_.stepNumber(ship.name)};
  pending_->withheld = !judgement.verdict.withheld.empty();
  pending_->turn = ledger_.turn;
  if (legal)
    ledger_.addStep(ship.name);
}

void PlaneReferee::completeStep(PlaneLook& look) {
  Ship& ship = *shipNamed(pending_->ship);
  const json from = ship.seen.toJson();
  const bool legal = pending_->legal, withheld = pending_->withheld;
  ended_ = EndedStep{*pending_, ship.recorded, true};
  ship.seen = pending_->at;
  if (legal) {
    completed_.forgetBefore(ledger_.turn);
    completed_.add({ship.name, pending_->step, ship.recorded, pending_->turn});
    inTurn(pending_->turn, [&] { ledger_.declared = ship.name; });
    ship.recorded = ship.seen;
    ship.looks = 1;
    ship.score = 1.0;
  }
  ship.displaced = !legal;
  ship.missed = ship.held = 0;
  if (look.sees(gauge_key))
    look.matching.found[ship.name] = look.matching.found[gauge_key];
  std::erase(look.matching.missing, ship.name);
  pending_.reset();
  look.say("action", merged({{"kind", "remove"},
                             {"what", "original"},
                             {"actor", ship.player},
                             {"likelihood", 0.99},
                             {"from", from},
                             {"to", nullptr}},
                            pieceJson(ship)));
  const rules::Verdict verdict =
      legal
          ? ruled(Ruling::legal, {law_.clause(19)}, "The step of " + ship.name + " is complete; the gauge is the ship.")
          : ruled(Ruling::illegal, {law_.clause(18)},
                  withheld ? "The step of " + ship.name +
                                 " was not ruled, and yet carried out; put the ship back where it was."
                           : "The refused step of " + ship.name + " was carried out; put the ship back where it was.");
  look.say("verdict", merged(merged(describe(verdict), {{"action", "remove"},
                                                        {"what", "original"},
                                                        {"from", ended_->from.toJson()},
                                                        {"to", ended_->step.at.toJson()},
                                                        {"step", ended_->step.step},
                                                        {"in_turn", ended_->step.turn}}),
                             pieceJson(ship)));
  if (legal)
    arrive(ship, look.t_s, look.events);
  if (!legal)
    look.say("put_back", merged({{"residual_mm", shiftBetween(ship.recorded, ship.seen)},
                                 {"done", false},
                                 {"wanted", ship.recorded.toJson()}},
                                pieceJson(ship)));
}

} // namespace linesman::app
