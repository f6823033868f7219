#include "vision/repeating_surface.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr double fine_pitch_mm = 1.5;  ///< of the pictures of the table seen from above: to compare
constexpr double rough_pitch_mm = 3.0; ///< and to find out how it repeats
constexpr double half_width_mm = 384.0;
constexpr int knot_px = 16;                              ///< projections are exact on a grid so wide, linear between
constexpr double shortest_mm = 12.0, longest_mm = 130.0; ///< of a repeat
constexpr double light_mm = 90.0;                        ///< light changes more slowly than this
constexpr int odd_light_step = 4, odd_light_width = 13;  ///< fine pixels, and how many of such steps: 78 mm
constexpr double least_likeness = 0.45;
constexpr double quite_different = 0.45; ///< of the logarithm of a colour channel

int sizeOf(double pitch_mm) {
  return static_cast<int>(2.0 * half_width_mm / pitch_mm);
}

/// A picture of maps, exact at knots and linear between.
template <class Function> cv::Mat linearMap(const cv::Size& size, const Function& at) {
  const cv::Size knots((size.width + knot_px - 1) / knot_px + 1, (size.height + knot_px - 1) / knot_px + 1);
  cv::Mat sparse(knots, CV_32FC2);
  for (int j = 0; j < knots.height; ++j)
    for (int i = 0; i < knots.width; ++i) {
      const Eigen::Vector2d p = at(Eigen::Vector2d(i * knot_px, j * knot_px));
      sparse.at<cv::Vec2f>(j, i) = {static_cast<float>(p.x()), static_cast<float>(p.y())};
    }
  cv::Mat map(size, CV_32FC2);
  for (int y = 0; y < size.height; ++y) {
    const int j = y / knot_px;
    const float v = static_cast<float>(y % knot_px) / knot_px;
    const auto *upper = sparse.ptr<cv::Vec2f>(j), *lower = sparse.ptr<cv::Vec2f>(j + 1);
    auto* row = map.ptr<cv::Vec2f>(y);
    for (int x = 0; x < size.width; ++x) {
      const int i = x / knot_px;
      const float u = static_cast<float>(x % knot_px) / knot_px;
      row[x] = (1.0F - v) * ((1.0F - u) * upper[i] + u * upper[i + 1]) + v * ((1.0F - u) * lower[i] + u * lower[i + 1]);
    }
  }
  return map;
}

/// The table seen from above: logarithms of the colours (or of their mean) without the slow changes of light, and where
/// they are known.
struct FromAbove {
  double pitch_mm;
  cv::Mat colour; ///< 32FC3 or 32F
  cv::Mat known;  ///< 32F, 0 or 1
};

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
  FromAbove out{pitch_mm, {}, cv::Mat(size_px, size_px, CV_32F)};
  for (int y = 0; y < size_px; ++y)
    for (int x = 0; x < size_px; ++x) {
      const cv::Vec2f at = map.at<cv::Vec2f>(y, x);
      const int u = cvRound(at[0]), v = cvRound(at[1]);
      out.known.at<float>(y, x) = u >= 0 && v >= 0 && u < edges.width() && v < edges.height() ? 1.0F : 0.0F;
    }
  cv::Mat seen, known = out.known, light, share;
  cv::remap(edges.image(), seen, map, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  seen.convertTo(out.colour, CV_32FC3, 1.0, 12.0);
  cv::log(out.colour, out.colour);
  if (in_colour)
    cv::merge(std::vector<cv::Mat>(3, out.known), known);
  else
    cv::transform(out.colour.clone(), out.colour, cv::Matx13f(0.34F, 0.33F, 0.33F));
  const int width = 2 * static_cast<int>(light_mm / pitch_mm) + 1;
  cv::blur(out.colour.mul(known), light, {width, width}, {-1, -1}, cv::BORDER_CONSTANT);
  cv::blur(known, share, {width, width}, {-1, -1}, cv::BORDER_CONSTANT);
  cv::max(share, 1e-3, share);
  out.colour -= light / share;
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

/// Per pixel the middle of what the repeats around it show; zero where too few are known.
cv::Mat middleOfRepeats(const FromAbove& above, const std::array<cv::Point2f, 2>& repeats, cv::Mat& enough) {
  std::vector<cv::Mat> colours, known;
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j) {
      if ((i == 0 && j == 0) || std::abs(i) + std::abs(j) > 2)
        continue;
      const cv::Point2f by = static_cast<float>(1.0 / above.pitch_mm) *
                             (static_cast<float>(i) * repeats[0] + static_cast<float>(j) * repeats[1]);
      const cv::Mat move = (cv::Mat_<double>(2, 3) << 1, 0, by.x, 0, 1, by.y);
      cv::Mat colour, there;
      cv::warpAffine(above.colour, colour, move, above.colour.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP);
      cv::warpAffine(above.known, there, move, above.known.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP);
      colours.push_back(colour);
      known.push_back(there);
    }
  cv::Mat middle(above.colour.size(), CV_32FC3, cv::Scalar::all(0.0));
  enough = cv::Mat::zeros(above.colour.size(), CV_8U);
  std::array<std::array<float, 12>, 3> values{};
  for (int y = 0; y < middle.rows; ++y)
    for (int x = 0; x < middle.cols; ++x) {
      if (above.known.at<float>(y, x) < 0.5F)
        continue;
      std::size_t n = 0;
      for (std::size_t k = 0; k < colours.size(); ++k)
        if (known[k].at<float>(y, x) > 0.99F) {
          const cv::Vec3f& colour = colours[k].at<cv::Vec3f>(y, x);
          for (std::size_t c = 0; c < 3; ++c)
            values[c][n] = colour[static_cast<int>(c)];
          ++n;
        }
      if (n < 5)
        continue;
      enough.at<std::uint8_t>(y, x) = 255;
      for (std::size_t c = 0; c < 3; ++c) {
        const auto at = values[c].begin() + static_cast<std::ptrdiff_t>(n / 2);
        std::nth_element(values[c].begin(), at, values[c].begin() + static_cast<std::ptrdiff_t>(n));
        middle.at<cv::Vec3f>(y, x)[static_cast<int>(c)] = *at;
      }
    }
  return middle;
}

