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

cv::Size blocksOf(const cv::Size& size) {
  return {(size.width + block_px - 1) / block_px, (size.height + block_px - 1) / block_px};
}

/// The blocks that a part of the picture touches.
cv::Rect blocksOf(const cv::Rect& part) {
  const cv::Point first = part.tl() / block_px;
  return {first, cv::Point((part.br().x + block_px - 1) / block_px, (part.br().y + block_px - 1) / block_px)};
}

cv::Rect pixelsOf(const cv::Rect& blocks) {
  return {blocks.tl() * block_px, blocks.size() * block_px};
}

cv::Rect grown(const cv::Rect& part, int by, const cv::Size& size) {
  return cv::Rect(part.x - by, part.y - by, part.width + 2 * by, part.height + 2 * by) & cv::Rect({0, 0}, size);
}

/// Per block the greatest strength in it.
void greatestOfBlocks(const cv::Mat& strength, const cv::Rect& which, cv::Mat& blocks) {
  blocks(which).setTo(0);
  const cv::Rect pixels = pixelsOf(which) & cv::Rect({0, 0}, strength.size());
  for (int y = pixels.y; y < pixels.br().y; ++y) {
    const auto* row = strength.ptr<std::uint16_t>(y);
    auto* out = blocks.ptr<std::uint16_t>(y / block_px);
    for (int x = pixels.x; x < pixels.br().x; x += block_px) // from a block's first pixel on
      out[x / block_px] =
          std::max(out[x / block_px], *std::max_element(row + x, row + std::min(x + block_px, pixels.br().x)));
  }
}

/// Per block the middle strength in it.
void middleOfBlocks(const cv::Mat& strength, const cv::Rect& which, cv::Mat& blocks) {
  std::vector<std::uint16_t> values;
  for (int by = which.y; by < which.br().y; ++by)
    for (int bx = which.x; bx < which.br().x; ++bx) {
      values.clear();
      for (int y = by * block_px; y < std::min((by + 1) * block_px, strength.rows); y += 2)
        for (int x = bx * block_px; x < std::min((bx + 1) * block_px, strength.cols); ++x)
          values.push_back(strength.at<std::uint16_t>(y, x));
      const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
      std::nth_element(values.begin(), middle, values.end());
      blocks.at<std::uint16_t>(by, bx) = *middle;
    }
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

constexpr int pixels_at_once = 8;

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
  const cv::Size size(image.cols / reduction, image.rows / reduction);
  const cv::Rect all({0, 0}, size);
  image_.create(size, CV_8UC3);
  gradient_ = cv::Mat::zeros(size, CV_16SC2);
  strength_ = cv::Mat::zeros(size, CV_16U);
  greatest_.create(blocksOf(size), CV_16U);
  middle_.create(blocksOf(size), CV_16U);
  spread_.create(size, CV_16U);
  takeColours(image, all);
  findGradients(all);
  measureNoise();
  thinned_ = cv::Mat::zeros(size, CV_8U);
  bits_ = cv::Mat::zeros(size, CV_16U);
  least_ = leastStrengths(true);
  thin(all, least_);
  spread(all);
}

void EdgeField::renew(const cv::Mat& image, const std::vector<cv::Rect>& parts) {
  const cv::Size size = image_.size();
  for (const cv::Rect& part : parts) {
    takeColours(image, grown(part, 1, size)); // a pixel is smoothed with its neighbours
    findGradients(grown(part, 2, size));
  }
  measureNoise();
  const cv::Mat least = leastStrengths(true);
  std::vector<cv::Rect> thinned;
  for (const cv::Rect& part : parts) {
    constexpr int reach_blocks = 4; // of two medians of five
    const cv::Rect around = grown(blocksOf(grown(part, 2, size)), reach_blocks, least.size());
    thinned.push_back(thinAnew(grown(part, 3, size), around, least)); // neighbours of what changed tell too
  }
  for (const cv::Rect& part : thinned)
    spread(grown(part, reach_px_, size));
}

