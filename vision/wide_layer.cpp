#include "vision/wide_layer.h"

#include <algorithm>
#include <array>

namespace linesman {

namespace {

/// `lanes` sums of each of `rows` rows; what is told of them lies `out` apart.
template <std::size_t rows>
LINESMAN_ON_WIDE_REGISTERS void sumUp(const float* seen, std::size_t in, const float* weights, const float* start,
                                      bool rectified, float* told, std::size_t out) {
  Wide sum[rows];
#pragma GCC unroll 6
  for (std::size_t k = 0; k < rows; ++k)
    sum[k] = wide(start);
  for (std::size_t c = 0; c < in; ++c) {
    const Wide w = wide(weights + c * lanes);
#pragma GCC unroll 6
    for (std::size_t k = 0; k < rows; ++k)
      sum[k] += seen[k * in + c] * w;
  }
  const Wide least = Wide{} - (rectified ? 0.0F : 3e38F);
#pragma GCC unroll 6
  for (std::size_t k = 0; k < rows; ++k)
    wide(told + k * out) = sum[k] > least ? sum[k] : least;
}

} // namespace

WideLayer::WideLayer(const float* weights, int out, int row, int first, int in)
    : in_(static_cast<std::size_t>(in)), out_((static_cast<std::size_t>(out) + lanes - 1) / lanes * lanes),
      weights_(out_ * in_) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(out); ++k)
    for (std::size_t c = 0; c < in_; ++c)
      weights_[packedAt(k, c, in_)] = weights[k * static_cast<std::size_t>(row) + static_cast<std::size_t>(first) + c];
}

void WideLayer::apply(const float* seen, std::size_t rows, const float* start, bool rectified, float* told) const {
  static_assert(sums_at_once == 6);
  constexpr std::array sums = {sumUp<1>, sumUp<2>, sumUp<3>, sumUp<4>, sumUp<5>, sumUp<6>};
  for (std::size_t k = 0; k < out_; k += lanes)
    for (std::size_t r = 0; r < rows; r += sums_at_once)
      sums[std::min(sums_at_once, rows - r) - 1](seen + r * in_, in_, weights_.data() + k * in_, start + k, rectified,
                                                 told + r * out_ + k, out_);
}

} // namespace linesman
