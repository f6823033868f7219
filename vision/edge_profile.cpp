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

/// Places at steps across an edge, picture px.
struct Places {
  Eigen::Vector2f start, step;
};

/// The inner loops, made for one width of registers.
struct ProfileKernels {
  void (*fill)(EdgeProfile& profile, const cv::Mat& image, const Places& places, bool near,
               const Eigen::Vector3f* outwards);
  void (*takeColours)(const cv::Mat& image, const Places& places, int count, float factor, float* out);
};

namespace {

constexpr int wide_px = static_cast<int>(1.0 / EdgeProfile::step_px); ///< steps: the change is taken over +-1 px
constexpr int apart = 2 * wide_px;                                    ///< a colour and the one it is compared with

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

namespace avx512 {
#define LINESMAN_REGISTERS __attribute__((target("avx512f")))
constexpr std::size_t width = 16;

// Of the processor's own functions only those with a mask: g++ 12 warns falsely of the others (GCC bug 105593).
template <class Floats> [[gnu::always_inline]] LINESMAN_REGISTERS inline Floats rootOf(const Floats& value) {
  return _mm512_maskz_sqrt_ps(0xFFFF, value);
}

template <class Ints>
[[gnu::always_inline]] LINESMAN_REGISTERS inline void eightBytesAt(const std::uint8_t* bytes, const Ints& offsets,
                                                                   Ints& low, Ints& high) {
  const auto both = reinterpret_cast<const __m256i*>(&offsets);
  low = Ints(_mm512_mask_i32gather_epi64(__m512i{}, 0xFF, both[0], bytes, 1));
  high = Ints(_mm512_mask_i32gather_epi64(__m512i{}, 0xFF, both[1], bytes, 1));
}

#include "vision/edge_profile.inc"
#undef LINESMAN_REGISTERS
} // namespace avx512

namespace avx2 {
#define LINESMAN_REGISTERS __attribute__((target("avx2,fma")))
constexpr std::size_t width = 8;

template <class Floats> [[gnu::always_inline]] LINESMAN_REGISTERS inline Floats rootOf(const Floats& value) {
  return _mm256_sqrt_ps(value);
}

/// Four places are read one by one: on many processors that is faster than their gathering.
[[gnu::always_inline]] LINESMAN_REGISTERS inline __m256i eightBytesOfFour(const std::uint8_t* bytes,
                                                                          const int* offsets) {
  const auto eight = [&](int k) LINESMAN_REGISTERS {
    long long value = 0;
    std::memcpy(&value, bytes + offsets[k], sizeof(value));
    return value;
  };
  return _mm256_set_epi64x(eight(3), eight(2), eight(1), eight(0));
}

template <class Ints>
[[gnu::always_inline]] LINESMAN_REGISTERS inline void eightBytesAt(const std::uint8_t* bytes, const Ints& offsets,
                                                                   Ints& low, Ints& high) {
  alignas(32) std::array<int, width> at;
  *reinterpret_cast<Ints*>(at.data()) = offsets;
  low = Ints(eightBytesOfFour(bytes, at.data()));
  high = Ints(eightBytesOfFour(bytes, at.data() + 4));
}

#include "vision/edge_profile.inc"
#undef LINESMAN_REGISTERS
} // namespace avx2

#endif

} // namespace

std::array<const ProfileKernels*, 2> allProfileKernels() {
#if defined(__x86_64__) && defined(__GNUC__)
  return forThisProcessor(avx512::kernels, avx2::kernels);
#else
  return {};
#endif
}

const ProfileKernels* profileKernels() {
  static const ProfileKernels* const best = widestOf(allProfileKernels());
  return best;
}

bool takeColoursAcross(const cv::Mat& image, const Eigen::Vector2d& start_px, const Eigen::Vector2d& step_px, int count,
                       float factor, float* out) {
  const ProfileKernels* kernels = profileKernels();
  const auto inside = [&](const Eigen::Vector2d& at) {
    return at.x() > 0.0 && at.y() > 0.0 && at.x() < image.cols - 3.0 && at.y() < image.rows - 2.0;
  };
  if (kernels == nullptr || !inside(start_px) || !inside(start_px + (count - 1) * step_px))
    return false;
  kernels->takeColours(image, {start_px.cast<float>(), step_px.cast<float>()}, count, factor, out);
  return true;
}

EdgeProfile::EdgeProfile(const cv::Mat& image, const OutlineSample& sample, double reach_px,
                         const Eigen::Vector3f* outwards, const ProfileKernels* kernels)
    : half(std::min(static_cast<int>(std::ceil(reach_px / step_px)), most_steps / 2 - 1)) {
  const bool near = reach_px <= near_reach_px;
  const Places places{(sample.pixel - (half + wide_px + 1) * step_px * sample.normal).cast<float>(),
                      (step_px * sample.normal).cast<float>()};
  if (kernels != nullptr)
    kernels->fill(*this, image, places, near, outwards);
  else if (outwards == nullptr)
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
