#include "vision/reduced_picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "vision/changed_parts.h"

namespace linesman {

namespace {

constexpr double wanted_mm_per_px = 1.25;
constexpr double search_reach_mm = 3.0;
constexpr double patterned_surface =
    0.4; ///< and more of `patterned`: edges of foreign colours are needed by themselves

int reductionFor(const TableView& view) {
  return std::clamp(static_cast<int>(std::lround(wanted_mm_per_px / view.mmPerPixel(view.middle_mm()))), 1, 4);
}

EdgeField edgesOf(const cv::Mat& image, const TableView& view) {
  const int reduction = reductionFor(view);
  const double mm_per_px = view.mmPerPixel(view.middle_mm()) * reduction;
  return {image, reduction, std::max(2, static_cast<int>(std::lround(search_reach_mm / mm_per_px)))};
}

/// Edge pixels per pixel of common colour; a printed or woven pattern has many. 3 % = 1.
double patternOf(const EdgeField& edges, const cv::Mat& foreign) {
  cv::Mat on_surface;
  edges.thinned().copyTo(on_surface, foreign == 0);
  const int surface = static_cast<int>(foreign.total()) - cv::countNonZero(foreign);
  return std::min(1.0, cv::countNonZero(on_surface) / (0.03 * std::max(surface, 1)));
}

} // namespace

ReducedPicture::ReducedPicture(const QuietPicture& picture, const TableView& view, const EmptyTable* empty)
    : full(picture), edges(edgesOf(picture.image(), view)),
      mm_per_px(view.mmPerPixel(view.middle_mm()) * edges.reduction()) {
  const cv::Rect all({0, 0}, edges.image().size());
  if (empty != nullptr)
    bare_.emplace(empty->from(view), edges);
  else
    print_ = RepeatingSurface::find(edges, view);
  surface_known = bare_ || print_;
  if (!surface_known)
    colours_.emplace(edges.image());
  novelty = bare_ ? bare_->picture() : print_ ? print_->picture() : colours_->picture();
  foreign.create(all.size(), CV_8U);
  findForeign(all);
  patterned = patternOf(edges, foreign);
  if (surface_known) {
    with_surface_ = edges;
    edges = with_surface_->keepingOnly(noPrint());
  } else if (patterned > patterned_surface) {
    foreign_edges = edges.keepingOnly(foreign);
  }
}

void ReducedPicture::renew(const QuietPicture& picture, const cv::Mat& changed) {
  full = picture;
  const cv::Size size = edges.image().size();
  const std::vector<cv::Rect> parts = changedRectangles(changed, size);
  EdgeField& all_edges = with_surface_ ? *with_surface_ : edges;
  all_edges.renew(picture.image(), parts);
  if (bare_)
    bare_->renew(all_edges, parts);
  else if (print_)
    print_->renew(all_edges, parts);
  else
    colours_->renew(all_edges.image(), parts);
  std::vector<cv::Rect> with_foreign;
  for (const cv::Rect& part : parts)
    with_foreign.push_back(findForeign(part));
  if (with_surface_)
    edges.renewKept(*with_surface_, noPrint(), with_foreign);
  if (foreign_edges)
    foreign_edges->renewKept(edges, foreign, with_foreign);
}

cv::Mat ReducedPicture::noPrint() const {
  return bare_ ? cv::Mat(foreign | bare_->bare()) : foreign;
}

cv::Rect ReducedPicture::findForeign(const cv::Rect& part) {
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
  return to;
}

} // namespace linesman
