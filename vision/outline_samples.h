#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "vision/pyramid_solid.h"
#include "vision/table_view.h"

namespace linesman {

/// A point of a piece's drawn edge as the camera should see it.
struct OutlineSample {
  Eigen::Vector2d pixel;                 ///< of the distorted picture
  Eigen::Vector2d normal;                ///< unit, across the edge; away from the piece on an outline
  Eigen::Matrix<double, 2, 3> by_pose;   ///< px per (x mm, y mm, heading rad)
  Eigen::Matrix<double, 2, 6> by_camera; ///< px per camera pose error (rad, mm); only when asked for
  int edge = 0;
  bool outline = true;   ///< false: a crease between two faces that are seen
  bool on_table = false; ///< the edge lies on the table

  OutlineSample() {} // NOLINT(modernize-use-equals-default): else a vector clears each, and there are very many
};

/// Samples of the seen edges at most `spacing_px` apart; the ends of edges (corners, the rounded tip) are left out.
/// Empty when the piece reaches behind the camera.
std::vector<OutlineSample> sampleOutline(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                         const TableView& view, double spacing_px, bool creases,
                                         bool by_camera = false);

/// Samples, and how they move with the piece's dimensions.
struct DimensionedOutline {
  std::vector<OutlineSample> samples;         ///< with by_camera
  std::vector<Eigen::Matrix2d> by_dimensions; ///< of each, px per (mm of the base edge, mm of the height)
};

/// sampleOutline() of a pyramid whose dimensions are not sure. Its tip's cut grows with the height.
DimensionedOutline sampleDimensions(const Pyramid& pyramid, PyramidSize size, Posture posture,
                                    const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view,
                                    double spacing_px, bool creases);

/// Parts of the picture where something else is seen than the piece looked for: a reduced picture's mask, 255 there.
struct HiddenParts {
  cv::Mat mask; ///< 8 bit; empty: nothing is hidden
  int reduction = 1;
  cv::Point first = {0, 0}; ///< of the reduced picture, where the mask begins

  bool holds(const Eigen::Vector2d& pixel) const;
  /// Takes the samples there away.
  void leaveOut(std::vector<OutlineSample>& samples) const;
};

/// Corners of the picture outline (convex hull of the projected solid), pixels, in order.
std::vector<Eigen::Vector2d> projectedHull(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                           const TableView& view);

/// The same as OpenCV wants it; empty when the piece reaches behind the camera.
using PictureOutline = std::vector<cv::Point2f>;
PictureOutline pictureOutlineOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                const TableView& view);

/// The same seen from above: what a piece covers of the table, TableFrame mm.
PictureOutline footprintOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose);

/// Area that two convex outlines share, over the smaller one's; 0 when one is empty.
double sharedShare(const PictureOutline& a, const PictureOutline& b);

/// Whether that is more than `share`; most often the boxes around the outlines tell that it is not.
bool shareMore(const PictureOutline& a, const PictureOutline& b, double share);

} // namespace linesman
