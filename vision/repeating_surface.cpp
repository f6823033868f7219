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
#include "vision/linear_map.h"

namespace linesman {

namespace {

constexpr double fine_pitch_mm = 1.5;  ///< of the pictures of the table seen from above: to compare
constexpr double rough_pitch_mm = 3.0; ///< and to find out how it repeats
constexpr double half_width_mm = 384.0;
constexpr double shortest_mm = 12.0, longest_mm = 130.0; ///< of a repeat
constexpr double light_mm = 90.0;                        ///< light changes more slowly than this
constexpr int odd_light_step = 4, odd_light_width = 13;  ///< fine pixels, and how many of such steps: 78 mm
constexpr double least_likeness = 0.45;

int sizeOf(double pitch_mm) {
  return static_cast<int>(2.0 * half_width_mm / pitch_mm);
}

/// The table seen from above: logarithms of the colours (or of their mean) without the slow changes of light, and where
/// they are known.
struct FromAbove {
  double pitch_mm;
  cv::Mat place;  ///< 32FC2, in the reduced picture
  cv::Mat colour; ///< 32FC3 or 32F
  cv::Mat light;  ///< the same, what was taken away
  cv::Mat known;  ///< 32F, 0 or 1
};

/// Logarithms of the colours at places of the reduced picture, 32FC3.
cv::Mat logarithmsAt(const cv::Mat& place, const EdgeField& edges) {
  cv::Mat seen;
  cv::remap(edges.image(), seen, place, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  return logarithmsOf(seen);
}

FromAbove fromAbove(const EdgeField& edges, const TableView& view, double pitch_mm, bool in_colour) {
  const int size_px = sizeOf(pitch_mm);
  const Eigen::Vector2d nowhere(-1e4, -1e4);
  const cv::Mat map = linearMap({size_px, size_px}, [&](const Eigen::Vector2d& at) {
    const Eigen::Vector2d on_table = pitch_mm * (at.array() - 0.5 * size_px);
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
      out.known.at<float>(y, x) = u >= 0 && v >= 0 && u < edges.width() && v < edges.height() ? 1.0F : 0.0F;
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

/// Correlation of a picture with itself for every shift up to the longest repeat, normalised; shift (0, 0) is in the
/// middle.
cv::Mat likenessByShift(const cv::Mat& grey, const cv::Mat& known) {
  const int reach = static_cast<int>(longest_mm / rough_pitch_mm) + 2;
  const int n = cv::getOptimalDFTSize(grey.rows + reach); // longer shifts may fold over
  const auto power = [&](const cv::Mat& in) {
    cv::Mat padded = cv::Mat::zeros(n, n, CV_32F), spectrum, out;
    in.copyTo(padded(cv::Rect(0, 0, in.cols, in.rows)));
    cv::dft(padded, spectrum, 0, in.rows);
    cv::mulSpectrums(spectrum, spectrum, spectrum, 0, true);
    cv::idft(spectrum, out, cv::DFT_SCALE | cv::DFT_REAL_OUTPUT, reach + 1);
    return out;
  };
  const cv::Mat sums = power(grey), counts = power(known);
  const float least = 0.15F * counts.at<float>(0, 0);
  const float variance = sums.at<float>(0, 0) / std::max(1.0F, counts.at<float>(0, 0));
  cv::Mat out(2 * reach + 1, 2 * reach + 1, CV_32F, cv::Scalar(0));
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x) {
      const int sign = y < 0 ? -1 : 1; // the same for the opposite shift
      const int row = sign * y, column = (sign * x + n) % n;
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
std::optional<std::array<cv::Point2f, 2>> repeatsOf(const cv::Mat& likeness) {
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
  const FromAbove rough = fromAbove(edges, view, rough_pitch_mm, false);
  const auto repeats = repeatsOf(likenessByShift(rough.colour, rough.known));
  if (!repeats)
    return std::nullopt;
  const FromAbove above = fromAbove(edges, view, fine_pitch_mm, true);
  RepeatingSurface out;
  out.place_ = above.place;
  const cv::Mat middle = middleOfRepeats(above, *repeats, out.enough_);
  out.light_ = above.light + oddLight(above.colour, middle, out.enough_);
  // A pixel of misplacement must not count: what a neighbour would say is as good.
  cv::dilate(middle, out.most_, cv::Mat());
  cv::erode(middle, out.least_, cv::Mat());
  const Eigen::Vector2d nowhere(-1e4, -1e4);
  out.above_ = linearMap(edges.image().size(), [&](const Eigen::Vector2d& at) -> Eigen::Vector2d {
    const Eigen::Vector2d pixel = (at.array() + 0.5) * edges.reduction() - 0.5;
    const auto on_table = view.tablePoint(pixel);
    return on_table && on_table->norm() < 4.0 * half_width_mm
               ? Eigen::Vector2d(on_table->array() / fine_pitch_mm + 0.5 * sizeOf(fine_pitch_mm))
               : nowhere;
  });
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
