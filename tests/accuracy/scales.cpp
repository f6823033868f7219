// How surely a table file whose scale is far off is told from rendered tables with known truth:
// accuracy_scales [--each] FACTOR... FOLDER...
// Every length of each table's file is taken times each FACTOR (1.28: everything is printed as if it were 28 % larger
// than it is), and the pyramids are looked for and measured by that.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>

#include "tests/accuracy/pyramid_score.h"
#include "vision/set_scale.h"

using namespace linesman;
using namespace linesman::accuracy;

namespace {

TableFile scaled(TableFile table, double by) {
  for (TableMarker& marker : table.markers) {
    marker.size_mm *= by;
    marker.centre_mm *= by;
  }
  if (table.saved) {
    auto& pose = table.saved->camera_from_table.pose;
    pose = Pose<CameraFrame, TableFrame>(pose.rotation(), by * pose.translation_mm());
  }
  return table;
}

struct ScaleTally {
  int tables = 0, told = 0;
  std::vector<double> error, sigma; ///< percent, of those that are told
  std::vector<double> seconds;
};

void measure(const std::string& path, double by, bool each, ScaleTally& tally) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(support::pictureOf(path));
  PipelineSettings settings;
  settings.lens = truth.lens;
  settings.table = scaled(truth.table, by);
  settings.single_pictures = true;
  Pipeline pipeline(settings);
  const auto seen = pipeline.process({image, 0.0, truth.name});
  if (!seen)
    return;
  ++tally.tables;
  const PyramidPicture shown = pictureOf(image, *seen, settings.table);
  const auto begin = cv::getTickCount();
  const auto pieces = measureEach(shown, seen->state.pyramids, settings.table, settings.pieces);
  const auto scale = grossScaleOf(pieces, settings.pieces);
  tally.seconds.push_back(static_cast<double>(cv::getTickCount() - begin) / cv::getTickFrequency());
  if (each) {
    std::printf("%s x %.3f: %zu of %zu pieces,", truth.name.c_str(), by, pieces.size(), seen->state.pyramids.size());
    for (const MeasuredPiece& piece : pieces)
      std::printf(" %s %.1f x %.1f", std::string(nameOf(piece.taken_for)).substr(0, 1).c_str(), piece.pyramid.base_mm(),
                  piece.pyramid.height_mm());
    std::printf(scale ? "; told %.3f +- %.3f\n" : "; not told\n", scale ? scale->ratio : 0.0,
                scale ? scale->sigma : 0.0);
  }
  if (!scale)
    return;
  ++tally.told;
  tally.error.push_back(100.0 * std::abs(scale->ratio / by - 1.0));
  tally.sigma.push_back(100.0 * scale->sigma);
}

} // namespace

int main(int argc, char** argv) {
  bool each = false;
  std::vector<double> factors;
  std::vector<std::string> folders, paths;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    char* end = nullptr;
    const double factor = std::strtod(argv[i], &end);
    if (argument == "--each")
      each = true;
    else if (*end == '\0')
      factors.push_back(factor);
    else
      folders.push_back(argument);
  }
  if (factors.empty())
    folders.clear();
  for (const std::string& path : truthsIn(folders, "usage: accuracy_scales [--each] FOLDER_OR_TRUTH.json... FACTOR..."))
    if (const auto truth = support::readTruth(path); truth.pyramids.size() >= 3)
      paths.push_back(path);
  for (const double by : factors) {
    ScaleTally tally;
    for (const std::string& path : paths)
      measure(path, by, each, tally);
    std::printf("x %.3f: told of %d of %d", by, tally.told, tally.tables);
    if (!tally.error.empty())
      std::printf(", error median %.2f 95%% %.2f worst %.2f %% (stated %.2f)", quantile(tally.error, 0.5),
                  quantile(tally.error, 0.95), quantile(tally.error, 1.0), quantile(tally.sigma, 0.5));
    std::printf("; measured in %.2f s (median; 95%% %.2f)\n", quantile(tally.seconds, 0.5),
                quantile(tally.seconds, 0.95));
  }
  return 0;
}
