#include "vision/cast_shadow.h"

#include <algorithm>
#include <array>
#include <optional>

#include <Eigen/Eigenvalues>
#include <opencv2/imgproc.hpp>

#include "vision/linear_light.h"

namespace linesman {

namespace {

// An outline drawn smaller and larger from its middle: what is in it for sure, what may be its own edge still, and how
// far the surface beside it is looked at.
constexpr double inner = 0.75, own = 1.15, beside = 1.9;
constexpr double floor_light = 0.01;
constexpr std::size_t enough_px = 8;
constexpr std::size_t likest = 10;   ///< one pixel in so many of the surface is looked at, for it may be printed
constexpr double least_share = 0.15; ///< of what is in it, of each of two colours of a print
// Between logarithms of light: of hue and saturation (a shadow's are the surface's), of brightness.
constexpr double same_hue = 0.055, least_darker = 0.04;
constexpr double like_hue = 0.08, like_brightness = 0.25;
// What a lamp does not reach has the light of the room alone, which may be bluer or redder (blue, green, red): the more
// the darker it is, up to so dark.
constexpr std::array<double, 3> bluer = {0.74, -0.07, -0.67};
constexpr double bluer_where_darker = 0.5, most_darkened = 1.5;

using HueDistance = double (*)(const Eigen::Vector3d& light, const Eigen::Vector3d& surface);

Eigen::Vector3d hueOf(const Eigen::Vector3d& light) {
  return light.array() - light.mean();
}

Eigen::Vector3d logarithmOf(const cv::Vec3b& colour) {
  static const std::array<double, 256> logarithms = [] {
    std::array<double, 256> table{};
    for (std::size_t level = 0; level < table.size(); ++level)
      table[level] = std::log(linearLight(static_cast<double>(level)) + floor_light);
    return table;
  }();
  return {logarithms[colour[0]], logarithms[colour[1]], logarithms[colour[2]]};
}

/// In reduced pixels.
std::vector<cv::Point> scaled(const PictureOutline& outline, double by, const EdgeField& edges) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (const cv::Point2f& corner : outline)
    middle += Eigen::Vector2d(corner.x, corner.y) / static_cast<double>(outline.size());
  std::vector<cv::Point> corners;
  for (const cv::Point2f& corner : outline) {
    const Eigen::Vector2d at = edges.toReduced(middle + by * (Eigen::Vector2d(corner.x, corner.y) - middle));
    corners.emplace_back(cvRound(at.x()), cvRound(at.y()));
  }
  return corners;
}

/// Of the picture within the corners, but where `covered`, as logarithms.
std::vector<Eigen::Vector3d> lightIn(std::vector<cv::Point> corners, const EdgeField& edges, const cv::Mat& covered) {
  std::vector<Eigen::Vector3d> light;
  const cv::Rect box = cv::boundingRect(corners) & cv::Rect(0, 0, edges.width(), edges.height());
  if (box.empty())
    return light;
  for (cv::Point& corner : corners)
    corner -= box.tl();
  cv::Mat inside = cv::Mat::zeros(box.size(), CV_8U);
  cv::fillConvexPoly(inside, corners, cv::Scalar(255));
  for (int y = 0; y < box.height; ++y)
    for (int x = 0; x < box.width; ++x)
      if (inside.at<std::uint8_t>(y, x) != 0 &&
          (covered.empty() || covered.at<std::uint8_t>(box.y + y, box.x + x) == 0))
        light.push_back(logarithmOf(edges.image().at<cv::Vec3b>(box.y + y, box.x + x)));
  return light;
}

Eigen::Vector3d meanOf(const std::vector<Eigen::Vector3d>& light, std::size_t count) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < count; ++i)
    sum += light[i];
  return sum / static_cast<double>(count);
}

/// How far its hue is from the surface's.
double hueBetween(const Eigen::Vector3d& light, const Eigen::Vector3d& surface) {
  return (hueOf(light) - hueOf(surface)).norm();
}

/// How far it is from what the room's light alone may make of the surface's.
double hueInShadow(const Eigen::Vector3d& light, const Eigen::Vector3d& surface) {
  const double darker = surface.mean() - light.mean();
  const double shift = darker < most_darkened ? bluer_where_darker * std::max(0.0, darker) : 0.0;
  const Eigen::Vector3d axis(bluer[0], bluer[1], bluer[2]), apart = hueOf(light) - hueOf(surface);
  return (apart - std::clamp(apart.dot(axis), -shift, shift) * axis).norm();
}