cv::Rect EdgeField::thinAnew(const cv::Rect& part, const cv::Rect& around, const cv::Mat& least) {
  const cv::Rect inside = blocksOf(part);
  cv::Rect thinned;
  for (int y = around.y; y < around.br().y; ++y) {
    auto* before = least_.ptr<std::uint16_t>(y);
    const auto* now = least.ptr<std::uint16_t>(y);
    const auto is_same = [&](int x) { return before[x] == now[x] && !inside.contains({x, y}); };
    for (int first = around.x, last; first < around.br().x; first = last) { // runs of blocks
      last = first;
      while (last < around.br().x && !is_same(last))
        ++last;
      if (last > first) {
        const cv::Rect pixels = pixelsOf({first, y, last - first, 1}) & cv::Rect({0, 0}, image_.size());
        thin(pixels, least);
        thinned |= pixels;
        std::copy(now + first, now + last, before + first);
      }
      while (last < around.br().x && is_same(last))
        ++last;
    }
  }
  return thinned;
}

EdgeField EdgeField::keepingOnly(const cv::Mat& keep) const {
  EdgeField kept = *this;
  kept.thinned_ = cv::Mat(image_.size(), CV_8U); // shares no pixels, like those that follow
  kept.bits_ = cv::Mat::zeros(image_.size(), CV_16U);
  kept.spread_ = cv::Mat(image_.size(), CV_16U);
  kept.gradient_ = cv::Mat(image_.size(), CV_16SC2);
  kept.renewKept(*this, keep, {cv::Rect({0, 0}, image_.size())});
  return kept;
}

