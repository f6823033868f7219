#include "vision/edge_profile.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace linesman {
namespace {

cv::Mat noise(int width, int height) {
  cv::Mat image(height, width, CV_8UC3);
  std::mt19937 random(3);
  std::uniform_int_distribution<int> level(0, 255);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < 3 * width; ++x)
      image.ptr(y)[x] = static_cast<std::uint8_t>(level(random));
  return image;
}

/// Brightness, blue, red as edges weigh them, of the levels or of what is halfway to light.
Eigen::Vector3d weighedAt(const cv::Mat& image, const Eigen::Vector2d& at, bool light) {
  const double x = std::clamp(at.x(), 0.0, image.cols - 2.001), y = std::clamp(at.y(), 0.0, image.rows - 1.001);
  const int x0 = static_cast<int>(x), y0 = static_cast<int>(y);
  std::array<double, 3> bgr{};
  for (int c = 0; c < 3; ++c) {
    const auto level = [&](int dx, int dy) { return static_cast<double>(image.ptr(y0 + dy)[3 * (x0 + dx) + c]); };
    const double upper = level(0, 0) + (x - x0) * (level(1, 0) - level(0, 0)),
                 lower = level(0, 1) + (x - x0) * (level(1, 1) - level(0, 1));
    const double here = upper + (y - y0) * (lower - upper);
    bgr[static_cast<std::size_t>(c)] = light ? here * std::sqrt(here) : here;
  }
  const double brightness =
      EdgeColour::blue_share * bgr[0] + EdgeColour::green_share * bgr[1] + EdgeColour::red_share * bgr[2];
  return {EdgeColour::brightness_worth * brightness, bgr[0] - brightness, bgr[2] - brightness};
}

/// Reach (px) of a profile, and where its sample lies.
struct Across {
  double reach_px, x, y, normal_rad;
};

class EdgeProfileOf : public testing::TestWithParam<Across> {};

TEST_P(EdgeProfileOf, IsTheChangeOfColoursOverTwoPixels) {
  const Across& of = GetParam();
  const cv::Mat image = noise(57, 43);
  OutlineSample sample;
  sample.pixel = {of.x, of.y};
  sample.normal = {std::cos(of.normal_rad), std::sin(of.normal_rad)};
  const Eigen::Vector3f outwards(0.4F, -0.5F, 0.7F);
  std::vector<const ProfileKernels*> all = {nullptr}; // four at a time
  for (const ProfileKernels* kernels : allProfileKernels())
    if (kernels != nullptr)
      all.push_back(kernels);
  for (const ProfileKernels* kernels : all)
    for (const Eigen::Vector3f* direction : {static_cast<const Eigen::Vector3f*>(nullptr), &outwards}) {
      const EdgeProfile profile(image, sample, of.reach_px, direction, kernels);
      EXPECT_EQ(profile.half, static_cast<int>(of.reach_px / EdgeProfile::step_px));
      for (int i = 0; i < 2 * profile.half + 3; ++i) {
        const Eigen::Vector2d at = sample.pixel + (i - profile.half - 1) * EdgeProfile::step_px * sample.normal;
        const auto change = [&](bool light) {
          return Eigen::Vector3d(weighedAt(image, at + sample.normal, light) -
                                 weighedAt(image, at - sample.normal, light));
        };
        const auto size = [&](const Eigen::Vector3d& step) {
          return direction == nullptr ? step.norm() : std::max(0.0, step.dot(outwards.cast<double>()));
        };
        const auto index = static_cast<std::size_t>(i);
        const bool near = of.reach_px <= EdgeProfile::near_reach_px;
        EXPECT_NEAR(static_cast<double>(profile.contrast[index]), size(change(false)), 0.02) << i;
        EXPECT_NEAR(static_cast<double>(profile.light[index]), size(change(near)), near ? 0.5 : 0.02) << i;
        EXPECT_NEAR(static_cast<double>(profile.rise[index]), change(false).x(), 0.02) << i;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, EdgeProfileOf,
                         testing::Values(Across{2.0, 20.3, 20.7, 0.3}, Across{2.5, 31.2, 12.9, 2.1},
                                         Across{3.0, 25.0, 25.0, -1.2}, Across{5.5, 30.6, 22.4, 4.0},
                                         Across{2.0, 55.8, 20.2, 0.1}, Across{5.0, 0.4, 42.3, 2.4}));

TEST(EdgeProfile, PeaksAreWhereLightChangesMost) {
  cv::Mat image(20, 40, CV_8UC3, cv::Scalar(40, 40, 40));
  image.colRange(21, 40).setTo(cv::Scalar(200, 200, 200)); // the edge is at 20.5
  OutlineSample sample;
  sample.pixel = {20.0, 10.0};
  sample.normal = {1.0, 0.0};
  const EdgeProfile profile(image, sample, 2.0, nullptr);
  EXPECT_NE(profile.peaks() & (1U << static_cast<unsigned>(profile.half + 2)), 0U); // half a pixel outwards
  EXPECT_EQ(profile.peaks() & (1U << static_cast<unsigned>(profile.half)), 0U);
}

} // namespace
} // namespace linesman
