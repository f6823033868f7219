#include "vision/quiet_picture.h"

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace linesman {
namespace {

/// A plain picture whose light falls off to one side, half of it printed with stripes, with white noise.
cv::Mat noisyPicture(double levels) {
  cv::Mat image(360, 640, CV_8UC3), noise(image.size(), CV_16SC3), sum;
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x)
      image.at<cv::Vec3b>(y, x) =
          cv::Vec3b::all(static_cast<std::uint8_t>(80 + x / 8 + (x > 320 && (x / 3) % 2 == 0 ? 40 : 0)));
  cv::RNG random(5);
  random.fill(noise, cv::RNG::NORMAL, cv::Scalar::all(0.0), cv::Scalar::all(levels));
  image.convertTo(sum, CV_16SC3);
  sum += noise;
  sum.convertTo(image, CV_8UC3);
  return image;
}

TEST(QuietPicture, NoiseIsToldApartFromTexture) {
  for (const double levels : {1.0, 2.0, 4.0, 8.0})
    EXPECT_NEAR(noiseLevels(noisyPicture(levels)), levels, 0.12 * levels + 0.1);
}

TEST(QuietPicture, OnlyANoisyPictureIsSmoothed) {
  const cv::Mat clean = noisyPicture(1.5), noisy = noisyPicture(6.0);
  EXPECT_EQ(QuietPicture(clean).image().data, clean.data);
  EXPECT_EQ(QuietPicture(clean).blur_px(), 0.0);
  const QuietPicture smoothed(noisy);
  EXPECT_EQ(cv::norm(noisy, noisyPicture(6.0), cv::NORM_INF), 0.0) << "the picture itself stays as it came";
  const cv::Rect plain(20, 20, 200, 300);
  cv::Scalar mean, after;
  cv::Mat rest;
  cv::subtract(smoothed.image()(plain), noisyPicture(0.0)(plain), rest, cv::noArray(), CV_32F);
  cv::meanStdDev(rest, mean, after);
  EXPECT_LT(after[1], 2.2);
  EXPECT_NEAR(smoothed.noise(), after[1], 0.5);
}

/// Cards of many sizes on a plain table, seen through a lens, then sharpened by `amount` as cameras do.
cv::Mat sharpenedPicture(double amount) {
  cv::Mat image(480, 640, CV_8UC3, cv::Scalar::all(90.0)), soft;
  for (int i = 0; i < 24; ++i)
    cv::rectangle(image, cv::Rect(20 + 100 * (i % 6), 20 + 110 * (i / 6), 30 + i, 60 + i),
                  cv::Scalar::all(150.0 + 2 * i), cv::FILLED);
  cv::GaussianBlur(image, image, cv::Size(0, 0), 0.7);
  cv::GaussianBlur(image, soft, cv::Size(0, 0), 1.2);
  cv::addWeighted(image, 1.0 + amount, soft, -amount, 0.0, image);
  return image;
}

TEST(QuietPicture, RimsOfEdgesGrowWithSharpening) {
  EXPECT_LT(edgeRims(sharpenedPicture(0.0)), 0.01);
  const double little = edgeRims(sharpenedPicture(0.5)), much = edgeRims(sharpenedPicture(1.5));
  EXPECT_GT(little, 0.05);
  EXPECT_GT(much, 2.0 * little);
  EXPECT_EQ(edgeRims(cv::Mat(480, 640, CV_8UC3, cv::Scalar::all(90.0))), 0.0) << "without edges nothing is said";
}

TEST(QuietPicture, ASharpenedPictureIsSoftened) {
  const cv::Mat sharpened = sharpenedPicture(1.5);
  const QuietPicture softened(sharpened);
  EXPECT_GT(softened.blur_px(), 0.0);
  EXPECT_LT(edgeRims(softened.image()), 0.8 * edgeRims(sharpened));
  EXPECT_EQ(QuietPicture(sharpenedPicture(0.0)).blur_px(), 0.0);
}

TEST(QuietPicture, ItsLightIsWhatNearlyNothingIsBrighterThan) {
  cv::Mat image(240, 320, CV_8UC3, cv::Scalar(40, 90, 200));
  image(cv::Rect(0, 0, 320, 2)).setTo(cv::Scalar::all(255)); // a glint
  const double light = QuietPicture(image).light();
  image(cv::Rect(0, 0, 320, 24)).setTo(cv::Scalar(10, 210, 10));
  EXPECT_NEAR(QuietPicture(image).light(), light * 210.0 / 90.0, 1e-9);
}

} // namespace
} // namespace linesman