void EdgeField::renewKept(const EdgeField& all, const cv::Mat& keep, const std::vector<cv::Rect>& parts) {
  const cv::Size size = image_.size();
  noise_ = all.noise_; // colours and strengths are the same pixels
  const cv::Mat least = leastStrengths(false);
  for (const cv::Rect& part : parts) {
    const cv::Rect blocks = grown(blocksOf(grown(part, 3, size)), 1, least.size()); // the greatest beside counts
    const cv::Rect pixels = pixelsOf(blocks) & cv::Rect({0, 0}, size);
    all.gradient_(pixels).copyTo(gradient_(pixels));
    gradient_(pixels).setTo(cv::Scalar::all(0), keep(pixels) == 0);
    thin(pixels, least, keep);
  }
  for (const cv::Rect& part : parts)
    spread(grown(part, 3 + 2 * block_px + reach_px_, size));
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

void EdgeField::takeColours(const cv::Mat& image, const cv::Rect& part) {
  const cv::Rect wide = grown(part, 1, image_.size());
  const cv::Mat source = image(cv::Rect(wide.tl() * reduction_, wide.size() * reduction_));
  cv::Mat reduced = source;
  if (reduction_ > 1)
    cv::resize(source, reduced, wide.size(), 0.0, 0.0, cv::INTER_AREA);
  if (wide == part) {
    cv::GaussianBlur(reduced, image_(part), cv::Size(3, 3), 0.7);
    return;
  }
  cv::Mat smooth;
  cv::GaussianBlur(reduced, smooth, cv::Size(3, 3), 0.7, 0.0, cv::BORDER_REFLECT_101 | cv::BORDER_ISOLATED);
  smooth(cv::Rect(part.tl() - wide.tl(), part.size())).copyTo(image_(part));
}

void EdgeField::findGradients(const cv::Rect& part) {
  const cv::Rect inner = part & cv::Rect(1, 1, image_.cols - 2, image_.rows - 2);
  const int bytes = 3 * (inner.width + 2);
  ColumnSums columns{std::vector<std::int16_t>(static_cast<std::size_t>(bytes)),
                     std::vector<std::int16_t>(static_cast<std::size_t>(bytes))};
  for (int y = inner.y; y < inner.br().y; ++y) {
    const int left = 3 * (inner.x - 1);
    addUp(image_.ptr(y - 1) + left, image_.ptr(y) + left, image_.ptr(y + 1) + left, bytes, columns);
    auto* gradient = gradient_.ptr<std::int16_t>(y) + 2 * (inner.x - 1);
    auto* strength = strength_.ptr<std::uint16_t>(y) + inner.x - 1;
    int x = 1;
    for (; x + pixels_at_once <= inner.width; x += pixels_at_once)
      strongestOfChannels(columns, x, gradient + 2 * x, strength + x);
    for (; x <= inner.width; ++x) {
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
  greatestOfBlocks(strength_, blocksOf(part), greatest_);
  middleOfBlocks(strength_, blocksOf(part), middle_);
}

void EdgeField::measureNoise() {
  noise_ = std::clamp(2.2 * quantile(strength_, 0.4), 10.0, 40.0);
}

cv::Mat EdgeField::leastStrengths(bool above_roughness) const {
  cv::Mat greatest, middle, least(greatest_.size(), CV_16U);
  cv::dilate(greatest_, greatest, cv::Mat()); // capped below: a glint must not hide a weak outline
  if (above_roughness) {
    cv::medianBlur(middle_, middle, 5);
    cv::medianBlur(middle, middle, 5);
  }
  for (int y = 0; y < least.rows; ++y)
    for (int x = 0; x < least.cols; ++x) {
      const double rough = above_roughness ? 1.7 * middle.at<std::uint16_t>(y, x) : 0.0;
      const double beside = 0.07 * std::min<int>(greatest.at<std::uint16_t>(y, x), 300);
      least.at<std::uint16_t>(y, x) = static_cast<std::uint16_t>(std::ceil(std::max({noise_, rough, beside})));
    }
  return least;
}

void EdgeField::thin(const cv::Rect& part, const cv::Mat& least, const cv::Mat& keep) {
  thinned_(part).setTo(0);
  bits_(part).setTo(0);
  const cv::Rect inner = part & cv::Rect(2, 2, image_.cols - 4, image_.rows - 4);
  for (int y = inner.y; y < inner.br().y; ++y) {
    const std::uint8_t* kept = keep.empty() ? nullptr : keep.ptr(y);
    const auto* block = least.ptr<std::uint16_t>(y / block_px);
    const auto* greatest = greatest_.ptr<std::uint16_t>(y / block_px);
    for (int first = inner.x, next; first < inner.br().x; first = next) {
      const int bx = first / block_px;
      next = std::min((bx + 1) * block_px, inner.br().x);
      if (greatest[bx] >= block[bx])
        thinRow(y, first, next, block[bx], kept);
    }
  }
}

void EdgeField::thinRow(int y, int first, int last, int least, const std::uint8_t* keep) {
  const auto* strength = strength_.ptr<std::uint16_t>(y);
  const auto* gradient = gradient_.ptr<cv::Vec2s>(y);
  const auto *above = strength_.ptr<std::uint16_t>(y - 1), *below = strength_.ptr<std::uint16_t>(y + 1);
  for (int x = first; x < last; ++x) {
    const int here = strength[x];
    if (here < least || (keep != nullptr && keep[x] == 0))
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

/// OR over a (2 reach + 1) square, separable.
void EdgeField::spread(const cv::Rect& part) {
  const cv::Rect wide = grown(part, reach_px_, bits_.size());
  const cv::Mat bits = bits_(wide);
  const cv::Size size = wide.size();
  cv::Mat rows = bits.clone();
  for (int s = 1; s <= reach_px_; ++s)
    for (const int shift : {-s, s}) {
      const cv::Size both(size.width - s, size.height);
      const cv::Rect to(cv::Point(std::max(shift, 0), 0), both), from(cv::Point(std::max(-shift, 0), 0), both);
      cv::bitwise_or(rows(to), bits(from), rows(to));
    }
  cv::Mat all = rows.clone();
  for (int s = 1; s <= reach_px_; ++s)
    for (const int shift : {-s, s}) {
      const cv::Size both(size.width, size.height - s);
      const cv::Rect to(cv::Point(0, std::max(shift, 0)), both), from(cv::Point(0, std::max(-shift, 0)), both);
      cv::bitwise_or(all(to), rows(from), all(to));
    }
  all(cv::Rect(part.tl() - wide.tl(), part.size())).copyTo(spread_(part));
}

} // namespace linesman
