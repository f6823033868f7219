#include "vision/square_crop.h"

#include <cmath>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/drawn_squares.h"

namespace linesman {
namespace {

/// A black man on every fourth square.
double squareWithMan(int file, int rank, const Eigen::Vector2d& off) {
  if (file % 2 == 0 && rank % 2 == 0 && off.norm() < 0.35)
    return 15.0;
  return (file + rank) % 2 == 0 ? 70.0 : 200.0;
}

class CropsUnderAVeil : public testing::Test, protected test::DrawnSquares {
protected:
  CropsUnderAVeil() : DrawnSquares(squareWithMan) {}
  /// The picture with that share of the brightest light laid over it.
  cv::Mat veiled(double veil) const {
    cv::Mat curve(1, 256, CV_8U), out;
    for (int k = 0; k < 256; ++k)
      curve.at<uchar>(k) =
          cv::saturate_cast<uchar>(255.0 * std::pow((1.0 - veil) * std::pow(k / 255.0, 2.2) + veil, 1.0 / 2.2));
    cv::LUT(image, curve, out);
    return out;
  }
  /// How much lighter the crops have a light square than a man.
  double contrast(const cv::Mat& picture) const {
    const CropSource source = prepareCrops(picture, view);
    const auto level = [&](int file, int rank) {
      const Eigen::Vector2d p = source.view.pixel(source.view.centre_mm(file, rank));
      return static_cast<double>(source.image.at<cv::Vec3b>(cv::Point(cvRound(p.x()), cvRound(p.y())))[1]);
    };
    return level(3, 4) - level(4, 4);
  }
};

TEST_F(CropsUnderAVeil, HaveTheContrastOfThoseWithoutOne) {
  const double plain = contrast(image);
  EXPECT_GT(plain, 150.0);
  for (const double veil : {0.1, 0.15, 0.2})
    EXPECT_NEAR(contrast(veiled(veil)), plain, 25.0) << veil;
}

TEST_F(CropsUnderAVeil, ChangeLittleWhereAVeilBegins) {
  double last = contrast(veiled(0.04));
  for (double veil = 0.042; veil < 0.12; veil += 0.002) {
    const double now = contrast(veiled(veil));
    EXPECT_NEAR(now, last, 12.0) << veil;
    last = now;
  }
}

class CoarseColours : public testing::Test, protected test::DrawnSquares {
protected:
  CoarseColours() : DrawnSquares(squareWithMan) {}
};

TEST_F(CoarseColours, AreThoseOfTheCropReducedToHalf) {
  const CropSource source = prepareCrops(image, view);
  const cv::Mat half = halved(source.image);
  for (int rank = 0; rank < source.view.rows; ++rank)
    for (int file = 0; file < source.view.columns; ++file) {
      const CropColumn column(source, source.view.centre_mm(file, rank));
      const cv::Mat reduced = halved(column.colours()), coarse = column.coarseColours(half);
      ASSERT_EQ(coarse.size(), reduced.size());
      cv::Mat off;
      cv::blur(coarse, off, {12, 12});
      cv::Mat expected;
      cv::blur(reduced, expected, {12, 12});
      EXPECT_LT(cv::norm(off, expected, cv::NORM_INF), 2.5) << file << " " << rank; // a hundredth of the range
    }
}

} // namespace
} // namespace linesman
