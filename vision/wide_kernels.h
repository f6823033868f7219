#pragma once
#include <array>
#include <cstddef>

#include "vision/wide.h"

namespace linesman {

/// Sums of `lanes` numbers each that are kept at once: with one load of weights they fill AVX2's registers.
constexpr std::size_t sums_at_once = 6;
/// Pixels along the side of what Winograd's F(4x4, 3x3) tells at once, and of what it sees for that.
constexpr int winograd_block = 4, winograd_patch = 6;
/// Where the weight of number `in` for number `out` lies among those that are loaded `lanes` at once: blocks of
/// out / lanes x `count` numbers in x lanes.
constexpr std::size_t packedAt(std::size_t out, std::size_t in, std::size_t count) {
  return (out / lanes * count + in) * lanes + out % lanes;
}

/// The inner loops of this program's own convolutions and layers, made for one width of registers.
struct WideKernels {
  /// `pixels`: 6 x 6 of them, `row` numbers from one row to the next, `channels` numbers each, a multiple of `lanes`;
  /// the 36 numbers of Winograd's F(4x4, 3x3) of each channel are written `step` apart.
  void (*turnPatch)(const float* pixels, std::size_t row, std::size_t channels, float* out, std::size_t step);
  /// The other way: 36 `products` lie `step` apart, `out` gets 4 x 4 pixels of `lanes` channels.
  void (*turnBack)(const float* products, std::size_t step, const float* bias, float* out);
  /// out = blocks weights, for `count` blocks (a multiple of `sums_at_once`) by `in` numbers, and `lanes` numbers out,
  /// which lie `out_row` apart.
  void (*multiply)(const float* blocks, std::size_t count, std::size_t in, const float* weights, float* out,
                   std::size_t out_row);
  /// Sums of `lanes` channels at `sums_at_once` pixels, which begin at `pixels`: of `count` numbers that lie at
  /// `offsets` from there, times the weights.
  void (*sumPixels)(const float* const* pixels, const std::size_t* offsets, std::size_t count, const float* weights,
                    const float* bias, float* out);
  /// Rows become columns: out[c * out_row + r] = in[r * in_row + c] of `rows` x `columns` numbers.
  void (*transpose)(const float* in, std::size_t in_row, std::size_t rows, std::size_t columns, float* out,
                    std::size_t out_row);
  /// `lanes` sums of each of 1 to `sums_at_once` rows of `in` numbers; what is told of them lies `out` apart.
  using SumRows = void (*)(const float* seen, std::size_t in, const float* weights, const float* start, bool rectified,
                           float* told, std::size_t out);
  std::array<SumRows, sums_at_once> sumRows;
};

/// Those for this processor, or none: where registers are narrower than 8 numbers OpenCV's own convolutions are faster.
const WideKernels* wideKernels();

/// Those for AVX-512 and those for AVX2 with FMA, as far as the processor has them: for tests.
std::array<const WideKernels*, 2> allWideKernels();

} // namespace linesman
