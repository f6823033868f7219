// Speeds of the plane games' kernel, each beside a dense-sampling answer to the same question in the same run.
#include <benchmark/benchmark.h>

#include <random>

#include "rules/armadas_table.h"
#include "rules/reach.h"
#include "rules/reach_map.h"

namespace {

using namespace linesman;
using namespace linesman::rules;

PlaneObject shipAt(int i, double x, double y, double heading_rad) {
  PlaneObject object;
  object.id = "s" + std::to_string(i);
  object.player = i % 2 == 0 ? "red" : "blue";
  object.size = static_cast<PyramidSize>(i % 3);
  object.pose = ShipPose(x, y, heading_rad);
  return object;
}

/// 24 ships in a crowd and 4 islands; the closer, the more shots are in range and in each other's way.
PlaneTable crowd(double spacing_mm = 75.0) {
  PlaneTable table;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> angle(-3.1, 3.1);
  for (int i = 0; i < 24; ++i)
    table.objects.push_back(
        shipAt(i, (i % 6) * spacing_mm - 2.5 * spacing_mm, (i / 6) * spacing_mm - 1.5 * spacing_mm, angle(random)));
  for (int i = 0; i < 4; ++i) {
    PlaneObject rock;
    rock.id = "i" + std::to_string(i);
    rock.kind = PlaneKind::terrain;
    rock.disc = true;
    rock.pose = ShipPose((i - 2) * spacing_mm, 0.0, 0.0);
    rock.radius_mm = 8.0;
    rock.height_mm = 50.0;
    table.objects.push_back(rock);
  }
  table.area.kind = PlaneArea::Kind::circle;
  table.area.radius_mm = 400.0;
  return table;
}

void step(benchmark::State& state) {
  const PlaneTable table = crowd();
  const PlaneOptions options;
  const PlaneObject& ship = table.objects[8];
  const auto to = placementsOf(ship.pose, table.shapes[ship.size], {ship.pose.heading_rad() + 0.2});
  for (auto _ : state)
    benchmark::DoNotOptimize(stepMargin_mm({table, options, ship, to, false}, -1e300));
}
BENCHMARK(step);

/// A seen step among measured ships, with the doubts of all its conditions: as a watched table asks.
void stepInDoubt(benchmark::State& state) {
  const double gap_mm = static_cast<double>(state.range(0)) / 10.0; // between the old bow and the new stern
  PlaneTable table = crowd();
  const Eigen::Matrix3d covariance = Eigen::Vector3d(0.02, 0.02, 1e-5).asDiagonal();
  for (PlaneObject& object : table.objects)
    if (object.isShip())
      object.covariance = covariance;
  const auto law = PlaneLaw::load("armadas");
  const PlaneObject& ship = table.objects[8];
  ShipPose to = placementsOf(ship.pose, table.shapes[ship.size], {ship.pose.heading_rad() + 0.2})[0];
  to = ShipPose(to.x_mm() + gap_mm, to.y_mm(), to.heading_rad());
  for (auto _ : state)
    benchmark::DoNotOptimize(judgeSteps(table, *law, ship.id, {to}, true, {covariance}));
}
BENCHMARK(stepInDoubt)->Arg(0)->Arg(4)->Unit(benchmark::kMicrosecond);

std::vector<Eigen::Vector2d> sampled(const Outline& outline) {
  std::vector<Eigen::Vector2d> points;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Eigen::Vector2d edge = outline[(i + 1) % outline.size()] - outline[i];
    const int count = static_cast<int>(edge.norm() / 0.5) + 1;
    for (int k = 0; k < count; ++k)
      points.push_back(outline[i] + edge * k / count);
  }
  return points;
}

/// The same clearances by the nearest pair of points every 0.5 mm along both outlines.
void stepByDenseSampling(benchmark::State& state) {
  const PlaneTable table = crowd();
  const PlaneObject& ship = table.objects[8];
  const auto to = placementsOf(ship.pose, table.shapes[ship.size], {ship.pose.heading_rad() + 0.2})[0];
  for (auto _ : state) {
    double least = 1e300;
    const auto mine = sampled(shipOutline(to, table.shapes[ship.size], HullModel::silhouette));
    for (const PlaneObject& other : table.objects) {
      if (!other.isShip() || other.id == ship.id || (other.pose.origin_mm() - to.origin_mm()).norm() > 120.0)
        continue;
      for (const auto& p : sampled(shipOutline(other.pose, table.shapes[other.size], HullModel::silhouette)))
        for (const auto& q : mine)
          least = std::min(least, (p - q).squaredNorm());
    }
    benchmark::DoNotOptimize(least);
  }
}
BENCHMARK(stepByDenseSampling)->Unit(benchmark::kMicrosecond);

bool sampledHit(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship,
                const PlaneObject& target, const FiringSide& side) {
  for (const Eigen::Vector2d& aim : sampled(fireOutline(target, table.shapes, options))) {
    if (gapToPoint(side.region, side.toSide(aim)).mm > 0.0)
      continue;
    for (int k = 0; k <= 40; ++k) {
      const Eigen::Vector2d line[2] = {side.toTable({side.length_mm * k / 40.0, 0.0}), aim};
      bool free = true;
      for (const PlaneObject& other : table.objects) {
        if (other.id == ship.id || other.id == target.id || !other.stopsFire())
          continue;
        const double gap = other.isShip()
                               ? gapBetween_mm(Corners(line, 2), fireOutline(other, table.shapes, options))
                               : gapBetween_mm(Corners(line, 2), Corners(&other.pose.origin_mm(), 1)) - other.radius_mm;
        free = free && gap > 0.0;
      }
      if (free)
        return true;
    }
  }
  return false;
}

