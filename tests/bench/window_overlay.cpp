// What the overlay costs a frame: 24 ships with one call in front, as the window shows them, or with all firing regions
// and 100 shots, or with the reach map of a ship; on a 1920x1080 picture.
#include <benchmark/benchmark.h>

#include <QGuiApplication>
#include <QPainter>

#include "app/overlay_layer.h"
#include "app/overlay_painter.h"
#include "app/plane_calls.h"
#include "app/ship_names.h"

namespace {

using namespace linesman;
using namespace linesman::app;

struct Table {
  Snapshot snapshot;
  OverlayContent content;
  Projector project;
  TablePolygon reach, reach_bows; ///< of one ship
};

Table busyTable() {
  Table table;
  for (int i = 0; i < 24; ++i) {
    SeenPyramid ship;
    ship.id = {i + 1};
    ship.size = static_cast<PyramidSize>(i % 3);
    ship.colour = static_cast<Colour>(i % 4);
    ship.table_from_piece = {-250.0 + 85.0 * (i % 6), -120.0 + 75.0 * (i / 6), 0.7 * i};
    ship.covariance = ship.own_covariance = Eigen::Vector3d(0.04, 0.04, 2e-5).asDiagonal();
    table.snapshot.state.pyramids.push_back(ship);
  }
  table.snapshot.names = shipNames(table.snapshot.state);
  auto caller = PlaneCaller::make("armadas");
  table.snapshot.calls = (*caller)(table.snapshot);
  sortForReading(table.snapshot.calls);
  table.content.calls = table.snapshot.calls;
  table.content.names = table.snapshot.names;
  if (auto reach = caller->reach(table.snapshot, {1})) {
    table.reach = reach->hulls;
    table.reach_bows = reach->bows;
  }
  Lens lens;
  lens.width_px = 1920;
  lens.height_px = 1080;
  lens.fx_px = lens.fy_px = 1400.0;
  lens.cx_px = 960.0;
  lens.cy_px = 540.0;
  lens.distortion = {-0.05, 0.01, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  Eigen::Matrix3d looking_down = Eigen::Vector3d(1, -1, -1).asDiagonal();
  table.project = cameraProjector(lens, {looking_down, Eigen::Vector3d(0, 0, 600)});
  return table;
}

void make(benchmark::State& state) {
  const Table table = busyTable();
  for (auto _ : state)
    benchmark::DoNotOptimize(makeOverlay(table.snapshot.state, table.content, table.snapshot.pieces, table.project));
}
BENCHMARK(make)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

enum class Shown { chosen_call, reach, every_shot };

void paint(benchmark::State& state, Shown shown) {
  Table table = busyTable();
  if (shown != Shown::every_shot)
    table.content.chosen = 0;
  if (shown == Shown::reach) {
    table.content.reach = {table.reach};
    table.content.reach_bows = {table.reach_bows};
  }
  const Overlay overlay = makeOverlay(table.snapshot.state, table.content, table.snapshot.pieces, table.project);
  QImage picture(1920, 1080, QImage::Format_RGB32);
  picture.fill(Qt::gray);
  for (auto _ : state) {
    QPainter painter(&picture);
    paintOverlay(painter, overlay, QTransform());
  }
}
BENCHMARK_CAPTURE(paint, chosen_call, Shown::chosen_call)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime(); // what the window shows
BENCHMARK_CAPTURE(paint, with_reach, Shown::reach)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(paint, every_shot, Shown::every_shot)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

/// The same marks over the next pictures: a table at rest.
void paint_again(benchmark::State& state) {
  const Table table = busyTable();
  const Overlay overlay = makeOverlay(table.snapshot.state, table.content, table.snapshot.pieces, table.project);
  QImage picture(1920, 1080, QImage::Format_RGB32);
  picture.fill(Qt::gray);
  OverlayLayer layer;
  for (auto _ : state) {
    QPainter painter(&picture);
    layer.paint(painter, overlay, QTransform(), picture.size());
  }
}
BENCHMARK(paint_again)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

} // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QGuiApplication application(argc, argv);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
