#include "vision/winograd.h"

#include <algorithm>
#include <array>

#include <opencv2/core/utility.hpp>

namespace linesman {

namespace {

constexpr int block = 4, patch = 6, numbers = patch * patch;
/// Blocks that are worked on before the next ones are begun, so that their numbers stay near the processor.
constexpr int nearby = 24;

/// What six pixels in a row tell: out[k * step].
[[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline void turnPixels(const Wide* d, int from, Wide* out, int step) {
  const Wide &a = d[0], &b = d[from], &c = d[2 * from], &e = d[3 * from], &f = d[4 * from], &g = d[5 * from];
  const Wide even = f - 4.0F * c, odd = e - 4.0F * b, near_even = f - c, near_odd = 2.0F * (e - b);
  out[0] = 4.0F * a - 5.0F * c + f;
  out[step] = even + odd;
  out[2 * step] = even - odd;
  out[3 * step] = near_even + near_odd;
  out[4 * step] = near_even - near_odd;
  out[5 * step] = 4.0F * b - 5.0F * e + g;
}

/// Four pixels in a row of six products: out[k * step].
[[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline void turnProducts(const Wide* m, int from, Wide* out,
                                                                           int step) {
  const Wide &a = m[0], &b = m[from], &c = m[2 * from], &e = m[3 * from], &f = m[4 * from], &g = m[5 * from];
  const Wide sum = b + c, difference = b - c, far_sum = e + f, far_difference = e - f;
  out[0] = a + sum + far_sum;
  out[step] = difference + 2.0F * far_difference;
  out[2 * step] = sum + 4.0F * far_sum;
  out[3 * step] = difference + 8.0F * far_difference + g;
}

/// `pixels`: 6 x 6 of them, `row` numbers from one row to the next, `channels` numbers each; the 36 numbers of each
/// channel are written `step` apart.
LINESMAN_ON_WIDE_REGISTERS void turnPatch(const float* pixels, std::size_t row, std::size_t channels, float* out,
                                          std::size_t step) {
  for (std::size_t c = 0; c < channels; c += lanes) {
    Wide d[numbers], half[numbers];
    for (std::size_t y = 0; y < patch; ++y)
      for (std::size_t x = 0; x < patch; ++x)
        d[y * patch + x] = wide(pixels + y * row + x * channels + c);
    for (int y = 0; y < patch; ++y)
      turnPixels(d + y * patch, 1, half + y * patch, 1);
    for (int x = 0; x < patch; ++x)
      turnPixels(half + x, patch, d + x, patch);
    for (std::size_t n = 0; n < numbers; ++n)
      wide(out + n * step + c) = d[n];
  }
}

/// The other way: `products` lie `step` apart, `out` gets 4 x 4 pixels of `lanes` channels.
LINESMAN_ON_WIDE_REGISTERS void turnBack(const float* products, std::size_t step, const float* bias, float* out) {
  Wide m[numbers], half[block * patch], told[block * block];
  for (std::size_t n = 0; n < numbers; ++n)
    m[n] = wide(products + n * step);
  for (int x = 0; x < patch; ++x)
    turnProducts(m + x, patch, half + x, patch);
  for (int y = 0; y < block; ++y)
    turnProducts(half + y * patch, 1, told + y * block, 1);
  for (std::size_t n = 0; n < block * block; ++n)
    wide(out + n * lanes) = told[n] + wide(bias);
}

/// out = blocks weights, for `count` blocks (a multiple of `sums_at_once`) by `in` numbers, and `lanes` numbers out,
/// which lie `out_row` apart.
LINESMAN_ON_WIDE_REGISTERS void multiply(const float* blocks, std::size_t count, std::size_t in, const float* weights,
                                         float* out, std::size_t out_row) {
  for (std::size_t t = 0; t < count; t += sums_at_once) {
    const float* b = blocks + t * in;
    Wide sum[sums_at_once] = {};
    for (std::size_t c = 0; c < in; ++c) {
      const Wide w = wide(weights + c * lanes);
#pragma GCC unroll 6
      for (std::size_t k = 0; k < sums_at_once; ++k)
        sum[k] += b[k * in + c] * w;
    }
#pragma GCC unroll 6
    for (std::size_t k = 0; k < sums_at_once; ++k)
      wide(out + (t + k) * out_row) = sum[k];
  }
}

} // namespace

/// Pictures of one size, and room for what becomes of some of them.
struct Winograd::Work {
  Work(const Winograd& of, int picture_rows, int picture_columns)
      : rows(static_cast<std::size_t>(picture_rows)), columns(static_cast<std::size_t>(picture_columns)),
        down((rows + block - 1) / block), across((columns + block - 1) / block), in(static_cast<std::size_t>(of.in_)),
        out(static_cast<std::size_t>(of.out_)), pictures(std::max<std::size_t>(1, nearby / (down * across))),
        count((pictures * down * across + sums_at_once - 1) / sums_at_once * sums_at_once),
        framed((down * block + 2) * (across * block + 2) * in), turned(numbers * count * in),
        products(numbers * count * out) {}

  std::size_t blockRow() const { return (across * block + 2) * in; }

  std::size_t rows, columns, down, across, in, out;
  std::size_t pictures, count;         ///< at once, and their blocks with some left over
  std::vector<float> framed;           ///< a picture with its border, channels last
  std::vector<float> turned, products; ///< 36 x count x channels
};

Winograd::Winograd(const float* weights, const float* bias, int out, int in)
    : in_(in), out_(out), weights_(static_cast<std::size_t>(numbers * in * out)), bias_(bias, bias + out) {
  constexpr std::array<std::array<double, 3>, patch> g{{{1.0 / 4, 0.0, 0.0},
                                                        {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                                        {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                                        {1.0 / 24, 1.0 / 12, 1.0 / 6},
                                                        {1.0 / 24, -1.0 / 12, 1.0 / 6},
                                                        {0.0, 0.0, 1.0}}};
  const auto outs = static_cast<std::size_t>(out), ins = static_cast<std::size_t>(in);
  for (std::size_t n = 0; n < numbers; ++n)
    for (std::size_t k = 0; k < outs; ++k)
      for (std::size_t c = 0; c < ins; ++c) {
        const float* w = weights + (k * ins + c) * 9;
        double sum = 0.0;
        for (std::size_t y = 0; y < 3; ++y)
          for (std::size_t x = 0; x < 3; ++x)
            sum += g[n / patch][y] * g[n % patch][x] * static_cast<double>(w[3 * y + x]);
        weights_[n * outs * ins + packedAt(k, c, ins)] = static_cast<float>(sum);
      }
}

void Winograd::apply(const float* seen, int pictures, int rows, int columns, float* told) const {
  const auto pixels = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  cv::parallel_for_({0, pictures}, [&](const cv::Range& range) {
    Work work(*this, rows, columns);
    for (int first = range.start; first < range.end; first += static_cast<int>(work.pictures)) {
      const auto at = static_cast<std::size_t>(first) * pixels;
      applyTo(seen + at * work.in, std::min(range.end - first, static_cast<int>(work.pictures)), work,
              told + at * work.out);
    }
  });
}

void Winograd::applyTo(const float* seen, int pictures, Work& work, float* told) const {
  turnPictures(seen, static_cast<std::size_t>(pictures), work);
  for (std::size_t n = 0; n < numbers; ++n)
    for (std::size_t k = 0; k < work.out; k += lanes)
      multiply(work.turned.data() + n * work.count * work.in, work.count, work.in,
               weights_.data() + (n * work.out + k) * work.in, work.products.data() + n * work.count * work.out + k,
               work.out);
  tellPictures(static_cast<std::size_t>(pictures), work, told);
}

void Winograd::turnPictures(const float* seen, std::size_t pictures, Work& work) {
  float* turned = work.turned.data();
  for (std::size_t p = 0; p < pictures; ++p) {
    for (std::size_t c = 0; c < work.in; ++c)
      for (std::size_t y = 0; y < work.rows; ++y) {
        float* row = work.framed.data() + (y + 1) * work.blockRow() + work.in + c;
        for (std::size_t x = 0; x < work.columns; ++x)
          row[x * work.in] = *seen++;
      }
    for (std::size_t y = 0; y < work.down; ++y)
      for (std::size_t x = 0; x < work.across; ++x, turned += work.in)
        turnPatch(work.framed.data() + block * (y * work.blockRow() + x * work.in), work.blockRow(), work.in, turned,
                  work.count * work.in);
  }
}

void Winograd::tellPictures(std::size_t pictures, const Work& work, float* told) const {
  float pixels[block * block * lanes];
  const float* products = work.products.data();
  for (std::size_t p = 0; p < pictures; ++p, told += work.out * work.rows * work.columns)
    for (std::size_t y = 0; y < work.rows; y += block)
      for (std::size_t x = 0; x < work.columns; x += block, products += work.out)
        for (std::size_t k = 0; k < work.out; k += lanes) {
          turnBack(products + k, work.count * work.out, bias_.data() + k, pixels);
          for (std::size_t c = 0; c < lanes; ++c)
            for (std::size_t dy = 0; dy < std::min<std::size_t>(block, work.rows - y); ++dy)
              for (std::size_t dx = 0; dx < std::min<std::size_t>(block, work.columns - x); ++dx)
                told[((k + c) * work.rows + y + dy) * work.columns + x + dx] = pixels[(dy * block + dx) * lanes + c];
        }
}

} // namespace linesman
