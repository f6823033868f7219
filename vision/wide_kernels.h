#pragma once
#include <array>
#include <cstddef>

#include "vision/wide.h"

namespace linesman {

/// Pixels along the side of what Winograd's F(4x4, 3x3) tells at once, and of what it sees for that.
constexpr int winograd_block = 4, winograd_patch = 6;
/// Where the weight of number `in` for number `out` lies among those that are loaded `lanes` at once: blocks of
/// out / lanes x `count` numbers in x lanes.
constexpr std::size_t packedAt(std::size_t out, std::size_t in, std::size_t count) {
  return (out / lanes * count + in) * lanes + out % lanes;
}

/// How a convolution's numbers lie in memory, picture by picture: channels x rows x columns, or rows x columns x
/// channels (channels last), which our inner loops want. With `rectified` none that is told is below 0.
struct ConvolutionLayout {
  bool seen_channels_last = false, told_channels_last = false;
  bool rectified = false;
};

/// Pixels of which a convolution's sums are asked: where the first one's numbers begin, and how many numbers lie from
/// one to the next in a row, and from one row to the next. What is told of a whole picture are `plane` pixels.
struct PixelGrid {
  const float* first;
  std::size_t rows, columns, down, across, plane;
};

/// The inner loops of this program's own convolutions and layers, made for one width of registers.
struct WideKernels {
  /// `pixels`: 6 x 6 of them, `row` numbers from one row to the next, `channels` numbers each, a multiple of `lanes`;
  /// the 36 numbers of Winograd's F(4x4, 3x3) of each channel are written `step` apart.
  void (*turnPatch)(const float* pixels, std::size_t row, std::size_t channels, float* out, std::size_t step);
  /// The other way: 36 `products` lie `step` apart, `out` gets 4 x 4 pixels of `lanes` channels.
  void (*turnBack)(const float* products, std::size_t step, const float* bias, bool rectified, float* out);
  /// A convolution's sums, `outs` (a multiple of `lanes`) x rows x columns, or the other way with channels last: for
  /// each of the pixels those of `terms` numbers that lie at `offsets` from there, times the weights.
  void (*sumPixels)(const PixelGrid& pixels, const std::size_t* offsets, std::size_t terms, const float* weights,
                    const float* bias, std::size_t outs, const ConvolutionLayout& layout, float* told);
  /// Rows become columns: out[c * out_row + r] = in[r * in_row + c] of `rows` x `columns` numbers.
  void (*transpose)(const float* in, std::size_t in_row, std::size_t rows, std::size_t columns, float* out,
                    std::size_t out_row);
  /// `outs` sums (a multiple of `lanes`) of each of some `rows` of `in` numbers, begun with `start` or, where that is
  /// nullptr, with nothing.
  void (*sumRows)(const float* seen, std::size_t rows, std::size_t in, const float* weights, const float* start,
                  bool rectified, float* told, std::size_t outs);
};

/// Those for this processor, or none: where registers are narrower than 8 numbers OpenCV's own convolutions are faster.
const WideKernels* wideKernels();

/// Those for AVX-512 and those for AVX2 with FMA, as far as the processor has them: for tests.
std::array<const WideKernels*, 2> allWideKernels();

} // namespace linesman
