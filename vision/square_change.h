#pragma once
#include <array>
#include <cstdint>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// Whether any window of 24 x 24 pixels in `part` (px of a crop), in steps of 12, has another mean colour in one crop
/// of a square, reduced to half its size (CropColumn::coarseColours), than in another: noise and the blotches that JPEG
/// leaves hardly move means of that size, a man who came or went moves them by ten times as much. `share` of the range
/// tells one from the other.
bool looksDifferent(const cv::Mat& now, const cv::Mat& before, const cv::Rect& part, double share);

/// Whether windows as above in `part` have changed unlike each other, by more than `share` of the range: something was
/// put down or taken away there, where a shadow or another light changes all of them much alike.
bool changesUnevenly(const cv::Mat& now, const cv::Mat& before, const cv::Rect& part, double share);

/// Mean colours of nine tiles of 12 x 12 pixels around the foot of a crop, reduced likewise: row by row, blue green
/// red.
std::array<std::uint8_t, 27> lookOfFoot(const cv::Mat& colours_of_half);

/// A picture's mean colours by 8 x 8 pixels: where none of them has changed, no crop needs to be looked at.
class PictureBlocks {
public:
  explicit PictureBlocks(const cv::Mat& image_bgr);
  /// The blocks that cover pixels of `part`.
  cv::Rect around(const cv::Rect& part) const;
  cv::Mat of(const cv::Rect& at) const { return means_(at).clone(); }
  /// Whether the blocks `at` look as they did `before` (`of`).
  bool same(const cv::Rect& at, const cv::Mat& before) const;

private:
  cv::Mat means_;
};

} // namespace linesman
