#include "vision/square_reading.h"

#include <algorithm>
#include <cmath>

namespace linesman {

namespace {

constexpr const char* kinds[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};

double logistic(float v) {
  return 1.0 / (1.0 + std::exp(-static_cast<double>(v)));
}

} // namespace

Eigen::Vector2d footOffset(const std::vector<float>& answers) {
  const auto offset = [&](std::size_t k) { return std::clamp(static_cast<double>(answers[k]), -0.35, 0.35); };
  return {offset(SquareNetwork::foot), offset(SquareNetwork::foot + 1)};
}

SquareReading readingOf(const std::vector<float>& answers) {
  const float* out = answers.data();
  SquareReading reading;
  const float most = *std::max_element(out, out + square_class_count);
  double sum = 0.0;
  for (std::size_t k = 0; k < square_class_count; ++k)
    sum += reading.p[k] = std::exp(static_cast<double>(out[k] - most));
  for (double& p : reading.p)
    p /= sum;
  double* flags[] = {&reading.seen, &reading.turned, &reading.rider, &reading.low,
                     &reading.high, &reading.crown,  &reading.die,   &reading.ring};
  for (std::size_t k = 0; k < 8; ++k)
    *flags[k] = logistic(out[square_class_count + k]);
  std::copy_n(out + SquareNetwork::answers, SquareNetwork::features, reading.feature.begin());
  std::copy_n(out + SquareNetwork::answers + SquareNetwork::features, SquareNetwork::tokens, reading.token.begin());
  return reading;
}

std::string kindOfClass(int square_class) {
  return square_class <= 0 ? "" : kinds[(square_class - 1) % 6];
}

std::string sideOfClass(int square_class) {
  return square_class <= 0 ? "" : square_class <= 6 ? "light" : "dark";
}

int classOf(const std::string& side, const std::string& kind) {
  for (int k = 0; k < 6; ++k)
    if (kind == kinds[k])
      return side == "light" ? k + 1 : side == "dark" ? k + 7 : 0;
  return 0;
}

int SquareReading::best() const {
  return static_cast<int>(std::max_element(p.begin(), p.end()) - p.begin());
}

} // namespace linesman
