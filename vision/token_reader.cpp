#include "vision/token_reader.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "calibration/marker_detection.h"

namespace linesman {

namespace {

constexpr double margin = 2.0; // squares beside the board that are looked at
// Of the straightened pictures: a marker on a token is 30 or 20 pixels wide; which one it is read in is chance.
constexpr double scales_px[] = {88.0, 60.0};
constexpr int step_px = 8; // the lens is evaluated every so many pixels

/// Board plane of a pixel of the straightened picture, mm.
Eigen::Vector2d planeOf(const BoardView& view, double square_px, double x, double y) {
  return {(x / square_px - margin - 0.5 * view.columns) * view.square_mm,
          (0.5 * view.rows + margin - y / square_px) * view.square_mm};
}

cv::Mat straighten(const cv::Mat& image, const BoardView& view, double square_px, double height_mm) {
  const int width = static_cast<int>(square_px * (view.columns + 2.0 * margin)),
            height = static_cast<int>(square_px * (view.rows + 2.0 * margin));
  cv::Mat coarse(height / step_px + 2, width / step_px + 2, CV_32FC2);
  for (int v = 0; v < coarse.rows; ++v)
    for (int u = 0; u < coarse.cols; ++u) {
      const Eigen::Vector2d p = view.pixel(planeOf(view, square_px, step_px * u, step_px * v), height_mm);
      coarse.at<cv::Vec2f>(v, u) = {static_cast<float>(p.x()), static_cast<float>(p.y())};
    }
  cv::Mat map(height, width, CV_32FC2), out;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int u = x / step_px, v = y / step_px;
      const float fx = static_cast<float>(x % step_px) / step_px, fy = static_cast<float>(y % step_px) / step_px;
      map.at<cv::Vec2f>(y, x) =
          (1 - fy) * ((1 - fx) * coarse.at<cv::Vec2f>(v, u) + fx * coarse.at<cv::Vec2f>(v, u + 1)) +
          fy * ((1 - fx) * coarse.at<cv::Vec2f>(v + 1, u) + fx * coarse.at<cv::Vec2f>(v + 1, u + 1));
    }
  cv::remap(image, out, map, cv::noArray(), cv::INTER_CUBIC, cv::BORDER_CONSTANT, cv::Scalar(128, 128, 128));
  return out;
}

} // namespace

std::vector<ReadToken> readTokens(const cv::Mat& image_bgr, const BoardView& view, double thickness_mm) {
  cv::Mat grey = image_bgr;
  if (image_bgr.channels() == 3)
    cv::cvtColor(image_bgr, grey, cv::COLOR_BGR2GRAY);
  std::vector<ReadToken> tokens;
  for (const double square_px : scales_px)
    for (const FoundMarker& marker :
         findMarkers(straighten(grey, view, square_px, thickness_mm), token_dictionary, MarkerSearch::thorough)) {
      const auto man = manOfToken(marker.id);
      if (!man)
        continue;
      Eigen::Vector2d centre = Eigen::Vector2d::Zero();
      for (const Eigen::Vector2d& corner : marker.corners_px)
        centre += 0.25 * corner;
      // Corners run clockwise from the top left: from the middle of the marker up to the middle of the disc.
      const Eigen::Vector2d up =
          0.5 * (marker.corners_px[0] + marker.corners_px[1] - marker.corners_px[2] - marker.corners_px[3]);
      centre += up * (token_marker_drop / token_marker_share);
      ReadToken token{*man, planeOf(view, square_px, centre.x(), centre.y()), -1, -1};
      const Eigen::Vector2d at = token.centre_mm / view.square_mm + 0.5 * Eigen::Vector2d(view.columns, view.rows);
      if (at.x() >= 0.0 && at.y() >= 0.0 && at.x() < view.columns && at.y() < view.rows) {
        token.file = static_cast<int>(at.x());
        token.rank = static_cast<int>(at.y());
      }
      const bool known = std::any_of(tokens.begin(), tokens.end(), [&](const ReadToken& other) {
        return (other.centre_mm - token.centre_mm).norm() < 0.3 * view.square_mm;
      });
      if (!known)
        tokens.push_back(std::move(token));
    }
  return tokens;
}

} // namespace linesman
