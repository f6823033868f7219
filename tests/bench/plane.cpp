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

/// 24 ships in a crowd and 4 islands.
PlaneTable crowd() {
  PlaneTable table;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> angle(-3.1, 3.1);
  for (int i = 0; i < 24; ++i)
    table.objects.push_back(shipAt(i, (i % 6) * 75.0 - 190.0, (i / 6) * 75.0 - 110.0, angle(random)));
  for (int i = 0; i < 4; ++i) {
    PlaneObject rock;
    rock.id = "i" + std::to_string(i);
    rock.kind = PlaneKind::terrain;
    rock.disc = true;
    rock.pose = ShipPose(i * 75.0 - 150.0, 0.0, 0.0);
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

/// The same clearances by the nearest pair of points every 0.5 mm along both outlines.
void stepByDenseSampling(benchmark::State& state) {
  const PlaneTable table = crowd();
  const PlaneObject& ship = table.objects[8];
  const auto to = placementsOf(ship.pose, table.shapes[ship.size], {ship.pose.heading_rad() + 0.2})[0];
  const auto sampled = [&](const Outline& outline) {
    std::vector<Eigen::Vector2d> points;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Eigen::Vector2d edge = outline[(i + 1) % outline.size()] - outline[i];
      const int count = static_cast<int>(edge.norm() / 0.5) + 1;
      for (int k = 0; k < count; ++k)
        points.push_back(outline[i] + edge * k / count);
    }
    return points;
  };
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

void allTargets(benchmark::State& state) {
  const PlaneTable table = crowd();
  const PlaneOptions options;
  for (auto _ : state) {
    int hits = 0;
    for (const PlaneObject& ship : table.objects) {
      if (!ship.isShip())
        continue;
      for (const FiringSide& side : firingSides(ship, table.shapes, options))
        for (const PlaneObject& target : table.objects)
          if (target.isShip() && target.player != ship.player)
            hits += shotFrom(table, options, ship, target, side, {true, {}}).hit();
    }
    benchmark::DoNotOptimize(hits);
  }
}
BENCHMARK(allTargets)->Unit(benchmark::kMicrosecond);

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

void reachMapOfSmall(benchmark::State& state) {
  const PlaneTable table = reefAhead();
  const auto law = PlaneLaw::load("armadas");
  for (auto _ : state)
    benchmark::DoNotOptimize(reachMap(table, *law, "s0", 4).poses);
}
BENCHMARK(reachMapOfSmall)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
