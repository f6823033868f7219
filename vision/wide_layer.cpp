#include "vision/wide_layer.h"

namespace linesman {

WideLayer::WideLayer(const float* weights, int out, int row, int first, int in, const WideKernels* kernels)
    : kernels_(kernels), in_(static_cast<std::size_t>(in)),
      out_((static_cast<std::size_t>(out) + lanes - 1) / lanes * lanes), weights_(out_ * in_) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(out); ++k)
    for (std::size_t c = 0; c < in_; ++c)
      weights_[packedAt(k, c, in_)] = weights[k * static_cast<std::size_t>(row) + static_cast<std::size_t>(first) + c];
}

void WideLayer::apply(const float* seen, std::size_t rows, const float* start, bool rectified, float* told) const {
  kernels_->sumRows(seen, rows, in_, weights_.data(), start, rectified, told, out_);
}

} // namespace linesman
