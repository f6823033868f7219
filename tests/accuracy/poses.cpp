// How well a pyramid is fitted once it is found: accuracy_poses [--each | --lines] FOLDER_OR_TRUTH.json...
// Every true pyramid that is seen well enough is fitted from starts around its true pose (up to 2 mm and 8 degrees
// off), with the true camera pose. Prints errors, how often the stated ellipse holds the truth, and the Cramer-Rao
// bound: what the picture's own outline edges and noise allow at best.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <random>

#include <Eigen/Cholesky>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "models/piece_catalog.h"
#include "models/units.h"
#include "tests/accuracy/edge_bound.h"
#include "tests/support/quantile.h"
#include "tests/support/table_truth.h"
#include "vision/outline_samples.h"
#include "vision/pyramid_colour.h"
#include "vision/pyramid_refinement.h"

using namespace linesman;
using namespace linesman::accuracy;

namespace {

using support::quantile;

struct Fit {
  std::string name;
  support::TruePyramid truth;
  double place_mm = 0.0, heading_deg = 0.0;
  double squared_place = 0.0, squared = 0.0; ///< Mahalanobis distances
  double sigma_mm = 0.0, bound_mm = 0.0, bound_deg = 0.0;
  double met = 0.0, misfit = 0.0, agreement = 0.0;
};

void print(const std::string& what, const std::vector<Fit>& fits) {
  std::vector<double> place, heading, sigma, bound, bound_deg;
  int in_place = 0, in_pose = 0, beyond = 0;
  for (const Fit& fit : fits) {
    place.push_back(fit.place_mm);
    heading.push_back(fit.heading_deg);
    sigma.push_back(fit.sigma_mm);
    bound.push_back(fit.bound_mm);
    bound_deg.push_back(fit.bound_deg);
    in_place += fit.squared_place < 5.991 ? 1 : 0;
    in_pose += fit.squared < 7.815 ? 1 : 0;
    beyond += fit.squared > 25.0 ? 1 : 0;
  }
  const double n = static_cast<double>(fits.size());
  std::printf("%-14s n %4zu  place %.3f/%.3f/%.2f mm  heading %.3f/%.3f/%.2f deg (median/95%%/worst)  in ellipse %.3f "
              "(with heading %.3f)  "
              "beyond 5 sigma %d  sigma %.3f mm  Cramer-Rao %.3f mm %.3f deg\n",
              what.c_str(), fits.size(), quantile(place, 0.5), quantile(place, 0.95), quantile(place, 1.0),
              quantile(heading, 0.5), quantile(heading, 0.95), quantile(heading, 1.0), in_place / n, in_pose / n,
              beyond, quantile(sigma, 0.5), quantile(bound, 0.5), quantile(bound_deg, 0.5));
}

template <class Key> void printSplit(const std::vector<Fit>& fits, Key key) {
  std::map<std::string, std::vector<Fit>> groups;
  for (const Fit& fit : fits)
    groups[key(fit)].push_back(fit);
  for (const auto& [name, group] : groups)
    print(name, group);
}

void fitAll(const std::string& path, bool each, std::mt19937& rng, std::vector<Fit>& fits, int& lost) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(support::pictureOf(path));
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const PieceCatalog catalog = PieceCatalog::standard();
  cv::Mat grey;
  cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
  const double noise = noiseOf(grey);
  const QuietPicture picture(image);
  std::uniform_real_distribution<double> spread(-1.0, 1.0);
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    if (!support::counts(pyramid))
      continue;
    const PyramidSolid solid(catalog.pyramid(pyramid.size), pyramid.size, pyramid.posture);
    const Eigen::Matrix3d bound = boundOf(solid, pyramid.pose, view, grey, noise);
    for (int start = 0; start < 3; ++start) {
      const PlanarPose<TableFrame, PieceFrame> from(pyramid.pose.origin_mm() +
                                                        1.4 * Eigen::Vector2d(spread(rng), spread(rng)),
                                                    pyramid.pose.heading_rad() + radFromDeg(8.0) * spread(rng));
      const double reach_px = std::clamp(4.0 / view.mmPerPixel(from.origin_mm()), 3.0, 10.0);
      const RefinementHints hints{radFromDeg(5.0), {}, isOpaque(pyramid.colour)};
      const auto first = refinePyramid(solid, from, view, picture, reach_px, hints);
      if (!first) {
        ++lost;
        continue;
      }
      const RefinedPyramid refined = refineAtLast(solid, *first, view, picture, hints);
      const Eigen::Vector2d shift = refined.pose.origin_mm() - pyramid.pose.origin_mm();
      const double turn = std::remainder(refined.pose.heading_rad() - pyramid.pose.heading_rad(), solid.period_rad());
      const Eigen::Vector3d error(shift.x(), shift.y(), turn);
      Fit fit{truth.name, pyramid, shift.norm(), std::abs(degFromRad(turn))};
      const Eigen::Matrix2d place = refined.own_covariance.topLeftCorner<2, 2>();
      fit.squared_place = shift.dot(place.ldlt().solve(shift));
      fit.squared = error.dot(refined.own_covariance.ldlt().solve(error));
      fit.sigma_mm = std::sqrt(place.trace());
      fit.bound_mm = std::sqrt(bound.topLeftCorner<2, 2>().trace());
      fit.bound_deg = degFromRad(std::sqrt(bound(2, 2)));
      fit.met = refined.met;
      fit.misfit = refined.misfit;
      fit.agreement = refined.agreement;
      if (each && (fit.squared > 20.0 || fit.place_mm > 0.8 || fit.heading_deg > 1.5))
        std::printf("%s %s %s %s at %.0f %.0f heading %.0f visible %.2f, from %+.1f %+.1f mm %+.1f deg: off %.2f mm "
                    "%.2f deg, sqrt(d2) %.1f met %.2f misfit %.2f\n",
                    truth.name.c_str(), nameOf(pyramid.size).data(), nameOf(pyramid.posture).data(),
                    nameOf(pyramid.colour).data(), pyramid.pose.x_mm(), pyramid.pose.y_mm(),
                    degFromRad(pyramid.pose.heading_rad()), pyramid.visible, from.x_mm() - pyramid.pose.x_mm(),
                    from.y_mm() - pyramid.pose.y_mm(), degFromRad(from.heading_rad() - pyramid.pose.heading_rad()),
                    fit.place_mm, fit.heading_deg, std::sqrt(fit.squared), fit.met, fit.misfit);
      fits.push_back(fit);
    }
  }
}

} // namespace

