#pragma once
#include <cstddef>
#include <vector>

#include "vision/wide_kernels.h"

namespace linesman {

/// A convolution with 3 x 3 weights, steps of one pixel and a border of one pixel of nothing, by Winograd's F(4x4, 3x3)
/// (Lavin and Gray 2016): blocks of 4 x 4 pixels are turned into 36 numbers for which the convolution is a product of
/// matrices, with a fourth of the multiplications. For processors that have wideKernels(). Answers differ from the
/// plain sum by some 1e-5 of their size.
class Winograd {
public:
  /// `weights`: out x in x 3 x 3; `bias`: out. Channels in and out have to be multiples of `lanes`.
  Winograd(const float* weights, const float* bias, int out, int in, const WideKernels* kernels = wideKernels());

  /// `seen`: pictures x channels in x rows x columns, or as `layout` has it; `told`: the same with channels out.
  /// OpenCV's threads share the pictures.
  void apply(const float* seen, int pictures, int rows, int columns, float* told,
             const ConvolutionLayout& layout = {}) const;

private:
  struct Work;
  void applyTo(const float* seen, int pictures, Work& work, float* told) const;
  void turnPictures(const float* seen, std::size_t pictures, std::size_t first_row, Work& work) const;
  void tellPictures(std::size_t pictures, std::size_t first_row, const Work& work, float* told) const;
  void tellBlock(const float* products, std::size_t y, std::size_t x, const Work& work, float* told) const;

  const WideKernels* kernels_;
  int in_, out_;
  std::vector<float> weights_; ///< 36 numbers x blocks of out / lanes x in x lanes
  std::vector<float> bias_;
};

} // namespace linesman
