#include "vision/pyramid_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr double shrink = 0.85;      ///< of the faces: clear of their edges
constexpr double usual_cost = 8.0;   ///< of a plastic's law, costs beyond count less and less
constexpr double noise_levels = 6.0; ///< grey levels of differences that mean nothing

Eigen::Vector3d toVector(const cv::Vec3b& v) {
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

/// Running mean and squared spread of colours.
struct ColourSums {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double squares = 0.0;
  int count = 0;
  void add(const Eigen::Vector3d& colour) {
    sum += colour;
    squares += colour.squaredNorm();
    ++count;
  }
  Eigen::Vector3d mean() const { return sum / std::max(1, count); }
  double deviations() const { return std::max(0.0, squares - mean().squaredNorm() * count); }
};

/// The seen faces as convex polygons in reduced pixels, shrunk towards their middles.
std::vector<std::vector<cv::Point>> facesOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                            const TableView& view, const EdgeField& edges) {
  const Pose<TableFrame, PieceFrame> lifted = pose.lifted();
  const Eigen::Vector3d eye = lifted.rotation().transpose() * (view.eye_mm() - lifted.translation_mm());
  const auto corners = solid.cornersAt(pose);
  std::array<cv::Point2f, 5> px;
  for (std::size_t i = 0; i < 5; ++i) {
    const auto pixel = view.pixel(corners[i]);
    if (!pixel)
      return {};
    const Eigen::Vector2d at = edges.toReduced(*pixel);
    px[i] = {static_cast<float>(at.x()), static_cast<float>(at.y())};
  }
  std::vector<std::vector<cv::Point>> faces;
  for (int face = 0; face < 5; ++face) {
    if (solid.normals()[static_cast<std::size_t>(face)].dot(eye - solid.pointOfFace(face)) <= 0.0)
      continue;
    std::array<bool, 5> of_face{};
    for (int e = 0; e < PyramidSolid::edge_count; ++e)
      for (const int side : PyramidSolid::faces(solid.posture(), e))
        if (side == face)
          for (const int corner : PyramidSolid::edge(solid.posture(), e))
            of_face[static_cast<std::size_t>(corner)] = true;
    std::vector<cv::Point2f> corners, hull;
    for (std::size_t i = 0; i < 5; ++i)
      if (of_face[i])
        corners.push_back(px[i]);
    cv::convexHull(corners, hull);
    cv::Point2f middle(0.0F, 0.0F);
    for (const cv::Point2f& corner : hull)
      middle += corner * (1.0F / static_cast<float>(hull.size()));
    std::vector<cv::Point> polygon;
    for (const cv::Point2f& corner : hull)
      polygon.emplace_back(middle + (corner - middle) * shrink);
    faces.push_back(std::move(polygon));
  }
  return faces;
}

void addFaces(const std::vector<std::vector<cv::Point>>& faces, const cv::Mat& image, ColourSums& inside,
              SurfaceEvidence& evidence) {
  double within = 0.0;
  for (const std::vector<cv::Point>& face : faces) {
    const cv::Rect box = cv::boundingRect(face) & cv::Rect(0, 0, image.cols, image.rows);
    if (box.empty())
      continue;
    cv::Mat mask = cv::Mat::zeros(box.size(), CV_8U);
    std::vector<cv::Point> moved = face;
    for (cv::Point& corner : moved)
      corner -= box.tl();
    cv::fillConvexPoly(mask, moved, cv::Scalar(255));
    ColourSums sums;
    for (int y = 0; y < box.height; ++y)
      for (int x = 0; x < box.width; ++x)
        if (mask.at<std::uint8_t>(y, x) != 0) {
          const Eigen::Vector3d colour = toVector(image.at<cv::Vec3b>(box.y + y, box.x + x));
          sums.add(colour);
          inside.add(colour);
        }
    within += sums.deviations();
  }
  if (inside.count == 0)
    return;
  evidence.faces_apart = std::min(1.0, std::sqrt(std::max(0.0, inside.deviations() - within) / inside.count) / 30.0);
}

double weakestSeparation(const std::vector<OutlineSample>& samples, const EdgeField& edges) {
  std::array<ColourSums, PyramidSolid::edge_count> steps;
  for (const OutlineSample& sample : samples) {
    const Eigen::Vector2d at = edges.toReduced(sample.pixel);
    const Eigen::Vector3d in = edges.colourAt(at - 1.7 * sample.normal) + edges.colourAt(at - 2.7 * sample.normal);
    const Eigen::Vector3d out = edges.colourAt(at + 1.7 * sample.normal) + edges.colourAt(at + 2.7 * sample.normal);
    steps[static_cast<std::size_t>(sample.edge)].add(0.5 * (in - out));
  }
  double weakest = 1.0;
  bool any = false;
  for (const ColourSums& edge : steps) {
    if (edge.count < 3)
      continue;
    const double steady = edge.mean().norm() / (std::sqrt(edge.deviations() / edge.count) + noise_levels);
    weakest = std::min(weakest, steady / (steady + 1.0));
    any = true;
  }
  return any ? weakest : 0.0;
}

} // namespace

SurfaceEvidence surfaceEvidenceFor(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                   const TableView& view, const EdgeField& edges, const PyramidColours& colours,
                                   const HiddenParts& hidden) {
  SurfaceEvidence evidence;
  ColourSums inside;
  addFaces(facesOf(solid, pose, view, edges), edges.image(), inside, evidence);
  std::vector<OutlineSample> samples = sampleOutline(solid, pose, view, 2.5 * edges.reduction(), false);
  hidden.leaveOut(samples);
  evidence.weakest_separation = weakestSeparation(samples, edges);
  if (inside.count > 0)
    evidence.plastic = usual_cost / (usual_cost + std::max(0.0, colours.leastCost(inside.mean())));
  return evidence;
}

} // namespace linesman
