#include "vision/pyramid_choice.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr double most_overlap = 0.5; ///< of the smaller one's outline in the picture: one may stand before another
constexpr double most_shared = 0.25; ///< of the smaller one's footprint: solids cannot share a place
constexpr int mask_rim_px = 24;      ///< reduced px around an outline that what hides it is drawn in

double distanceFrom(const Eigen::Vector3d& eye_mm, const PictureOutline& footprint) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (const cv::Point2f& point : footprint)
    middle += Eigen::Vector2d(point.x, point.y) / static_cast<double>(footprint.size());
  return (middle - eye_mm.head<2>()).norm();
}

} // namespace

ChosenPyramid chosenAt(const PyramidPose& there, const TableView& view, const FittedPyramid& fitted) {
  return {fitted, pictureOutlineOf(*there.solid, there.pose, view), footprintOf(*there.solid, there.pose)};
}

ChosenPyramid choose(const FittedPyramid& fitted, const PyramidScene& scene) {
  return chosenAt({&scene.solid(fitted.solid), fitted.refined.pose}, scene.view, fitted);
}

bool isTaken(const ChosenPyramid& one, const std::vector<ChosenPyramid>& chosen) {
  return one.hull.size() < 3 || std::any_of(chosen.begin(), chosen.end(), [&](const ChosenPyramid& better) {
           return shareMore(one.hull, better.hull, most_overlap) ||
                  shareMore(one.footprint, better.footprint, most_shared);
         });
}

void addUnlessTaken(const FittedPyramid& fitted, const PyramidScene& scene, std::vector<ChosenPyramid>& chosen) {
  ChosenPyramid one = choose(fitted, scene);
  if (!isTaken(one, chosen))
    chosen.push_back(std::move(one));
}

void chooseLikeliest(const std::vector<FittedPyramid>& all, const PyramidScene& scene,
                     std::vector<ChosenPyramid>& chosen) {
  for (const FittedPyramid& fitted : all) {
    if (fitted.log_odds < least_believed)
      break;
    addUnlessTaken(fitted, scene, chosen);
  }
}

HiddenParts coveredBefore(const ChosenPyramid& subject, const std::vector<ChosenPyramid>& chosen,
                          const PyramidScene& scene) {
  const TableView& view = scene.view;
  const EdgeField& edges = scene.picture.edges;
  HiddenParts out{{}, edges.reduction()};
  const double away_mm = distanceFrom(view.eye_mm(), subject.footprint);
  const int rim = 4 * edges.reduction();
  const cv::Rect box = cv::boundingRect(subject.hull) - cv::Point(rim, rim) + cv::Size(2 * rim, 2 * rim);
  cv::Rect wide(box.tl() / edges.reduction(), box.size() / edges.reduction()); // as far as its fit may move
  wide = (wide - cv::Point(mask_rim_px, mask_rim_px) + cv::Size(2 * mask_rim_px, 2 * mask_rim_px)) &
         cv::Rect(0, 0, edges.width(), edges.height());
  if (wide.empty())
    return out;
  out.first = wide.tl();
  for (const ChosenPyramid& one : chosen) {
    if (&one == &subject || (cv::boundingRect(one.hull) & box).empty() ||
        distanceFrom(view.eye_mm(), one.footprint) > away_mm)
      continue;
    if (out.mask.empty())
      out.mask = cv::Mat::zeros(wide.size(), CV_8U);
    std::vector<cv::Point> hull;
    for (const cv::Point2f& point : one.hull) {
      const Eigen::Vector2d at = edges.toReduced({point.x, point.y});
      hull.emplace_back(cvRound(at.x()) - wide.x, cvRound(at.y()) - wide.y);
    }
    if (hull.size() >= 3)
      cv::fillConvexPoly(out.mask, hull, cv::Scalar(255));
  }
  if (!out.mask.empty())
    cv::dilate(out.mask, out.mask, cv::Mat::ones(3, 3, CV_8U));
  return out;
}

double hiddenShare(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view,
                   const HiddenParts& others) {
  const std::vector<OutlineSample> samples = sampleOutline(solid, pose, view, 2.5 * others.reduction, false);
  const auto hidden = std::count_if(samples.begin(), samples.end(),
                                    [&](const OutlineSample& sample) { return others.holds(sample.pixel); });
  return samples.empty() ? 0.0 : static_cast<double>(hidden) / static_cast<double>(samples.size());
}

} // namespace linesman
