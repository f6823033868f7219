#include "vision/winograd.h"

#include <algorithm>
#include <array>
#include <memory>

#include <opencv2/core/utility.hpp>

namespace linesman {

namespace {

constexpr int block = winograd_block, patch = winograd_patch, numbers = patch * patch;
/// Blocks that are worked on before the next ones are begun, so that their numbers stay near the processor.
constexpr int nearby = 24;

} // namespace

/// Pictures of one size, and room for what becomes of some of them.
struct Winograd::Work {
  Work(const Winograd& of, int picture_rows, int picture_columns, const ConvolutionLayout& pictures_layout)
      : layout(pictures_layout), rows(static_cast<std::size_t>(picture_rows)),
        columns(static_cast<std::size_t>(picture_columns)), down((rows + block - 1) / block),
        across((columns + block - 1) / block), in(static_cast<std::size_t>(of.in_)),
        out(static_cast<std::size_t>(of.out_)), pictures(std::max<std::size_t>(1, nearby / (down * across))),
        strip(std::clamp<std::size_t>(nearby / across, 1, down)), count(pictures * strip * across),
        framed((strip * block + 2) * (across * block + 2) * in),
        turned(std::make_unique_for_overwrite<float[]>(numbers * count * in)),
        products(std::make_unique_for_overwrite<float[]>(numbers * count * out)) {}

  std::size_t blockRow() const { return (across * block + 2) * in; }

  ConvolutionLayout layout;
  std::size_t rows, columns, down, across, in, out;
  std::size_t pictures, strip,
      count;                                 ///< pictures and their rows of blocks at once; of these the blocks
  std::vector<float> framed;                 ///< some rows of a picture with its border, channels last
  std::unique_ptr<float[]> turned, products; ///< 36 x count x channels
};

Winograd::Winograd(const float* weights, const float* bias, int out, int in, const WideKernels* kernels)
    : kernels_(kernels), in_(in), out_(out), weights_(static_cast<std::size_t>(numbers * in * out)),
      bias_(bias, bias + out) {
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

void Winograd::apply(const float* seen, int pictures, int rows, int columns, float* told,
                     const ConvolutionLayout& layout) const {
  const auto pixels = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  cv::parallel_for_({0, pictures}, [&](const cv::Range& range) {
    Work work(*this, rows, columns, layout);
    for (int first = range.start; first < range.end; first += static_cast<int>(work.pictures)) {
      const auto at = static_cast<std::size_t>(first) * pixels;
      applyTo(seen + at * work.in, std::min(range.end - first, static_cast<int>(work.pictures)), work,
              told + at * work.out);
    }
  });
}

void Winograd::applyTo(const float* seen, int pictures, Work& work, float* told) const {
  for (std::size_t row = 0; row < work.down; row += work.strip) { // where pictures are several, all rows are one strip
    turnPictures(seen, static_cast<std::size_t>(pictures), row, work);
    const std::size_t filled = static_cast<std::size_t>(pictures) * std::min(work.strip, work.down - row) * work.across;
    for (std::size_t n = 0; n < numbers; ++n)
      kernels_->sumRows(work.turned.get() + n * work.count * work.in, filled, work.in,
                        weights_.data() + n * work.out * work.in, nullptr, false,
                        work.products.get() + n * work.count * work.out, work.out);
    tellPictures(static_cast<std::size_t>(pictures), row, work, told);
  }
}

void Winograd::turnPictures(const float* seen, std::size_t pictures, std::size_t first_row, Work& work) const {
  float* turned = work.turned.get();
  const std::size_t last_row = std::min(first_row + work.strip, work.down);
  for (std::size_t p = 0; p < pictures; ++p) {
    for (std::size_t y = block * first_row; y < block * last_row + 2; ++y) { // of the picture with its border
      float* row = work.framed.data() + (y - block * first_row) * work.blockRow() + work.in;
      if (y == 0 || y > work.rows)
        std::fill_n(row, work.columns * work.in, 0.0F);
      else if (work.layout.seen_channels_last)
        std::copy_n(seen + (p * work.rows + y - 1) * work.columns * work.in, work.columns * work.in, row);
      else
        kernels_->transpose(seen + (p * work.in * work.rows + y - 1) * work.columns, work.rows * work.columns, work.in,
                            work.columns, row, work.in);
    }
    for (std::size_t y = 0; y < last_row - first_row; ++y)
      for (std::size_t x = 0; x < work.across; ++x, turned += work.in)
        kernels_->turnPatch(work.framed.data() + block * (y * work.blockRow() + x * work.in), work.blockRow(), work.in,
                            turned, work.count * work.in);
  }
}

void Winograd::tellPictures(std::size_t pictures, std::size_t first_row, const Work& work, float* told) const {
  const float* products = work.products.get();
  const std::size_t first = block * first_row, last = std::min(first + block * work.strip, work.rows);
  for (std::size_t p = 0; p < pictures; ++p, told += work.out * work.rows * work.columns)
    for (std::size_t y = first; y < last; y += block)
      for (std::size_t x = 0; x < work.columns; x += block, products += work.out)
        tellBlock(products, y, x, work, told);
}

/// The pixels of one block whose first one lies at (`y`, `x`) of the picture.
void Winograd::tellBlock(const float* products, std::size_t y, std::size_t x, const Work& work, float* told) const {
  constexpr std::size_t pixels_told = block * block;
  float pixels[pixels_told * lanes], channels[pixels_told * lanes];
  const std::size_t high = std::min<std::size_t>(block, work.rows - y),
                    wide = std::min<std::size_t>(block, work.columns - x);
  for (std::size_t k = 0; k < work.out; k += lanes) {
    kernels_->turnBack(products + k, work.count * work.out, bias_.data() + k, work.layout.rectified, pixels);
    if (work.layout.told_channels_last) {
      for (std::size_t dy = 0; dy < high; ++dy)
        for (std::size_t dx = 0; dx < wide; ++dx)
          std::copy_n(pixels + (dy * block + dx) * lanes, lanes,
                      told + ((y + dy) * work.columns + x + dx) * work.out + k);
      continue;
    }
    kernels_->transpose(pixels, lanes, pixels_told, lanes, channels, pixels_told);
    for (std::size_t c = 0; c < lanes; ++c)
      for (std::size_t dy = 0; dy < high; ++dy) {
        float* row = told + ((k + c) * work.rows + y + dy) * work.columns + x;
        const float* from = channels + c * pixels_told + dy * block;
        if (wide == block)
          std::copy_n(from, block, row);
        else
          std::copy_n(from, wide, row);
      }
  }
}

} // namespace linesman
