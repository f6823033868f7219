#include "rules/games/armadas_match.h"

#include <algorithm>
#include <random>

#include "models/json_line.h"
#include "rules/games/armadas_consequences.h"
#include "rules/rule_book.h"

namespace linesman::rules {

namespace {

using nlohmann::json;

PlaneObject* objectOf(MatchState& state, const json& event, const char* key = "ship") {
  const std::string id = event.at(key).get<std::string>();
  for (PlaneObject& object : state.table.objects)
    if (object.id == id)
      return &object;
  return nullptr;
}

MatchPlayer* playerOf(MatchState& state, const std::string& name) {
  for (MatchPlayer& player : state.players)
    if (player.name == name)
      return &player;
  return nullptr;
}

void applySunk(MatchState& state, const json& event) {
  const PlaneObject* ship = objectOf(state, event);
  if (ship == nullptr)
    return;
  const PlaneObject gone = *ship;
  if (MatchPlayer* owner = playerOf(state, gone.player)) {
    ++owner->lost[indexOf(gone.size)];
    if (owner->flagship == gone.id) {
      owner->flagship_sunk = true;
      owner->flagship_sunk_by = event.value("sinker", "");
    }
  }
  if (MatchPlayer* by = playerOf(state, event.at("by").get<std::string>())) {
    ++by->sunk_ships;
    by->sunk_points += event.at("worth").get<int>();
  }
  std::erase_if(state.table.objects, [&](const PlaneObject& o) { return o.id == gone.id; });
  state.cargo.erase(gone.id);
}

void applyCargo(MatchState& state, const json& event, const std::string& kind) {
  const std::string ship = event.at("ship").get<std::string>();
  if (kind == "delivered") {
    if (MatchPlayer* player = playerOf(state, event.at("player").get<std::string>()))
      player->delivered += event.at("count").get<int>();
    state.cargo.erase(ship);
    return;
  }
  const std::string id = event.at("object").get<std::string>();
  if (kind == "picked_up") {
    const PlaneObject* piece = objectOf(state, event, "object");
    if (piece == nullptr)
      return;
    state.cargo[ship].push_back(*piece);
    std::erase_if(state.table.objects, [&](const PlaneObject& o) { return o.id == id; });
    return;
  }
  auto& carried = state.cargo[ship];
  const auto piece = std::find_if(carried.begin(), carried.end(), [&](const PlaneObject& o) { return o.id == id; });
  if (piece == carried.end())
    return;
  if (event.at("stands").get<bool>()) {
    state.table.objects.push_back(*piece);
    state.table.objects.back().pose = poseFrom(event.at("pose"));
  }
  carried.erase(piece);
  if (carried.empty())
    state.cargo.erase(ship);
}

void applyTurn(MatchState& state, const json& event) {
  state.turn = event.at("index").get<std::size_t>() % state.players.size();
  event.at("round").get_to(state.round);
  event.at("passes").get_to(state.passes);
  state.actions_used = 0;
  state.extra_actions = 0;
  for (PlaneObject& object : state.table.objects) {
    object.moved = false;
    object.shots = 0;
  }
}

void applyOut(MatchState& state, const json& event) {
  const std::string name = event.at("player").get<std::string>();
  if (MatchPlayer* player = playerOf(state, name))
    player->out = true;
  if (event.at("fleet") == "remove") {
    for (const PlaneObject& object : state.table.objects)
      if (object.isShip() && object.player == name)
        state.cargo.erase(object.id);
    std::erase_if(state.table.objects, [&](const PlaneObject& o) { return o.isShip() && o.player == name; });
  }
}

void applyShipEvent(MatchState& state, const json& event, const std::string& kind) {
  PlaneObject* ship = objectOf(state, event);
  if (ship == nullptr)
    return;
  if (kind == "move") {
    if (!event.at("placements").empty())
      ship->pose = poseFrom(event["placements"].back());
    ship->moved = true;
    ++state.actions_used;
  } else if (kind == "shot") {
    ++ship->shots;
    ++state.actions_used;
  } else if (kind == "damage") {
    event.at("after").get_to(ship->damage);
  } else if (kind == "adjust") {
    ship->pose = poseFrom(event.at("pose"));
  } else if (kind == "repair") {
    event.at("after").get_to(ship->damage);
    --state.players[state.turn].points;
    state.actions_used += event.at("actions").get<int>();
  }
}

void applyDraw(MatchState& state, const json& event, const std::string& kind) {
  state.draw_offered = kind != "draw_declined";
  for (MatchPlayer& player : state.players) {
    if (kind == "draw_declined")
      player.wants_draw = false;
    else if (player.name == event.at("player"))
      player.wants_draw = true;
  }
}

} // namespace

const MatchPlayer* MatchState::player(const std::string& name) const {
  for (const MatchPlayer& one : players)
    if (one.name == name)
      return &one;
  return nullptr;
}

void applyEvent(MatchState& state, const nlohmann::json& event) {
  const std::string kind = event.at("event").get<std::string>();
  if (kind == "sunk")
    applySunk(state, event);
  else if (kind == "picked_up" || kind == "cargo_dropped" || kind == "delivered")
    applyCargo(state, event, kind);
  else if (kind == "turn")
    applyTurn(state, event);
  else if (kind == "out")
    applyOut(state, event);
  else if (kind == "draw_offered" || kind == "draw_accepted" || kind == "draw_declined")
    applyDraw(state, event, kind);
  else if (kind == "extra") {
    ++state.extra_actions;
    --state.players[state.turn].points;
  } else if (kind == "over") {
    state.over = true;
    event.at("winners").get_to(state.winners);
    event.at("sentence").get_to(state.ending);
    event.at("clause").get_to(state.ending_clause);
  } else {
    applyShipEvent(state, event, kind);
  }
}

MatchState startMatch(const PlaneLaw& law, const PlaneTable& table, const std::vector<FleetPlan>& plans,
                      const std::vector<MatchPlayer>& marks, unsigned seed) {
  MatchState state;
  state.table = table;
  for (const FleetPlan& plan : plans) {
    MatchPlayer player;
    for (const MatchPlayer& mark : marks)
      if (mark.name == plan.player)
        player = mark;
    player.name = plan.player;
    player.fleet = plan.ships;
    player.points = pointsLeft(law, plan);
    state.players.push_back(player);
    for (PlaneObject& object : state.table.objects)
      if (const auto armour = plan.armour.find(object.id); armour != plan.armour.end() && object.player == plan.player)
        object.armour = armour->second;
  }
  putInTurn(law, state.players);
  if (law.option("first_player") == "drawn")
    state.turn = drawnByLot(seed, state.players.size());
  return state;
}

std::size_t drawnByLot(unsigned seed, std::size_t players) {
  return std::mt19937(seed)() % players;
}

ArmadasMatch::ArmadasMatch(PlaneLaw law, MatchState start) : law_(std::move(law)), state_(std::move(start)) {
  append({{"event", "start"}, {"game", law_.book->id()}, {"options", law_.chosen}, {"state", toJson(state_)}});
}

void ArmadasMatch::append(nlohmann::json event) {
  event["seq"] = journal_.size();
  event["action"] = action_;
  journal_.push_back(std::move(event));
}

ActionVerdict ArmadasMatch::play(const MatchAction& action) {
  ActionVerdict answer = judge(action);
  if (answer.verdict.ruling != Ruling::legal)
    return answer;
  if (action.kind == MatchAction::Kind::take_back) {
    // Only an action of the same turn: the state before it has the same player to move.
    if (past_.empty() || past_.back().turn != state_.turn || past_.back().round != state_.round) {
      answer.verdict.ruling = Ruling::illegal;
      answer.verdict.sentence = "No: there is nothing to take back in this turn.";
      return answer;
    }
    undo();
    return answer;
  }
  past_.push_back(state_);
  ++action_;
  for (const nlohmann::json& event : answer.events) {
    applyEvent(state_, event);
    append(event);
  }
  return answer;
}

bool ArmadasMatch::undo() {
  if (past_.empty())
    return false;
  state_ = std::move(past_.back());
  past_.pop_back();
  append({{"event", "undo"}});
  return true;
}

Result<ArmadasMatch> ArmadasMatch::fromJournal(PlaneLaw law, const std::vector<nlohmann::json>& journal) {
  try {
    if (journal.empty() || journal[0].at("event") != "start")
      return fail("The journal does not begin with the start of a match.");
    auto start = matchStateFromJson(journal[0].at("state"));
    if (!start)
      return tl::unexpected(start.error());
    ArmadasMatch match(std::move(law), std::move(*start));
    match.journal_ = {journal[0]};
    for (std::size_t i = 1; i < journal.size(); ++i) {
      const nlohmann::json& event = journal[i];
      if (event.at("event") == "undo") {
        if (match.past_.empty())
          return fail("The journal takes back more than was played (line " + std::to_string(i + 1) + ").");
        match.state_ = std::move(match.past_.back());
        match.past_.pop_back();
      } else {
        if (event.at("action").get<int>() != match.action_)
          match.past_.push_back(match.state_);
        match.action_ = event.at("action").get<int>();
        applyEvent(match.state_, event);
      }
      match.journal_.push_back(event);
    }
    return match;
  } catch (const nlohmann::json::exception& error) {
    return fail("The journal is torn: " + jsonFault(error) + ".");
  }
}

std::vector<Shift> shiftsOf(const PlaneLaw& law, const MatchState& state, const PlaneTable& seen) {
  std::vector<Shift> shifts;
  const double drift_mm = numberOption(law, "drift_mm");
  for (const PlaneObject& recorded : state.table.objects) {
    const PlaneObject* now = recorded.isShip() ? seen.find(recorded.id) : nullptr;
    if (now == nullptr)
      continue;
    const ShipShape& shape = state.table.shapes[recorded.size];
    // The residual is that of the corner which has moved most.
    const Outline before = shipOutline(recorded.pose, shape, HullModel::footprint);
    const Outline after = shipOutline(now->pose, shape, HullModel::footprint);
    double residual_mm = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i)
      residual_mm = std::max(residual_mm, (before[i] - after[i]).norm());
    if (residual_mm > drift_mm)
      shifts.push_back({recorded.id, residual_mm,
                        degFromRad(wrapAngle(now->pose.heading_rad() - recorded.pose.heading_rad())), recorded.pose,
                        now->pose});
  }
  return shifts;
}

} // namespace linesman::rules
