#include "vision/edge_crossing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include <Eigen/Cholesky>

#include <opencv2/core/hal/intrin.hpp>

namespace linesman {

namespace {

constexpr double step_px = 0.5;          ///< of the profiles
constexpr double least_contrast = 5.0;   ///< grey levels (all channels together) over 2 px
constexpr double least_over_noise = 3.5; ///< of a contrast, in noise levels: what chance makes is less
constexpr double plenty_contrast = 25.0; ///< beyond this an edge is hardly more believable for being stronger
constexpr double near_reach_px = 2.5;    ///< within it every edge has its say, beyond it the best alone
// The crevice under the rounded edge on which a piece lies is dark. Beside a dark piece it looks like a part of it,
// beside a bright one like a part of the shadow: so far from the edge the step is then seen, mm along the table.
constexpr double crevice_outside_mm = 0.05, crevice_inside_mm = 0.15;

constexpr double beside_px = 1.0;        ///< from an edge, where the colours of its sides are taken first
constexpr int beside_count = 3;          ///< a pixel apart
constexpr double least_beside = 6.0;     ///< colours
constexpr double common_levels = 14.0;   ///< spread that every side has beside its own
constexpr double least_told = 2.0;       ///< spreads between the sides
constexpr double least_difference = 8.0; ///< levels

/// Blue, green, red (and one more that does not count) at four sub-pixel places; the nearest border pixel outside the
/// picture.
std::array<cv::v_float32x4, 4> coloursAt(const cv::Mat& image, const cv::v_float32x4& at_x,
                                         const cv::v_float32x4& at_y) {
  const auto within = [](const cv::v_float32x4& value, float most) {
    return cv::v_min(cv::v_max(value, cv::v_setzero_f32()), cv::v_setall_f32(most));
  };
  const cv::v_float32x4 x = within(at_x, static_cast<float>(image.cols) - 2.001F); // four bytes are read from each of
  const cv::v_float32x4 y = within(at_y, static_cast<float>(image.rows) - 1.001F); // two pixels
  const cv::v_int32x4 left = cv::v_trunc(x), top = cv::v_trunc(y);
  alignas(16) std::array<float, 4> right_share, lower_share;
  alignas(16) std::array<int, 4> x0, y0;
  cv::v_store_aligned(right_share.data(), x - cv::v_cvt_f32(left));
  cv::v_store_aligned(lower_share.data(), y - cv::v_cvt_f32(top));
  cv::v_store_aligned(x0.data(), left);
  cv::v_store_aligned(y0.data(), top);
  const auto colour = [](const std::uint8_t* bytes) {
    alignas(4) std::array<std::uint8_t, 4> pixel; // OpenCV reads it as an int; the copy costs nothing
    std::memcpy(pixel.data(), bytes, pixel.size());
    return cv::v_cvt_f32(cv::v_reinterpret_as_s32(cv::v_load_expand_q(pixel.data())));
  };
  std::array<cv::v_float32x4, 4> colours;
  for (std::size_t k = 0; k < colours.size(); ++k) {
    const std::uint8_t* a = image.ptr(y0[k]) + 3 * x0[k];
    const std::uint8_t* b = a + image.step[0];
    const cv::v_float32x4 fx = cv::v_setall_f32(right_share[k]);
    const cv::v_float32x4 above = colour(a), below = colour(b);
    const cv::v_float32x4 upper = above + fx * (colour(a + 3) - above), lower = below + fx * (colour(b + 3) - below);
    colours[k] = upper + cv::v_setall_f32(lower_share[k]) * (lower - upper);
  }
  return colours;
}

constexpr double blue_share = 0.114, green_share = 0.587, red_share = 0.299; ///< of the brightness
constexpr double brightness_worth = 1.73;                                    ///< in a colour's difference

/// Four colours at a time, so that their distances say how much they differ. Brightness counts more than colour, which
/// cameras and JPEG store at half the resolution; but a shadow's edge is one of brightness, a piece's of colour too.
struct FourColours {
  cv::v_float32x4 brightness, blue, red;

  FourColours() = default;
  FourColours(const cv::v_float32x4& b, const cv::v_float32x4& g, const cv::v_float32x4& r) {
    const cv::v_float32x4 y = cv::v_setall_f32(static_cast<float>(blue_share)) * b +
                              cv::v_setall_f32(static_cast<float>(green_share)) * g +
                              cv::v_setall_f32(static_cast<float>(red_share)) * r;
    blue = b - y;
    red = r - y;
    brightness = cv::v_setall_f32(static_cast<float>(brightness_worth)) * y;
  }
  cv::v_float32x4 differenceTo(const FourColours& other) const {
    const cv::v_float32x4 dy = brightness - other.brightness, db = blue - other.blue, dr = red - other.red;
    return cv::v_sqrt(dy * dy + db * db + dr * dr);
  }
  /// The difference along `step`, 0 where it runs the other way.
  cv::v_float32x4 differenceAlong(const Eigen::Vector3f& step, const FourColours& other) const {
    return cv::v_max(cv::v_setzero_f32(), cv::v_setall_f32(step.x()) * (brightness - other.brightness) +
                                              cv::v_setall_f32(step.y()) * (blue - other.blue) +
                                              cv::v_setall_f32(step.z()) * (red - other.red));
  }
};

/// Grey levels halfway to light. Lens and sensor blur light, so that in grey levels, which are about its root, an edge
/// is seen off towards its dark side; sharpening and compression blur the grey levels. With the power between them the
/// edges of dark and of bright pieces are off by the same.
cv::v_float32x4 halfwayToLight(const cv::v_float32x4& levels) {
  return levels * cv::v_sqrt(levels);
}

/// The same four colours in grey levels and, near an edge, as light.
struct FourPlaces {
  FourColours levels, light;

