#include "vision/repeating_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/light_change.h"
#include "vision/surface_repeats.h"

namespace linesman {

namespace {

constexpr double fine_pitch_mm = 1.5;                    ///< of the picture of the table seen from above
constexpr double shortest_mm = 12.0, longest_mm = 130.0; ///< of a repeat
constexpr int odd_light_step = 4, odd_light_width = 13;  ///< fine pixels, and how many of such steps: 78 mm

constexpr std::size_t repeat_count = 12; ///< that are looked at: up to two steps away

/// A sorting network: these pairs put in order one after the other sort any twelve numbers.
constexpr std::array<std::array<std::uint8_t, 2>, 39> sorting_pairs = {
    {{0, 8}, {1, 7},  {2, 6},  {3, 11}, {4, 10}, {5, 9}, {0, 1}, {2, 5},  {3, 4},  {6, 9}, {7, 8}, {10, 11}, {0, 2},
     {1, 6}, {5, 10}, {9, 11}, {0, 3},  {1, 2},  {4, 6}, {5, 7}, {8, 11}, {9, 10}, {1, 4}, {3, 5}, {6, 8},   {7, 10},
     {1, 3}, {2, 5},  {6, 9},  {8, 10}, {2, 3},  {4, 5}, {6, 7}, {8, 9},  {4, 6},  {5, 7}, {3, 4}, {5, 6},   {7, 8}}};

/// The seventh smallest of twelve, four times.
cv::v_float32x4 seventhOf(std::array<cv::v_float32x4, repeat_count>& values) {
  const auto order = [&](std::size_t a, std::size_t b) {
    const cv::v_float32x4 less = cv::v_min(values[a], values[b]);
    values[b] = cv::v_max(values[a], values[b]);
    values[a] = less;
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (order(sorting_pairs[i][0], sorting_pairs[i][1]), ...);
  }
  (std::make_index_sequence<sorting_pairs.size()>());
  return values[6];
}

/// A picture moved by a repeat: the rows that a row of it is interpolated from, and how.
struct Moved {
  int dx, dy; ///< whole pixels
  float fx, fy;

  Moved(const cv::Point2f& by_px)
      : dx(cvFloor(by_px.x)), dy(cvFloor(by_px.y)), fx(by_px.x - static_cast<float>(dx)),
        fy(by_px.y - static_cast<float>(dy)) {}
};

/// 32SC3, all bits set where a pixel, the next, and the two below them are known.
cv::Mat knownSquares(const cv::Mat& known) {
  cv::Mat whole, bits, out;
  cv::erode(known, whole, cv::Mat::ones(2, 2, CV_8U), {0, 0}, 1, cv::BORDER_CONSTANT, cv::Scalar(0.0));
  whole.convertTo(bits, CV_32S, -1.0);
  cv::merge(std::vector<cv::Mat>(3, bits), out);
  return out;
}

/// Per pixel the middle of what the repeats around it show; zero where too few are known.
cv::Mat middleOfRepeats(const FromAbove& above, const std::array<cv::Point2f, 2>& repeats, cv::Mat& enough) {
  constexpr int least_known = 5;
  const int size = above.colour.rows;
  std::vector<Moved> moves;
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j)
      if ((i != 0 || j != 0) && std::abs(i) + std::abs(j) <= 2)
        moves.emplace_back(static_cast<float>(1.0 / above.pitch_mm) *
                           (static_cast<float>(i) * repeats[0] + static_cast<float>(j) * repeats[1]));
  // With a border, so that every repeat of a pixel may be read; nothing is known there.
  const int border = 2 + static_cast<int>(std::ceil(2.0 * longest_mm / above.pitch_mm)) + 1;
  cv::Mat colour, known;
  cv::copyMakeBorder(above.colour, colour, border, border, border, border, cv::BORDER_CONSTANT);
  cv::copyMakeBorder(knownSquares(above.known), known, border, border, border, border, cv::BORDER_CONSTANT);
  cv::Mat middle(above.colour.size(), CV_32FC3, cv::Scalar::all(0.0));
  enough = cv::Mat::zeros(above.colour.size(), CV_8U);
  const cv::v_float32x4 most = cv::v_setall_f32(1e9F), least = cv::v_setall_f32(-1e9F);
  std::vector<std::int32_t> counts(static_cast<std::size_t>(3 * size) + 4);
  for (int y = 0; y < size; ++y) {
    const auto* here = above.known.ptr<float>(y);
    for (int i = 0; i < 3 * size; i += 4) {
      if (here[i / 3] + here[std::min(i + 3, 3 * size - 1) / 3] < 0.5F) {
        cv::v_store(counts.data() + i, cv::v_setzero_s32());
        continue;
      }
      // Unknown ones are taken for very small and very large by turns, which leaves the middle of the others where it
      // is.
      std::array<cv::v_float32x4, repeat_count> values;
      cv::v_int32x4 large = cv::v_setzero_s32(), count = large;
      for (std::size_t k = 0; k < repeat_count; ++k) {
        const Moved& move = moves[k];
        const int row = y + border + move.dy, at = 3 * (border + move.dx) + i;
        const float *upper = colour.ptr<float>(row) + at, *lower = colour.ptr<float>(row + 1) + at;
        const cv::v_float32x4 fx = cv::v_setall_f32(move.fx), fy = cv::v_setall_f32(move.fy);
        const cv::v_float32x4 left = cv::v_load(upper) + fy * (cv::v_load(lower) - cv::v_load(upper));
        const cv::v_float32x4 right = cv::v_load(upper + 3) + fy * (cv::v_load(lower + 3) - cv::v_load(upper + 3));
        const cv::v_int32x4 is_known = cv::v_load(known.ptr<std::int32_t>(row) + at);
        const cv::v_float32x4 instead = cv::v_select(cv::v_reinterpret_as_f32(large), most, least);
        values[k] = cv::v_select(cv::v_reinterpret_as_f32(is_known), left + fx * (right - left), instead);
        large = large ^ ~is_known;
        count = count - is_known;
      }
      const cv::v_int32x4 told = count >= cv::v_setall_s32(least_known);
      const cv::v_float32x4 value =
          cv::v_select(cv::v_reinterpret_as_f32(told), seventhOf(values), cv::v_setzero_f32());
      cv::v_store(counts.data() + i, count);
      if (i + 4 <= 3 * size)
        cv::v_store(middle.ptr<float>(y) + i, value);
    }
    for (int x = 0; x < size; ++x)
      enough.at<std::uint8_t>(y, x) =
          here[x] > 0.5F && counts[static_cast<std::size_t>(3 * x)] >= least_known ? 255 : 0;
  }
  middle.setTo(cv::Scalar::all(0.0), enough == 0);
  return middle;
}

/// Large foreign things pull the mean that is taken for light, so that the surface all around them differs from its
/// repeats by one and the same shift of colour. The median of what differs is such a shift: foreign things are few.
cv::Mat oddLight(const cv::Mat& colour, const cv::Mat& middle, const cv::Mat& enough) {
  constexpr double levels = 128.0; // per unit of the logarithm
  cv::Mat shift = colour - middle, coarse, slow;
  shift.setTo(cv::Scalar::all(0.0), enough == 0);
  cv::resize(shift, coarse, cv::Size(), 1.0 / odd_light_step, 1.0 / odd_light_step, cv::INTER_NEAREST);
  coarse.convertTo(coarse, CV_8UC3, levels, 128.0);
  cv::medianBlur(coarse, coarse, odd_light_width);
  coarse.convertTo(coarse, CV_32FC3, 1.0 / levels, -128.0 / levels);
  cv::resize(coarse, slow, colour.size(), 0.0, 0.0, cv::INTER_LINEAR);
  return slow;
}

} // namespace

