#include "vision/reduced_picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr double wanted_mm_per_px = 1.25;
constexpr double search_reach_mm = 3.0;
constexpr int joined_px = 40; ///< changed parts nearer to each other are renewed as one

int reductionFor(const TableView& view) {
  return std::clamp(static_cast<int>(std::lround(wanted_mm_per_px / view.mmPerPixel({0.0, 0.0}))), 1, 4);
}

EdgeField edgesOf(const cv::Mat& image, const TableView& view) {
  const int reduction = reductionFor(view);
  const double mm_per_px = view.mmPerPixel({0.0, 0.0}) * reduction;
  return {image, reduction, std::max(2, static_cast<int>(std::lround(search_reach_mm / mm_per_px)))};
}

/// Edge pixels per pixel of common colour; a printed or woven pattern has many. 3 % = 1.
double patternOf(const EdgeField& edges, const cv::Mat& foreign) {
  cv::Mat on_surface;
  edges.thinned().copyTo(on_surface, foreign == 0);
  const int surface = static_cast<int>(foreign.total()) - cv::countNonZero(foreign);
  return std::min(1.0, cv::countNonZero(on_surface) / (0.03 * std::max(surface, 1)));
}

/// Rectangles around what is not 0, those near to each other joined, in a picture of `size`.
std::vector<cv::Rect> rectanglesOf(const cv::Mat& changed, const cv::Size& size) {
  cv::Mat labels, boxes, middles;
  const int count = cv::connectedComponentsWithStats(changed, labels, boxes, middles);
  std::vector<cv::Rect> parts;
  for (int i = 1; i < count; ++i) {
    const auto at = [&](int value, int of, int all) { return value == of ? all : value * all / of; };
    const int x = boxes.at<int>(i, cv::CC_STAT_LEFT), y = boxes.at<int>(i, cv::CC_STAT_TOP);
    const cv::Point first(at(x, changed.cols, size.width), at(y, changed.rows, size.height));
    const cv::Point last(at(x + boxes.at<int>(i, cv::CC_STAT_WIDTH), changed.cols, size.width) + 1,
                         at(y + boxes.at<int>(i, cv::CC_STAT_HEIGHT), changed.rows, size.height) + 1);
    cv::Rect part = cv::Rect(first, last) & cv::Rect({0, 0}, size);
    for (std::size_t k = 0; k < parts.size();) {
      const cv::Rect reach(part.x - joined_px, part.y - joined_px, part.width + 2 * joined_px,
                           part.height + 2 * joined_px);
      if ((reach & parts[k]).empty()) {
        ++k;
        continue;
      }
      part |= parts[k];
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
      k = 0;
    }
    parts.push_back(part);
  }
  return parts;
}

} // namespace

ReducedPicture::ReducedPicture(const QuietPicture& picture, const TableView& view)
    : full(picture), edges(edgesOf(picture.image(), view)), mm_per_px(view.mmPerPixel({0.0, 0.0}) * edges.reduction()) {
  const cv::Rect all({0, 0}, edges.image().size());
  print_ = RepeatingSurface::find(edges, view);
  repeats = print_.has_value();
  if (!repeats)
    colours_.emplace(edges.image());
  novelty = repeats ? print_->picture() : colours_->picture();
  foreign.create(all.size(), CV_8U);
  findForeign(all);
  patterned = patternOf(edges, foreign);
  if (repeats) {
    with_print_ = edges;
    edges = with_print_->keepingOnly(foreign);
  }
}

void ReducedPicture::renew(const QuietPicture& picture, const cv::Mat& changed) {
  full = picture;
  const cv::Size size = edges.image().size();
  const std::vector<cv::Rect> parts = rectanglesOf(changed, size);
  EdgeField& all_edges = with_print_ ? *with_print_ : edges;
  all_edges.renew(picture.image(), parts);
  if (print_)
    print_->renew(all_edges, parts);
  else
    colours_->renew(all_edges.image(), parts);
  for (const cv::Rect& part : parts)
    findForeign(part);
  if (with_print_)
    edges = with_print_->keepingOnly(foreign);
}

/// Where foreign colours are, with a rim.
void ReducedPicture::findForeign(const cv::Rect& part) {
  constexpr int reach = 5; // of what follows
  const auto grown = [&](int by) {
    return cv::Rect(part.x - by, part.y - by, part.width + 2 * by, part.height + 2 * by) &
           cv::Rect({0, 0}, novelty.size());
  };
  const cv::Rect to = grown(reach), from = grown(2 * reach);
  cv::Mat here = novelty(from) > 60, kept;
  cv::morphologyEx(here, here, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(3, 3)));
  cv::dilate(here, kept, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(7, 7)));
  kept(cv::Rect(to.tl() - from.tl(), to.size())).copyTo(foreign(to));
}

} // namespace linesman
