#include "vision/obstacle_detector.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "models/polygon.h"
#include "vision/components.h"

namespace linesman {

namespace {

constexpr double least_area_mm2 = 450.0;
constexpr double large_mm2 = 2500.0;
constexpr double clear_mm = 8.0; ///< of pieces: nearer, coloured shadows look like things
constexpr double least_clear_large = 0.55, least_clear_small = 0.8; ///< share of a thing that is clear of pieces
constexpr double least_thickness_mm = 4.5; ///< area over circumference: grain of wood is thinner
constexpr double of_one_piece = 0.7;       ///< of its convex hull's area
constexpr double border_mm = 1.0;          ///< around what is known, which belongs to it
constexpr double least_width_mm = 5.0;
constexpr double least_edge = 0.035;   ///< of the logarithm of a colour, per pixel
constexpr double over_roughness = 3.5; ///< an edge is so many times steeper than the surface is rough
constexpr double table_share = 0.12;   ///< of the area searched: a free region as large is table
constexpr double alike_tint = 0.16;    ///< of the logarithms of red over green and blue over green
constexpr double most_darker = 1.3, most_brighter = 0.25; ///< than the table next to it: shadows, lights
constexpr double simpler_px = 0.8;                        ///< outlines are simplified by so much

constexpr std::uint8_t quite_foreign = 60; ///< to a known surface

using Polygon = std::vector<cv::Point>;

double middleOf(std::vector<float>& values) {
  if (values.empty())
    return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return static_cast<double>(*middle);
}

/// Free of edges: 255. Pieces and markers are walls.
cv::Mat freeOfEdges(const cv::Mat& slope, const KnownThings& known) {
  std::vector<float> rough;
  for (int y = 0; y < slope.rows; y += 2)
    for (int x = 0; x < slope.cols; x += 2)
      if (known.area.at<std::uint8_t>(y, x) != 0 && known.distance_mm.at<float>(y, x) > 4.0F)
        rough.push_back(slope.at<float>(y, x));
  const double least = std::max(least_edge, over_roughness * middleOf(rough));
  cv::Mat free = slope <= least;
  free.setTo(0, known.distance_mm < 2.0 * border_mm);
  cv::erode(free, free, cv::Mat::ones(2, 2, CV_8U));
  return free;
}

/// A region that no edge crosses: lightness and tint, as logarithms, and how much of the area it fills.
struct Region {
  Eigen::Vector3d look = Eigen::Vector3d::Zero();
  int area_px = 0, all_px = 0;
};

std::vector<Region> regionsOf(const cv::Mat& labels, int count, const cv::Mat& logs, const cv::Mat& area) {
  std::vector<std::array<std::vector<float>, 3>> values(static_cast<std::size_t>(count));
  std::vector<Region> regions(static_cast<std::size_t>(count));
  for (int y = 0; y < labels.rows; ++y)
    for (int x = 0; x < labels.cols; ++x) {
      const auto label = static_cast<std::size_t>(labels.at<int>(y, x));
      if (label == 0)
        continue;
      ++regions[label].all_px;
      regions[label].area_px += area.at<std::uint8_t>(y, x) != 0 ? 1 : 0;
      const cv::Vec3f& v = logs.at<cv::Vec3f>(y, x);
      values[label][0].push_back((v[0] + v[1] + v[2]) / 3.0F);
      values[label][1].push_back(v[2] - v[1]);
      values[label][2].push_back(v[0] - v[1]);
    }
  for (std::size_t i = 1; i < regions.size(); ++i)
    for (int c = 0; c < 3; ++c)
      regions[i].look[c] = middleOf(values[i][static_cast<std::size_t>(c)]);
  return regions;
}

/// 255 where the table is seen: the large regions without edges and those that look like them, in light or in shadow.
cv::Mat tableOf(const ReducedPicture& picture, const ThingEdges& edges, const KnownThings& known) {
  if (picture.surface_known)
    return picture.novelty <= quite_foreign;
  cv::Mat labels;
  const int count = cv::connectedComponents(freeOfEdges(edges.slope, known), labels, 4, CV_32S);
  const std::vector<Region> regions = regionsOf(labels, count, edges.logs, known.area);
  const int area_px = cv::countNonZero(known.area);
  std::vector<Eigen::Vector3d> looks;
  std::size_t largest = 0;
  for (std::size_t i = 1; i < regions.size(); ++i) {
    if (regions[i].area_px > table_share * area_px)
      looks.push_back(regions[i].look);
    if (regions[i].area_px > regions[largest].area_px)
      largest = i;
  }
  if (looks.empty())
    looks.push_back(regions[largest].look);
  const auto isTable = [&](const Region& region) {
    return region.all_px >= 12 && std::any_of(looks.begin(), looks.end(), [&](const Eigen::Vector3d& look) {
             const Eigen::Vector3d off = region.look - look;
             return off.tail<2>().norm() < alike_tint && off[0] > -most_darker && off[0] < most_brighter;
           });
  };
  std::vector<std::uint8_t> of_label(regions.size(), 0);
  for (std::size_t i = 1; i < regions.size(); ++i)
    of_label[i] = isTable(regions[i]) ? 255 : 0;
  cv::Mat out(labels.size(), CV_8U);
  for (int y = 0; y < labels.rows; ++y)
    for (int x = 0; x < labels.cols; ++x)
      out.at<std::uint8_t>(y, x) = of_label[static_cast<std::size_t>(labels.at<int>(y, x))];
  return out;
}

/// What a thing encloses belongs to it, though it may look like the table; what is larger than this is table.
void fillHoles(cv::Mat& foreign, double most_px) {
  std::vector<Polygon> outlines;
  std::vector<cv::Vec4i> tree; // of each outline the last number: the one around it, where it is a hole's
  cv::findContours(foreign, outlines, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_NONE);
  for (std::size_t k = 0; k < outlines.size(); ++k)
    if (tree[k][3] >= 0 && cv::contourArea(outlines[k]) < most_px)
      cv::fillPoly(foreign, std::vector<Polygon>{outlines[k]}, cv::Scalar(255));
}

/// What lies in the area is followed out of it where it is of one piece, as things are; lines of a print that hang
/// together are not.
void keepInArea(cv::Mat& foreign, const cv::Mat& area) {
  std::vector<Polygon> outlines;
  cv::findContours(foreign, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  cv::Mat followed = cv::Mat::zeros(foreign.size(), CV_8U);
  for (const Polygon& outline : outlines) {
    const cv::Rect box = cv::boundingRect(outline);
    cv::Mat part = cv::Mat::zeros(box.size(), CV_8U);
    cv::fillPoly(part, std::vector<Polygon>{outline}, cv::Scalar(255), cv::LINE_8, 0, -box.tl());
    part &= foreign(box);
    Polygon hull;
    cv::convexHull(outline, hull);
    if (cv::countNonZero(part) > of_one_piece * cv::contourArea(hull))
      followed(box) |= part;
  }
  foreign.setTo(0, (area == 0) & (followed == 0));
}

/// A part of the picture that is no table, which lies in `box`: is it a thing, and no shadow, grain or part of a piece?
/// `rim`: where rims count.
bool isThing(const cv::Mat& part, const cv::Rect& box, const Polygon& contour, const cv::Mat& steepest,
             const KnownThings& known, const cv::Mat& rim, double mm_per_px) {
  const double all_px = cv::countNonZero(part), px_mm2 = mm_per_px * mm_per_px;
  const double clear = cv::countNonZero(part & (known.distance_mm(box) > clear_mm)) / std::max(1.0, all_px);
  if (clear < (all_px * px_mm2 < large_mm2 ? least_clear_small : least_clear_large) ||
      all_px * mm_per_px < least_thickness_mm * cv::arcLength(contour, true))
    return false;
  return hasSteepRim(contour, steepest, rim);
}

/// What of a picture is `foreign` (8 bit) to the table and is a thing by itself.
std::vector<SeenObstacle> thingsOf(cv::Mat foreign, const ReducedPicture& picture, const TableView& view,
                                   const KnownThings& known, const cv::Mat& steepest) {
  cv::morphologyEx(foreign, foreign, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
  fillHoles(foreign, table_share * cv::countNonZero(known.area));
  cv::erode(foreign, foreign, cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(5, 5))); // half an edge's width
  foreign.setTo(0, known.distance_mm < border_mm);
  cv::morphologyEx(foreign, foreign, cv::MORPH_OPEN, roundElement(least_width_mm, picture.mm_per_px));
  keepInArea(foreign, known.area);
  cv::Mat labels;
  const std::vector<Component> components = componentsOf(foreign, labels);
  const cv::Mat rim = known.inner & (known.distance_mm > 4.0);
  const double px_mm2 = picture.mm_per_px * picture.mm_per_px;
  std::vector<SeenObstacle> obstacles;
  for (int i = 1; i < std::ssize(components); ++i) {
    const cv::Rect box = components[static_cast<std::size_t>(i)].box;
    const cv::Mat part = labels(box) == i;
    if (cv::countNonZero(part & known.area(box)) * px_mm2 < least_area_mm2)
      continue;
    std::vector<Polygon> contours;
    cv::findContours(part, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE, box.tl());
    if (!isThing(part, box, contours.front(), steepest, known, rim, picture.mm_per_px))
      continue;
    Polygon outline;
    cv::approxPolyDP(contours.front(), outline, simpler_px, true);
    TablePolygon polygon = onTable(outline, picture, view);
    if (polygon.size() >= 3 && signedArea(polygon) >= least_area_mm2)
      obstacles.push_back({std::move(polygon), 0.0});
  }
  return obstacles;
}

} // namespace

std::vector<SeenObstacle> detectObstacles(const ReducedPicture& picture, const TableView& view,
                                          const KnownThings& known, const ThingEdges& edges, LargePrint& print) {
  cv::Mat foreign = tableOf(picture, edges, known) == 0, steepest;
  cv::dilate(edges.slope, steepest, cv::Mat::ones(3, 3, CV_8U));
  foreign.setTo(0, known.reach == 0);
  foreign.setTo(0, known.distance_mm < border_mm);
  std::vector<SeenObstacle> things = thingsOf(foreign.clone(), picture, view, known, steepest);
  if (things.empty() || picture.surface_known)
    return things;
  if (print.mask().empty())
    return things;
  foreign.setTo(0, print.mask());
  return thingsOf(foreign, picture, view, known, steepest);
}

} // namespace linesman
