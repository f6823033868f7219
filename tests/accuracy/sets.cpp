// How well a set's dimensions are measured from rendered tables with known truth:
// accuracy_sets [--each] [--set TRUE_SET.toml] [--by BASE HEIGHT] [--group N] FOLDER...
// The search starts from the published dimensions times BASE and HEIGHT.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>

#include "calibration/table_registration.h"
#include "tests/accuracy/pyramid_score.h"
#include "vision/set_calibration.h"
#include "vision/set_scale.h"

using namespace linesman;
using namespace linesman::accuracy;

namespace {

struct Settings {
  bool each = false;
  double by_base = 1.0, by_height = 1.0; ///< what the dimensions are thought to be, over the published ones
  std::string set;                       ///< the true one; empty: the published
  std::size_t group = 1;                 ///< pictures that are measured together
  std::vector<std::string> folders;
};

/// Errors of one dimension of one size, mm, with their stated standard deviations.
struct Errors {
  std::vector<double> error_mm, sigma_mm, share;
  void add(double error, double sigma, double truth) {
    error_mm.push_back(error);
    sigma_mm.push_back(sigma);
    share.push_back(100.0 * std::abs(error) / truth);
  }
};

void print(const std::string& what, const Errors& errors) {
  if (errors.error_mm.empty())
    return;
  std::vector<double> size;
  double mean = 0.0;
  int within = 0, beyond = 0;
  for (std::size_t i = 0; i < errors.error_mm.size(); ++i) {
    const double error = errors.error_mm[i];
    size.push_back(std::abs(error));
    mean += error / static_cast<double>(errors.error_mm.size());
    within += size.back() <= 2.0 * errors.sigma_mm[i] ? 1 : 0;
    beyond += size.back() > 3.0 * errors.sigma_mm[i] ? 1 : 0;
  }
  std::printf(
      "%-14s n %3zu  mean %+.3f  median %.3f  95%% %.3f  worst %.3f mm (%.2f %.2f %.2f %%)  sigma %.3f  within 2 "
      "sigma %.3f  beyond 3 %d\n",
      what.c_str(), size.size(), mean, quantile(size, 0.5), quantile(size, 0.95), quantile(size, 1.0),
      quantile(errors.share, 0.5), quantile(errors.share, 0.95), quantile(errors.share, 1.0),
      quantile(errors.sigma_mm, 0.5), static_cast<double>(within) / static_cast<double>(size.size()), beyond);
}

/// Errors of the sizes, of all together, and of the one scale they tell (percent), with how often it is warned of.
struct SetTally {
  std::array<Errors, 3> base, height;
  Errors all_base, all_height, scale;
  int warned = 0;
};

Settings settingsFrom(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--each")
      settings.each = true;
    else if (argument == "--set" && i + 1 < argc)
      settings.set = argv[++i];
    else if (argument == "--by" && i + 2 < argc) {
      settings.by_base = std::stod(argv[++i]);
      settings.by_height = std::stod(argv[++i]);
    } else if (argument == "--group" && i + 1 < argc)
      settings.group = std::stoul(argv[++i]);
    else
      settings.folders.push_back(argument);
  }
  return settings;
}

/// The pictures beside these truth files as they register, with the last one's table.
std::vector<PyramidPicture> registered(const std::vector<std::string>& paths, TableFile& table) {
  std::vector<PyramidPicture> pictures;
  for (const std::string& path : paths) {
    const support::TableTruth truth = support::readTruth(path);
    const cv::Mat image = cv::imread(support::pictureOf(path));
    cv::Mat grey;
    cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
    const auto found = registerTable(grey, truth.lens, truth.table);
    if (!found) {
      std::printf("%s: %s\n", truth.name.c_str(), found.error().sentence.c_str());
      continue;
    }
    table = truth.table;
    table.players.clear(); // other tables have other colours
    pictures.push_back(PyramidPicture::of(image, *found, truth.table));
  }
  return pictures;
}

void measureGroup(const std::vector<std::string>& paths, const PieceCatalog& truth, const PieceCatalog& start,
                  bool each, SetTally& tally) {
  TableFile table;
  const std::vector<PyramidPicture> pictures = registered(paths, table);
  const auto measured = measureSet(pictures, table, start);
  if (!measured) {
    std::printf("%s: %s\n", paths.front().c_str(), measured.error().sentence.c_str());
    return;
  }
  if (const auto scale = scaleOf(*measured, start)) {
    const double is = truth.pyramid(PyramidSize::large).base_mm() / start.pyramid(PyramidSize::large).base_mm();
    tally.scale.add(100.0 * (scale->ratio - is), 100.0 * scale->sigma, 100.0 * is);
    tally.warned += scale->isOff() ? 1 : 0;
    if (each)
      std::printf("%s scale %.4f +- %.4f, true %.4f%s\n", paths.front().c_str(), scale->ratio, scale->sigma, is,
                  scale->isOff() ? ": warned" : "");
  }
  for (std::size_t size = 0; size < measured->size(); ++size) {
    const auto& one = (*measured)[size];
    if (!one)
      continue;
    const Pyramid& is = truth.pyramid(static_cast<PyramidSize>(size));
    const double base_mm = one->pyramid.base_mm() - is.base_mm(), height_mm = one->pyramid.height_mm() - is.height_mm();
    for (Errors* errors : {&tally.base[size], &tally.all_base})
      errors->add(base_mm, one->baseSigma_mm(), is.base_mm());
    for (Errors* errors : {&tally.height[size], &tally.all_height})
      errors->add(height_mm, one->heightSigma_mm(), is.height_mm());
    if (each)
      std::printf("%s size %zu: %d of %d pieces, base %+.3f +- %.3f, height %+.3f +- %.3f mm\n", paths.front().c_str(),
                  size, one->seen, one->seen + one->left_out, base_mm, one->baseSigma_mm(), height_mm,
                  one->heightSigma_mm());
  }
}

} // namespace

int main(int argc, char** argv) {
  const Settings settings = settingsFrom(argc, argv);
  const auto truth = PieceCatalog::load(settings.set);
  if (!truth) {
    std::printf("%s\n", truth.error().sentence.c_str());
    return 1;
  }
  PieceCatalog start = PieceCatalog::standard();
  for (const PyramidSize size : {PyramidSize::small, PyramidSize::medium, PyramidSize::large}) {
    const Pyramid& published = start.pyramid(size);
    start =
        start.with(size, Pyramid(settings.by_base * published.base_mm(), settings.by_height * published.height_mm()));
  }
  const std::vector<std::string> paths = truthsIn(
      settings.folders, "usage: accuracy_sets [--each] [--set TRUE_SET.toml] [--by BASE HEIGHT] [--group N] FOLDER...");
  SetTally tally;
  for (auto first = paths.begin(); first != paths.end();) {
    const auto end = first + std::min(paths.end() - first, static_cast<std::ptrdiff_t>(settings.group));
    measureGroup({first, end}, *truth, start, settings.each, tally);
    first = end;
  }
  for (std::size_t size = 0; size < tally.base.size(); ++size) {
    const std::string name(nameOf(static_cast<PyramidSize>(size)));
    print(name + " base", tally.base[size]);
    print(name + " height", tally.height[size]);
  }
  print("all base", tally.all_base);
  print("all height", tally.all_height);
  print("scale (% for mm)", tally.scale);
  std::printf("scale warned of in %d of %zu\n", tally.warned, tally.scale.error_mm.size());
  return 0;
}