/// Whether `light` has nearly the hue of some of the surface, as `between` has it, and is darker by `darker` at least.
bool isOfSurface(const Eigen::Vector3d& light, std::vector<Eigen::Vector3d> surface, HueDistance between, double nearly,
                 double darker) {
  if (surface.size() < enough_px)
    return false;
  const auto unlike = [&](const Eigen::Vector3d& one) { return between(light, one); };
  const auto last = surface.begin() + static_cast<std::ptrdiff_t>(surface.size() / likest);
  std::ranges::nth_element(surface, last, {}, unlike);
  const auto count = static_cast<std::size_t>(last - surface.begin()) + 1;
  return unlike(*last) < nearly && light.mean() < meanOf(surface, count).mean() - darker;
}

/// The mean lights of the two hues it has, parted along the direction in which hues differ most; nothing where they
/// are nearly one, or one of them is hardly there.
std::optional<std::array<Eigen::Vector3d, 2>> twoHues(const std::vector<Eigen::Vector3d>& light) {
  const auto count = static_cast<double>(light.size());
  const Eigen::Vector3d middle = hueOf(meanOf(light, light.size()));
  Eigen::Matrix3d scatter = Eigen::Matrix3d::Zero();
  for (const Eigen::Vector3d& one : light)
    scatter += (hueOf(one) - middle) * (hueOf(one) - middle).transpose() / count;
  const Eigen::Vector3d along = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(scatter).eigenvectors().col(2);
  double border = along.dot(middle); // it is a hue itself: brightness has no part in it
  std::array<Eigen::Vector3d, 2> means;
  for (int round = 0; round < 8; ++round) { // settles long before
    means.fill(Eigen::Vector3d::Zero());
    std::array<double, 2> counts{};
    for (const Eigen::Vector3d& one : light) {
      const std::size_t k = along.dot(one) > border ? 1 : 0;
      means[k] += one;
      counts[k] += 1.0;
    }
    if (std::min(counts[0], counts[1]) < least_share * count)
      return {};
    for (std::size_t k = 0; k < 2; ++k)
      means[k] /= counts[k];
    border = 0.5 * along.dot(means[0] + means[1]);
  }
  if ((hueOf(means[0]) - hueOf(means[1])).norm() < 2.0 * same_hue)
    return {};
  return means;
}

/// Whether light is that of two colours of the surface, no lighter.
bool showsTwoOf(const std::vector<Eigen::Vector3d>& surface, const std::vector<Eigen::Vector3d>& light) {
  const auto hues = twoHues(light);
  return hues && std::ranges::all_of(*hues, [&](const Eigen::Vector3d& one) {
           return isOfSurface(one, surface, hueBetween, like_hue, -least_darker);
         });
}

} // namespace

std::vector<SurfaceLight> SurfaceLight::of(const std::vector<PictureOutline>& outlines, const EdgeField& edges,
                                           const std::vector<bool>& doubt) {
  cv::Mat covered = cv::Mat::zeros(edges.height(), edges.width(), CV_8U);
  for (const PictureOutline& outline : outlines)
    if (outline.size() >= 3)
      cv::fillConvexPoly(covered, scaled(outline, own, edges), cv::Scalar(255));
  std::vector<SurfaceLight> all(outlines.size());
  for (std::size_t i = 0; i < outlines.size(); ++i) {
    if (outlines[i].size() < 3)
      continue;
    const std::vector<Eigen::Vector3d> inside = lightIn(scaled(outlines[i], inner, edges), edges, {});
    if (inside.empty())
      continue;
    all[i].light_ = meanOf(inside, inside.size());
    if (!doubt.empty() && !doubt[i])
      continue;
    const std::vector<Eigen::Vector3d> surface = lightIn(scaled(outlines[i], beside, edges), edges, covered);
    all[i].darkened_ = isOfSurface(all[i].light_, surface, hueInShadow, same_hue, least_darker);
    all[i].shows_print_ = showsTwoOf(surface, inside);
  }
  return all;
}

bool SurfaceLight::isLike(const SurfaceLight& other) const {
  return (hueOf(light_) - hueOf(other.light_)).norm() < like_hue &&
         std::abs(light_.mean() - other.light_.mean()) < like_brightness;
}

} // namespace linesman
