#pragma once
#include <opencv2/core/mat.hpp>

#include "models/table_state.h"
#include "vision/table_view.h"

namespace linesman {

/// A picture as pyramids are looked for and measured in it.
struct PyramidPicture {
  cv::Mat image; ///< 8 bit BGR; very wide pictures are reduced
  TableView view;

  /// `errors`: of the lens and the camera's pose, for the picture as it is given.
  static PyramidPicture of(const cv::Mat& image, const Lens& lens,
                           const UncertainPose<CameraFrame, TableFrame>& camera_from_table, const CameraErrors& errors);
};

} // namespace linesman
