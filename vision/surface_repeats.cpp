#include "vision/surface_repeats.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "vision/autocorrelation.h"
#include "vision/light_change.h"
#include "vision/linear_map.h"

namespace linesman {

namespace {

constexpr double rough_pitch_mm = 3.0; ///< of the picture from above that repeats are looked for in
constexpr double half_width_mm = 384.0;
constexpr double light_mm = 90.0; ///< light changes more slowly than this
constexpr double least_likeness = 0.45;

int sizeOf(double pitch_mm) {
  return static_cast<int>(2.0 * half_width_mm / pitch_mm);
}

/// Correlation of a picture with itself for every shift up to the longest repeat, normalised; shift (0, 0) is in the
/// middle.
cv::Mat likenessByShift(const cv::Mat& grey, const cv::Mat& known, double longest_mm) {
  const int reach = static_cast<int>(longest_mm / rough_pitch_mm) + 2;
  const cv::Mat sums = autocorrelation(grey, reach), counts = autocorrelation(known, reach);
  const float least = 0.15F * counts.at<float>(0, reach);
  const float variance = sums.at<float>(0, reach) / std::max(1.0F, counts.at<float>(0, reach));
  cv::Mat out(2 * reach + 1, 2 * reach + 1, CV_32F, cv::Scalar(0));
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x) {
      const int sign = y < 0 ? -1 : 1; // the same for the opposite shift
      const int row = sign * y, column = reach + sign * x;
      if (const float count = counts.at<float>(row, column); count > least)
        out.at<float>(y + reach, x + reach) = sums.at<float>(row, column) / count / std::max(1e-6F, variance);
    }
  return out;
}

struct Shift {
  cv::Point2f px; ///< of the rough picture
  float likeness;
};

/// Two shortest shifts in different directions that bring the print onto itself, mm.
std::optional<std::array<cv::Point2f, 2>> repeatsOf(const cv::Mat& likeness, double shortest_mm, double longest_mm) {
  const int middle = likeness.rows / 2;
  const double to_mm = rough_pitch_mm;
  const int reach = static_cast<int>(longest_mm / to_mm);
  std::vector<Shift> peaks;
  float best = 0.0F;
  for (int y = 0; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x) {
      const double length_mm = std::hypot(x, y) * to_mm;
      if (length_mm < shortest_mm || length_mm > longest_mm || (y == 0 && x < 0))
        continue;
      const float here = likeness.at<float>(middle + y, middle + x);
      float greatest = 0.0F;
      for (int v = -1; v <= 1; ++v)
        for (int u = -1; u <= 1; ++u)
          if (u != 0 || v != 0)
            greatest = std::max(greatest, likeness.at<float>(middle + y + v, middle + x + u));
      if (here < static_cast<float>(least_likeness) || here < greatest)
        continue;
      const auto middleOf = [](float l, float m, float r) {
        const float bend = l - 2.0F * m + r;
        return bend < 0.0F ? std::clamp(0.5F * (l - r) / bend, -0.5F, 0.5F) : 0.0F;
      };
      const float du = middleOf(likeness.at<float>(middle + y, middle + x - 1), here,
                                likeness.at<float>(middle + y, middle + x + 1));
      const float dv = middleOf(likeness.at<float>(middle + y - 1, middle + x), here,
                                likeness.at<float>(middle + y + 1, middle + x));
      peaks.push_back({{static_cast<float>(x) + du, static_cast<float>(y) + dv}, here});
      best = std::max(best, here);
    }
  std::erase_if(peaks, [&](const Shift& peak) { return peak.likeness < 0.8F * best; });
  std::sort(peaks.begin(), peaks.end(), [](const Shift& a, const Shift& b) { return cv::norm(a.px) < cv::norm(b.px); });
  for (std::size_t i = 1; i < peaks.size(); ++i) {
    const double sine = std::abs(peaks[0].px.cross(peaks[i].px)) / (cv::norm(peaks[0].px) * cv::norm(peaks[i].px));
    if (sine > 0.6)
      return std::array<cv::Point2f, 2>{to_mm * peaks[0].px, to_mm * peaks[i].px};
  }
  return std::nullopt;
}

} // namespace