  FourPlaces() = default;
  FourPlaces(const std::array<cv::v_float32x4, 4>& colours, bool with_light) {
    cv::v_float32x4 blue, green, red, none;
    cv::v_transpose4x4(colours[0], colours[1], colours[2], colours[3], blue, green, red, none);
    levels = FourColours(blue, green, red);
    if (with_light)
      light = FourColours(halfwayToLight(blue), halfwayToLight(green), halfwayToLight(red));
  }
};

/// How much colours change over 2 px, at steps across an edge; one step more at both ends.
struct Profile {
  static constexpr int most_steps = 24;
  using Values = std::array<float, most_steps + 8>;
  Values contrast; ///< grey levels
  Values light;    ///< the same as light, where edges are located; far from them grey levels do
  Values rise;     ///< of the brightness, outwards
  int half = 0;    ///< steps from the first to the sample's place
};

/// `difference(outer, inner)`: of four colours.
template <class Difference>
Profile profileAcross(const cv::Mat& image, const OutlineSample& sample, double reach_px,
                      const Difference& difference) {
  constexpr int wide = static_cast<int>(1.0 / step_px); // the change is taken over +-1 px
  static_assert(2 * wide == 4, "a colour and the one it is compared with lie four apart");
  Profile profile;
  profile.half = std::min(static_cast<int>(std::ceil(reach_px / step_px)), Profile::most_steps / 2 - 1);
  const bool near = reach_px <= near_reach_px;
  const auto start = (sample.pixel - (profile.half + wide + 1) * step_px * sample.normal).cast<float>().eval();
  const auto step = (step_px * sample.normal).cast<float>().eval();
  const cv::v_float32x4 start_x = cv::v_setall_f32(start.x()), start_y = cv::v_setall_f32(start.y()),
                        step_x = cv::v_setall_f32(step.x()), step_y = cv::v_setall_f32(step.y());
  const auto fourFrom = [&](int i) {
    const auto first = static_cast<float>(i);
    const cv::v_float32x4 steps(first, first + 1.0F, first + 2.0F, first + 3.0F);
    return FourPlaces(coloursAt(image, start_x + steps * step_x, start_y + steps * step_y), near);
  };
  FourPlaces before = fourFrom(0);
  for (int i = 0; i < 2 * profile.half + 3; i += 4) {
    const FourPlaces after = fourFrom(i + 4);
    const cv::v_float32x4 contrast = difference(after.levels, before.levels);
    cv::v_store(profile.contrast.data() + i, contrast);
    cv::v_store(profile.light.data() + i, near ? difference(after.light, before.light) : contrast);
    cv::v_store(profile.rise.data() + i, after.levels.brightness - before.levels.brightness);
    before = after;
  }
  return profile;
}

/// Bits of the steps where light changes at least as much as at those beside them.
unsigned peaksOf(const Profile& profile) {
  unsigned peaks = 0;
  const int last = 2 * profile.half + 1;
  for (int i = 1; i <= last; i += 4) {
    const float* light = profile.light.data() + i;
    const cv::v_float32x4 here = cv::v_load(light);
    peaks |= static_cast<unsigned>(cv::v_signmask((here >= cv::v_load(light - 1)) & (here >= cv::v_load(light + 1))))
             << static_cast<unsigned>(i);
  }
  return peaks & ((2U << static_cast<unsigned>(last)) - 2U);
}

/// Mean and covariance of colours as FourColours weighs them.
struct SideColours {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
  double n = 0.0;

  void add(const std::uint8_t* pixel) {
    const double y = blue_share * pixel[0] + green_share * pixel[1] + red_share * pixel[2];
    const Eigen::Vector3d colour(brightness_worth * y, pixel[0] - y, pixel[2] - y);
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
  const Profile profile =
      known.plain
          ? profileAcross(picture.image(), sample, reach_px,
                          [&](const FourColours& outer, const FourColours& inner) {
                            return outer.differenceAlong(known.outwards, inner);
                          })
          : profileAcross(picture.image(), sample, reach_px,
                          [](const FourColours& outer, const FourColours& inner) { return outer.differenceTo(inner); });
  // A glint or print is often the strongest edge around and the outline a weaker one: strength counts with a limit. At
  // the end every edge within reach has its say, the nearer the more.
  double sum = 0.0, moment = 0.0, contrast = 0.0, best = 0.0;
  for (unsigned peaks = peaksOf(profile); peaks != 0; peaks &= peaks - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(peaks));
    const int step = static_cast<int>(i) - profile.half - 1;
    const double l = static_cast<double>(profile.light[i - 1]), m = static_cast<double>(profile.light[i]),
                 r = static_cast<double>(profile.light[i + 1]);
    const EdgeCrossing here{0.0, to_usual * static_cast<double>(profile.contrast[i]), true};
    if (here.contrast < least)
      continue;
    const double bend = l - 2.0 * m + r;
    const double shift = bend < -1e-9 ? std::clamp(0.5 * (l - r) / bend, -0.5, 0.5) : 0.0;
    const double offset = (step + shift) * step_px - creviceShift(sample, profile.rise[i] > 0.0F);
    if (reach_px > near_reach_px) {
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
