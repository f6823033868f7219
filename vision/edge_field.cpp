#include "vision/edge_field.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr int block_px = 8;

/// Value below which a share of the strengths lies.
double quantile(const cv::Mat& strength, double share) {
  std::vector<int> histogram(2048, 0);
  long long total = 0;
  for (int y = 0; y < strength.rows; y += 2) {
    const auto* row = strength.ptr<std::uint16_t>(y);
    for (int x = 0; x < strength.cols; x += 2, ++total)
      ++histogram[std::min<std::size_t>(row[x], histogram.size() - 1)];
  }
  long long below = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i)
    if ((below += histogram[i]) >= static_cast<long long>(share * static_cast<double>(total)))
      return static_cast<double>(i);
  return 0.0;
}

/// Per block the greatest strength in it and its eight neighbours, capped: a glint must not hide a weak outline.
cv::Mat localGreatest(const cv::Mat& strength) {
  cv::Mat blocks((strength.rows + block_px - 1) / block_px, (strength.cols + block_px - 1) / block_px, CV_16U,
                 cv::Scalar(0));
  for (int y = 0; y < strength.rows; ++y) {
    const auto* row = strength.ptr<std::uint16_t>(y);
    auto* out = blocks.ptr<std::uint16_t>(y / block_px);
    for (int x = 0; x < strength.cols; ++x)
      out[x / block_px] = std::max(out[x / block_px], row[x]);
  }
  cv::dilate(blocks, blocks, cv::Mat());
  return blocks;
}

/// Per block the middle strength around it: how rough the surface is there.
cv::Mat localMiddle(const cv::Mat& strength) {
  cv::Mat blocks((strength.rows + block_px - 1) / block_px, (strength.cols + block_px - 1) / block_px, CV_16U,
                 cv::Scalar(0));
  std::vector<std::uint16_t> values;
  for (int by = 0; by < blocks.rows; ++by)
    for (int bx = 0; bx < blocks.cols; ++bx) {
      values.clear();
      for (int y = by * block_px; y < std::min((by + 1) * block_px, strength.rows); y += 2)
        for (int x = bx * block_px; x < std::min((bx + 1) * block_px, strength.cols); ++x)
          values.push_back(strength.at<std::uint16_t>(y, x));
      const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
      std::nth_element(values.begin(), middle, values.end());
      blocks.at<std::uint16_t>(by, bx) = *middle;
    }
  cv::medianBlur(blocks, blocks, 5);
  cv::medianBlur(blocks, blocks, 5);
  return blocks;
}

} // namespace

EdgeField::EdgeField(const cv::Mat& image, int reduction, int reach_px) : reduction_(reduction), reach_px_(reach_px) {
  if (reduction > 1)
    cv::resize(image, image_, cv::Size(image.cols / reduction, image.rows / reduction), 0.0, 0.0, cv::INTER_AREA);
  else
    image_ = image;
  cv::GaussianBlur(image_, image_, cv::Size(3, 3), 0.7);
  findGradients();
  thin(true);
  spread();
}

EdgeField EdgeField::keepingOnly(const cv::Mat& keep) const {
  EdgeField kept = *this;
  kept.thin(false);
  kept.bits_.setTo(0, keep == 0);
  kept.thinned_.setTo(0, keep == 0);
  kept.gradient_ = gradient_.clone();
  kept.gradient_.setTo(cv::Scalar::all(0), keep == 0);
  kept.spread();
  return kept;
}

