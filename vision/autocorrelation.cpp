#include "vision/autocorrelation.h"

#include <cstddef>
#include <vector>

#include <opencv2/core.hpp>

namespace linesman {

namespace {

constexpr int shifts_at_once = 4;

/// Complex numbers of rows, one for each wave.
struct Waves {
  cv::Mat re, im;

  Waves(int rows, int width) : re(cv::Mat::zeros(rows, width, CV_32F)), im(re.clone()) {}
  /// The first of them.
  std::vector<cv::Mat> part(const cv::Size& size) const {
    return {re(cv::Rect({0, 0}, size)), im(cv::Rect({0, 0}, size))};
  }
};

/// For every shift down the sums over all rows of each wave's conjugate times the same wave of the row so far down.
/// `Numbers`: that are reckoned with at once. Below the last row there are some more of zeros.
template <class Numbers> [[gnu::always_inline]] inline void sumOverRows(const Waves& waves, int rows, Waves& sums) {
  const auto at = [](const float* from) -> const Numbers& { return *reinterpret_cast<const Numbers*>(from); };
  const auto row = static_cast<std::ptrdiff_t>(waves.re.step1());
  const int shifts = sums.re.rows;
  for (int wave = 0; wave < waves.re.cols; wave += static_cast<int>(sizeof(Numbers) / sizeof(float)))
    for (int first = 0; first < shifts; first += shifts_at_once) {
      Numbers re[shifts_at_once]{}, im[shifts_at_once]{};
      const float *a = waves.re.ptr<float>() + wave, *b = waves.im.ptr<float>() + wave;
      for (int y = 0; y < rows - first; ++y, a += row, b += row) {
        const Numbers here_re = at(a), here_im = at(b);
#pragma GCC unroll 4
        for (int k = 0; k < shifts_at_once; ++k) {
          const Numbers below_re = at(a + (first + k) * row), below_im = at(b + (first + k) * row);
          re[k] += here_re * below_re + here_im * below_im;
          im[k] += here_re * below_im - here_im * below_re;
        }
      }
      for (int k = 0; k < shifts_at_once && first + k < shifts; ++k) {
        *reinterpret_cast<Numbers*>(sums.re.ptr<float>(first + k) + wave) = re[k];
        *reinterpret_cast<Numbers*>(sums.im.ptr<float>(first + k) + wave) = im[k];
      }
    }
}

using Four = float __attribute__((vector_size(4 * sizeof(float)), aligned(alignof(float)), may_alias));

LINESMAN_ON_WIDE_REGISTERS void sumOverRowsWidely(const Waves& waves, int rows, Waves& sums) {
  sumOverRows<Wide>(waves, rows, sums);
}

} // namespace

cv::Mat autocorrelation(const cv::Mat& picture, int reach, bool widely) {
  const int length = cv::getOptimalDFTSize(picture.cols + reach), count = length / 2 + 1; // longer shifts fold over
  const int width = (count + static_cast<int>(lanes) - 1) / static_cast<int>(lanes) * static_cast<int>(lanes);
  cv::Mat padded = cv::Mat::zeros(picture.rows, length, CV_32F), spectrum;
  picture.copyTo(padded.colRange(0, picture.cols));
  cv::dft(padded, spectrum, cv::DFT_ROWS | cv::DFT_COMPLEX_OUTPUT);
  const Waves waves(picture.rows + reach + shifts_at_once, width);
  Waves sums(reach + 1, width);
  std::vector<cv::Mat> seen = waves.part(cv::Size(count, picture.rows));
  cv::split(spectrum.colRange(0, count), seen);
  widely ? sumOverRowsWidely(waves, picture.rows, sums) : sumOverRows<Four>(waves, picture.rows, sums);
  cv::Mat by_shift(reach + 1, length, CV_32FC2, cv::Scalar::all(0.0)), told; // the other half is known by this one
  cv::Mat half = by_shift.colRange(0, count);
  cv::merge(sums.part(cv::Size(count, reach + 1)), half);
  cv::idft(by_shift, told, cv::DFT_ROWS | cv::DFT_SCALE | cv::DFT_REAL_OUTPUT);
  cv::Mat out(reach + 1, 2 * reach + 1, CV_32F);
  told.colRange(0, reach + 1).copyTo(out.colRange(reach, 2 * reach + 1));
  told.colRange(length - reach, length).copyTo(out.colRange(0, reach)); // to the left
  return out;
}

} // namespace linesman
