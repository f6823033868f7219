#include <algorithm>
#include <cmath>

#include "rules/games/armadas_consequences.h"

namespace linesman::rules {

namespace {

using nlohmann::json;

ActionVerdict no(const PlaneLaw& law, const std::string& clause, const std::string& sentence) {
  ActionVerdict answer;
  answer.verdict.ruling = Ruling::illegal;
  answer.verdict.clauses = {law.clause(clause)};
  answer.verdict.sentence = "No: " + sentence;
  return answer;
}

Verdict yes(const PlaneLaw& law, const std::string& clause, const std::string& sentence) {
  Verdict verdict;
  verdict.ruling = Ruling::legal;
  verdict.clauses = {law.clause(clause)};
  verdict.sentence = sentence;
  return verdict;
}

json posesJson(const std::vector<ShipPose>& poses) {
  json list = json::array();
  for (const ShipPose& pose : poses)
    list.push_back({pose.x_mm(), pose.y_mm(), pose.heading_rad()});
  return list;
}

/// Margin, sigma and ruling of a geometric verdict, for the record.
void addMeasured(json& event, const Verdict& verdict) {
  event["ruling"] = nameOf(verdict.ruling);
  event["clauses"] = verdict.clauses;
  if (verdict.margin_mm)
    event["margin_mm"] = *verdict.margin_mm;
  if (verdict.sigma_mm)
    event["sigma_mm"] = *verdict.sigma_mm;
}

int actionsAllowed(const MatchState& state) {
  return actions_per_turn + state.extra_actions;
}

/// The player's own ship that an action names, or why not.
const PlaneObject* ownShip(const PlaneLaw& law, const MatchState& state, const std::string& id,
                           ActionVerdict& refused) {
  const PlaneObject* ship = state.table.find(id);
  if (ship == nullptr || !ship->isShip()) {
    refused = no(law, "AR-31", id + " is not afloat.");
    return nullptr;
  }
  if (ship->player != state.mover().name) {
    refused = no(law, "AR-14", id + " does not belong to " + state.mover().name + ".");
    return nullptr;
  }
  return ship;
}

ActionVerdict refusedActions(const PlaneLaw& law, const MatchState& state) {
  return no(law, "AR-14",
            state.mover().name + " has used all " + std::to_string(actionsAllowed(state)) + " actions of this turn.");
}

/// The table as a moving ship meets it: what it may touch is left out.
PlaneTable tableFor(const PlaneLaw& law, const MatchState& state, const PlaneObject& ship) {
  PlaneTable table = state.table;
  std::erase_if(table.objects, [&](const PlaneObject& object) {
    return object.id != ship.id && (mayCarry(law, state, ship, object) || isEnemyFlag(law, state, ship.player, object));
  });
  return table;
}

std::vector<ShipPose> asked(const MatchState& state, const PlaneObject& ship, const MatchAction& action) {
  if (!action.placements.empty())
    return action.placements;
  return placementsOf(ship.pose, state.table.shapes[ship.size], action.headings_rad);
}

/// The enemy that the last placement runs into, when that is the only thing wrong with the move.
const PlaneObject* rammed(const PlaneLaw& law, const PlaneTable& table, const PlaneObject& ship,
                          const StepVerdict& step) {
  if (!flagOption(law, "ramming") || step.verdict.ruling != Ruling::illegal)
    return nullptr;
  const PlaneObject* target = nullptr;
  double deepest_mm = 0.0;
  for (const Component& c : step.components) {
    if (c.holds())
      continue;
    const PlaneObject* object = c.kind == Component::Kind::object ? table.find(c.object) : nullptr;
    const bool last = c.step == static_cast<int>(step.placements.size());
    if (object == nullptr || !last || !object->isShip() || object->player == ship.player)
      return nullptr;
    if (target == nullptr || c.margin_mm < deepest_mm) {
      target = object;
      deepest_mm = c.margin_mm;
    }
  }
  return target;
}

/// Ramming (AR-50): the touching step is not placed, unless the rammed ship sinks and the agreement lets the rammer on.
void ram(Consequences& then, const PlaneLaw& law, const PlaneObject& ship, const PlaneObject& target,
         const ShipPose& last) {
  const int to_target = law.option("ram_target") == "size" ? pipsOf(ship.size) : 1;
  const std::string self = law.option("ram_self");
  const int to_self = self == "size" ? pipsOf(target.size) : self == "1" ? 1 : 0;
  then.emit({{"event", "ram"},
             {"player", ship.player},
             {"ship", ship.id},
             {"target", target.id},
             {"clauses", {law.clause("AR-50")}}});
  then.damage(target.id, to_target, ship.player);
  then.damage(ship.id, to_self, target.player);
  const bool room = then.after().table.find(target.id) == nullptr && then.after().table.find(ship.id) != nullptr;
  if (flagOption(law, "ram_advance") && room && !then.after().over)
    then.emit({{"event", "adjust"}, {"ship", ship.id}, {"pose", posesJson({last})[0]}, {"why", "ram"}});
}

ActionVerdict judgeMove(const PlaneLaw& law, const MatchState& state, const MatchAction& action) {
  ActionVerdict answer;
  const PlaneObject* ship = ownShip(law, state, action.ship, answer);
  if (ship == nullptr)
    return answer;
  if (state.actions_used >= actionsAllowed(state))
    return refusedActions(law, state);
  const PlaneTable table = tableFor(law, state, *ship);
  const std::vector<ShipPose> placements = asked(state, *ship, action);
  const StepVerdict step = judgeSteps(table, law, ship->id, placements, !action.placements.empty(), action.doubts);
  answer.verdict = step.verdict;
  // A ram needs every condition, also those that can not be the tightest one.
  StepVerdict whole = step;
  if (!step.components.empty() && flagOption(law, "ramming"))
    whole.components =
        stepComponents({table, law.options, *table.find(ship->id), placements, !action.placements.empty()}, true);
  const PlaneObject* target = rammed(law, table, *ship, whole);
  const bool agreed = action.agreed && !step.components.empty();
  if (step.verdict.ruling != Ruling::legal && target == nullptr && !agreed)
    return answer;
  Consequences then(law, state);
  std::vector<ShipPose> taken = placements;
  if (target != nullptr) {
    taken.pop_back();
    answer.verdict = yes(law, "AR-50", ship->id + " rams " + target->id + ".");
  }
  json event = {{"event", "move"},
                {"player", ship->player},
                {"ship", ship->id},
                {"from", posesJson({ship->pose})[0]},
                {"placements", posesJson(taken)}};
  addMeasured(event, step.verdict);
  if (agreed && step.verdict.ruling != Ruling::legal) {
    event["agreed"] = true;
    answer.verdict.ruling = Ruling::legal;
    answer.verdict.sentence += " The players agree to let it stand.";
  }
  then.emit(event);
  if (target != nullptr)
    ram(then, law, *ship, *target, placements.back());
  then.arrive(ship->id, action.agreed);
  then.settle();
  if (!then.after().over && then.after().mover().out)
    then.nextTurn();
  answer.events = then.take();
  return answer;
}

ActionVerdict judgeFire(const PlaneLaw& law, const MatchState& state, const MatchAction& action) {
  ActionVerdict answer;
  const PlaneObject* ship = ownShip(law, state, action.ship, answer);
  if (ship == nullptr)
    return answer;
  if (state.actions_used >= actionsAllowed(state))
    return refusedActions(law, state);
  const PlaneObject* target = state.table.find(action.target);
  if (target == nullptr)
    return no(law, "AR-31", action.target + " is not on the table; a shot at it is lost.");
  if (law.options.friendly_fire == FriendlyFire::ask && target->isShip() && target->player == ship->player &&
      !action.agreed)
    return no(law, "AR-16", action.target + " is an own ship; say again that it is meant.");
  const ShotVerdict shot = judgeShot(state.table, law, ship->id, target->id, action.side);
  answer.verdict = shot.verdict;
  const bool agreed = action.agreed && shot.shot.refusal.empty() && shot.verdict.ruling != Ruling::legal;
  if (shot.verdict.ruling != Ruling::legal && !agreed)
    return answer;
  Consequences then(law, state);
  json event = {{"event", "shot"},
                {"player", ship->player},
                {"ship", ship->id},
                {"target", target->id},
                {"side", nameOf(shot.side)}};
  addMeasured(event, shot.verdict);
  if (agreed) {
    event["agreed"] = true;
    answer.verdict.ruling = Ruling::legal;
    answer.verdict.sentence += " The players agree to let it stand.";
  }
  then.emit(event);
  if (target->isShip())
    then.damage(target->id, 1, ship->player);
  else if (isEnemyFlag(law, state, ship->player, *target))
    then.over({ship->player}, ship->player + " has sunk the flag.", "A2-36");
  then.settle();
  if (!then.after().over && then.after().mover().out)
    then.nextTurn();
  answer.events = then.take();
  return answer;
}

ActionVerdict judgeDone(const PlaneLaw& law, const MatchState& state) {
  const int least = intOption(law, "min_actions");
  if (state.actions_used < least)
    return no(law, "AR-14", "a turn has at least " + std::to_string(least) + " actions.");
  Consequences then(law, state);
  then.nextTurn();
  return {yes(law, "AR-14", state.mover().name + " ends the turn."), then.take()};
}

ActionVerdict judgeRepair(const PlaneLaw& law, const MatchState& state, const MatchAction& action) {
  if (!flagOption(law, "repair"))
    return no(law, "AR-53", "repairs were not agreed.");
  ActionVerdict answer;
  const PlaneObject* ship = ownShip(law, state, action.ship, answer);
  if (ship == nullptr)
    return answer;
  const int actions = flagOption(law, "repair_action") ? 1 : 0;
  if (state.actions_used + actions > actionsAllowed(state))
    return refusedActions(law, state);
  if (state.mover().points < 1)
    return no(law, "AR-53", state.mover().name + " has no points left.");
  if (ship->damage < 1)
    return no(law, "AR-53", ship->id + " is not damaged.");
  answer.events = {{{"event", "repair"},
                    {"player", ship->player},
                    {"ship", ship->id},
                    {"before", ship->damage},
                    {"after", ship->damage - 1},
                    {"actions", actions}}};
  answer.verdict = yes(law, "AR-53", ship->id + " is repaired by one point.");
  return answer;
}

ActionVerdict judgeExtra(const PlaneLaw& law, const MatchState& state) {
  if (!flagOption(law, "extra_action"))
    return no(law, "AR-54", "extra actions were not agreed.");
  if (state.mover().points < 1)
    return no(law, "AR-54", state.mover().name + " has no points left.");
  if (state.extra_actions >= intOption(law, "extra_per_turn"))
    return no(law, "AR-54", "no more extra actions in this turn.");
  return {yes(law, "AR-54", state.mover().name + " buys one more action."),
          {{{"event", "extra"}, {"player", state.mover().name}}}};
}

ActionVerdict judgeAdjust(const PlaneLaw& law, const MatchState& state, const MatchAction& action) {
  const PlaneObject* ship = state.table.find(action.ship);
  if (ship == nullptr || !ship->isShip() || action.placements.size() != 1)
    return no(law, "AR-34", "only a ship afloat can be put right, to one place.");
  PlaneTable seen = state.table;
  for (PlaneObject& object : seen.objects)
    if (object.id == ship->id)
      object.pose = action.placements[0];
  const double residual_mm = (action.placements[0].origin_mm() - ship->pose.origin_mm()).norm();
  return {yes(law, "AR-34", ship->id + " is put right; no penalty."),
          {{{"event", "adjust"},
            {"ship", ship->id},
            {"pose", posesJson(action.placements)[0]},
            {"residual_mm", residual_mm},
            {"why", "shift"}}}};
}

ActionVerdict judgeTalk(const PlaneLaw& law, const MatchState& state, const MatchAction& action,
                        const std::string& player) {
  Consequences then(law, state);
  switch (action.kind) {
  case MatchAction::Kind::resign:
    then.out(player, law.option("flagship_fleet"), "AR-07");
    then.settle();
    if (!then.after().over && then.after().mover().out)
      then.nextTurn();
    return {yes(law, "AR-07", player + " resigns."), then.take()};
  case MatchAction::Kind::offer_draw:
    if (state.draw_offered)
      return no(law, "AR-35", "a draw is on offer already.");
    then.emit({{"event", "draw_offered"}, {"player", player}});
    return {yes(law, "AR-35", player + " offers a draw."), then.take()};
  case MatchAction::Kind::decline_draw:
    if (!state.draw_offered)
      return no(law, "AR-35", "no draw is on offer.");
    then.emit({{"event", "draw_declined"}, {"player", player}});
    return {yes(law, "AR-35", player + " declines the draw."), then.take()};
  default:
    break;
  }
  if (!state.draw_offered)
    return no(law, "AR-35", "no draw is on offer.");
  then.emit({{"event", "draw_accepted"}, {"player", player}});
  then.settle();
  return {yes(law, "AR-35", player + " accepts the draw."), then.take()};
}

ActionVerdict judgeOwnTurn(const PlaneLaw& law, const MatchState& state, const MatchAction& action) {
  switch (action.kind) {
  case MatchAction::Kind::move:
    return judgeMove(law, state, action);
  case MatchAction::Kind::fire:
    return judgeFire(law, state, action);
  case MatchAction::Kind::repair:
    return judgeRepair(law, state, action);
  case MatchAction::Kind::extra:
    return judgeExtra(law, state);
  case MatchAction::Kind::take_back:
    if (!flagOption(law, "takeback"))
      return no(law, "AR-35", "taking back was not agreed.");
    return {yes(law, "AR-35", "The last action is taken back."), {}};
  default:
    return judgeDone(law, state);
  }
}

} // namespace

ActionVerdict judgeAction(const PlaneLaw& law, const MatchState& state, const MatchAction& action) {
  if (state.over)
    return no(law, "AR-07", "the game is over. " + state.ending);
  const std::string player = action.player.empty() ? state.mover().name : action.player;
  const MatchPlayer* seat = state.player(player);
  if (seat == nullptr || seat->out)
    return no(law, "AR-14", player + " is not in the game.");
  if (action.kind == MatchAction::Kind::adjust)
    return judgeAdjust(law, state, action);
  if (action.kind >= MatchAction::Kind::resign && action.kind <= MatchAction::Kind::decline_draw)
    return judgeTalk(law, state, action, player);
  if (player == state.mover().name)
    return judgeOwnTurn(law, state, action);
  // A player who begins after the one before has used every action need not wait for a word.
  if (state.actions_used >= actionsAllowed(state)) {
    Consequences ended(law, state);
    ended.nextTurn();
    if (ended.after().mover().name == player && action.kind != MatchAction::Kind::take_back) {
      ActionVerdict answer = judgeOwnTurn(law, ended.after(), action);
      if (answer.verdict.ruling != Ruling::legal)
        return answer;
      std::vector<json> events = ended.take();
      events.insert(events.end(), answer.events.begin(), answer.events.end());
      answer.events = std::move(events);
      return answer;
    }
  }
  return no(law, "AR-14", "it is the turn of " + state.mover().name + ".");
}

bool isStuck(const PlaneLaw& law, const MatchState& state, const std::string& ship) {
  const PlaneObject* mover = state.table.find(ship);
  if (mover == nullptr)
    return true;
  const PlaneTable table = tableFor(law, state, *mover);
  for (int half_degrees = 0; half_degrees <= 150; ++half_degrees)
    for (const double sign : {1.0, -1.0}) {
      const double heading_rad = mover->pose.heading_rad() + sign * radFromDeg(half_degrees / 2.0);
      const StepQuery query{table, law.options, *table.find(ship),
                            placementsOf(mover->pose, table.shapes[mover->size], {heading_rad}), false};
      if (stepMargin_mm(query, 0.0) > 0.0)
        return false;
    }
  return true;
}

} // namespace linesman::rules
