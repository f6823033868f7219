#include "rules/games/armadas_consequences.h"

#include <algorithm>

#include "rules/games/armadas_standing.h"

namespace linesman::rules {

namespace {

using nlohmann::json;

int priceOf(const PlaneLaw& law, PyramidSize size) {
  std::array<int, 3> one{};
  one[indexOf(size)] = 1;
  return fleetPrice(law, one);
}

} // namespace

bool mayCarry(const PlaneLaw& law, const MatchState& state, const PlaneObject& ship, const PlaneObject& cargo) {
  if (!flagOption(law, "cargo") || !ship.isShip() || cargo.kind != PlaneKind::upright)
    return false;
  if (law.option("cargo_rule") == "larger" && ship.size <= cargo.size)
    return false;
  const auto carried = state.cargo.find(ship.id);
  return carried == state.cargo.end() ||
         carried->second.size() < static_cast<std::size_t>(intOption(law, "cargo_capacity"));
}

bool touches(const PlaneLaw& law, const ShipShapes& shapes, const PlaneObject& ship, const PlaneObject& object,
             const std::string& how, bool agreed) {
  const double tolerance_mm = numberOption(law, "dock_tol_mm");
  const ShipShape& shape = shapes[ship.size];
  const Outline hull = shipOutline(ship.pose, shape, HullModel::footprint);
  const auto gapTo = [&](Corners set) {
    if (object.kind != PlaneKind::terrain)
      return gapBetween_mm(set, fireOutline(object, shapes, law.options));
    if (object.disc)
      return gapToPoint(set, object.pose.origin_mm()).mm - object.radius_mm;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& part : convexParts(object.polygon_mm))
      least = std::min(least, gapBetween_mm(set, part));
    return least;
  };
  const bool standing = object.kind != PlaneKind::terrain || object.height_mm > 0.0;
  double depth_mm = -gapTo(hull);
  if (how == "touch" && standing) { // as the step is judged
    const HullModel model = law.options.contact_model;
    depth_mm = -clearanceTo(shipBody(ship.pose, shape, model), object, shapes, model).mm;
  } else if (how == "bow") {
    const Eigen::Vector2d bow = bowOf(ship.pose, shape);
    depth_mm = -gapTo(Corners(&bow, 1));
  } else if (how == "inside") {
    for (const Eigen::Vector2d& corner : hull)
      depth_mm = std::min(depth_mm, -gapTo(Corners(&corner, 1)));
  }
  const double needed_mm = standing ? -tolerance_mm : agreed ? 0.0 : tolerance_mm;
  return depth_mm >= needed_mm;
}

bool isEnemyFlag(const PlaneLaw& law, const MatchState& state, const std::string& player, const PlaneObject& object) {
  if (law.option("goal") != "capture_flag")
    return false;
  return std::any_of(state.players.begin(), state.players.end(), [&](const MatchPlayer& other) {
    return other.name != player && !other.out && (other.flag == object.id || other.flagship == object.id);
  });
}

std::optional<Reached> reachedBy(const PlaneLaw& law, const MatchState& state, const std::string& ship, bool agreed) {
  const PlaneObject* mover = state.table.find(ship);
  if (mover == nullptr)
    return std::nullopt;
  const std::string& player = mover->player;
  const auto reaches = [&](const PlaneObject* object, const std::string& how, bool confirmed) {
    return object != nullptr && touches(law, state.table.shapes, *mover, *object, how, confirmed);
  };
  for (const PlaneObject& object : state.table.objects)
    if (isEnemyFlag(law, state, player, object) && reaches(&object, "touch", true))
      return Reached{player + " has reached the flag.", "A2-36"};
  const std::string goal = law.option("goal");
  for (const MatchPlayer& other : state.players) {
    if (goal == "dock" && other.name != player && reaches(state.table.find(other.base), law.option("dock"), agreed))
      return Reached{player + " has docked at the base of " + other.name + ".", "AR-47"};
    if (goal == "transport" && other.name == player && other.cargo_ship == ship &&
        reaches(state.table.find(other.cargo_goal), law.option("transport_goal"), agreed))
      return Reached{player + " has brought " + ship + " to its goal.", "AR-46"};
  }
  return std::nullopt;
}

void Consequences::emit(nlohmann::json event) {
  applyEvent(after_, event);
  events_.push_back(std::move(event));
}

void Consequences::damage(const std::string& ship, int points, const std::string& by) {
  const PlaneObject* hit = after_.table.find(ship);
  if (hit == nullptr || points <= 0)
    return;
  emit({{"event", "damage"},
        {"ship", ship},
        {"points", points},
        {"by", by},
        {"before", hit->damage},
        {"after", hit->damage + points}});
  if (after_.table.find(ship)->sunk())
    sink(ship, by);
}

void Consequences::sink(const std::string& ship, const std::string& by) {
  const PlaneObject sunk = *after_.table.find(ship);
  const MatchPlayer* owner = after_.player(sunk.player);
  const std::string sinker = owner == nullptr ? by : sinkerOf(law_, *owner, by);
  dropCargo(sunk);
  emit({{"event", "sunk"},
        {"ship", ship},
        {"player", sunk.player},
        {"by", areSinkersCredited(law_) ? sinker : std::string()},
        {"sinker", sinker},
        {"worth", priceOf(law_, sunk.size)}});
  const MatchPlayer* lost = after_.player(sunk.player);
  if (lost != nullptr && law_.option("goal") == "transport" && lost->cargo_ship == ship)
    out(sunk.player, "derelict", "AR-46");
  if (lost != nullptr && lost->flagship == ship)
    settle(); // at once: the rest of a ram comes too late
}

