#include "vision/projective_picture.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif
#include <opencv2/imgproc.hpp>

#include "vision/wide.h"

namespace linesman {

namespace {

constexpr int place_bits = 5, between_pixels = 1 << place_bits; ///< that are told apart between two pixels

/// Whether all pixels that are drawn, and those beside the last, lie inside: what the corners enclose lies between them
/// where none of it is behind the camera.
bool liesInside(const cv::Mat& image, const cv::Matx33d& map, const cv::Size& size) {
  constexpr double margin_px = 3.0; // eight bytes are read from each pixel on
  for (const double x : {0.0, size.width - 1.0})
    for (const double y : {0.0, size.height - 1.0}) {
      const cv::Vec3d at = map * cv::Vec3d(x, y, 1.0);
      if (!(at[2] > 0.0 && at[0] > 0.0 && at[1] > 0.0 && at[0] < (image.cols - 1.0 - margin_px) * at[2] &&
            at[1] < (image.rows - 1.0 - margin_px) * at[2]))
        return false;
    }
  return true;
}

#if defined(__x86_64__) && defined(__GNUC__)

#define LINESMAN_ON_AVX2 __attribute__((target("avx2")))

using FourDoubles = double __attribute__((vector_size(4 * sizeof(double))));

/// Where each pixel of a row lies, in 32nds of a pixel.
struct RowPlaces {
  std::vector<std::int32_t> x, y;
  explicit RowPlaces(int width) : x(static_cast<std::size_t>(width) + 3), y(x.size()) {}
};

LINESMAN_ON_AVX2 void findPlaces(const cv::Matx33d& map, int row, int width, RowPlaces& out) {
  const double v = row;
  for (int first = 0; first < width; first += 4) {
    const double u = first;
    const FourDoubles along = FourDoubles{u, u + 1.0, u + 2.0, u + 3.0};
    const FourDoubles scale = static_cast<double>(between_pixels) / (along * map(2, 0) + (map(2, 1) * v + map(2, 2)));
    const FourDoubles x = (along * map(0, 0) + (map(0, 1) * v + map(0, 2))) * scale,
                      y = (along * map(1, 0) + (map(1, 1) * v + map(1, 2))) * scale;
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out.x.data() + first), _mm256_cvtpd_epi32(x)); // the nearest
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out.y.data() + first), _mm256_cvtpd_epi32(y));
  }
}

/// The shares of two neighbours by how far between them a place lies, as pairs of bytes and of 16 bits.
struct Shares {
  std::array<std::int16_t, between_pixels> bytes{};
  std::array<std::int32_t, between_pixels> words{};
};

constexpr Shares shares = [] {
  Shares out;
  for (int i = 0; i < between_pixels; ++i) {
    out.bytes[static_cast<std::size_t>(i)] = static_cast<std::int16_t>((between_pixels - i) | (i << 8));
    out.words[static_cast<std::size_t>(i)] = (between_pixels - i) | (i << 16);
  }
  return out;
}();

/// The four pixels around a place, colour by colour: upper left, upper right, lower left, lower right; and the shares
/// of each pair, and of the two pairs.
struct Around {
  __m128i pixels, across, down;
};

[[gnu::always_inline]] LINESMAN_ON_AVX2 inline Around aroundPlace(const cv::Mat& image, std::int32_t x,
                                                                  std::int32_t y) {
  const std::uint8_t* upper = image.data + static_cast<std::ptrdiff_t>(image.step[0]) * (y >> place_bits) +
                              3 * static_cast<std::ptrdiff_t>(x >> place_bits);
  const std::uint8_t* lower = upper + image.step[0];
  long long above = 0, below = 0;
  std::memcpy(&above, upper, sizeof above);
  std::memcpy(&below, lower, sizeof below);
  const auto share = [](std::int32_t at) { return static_cast<std::size_t>(at & (between_pixels - 1)); };
  return {_mm_set_epi64x(below, above), _mm_set1_epi16(shares.bytes[share(x)]), _mm_set1_epi32(shares.words[share(y)])};
}

/// Two pixels at once.
LINESMAN_ON_AVX2 void drawRow(const cv::Mat& image, const RowPlaces& at, int width, std::uint8_t* out) {
  const __m256i colours =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 3, 8, 11, 1, 4, 9, 12, 2, 5, 10, 13, -1, -1, -1, -1));
  const __m256i bytes =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
  const __m256i half = _mm256_set1_epi32(1 << (2 * place_bits - 1));
  for (int i = 0; i < width; i += 2) {
    const auto k = static_cast<std::size_t>(i);
    const Around a = aroundPlace(image, at.x[k], at.y[k]), b = aroundPlace(image, at.x[k + 1], at.y[k + 1]);
    const __m256i pixels = _mm256_shuffle_epi8(_mm256_set_m128i(b.pixels, a.pixels), colours);
    const __m256i rows =
        _mm256_maddubs_epi16(pixels, _mm256_set_m128i(b.across, a.across)); // of each colour the upper, the lower
    const __m256i sums = _mm256_madd_epi16(rows, _mm256_set_m128i(b.down, a.down));
    const __m256i drawn = _mm256_shuffle_epi8(_mm256_srli_epi32(_mm256_add_epi32(sums, half), 2 * place_bits), bytes);
    const int first = _mm256_extract_epi32(drawn, 0), second = _mm256_extract_epi32(drawn, 4);
    std::memcpy(out + 3 * k, &first, 4); // one byte more, which the next pixel's takes the place of
    std::memcpy(out + 3 * k + 3, &second, 4);
  }
}

void drawInside(const cv::Mat& image, const cv::Matx33d& map, cv::Mat& out) {
  RowPlaces at(out.cols);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(3 * out.cols) + 4);
  for (int y = 0; y < out.rows; ++y) {
    findPlaces(map, y, out.cols, at);
    drawRow(image, at, out.cols, row.data());
    std::copy_n(row.data(), 3 * out.cols, out.ptr(y));
  }
}

#endif

} // namespace

cv::Mat projectedPicture(const cv::Mat& image, const cv::Matx33d& image_from_drawn, const cv::Size& size) {
  cv::Mat out(size, CV_8UC3);
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has_registers = hasHalfWideRegisters();
  if (has_registers && liesInside(image, image_from_drawn, size)) {
    drawInside(image, image_from_drawn, out);
    return out;
  }
#endif
  cv::warpPerspective(image, out, image_from_drawn, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                      cv::BORDER_REPLICATE);
  return out;
}

} // namespace linesman
