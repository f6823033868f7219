#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>
#include <opencv2/core/matx.hpp>

#include "vision/board_view.h"

namespace linesman {

/// Size and scale of the pictures that the square reader looks at: the place of a piece's foot is fixed, its axis
/// points up, a square is `square_px` wide across the line of sight.
struct SquareCropShape {
  static constexpr int width_px = 96;
  static constexpr int height_px = 168;
  static constexpr int foot_x_px = 48;
  static constexpr int foot_y_px = 123;
  static constexpr double square_px = 66.0;
  /// blue, green, red, height above the board along the axis, mask of the square's outline.
  static constexpr int planes = 5;
  static constexpr std::size_t numbers = planes * height_px * width_px;
};

/// A picture made ready for cropping: resized so that squares are about `square_px`, exposure evened out.
struct CropSource {
  cv::Mat image; ///< 8 bit BGR
  BoardView view;
};

/// Resizes the part of the picture that crops of the board's squares show, and of `more_feet_mm`, and evens out its
/// exposure and tint by what lies on and around the board; a veil that lies over the whole picture is taken off, and so
/// is grain that a camera sharpened. The part begins at a multiple of 16 pixels, so that it stays the same while a
/// board that is followed trembles.
CropSource prepareCrops(const cv::Mat& image_bgr, const BoardView& view,
                        const std::vector<Eigen::Vector2d>& more_feet_mm = {});

/// A picture of half the size, means of 2 x 2 pixels; a last odd row or column is left out.
cv::Mat halved(const cv::Mat& picture);

/// A thing that stands on a square, in squares.
struct Upright {
  double tallest = 2.0, half_width = 0.64;
};

/// Where a column that stands on a board lies in a picture, px.
struct ColumnPlace {
  /// `foot_mm`: BoardFrame, on the view's plane.
  ColumnPlace(const BoardView& view, const Eigen::Vector2d& foot_mm);
  /// Where crop pixel (x, y) lies: this times (x, y, 1).
  cv::Matx23d pictureFromCrop() const;

  Eigen::Vector2d foot, up, right; ///< the foot and unit directions
  double scale;                    ///< picture pixels per crop pixel
};

/// What is seen of the column that stands on a place.
class CropColumn {
public:
  /// `foot_mm`: BoardFrame, on the view's plane. The source has to outlive the column.
  CropColumn(const CropSource& source, const Eigen::Vector2d& foot_mm);

  /// The part of the source's picture that the crop shows.
  cv::Rect part() const;
  /// `height_px` x `width_px`, 8 bit BGR.
  cv::Mat colours() const;
  /// The same as `halved` would make them, from half the source's picture.
  cv::Mat coarseColours(const cv::Mat& half_picture) const;
  /// The part of the colours in which the square and what may stand on it are seen; the rest shows what stands behind
  /// and beside.
  cv::Rect ownPart(const Upright& thing = {}) const;
  /// The crop that the networks look at: these colours and what the camera tells of the place. `planes` x height x
  /// width, float in [0, 1], written to `out` (`numbers` floats).
  void planes(const cv::Mat& colours, float* out) const;

private:
  const CropSource* source_;
  Eigen::Vector2d foot_mm_;
  ColumnPlace place_;
  double rise_; ///< crop pixels that the picture rises by for a square's length above the board
};

/// The crop of one place: CropColumn's planes with its colours.
void cropColumn(const CropSource& source, const Eigen::Vector2d& foot_mm, float* out);

/// How the man of a crop is seen, the camera taken to be far away.
struct CropPerspective {
  /// `foot_squares`: where he stands off the square's middle, across and along the line of sight.
  CropPerspective(const float* crop, const Eigen::Vector2d& foot_squares);

  double rise_px = 1.0;              ///< what a square's length above the board is high
  double flat = 0.0;                 ///< a level circle's height over its width
  double foot_x = 0.0, foot_y = 0.0; ///< where he stands, px
};

/// The top-down picture of a square seen at `height_mm` above the board, 8 bit BGR, `size_px` square, covering
/// `share` squares; windows of it are what the die reader looks at.
cv::Mat cropTopDown(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm, double height_mm,
                    double share, int size_px);

} // namespace linesman
