#include "vision/edge_crossing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <Eigen/Cholesky>

#include "vision/edge_profile.h"

namespace linesman {

namespace {

constexpr double least_contrast = 5.0;   ///< grey levels (all channels together) over 2 px
constexpr double least_over_noise = 3.5; ///< of a contrast, in noise levels: what chance makes is less
constexpr double plenty_contrast = 25.0; ///< beyond this an edge is hardly more believable for being stronger
// The crevice under the rounded edge on which a piece lies is dark. Beside a dark piece it looks like a part of it,
// beside a bright one like a part of the shadow: so far from the edge the step is then seen, mm along the table.
constexpr double crevice_outside_mm = 0.05, crevice_inside_mm = 0.15;

constexpr double beside_px = 1.0;        ///< from an edge, where the colours of its sides are taken first
constexpr int beside_count = 3;          ///< a pixel apart
constexpr double least_beside = 6.0;     ///< colours
constexpr double common_levels = 14.0;   ///< spread that every side has beside its own
constexpr double least_told = 2.0;       ///< spreads between the sides
constexpr double least_difference = 8.0; ///< levels

/// Mean and covariance of colours as EdgeColour weighs them.
struct SideColours {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
  double n = 0.0;

  void add(const std::uint8_t* pixel) {
    const double y =
        EdgeColour::blue_share * pixel[0] + EdgeColour::green_share * pixel[1] + EdgeColour::red_share * pixel[2];
    const Eigen::Vector3d colour(EdgeColour::brightness_worth * y, pixel[0] - y, pixel[2] - y);
    sum += colour;
    squares += colour * colour.transpose();
    n += 1.0;
  }
  Eigen::Vector3d mean() const { return sum / n; }
  Eigen::Matrix3d covariance() const { return squares / n - mean() * mean().transpose(); }
};

/// How far outside its place an edge is seen for the crevice under it, px.
double creviceShift(const OutlineSample& sample, bool brighter_outside) {
  if (!sample.on_table)
    return 0.0;
  const double px_per_mm = (sample.normal.transpose() * sample.by_pose.leftCols<2>()).norm();
  return (brighter_outside ? crevice_outside_mm : -crevice_inside_mm) * px_per_mm;
}

} // namespace

double EdgeCrossing::worth() const {
  return contrast / (contrast + plenty_contrast);
}

std::array<ColourStep, PyramidSolid::edge_count> colourSteps(const QuietPicture& picture,
                                                             const std::vector<OutlineSample>& samples) {
  std::array<std::array<SideColours, 2>, PyramidSolid::edge_count> edges;
  for (const OutlineSample& sample : samples) {
    if (!sample.outline)
      continue;
    for (int k = 0; k < beside_count; ++k)
      for (const int side : {0, 1}) {
        const Eigen::Vector2d at = sample.pixel + (side == 0 ? -1.0 : 1.0) * (beside_px + k) * sample.normal;
        const int x = cvRound(at.x()), y = cvRound(at.y());
        if (x >= 0 && y >= 0 && x < picture.image().cols && y < picture.image().rows)
          edges[static_cast<std::size_t>(sample.edge)][static_cast<std::size_t>(side)].add(picture.image().ptr(y) +
                                                                                           3 * x);
      }
  }
  std::array<ColourStep, PyramidSolid::edge_count> out;
  for (std::size_t e = 0; e < out.size(); ++e) {
    const auto& [inner, outer] = edges[e];
    if (inner.n < least_beside || outer.n < least_beside)
      continue;
    const Eigen::Vector3d difference = outer.mean() - inner.mean();
    const Eigen::Matrix3d within =
        0.5 * (inner.covariance() + outer.covariance()) + common_levels * common_levels * Eigen::Matrix3d::Identity();
    const Eigen::Vector3d best = within.ldlt().solve(difference);
    const double told = best.dot(difference); // squared distance of the means in spreads
    if (told < least_told * least_told || difference.norm() < least_difference)
      continue;
    out[e] = {(best * (difference.norm() / told)).cast<float>(), true};
  }
  return out;
}

EdgeCrossing crossEdge(const QuietPicture& picture, const OutlineSample& sample, double reach_px, double spread_px,
                       const ColourStep& known) {
  const double to_usual = 1.0 / picture.light();
  const double least = std::max(least_contrast, least_over_noise * picture.noise()) * to_usual;
  const EdgeProfile profile(picture.image(), sample, reach_px, known.plain ? &known.outwards : nullptr);
  // A glint or print is often the strongest edge around and the outline a weaker one: strength counts with a limit. At
  // the end every edge within reach has its say, the nearer the more.
  double sum = 0.0, moment = 0.0, contrast = 0.0, best = 0.0;
  for (unsigned peaks = profile.peaks(); peaks != 0; peaks &= peaks - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(peaks));
    const int step = static_cast<int>(i) - profile.half - 1;
    const double l = static_cast<double>(profile.light[i - 1]), m = static_cast<double>(profile.light[i]),
                 r = static_cast<double>(profile.light[i + 1]);
    const EdgeCrossing here{0.0, to_usual * static_cast<double>(profile.contrast[i]), true};
    if (here.contrast < least)
      continue;
    const double bend = l - 2.0 * m + r;
    const double shift = bend < -1e-9 ? std::clamp(0.5 * (l - r) / bend, -0.5, 0.5) : 0.0;
    const double offset = (step + shift) * EdgeProfile::step_px - creviceShift(sample, profile.rise[i] > 0.0F);
    if (reach_px > EdgeProfile::near_reach_px) { // far off the best alone counts
      const double near = here.worth() * (1.0 - 0.6 * std::abs(offset) / (reach_px + 0.5));
      if (near > best) {
        best = sum = near;
        moment = near * offset;
        contrast = near * here.contrast;
      }
      continue;
    }
    const double weight = here.worth() * std::exp(-0.5 * offset * offset / (spread_px * spread_px));
    sum += weight;
    moment += weight * offset;
    contrast += weight * here.contrast;
  }
  if (sum < 1e-6)
    return {};
  return {moment / sum, contrast / sum, true};
}

} // namespace linesman
