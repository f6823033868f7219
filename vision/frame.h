#pragma once
#include <string>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// What a source says of itself: that the camera holds its exposure, or refuses to.
struct SourceNote {
  bool ok = true;
  std::string sentence; ///< empty: nothing is said
};

/// One picture of a source. The image (8 bit BGR) is never modified; time strictly increases within a source.
struct Frame {
  cv::Mat image;
  double t_s = 0.0;
  std::string name;     ///< file name, or empty for a live frame
  SourceNote note = {}; ///< said once, with one frame
};

} // namespace linesman