Eigen::Vector3d EdgeField::colourAt(const Eigen::Vector2d& at) const {
  const int x = std::clamp(cvRound(at.x()), 0, width() - 1);
  const int y = std::clamp(cvRound(at.y()), 0, height() - 1);
  const auto& v = image_.at<cv::Vec3b>(y, x);
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

int EdgeField::directionOf(double normal_x, double normal_y) {
  const float turn_deg = cv::fastAtan2(static_cast<float>(normal_y), static_cast<float>(normal_x)); // [0, 360)
  const int bin = static_cast<int>(turn_deg * (direction_count / 180.0F) + 0.5F);
  return bin % direction_count;
}

void EdgeField::findGradients() {
  gradient_ = cv::Mat::zeros(image_.size(), CV_16SC2);
  strength_ = cv::Mat::zeros(image_.size(), CV_16U);
  const int bytes = 3 * image_.cols;
  std::vector<std::int16_t> down(static_cast<std::size_t>(bytes)), slope(down.size());
  for (int y = 1; y + 1 < image_.rows; ++y) {
    const std::uint8_t* above = image_.ptr(y - 1);
    const std::uint8_t* here = image_.ptr(y);
    const std::uint8_t* below = image_.ptr(y + 1);
    for (int i = 0; i < bytes; ++i) { // sums and differences of columns, used three times each
      const int a = above[i], h = here[i], b = below[i];
      down[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(a + 2 * h + b);
      slope[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(b - a);
    }
    auto* gradient = gradient_.ptr<cv::Vec2s>(y);
    auto* strength = strength_.ptr<std::uint16_t>(y);
    for (int x = 1; x + 1 < image_.cols; ++x) {
      const std::int16_t* d = down.data() + 3 * x;
      const std::int16_t* s = slope.data() + 3 * x;
      int best = -1, best_x = 0, best_y = 0;
      for (int c = 0; c < 3; ++c) {
        const int gx = d[c + 3] - d[c - 3], gy = s[c - 3] + 2 * s[c] + s[c + 3];
        const int square = gx * gx + gy * gy;
        const bool greater = square > best;
        best = greater ? square : best;
        best_x = greater ? gx : best_x;
        best_y = greater ? gy : best_y;
      }
      gradient[x] = cv::Vec2s(static_cast<short>(best_x), static_cast<short>(best_y));
      strength[x] = static_cast<std::uint16_t>(std::sqrt(static_cast<float>(best)));
    }
  }
  noise_ = std::clamp(2.2 * quantile(strength_, 0.4), 10.0, 40.0);
  greatest_ = localGreatest(strength_);
}

void EdgeField::thin(bool above_roughness) {
  cv::Mat least(greatest_.size(), CV_16U); // strength that an edge must have, per block
  const cv::Mat middle = above_roughness ? localMiddle(strength_) : cv::Mat();
  for (int y = 0; y < least.rows; ++y)
    for (int x = 0; x < least.cols; ++x) {
      const double rough = above_roughness ? 1.7 * middle.at<std::uint16_t>(y, x) : 0.0;
      const double beside = 0.12 * std::min<int>(greatest_.at<std::uint16_t>(y, x), 300);
      least.at<std::uint16_t>(y, x) = static_cast<std::uint16_t>(std::ceil(std::max({noise_, rough, beside})));
    }
  thinned_ = cv::Mat::zeros(image_.size(), CV_8U);
  bits_ = cv::Mat::zeros(image_.size(), CV_16U);
  for (int y = 2; y + 2 < image_.rows; ++y) {
    const auto* strength = strength_.ptr<std::uint16_t>(y);
    const auto* gradient = gradient_.ptr<cv::Vec2s>(y);
    const auto* block = least.ptr<std::uint16_t>(y / block_px);
    const auto *above = strength_.ptr<std::uint16_t>(y - 1), *below = strength_.ptr<std::uint16_t>(y + 1);
    for (int x = 2; x + 2 < image_.cols; ++x) {
      const int here = strength[x];
      if (here < block[x / block_px])
        continue;
      const int gx = gradient[x][0], gy = gradient[x][1];
      const int ax = std::abs(gx), ay = std::abs(gy);
      const int dx = 2 * ax > ay ? (gx > 0 ? 1 : -1) : 0; // neighbour across the edge, nearest of eight
      const int dy = 2 * ay > ax ? (gy > 0 ? 1 : -1) : 0;
      const int ahead = (dy > 0 ? below : dy < 0 ? above : strength)[x + dx];
      const int behind = (dy > 0 ? above : dy < 0 ? below : strength)[x - dx];
      if (here < ahead || here <= behind)
        continue;
      thinned_.at<std::uint8_t>(y, x) = 255;
      bits_.at<std::uint16_t>(y, x) = static_cast<std::uint16_t>(1U << directionOf(gx, gy));
    }
  }
}

/// OR over a (2 reach + 1) square, separable.
void EdgeField::spread() {
  const cv::Size size = bits_.size();
  cv::Mat rows = bits_.clone();
  for (int s = 1; s <= reach_px_; ++s)
    for (const int shift : {-s, s}) {
      const cv::Size part(size.width - s, size.height);
      const cv::Rect to(cv::Point(std::max(shift, 0), 0), part), from(cv::Point(std::max(-shift, 0), 0), part);
      cv::bitwise_or(rows(to), bits_(from), rows(to));
    }
  spread_ = rows.clone();
  for (int s = 1; s <= reach_px_; ++s)
    for (const int shift : {-s, s}) {
      const cv::Size part(size.width, size.height - s);
      const cv::Rect to(cv::Point(0, std::max(shift, 0)), part), from(cv::Point(0, std::max(-shift, 0)), part);
      cv::bitwise_or(spread_(to), rows(from), spread_(to));
    }
}

} // namespace linesman
