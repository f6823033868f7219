#include "vision/pyramid_detector.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "vision/pyramid_candidates.h"
#include "vision/pyramid_colour.h"
#include "vision/pyramid_refinement.h"

namespace linesman {

namespace {

constexpr double least_log_odds = -1.5;
constexpr double least_log_odds_unnamed = 1.5; ///< of a colour that the table file does not name
constexpr double most_overlap = 0.5; ///< of the smaller one's outline in the picture: one may stand before another
constexpr double most_shared = 0.25; ///< of the smaller one's shadow on the table: solids cannot share a place

struct Chosen {
  FittedPyramid fitted;
  PictureOutline hull;
  PictureOutline shadow; ///< seen from above, TableFrame mm
};

PictureOutline shadowOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose) {
  PictureOutline points, shadow;
  for (const Eigen::Vector3d& corner : solid.corners_mm()) {
    const Eigen::Vector2d at = (pose * Point2<PieceFrame>{corner.head<2>()}).xy;
    points.emplace_back(static_cast<float>(at.x()), static_cast<float>(at.y()));
  }
  cv::convexHull(points, shadow);
  return shadow;
}

/// Most likely first, dropping those that share too much of the picture or of the table with a better one.
std::vector<Chosen> chosenOf(const std::vector<FittedPyramid>& all, const std::vector<PyramidSolid>& solids,
                             const TableView& view, std::vector<Chosen> chosen) {
  for (const FittedPyramid& fitted : all) {
    if (fitted.log_odds < least_log_odds)
      break;
    const PyramidSolid& solid = solids[static_cast<std::size_t>(fitted.solid)];
    auto hull = pictureOutlineOf(solid, fitted.refined.pose, view);
    auto shadow = shadowOf(solid, fitted.refined.pose);
    const bool taken =
        hull.size() < 3 || std::any_of(chosen.begin(), chosen.end(), [&](const Chosen& better) {
          return sharedShare(hull, better.hull) > most_overlap || sharedShare(shadow, better.shadow) > most_shared;
        });
    if (!taken)
      chosen.push_back({fitted, std::move(hull), std::move(shadow)});
  }
  return chosen;
}

} // namespace

std::vector<PyramidSolid> solidsOf(const PieceCatalog& pieces) {
  std::vector<PyramidSolid> solids;
  for (const Posture posture : {Posture::lying, Posture::upright})
    for (const PyramidSize size : {PyramidSize::small, PyramidSize::medium, PyramidSize::large})
      solids.emplace_back(pieces.pyramid(size), size, posture);
  return solids;
}

std::vector<SeenPyramid> PyramidDetector::detect(const cv::Mat& image, const TableView& view,
                                                 const TableFile& table) const {
  return detectIn({}, image, reducePicture(image, view), view, table, {});
}

std::vector<SeenPyramid> PyramidDetector::detectIn(const cv::Mat& parts, const cv::Mat& image,
                                                   const ReducedPicture& picture, const TableView& view,
                                                   const TableFile& table, std::vector<SeenPyramid> known) const {
  const std::vector<PyramidCandidate> candidates = pyramidCandidates(picture, view, table, solids_, parts);
  const PyramidColours colours(image, view, table);
  std::vector<Chosen> taken;
  for (const SeenPyramid& piece : known)
    for (const PyramidSolid& solid : solids_)
      if (solid.size() == piece.size && solid.posture() == piece.posture)
        taken.push_back({{}, pictureOutlineOf(solid, piece.table_from_piece, view), shadowOf(solid, piece.table_from_piece)});
  std::vector<SeenPyramid> found = std::move(known);
  const std::size_t before = found.size();
  const std::vector<FittedPyramid> all = fitCandidates(candidates, picture, image, view, colours, solids_);
  const std::vector<Chosen> every = chosenOf(all, solids_, view, std::move(taken));
  for (std::size_t i = before; i < every.size(); ++i) {
    const Chosen& chosen = every[i];
    const PyramidSolid& solid = solids_[static_cast<std::size_t>(chosen.fitted.solid)];
    const RefinedPyramid& refined = chosen.fitted.refined;
    SeenPyramid seen;
    seen.size = solid.size();
    seen.posture = solid.posture();
    seen.table_from_piece = refined.pose;
    seen.relative_covariance = refined.relative_covariance;
    seen.covariance = refined.relative_covariance +
                      refined.by_camera * view.cameraFromTable().covariance * refined.by_camera.transpose();
    seen.score = 1.0 / (1.0 + std::exp(-chosen.fitted.log_odds));
    seen.visible = refined.met;
    seen.colour = colours.colourOf(projectedHull(solid, refined.pose, view));
    if (!colours.expects(seen.colour) && chosen.fitted.log_odds < least_log_odds_unnamed)
      continue;
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
