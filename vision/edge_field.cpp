#include "vision/edge_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <opencv2/core/hal/intrin.hpp>
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

/// Of three rows: weighted sums and differences of every column, which three pixels use each.
struct ColumnSums {
  std::vector<std::int16_t> sum, difference;
};

void addUp(const std::uint8_t* above, const std::uint8_t* here, const std::uint8_t* below, int bytes, ColumnSums& out) {
  int i = 0;
  for (; i + 8 <= bytes; i += 8) {
    const cv::v_int16x8 a = cv::v_reinterpret_as_s16(cv::v_load_expand(above + i)),
                        h = cv::v_reinterpret_as_s16(cv::v_load_expand(here + i)),
                        b = cv::v_reinterpret_as_s16(cv::v_load_expand(below + i));
    cv::v_store(out.sum.data() + i, a + h + h + b);
    cv::v_store(out.difference.data() + i, b - a);
  }
  for (; i < bytes; ++i) {
    const auto at = static_cast<std::size_t>(i);
    out.sum[at] = static_cast<std::int16_t>(above[i] + 2 * here[i] + below[i]);
    out.difference[at] = static_cast<std::int16_t>(below[i] - above[i]);
  }
}

struct Slope {
  int x, y;
  int square() const { return x * x + y * y; }
};

Slope slopeAt(const ColumnSums& columns, int i) {
  const std::int16_t *sum = columns.sum.data() + i, *difference = columns.difference.data() + i;
  return {sum[3] - sum[-3], difference[-3] + 2 * difference[0] + difference[3]};
}

constexpr int lanes = 8; ///< pixels at a time

/// The strongest channel's gradient of eight pixels from x on.
void strongestOfChannels(const ColumnSums& columns, int x, std::int16_t* gradient, std::uint16_t* strength) {
  const std::int16_t *sum = columns.sum.data() + 3 * x, *difference = columns.difference.data() + 3 * x;
  std::array<cv::v_int16x8, 3> left, right, above, here, below;
  cv::v_load_deinterleave(sum - 3, left[0], left[1], left[2]);
  cv::v_load_deinterleave(sum + 3, right[0], right[1], right[2]);
  cv::v_load_deinterleave(difference - 3, above[0], above[1], above[2]);
  cv::v_load_deinterleave(difference, here[0], here[1], here[2]);
  cv::v_load_deinterleave(difference + 3, below[0], below[1], below[2]);
  cv::v_int16x8 best_x = cv::v_setzero_s16(), best_y = cv::v_setzero_s16();
  cv::v_int32x4 low = cv::v_setall_s32(-1), high = low;
  for (std::size_t c = 0; c < 3; ++c) {
    const cv::v_int16x8 gx = right[c] - left[c], gy = above[c] + here[c] + here[c] + below[c];
    cv::v_int16x8 first, second;
    cv::v_zip(gx, gy, first, second);
    const cv::v_int32x4 first_square = cv::v_dotprod(first, first), second_square = cv::v_dotprod(second, second);
    const cv::v_int16x8 greater = cv::v_pack(first_square > low, second_square > high);
    best_x = cv::v_select(greater, gx, best_x);
    best_y = cv::v_select(greater, gy, best_y);
    low = cv::v_max(low, first_square);
    high = cv::v_max(high, second_square);
  }
  cv::v_store_interleave(gradient, best_x, best_y);
  cv::v_store(strength,
              cv::v_pack_u(cv::v_trunc(cv::v_sqrt(cv::v_cvt_f32(low))), cv::v_trunc(cv::v_sqrt(cv::v_cvt_f32(high)))));
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
  ColumnSums columns{std::vector<std::int16_t>(static_cast<std::size_t>(bytes)),
                     std::vector<std::int16_t>(static_cast<std::size_t>(bytes))};
  for (int y = 1; y + 1 < image_.rows; ++y) {
    addUp(image_.ptr(y - 1), image_.ptr(y), image_.ptr(y + 1), bytes, columns);
    auto* gradient = gradient_.ptr<std::int16_t>(y);
    auto* strength = strength_.ptr<std::uint16_t>(y);
    int x = 1;
    for (; x + 1 + lanes < image_.cols; x += lanes)
      strongestOfChannels(columns, x, gradient + 2 * x, strength + x);
    for (; x + 1 < image_.cols; ++x) {
      int best = -1;
      for (int i = 3 * x; i < 3 * x + 3; ++i)
        if (const Slope slope = slopeAt(columns, i); slope.square() > best) {
          best = slope.square();
          gradient[2 * x] = static_cast<std::int16_t>(slope.x);
          gradient[2 * x + 1] = static_cast<std::int16_t>(slope.y);
        }
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
