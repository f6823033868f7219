// How well freely placed markers are located, and whether what is stated about it holds:
//   accuracy_layout [COUNT]   COUNT (200) drawn tables, each with its own layout, camera poses, light and noise, two
//                             pictures each, and from one alone
//   accuracy_layout scale [COUNT]   COUNT (1000) other tables, with the true lens and the scale from the markers' size
//                             alone: of one number a table, 200 say little
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include <Eigen/Dense>

#include "calibration/edge_profile.h"
#include "calibration/layout.h"
#include "calibration/lens_parameters.h"
#include "compressed.h"
#include "normalised_error.h"
#include "support/render_table.h"
#include "tests/support/count_of.h"
#include "tests/support/quantile.h"

using namespace linesman;

namespace {

using support::quantile;

struct Tally {
  std::vector<double> place_mm, scale_percent;
  accuracy::NormalisedErrors shape{4}, scale{1}; // eight coordinates less shift, turn and scale; the scale
  int failed = 0;
};

/// Error over covariance in the directions that the covariance knows.
double normalised(const Eigen::VectorXd& error, const Eigen::MatrixXd& covariance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> own(covariance);
  double chi2 = 0.0;
  for (Eigen::Index i = 0; i < error.size(); ++i)
    if (own.eigenvalues()[i] > 1e-9 * own.eigenvalues().maxCoeff())
      chi2 += std::pow(own.eigenvectors().col(i).dot(error), 2) / own.eigenvalues()[i];
  return chi2;
}

/// Places of all markers after the best turn and shift, and (told apart) scale.
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
  tally.scale.add(std::pow((scale - 1.0) / layout.scale_sigma, 2));
  const Eigen::JacobiSVD<Eigen::Matrix2d> svd(found * truth.transpose(), Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::Matrix2Xd apart = found - scale * svd.matrixU() * svd.matrixV().transpose() * truth;
  for (std::size_t i = 0; i < n; ++i)
    tally.place_mm.push_back(apart.col(static_cast<Eigen::Index>(i)).norm());
  tally.shape.add(normalised(apart.reshaped(), layout.shape_covariance_mm2));
}

/// A lens as a calibration would have given it: off the truth as its covariance says.
Lens calibrated(const Lens& truth, std::mt19937& random) {
  LensVector sigma = LensVector::Zero();
  sigma.head<8>() << 1.2, 1.2, 1.5, 1.5, 0.004, 0.01, 0.0003, 0.0003;
  std::normal_distribution<double> normal;
  LensVector parameters = parametersOf(truth);
  const double shared = normal(random); // of the focal lengths
  for (Eigen::Index i = 0; i < 8; ++i)
    parameters[i] += sigma[i] * (i < 2 ? 0.98 * shared + 0.2 * normal(random) : normal(random));
  Lens lens = truth;
  setParameters(lens, parameters);
  LensMatrix covariance = sigma.cwiseAbs2().asDiagonal();
  covariance.topLeftCorner<2, 2>() =
      1.2 * 1.2 * Eigen::Matrix2d{{0.98 * 0.98 + 0.04, 0.98 * 0.98}, {0.98 * 0.98, 0.98 * 0.98 + 0.04}};
  lens.parameter_covariance = covariance;
  return lens;
}

} // namespace

int main(int argc, char** argv) {
  const bool scale_only = argc > 1 && std::string(argv[1]) == "scale";
  const int at = scale_only ? 2 : 1;
  const int count = argc > at ? support::countOf(argv[at]) : scale_only ? 1000 : 200;
  const Lens lens = test::webcam(960, 540);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Tally by_size, by_ruler, by_calibrated, by_guess, alone;
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
      options.exposure = 1.0 + 0.25 * uniform(random);
      options.seed = static_cast<unsigned>(2 * i + p + 1);
      const auto pose = test::cameraOver(600 + 40 * uniform(random), 0.5 + 0.15 * uniform(random),
                                         (p == 0 ? 0.3 : -0.3) + 0.2 * uniform(random));
      const cv::Mat drawn = test::render(lens, pose, test::markersPattern(laid, "DICT_4X4_50"), options);
      pictures.push_back(accuracy::compressed(accuracy::unsteady(drawn, edge_floor_px, options.seed), 88));
    }
    const auto attempt = [&](const std::optional<Lens>& known, bool ruler, Tally& tally, std::size_t most = 2) {
      LayoutRequest request;
      request.lens = known;
      if (ruler)
        request.distance = LayoutRequest::Distance{0, 2, (laid[0].centre_mm - laid[2].centre_mm).norm()};
      if (const auto result =
              solveLayout({pictures.begin(), pictures.begin() + static_cast<std::ptrdiff_t>(most)}, request))
        judge(laid, *result, tally);
      else if (++tally.failed == 1)
        std::printf("%s\n", result.error().sentence.c_str());
    };
    attempt(lens, false, by_size);
    if (scale_only)
      continue;
    attempt(lens, true, by_ruler);
    attempt(calibrated(lens, random), true, by_calibrated);
    attempt(std::nullopt, true, by_guess);
    attempt(lens, false, alone, 1);
  }
  for (const auto& [name, t] :
       {std::pair("true lens, scale from markers", &by_size), std::pair("true lens, one distance", &by_ruler),
        std::pair("calibrated lens, one distance", &by_calibrated), std::pair("no lens, one distance", &by_guess),
        std::pair("true lens, one picture, scale from markers", &alone)}) {
    if (t->failed == 0 && t->place_mm.empty())
      continue;
    std::printf(
        "%s: failed %d | place mm median %.3f 95%% %.3f worst %.3f | scale %% median %.3f 95%% %.3f worst %.3f\n", name,
        t->failed, quantile(t->place_mm, 0.5), quantile(t->place_mm, 0.95), quantile(t->place_mm, 1.0),
        quantile(t->scale_percent, 0.5), quantile(t->scale_percent, 0.95), quantile(t->scale_percent, 1.0));
    t->shape.print("  places among themselves");
    t->scale.print("  scale");
  }
  return 0;
}
