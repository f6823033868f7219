#include "vision/edge_field.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/surface_novelty.h"

namespace linesman {
namespace {

/// Noise, rough on its right half, with some shapes.
cv::Mat roughPicture(int seed) {
  cv::RNG rng(static_cast<std::uint64_t>(seed));
  cv::Mat image(362, 643, CV_8UC3, cv::Scalar(110, 120, 130)), noise(image.size(), CV_16SC3);
  rng.fill(noise, cv::RNG::NORMAL, 0.0, 2.0);
  noise.colRange(300, noise.cols) *= 5;
  for (int i = 0; i < 30; ++i)
    cv::circle(image, {rng.uniform(0, image.cols), rng.uniform(0, image.rows)}, rng.uniform(5, 30),
               cv::Scalar(rng.uniform(0, 255), rng.uniform(0, 255), rng.uniform(0, 255)), cv::FILLED);
  cv::add(image, noise, image, cv::noArray(), CV_8U);
  return image;
}

int differences(const cv::Mat& a, const cv::Mat& b) {
  const cv::Mat different = a != b;
  return cv::countNonZero(different.reshape(1)); // of any channel
}

TEST(EdgeField, RenewedInPartsIsAsMadeOfTheChangedPicture) {
  const cv::Mat before = roughPicture(1), other = roughPicture(2);
  for (const int reduction : {1, 2, 3}) {
    EdgeField edges(before, reduction, 3);
    const std::vector<cv::Rect> parts = {{20, 30, 37, 25}, {edges.width() - 31, edges.height() - 23, 31, 23}};
    cv::Mat after = before.clone();
    for (const cv::Rect& part : parts) {
      const cv::Rect pixels(part.tl() * reduction, part.size() * reduction);
      other(pixels).copyTo(after(pixels));
    }
    const EdgeField fresh(after, reduction, 3);
    EXPECT_GT(differences(edges.thinned(), fresh.thinned()), 10);
    edges.renew(after, parts);
    EXPECT_EQ(differences(edges.image(), fresh.image()), 0) << reduction;
    EXPECT_EQ(differences(edges.gradients(), fresh.gradients()), 0) << reduction;
    EXPECT_EQ(edges.noise(), fresh.noise());
    EXPECT_EQ(differences(edges.thinned(), fresh.thinned()), 0) << reduction;
    EXPECT_EQ(differences(edges.directions(), fresh.directions()), 0) << reduction;
  }
}

TEST(EdgeField, WhatIsLeftOfItTakesNothingFromTheWhole) {
  const cv::Mat image = roughPicture(1);
  const EdgeField edges(image, 1, 3), same(image, 1, 3);
  cv::Mat keep(image.size(), CV_8U, cv::Scalar(0));
  keep(cv::Rect(100, 100, 200, 100)).setTo(255);
  const EdgeField kept = edges.keepingOnly(keep);
  EXPECT_EQ(differences(edges.gradients(), same.gradients()), 0);
  EXPECT_EQ(differences(edges.directions(), same.directions()), 0);
  EXPECT_GT(cv::countNonZero(kept.thinned()), 100);
  EXPECT_EQ(cv::countNonZero(kept.thinned() & ~keep), 0);
}

TEST(EdgeField, WhatIsLeftOfItIsRenewedInParts) {
  const cv::Mat before = roughPicture(1);
  const cv::Rect part(60, 40, 90, 70);
  cv::Mat after = before.clone(), keep(before.size(), CV_8U, cv::Scalar(0));
  roughPicture(2)(part).copyTo(after(part));
  keep(cv::Rect(20, 20, 200, 100)).setTo(255);
  EdgeField edges(before, 1, 3), kept = edges.keepingOnly(keep);
  keep(cv::Rect(70, 40, 50, 70)).setTo(0);
  edges.renew(after, {part});
  kept.renewKept(edges, keep, {part});
  const EdgeField fresh = EdgeField(after, 1, 3).keepingOnly(keep);
  EXPECT_EQ(kept.noise(), fresh.noise());
  EXPECT_GT(cv::countNonZero(fresh.thinned()(part)), 10);
  EXPECT_EQ(differences(kept.gradients(), fresh.gradients()), 0);
  EXPECT_EQ(differences(kept.thinned(), fresh.thinned()), 0);
  EXPECT_EQ(differences(kept.directions(), fresh.directions()), 0);
}

TEST(SurfaceNovelty, RenewedInPartsIsThereAsOfTheChangedPicture) {
  const cv::Mat before = roughPicture(1);
  const cv::Rect part(50, 40, 150, 110);
  cv::Mat after = before.clone();
  roughPicture(2)(part).copyTo(after(part));
  SurfaceNovelty novelty(before);
  const SurfaceNovelty fresh(after);
  EXPECT_GT(differences(novelty.picture()(part), fresh.picture()(part)), 100);
  novelty.renew(after, {part});
  EXPECT_EQ(differences(novelty.picture()(part), fresh.picture()(part)), 0);
}

} // namespace
} // namespace linesman
