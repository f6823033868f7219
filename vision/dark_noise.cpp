#include "vision/dark_noise.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "models/median.h"

namespace linesman {

namespace {

constexpr int ring_from_px = 3, ring_to_px = 9; ///< around the outline
constexpr double dark = 40.0;                   ///< grey levels: the darkest ground of 840 pieces has 35, most above 50
constexpr double noise_smooth_px = 1.5;         ///< what is left by it counts as noise
constexpr double aside_px = 2.5;                ///< from a side to where colours are taken
constexpr double least_side_px = 4.0;
/// Of the noise and half a level: of these pieces none has less than 6.8, of what was seen in dark rooms most have less
/// than 2.
constexpr double stands_out = 4.0;

using Levels = std::vector<double>;

Levels levelsOf(const cv::Mat& values, const cv::Mat& where) {
  Levels levels;
  for (int y = 0; y < values.rows; ++y)
    for (int x = 0; x < values.cols; ++x)
      if (where.at<std::uint8_t>(y, x) != 0)
        levels.push_back(static_cast<double>(values.at<float>(y, x)));
  return levels;
}

/// The mean step across the sides, each as long as it is: of the colour channel that steps most.
double meanStep(const PictureOutline& hull, const cv::Mat& image) {
  const cv::Rect all({0, 0}, image.size());
  double sum = 0.0, length_px = 0.0;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const cv::Point2f from = hull[i], along = hull[(i + 1) % hull.size()] - from;
    const double side_px = cv::norm(along);
    if (side_px < least_side_px)
      continue;
    const cv::Point2f aside = static_cast<float>(aside_px / side_px) * cv::Point2f(along.y, -along.x);
    const int count = static_cast<int>(side_px);
    cv::Vec3d step;
    for (int k = 0; k < count; ++k) {
      const cv::Point2f at = from + (static_cast<float>(k) + 0.5F) / static_cast<float>(count) * along;
      const cv::Point a(at + aside), b(at - aside);
      if (all.contains(a) && all.contains(b))
        step += cv::Vec3d(image.at<cv::Vec3b>(a)) - cv::Vec3d(image.at<cv::Vec3b>(b));
    }
    sum += side_px / count * std::max({std::abs(step[0]), std::abs(step[1]), std::abs(step[2])});
    length_px += side_px;
  }
  return length_px > 0.0 ? sum / length_px : 0.0;
}

} // namespace

bool standsOutOfDark(const PictureOutline& hull, const cv::Mat& image) {
  const cv::Rect box =
      (cv::boundingRect(hull) - cv::Point(ring_to_px, ring_to_px) + cv::Size(2 * ring_to_px, 2 * ring_to_px)) &
      cv::Rect({0, 0}, image.size());
  if (hull.size() < 3 || box.empty())
    return true;
  std::vector<cv::Point> inside;
  for (const cv::Point2f& point : hull)
    inside.emplace_back(cv::Point(point) - box.tl());
  const auto widened = [&](int by_px) {
    cv::Mat mask(box.size(), CV_8U, cv::Scalar(0));
    cv::fillConvexPoly(mask, inside, cv::Scalar(255));
    cv::dilate(mask, mask, cv::Mat::ones(2 * by_px + 1, 2 * by_px + 1, CV_8U));
    return mask;
  };
  const cv::Mat ring = widened(ring_to_px) & ~widened(ring_from_px);
  cv::Mat grey, smooth;
  cv::cvtColor(image(box), grey, cv::COLOR_BGR2GRAY);
  if (cv::mean(grey, ring)[0] > 2.0 * dark)
    return true;
  grey.convertTo(grey, CV_32F);
  Levels levels = levelsOf(grey, ring);
  if (levels.empty() || medianOf(levels) > dark)
    return true;
  cv::GaussianBlur(grey, smooth, {}, noise_smooth_px);
  const double noise = 1.48 * medianOf(levelsOf(cv::abs(grey - smooth), ring));
  return meanStep(hull, image) >= stands_out * (noise + 0.5);
}

} // namespace linesman
