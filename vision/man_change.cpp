#include "vision/man_change.h"

#include <array>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/square_crop.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;
constexpr std::size_t area = static_cast<std::size_t>(Shape::width_px) * Shape::height_px;

/// One of a crop's colours, 0 to 1.
cv::Mat planeOf(const float* crop, std::size_t c) {
  return {Shape::height_px, Shape::width_px, CV_32F, const_cast<float*>(crop + c * area)};
}

cv::Mat lightOf(const float* crop) {
  cv::Mat light;
  cv::addWeighted(planeOf(crop, 0), 1.0 / 3.0, planeOf(crop, 1), 1.0 / 3.0, 0.0, light);
  cv::scaleAdd(planeOf(crop, 2), 1.0 / 3.0, light, light);
  return light;
}

/// A picture moved right and down.
cv::Mat moved(const cv::Mat& picture, const cv::Point2d& by) {
  cv::Mat out;
  const cv::Matx23d shift(1.0, 0.0, -by.x, 0.0, 1.0, -by.y);
  cv::warpAffine(picture, out, shift, picture.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return out;
}

/// Where the man is seen whose foot is here.
cv::Rect bodyOf(const CropPerspective& view) {
  constexpr double half_width = 0.3, tallest = 1.3, below = 0.2; // squares
  const cv::Point2d foot(view.foot_x, view.foot_y);
  const cv::Point2d top_left = foot - cv::Point2d(half_width * Shape::square_px, tallest * view.rise_px + 8.0),
                    bottom_right = foot + cv::Point2d(half_width * Shape::square_px, below * Shape::square_px);
  return cv::Rect(cv::Point(top_left), cv::Point(bottom_right)) & cv::Rect(0, 0, Shape::width_px, Shape::height_px);
}

/// How unlike two pictures are, each pixel counted up to a limit.
double unlikeness(const cv::Mat& a, const cv::Mat& b) {
  constexpr double most = 40.0 / 255.0;
  cv::Mat difference;
  cv::absdiff(a, b, difference);
  cv::min(difference, most, difference);
  return cv::mean(difference)[0];
}

/// Where a parabola through three neighbours of a minimum in the middle has its lowest place.
double lowest(double left, double middle, double right) {
  const double bend = left - 2.0 * middle + right;
  return bend > 1e-9 ? std::clamp(0.5 * (left - right) / bend, -0.5, 0.5) : 0.0;
}

} // namespace

ManChange changeOf(const float* now, const Eigen::Vector2d& foot_now, const float* before,
                   const Eigen::Vector2d& foot_before) {
  constexpr int around = 3, most_px = 40; // px that feet may be told wrongly, and that he may have been moved
  const cv::Point rim(most_px + around, most_px + around);
  const CropPerspective is(now, foot_now), was(before, foot_before);
  const cv::Rect body = bodyOf(is);
  if (body.empty())
    return {};
  const auto step = [](double px) { return std::clamp(std::round(px), -1.0 * most_px, 1.0 * most_px); };
  const cv::Point2d told(step(is.foot_x - was.foot_x), step(is.foot_y - was.foot_y));
  const cv::Mat now_seen = lightOf(now)(body), old_light = lightOf(before);
  cv::Mat rimmed; // that it can be moved
  cv::copyMakeBorder(old_light, rimmed, rim.y, rim.y, rim.x, rim.x, cv::BORDER_REPLICATE);
  std::array<std::array<double, 2 * around + 1>, 2 * around + 1> unlike{};
  cv::Point best;
  for (int y = -around; y <= around; ++y)
    for (int x = -around; x <= around; ++x) {
      const auto at = [&](int k) { return static_cast<std::size_t>(k + around); };
      unlike[at(y)][at(x)] = unlikeness(now_seen, rimmed(body - cv::Point(told) - cv::Point(x, y) + rim));
      if (unlike[at(y)][at(x)] < unlike[at(best.y)][at(best.x)] || (x == -around && y == -around))
        best = {x, y};
    }
  cv::Point2d by = told + cv::Point2d(best);
  if (std::abs(best.x) < around && std::abs(best.y) < around) {
    const auto v = static_cast<std::size_t>(best.y + around), u = static_cast<std::size_t>(best.x + around);
    by.x += lowest(unlike[v][u - 1], unlike[v][u], unlike[v][u + 1]);
    by.y += lowest(unlike[v - 1][u], unlike[v][u], unlike[v + 1][u]);
  }
  std::vector<float> difference(now, now + Shape::numbers);
  for (std::size_t c = 0; c < 3; ++c) {
    cv::Mat plane(Shape::height_px, Shape::width_px, CV_32F, difference.data() + c * area);
    plane -= moved(planeOf(before, c), by);
  }
  return {ringsAround(difference.data(), foot_now),
          static_cast<float>(255.0 * unlikeness(now_seen, moved(old_light, by)(body)))};
}

} // namespace linesman
