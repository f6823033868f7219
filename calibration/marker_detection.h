#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

namespace linesman {

/// A marker whose code was read. Corners of the black square in OpenCV's order, pixels, good to about a pixel only.
struct FoundMarker {
  int id = 0;
  std::array<Eigen::Vector2d, 4> corners_px;
};

/// How many markers OpenCV's dictionary of this name ("DICT_4X4_50", ...) has; nothing when there is no such name.
std::optional<int> dictionarySize(const std::string& name);

/// The black (0) and white (1) cells of a marker, row by row from the top left, its black border included.
struct MarkerCode {
  int cells = 0; ///< in a row, with the border
  std::vector<int> white;
};
MarkerCode markerCode(const std::string& dictionary, int id);

enum class MarkerSearch {
  quick,   ///< half size, one threshold: markers from about 30 pixels
  thorough ///< full size, several thresholds
};

/// All markers of the dictionary in `grey` (8 bit, one channel). `dictionary` must exist. `unread` takes the corners of
/// what has a marker's outline, but no code of the dictionary.
std::vector<FoundMarker> findMarkers(const cv::Mat& grey, const std::string& dictionary, MarkerSearch search,
                                     std::vector<std::array<Eigen::Vector2d, 4>>* unread = nullptr);

} // namespace linesman
