#include "vision/foreign_edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "vision/mean_around.h"

namespace linesman {

namespace {

constexpr double points_px = 2.0;
constexpr double beside_px = 3.0;      ///< from an edge, where colours are its sides'
constexpr double begins_past_px = 4.0; ///< past a corner
/// Past it; the first is a share of the edge's length.
constexpr double reach_past = 0.5, least_past_px = 8.0, most_past_px = 24.0;
constexpr double least_step_levels = 12.0; ///< grey levels between the two sides
constexpr double same_colour = 0.4;        ///< of that step: what differs less is the same colour
constexpr int least_seen = 4;              ///< points of an edge, and past a corner
constexpr double goes_on = 0.8;            ///< of the points past a corner that go on
constexpr int plenty_past = 8;             ///< such points tell of an edge whose other corner is not seen

/// Nothing at the picture's border.
std::optional<Eigen::Vector3d> colourAt(const cv::Mat& image, const Eigen::Vector2d& pixel) {
  const auto mean = meanAround(image, pixel);
  return mean ? std::optional(Eigen::Vector3d((*mean)[0], (*mean)[1], (*mean)[2])) : std::nullopt;
}

/// One edge of the outline as it is seen.
struct SeenEdge {
  Eigen::Vector2d from, along, normal; ///< px; a corner, unit, unit and away from the piece
  double length_px = 0.0;
  Eigen::Vector3d beyond; ///< mean colour
};

/// How the picture's edge goes on past a corner: unseen where another piece or the picture's border is there.
enum class Past { ends, unseen, goes_on, goes_on_far };

/// The picture in which edges are looked at, the piece's own outline and those of others.
struct Around {
  const cv::Mat& image;
  const PictureOutline own;
  const std::vector<PictureOutline>& others;

  bool isBesideOthers(const cv::Point2f& point) const {
    return std::ranges::any_of(
        others, [&](const PictureOutline& other) { return cv::pointPolygonTest(other, point, true) > -beside_px; });
  }
};

/// Does the picture's edge go on past the corner at one of its ends, with what is not the piece itself at its inside?
Past pastCorner(const SeenEdge& edge, bool first, const Around& around) {
  const Eigen::Vector2d corner = first ? edge.from : edge.from + edge.length_px * edge.along;
  const Eigen::Vector2d away = first ? Eigen::Vector2d(-edge.along) : edge.along;
  const double last_px = begins_past_px + std::clamp(reach_past * edge.length_px, least_past_px, most_past_px);
  int all = 0, going = 0;
  for (double s = begins_past_px; s <= last_px; s += points_px) {
    const Eigen::Vector2d at = corner + s * away, inner = at - beside_px * edge.normal;
    const auto out = colourAt(around.image, at + beside_px * edge.normal), in = colourAt(around.image, inner);
    const cv::Point2f point(static_cast<float>(inner.x()), static_cast<float>(inner.y()));
    if (!out || !in || around.isBesideOthers(point))
      return Past::unseen;
    if (cv::pointPolygonTest(around.own, point, true) > -beside_px)
      continue; // past a blunt corner, still the piece or its next edge
    const double step = (*out - *in).norm();
    ++all;
    going += step > least_step_levels && (*out - edge.beyond).norm() < same_colour * step ? 1 : 0;
  }
  if (all < least_seen || going < goes_on * all)
    return Past::ends;
  return all < plenty_past ? Past::goes_on : Past::goes_on_far;
}

/// Past both its corners; far past one where the other one is not seen.
bool goesOn(const SeenEdge& edge, const Around& around) {
  const Past first = pastCorner(edge, true, around);
  if (first == Past::ends)
    return false;
  const Past second = pastCorner(edge, false, around);
  if (second == Past::ends)
    return false;
  return std::min(first, second) != Past::unseen || std::max(first, second) == Past::goes_on_far;
}

/// The edge `index` whose outline samples are among these; nothing where too little of it is seen.
std::optional<SeenEdge> seenEdge(const PyramidSolid& solid, int index, const std::array<Eigen::Vector3d, 5>& corners,
                                 const std::vector<OutlineSample>& samples, const TableView& view,
                                 const cv::Mat& image) {
  const auto ends = PyramidSolid::edge(solid.posture(), index);
  const auto from = view.pixel(corners[static_cast<std::size_t>(ends[0])]),
             to = view.pixel(corners[static_cast<std::size_t>(ends[1])]);
  Eigen::Vector2d normals(0.0, 0.0);
  Eigen::Vector3d colours(0.0, 0.0, 0.0);
  int seen = 0;
  for (const OutlineSample& sample : samples) {
    if (sample.edge != index || !sample.outline)
      continue;
    if (const auto beyond = colourAt(image, sample.pixel + beside_px * sample.normal)) {
      ++seen;
      normals += sample.normal;
      colours += *beyond;
    }
  }
  if (seen < least_seen || !from || !to)
    return std::nullopt;
  return SeenEdge{*from, (*to - *from).normalized(), normals.normalized(), (*to - *from).norm(), colours / seen};
}

} // namespace

PyramidSolid::EdgeSet foreignEdges(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                   const TableView& view, const cv::Mat& image,
                                   const std::vector<PictureOutline>& others) {
  PyramidSolid::EdgeSet out;
  const std::vector<OutlineSample> samples = sampleOutline(solid, pose, view, points_px, false);
  const auto corners = solid.cornersAt(pose);
  const Around around{image, pictureOutlineOf(solid, pose, view), others};
  for (int e = 0; e < PyramidSolid::edge_count; ++e) {
    const auto edge = seenEdge(solid, e, corners, samples, view, image);
    out[static_cast<std::size_t>(e)] = edge && goesOn(*edge, around);
  }
  return out;
}

} // namespace linesman
