#pragma once
#include <array>
#include <optional>
#include <vector>

#include "models/ids.h"
#include "vision/plane_picture.h"

namespace linesman {

/// What a picture says for a disc at a place. All in [0, 1].
struct DiscEvidence {
  static constexpr std::size_t count = 6;

  double rim = 0.0;       ///< share of the free rim with an edge where it should be, brighter or darker inside
  double round = 0.0;     ///< 1: the rim's edges lie on the circle; falls with their spread
  double contrast = 0.0;  ///< of the inside to what is around, 60 grey levels = 1/2
  double one_sided = 0.0; ///< share of the rim where the colour changes in the usual direction
  double filled = 0.0;    ///< share of the rim where the disc's own colour reaches up to the edge
  double enclosed = 0.0;  ///< how far its colour is from what is just outside, in the direction where it is least

  std::array<double, count> values() const { return {rim, round, contrast, one_sided, filled, enclosed}; }
  double logOdds() const;
};

struct Disc {
  Eigen::Vector3d centre_mm = Eigen::Vector3d::Zero(); ///< TableFrame
  Eigen::Vector3d colour = Eigen::Vector3d::Zero();    ///< blue green red, grey levels
  std::optional<Eigen::Vector3d> around;               ///< the same of what it lies on; nothing when ships hide it
  DiscEvidence evidence;
  double log_odds = 0.0;
  PieceId on_ship; ///< none when it lies on the table
};

/// Discs of one radius in a picture of the plane they lie on, where `wanted` (8 bit, its size) is not 0: every edge
/// votes for the centres it may belong to; the places with most votes are looked at closely.
/// Their upper sides lie in the plane, their feet `height_mm` below it. Rims inside `hidden` (as `wanted`; empty:
/// nowhere) say nothing.
std::vector<Disc> discsIn(const PlanePicture& plane, const cv::Mat& wanted, const cv::Mat& hidden,
                          const TableView& view, double radius_mm, double height_mm);

} // namespace linesman
