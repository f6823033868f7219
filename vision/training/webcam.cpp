#include <algorithm>
#include <cmath>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/training/scene.h"

namespace linesman::training {

namespace {

/// Colours nearer to grey or further from it.
void saturate(cv::Mat& image, double amount) {
  cv::Mat grey, greys;
  cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
  cv::cvtColor(grey, greys, cv::COLOR_GRAY2BGR);
  cv::addWeighted(image, amount, greys, 1.0 - amount, 0.0, image);
}

/// Numbers with mean 0 and sigma 1, drawn once.
const std::vector<float>& unitNoise() {
  static const std::vector<float> numbers = [] {
    std::vector<float> n(1U << 20U);
    Rng rng(1);
    std::normal_distribution<float> bell(0.0F, 1.0F);
    for (float& v : n)
      v = bell(rng);
    return n;
  }();
  return numbers;
}

} // namespace

cv::Mat develop(const cv::Mat& linear, Rng& rng, unsigned grain_moved) {
  cv::Mat image;
  const double blur = chance(rng, 0.8) ? uniform(rng, 0.4, 1.3) : uniform(rng, 1.3, 2.2);
  cv::GaussianBlur(linear, image, {}, blur);
  const auto brightness = [](const cv::Mat& of) { return cv::mean(of).dot(cv::Scalar(1, 1, 1)) / 3.0; };
  const double mean =
      brightness(cv::min(image, 3.0 * brightness(image))); // a lamp's mirror image is not to darken all else
  const double gain = std::pow(uniform(rng, 0.5, 2.2), 1.0) * 0.2 / std::max(0.02, mean);
  const std::array<float, 3> tint{static_cast<float>(gain * uniform(rng, 0.85, 1.15)), static_cast<float>(gain),
                                  static_cast<float>(gain * uniform(rng, 0.85, 1.15))};
  const cv::Point2d middle(0.5 * image.cols, 0.5 * image.rows);
  const double vignette = uniform(rng, 0.0, 0.45) / (middle.x * middle.x + middle.y * middle.y);
  const double gamma = uniform(rng, 0.38, 0.5), contrast = uniform(rng, 0.0, 0.25);
  const auto noise = static_cast<float>(uniform(rng, 0.0, chance(rng, 0.2) ? 0.04 : 0.012));
  const std::vector<float>& grain = unitNoise();
  cv::Mat out(image.size(), CV_8UC3);
  constexpr int steps = 2048; // the tone curve, by the square root of the brightness
  std::vector<float> curve(steps + 1);
  for (int k = 0; k <= steps; ++k)
    curve[static_cast<std::size_t>(k)] = static_cast<float>(std::pow(static_cast<double>(k) / steps, 2.0 * gamma));
  for (int y = 0; y < image.rows; ++y) {
    const auto* from = image.ptr<float>(y);
    const float* noisy = grain.data() + (rng() + grain_moved) % (grain.size() - 3U * static_cast<unsigned>(image.cols));
    auto* to = out.ptr<uchar>(y);
    for (int x = 0; x < image.cols; ++x) {
      const auto fall =
          static_cast<float>(1.0 - vignette * ((x - middle.x) * (x - middle.x) + (y - middle.y) * (y - middle.y)));
      for (int c = 0; c < 3; ++c) {
        const int k = 3 * x + c;
        const float root = std::sqrt(std::clamp(from[k] * tint[static_cast<std::size_t>(c)] * fall, 0.0F, 1.0F));
        const float v = std::clamp(curve[static_cast<std::size_t>(root * steps + 0.5F)] + noise * noisy[k], 0.0F, 1.0F);
        to[k] = cv::saturate_cast<uchar>(255.0F * (v + static_cast<float>(contrast) * (v * v * (3.0F - 2.0F * v) - v)));
      }
    }
  }
  if (chance(rng, 0.4)) { // a webcam's noise reduction
    cv::Mat smooth;
    cv::bilateralFilter(out, smooth, 5, uniform(rng, 6.0, 25.0), uniform(rng, 1.2, 2.5));
    out = smooth;
  }
  if (chance(rng, 0.7))
    saturate(out, uniform(rng, 0.8, 1.4));
  if (chance(rng, 0.6)) {
    cv::Mat soft;
    cv::GaussianBlur(out, soft, {}, 1.2);
    const double amount = uniform(rng, 0.1, 0.9);
    cv::addWeighted(out, 1.0 + amount, soft, -amount, 0.0, out);
  }
  std::vector<uchar> bytes;
  cv::imencode(".jpg", out, bytes, {cv::IMWRITE_JPEG_QUALITY, whole(rng, 35, 97)});
  return cv::imdecode(bytes, cv::IMREAD_COLOR);
}

} // namespace linesman::training