int main(int argc, char** argv) {
  std::vector<Fit> fits;
  std::mt19937 rng(7);
  bool each = false, lines = false;
  int lost = 0;
  std::vector<std::string> folders;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--each")
      each = true;
    else if (std::string(argv[i]) == "--lines")
      lines = true;
    else
      folders.emplace_back(argv[i]);
  }
  for (const std::string& path :
       support::truthsIn(folders, "usage: accuracy_poses [--each | --lines] FOLDER_OR_TRUTH.json..."))
    fitAll(path, each, rng, fits, lost);
  if (lines) { // for fit_doubt.py
    for (const Fit& fit : fits)
      std::printf("%s %.4f %.4f %.4f %.4f\n", fit.name.c_str(), fit.squared_place, fit.squared, fit.met, fit.agreement);
    return 0;
  }
  std::printf("lost %d\n", lost);
  print("all", fits);
  printSplit(fits, [](const Fit& f) { return std::string(nameOf(f.truth.posture)); });
  printSplit(fits, [](const Fit& f) { return std::string(nameOf(f.truth.size)); });
  printSplit(fits, [](const Fit& f) {
    return std::string(f.truth.colour == Colour::clear                                      ? "clear"
                       : f.truth.colour == Colour::white || f.truth.colour == Colour::black ? "opaque"
                                                                                            : "translucent");
  });
  printSplit(fits, [](const Fit& f) { return std::string(f.truth.visible > 0.9 ? "free" : "partly hidden"); });
  return 0;
}
