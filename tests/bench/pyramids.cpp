// Finding and following pyramids: bench_pyramids FOLDER [FRAMES], a folder of the frames of one camera (f00.jpg ...)
// with lens.yml and table.toml, or of single pictures with their truth (NAME.jpg, NAME.json). Milliseconds of one
// core's work (not of waiting for it) of a full search, its stages, what is looked for beside pyramids, and of
// following; the least of three.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/lens_file.h"
#include "calibration/table_file.h"
#include "calibration/table_registration.h"
#include "tests/support/count_of.h"
#include "tests/support/quantile.h"
#include "tests/support/table_truth.h"
#include "vision/arm_detector.h"
#include "vision/chit_detector.h"
#include "vision/frame_source.h"
#include "vision/large_blocks.h"
#include "vision/obstacle_detector.h"
#include "vision/pyramid_fits.h"
#include "vision/pyramid_follower.h"
#include "vision/unseen_parts.h"

using namespace linesman;

namespace {

double now_ms() {
  return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

template <class Work> double milliseconds(const Work& work, int times = 1) {
  double least = 1e9;
  for (int i = 0; i < times; ++i) {
    const double begin = now_ms();
    work();
    least = std::min(least, now_ms() - begin);
  }
  return least;
}

void print(const std::string& what, const std::vector<double>& ms) {
  using support::quantile;
  if (!ms.empty())
    std::printf("%-36s n %3zu  median %.1f  95%% %.1f  worst %.1f ms\n", what.c_str(), ms.size(), quantile(ms, 0.5),
                quantile(ms, 0.95), quantile(ms, 1.0));
}

struct Times {
  std::vector<double> full, reduce, candidates, fits, chits, things, all;
};

/// What is looked for beside pyramids, as the pipeline does it of a single picture.
struct Beside {
  const cv::Mat& image;
  const TableView& view;
  const TableFile& table;
  const PieceCatalog& catalog;
  const ReducedPicture& picture;
  const PyramidColours& colours;

  std::vector<SeenChit> chits(const std::vector<SeenPyramid>& pyramids) const {
    return detectChits(image, view, catalog, pyramids, colours, table);
  }
  /// Unknown things, arms, and what cannot be seen.
  void things(TableState state) const {
    if (const auto known = KnownThings::of(picture, view, table, catalog, state.pyramids)) {
      const ThingEdges edges = ThingEdges::of(picture.edges.image());
      LargePrint print(picture.edges, view, known->things);
      state.obstacles = detectObstacles(picture, view, *known, edges, print);
      state.hands_mm = detectAtBorder(picture, view, *known, edges, print).arms;
    }
    unseenParts(state, view, table, catalog);
  }
};

void search(const cv::Mat& image, const TableView& view, const TableFile& table, Times& times) {
  constexpr int repeats = 3;
  const PieceCatalog catalog = PieceCatalog::standard();
  const PyramidDetector detector(catalog);
  const std::vector<PyramidSolid> solids = solidsOf(catalog);
  times.full.push_back(milliseconds([&] { detector.detect(image, view, table); }, repeats));
  std::optional<ReducedPicture> picture;
  times.reduce.push_back(milliseconds([&] { picture.emplace(image, view); }, repeats));
  const PyramidColours colours(image, view, table);
  const PyramidScene scene{*picture, view, table, colours, solids};
  std::vector<PyramidCandidate> candidates;
  times.candidates.push_back(milliseconds(
      [&] { candidates = pyramidCandidates(scene, PyramidProposals::of(*picture, view).get()); }, repeats));
  times.fits.push_back(milliseconds([&] { fitCandidates(candidates, scene); }, repeats));
  const Beside beside{image, view, table, catalog, *picture, colours};
  TableState state;
  state.pyramids = detector.detect(image, view, table);
  times.chits.push_back(milliseconds([&] { state.chits = beside.chits(state.pyramids); }, repeats));
  times.things.push_back(milliseconds([&] { beside.things(state); }, repeats));
  times.all.push_back(times.full.back() + times.chits.back() + times.things.back());
}

void printSearch(const std::string& what, const Times& times) {
  print("full search, " + what, times.full);
  print("  reducing, edges, colours", times.reduce);
  print("  searching, settling", times.candidates);
  print("  fitting", times.fits);
  print("chits", times.chits);
  print("unknown things, arms, the unseen", times.things);
  print("search, chits, things, " + what, times.all);
}

/// Pictures that have nothing to do with each other: each by its truth's lens and camera pose.
void runPictures(const std::vector<std::filesystem::path>& paths) {
  std::map<std::string, Times> by_size;
  for (const std::filesystem::path& path : paths) {
    const std::string stem = path.stem().string();
    const auto truth_path = std::filesystem::path(path).replace_extension(".json");
    if (stem.starts_with("chess") || stem.starts_with("calib") || !std::filesystem::exists(truth_path))
      continue;
    const support::TableTruth truth = support::readTruth(truth_path.string());
    const cv::Mat image = readImage(path.string()).value();
    search(image, TableView(truth.lens, {truth.camera_from_table, {}}), truth.table,
           by_size[std::to_string(image.cols) + "x" + std::to_string(image.rows)]);
  }
  for (const auto& [size, times] : by_size)
    printSearch(size, times);
}

void runFrames(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& paths) {
  const Lens lens = readLens((folder / "lens.yml").string()).value();
  const TableFile table = readTableFile((folder / "table.toml").string()).value();
  PyramidFollower follower(PieceCatalog::standard());
  Times times;
  std::vector<double> changed, still;
  for (const std::filesystem::path& path : paths) {
    const cv::Mat image = readImage(path.string()).value();
    cv::Mat grey;
    cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
    const auto registered = registerTable(grey, lens, table);
    if (!registered)
      continue;
    const TableView view(registered->lens, registered->registration.camera_from_table);
    search(image, view, table, times);
    const double ms = milliseconds([&] { follower.next(image, view, table); });
    if (follower.searched() < 1.0)
      changed.push_back(ms);
    still.push_back(milliseconds([&] { follower.next(image, view, table); }));
  }
  printSearch("one camera's frames", times);
  print("following a changed frame", changed);
  print("following a still frame", still);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2 || !std::filesystem::is_directory(argv[1])) {
    std::fprintf(stderr, "usage: bench_pyramids FOLDER [FRAMES]\n");
    return 2;
  }
  keepLargeBlocks();
  cv::setNumThreads(1);
  const std::filesystem::path folder = argv[1];
  std::vector<std::filesystem::path> paths = support::picturesIn(folder);
  if (paths.empty())
    support::noTruth(argv[1]);
  if (argc > 2)
    paths.resize(std::min(paths.size(), static_cast<std::size_t>(support::countOf(argv[2]))));
  if (std::filesystem::exists(folder / "lens.yml"))
    runFrames(folder, paths);
  else
    runPictures(paths);
  return 0;
}