void allTargets(benchmark::State& state) {
  const PlaneTable table = crowd(static_cast<double>(state.range(0)));
  const PlaneOptions options;
  int hits = 0;
  int in_range = 0;
  for (auto _ : state) {
    hits = in_range = 0;
    for (const PlaneObject& ship : table.objects) {
      if (!ship.isShip())
        continue;
      for (const FiringSide& side : firingSides(ship, table.shapes, options))
        for (const PlaneObject& target : table.objects)
          if (target.isShip() && target.player != ship.player && rangeCeiling_mm(side, target, table.shapes) >= 0.0) {
            const Shot shot = shotFrom(table, options, ship, target, side, {true, {}});
            hits += shot.hit();
            in_range += shot.inRange();
          }
    }
  }
  state.counters["hits"] = hits;
  state.counters["in_range"] = in_range;
}
BENCHMARK(allTargets)->Arg(75)->Arg(60)->Arg(50)->Unit(benchmark::kMicrosecond);

/// Range by a point of the target every 0.5 mm, lines of fire from 40 places of the side to each of them.
void allTargetsByDenseSampling(benchmark::State& state) {
  const PlaneTable table = crowd(static_cast<double>(state.range(0)));
  const PlaneOptions options;
  for (auto _ : state) {
    int hits = 0;
    for (const PlaneObject& ship : table.objects) {
      if (!ship.isShip())
        continue;
      for (const FiringSide& side : firingSides(ship, table.shapes, options))
        for (const PlaneObject& target : table.objects)
          if (target.isShip() && target.player != ship.player && rangeCeiling_mm(side, target, table.shapes) >= 0.0)
            hits += sampledHit(table, options, ship, target, side);
    }
    benchmark::DoNotOptimize(hits);
  }
}
BENCHMARK(allTargetsByDenseSampling)->Arg(75)->Arg(60)->Arg(50)->Unit(benchmark::kMicrosecond)->Iterations(3);

PlaneTable reefAhead() {
  PlaneTable table;
  PlaneObject ship = shipAt(0, 0, 0, pi / 2.0);
  PlaneObject reef;
  reef.id = "reef";
  reef.kind = PlaneKind::terrain;
  reef.polygon_mm = {{-4, 52}, {4, 52}, {4, 70}, {-4, 70}};
  reef.pose = ShipPose(0, 61, 0);
  reef.height_mm = 50;
  table.objects = {ship, reef};
  return table;
}

void reachFourSteps(benchmark::State& state) {
  const PlaneTable table = reefAhead();
  const PlaneOptions options;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        reachIn(table, options, table.objects[0], ShipPose(0.0, 96.385473, radFromDeg(100)), 4).margin_mm);
}
BENCHMARK(reachFourSteps)->Unit(benchmark::kMicrosecond);

/// The same by the first heading every 0.02 degrees, on both branches: the two links behind it follow from the goal.
void reachFourStepsByDenseSampling(benchmark::State& state) {
  const PlaneTable table = reefAhead();
  const PlaneOptions options;
  const PlaneObject& ship = table.objects[0];
  const ShipShape& shape = table.shapes[ship.size];
  const ShipPose goal(0.0, 96.385473, radFromDeg(100));
  for (auto _ : state) {
    double best = -1e300;
    for (double turn = -shape.turn_limit_rad; turn <= shape.turn_limit_rad; turn += radFromDeg(0.02)) {
      const double first = ship.pose.heading_rad() + turn;
      const Eigen::Vector2d v = goal.origin_mm() - bowOf(ship.pose, shape) -
                                shape.step_mm * Eigen::Vector2d(std::cos(first), std::sin(first));
      if (v.norm() > 2.0 * shape.step_mm)
        continue;
      const double half = std::acos(v.norm() / (2.0 * shape.step_mm));
      for (const double sign : {1.0, -1.0}) {
        const double bearing = std::atan2(v.y(), v.x());
        const auto path =
            placementsOf(ship.pose, shape, {first, bearing + sign * half, bearing - sign * half, goal.heading_rad()});
        best = std::max(best, stepMargin_mm({table, options, ship, path, false}, -1e300));
      }
    }
    benchmark::DoNotOptimize(best);
  }
}
BENCHMARK(reachFourStepsByDenseSampling)->Unit(benchmark::kMicrosecond);

void reachMapOfSmall(benchmark::State& state) {
  const PlaneTable table = reefAhead();
  const auto law = PlaneLaw::load("armadas");
  for (auto _ : state)
    benchmark::DoNotOptimize(reachMap(table, *law, "s0", 4).poses);
}
BENCHMARK(reachMapOfSmall)->Unit(benchmark::kMillisecond);

/// Every chain of four of the same turns, 5 degrees apart, nothing remembered between them, no outlines drawn.
void reachMapByDenseSampling(benchmark::State& state) {
  const PlaneTable table = reefAhead();
  const PlaneOptions options;
  const PlaneObject& ship = table.objects[0];
  const auto turned = [](int i) { return radFromDeg(5.0 * (i - 14)); };
  for (auto _ : state) {
    int legal = 0;
    for (int i = 0; i < 29 * 29 * 29 * 29; ++i) {
      const double a = ship.pose.heading_rad() + turned(i % 29);
      const double b = a + turned(i / 29 % 29);
      const double c = b + turned(i / 841 % 29);
      const auto path = placementsOf(ship.pose, table.shapes[ship.size], {a, b, c, c + turned(i / 24389)});
      legal += stepMargin_mm({table, options, ship, path, false}, 0.0) > 0.0;
    }
    benchmark::DoNotOptimize(legal);
  }
}
BENCHMARK(reachMapByDenseSampling)->Unit(benchmark::kMillisecond)->Iterations(1);

} // namespace

BENCHMARK_MAIN();
