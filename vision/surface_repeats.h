#pragma once
#include <array>
#include <optional>

#include <opencv2/core/mat.hpp>

#include "vision/edge_field.h"
#include "vision/table_view.h"

namespace linesman {

/// The table seen from above, around the origin of its frame: logarithms of the colours (or of their mean) without the
/// slow changes of light, and where they are known.
struct FromAbove {
  double pitch_mm;
  cv::Mat place;  ///< 32FC2, in the reduced picture
  cv::Mat colour; ///< 32FC3 or 32F
  cv::Mat light;  ///< the same, what was taken away
  cv::Mat known;  ///< 32F, 0 or 1

  /// `covered` (8 bit, of the reduced picture, or empty): where it is not 0 the surface is not known.
  static FromAbove of(const EdgeField& edges, const TableView& view, double pitch_mm, bool in_colour,
                      const cv::Mat& covered = {});
};

/// Logarithms of the colours at places of the reduced picture, 32FC3.
cv::Mat logarithmsAt(const cv::Mat& place, const EdgeField& edges);

/// Where each pixel of the reduced picture lies in those from above, 32FC2.
cv::Mat placesFromAbove(const EdgeField& edges, const TableView& view, double pitch_mm);

/// The two shortest shifts (mm) of different directions, between these lengths, that bring the table's print onto
/// itself; nothing where it does not repeat so. `covered` as above: dark markers and pieces are more than a pale print.
std::optional<std::array<cv::Point2f, 2>> surfaceRepeats(const EdgeField& edges, const TableView& view,
                                                         double shortest_mm, double longest_mm,
                                                         const cv::Mat& covered = {});

} // namespace linesman
