#pragma once
#include <Eigen/Geometry>
#include <opencv2/core/mat.hpp>

#include "vision/edge_field.h"
#include "vision/table_view.h"

namespace linesman {

/// The table as seen from straight above: which of its points every pixel shows. Rows go towards the camera, so that
/// whatever stands leans the same way in all pictures.
class OverheadFrame {
public:
  static constexpr double mm_per_px = 1.5;
  static constexpr int cell_px = 8;   ///< of the network's answers
  static constexpr int grain_px = 16; ///< rows and columns are multiples of it

  static constexpr double coarsest_mm = 1.5; ///< per pixel of the camera's: what it shows more coarsely is left out
  static constexpr double usually_farthest_mm = 1200.0;

  /// What `view` sees of the table well enough, no farther from the middle of that than `farthest_mm`.
  explicit OverheadFrame(const TableView& view, double farthest_mm = usually_farthest_mm);

  /// Rows and columns, px; empty where no table is seen.
  const cv::Size& size() const { return size_; }
  /// Directions of the rows (right) and the columns (down) on the table, unit vectors.
  const Eigen::Matrix2d& axes() const { return axes_; }
  Eigen::Vector2d tablePoint(const Eigen::Vector2d& pixel) const { return first_mm_ + mm_per_px * (axes_ * pixel); }
  Eigen::Vector2d pixel(const Eigen::Vector2d& table_mm) const {
    return axes_.transpose() * (table_mm - first_mm_) / mm_per_px;
  }

private:
  Eigen::Matrix2d axes_ = Eigen::Matrix2d::Identity();
  Eigen::Vector2d first_mm_ = Eigen::Vector2d::Zero(); ///< table point of the pixel (0, 0)
  cv::Size size_;
};

/// What `reduced` shows of the frame, 8 bit BGR, in the usual light (`light`: QuietPicture::light()); black where it
/// shows nothing.
cv::Mat overheadPicture(const OverheadFrame& frame, const EdgeField& reduced, double light, const TableView& view);

} // namespace linesman
