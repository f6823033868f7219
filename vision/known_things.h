#pragma once
#include <optional>
#include <vector>

#include "calibration/table_file.h"
#include "models/piece_catalog.h"
#include "models/table_state.h"
#include "vision/reduced_picture.h"

namespace linesman {

/// What of a reduced picture is known: pieces, markers and islands, and the area around them or the playing area.
struct KnownThings {
  cv::Mat things, area; ///< 8 bit, reduced; area: where unknown things are looked for
  cv::Mat seen;         ///< 8 bit, reduced: the things without markers that were not read, over which may lie another
  cv::Mat reach, inner; ///< 8 bit, reduced; what lies in the area is followed out to here; the same without its rim
  cv::Mat distance_mm;  ///< 32F, to the nearest thing

  /// Nothing where no area of the table is seen. `markers_read`: their numbers; null: all of the table's.
  static std::optional<KnownThings> of(const ReducedPicture& picture, const TableView& view, const TableFile& table,
                                       const PieceCatalog& pieces, const std::vector<SeenPyramid>& pyramids,
                                       const std::vector<int>* markers_read = nullptr);
};

/// A picture (8 bit, three channels) as things are told from the table in it.
struct ThingEdges {
  cv::Mat logs;  ///< of its colours, 32FC3
  cv::Mat slope; ///< their steepest channel's slope per pixel, 32F

  static ThingEdges of(const cv::Mat& image_bgr);
};
/// Whether a thing's rim is steep (`steepest`: the steepest slope around each pixel), as no shadow's is; it counts
/// where `counts` is not 0.
bool hasSteepRim(const std::vector<cv::Point>& contour, const cv::Mat& steepest, const cv::Mat& counts);

/// A reduced picture's outline on the table, counter-clockwise; empty when it reaches the horizon.
TablePolygon onTable(const std::vector<cv::Point>& outline, const ReducedPicture& picture, const TableView& view);

/// A round element for morphology, so many millimetres of the table wide.
cv::Mat roundElement(double width_mm, double mm_per_px);

} // namespace linesman
