// Finding and following pyramids: bench_pyramids FOLDER [FRAMES], a folder of the frames of one camera (f00.jpg ...)
// with lens.yml and table.toml. Milliseconds of a full search and of following, and the share of the picture searched.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/lens_file.h"
#include "calibration/table_file.h"
#include "calibration/table_registration.h"
#include "vision/frame_source.h"
#include "vision/pyramid_follower.h"

using namespace linesman;

namespace {

template <class Work> double milliseconds(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void print(const char* what, std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  if (!ms.empty())
    std::printf("%-28s n %3zu  median %.1f  95%% %.1f  worst %.1f ms\n", what, ms.size(), ms[ms.size() / 2],
                ms[std::min(ms.size() - 1, ms.size() * 95 / 100)], ms.back());
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: bench_pyramids FOLDER [FRAMES]\n");
    return 2;
  }
  cv::setNumThreads(1);
  const std::filesystem::path folder = argv[1];
  const Lens lens = readLens((folder / "lens.yml").string()).value();
  const TableFile table = readTableFile((folder / "table.toml").string()).value();
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".jpg")
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  if (argc > 2)
    paths.resize(std::min(paths.size(), static_cast<std::size_t>(std::atoi(argv[2]))));
  PyramidFollower follower(PieceCatalog::standard());
  const PyramidDetector detector(PieceCatalog::standard());
  std::vector<double> full, changed, still;
  for (const std::string& path : paths) {
    const cv::Mat image = readImage(path).value();
    cv::Mat grey;
    cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
    const auto registered = registerTable(grey, lens, table);
    if (!registered)
      continue;
    const TableView view(registered->lens, registered->registration.camera_from_table);
    full.push_back(milliseconds([&] { detector.detect(image, view, table); }));
    const double ms = milliseconds([&] { follower.next(image, view, table); });
    if (follower.searched() < 1.0)
      changed.push_back(ms);
    still.push_back(milliseconds([&] { follower.next(image, view, table); }));
  }
  print("full search, one core", full);
  print("following a changed frame", changed);
  print("following a still frame", still);
  return 0;
}
