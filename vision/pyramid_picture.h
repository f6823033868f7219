#pragma once
#include <opencv2/core/mat.hpp>

#include "models/table_state.h"
#include "vision/table_view.h"

namespace linesman {

/// A picture as pyramids are looked for and measured in it.
struct PyramidPicture {
  cv::Mat image; ///< 8 bit BGR; very wide pictures are reduced
  TableView view;

  /// `surface_height_sigma_mm`: of what pyramids stand on, over the table plane; it is added to the registration's
  /// doubt.
  static PyramidPicture of(const cv::Mat& image, const Lens& lens, const Registration& registration,
                           double surface_height_sigma_mm);
};

} // namespace linesman
