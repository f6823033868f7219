#pragma once
#include <array>
#include <cstddef>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

#include "vision/disc_places.h"
#include "vision/plane_picture.h"
#include "vision/table_view.h"

namespace linesman {

using DiscColour = Eigen::Vector3f; ///< blue green red, grey levels

/// Between the pixels of an 8 bit BGR picture; outside it that of its border.
DiscColour discColourAt(const cv::Mat& image, double x, double y);

/// What stays the same while a disc is looked at.
struct DiscSurroundings {
  const PlanePicture& plane; ///< in which its upper side lies
  const cv::Mat& hidden;     ///< 8 bit: not 0 where something hides the plane; empty: nowhere
  double radius_mm;
  Eigen::Vector2d lean_mm;   ///< how far the disc's foot is seen beside its upper side
  Eigen::Matrix2d mm_per_px; ///< of edges: takes their normals in the plane to mm per pixel across them

  DiscSurroundings(const PlanePicture& plane, const cv::Mat& hidden, const TableView& view, const DiscPlace& place,
                   double radius_mm, double height_mm);
  /// Whether the rim of a disc with its middle at `centre` is hidden in a direction of the plane.
  bool hides(const DiscPlace& centre, const Eigen::Vector2d& out) const;
  /// How far the disc's foot is seen outside its rim in a direction of the plane, millimetres.
  double footBeyondRim(const Eigen::Vector2d& out) const;
};

/// The edge of the rim in one direction.
struct RimEdge {
  double off_mm = 0.0; ///< outward from where it should be
  double off = 0.0;    ///< the same in steps of the profile
  double step = 0.0;   ///< grey levels
  DiscColour inner = DiscColour::Zero(), change = DiscColour::Zero();
  bool met = false;
  bool hidden = false;
};

/// The rim of a disc all around.
struct DiscRim {
  static constexpr std::size_t directions = 24;
  std::array<RimEdge, directions> edges;

  DiscRim(const DiscSurroundings& around, const DiscPlace& centre);
  /// Of the edges: unit vectors of the plane, away from the middle, each turned as much from the one before.
  static const std::array<Eigen::Vector2d, directions>& outward();
  double metShare() const;
  /// The centre moved so that the met edges lie on the circle.
  DiscPlace centred(const DiscPlace& centre, double pitch_mm) const;
};

} // namespace linesman
