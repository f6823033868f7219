#include "vision/sign_network.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <opencv2/core.hpp>

namespace linesman {

namespace {

constexpr int signs = static_cast<int>(std::tuple_size_v<SignChances>);

/// Mean 0 and deviation 1; a plain part stays plain.
void evenOut(const cv::Mat& part, cv::Mat out) {
  constexpr double least_deviation = 4.0;
  cv::Scalar mean, deviation;
  cv::meanStdDev(part, mean, deviation);
  const double scale = 1.0 / std::max(deviation[0], least_deviation);
  part.convertTo(out, CV_32F, scale, -scale * mean[0]);
}

SignChances chancesOf(const float* logits) {
  const float most = *std::max_element(logits, logits + signs);
  SignChances chances{};
  double sum = 0.0;
  for (std::size_t s = 0; s < chances.size(); ++s)
    sum += chances[s] = std::exp(static_cast<double>(logits[s] - most));
  for (double& chance : chances)
    chance /= sum;
  return chances;
}

} // namespace

Result<SignNetwork> SignNetwork::load(const std::filesystem::path& path) {
  auto net = RunNetwork::load(path, {1, 1, part_px, part_px}, {1, signs});
  if (!net)
    return tl::unexpected(net.error());
  return SignNetwork(std::move(*net));
}

std::vector<SignChances> SignNetwork::read(const std::vector<cv::Mat>& parts) const {
  constexpr int at_once = 16; // what they make stays in a core's cache
  std::vector<SignChances> all;
  const int sizes[] = {at_once, 1, part_px, part_px};
  cv::Mat blob(4, sizes, CV_32F, cv::Scalar(0.0));
  while (all.size() < parts.size()) {
    const int count = static_cast<int>(std::min<std::size_t>(at_once, parts.size() - all.size()));
    for (int k = 0; k < count; ++k)
      evenOut(parts[all.size() + static_cast<std::size_t>(k)], cv::Mat(part_px, part_px, CV_32F, blob.ptr<float>(k)));
    const cv::Mat logits = net_.told(blob);
    for (int k = 0; k < count; ++k)
      all.push_back(chancesOf(logits.ptr<float>(k)));
  }
  return all;
}

} // namespace linesman