std::optional<RepeatingSurface> RepeatingSurface::find(const EdgeField& edges, const TableView& view) {
  const auto repeats = surfaceRepeats(edges, view, shortest_mm, longest_mm);
  if (!repeats)
    return std::nullopt;
  const FromAbove above = FromAbove::of(edges, view, fine_pitch_mm, true);
  RepeatingSurface out;
  out.place_ = above.place;
  const cv::Mat middle = middleOfRepeats(above, *repeats, out.enough_);
  out.light_ = above.light + oddLight(above.colour, middle, out.enough_);
  // A pixel of misplacement must not count: what a neighbour would say is as good.
  cv::dilate(middle, out.most_, cv::Mat());
  cv::erode(middle, out.least_, cv::Mat());
  out.above_ = placesFromAbove(edges, view, fine_pitch_mm);
  out.unlike_ = cv::Mat::zeros(middle.size(), CV_8U);
  out.novelty_ = cv::Mat::zeros(edges.image().size(), CV_8U);
  out.renew(edges, {cv::Rect({0, 0}, edges.image().size())});
  return out;
}

void RepeatingSurface::compare(const EdgeField& edges, const cv::Rect& above) {
  const cv::Mat colour = logarithmsAt(place_(above), edges) - light_(above);
  cv::Mat unlike = unlike_(above);
  noveltyOutside(colour, least_(above), most_(above)).copyTo(unlike);
  unlike.setTo(0, enough_(above) == 0);
}

void RepeatingSurface::renew(const EdgeField& edges, const std::vector<cv::Rect>& parts) {
  for (const cv::Rect& part : parts) {
    const cv::Mat here = above_(part);
    const cv::Rect all({0, 0}, unlike_.size());
    cv::Rect touched; // from above
    for (int y = 0; y < here.rows; ++y)
      for (int x = 0; x < here.cols; ++x) {
        const cv::Vec2f at = here.at<cv::Vec2f>(y, x);
        touched |= cv::Rect(cvFloor(at[0]), cvFloor(at[1]), 2, 2) & all;
      }
    if (!touched.empty())
      compare(edges, touched);
    cv::Mat novelty = novelty_(part);
    cv::remap(unlike_, novelty, here, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  }
}

} // namespace linesman
