#include "vision/plain_convolution.h"

#include <algorithm>

#include <opencv2/core/utility.hpp>

namespace linesman {

namespace {

/// Numbers of a picture that are worked on before the next ones are looked at, so that they stay near the processor.
constexpr std::size_t numbers_nearby = 1 << 15;

} // namespace

/// Pictures of one size, and room for some rows of one with its border. Its numbers lie as the picture's do.
struct PlainConvolution::Work {
  Work(const ConvolutionShape& shape, int picture_rows, int picture_columns, const ConvolutionLayout& pictures_layout)
      : layout(pictures_layout), rows(static_cast<std::size_t>(picture_rows)),
        columns(static_cast<std::size_t>(picture_columns)), in(static_cast<std::size_t>(shape.in)),
        top(static_cast<std::size_t>(shape.border_rows)), left(static_cast<std::size_t>(shape.border_columns)),
        down(static_cast<std::size_t>(shape.down)), more(static_cast<std::size_t>(shape.rows) - 1),
        rows_out(static_cast<std::size_t>(shape.rowsOut(picture_rows))), row(columns + 2 * left),
        strip(std::clamp<std::size_t>(numbers_nearby / (row * in * down), 1, rows_out)),
        plane(row * ((strip - 1) * down + 1 + more)), framed(in * plane) {
    for (std::size_t c = 0; c < in; ++c)
      for (int y = 0; y < shape.rows; ++y)
        for (int x = 0; x < shape.columns; ++x)
          offsets.push_back(at(c, y, x));
    const auto columns_out = static_cast<std::size_t>(shape.columnsOut(picture_columns));
    pixels = {framed.data(), strip, columns_out, at(0, shape.down, 0), at(0, 0, shape.across), rows_out * columns_out};
  }
  Work(const Work&) = delete; // the pixels lie in its picture
  Work& operator=(const Work&) = delete;

  std::size_t at(std::size_t channel, int y, int x) const {
    const std::size_t pixel = static_cast<std::size_t>(y) * row + static_cast<std::size_t>(x);
    return layout.seen_channels_last ? pixel * in + channel : channel * plane + pixel;
  }

  ConvolutionLayout layout;
  std::size_t rows, columns, in, top, left, down;
  std::size_t more; ///< rows that one pixel out is made of, beside one
  std::size_t rows_out, row;
  std::size_t strip, plane; ///< rows told at once; numbers of a channel that are seen for them
  std::vector<float> framed;
  std::vector<std::size_t> offsets; ///< of the numbers that one pixel out is made of
  PixelGrid pixels{};               ///< of a strip
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
              told + p * static_cast<std::size_t>(shape_.out) * work.pixels.plane);
  });
}

void PlainConvolution::applyTo(const float* seen, Work& work, float* told) const {
  const bool last = work.layout.seen_channels_last;
  const std::size_t planes = last ? 1 : work.in, numbers = last ? work.in : 1; // of a pixel that lie together
  const std::size_t row = numbers * work.columns;
  for (std::size_t first = 0; first < work.rows_out; first += work.strip) {
    PixelGrid pixels = work.pixels;
    pixels.rows = std::min(work.strip, work.rows_out - first);
    const std::size_t rows_seen = (pixels.rows - 1) * work.down + 1 + work.more;
    for (std::size_t c = 0; c < planes; ++c)
      for (std::size_t k = 0; k < rows_seen; ++k) {
        float* const framed = work.framed.data() + c * work.plane + (k * work.row + work.left) * numbers;
        if (const std::size_t y = first * work.down + k; y < work.top || y >= work.top + work.rows)
          std::fill_n(framed, row, 0.0F);
        else
          std::copy_n(seen + (c * work.rows + y - work.top) * row, row, framed);
      }
    kernels_->sumPixels(pixels, work.offsets.data(), work.offsets.size(), weights_.data(), bias_.data(), bias_.size(),
                        work.layout,
                        told + first * pixels.columns * (work.layout.told_channels_last ? bias_.size() : 1));
  }
}

} // namespace linesman
