// The watch on a live camera: drawn pictures of 24 ships come at the camera's own pace, steps are made, and
//   bench_live_watch [WIDTH HEIGHT FPS SECONDS]
// prints how many pictures were looked at, how many were dropped, how long after a hand's leaving the verdict was told,
// and the memory over the run. Without arguments: 1280x720 at 30 and 1920x1080 at 15 pictures a second, 60 s each.
//   bench_live_watch memory WIDTH HEIGHT PICTURES
// looks at so many pictures of a camera with 30 a second as fast as it can, with a record on the disk, and prints the
// memory after every tenth of them: it has to stay as it is.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <thread>

#include <opencv2/core.hpp>
#include <sys/resource.h>
#include <unistd.h>

#include "app/watch/camera_feed.h"
#include "app/watch/match.h"
#include "app/watch/ship.h"
#include "app/watch/state_source.h"
#include "tests/support/count_of.h"
#include "tests/support/table_painter.h"

using namespace linesman;
using namespace linesman::app;
using linesman::test::PaintedTable;
using linesman::test::TablePainter;

namespace {

using Clock = std::chrono::steady_clock;

double now_s() {
  static const Clock::time_point start = Clock::now();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double residentMb() {
  std::ifstream in("/proc/self/statm");
  long all = 0, resident = 0;
  in >> all >> resident;
  return static_cast<double>(resident) * 4096.0 / 1e6;
}

/// Processor time of this thread: what a picture costs, however busy the machine is with other things.
double worked_s() {
  struct rusage usage {};
  getrusage(RUSAGE_THREAD, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double share(std::vector<double>& sorted, double part) {
  std::sort(sorted.begin(), sorted.end());
  return sorted.empty() ? 0.0 : sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

/// Steps of ships one after another: a hand lays the gauge, later one takes the original.
class Script {
public:
  explicit Script(TablePainter& painter) {
    std::vector<SeenPyramid> ships;
    for (int i = 0; i < 24; ++i) {
      SeenPyramid ship;
      ship.colour = i < 12 ? Colour::red : Colour::blue;
      ship.size = static_cast<PyramidSize>(i % 3);
      const int row = (i % 12) / 6, column = i % 6;
      ship.table_from_piece = {-190.0 + 76.0 * column, (i < 12 ? -120.0 : 60.0) + 62.0 * row, 0.3 * (i % 5) - 0.6};
      ships.push_back(ship);
    }
    const auto add = [&](const std::vector<SeenPyramid>& pyramids, std::optional<Eigen::Vector2d> hand,
                         double length_s) {
      PaintedTable table;
      table.pyramids = pyramids;
      table.hand_mm = hand;
      Scene scene{{}, hand.has_value(), length_s};
      for (int n = 0; n < 3; ++n)
        scene.pictures.push_back(painter.paint(table));
      scenes_.push_back(std::move(scene));
    };
    add(ships, std::nullopt, 3.0);
    for (const std::size_t mover : {0U, 2U, 4U, 7U, 9U}) {
      std::vector<SeenPyramid> both = ships;
      const PlanarPose<TableFrame, PieceFrame> at = ships[mover].table_from_piece;
      const Eigen::Vector2d bow = at.origin_mm() + lengthOf(ships[mover].size) * at.direction();
      both.push_back(ships[mover]);
      both.back().table_from_piece = {bow, at.heading_rad() + 0.2};
      add(ships, bow, 0.4);
      add(both, bow, 0.4);
      add(both, std::nullopt, 1.7);
      add(both, bow, 0.4);
      ships[mover] = both.back();
      add(ships, bow, 0.4);
      add(ships, std::nullopt, 1.7);
    }
  }
  struct Scene {
    std::vector<cv::Mat> pictures;
    bool hand = false;
    double length_s = 1.0;
  };
  /// The scene at a time, and when it began; after the last one the first comes again.
  const Scene& at(double t_s, double& began_s) const {
    began_s = 0.0;
    double whole_s = 0.0;
    for (const Scene& scene : scenes_)
      whole_s += scene.length_s;
    began_s = whole_s * std::floor(t_s / whole_s);
    for (const Scene& scene : scenes_) {
      if (t_s < began_s + scene.length_s)
        return scene;
      began_s += scene.length_s;
    }
    return scenes_.back();
  }

private:
  std::vector<Scene> scenes_;
};

/// A picture of the script; no two are alike.
cv::Mat pictureOf(const Script& script, double t_s, int index) {
  double began_s = 0.0;
  const Script::Scene& scene = script.at(t_s, began_s);
  cv::Mat picture = scene.pictures[static_cast<std::size_t>(index) % scene.pictures.size()].clone();
  picture.at<cv::Vec3b>(0, 0) = {static_cast<uchar>(index), static_cast<uchar>(index / 256), 0};
  return picture;
}

/// A camera that keeps its own pace, whoever waits.
class PacedCamera final : public FrameSource {
public:
  PacedCamera(const Script& script, double fps, double end_s) : script_(script), fps_(fps), end_s_(end_s) {}
  static inline std::atomic<int> given = 0;

private:
  Result<std::optional<Frame>> doNext() override {
    const double due_s = static_cast<double>(++index_) / fps_;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::max(0.0, due_s - now_s() + start_s_)));
    const double t_s = now_s() - start_s_;
    ++given;
    return Frame{pictureOf(script_, std::min(t_s, end_s_), index_), t_s, ""};
  }
  bool isLive() const override { return true; }

  const Script& script_;
  double fps_;
  double end_s_;
  double start_s_ = now_s();
  int index_ = 0;
};

/// The same without waiting: a film.
class HastyCamera final : public FrameSource {
public:
  HastyCamera(const Script& script, int pictures) : script_(script), pictures_(pictures) {}

private:
  Result<std::optional<Frame>> doNext() override {
    if (index_ == pictures_)
      return std::optional<Frame>();
    const double t_s = ++index_ / 30.0;
    return Frame{pictureOf(script_, t_s, index_), t_s, ""};
  }
  bool isLive() const override { return false; }

  const Script& script_;
  int pictures_;
  int index_ = 0;
};

TablePainter painterOf(int width_px, int height_px) {
  TablePainter::Settings settings;
  settings.width_px = width_px;
  settings.height_px = height_px;
  return TablePainter(settings);
}

MatchSetup setupOf(const TablePainter& painter) {
  MatchSetup setup;
  setup.game = "armadas";
  setup.readTable(painter.table());
  setup.pick_up = "red";
  return setup;
}

PipelineSettings pipelineOf(const TablePainter& painter) {
  PipelineSettings pipeline;
  pipeline.lens = painter.lens();
  pipeline.table = painter.table();
  return pipeline;
}

/// Memory over many pictures.
int watchMemory(int width_px, int height_px, int pictures) {
  TablePainter painter = painterOf(width_px, height_px);
  const Script script(painter);
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("bench_live_watch." + std::to_string(getpid()));
  int told = 0;
  auto match = Match::begin(setupOf(painter), folder.string(),
                            [&](const nlohmann::json& event) { told += event["event"] == "verdict" ? 1 : 0; });
  if (!match) {
    std::fprintf(stderr, "%s\n", match.error().sentence.c_str());
    return 1;
  }
  auto states = statesFrom(std::make_unique<HastyCamera>(script, pictures), pipelineOf(painter));
  std::printf("%dx%d, %d pictures; MB after each tenth:", width_px, height_px, pictures);
  int seen = 0;
  while (const auto look = states->next()) {
    if (look->state)
      match->see(*look->state);
    if (++seen % std::max(1, pictures / 10) == 0) {
      std::printf(" %.1f", residentMb());
      std::fflush(stdout);
    }
  }
  std::printf("; %d verdicts, %.1f ms of processor time a picture\n", told, 1e3 * worked_s() / std::max(1, seen));
  std::filesystem::remove_all(folder);
  return 0;
}

void run(int width_px, int height_px, double fps, double seconds) {
  TablePainter painter = painterOf(width_px, height_px);
  const Script script(painter);
  std::vector<double> latency_s;
  int told = 0;
  double start_s = now_s();
  double hand_left_s = -1.0;
  auto match = Match::begin(setupOf(painter), "", [&](const nlohmann::json& event) {
    if (event["event"] != "verdict")
      return;
    ++told;
    if (hand_left_s >= 0.0)
      latency_s.push_back(now_s() - start_s - hand_left_s);
    hand_left_s = -1.0;
  });
  if (!match) {
    std::fprintf(stderr, "%s\n", match.error().sentence.c_str());
    return;
  }
  PacedCamera::given = 0;
  start_s = now_s();
  auto camera = watchedCamera(std::make_unique<PacedCamera>(script, fps, seconds),
                              [] { return Result<std::unique_ptr<FrameSource>>(fail("gone")); });
  auto states = statesFrom(std::move(camera), pipelineOf(painter));
  int seen = 0;
  double scene_s = -1.0;
  std::vector<double> memory_mb;
  std::vector<double> work_ms, search_ms; // of all pictures, and of those in which something had changed
  std::map<std::string, std::vector<double>> stages_ms;
  while (now_s() - start_s < seconds) {
    double began_s = 0.0;
    const Script::Scene& scene = script.at(now_s() - start_s, began_s);
    if (!scene.hand && began_s != scene_s) {
      scene_s = began_s;
      hand_left_s = began_s;
    }
    const double before_s = worked_s();
    const auto look = states->next();
    if (!look || !look->state)
      continue;
    ++seen;
    match->see(*look->state);
    work_ms.push_back(1e3 * (worked_s() - before_s));
    if (look->state->stages_ms.contains("chits") && seen > 1)
      search_ms.push_back(work_ms.back());
    for (const auto& [stage, ms] : look->state->stages_ms)
      stages_ms[stage].push_back(ms);
    if (seen % 50 == 0)
      memory_mb.push_back(residentMb());
  }
  std::printf("%dx%d at %.0f a second, %.0f s: camera gave %d, looked at %d (%.1f a second), dropped %d; verdicts %d, "
              "after the "
              "hand left: n %zu median %.2f 95%% %.2f worst %.2f s\n",
              width_px, height_px, fps, seconds, PacedCamera::given.load(), seen, seen / seconds,
              PacedCamera::given.load() - seen, told, latency_s.size(), share(latency_s, 0.5), share(latency_s, 0.95),
              share(latency_s, 1.0));
  std::printf("  processor time a picture: mean %.1f median %.1f 95%% %.1f worst %.1f ms; of the %zu with something "
              "new: median %.1f worst %.1f ms; median by the clock:",
              std::accumulate(work_ms.begin(), work_ms.end(), 0.0) /
                  static_cast<double>(std::max<std::size_t>(1, work_ms.size())),
              share(work_ms, 0.5), share(work_ms, 0.95), share(work_ms, 1.0), search_ms.size(), share(search_ms, 0.5),
              share(search_ms, 1.0));
  for (auto& [stage, ms] : stages_ms)
    std::printf(" %s %.1f", stage.c_str(), share(ms, 0.5));
  std::printf(" ms\n");
  if (memory_mb.size() > 1)
    std::printf("  memory: %.0f MB after %d pictures, %.0f MB in the middle, %.0f MB at the end (%d)\n",
                memory_mb.front(), 50, memory_mb[memory_mb.size() / 2], memory_mb.back(), seen);
  std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
  cv::setNumThreads(1);
  if (argc > 4 && std::string(argv[1]) == "memory")
    return watchMemory(support::countOf(argv[2]), support::countOf(argv[3]), support::countOf(argv[4]));
  if (argc > 4) {
    run(support::countOf(argv[1]), support::countOf(argv[2]), std::atof(argv[3]), std::atof(argv[4]));
    return 0;
  }
  if (argc > 1) {
    std::fprintf(stderr,
                 "usage: bench_live_watch [WIDTH HEIGHT FRAMES_PER_SECOND SECONDS | memory WIDTH HEIGHT PICTURES]\n");
    return 2;
  }
  run(1280, 720, 30.0, 60.0);
  run(1920, 1080, 15.0, 60.0);
  return 0;
}
