#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "vision/plain_convolution.h"
#include "vision/wide_layer.h"
#include "vision/winograd.h"

namespace linesman {
namespace {

std::vector<float> randomNumbers(int count, float size, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0.0F, size);
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (float& v : numbers)
    v = normal(random);
  return numbers;
}

/// The plain sum of the term of one channel told at (`y`, `x`).
double plainly(const std::vector<float>& seen, const std::vector<float>& weights, const ConvolutionShape& s, int rows,
               int columns, int picture, int told, int y, int x) {
  double sum = 0.0;
  for (int c = 0; c < s.in; ++c)
    for (int dy = 0; dy < s.rows; ++dy)
      for (int dx = 0; dx < s.columns; ++dx) {
        const int row = y * s.down + dy - s.border_rows, column = x * s.across + dx - s.border_columns;
        if (row >= 0 && row < rows && column >= 0 && column < columns)
          sum += static_cast<double>(
              seen[static_cast<std::size_t>(((picture * s.in + c) * rows + row) * columns + column)] *
              weights[static_cast<std::size_t>(((told * s.in + c) * s.rows + dy) * s.columns + dx)]);
      }
  return sum;
}

/// The convolution, and rows, columns and number of pictures.
struct Sizes {
  ConvolutionShape shape;
  int rows, columns, pictures;
};

/// The same numbers with channels last.
std::vector<float> channelsLast(const std::vector<float>& pictures, int channels, int pixels) {
  std::vector<float> out;
  for (std::size_t first = 0; first < pictures.size(); first += static_cast<std::size_t>(channels * pixels))
    for (int p = 0; p < pixels; ++p)
      for (int c = 0; c < channels; ++c)
        out.push_back(pictures[first + static_cast<std::size_t>(c * pixels + p)]);
  return out;
}

void expectPlainSums(const Sizes& of, const std::vector<float>& weights, const std::vector<float>& bias,
                     const std::vector<float>& seen, const std::vector<float>& told) {
  const ConvolutionShape& s = of.shape;
  const int rows_out = s.rowsOut(of.rows), columns_out = s.columnsOut(of.columns);
  std::size_t at = 0;
  for (int p = 0; p < of.pictures; ++p)
    for (int k = 0; k < s.out; ++k)
      for (int y = 0; y < rows_out; ++y)
        for (int x = 0; x < columns_out; ++x, ++at)
          ASSERT_NEAR(static_cast<double>(told[at]),
                      static_cast<double>(bias[static_cast<std::size_t>(k)]) +
                          plainly(seen, weights, s, of.rows, of.columns, p, k, y, x),
                      2e-4);
}

/// `make(weights, bias, shape, kernels)`: what is to answer as the plain sums do, with the kernels for each width of
/// registers that the processor has.
template <class Make> void expectPlainSumsOf(const Sizes& of, const Make& make) {
  const ConvolutionShape& s = of.shape;
  const int terms = s.in * s.rows * s.columns;
  const auto weights = randomNumbers(s.out * terms, 1.0F / std::sqrt(static_cast<float>(terms)), 1);
  const auto bias = randomNumbers(s.out, 1.0F, 2),
             seen = randomNumbers(of.pictures * s.in * of.rows * of.columns, 1.0F, 3);
  const int rows_out = s.rowsOut(of.rows), columns_out = s.columnsOut(of.columns);
  std::vector<float> told(static_cast<std::size_t>(of.pictures * s.out * rows_out * columns_out));
  bool any = false;
  for (const WideKernels* kernels : allWideKernels()) {
    if (kernels == nullptr)
      continue;
    any = true;
    std::fill(told.begin(), told.end(), 0.0F);
    const auto made = make(weights.data(), bias.data(), s, kernels);
    made.apply(seen.data(), of.pictures, of.rows, of.columns, told.data());
    expectPlainSums(of, weights, bias, seen, told);
    for (const bool seen_last : {false, true})
      for (const bool told_last : {false, true})
        for (const bool rectified : {false, true}) {
          std::vector<float> again(told.size()), expected(told);
          made.apply(seen_last ? channelsLast(seen, s.in, of.rows * of.columns).data() : seen.data(), of.pictures,
                     of.rows, of.columns, again.data(), {seen_last, told_last, rectified});
          for (float& number : expected)
            number = rectified ? std::max(number, 0.0F) : number;
          EXPECT_EQ(again, told_last ? channelsLast(expected, s.out, rows_out * columns_out) : expected);
        }
  }
  if (!any)
    GTEST_SKIP() << "The processor's registers are narrow: OpenCV's own convolutions are used.";
}

class WinogradOf : public testing::TestWithParam<Sizes> {};

TEST_P(WinogradOf, AnswersAsThePlainSumDoes) {
  expectPlainSumsOf(GetParam(),
                    [](const float* weights, const float* bias, const ConvolutionShape& s, const WideKernels* kernels) {
                      return Winograd(weights, bias, s.out, s.in, kernels);
                    });
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, WinogradOf,
    testing::Values(Sizes{{16, 16, 3, 3, 1, 1, 1, 1}, 4, 4, 1}, Sizes{{64, 64, 3, 3, 1, 1, 1, 1}, 28, 16, 2},
                    Sizes{{48, 32, 3, 3, 1, 1, 1, 1}, 7, 13, 5}, Sizes{{32, 16, 3, 3, 1, 1, 1, 1}, 33, 50, 2},
                    Sizes{{16, 16, 3, 3, 1, 1, 1, 1}, 5, 130, 1}, Sizes{{32, 16, 3, 3, 1, 1, 1, 1}, 1, 2, 30}));

class PlainConvolutionOf : public testing::TestWithParam<Sizes> {};

TEST_P(PlainConvolutionOf, AnswersAsThePlainSumDoes) {
  expectPlainSumsOf(GetParam(), [](const float* weights, const float* bias, const ConvolutionShape& s,
                                   const WideKernels* kernels) { return PlainConvolution(weights, bias, s, kernels); });
}

INSTANTIATE_TEST_SUITE_P(Sizes, PlainConvolutionOf,
                         testing::Values(Sizes{{64, 5, 9, 9, 6, 6, 3, 3}, 48, 36, 1},
                                         Sizes{{32, 5, 3, 3, 2, 2, 1, 1}, 21, 18, 2},
                                         Sizes{{16, 7, 2, 5, 3, 1, 0, 2}, 11, 13, 3},
                                         Sizes{{48, 3, 3, 3, 2, 2, 1, 1}, 5, 230, 1},
                                         Sizes{{32, 48, 1, 1, 1, 1, 0, 0}, 3, 2, 2}));

TEST(WideLayer, AnswersAsThePlainSumDoesForAnyNumberOfRows) {
  if (wideKernels() == nullptr)
    GTEST_SKIP() << "The processor's registers are narrow: OpenCV asks the network.";
  constexpr std::size_t in = 5, row = 7, first = 2, out = 19, rows = 30;
  const auto weights = randomNumbers(out * row, 0.5F, 1), seen = randomNumbers(rows * in, 1.0F, 2);
  for (const WideKernels* kernels : allWideKernels()) {
    if (kernels == nullptr)
      continue;
    const WideLayer layer(weights.data(), out, row, first, in, kernels);
    const auto start = randomNumbers(static_cast<int>(layer.out()), 1.0F, 3);
    for (const bool rectified : {false, true})
      for (std::size_t n = 1; n <= rows; ++n) {
        std::vector<float> told(n * layer.out());
        layer.apply(seen.data(), n, start.data(), rectified, told.data());
        for (std::size_t r = 0; r < n; ++r)
          for (std::size_t k = 0; k < out; ++k) {
            double sum = static_cast<double>(start[k]);
            for (std::size_t c = 0; c < in; ++c)
              sum += static_cast<double>(weights[k * row + first + c] * seen[r * in + c]);
            ASSERT_NEAR(static_cast<double>(told[r * layer.out() + k]), rectified ? std::max(sum, 0.0) : sum, 1e-5);
          }
      }
  }
}

} // namespace
} // namespace linesman
