#include "app/plane_calls.h"

#include <algorithm>
#include <functional>

#include "app/watch/not_counted.h"
#include "app/watch/ship.h"
#include "rules/plane_scenario.h"

namespace linesman::app {

namespace {

constexpr double same_place_mm = 5.0;
constexpr double same_heading_rad = 0.2;
/// A stern this near a bow was meant for it; how near the rules want it is the law's matter.
constexpr double meant_for_mm = 12.0;

/// What a snapshot's questions are asked about, as in a match.
struct SeenSea {
  rules::PlaneTable table;           ///< for the law
  std::vector<NotCounted> things;    ///< what it knows nothing of
  decltype(Snapshot::astray) astray; ///< ships that lie elsewhere than in `table`

  rules::PlaneTable with(const Terrain& thing) const {
    rules::PlaneTable table_with = table;
    if (const auto known = rules::planeTableFromJson({{"objects", {thing}}}))
      table_with.objects.push_back(known->objects.front());
    return table_with;
  }
  /// Where this ship lies as it was seen.
  rules::PlaneTable withAstray(const std::string& ship) const {
    rules::PlaneTable as_seen = table;
    if (const auto there = std::ranges::find(as_seen.objects, ship, &rules::PlaneObject::id);
        there != as_seen.objects.end())
      there->pose = astray.at(ship);
    return as_seen;
  }
};

/// A snapshot's sea: the ships where their match has them; or as they are seen, without the pieces in `gauges`, with
/// the playing surface and the islands that the table file has, and names to find ships by.
SeenSea seaOf(const Snapshot& snapshot, const std::vector<PieceId>& gauges) {
  SeenSea sea;
  MatchSetup setup;
  setup.readTable(snapshot.table);
  sea.things = notCounted(snapshot.state, setup);
  if (snapshot.recorded) {
    sea.table = *snapshot.recorded;
    sea.astray = snapshot.astray;
    return sea;
  }
  TableState counted = snapshot.state;
  std::erase_if(counted.pyramids, [&](const SeenPyramid& pyramid) {
    return std::ranges::find(gauges, pyramid.id) != gauges.end() ||
           std::ranges::find(sea.things, pyramid.id, &NotCounted::piece) != sea.things.end();
  });
  std::map<int, std::string> names;
  for (const auto& [id, name] : snapshot.names)
    names[id.value] = name;
  rules::PlaneTable& table = sea.table;
  table = rules::planeTableFrom(counted, snapshot.table.players, names, snapshot.pieces);
  // The table file was checked when it was read; what it has is a table of the law.
  if (const auto known = rules::planeTableFromJson({{"area", setup.area}, {"objects", setup.terrain}})) {
    table.area = known->area;
    table.objects.insert(table.objects.end(), known->objects.begin(), known->objects.end());
  }
  return sea;
}

/// The pieces of a snapshot that were judged as steps.
std::vector<PieceId> gaugesOf(const Snapshot& snapshot) {
  std::vector<PieceId> gauges;
  for (const Call& call : snapshot.calls)
    if (call.question == Call::Question::step)
      gauges.push_back(call.target);
  return gauges;
}

/// Withholds what `verdict` allows where a thing would forbid it, or a ship that lies astray from there; `again`: the
/// law's answer for another table, `mover`: the ship that is to lie elsewhere; none: it is a shot.
void withholdIn(const SeenSea& sea, const rules::PlaneLaw& law, rules::Verdict& verdict, const std::string& whether,
                const std::function<rules::Verdict(const rules::PlaneTable&)>& again, const std::string& mover = "") {
  if (verdict.ruling != rules::Ruling::legal)
    return;
  const auto margin_mm = [&](const Terrain& thing) { return again(sea.with(thing)).margin_mm.value_or(0.0); };
  const auto forbids = [&](const auto& stray) {
    return stray.first != mover && again(sea.withAstray(stray.first)).margin_mm.value_or(-1.0) < 0.0;
  };
  if (const NotCounted* thing = inTheWay(sea.things, margin_mm))
    withhold(verdict, law.clause("AR-33"), whether, *thing, mover.empty() ? ", and fire again" : "");
  else if (const auto stray = std::ranges::find_if(sea.astray, forbids); stray != sea.astray.end())
    withhold(verdict, law.clause("AR-33"), whether, stray->first + " does not lie where it belongs",
             mover.empty() ? "put it back and fire again" : "put it back");
}

/// The law's answers about every shot of a ship.
std::vector<rules::ShotVerdict> shotsOf(const SeenSea& sea, const rules::PlaneLaw& law, const std::string& ship) {
  std::vector<rules::ShotVerdict> shots = rules::judgeShots(sea.table, law, ship);
  for (rules::ShotVerdict& shot : shots)
    withholdIn(sea, law, shot.verdict, ship + " hits " + shot.target, [&](const rules::PlaneTable& table) {
      return rules::judgeShot(table, law, ship, shot.target, shot.side).verdict;
    });
  return shots;
}

PieceId idOf(const Snapshot& snapshot, const std::string& name) {
  for (const auto& [id, own] : snapshot.names)
    if (own == name)
      return id;
  return {};
}

Call stepCall(const Snapshot& snapshot, const SeenSea& sea, const rules::PlaneLaw& law, const SeenPyramid& ship,
              const SeenPyramid& gauge) {
  Call call;
  call.question = Call::Question::step;
  call.actor = ship.id;
  call.target = gauge.id;
  const std::string& name = snapshot.names.at(ship.id);
  call.title = name + " makes a step";
  const auto judged = [&](const rules::PlaneTable& table) {
    return rules::judgeSteps(table, law, name, {gauge.table_from_piece}, true,
                             {{gauge.own_covariance, gauge.shared_error}})
        .verdict;
  };
  call.verdict = judged(sea.table);
  withholdIn(sea, law, call.verdict, name + " may make this step", judged, name);
  return call;
}

void addShots(std::vector<Call>& calls, const Snapshot& snapshot, const SeenSea& sea, const rules::PlaneLaw& law,
              const std::string& ship) {
  for (rules::ShotVerdict& shot : shotsOf(sea, law, ship)) {
    Call call;
    call.actor = idOf(snapshot, ship);
    call.target = idOf(snapshot, shot.target);
    if (!call.actor || !call.target) // of a match, and not seen: nothing is ruled about it
      continue;
    call.title = ship + " fires at " + shot.target + ", " + rules::nameOf(shot.side);
    call.verdict = std::move(shot.verdict);
    calls.push_back(std::move(call));
  }
}

} // namespace

Result<PlaneCaller> PlaneCaller::make(const std::string& game, const std::map<std::string, std::string>& options) {
  auto agreed = options;
  if (const auto goal = options.find("goal"); goal != options.end() && goal->second == "capture_flag")
    agreed["flag_contact"] = "true"; // of those whose owner the match knows
  auto law = rules::PlaneLaw::load(game, agreed);
  if (!law)
    return tl::unexpected(law.error());
  return PlaneCaller(std::move(*law));
}

Result<ReachShown> PlaneCaller::reach(const Snapshot& snapshot, PieceId ship) const {
  const auto name = snapshot.names.find(ship);
  SeenSea sea = seaOf(snapshot, gaugesOf(snapshot));
  for (const NotCounted& thing : sea.things) // past what lies there nothing would be ruled
    sea.table = sea.with(asTerrain(thing));
  return reachShown(sea.table, law_, name == snapshot.names.end() ? std::string() : name->second);
}

Result<Supposed> PlaneCaller::suppose(const Snapshot& snapshot, PieceId ship,
                                      const std::vector<double>& headings_rad) const {
  SeenSea sea = seaOf(snapshot, gaugesOf(snapshot));
  rules::PlaneTable& table = sea.table;
  const auto name = snapshot.names.find(ship);
  const auto object = std::find_if(table.objects.begin(), table.objects.end(), [&](const rules::PlaneObject& other) {
    return name != snapshot.names.end() && other.id == name->second && other.isShip();
  });
  if (object == table.objects.end() || headings_rad.empty())
    return fail("Choose a ship of the table first.");
  const int most = law_.options.max_steps[static_cast<std::size_t>(object->size)];
  if (static_cast<int>(headings_rad.size()) > most)
    return fail("A " + std::string(nameOf(object->size)) + " ship has " + std::to_string(most) + " steps.");
  Supposed supposed;
  supposed.steps_left = most - static_cast<int>(headings_rad.size());
  supposed.placements = rules::placementsOf(object->pose, table.shapes[object->size], headings_rad);
  supposed.step.question = Call::Question::step;
  supposed.step.actor = ship;
  supposed.step.title = name->second + ", if it went " + std::to_string(headings_rad.size()) +
                        (headings_rad.size() == 1 ? " step" : " steps");
  const auto judged = [&](const rules::PlaneTable& on) {
    return rules::judgeSteps(on, law_, name->second, supposed.placements, false).verdict;
  };
  supposed.step.verdict = judged(table);
  withholdIn(sea, law_, supposed.step.verdict,
             name->second + (headings_rad.size() == 1 ? " may make this step" : " may make these steps"), judged,
             name->second);
  object->pose = supposed.placements.back();
  for (const rules::ShotVerdict& shot : shotsOf(sea, law_, name->second))
    if (shot.verdict.ruling == rules::Ruling::legal &&
        std::find(supposed.targets.begin(), supposed.targets.end(), shot.target) == supposed.targets.end())
      supposed.targets.push_back(shot.target);
  return supposed;
}

bool PlaneCaller::wasThere(const SeenPyramid& ship) const {
  return !ships_ || std::any_of(ships_->begin(), ships_->end(), [&](const SeenPyramid& before) {
    return sameKind(before, ship) &&
           (before.table_from_piece.origin_mm() - ship.table_from_piece.origin_mm()).norm() < same_place_mm &&
           std::abs(wrapAngle(before.table_from_piece.heading_rad() - ship.table_from_piece.heading_rad())) <
               same_heading_rad;
  });
}

const SeenPyramid* PlaneCaller::stepperOf(const SeenPyramid& newcomer, const Snapshot& snapshot) const {
  const SeenPyramid* nearest = nullptr;
  double least_mm = meant_for_mm;
  for (const SeenPyramid& ship : snapshot.state.pyramids) {
    if (ship.id == newcomer.id || !sameKind(ship, newcomer) || ship.posture != Posture::lying || !wasThere(ship))
      continue;
    const Point2<PieceFrame> bow{{snapshot.pieces.pyramid(ship.size).slant_mm(), 0.0}};
    const double gap_mm = ((ship.table_from_piece * bow).xy - newcomer.table_from_piece.origin_mm()).norm();
    if (gap_mm < least_mm) {
      least_mm = gap_mm;
      nearest = &ship;
    }
  }
  return nearest;
}

std::vector<Call> PlaneCaller::operator()(const Snapshot& snapshot) {
  std::vector<Step> steps;
  std::vector<SeenPyramid> ships;
  for (const SeenPyramid& pyramid : snapshot.state.pyramids) {
    if (pyramid.posture != Posture::lying)
      continue;
    const SeenPyramid* stepper = wasThere(pyramid) ? nullptr : stepperOf(pyramid, snapshot);
    if (stepper == nullptr)
      ships.push_back(pyramid);
    else
      steps.emplace_back(stepper, &pyramid);
  }
  ships_ = std::move(ships);
  return judged(snapshot, steps);
}

std::vector<Call> PlaneCaller::again(const Snapshot& snapshot) const {
  const auto seen = [&](PieceId id) {
    const auto found = std::ranges::find(snapshot.state.pyramids, id, &SeenPyramid::id);
    return found == snapshot.state.pyramids.end() ? nullptr : &*found;
  };
  std::vector<Step> steps;
  for (const Call& call : snapshot.calls)
    if (const Step step{seen(call.actor), seen(call.target)};
        call.question == Call::Question::step && step.first != nullptr && step.second != nullptr)
      steps.push_back(step);
  return judged(snapshot, steps);
}

std::vector<Call> PlaneCaller::judged(const Snapshot& snapshot, const std::vector<Step>& steps) const {
  std::vector<PieceId> gauges;
  for (const auto& [ship, gauge] : steps)
    gauges.push_back(gauge->id);
  const SeenSea sea = seaOf(snapshot, gauges);
  std::vector<Call> calls;
  for (const auto& [ship, gauge] : steps)
    if (sea.table.find(snapshot.names.at(ship->id)) != nullptr)
      calls.push_back(stepCall(snapshot, sea, law_, *ship, *gauge));
  for (const rules::PlaneObject& object : sea.table.objects)
    if (object.isShip())
      addShots(calls, snapshot, sea, law_, object.id);
  return calls;
}

} // namespace linesman::app