/// Large foreign things pull the mean that is taken for light, so that the surface all around them differs from its
/// repeats by one and the same shift of colour. The median of what differs is such a shift: foreign things are few.
void takeOddLightAway(cv::Mat& colour, const cv::Mat& middle, const cv::Mat& enough) {
  constexpr double levels = 128.0; // per unit of the logarithm
  cv::Mat shift = colour - middle, coarse, slow;
  shift.setTo(cv::Scalar::all(0.0), enough == 0);
  cv::resize(shift, coarse, cv::Size(), 1.0 / odd_light_step, 1.0 / odd_light_step, cv::INTER_NEAREST);
  coarse.convertTo(coarse, CV_8UC3, levels, 128.0);
  cv::medianBlur(coarse, coarse, odd_light_width);
  coarse.convertTo(coarse, CV_32FC3, 1.0 / levels, -128.0 / levels);
  cv::resize(coarse, slow, colour.size(), 0.0, 0.0, cv::INTER_LINEAR);
  colour -= slow;
}

} // namespace

cv::Mat unlikeRepeats(const EdgeField& edges, const TableView& view) {
  const FromAbove rough = fromAbove(edges, view, rough_pitch_mm, false);
  const auto repeats = repeatsOf(likenessByShift(rough.colour, rough.known));
  if (!repeats)
    return {};
  FromAbove above = fromAbove(edges, view, fine_pitch_mm, true);
  cv::Mat enough;
  const cv::Mat middle = middleOfRepeats(above, *repeats, enough);
  takeOddLightAway(above.colour, middle, enough);
  // A pixel of misplacement must not count: what a neighbour would say is as good.
  cv::Mat most, least, unlike, novelty_above;
  cv::dilate(middle, most, cv::Mat());
  cv::erode(middle, least, cv::Mat());
  const cv::Mat brighter = above.colour - most, darker = least - above.colour;
  unlike = cv::max(brighter, darker);
  std::vector<cv::Mat> channels;
  cv::split(unlike, channels);
  cv::max(cv::max(channels[0], channels[1]), channels[2], unlike);
  unlike.setTo(0.0, enough == 0);
  unlike.convertTo(novelty_above, CV_8U, 255.0 / quite_different);
  const Eigen::Vector2d nowhere(-1e4, -1e4);
  const cv::Mat map = linearMap(edges.image().size(), [&](const Eigen::Vector2d& at) -> Eigen::Vector2d {
    const Eigen::Vector2d pixel = (at.array() + 0.5) * edges.reduction() - 0.5;
    const auto on_table = view.tablePoint(pixel);
    return on_table && on_table->norm() < 4.0 * half_width_mm
               ? Eigen::Vector2d(on_table->array() / fine_pitch_mm + 0.5 * sizeOf(fine_pitch_mm))
               : nowhere;
  });
  cv::Mat novelty;
  cv::remap(novelty_above, novelty, map, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  return novelty;
}

} // namespace linesman
