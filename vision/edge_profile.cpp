#include "vision/edge_profile.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif
#include <opencv2/core/hal/intrin.hpp>

#include "vision/wide.h"

namespace linesman {

namespace {

constexpr int wide_px = static_cast<int>(1.0 / EdgeProfile::step_px); ///< steps: the change is taken over +-1 px
constexpr int apart = 2 * wide_px;                                    ///< a colour and the one it is compared with

/// Places at steps across an edge, picture px.
struct Places {
  Eigen::Vector2f start, step;
};

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

/// Four colours at a time, weighed so that their distances say how much they differ.
struct FourColours {
  cv::v_float32x4 brightness, blue, red;

  FourColours() = default;
  FourColours(const cv::v_float32x4& b, const cv::v_float32x4& g, const cv::v_float32x4& r) {
    const cv::v_float32x4 y = cv::v_setall_f32(static_cast<float>(EdgeColour::blue_share)) * b +
                              cv::v_setall_f32(static_cast<float>(EdgeColour::green_share)) * g +
                              cv::v_setall_f32(static_cast<float>(EdgeColour::red_share)) * r;
    blue = b - y;
    red = r - y;
    brightness = cv::v_setall_f32(static_cast<float>(EdgeColour::brightness_worth)) * y;
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

/// `difference(outer, inner)`: of four colours.
template <class Difference>
void fill(EdgeProfile& profile, const cv::Mat& image, const Places& places, bool near, const Difference& difference) {
  static_assert(apart == 4); // four colours at a time
  const cv::v_float32x4 start_x = cv::v_setall_f32(places.start.x()), start_y = cv::v_setall_f32(places.start.y()),
                        step_x = cv::v_setall_f32(places.step.x()), step_y = cv::v_setall_f32(places.step.y());
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
}

#if defined(__x86_64__) && defined(__GNUC__)

// Of the processor's own functions only those with a mask: g++ 12 warns falsely of the others (GCC bug 105593).
constexpr __mmask16 all_lanes = 0xFFFF;

[[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline Wide rootOf(const Wide& value) {
  return _mm512_maskz_sqrt_ps(all_lanes, value);
}

[[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline Wide within(const Wide& value, float most) {
  const Wide positive = value > 0.0F ? value : Wide{};
  return positive < most ? positive : Wide{} + most;
}

/// The same as FourColours, of `lanes` places.
struct WideColours {
  Wide brightness, blue, red;

  [[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline void set(const Wide& b, const Wide& g, const Wide& r) {
    const Wide y = static_cast<float>(EdgeColour::blue_share) * b + static_cast<float>(EdgeColour::green_share) * g +
                   static_cast<float>(EdgeColour::red_share) * r;
    brightness = static_cast<float>(EdgeColour::brightness_worth) * y;
    blue = b - y;
    red = r - y;
  }
  /// From each place to the one that lies `apart` farther on, in these or the `next` ones.
  [[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline WideColours changeTo(const WideColours& next) const {
    const WideInts beyond = WideInts{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} + apart;
    return {__builtin_shuffle(brightness, next.brightness, beyond) - brightness,
            __builtin_shuffle(blue, next.blue, beyond) - blue, __builtin_shuffle(red, next.red, beyond) - red};
  }
  [[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline Wide size(const Eigen::Vector3f* outwards) const {
    if (outwards == nullptr)
      return rootOf(brightness * brightness + blue * blue + red * red);
    const Wide along = outwards->x() * brightness + outwards->y() * blue + outwards->z() * red;
    return along > 0.0F ? along : Wide{};
  }
};

/// The same as FourPlaces.
struct WidePlaces {
  WideColours levels{}, light{};
};

/// Two pixels that follow each other in a row of the picture, at `lanes` places.
struct WideRow {
  WideInts first, second; ///< bytes: blue, green, red of the left pixel and blue of the right; its green and red

  [[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline WideRow(const std::uint8_t* bytes, const WideInts& offsets) {
    const auto eight = [&](const __m256i& from) LINESMAN_ON_WIDE_REGISTERS {
      return _mm512_mask_i32gather_epi64(__m512i{}, 0xFF, from, bytes, 1);
    };
    const auto both = reinterpret_cast<const __m256i*>(&offsets);
    const WideInts low = WideInts(eight(both[0])), high = WideInts(eight(both[1]));
    const WideInts even = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
    first = __builtin_shuffle(low, high, even);
    second = __builtin_shuffle(low, high, even + 1);
  }
  [[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS static inline Wide byteOf(const WideInts& words, int k) {
    return __builtin_convertvector((words >> 8 * k) & 255, Wide);
  }
  /// Between the two pixels by `share`.
  [[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline Wide channel(int c, const Wide& share) const {
    const Wide left = byteOf(first, c), right = c == 0 ? byteOf(first, 3) : byteOf(second, c - 1);
    return left + share * (right - left);
  }
};

/// Blue, green, red at `lanes` places from `first` on; the nearest border pixel's outside the picture.
[[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline void readColours(const cv::Mat& image, const Places& places,
                                                                          int first, Wide* bgr) {
  const Wide steps = Wide{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} + static_cast<float>(first);
  const Wide x =
      within(places.start.x() + steps * places.step.x(), static_cast<float>(image.cols) - 2.001F); // eight bytes are
  const Wide y = within(places.start.y() + steps * places.step.y(), static_cast<float>(image.rows) - 1.001F); // read
  const WideInts left = __builtin_convertvector(x, WideInts), top = __builtin_convertvector(y, WideInts);
  const Wide right_share = x - __builtin_convertvector(left, Wide),
             lower_share = y - __builtin_convertvector(top, Wide);
  const WideInts offsets = top * static_cast<int>(image.step[0]) + left * 3;
  const WideRow above(image.data, offsets), below(image.data + image.step[0], offsets);
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c) {
    const Wide upper = above.channel(c, right_share), lower = below.channel(c, right_share);
    bgr[c] = upper + lower_share * (lower - upper);
  }
}

/// The same weighed.
[[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline void takeColours(const cv::Mat& image, const Places& places,
                                                                          int first, bool with_light, WidePlaces& out) {
  Wide bgr[3];
  readColours(image, places, first, bgr);
  out.levels.set(bgr[0], bgr[1], bgr[2]);
  if (!with_light)
    return;
#pragma GCC unroll 3
  for (int c = 0; c < 3; ++c)
    bgr[c] *= rootOf(bgr[c]);
  out.light.set(bgr[0], bgr[1], bgr[2]);
}

/// The same as fill(), for processors with wide registers.
LINESMAN_ON_WIDE_REGISTERS void fillWide(EdgeProfile& profile, const cv::Mat& image, const Places& places, bool near,
                                         const Eigen::Vector3f* outwards) {
  const int count = 2 * profile.half + 3, step = static_cast<int>(lanes);
  WidePlaces here, next;
  takeColours(image, places, 0, near, here);
  for (int i = 0; i < count; i += step) {
    if (i + step < count + apart)
      takeColours(image, places, i + step, near, next);
    const WideColours change = here.levels.changeTo(next.levels);
    const Wide contrast = change.size(outwards);
    wide(profile.contrast.data() + i) = contrast;
    wide(profile.light.data() + i) = near ? here.light.changeTo(next.light).size(outwards) : contrast;
    wide(profile.rise.data() + i) = change.brightness;
    here = next;
  }
}

LINESMAN_ON_WIDE_REGISTERS void takeColoursWide(const cv::Mat& image, const Places& places, int count, float factor,
                                                float* out) {
  alignas(64) std::array<float, lanes> levels[3];
  for (int first = 0; first < count; first += static_cast<int>(lanes)) {
    Wide bgr[3];
    readColours(image, places, first, bgr);
    for (int c = 0; c < 3; ++c)
      wide(levels[c].data()) = bgr[c] * factor;
    for (std::size_t k = 0; k < std::min(lanes, static_cast<std::size_t>(count - first)); ++k)
      for (const auto& channel : levels)
        *out++ = channel[k];
  }
}

#endif

} // namespace

bool takeColoursAcross(const cv::Mat& image, const Eigen::Vector2d& start_px, const Eigen::Vector2d& step_px, int count,
                       float factor, float* out) {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool is_wide = hasWideRegisters();
  const auto inside = [&](const Eigen::Vector2d& at) {
    return at.x() > 0.0 && at.y() > 0.0 && at.x() < image.cols - 3.0 && at.y() < image.rows - 2.0;
  };
  if (is_wide && inside(start_px) && inside(start_px + (count - 1) * step_px)) {
    takeColoursWide(image, {start_px.cast<float>(), step_px.cast<float>()}, count, factor, out);
    return true;
  }
#endif
  return false;
}

EdgeProfile::EdgeProfile(const cv::Mat& image, const OutlineSample& sample, double reach_px,
                         const Eigen::Vector3f* outwards)
    : half(std::min(static_cast<int>(std::ceil(reach_px / step_px)), most_steps / 2 - 1)) {
  const bool near = reach_px <= near_reach_px;
  const Places places{(sample.pixel - (half + wide_px + 1) * step_px * sample.normal).cast<float>(),
                      (step_px * sample.normal).cast<float>()};
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool is_wide = hasWideRegisters();
  if (is_wide) {
    fillWide(*this, image, places, near, outwards);
    return;
  }
#endif
  if (outwards == nullptr)
    fill(*this, image, places, near,
         [](const FourColours& outer, const FourColours& inner) { return outer.differenceTo(inner); });
  else
    fill(*this, image, places, near,
         [&](const FourColours& outer, const FourColours& inner) { return outer.differenceAlong(*outwards, inner); });
}

unsigned EdgeProfile::peaks() const {
  unsigned peaks = 0;
  const int last = 2 * half + 1;
  for (int i = 1; i <= last; i += 4) {
    const float* at = light.data() + i;
    const cv::v_float32x4 here = cv::v_load(at);
    peaks |= static_cast<unsigned>(cv::v_signmask((here >= cv::v_load(at - 1)) & (here >= cv::v_load(at + 1))))
             << static_cast<unsigned>(i);
  }
  return peaks & ((2U << static_cast<unsigned>(last)) - 2U);
}

} // namespace linesman
