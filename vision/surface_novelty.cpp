#include "vision/surface_novelty.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <opencv2/core/hal/intrin.hpp>

#include "vision/linear_light.h"

namespace linesman {

namespace {

constexpr int l_step = 10, c_step = 7; ///< of the colour bins, 8 bit Lab
constexpr int l_bins = 256 / l_step + 3, c_bins = 256 / c_step + 3;
constexpr double common_share = 0.03; ///< of a window: colours this frequent belong to the surface

/// CIE Lab of sRGB in 8 bits as OpenCV stores it. OpenCV's own tables cost a tenth of a second when first used.
class LabTables {
public:
  LabTables() {
    for (std::size_t i = 0; i < linear_.size(); ++i)
      linear_[i] = static_cast<float>(linearLight(static_cast<double>(i)));
    for (std::size_t i = 0; i < root_.size(); ++i) {
      const double t = static_cast<double>(i) / steps;
      root_[i] = static_cast<float>(t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0);
    }
  }
  cv::Vec3b operator()(const cv::Vec3b& bgr) const {
    const float b = linear_[bgr[0]], g = linear_[bgr[1]], r = linear_[bgr[2]];
    const float x = root(0.433953F * r + 0.376219F * g + 0.189828F * b); // over the white of D65
    const float y = root(0.212671F * r + 0.715160F * g + 0.072169F * b);
    const float z = root(0.017758F * r + 0.109477F * g + 0.872766F * b);
    return {bits(2.55F * (116.0F * y - 16.0F)), bits(500.0F * (x - y) + 128.0F), bits(200.0F * (y - z) + 128.0F)};
  }

private:
  static constexpr int steps = 4096;
  float root(float t) const { return root_[static_cast<std::size_t>(cvRound(t * steps))]; }
  static std::uint8_t bits(float value) { return cv::saturate_cast<std::uint8_t>(value); }
  std::array<float, 256> linear_{};
  std::array<float, steps + 2> root_{};
};

/// How many pixels of a window have each colour, those of the neighbouring bins counted too. In every plane of one
/// lightness only bins between the first and the last that occur are looked at: most colours are near grey.
class ColourCounts {
public:
  /// Counts anew, in every other row and column.
  void count(const cv::Mat& bins, const cv::Rect& window) {
    for (int plane = 0; plane < l_bins; ++plane)
      clear(counts_, plane);
    total_ = 0;
    for (int y = window.y; y < window.br().y; y += 2) {
      const auto* row = bins.ptr<std::uint16_t>(y);
      for (int x = window.x; x < window.br().x; x += 2, ++total_)
        ++counts_[row[x]];
    }
    for (int plane = 0; plane < l_bins; ++plane)
      used(plane) = occurringIn(plane);
    addNeighbours(1);
    addNeighbours(c_bins);
    addPlanes();
  }
  /// Of every bin: 0 where so much of the window has its colour that it belongs to the surface, 255 where none has.
  std::vector<std::uint8_t> novelty() const {
    std::vector<std::uint8_t> out(counts_.size(), 255);
    const auto full = static_cast<float>(255.0 / (common_share * total_));
    const auto four = [&](int i) {
      return cv::v_trunc(
          cv::v_max(cv::v_setzero_f32(),
                    cv::v_setall_f32(255.0F) - cv::v_setall_f32(full) * cv::v_cvt_f32(cv::v_load(counts_.data() + i))));
    };
    for (int plane = 0; plane < l_bins; ++plane) {
      int i = plane * plane_bins + used(plane).first;
      const int last = plane * plane_bins + used(plane).last;
      for (; i + 8 <= last; i += 8)
        cv::v_pack_u_store(out.data() + i, cv::v_pack(four(i), four(i + 4)));
      for (; i < last; ++i)
        out[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(
            std::max(0.0F, 255.0F - full * static_cast<float>(counts_[static_cast<std::size_t>(i)])));
    }
    return out;
  }

private:
  static constexpr int plane_bins = c_bins * c_bins;
  /// Bins of a plane between which others than 0 lie.
  struct Used {
    int first = plane_bins, last = 0;
  };

  Used& used(int plane) { return used_[static_cast<std::size_t>(plane)]; }
  const Used& used(int plane) const { return used_[static_cast<std::size_t>(plane)]; }

  void clear(std::vector<int>& bins, int plane) const {
    if (used(plane).first < used(plane).last)
      std::fill(bins.begin() + plane * plane_bins + used(plane).first,
                bins.begin() + plane * plane_bins + used(plane).last, 0);
  }

  Used occurringIn(int plane) const {
    const int* bins = counts_.data() + plane * plane_bins;
    const auto none = [&](int i) { return !cv::v_check_any(cv::v_load(bins + i) != cv::v_setzero_s32()); };
    Used out{0, plane_bins};
    while (out.first + 4 <= plane_bins && none(out.first))
      out.first += 4;
    if (out.first + 4 > plane_bins) // those at the border never occur
      return {};
    while (out.last - 4 >= out.first && none(out.last - 4))
      out.last -= 4;
    return out;
  }

  /// Sums of three bins, from one to another of all.
  static void addThree(const int* before, const int* here, const int* after, int* to, int count) {
    int i = 0;
    for (; i + 4 <= count; i += 4)
      cv::v_store(to + i, cv::v_load(before + i) + cv::v_load(here + i) + cv::v_load(after + i));
    for (; i < count; ++i)
      to[i] = before[i] + here[i] + after[i];
  }

  /// Sums over three neighbouring bins of a plane; those at its border never occur. `sums_` is empty before and after.
  void addNeighbours(int stride) {
    for (int plane = 0; plane < l_bins; ++plane) {
      if (used(plane).first >= used(plane).last)
        continue;
      const Used wide{std::max(stride, used(plane).first - stride),
                      std::min(plane_bins - stride, used(plane).last + stride)};
      const int* from = counts_.data() + plane * plane_bins + wide.first;
      addThree(from - stride, from, from + stride, sums_.data() + plane * plane_bins + wide.first,
               wide.last - wide.first);
      clear(counts_, plane);
      used(plane) = wide;
    }
    counts_.swap(sums_);
  }

  /// The same over neighbouring planes.
  void addPlanes() {
    const auto before = used_;
    for (int plane = 1; plane + 1 < l_bins; ++plane) {
      const Used *a = &before[static_cast<std::size_t>(plane - 1)], *b = a + 1, *c = a + 2;
      const Used all{std::min({a->first, b->first, c->first}), std::max({a->last, b->last, c->last})};
      used(plane) = all;
      if (all.first >= all.last)
        continue;
      const int* from = counts_.data() + plane * plane_bins + all.first;
      addThree(from - plane_bins, from, from + plane_bins, sums_.data() + plane * plane_bins + all.first,
               all.last - all.first);
    }
    for (int plane = 1; plane + 1 < l_bins; ++plane)
      clear(counts_, plane);
    counts_.swap(sums_);
  }

  std::vector<int> counts_ = std::vector<int>(static_cast<std::size_t>(l_bins * plane_bins));
  std::vector<int> sums_ = counts_;
  std::array<Used, l_bins> used_{};
  int total_ = 0;
};

} // namespace

SurfaceNovelty::SurfaceNovelty(const cv::Mat& image) : bins_(image.size(), CV_16U), novelty_(image.size(), CV_8U) {
  renew(image, {cv::Rect({0, 0}, image.size())});
}

void SurfaceNovelty::renew(const cv::Mat& image, const std::vector<cv::Rect>& parts) {
  for (const cv::Rect& part : parts)
    takeColours(image, part);
  countColours(parts);
  for (const cv::Rect& part : parts)
    judge(part);
}

cv::Rect SurfaceNovelty::cell(int column, int row) const {
  return {cv::Point(column * bins_.cols / columns, row * bins_.rows / rows),
          cv::Point((column + 1) * bins_.cols / columns, (row + 1) * bins_.rows / rows)};
}

void SurfaceNovelty::takeColours(const cv::Mat& image, const cv::Rect& part) {
  static const LabTables tables;
  static_assert(l_bins * c_bins * c_bins < 65536);
  for (int y = part.y; y < part.br().y; ++y) {
    const auto* from = image.ptr<cv::Vec3b>(y);
    auto* to = bins_.ptr<std::uint16_t>(y);
    for (int x = part.x; x < part.br().x; ++x) {
      const cv::Vec3b lab = tables(from[x]);
      to[x] = static_cast<std::uint16_t>(((lab[0] / l_step + 1) * c_bins + lab[1] / c_step + 1) * c_bins +
                                         lab[2] / c_step + 1);
    }
  }
}

/// In the windows that these parts touch.
void SurfaceNovelty::countColours(const std::vector<cv::Rect>& parts) {
  ColourCounts counts;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const cv::Rect here = cell(column, row);
      const cv::Rect window =
          cv::Rect(here.x - here.width / 2, here.y - here.height / 2, 2 * here.width, 2 * here.height) &
          cv::Rect({0, 0}, bins_.size());
      if (std::any_of(parts.begin(), parts.end(), [&](const cv::Rect& part) { return !(part & window).empty(); })) {
        counts.count(bins_, window);
        novelty_of_bin_[static_cast<std::size_t>(row * columns + column)] = counts.novelty();
      }
    }
}

void SurfaceNovelty::judge(const cv::Rect& part) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const cv::Rect here = cell(column, row) & part;
      const auto& of_bin = novelty_of_bin_[static_cast<std::size_t>(row * columns + column)];
      for (int y = here.y; y < here.br().y; ++y) {
        const auto* from = bins_.ptr<std::uint16_t>(y);
        auto* to = novelty_.ptr<std::uint8_t>(y);
        for (int x = here.x; x < here.br().x; ++x)
          to[x] = of_bin[from[x]];
      }
    }
}

} // namespace linesman
