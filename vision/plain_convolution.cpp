#include "vision/plain_convolution.h"

#include <algorithm>

#include <opencv2/core/utility.hpp>

namespace linesman {

/// Pictures of one size, and room for one with its border. Its numbers lie as the picture's do.
struct PlainConvolution::Work {
  Work(const ConvolutionShape& shape, int picture_rows, int picture_columns, const ConvolutionLayout& pictures_layout)
      : layout(pictures_layout), rows(static_cast<std::size_t>(picture_rows)),
        columns(static_cast<std::size_t>(picture_columns)), in(static_cast<std::size_t>(shape.in)),
        top(static_cast<std::size_t>(shape.border_rows)), left(static_cast<std::size_t>(shape.border_columns)),
        row(columns + 2 * left), plane(row * (rows + 2 * top)), framed(in * plane) {
    for (std::size_t c = 0; c < in; ++c)
      for (int y = 0; y < shape.rows; ++y)
        for (int x = 0; x < shape.columns; ++x)
          offsets.push_back(at(c, y, x));
    for (int y = 0; y < shape.rowsOut(picture_rows); ++y)
      for (int x = 0; x < shape.columnsOut(picture_columns); ++x)
        pixels.push_back(framed.data() + at(0, y * shape.down, x * shape.across));
    pixels_out = pixels.size();
    pixels.resize((pixels_out + sums_at_once - 1) / sums_at_once * sums_at_once, framed.data());
  }
  Work(const Work&) = delete; // the pixels lie in its picture
  Work& operator=(const Work&) = delete;

  std::size_t at(std::size_t channel, int y, int x) const {
    const std::size_t pixel = static_cast<std::size_t>(y) * row + static_cast<std::size_t>(x);
    return layout.seen_channels_last ? pixel * in + channel : channel * plane + pixel;
  }

  ConvolutionLayout layout;
  std::size_t rows, columns, in, top, left, row, plane;
  std::vector<float> framed;
  std::vector<std::size_t> offsets; ///< of the numbers that one pixel out is made of
  std::vector<const float*> pixels; ///< where these begin for every pixel out, with some left over
  std::size_t pixels_out = 0;
};

PlainConvolution::PlainConvolution(const float* weights, const float* bias, const ConvolutionShape& shape,
                                   const WideKernels* kernels)
    : kernels_(kernels), shape_(shape), bias_(bias, bias + shape.out) {
  const auto out = static_cast<std::size_t>(shape.out);
  const std::size_t count = static_cast<std::size_t>(shape.in) * static_cast<std::size_t>(shape.rows) *
                            static_cast<std::size_t>(shape.columns);
  weights_.resize(out * count);
  for (std::size_t k = 0; k < out; ++k)
    for (std::size_t c = 0; c < count; ++c)
      weights_[packedAt(k, c, count)] = weights[k * count + c];
}

void PlainConvolution::apply(const float* seen, int pictures, int rows, int columns, float* told,
                             const ConvolutionLayout& layout) const {
  cv::parallel_for_({0, pictures}, [&](const cv::Range& range) {
    Work work(shape_, rows, columns, layout);
    for (auto p = static_cast<std::size_t>(range.start); p < static_cast<std::size_t>(range.end); ++p)
      applyTo(seen + p * static_cast<std::size_t>(shape_.in) * work.rows * work.columns, work,
              told + p * static_cast<std::size_t>(shape_.out) * work.pixels_out);
  });
}

void PlainConvolution::applyTo(const float* seen, Work& work, float* told) const {
  const bool last = work.layout.seen_channels_last;
  const std::size_t planes = last ? 1 : work.in, numbers = last ? work.in : 1; // of a pixel that lie together
  for (std::size_t c = 0; c < planes; ++c)
    for (std::size_t y = 0; y < work.rows; ++y, seen += numbers * work.columns)
      std::copy_n(seen, numbers * work.columns,
                  work.framed.data() + c * work.plane + ((y + work.top) * work.row + work.left) * numbers);
  kernels_->sumPixels(work.pixels.data(), work.pixels_out, work.offsets.data(), work.offsets.size(), weights_.data(),
                      bias_.data(), bias_.size(), work.layout, told);
}

} // namespace linesman
