#include "vision/pyramid_detector.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "vision/pyramid_colour.h"
#include "vision/pyramid_fit.h"
#include "vision/pyramid_refinement.h"
#include "vision/pyramid_search.h"

namespace linesman {

namespace {

constexpr double reduced_mm_per_px = 1.25; ///< the search works at about this
constexpr double search_reach_mm = 3.0;
constexpr double settle_reach_mm = 4.0;
constexpr double least_score = 0.80;
constexpr double most_overlap = 0.35;
constexpr double least_met = 0.5; ///< of the outline, at sub-pixel precision

struct Candidate {
  int solid = 0;
  SettledPyramid settled;
  double score = 0.0;
  std::vector<cv::Point2f> hull;
};

double scoreOf(const OutlineSupport& support) {
  return 0.6 * support.outline + 0.25 * support.weakest + 0.15 * support.creases;
}

std::vector<cv::Point2f> hullOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                const TableView& view) {
  std::vector<cv::Point2f> hull;
  for (const Eigen::Vector2d& point : projectedHull(solid, pose, view))
    hull.emplace_back(static_cast<float>(point.x()), static_cast<float>(point.y()));
  return hull;
}

/// Area shared, over the smaller one's.
double overlapOf(const std::vector<cv::Point2f>& a, const std::vector<cv::Point2f>& b) {
  const cv::Rect2f box = cv::boundingRect(a), other = cv::boundingRect(b);
  if ((box & other).area() <= 0.0F)
    return 0.0;
  std::vector<cv::Point2f> shared;
  const double area = cv::intersectConvexConvex(a, b, shared);
  return area / std::max(1.0, std::min(cv::contourArea(a), cv::contourArea(b)));
}

/// Pixels of the reduced picture that belong to printed markers.
cv::Mat markerMask(const EdgeField& edges, const TableView& view, const TableFile& table) {
  cv::Mat mask;
  if (table.markers.empty())
    return mask;
  mask = cv::Mat::zeros(edges.height(), edges.width(), CV_8U);
  for (TableMarker marker : table.markers) {
    marker.size_mm *= 1.3; // with the white around it
    std::vector<cv::Point> corners;
    for (const Eigen::Vector2d& corner : marker.corners_mm())
      if (const auto pixel = view.pixel({corner.x(), corner.y(), 0.0})) {
        const Eigen::Vector2d at = edges.toReduced(*pixel);
        corners.emplace_back(static_cast<int>(at.x()), static_cast<int>(at.y()));
      }
    if (corners.size() == 4)
      cv::fillConvexPoly(mask, corners, cv::Scalar(255));
  }
  return mask;
}

std::vector<Candidate> candidatesIn(const EdgeField& edges, const TableView& view, const TableFile& table,
                                    const std::vector<PyramidSolid>& solids) {
  std::vector<Candidate> candidates;
  const double reach_px = settle_reach_mm / (view.mmPerPixel({0.0, 0.0}) * edges.reduction());
  for (const PyramidGuess& guess : searchPyramids(edges, view, solids, markerMask(edges, view, table))) {
    const PyramidSolid& solid = solids[static_cast<std::size_t>(guess.solid)];
    auto settled = settlePyramid(solid, guess.pose, view, edges, reach_px);
    if (!settled || scoreOf(settled->support) < least_score)
      continue;
    candidates.push_back({guess.solid, *settled, scoreOf(settled->support), {}});
  }
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  return candidates;
}

/// Best first, dropping those that share too much of the picture with a better one.
std::vector<Candidate> chosenOf(std::vector<Candidate> candidates, const std::vector<PyramidSolid>& solids,
                                const TableView& view) {
  std::vector<Candidate> chosen;
  for (Candidate& candidate : candidates) {
    candidate.hull = hullOf(solids[static_cast<std::size_t>(candidate.solid)], candidate.settled.pose, view);
    if (candidate.hull.size() < 3)
      continue;
    const bool taken = std::any_of(chosen.begin(), chosen.end(), [&](const Candidate& better) {
      return overlapOf(candidate.hull, better.hull) > most_overlap;
    });
    if (!taken)
      chosen.push_back(std::move(candidate));
  }
  return chosen;
}

} // namespace

PyramidDetector::PyramidDetector(const PieceCatalog& pieces) {
  for (const Posture posture : {Posture::lying, Posture::upright})
    for (const PyramidSize size : {PyramidSize::small, PyramidSize::medium, PyramidSize::large})
      solids_.emplace_back(pieces.pyramid(size), size, posture);
}

std::vector<SeenPyramid> PyramidDetector::detect(const cv::Mat& image, const TableView& view,
                                                 const TableFile& table) const {
  const double mm_per_px = view.mmPerPixel({0.0, 0.0});
  const int reduction = std::clamp(static_cast<int>(std::lround(reduced_mm_per_px / mm_per_px)), 1, 4);
  const int reach_px = std::max(2, static_cast<int>(std::lround(search_reach_mm / (mm_per_px * reduction))));
  const EdgeField edges(image, reduction, reach_px);
  const std::vector<Candidate> chosen = chosenOf(candidatesIn(edges, view, table, solids_), solids_, view);
  const PyramidColours colours(image, view, table);
  std::vector<SeenPyramid> found;
  for (const Candidate& candidate : chosen) {
    const PyramidSolid& solid = solids_[static_cast<std::size_t>(candidate.solid)];
    const auto refined = refinePyramid(solid, candidate.settled.pose, view, image, 4.0);
    if (!refined || refined->met < least_met)
      continue;
    SeenPyramid seen;
    seen.size = solid.size();
    seen.posture = solid.posture();
    seen.table_from_piece = refined->pose;
    seen.relative_covariance = refined->relative_covariance;
    seen.covariance = refined->relative_covariance +
                      refined->by_camera * view.cameraFromTable().covariance * refined->by_camera.transpose();
    seen.score = std::clamp(candidate.score, 0.0, 1.0);
    seen.visible = refined->met;
    seen.colour = colours.colourOf(projectedHull(solid, refined->pose, view));
    found.push_back(seen);
  }
  std::sort(found.begin(), found.end(), [](const SeenPyramid& a, const SeenPyramid& b) {
    return a.table_from_piece.x_mm() < b.table_from_piece.x_mm();
  });
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i].id = PieceId{static_cast<int>(i) + 1};
  return found;
}

} // namespace linesman