void Consequences::dropCargo(const PlaneObject& ship) {
  const auto carried = after_.cargo.find(ship.id);
  if (carried == after_.cargo.end())
    return;
  const bool stands = law_.option("cargo_drop") == "where_sunk";
  const std::vector<PlaneObject> pieces = carried->second;
  const double step_mm = after_.table.shapes[ship.size].slant_mm / static_cast<double>(pieces.size() + 1);
  double along_mm = 0.0;
  for (const PlaneObject& piece : pieces) {
    along_mm += step_mm;
    const Eigen::Vector2d at = ship.pose.origin_mm() + along_mm * ship.pose.direction();
    emit({{"event", "cargo_dropped"},
          {"ship", ship.id},
          {"object", piece.id},
          {"stands", stands},
          {"pose", poseJson(ShipPose(at, ship.pose.heading_rad()))}});
  }
}

void Consequences::pickUp(const std::string& ship) {
  for (const PlaneObject& object : std::vector<PlaneObject>(after_.table.objects)) {
    const PlaneObject* carrier = after_.table.find(ship);
    if (carrier == nullptr || !mayCarry(law_, after_, *carrier, object))
      continue;
    if (touches(law_, after_.table.shapes, *carrier, object, "touch", true))
      emit({{"event", "picked_up"}, {"ship", ship}, {"object", object.id}});
  }
}

void Consequences::deliver(const std::string& ship, bool agreed) {
  const PlaneObject& carrier = *after_.table.find(ship);
  const MatchPlayer* owner = after_.player(carrier.player);
  const PlaneObject* base = owner == nullptr ? nullptr : after_.table.find(owner->base);
  const auto carried = after_.cargo.find(ship);
  if (base == nullptr || carried == after_.cargo.end() || carried->second.empty() ||
      !touches(law_, after_.table.shapes, carrier, *base, law_.option("dock"), agreed))
    return;
  const std::string player = carrier.player;
  emit({{"event", "delivered"}, {"ship", ship}, {"player", player}, {"count", carried->second.size()}});
  if (law_.option("goal") == "deliver" && after_.player(player)->delivered >= intOption(law_, "goal_number"))
    over({player}, player + " has delivered enough.", "AR-51");
}

void Consequences::arrive(const std::string& ship, bool agreed) {
  const PlaneObject* mover = after_.table.find(ship);
  if (mover == nullptr || after_.over)
    return;
  if (const auto reached = reachedBy(law_, after_, ship, agreed))
    return over({mover->player}, reached->sentence, reached->clause);
  pickUp(ship);
  if (!after_.over)
    deliver(ship, agreed);
}

void Consequences::out(const std::string& player, const std::string& fleet, const std::string& clause) {
  if (after_.over || after_.player(player) == nullptr || after_.player(player)->out)
    return;
  emit({{"event", "out"}, {"player", player}, {"fleet", fleet}, {"clause", law_.clause(clause)}});
}

void Consequences::over(const std::vector<std::string>& winners, const std::string& sentence,
                        const std::string& clause) {
  if (!after_.over)
    emit({{"event", "over"}, {"winners", winners}, {"sentence", sentence}, {"clause", law_.clause(clause)}});
}

void Consequences::settle() {
  const auto end = [this] {
    if (const auto ending = endingOf(law_, after_))
      over(ending->winners, ending->sentence, ending->clause);
  };
  end(); // who has reached the goal has won, whoever else is left
  for (const MatchPlayer& player : std::vector<MatchPlayer>(after_.players)) {
    const bool afloat = std::any_of(after_.table.objects.begin(), after_.table.objects.end(),
                                    [&](const PlaneObject& o) { return o.isShip() && o.player == player.name; });
    if (const auto clause = outBy(law_, player, afloat))
      out(player.name, *clause == "AR-07" ? "none" : law_.option("flagship_fleet"), *clause);
  }
  end();
}

void Consequences::nextTurn() {
  if (after_.over)
    return;
  std::size_t next = after_.turn;
  bool wrapped = false;
  do {
    next = (next + 1) % after_.players.size();
    wrapped = wrapped || next == 0;
  } while (after_.players[next].out && next != after_.turn);
  const int passes = after_.actions_used == 0 && !after_.mover().out ? after_.passes + 1 : 0;
  emit({{"event", "turn"},
        {"index", next},
        {"player", after_.players[next].name},
        {"round", after_.round + (wrapped ? 1 : 0)},
        {"passes", passes}});
  const auto still_in =
      std::count_if(after_.players.begin(), after_.players.end(), [](const MatchPlayer& p) { return !p.out; });
  if (law_.option("draw_rule") == "all_pass" && passes >= still_in && !after_.draw_offered)
    emit({{"event", "draw_offered"}, {"player", ""}});
}

} // namespace linesman::rules
