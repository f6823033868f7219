#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// How foreign each pixel's colour is to the surface around it: 0 where the colour is common in a wide window (table,
/// cloth, each square of a pattern), 255 where it is rare (pieces).
class SurfaceNovelty {
public:
  /// `image`: 8 bit BGR.
  explicit SurfaceNovelty(const cv::Mat& image);
  /// Takes these parts of the next picture, which is as large. The other parts are not judged anew.
  void renew(const cv::Mat& image, const std::vector<cv::Rect>& parts);

  /// 8 bit, as large as the picture.
  const cv::Mat& picture() const { return novelty_; }

private:
  static constexpr int columns = 4, rows = 3; ///< windows are centred on this grid, each twice as wide as its cell
  cv::Rect cell(int column, int row) const;
  void takeColours(const cv::Mat& image, const cv::Rect& part);
  void countColours(const std::vector<cv::Rect>& parts);
  void judge(const cv::Rect& part);

  cv::Mat bins_; ///< 16U, the colour bin of every pixel
  std::array<std::vector<std::uint8_t>, columns * rows> novelty_of_bin_;
  cv::Mat novelty_;
};

} // namespace linesman
