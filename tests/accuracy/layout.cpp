// How well freely placed markers are located, and whether what is stated about it holds:
//   accuracy_layout [COUNT]   COUNT (200) drawn tables, each with its own layout, lens pose and noise, two pictures
//   each
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <Eigen/Dense>

#include "calibration/layout.h"
#include "support/render_table.h"

using namespace linesman;

namespace {

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values.empty() ? NAN
                        : values[std::min(values.size() - 1,
                                          static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

struct Tally {
  std::vector<double> place_mm, nees, scale_percent, scale_sigmas;
  int failed = 0;
};

/// Places relative to the largest marker after the best turn, shift and (told apart) scale.
void judge(const std::vector<TableMarker>& laid, const Layout& layout, Tally& tally) {
  const auto n = laid.size();
  if (layout.table.markers.size() != n) {
    ++tally.failed;
    std::printf("%zu of %zu markers placed\n", layout.table.markers.size(), n);
    return;
  }
  Eigen::Matrix2Xd truth(2, static_cast<Eigen::Index>(n)), found(2, static_cast<Eigen::Index>(n));
  for (std::size_t i = 0; i < n; ++i) {
    truth.col(static_cast<Eigen::Index>(i)) = laid[i].centre_mm;
    found.col(static_cast<Eigen::Index>(i)) = layout.table.markers[i].centre_mm;
  }
  truth.colwise() -= truth.rowwise().mean().eval();
  found.colwise() -= found.rowwise().mean().eval();
  const double scale = found.norm() / truth.norm();
  tally.scale_percent.push_back(100.0 * std::abs(scale - 1.0));
  tally.scale_sigmas.push_back((scale - 1.0) / layout.scale_sigma);
  const Eigen::JacobiSVD<Eigen::Matrix2d> svd(found * truth.transpose(), Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::Matrix2Xd apart = found - scale * svd.matrixU() * svd.matrixV().transpose() * truth;
  double chi2 = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double away_mm = apart.col(static_cast<Eigen::Index>(i)).norm();
    tally.place_mm.push_back(away_mm);
    const double sigma_mm = layout.sigma_mm[i];
    chi2 += away_mm * away_mm / (sigma_mm * sigma_mm);
  }
  tally.nees.push_back(chi2 / (2.0 * static_cast<double>(n))); // sigmas are those after the fit
}

} // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::max(1, std::atoi(argv[1])) : 200;
  const Lens lens = test::webcam(960, 540);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Tally by_size, by_ruler;
  for (int i = 0; i < count; ++i) {
    std::vector<TableMarker> laid;
    const double corner_mm[4][2] = {{-150, 90}, {150, 90}, {150, -90}, {-150, -90}};
    for (int m = 0; m < 4; ++m)
      laid.push_back({m, 40.0,
                      Eigen::Vector2d(corner_mm[m][0] + 20 * uniform(random), corner_mm[m][1] + 20 * uniform(random)),
                      M_PI * uniform(random)});
    std::vector<cv::Mat> pictures;
    for (int p = 0; p < 2; ++p) {
      test::RenderOptions options;
      options.height_mm = 0.1;
      options.seed = static_cast<unsigned>(2 * i + p + 1);
      const auto pose = test::cameraOver(600 + 40 * uniform(random), 0.5 + 0.15 * uniform(random),
                                         (p == 0 ? 0.3 : -0.3) + 0.2 * uniform(random));
      pictures.push_back(test::render(lens, pose, test::markersPattern(laid, "DICT_4X4_50"), options));
    }
    LayoutRequest request;
    request.lens = lens;
    const auto solved = solveLayout(pictures, request);
    request.distance = LayoutRequest::Distance{0, 2, (laid[0].centre_mm - laid[2].centre_mm).norm()};
    const auto ruled = solveLayout(pictures, request);
    for (const auto& [result, tally] : {std::pair(&solved, &by_size), std::pair(&ruled, &by_ruler)})
      if (*result)
        judge(laid, **result, *tally);
      else if (++tally->failed == 1)
        std::printf("%s\n", result->error().sentence.c_str());
  }
  for (const auto& [name, t] :
       {std::pair("scale from the markers", &by_size), std::pair("one distance measured", &by_ruler)}) {
    double mean = 0.0, square = 0.0;
    for (const double v : t->nees)
      mean += v / static_cast<double>(t->nees.size());
    for (const double v : t->scale_sigmas)
      square += v * v / static_cast<double>(t->scale_sigmas.size());
    std::printf("%-24s n %zu failed %d | place mm median %.3f 95%% %.3f worst %.3f, normalised chi-square %.2f | scale "
                "%% median %.3f 95%% %.3f worst %.3f, normalised chi-square %.2f\n",
                name, t->nees.size(), t->failed, quantile(t->place_mm, 0.5), quantile(t->place_mm, 0.95),
                quantile(t->place_mm, 1.0), mean, quantile(t->scale_percent, 0.5), quantile(t->scale_percent, 0.95),
                quantile(t->scale_percent, 1.0), square);
  }
  return 0;
}
