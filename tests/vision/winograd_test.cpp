#include <cmath>
#include <random>
#include <tuple>

#include <gtest/gtest.h>

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

/// The plain sum, for one pixel (`x`, `y`) of one channel told.
double plainly(const std::vector<float>& seen, const std::vector<float>& weights, int channels, int rows, int columns,
               int picture, int told, int y, int x) {
  double sum = 0.0;
  for (int c = 0; c < channels; ++c)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (y + dy >= 0 && y + dy < rows && x + dx >= 0 && x + dx < columns)
          sum += static_cast<double>(
              seen[static_cast<std::size_t>(((picture * channels + c) * rows + y + dy) * columns + x + dx)] *
              weights[static_cast<std::size_t>((told * channels + c) * 9 + 3 * (dy + 1) + dx + 1)]);
  return sum;
}

/// Channels in and out, rows, columns, pictures.
using Sizes = std::tuple<int, int, int, int, int>;

class WinogradOf : public testing::TestWithParam<Sizes> {};

TEST_P(WinogradOf, AnswersAsThePlainSumDoes) {
  const auto [in, out, rows, columns, pictures] = GetParam();
  const auto weights = randomNumbers(out * in * 9, 1.0F / std::sqrt(9.0F * static_cast<float>(in)), 1);
  const auto bias = randomNumbers(out, 1.0F, 2), seen = randomNumbers(pictures * in * rows * columns, 1.0F, 3);
  std::vector<float> told(static_cast<std::size_t>(pictures * out * rows * columns));
  Winograd(weights.data(), bias.data(), out, in).apply(seen.data(), pictures, rows, columns, told.data());
  std::size_t at = 0;
  for (int p = 0; p < pictures; ++p)
    for (int k = 0; k < out; ++k)
      for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x, ++at)
          ASSERT_NEAR(static_cast<double>(told[at]),
                      static_cast<double>(bias[static_cast<std::size_t>(k)]) +
                          plainly(seen, weights, in, rows, columns, p, k, y, x),
                      2e-4);
}

INSTANTIATE_TEST_SUITE_P(Sizes, WinogradOf,
                         testing::Values(Sizes{16, 16, 4, 4, 1}, Sizes{64, 64, 28, 16, 2}, Sizes{128, 128, 14, 8, 5},
                                         Sizes{32, 48, 7, 13, 4}, Sizes{16, 32, 1, 2, 9}));

} // namespace
} // namespace linesman
