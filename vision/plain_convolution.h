#pragma once
#include <cstddef>
#include <vector>

#include "vision/wide_kernels.h"

namespace linesman {

/// How a convolution's weights are laid over a picture, px.
struct ConvolutionShape {
  int out = 0, in = 0;                     ///< channels
  int rows = 1, columns = 1;               ///< of the weights
  int down = 1, across = 1;                ///< steps
  int border_rows = 0, border_columns = 0; ///< of nothing, on both sides

  int rowsOut(int picture_rows) const { return (picture_rows + 2 * border_rows - rows) / down + 1; }
  int columnsOut(int picture_columns) const { return (picture_columns + 2 * border_columns - columns) / across + 1; }
};

/// A convolution summed term by term, some channels and pixels at once. For processors that have wideKernels().
class PlainConvolution {
public:
  /// `weights`: out x in x rows x columns; `bias`: out, a multiple of `lanes`.
  PlainConvolution(const float* weights, const float* bias, const ConvolutionShape& shape,
                   const WideKernels* kernels = wideKernels());

  /// `seen`: pictures x channels in x rows x columns; `told`: pictures x channels out x rows x columns out; or as
  /// `layout` has them. OpenCV's threads share the pictures.
  void apply(const float* seen, int pictures, int rows, int columns, float* told,
             const ConvolutionLayout& layout = {}) const;

private:
  struct Work;
  void applyTo(const float* seen, Work& work, float* told) const;

  const WideKernels* kernels_;
  ConvolutionShape shape_;
  std::vector<float> weights_; ///< blocks of out / lanes x in x rows x columns x lanes
  std::vector<float> bias_;
};

} // namespace linesman
