#include "vision/saddle_points.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

struct Hessian {
  cv::Mat xx, yy, xy, response;
};

Hessian hessianOf(const cv::Mat& grey, double sigma_px) {
  cv::Mat smooth;
  cv::GaussianBlur(grey, smooth, {}, sigma_px);
  Hessian h;
  cv::Sobel(smooth, h.xx, CV_32F, 2, 0, 3, 0.25);
  cv::Sobel(smooth, h.yy, CV_32F, 0, 2, 3, 0.25);
  cv::Sobel(smooth, h.xy, CV_32F, 1, 1, 3, 0.25);
  h.response = h.xy.mul(h.xy) - h.xx.mul(h.yy);
  return h;
}

SaddlePoint describe(const Hessian& h, int x, int y) {
  SaddlePoint saddle;
  const double a = h.xx.at<float>(y, x), b = h.xy.at<float>(y, x), c = h.yy.at<float>(y, x);
  saddle.strength = std::sqrt(static_cast<double>(h.response.at<float>(y, x)));
  // v'Hv = 0 along the edges: with v = (cos t, sin t), m + r cos(2 (t - t0)) = 0.
  const double m = 0.5 * (a + c), r = std::hypot(0.5 * (a - c), b), t0 = 0.5 * std::atan2(b, 0.5 * (a - c));
  const double half = 0.5 * std::acos(std::clamp(-m / r, -1.0, 1.0));
  saddle.edges_rad = {t0 + half, t0 - half};
  saddle.bright_rad = t0; // positive curvature: rising to both sides
  const auto at = [&h](int u, int v) { return static_cast<double>(h.response.at<float>(v, u)); };
  const auto peak = [](double l, double m2, double n) {
    const double curve = l - 2.0 * m2 + n;
    return curve < 0.0 ? std::clamp(0.5 * (l - n) / curve, -0.5, 0.5) : 0.0;
  };
  saddle.px = {x + peak(at(x - 1, y), at(x, y), at(x + 1, y)), y + peak(at(x, y - 1), at(x, y), at(x, y + 1))};
  return saddle;
}

bool stronger(const SaddlePoint& a, const SaddlePoint& b) {
  return a.strength > b.strength;
}

/// The strongest one of each part of a picture first, then the second of each and so on, each time by strength.
void takeTurns(std::vector<SaddlePoint>& saddles, const cv::Size& size) {
  constexpr int parts = 8; // along a side: some squares of a board lie in one
  std::sort(saddles.begin(), saddles.end(), stronger);
  std::array<int, parts * parts> taken{};
  std::vector<std::pair<int, SaddlePoint>> turns;
  for (const SaddlePoint& saddle : saddles) {
    const auto partOf = [](double px, int length) {
      return std::clamp(static_cast<int>(px / length * parts), 0, parts - 1);
    };
    const int part = partOf(saddle.px.y(), size.height) * parts + partOf(saddle.px.x(), size.width);
    turns.emplace_back(taken[static_cast<std::size_t>(part)]++, saddle);
  }
  std::stable_sort(turns.begin(), turns.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::transform(turns.begin(), turns.end(), saddles.begin(), [](const auto& turn) { return turn.second; });
}

} // namespace

std::vector<SaddlePoint> findSaddlePoints(const cv::Mat& grey, double sigma_px, std::size_t count, SaddleOrder order) {
  const Hessian h = hessianOf(grey, sigma_px);
  cv::Mat widest;
  const int reach = std::max(1, static_cast<int>(std::lround(1.5 * sigma_px)));
  cv::dilate(h.response, widest, cv::Mat::ones(2 * reach + 1, 2 * reach + 1, CV_8U));
  std::vector<SaddlePoint> found;
  const int margin = reach + 2;
  for (int y = margin; y < grey.rows - margin; ++y) {
    const auto* row = h.response.ptr<float>(y);
    const auto* most = widest.ptr<float>(y);
    for (int x = margin; x < grey.cols - margin; ++x)
      if (row[x] > 1.0F && row[x] >= most[x])
        found.push_back(describe(h, x, y));
  }
  if (order == SaddleOrder::of_each_part) {
    takeTurns(found, grey.size());
    found.resize(std::min(found.size(), count));
    return found;
  }
  if (found.size() > count) {
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(), stronger);
    found.resize(count);
  }
  std::sort(found.begin(), found.end(), stronger);
  return found;
}

} // namespace linesman