cv::Mat logarithmsAt(const cv::Mat& place, const EdgeField& edges) {
  cv::Mat seen;
  cv::remap(edges.image(), seen, place, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  return logarithmsOf(seen);
}

FromAbove FromAbove::of(const EdgeField& edges, const TableView& view, double pitch_mm, bool in_colour,
                        const cv::Mat& covered) {
  const int size_px = sizeOf(pitch_mm);
  const Eigen::Vector2d nowhere(-1e4, -1e4);
  const cv::Mat map = linearMap({size_px, size_px}, [&](const Eigen::Vector2d& at) {
    const Eigen::Vector2d on_table = view.middle_mm().array() + pitch_mm * (at.array() - 0.5 * size_px);
    const auto pixel = view.pixel({on_table.x(), on_table.y(), 0.0});
    return pixel && (*pixel - Eigen::Vector2d(view.lens().cx_px, view.lens().cy_px)).norm() < 4.0 * view.lens().width_px
               ? edges.toReduced(*pixel)
               : nowhere;
  });
  FromAbove out{pitch_mm, map, logarithmsAt(map, edges), {}, cv::Mat(size_px, size_px, CV_32F)};
  for (int y = 0; y < size_px; ++y)
    for (int x = 0; x < size_px; ++x) {
      const cv::Vec2f at = map.at<cv::Vec2f>(y, x);
      const int u = cvRound(at[0]), v = cvRound(at[1]);
      const bool in_picture = u >= 0 && v >= 0 && u < edges.width() && v < edges.height();
      out.known.at<float>(y, x) = in_picture && (covered.empty() || covered.at<std::uint8_t>(v, u) == 0) ? 1.0F : 0.0F;
    }
  cv::Mat known = out.known, share;
  if (in_colour)
    cv::merge(std::vector<cv::Mat>(3, out.known), known);
  else
    cv::transform(out.colour.clone(), out.colour, cv::Matx13f(0.34F, 0.33F, 0.33F));
  const int width = 2 * static_cast<int>(light_mm / pitch_mm) + 1;
  cv::blur(out.colour.mul(known), out.light, {width, width}, {-1, -1}, cv::BORDER_CONSTANT);
  cv::blur(known, share, {width, width}, {-1, -1}, cv::BORDER_CONSTANT);
  cv::max(share, 1e-3, share);
  out.light /= share;
  out.colour -= out.light;
  out.colour = out.colour.mul(known);
  return out;
}

cv::Mat placesFromAbove(const EdgeField& edges, const TableView& view, double pitch_mm) {
  const Eigen::Vector2d nowhere(-1e4, -1e4);
  return linearMap(edges.image().size(), [&](const Eigen::Vector2d& at) -> Eigen::Vector2d {
    const Eigen::Vector2d pixel = (at.array() + 0.5) * edges.reduction() - 0.5;
    const auto on_table = view.tablePoint(pixel);
    const Eigen::Vector2d from_middle = on_table ? Eigen::Vector2d(*on_table - view.middle_mm()) : nowhere;
    return on_table && from_middle.norm() < 4.0 * half_width_mm
               ? Eigen::Vector2d(from_middle.array() / pitch_mm + 0.5 * sizeOf(pitch_mm))
               : nowhere;
  });
}

std::optional<std::array<cv::Point2f, 2>> surfaceRepeats(const EdgeField& edges, const TableView& view,
                                                         double shortest_mm, double longest_mm,
                                                         const cv::Mat& covered) {
  const FromAbove rough = FromAbove::of(edges, view, rough_pitch_mm, false, covered);
  return repeatsOf(likenessByShift(rough.colour, rough.known, longest_mm), shortest_mm, longest_mm);
}

} // namespace linesman
