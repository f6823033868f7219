#pragma once
#include <cstddef>
#include <vector>

#include "vision/wide_kernels.h"

namespace linesman {

/// A fully connected layer of a network: each number told is the weighted sum of all that are seen. Some sums of some
/// rows at once, for processors that have wideKernels().
class WideLayer {
public:
  /// `weights`: out x `row` numbers, of which those from `first` on are taken, `in` of them.
  WideLayer(const float* weights, int out, int row, int first, int in, const WideKernels* kernels = wideKernels());

  /// Numbers told of each row: as many as were wanted, and some that do not count.
  std::size_t out() const { return out_; }
  /// `seen`: rows x in; `told`: rows x out(), begun with `start` (out() numbers); with `rectified` none is below 0.
  void apply(const float* seen, std::size_t rows, const float* start, bool rectified, float* told) const;

private:
  const WideKernels* kernels_;
  std::size_t in_, out_;
  std::vector<float> weights_; ///< blocks of out / lanes x in x lanes
};

} // namespace linesman
