#pragma once
#include <cstdint>
#include <vector>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

namespace linesman {

/// Edges of a picture reduced by a whole number: per pixel the strongest colour channel's gradient, and which of
/// sixteen edge directions occur nearby. Everything is in reduced pixels; toReduced() takes picture pixels there.
class EdgeField {
public:
  static constexpr int direction_count = 16;

  /// `image`: 8 bit BGR. `reduction` >= 1. `reach_px`: how far (reduced pixels) an edge's direction is spread.
  EdgeField(const cv::Mat& image, int reduction, int reach_px);
  /// Takes these parts (reduced px) of the next picture, which is as large; then the field is as if it were made of a
  /// picture that changed there alone, but that edges elsewhere were thinned by the noise that was.
  void renew(const cv::Mat& image, const std::vector<cv::Rect>& parts);
  /// The same without the edges where `keep` (8 bit, reduced size) is 0, and with weak ones where it is not.
  EdgeField keepingOnly(const cv::Mat& keep) const;
  /// What keepingOnly() gave of a field `all`, after that was renewed in these parts and `keep` changed in no others.
  void renewKept(const EdgeField& all, const cv::Mat& keep, const std::vector<cv::Rect>& parts);

  int reduction() const { return reduction_; }
  int width() const { return spread_.cols; }
  int height() const { return spread_.rows; }
  Eigen::Vector2d toReduced(const Eigen::Vector2d& pixel) const { return (pixel.array() + 0.5) / reduction_ - 0.5; }
  /// Bits of the edge directions near a pixel; 0 outside.
  std::uint16_t directions(int x, int y) const {
    return static_cast<unsigned>(x) < static_cast<unsigned>(width()) &&
                   static_cast<unsigned>(y) < static_cast<unsigned>(height())
               ? spread_.at<std::uint16_t>(y, x)
               : std::uint16_t{0};
  }
  /// The same for the whole picture, 16 bit unsigned.
  const cv::Mat& directions() const { return spread_; }
  /// Gradient (grey levels, Sobel / 4 scale) of the strongest channel; zero outside.
  cv::Vec2s gradient(int x, int y) const {
    return static_cast<unsigned>(x) < static_cast<unsigned>(width()) &&
                   static_cast<unsigned>(y) < static_cast<unsigned>(height())
               ? gradient_.at<cv::Vec2s>(y, x)
               : cv::Vec2s(0, 0);
  }
  /// The same for the whole picture, two signed 16 bit.
  const cv::Mat& gradients() const { return gradient_; }
  /// Bin of an edge whose NORMAL has this direction; opposite normals share a bin.
  static int directionOf(double normal_x, double normal_y);
  /// Gradient below which an edge is taken for noise.
  double noise() const { return noise_; }
  /// 8 bit: 255 at thinned edge pixels.
  const cv::Mat& thinned() const { return thinned_; }
  /// Colour (blue, green, red levels) of the pixel nearest to a place; outside, of the border's.
  Eigen::Vector3d colourAt(const Eigen::Vector2d& at) const;
  /// The reduced picture, slightly smoothed.
  const cv::Mat& image() const { return image_; }

private:
  void takeColours(const cv::Mat& image, const cv::Rect& part);
  void findGradients(const cv::Rect& part);
  void measureNoise();
  /// Strength that an edge must have, 16U, per block.
  cv::Mat leastStrengths(bool above_roughness) const;
  /// Where `keep` (8 bit; empty: everything is kept) is 0 no edges are left.
  void thin(const cv::Rect& part, const cv::Mat& least, const cv::Mat& keep = {});
  /// Pixels [first, last) of a row where edges must have the strength `least`; `keep`: the row, or nullptr.
  void thinRow(int y, int first, int last, int least, const std::uint8_t* keep);
  void spread(const cv::Rect& part);
  /// Thins the blocks that the part (px) touches and those of `around` (blocks) where another strength is asked for
  /// than when they were thinned. Gives the rectangle (px) outside which nothing became different.
  cv::Rect thinAnew(const cv::Rect& part, const cv::Rect& around, const cv::Mat& least);

  int reduction_;
  int reach_px_;
  cv::Mat image_;
  cv::Mat gradient_; ///< 16SC2
  cv::Mat strength_; ///< 16U, length of the gradient
  cv::Mat greatest_; ///< 16U, per block the greatest strength in it
  cv::Mat middle_;   ///< 16U, per block the middle strength: how rough the surface is there
  cv::Mat least_;    ///< 16U, per block the strength that was asked of edges when it was thinned
  cv::Mat thinned_;
  cv::Mat bits_;   ///< 16U, direction of the thinned edges
  cv::Mat spread_; ///< 16U, the same over the reach
  double noise_ = 0.0;
};

} // namespace linesman
