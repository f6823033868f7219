#pragma once
#include <optional>

#include <opencv2/core/mat.hpp>

#include "vision/edge_field.h"
#include "vision/empty_table.h"
#include "vision/quiet_picture.h"
#include "vision/repeating_surface.h"
#include "vision/surface_novelty.h"
#include "vision/table_view.h"

namespace linesman {

/// A picture, and the same reduced for searching: about the same millimetres per pixel for every camera.
class ReducedPicture {
public:
  /// `empty`: the table without anything on it, where a picture of that was given.
  ReducedPicture(const QuietPicture& picture, const TableView& view, const EmptyTable* empty = nullptr);

  /// Takes parts of a later picture of the same camera, where `changed` (8 bit, of any size, stretched over the
  /// picture) is not 0. What is known of the surface (its repeats, how full of edges it is) stays.
  void renew(const QuietPicture& picture, const cv::Mat& changed);

  QuietPicture full; ///< in which poses are measured
  EdgeField edges;
  cv::Mat novelty;        ///< 8 bit, how foreign to the surface
  double mm_per_px;       ///< reduced pixels, at the table's origin
  cv::Mat foreign;        ///< 8 bit, foreign colours with a rim
  double patterned = 0.0; ///< [0,1] how full of edges the surface itself is
  /// What the bare surface looks like is known, for it repeats or was seen empty; its edges are left out of `edges`.
  bool surface_known = false;
  std::optional<EdgeField> foreign_edges; ///< those of foreign colours alone, where another surface is full of edges

private:
  /// Where foreign colours are, with a rim, after `novelty` changed in a part; gives the part where that may differ.
  cv::Rect findForeign(const cv::Rect& part);
  /// Where a known surface has no edges of its own, or something else is seen: 8 bit, not 0 there.
  cv::Mat noPrint() const;

  std::optional<EdgeField> with_surface_; ///< of a known surface
  std::optional<BareSurface> bare_;       ///< of a table that was seen empty
  std::optional<RepeatingSurface> print_;
  std::optional<SurfaceNovelty> colours_; ///< of another surface
};

} // namespace linesman
