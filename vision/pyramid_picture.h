#pragma once
#include <opencv2/core/mat.hpp>

#include "calibration/table_registration.h"
#include "vision/table_view.h"

namespace linesman {

/// A picture as pyramids are looked for and measured in it.
struct PyramidPicture {
  cv::Mat image; ///< 8 bit BGR; very wide pictures are reduced
  TableView view;

  /// A picture that registered so on a table, with the errors of lens and pose that this leaves.
  static PyramidPicture of(const cv::Mat& image, const TableRegistration& registration, const TableFile& table);
};

} // namespace linesman
