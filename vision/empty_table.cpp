#include "vision/empty_table.h"

#include <algorithm>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "vision/light_change.h"
#include "vision/linear_map.h"

namespace linesman {

namespace {

constexpr double same_place_px = 0.5;   ///< a camera whose picture moved by less stands where it stood
constexpr double beyond_horizon = -1e5; ///< px, in no picture

} // namespace

EmptyTable::EmptyTable(cv::Mat image, const TableView& view) : image_(std::move(image)), view_(view) {}

EmptyTable::Seen EmptyTable::from(const TableView& view) const {
  const cv::Size size(view.lens().width_px, view.lens().height_px);
  double farthest_px = 0.0;
  const cv::Mat map = linearMap(size, [&](const Eigen::Vector2d& at) -> Eigen::Vector2d {
    const auto on_table = view.tablePoint(at);
    const auto pixel = on_table ? view_.pixel({on_table->x(), on_table->y(), 0.0}) : std::nullopt;
    if (!pixel)
      return Eigen::Vector2d::Constant(beyond_horizon);
    farthest_px = std::max(farthest_px, (*pixel - at).norm());
    return *pixel;
  });
  if (image_.size() == size && farthest_px < same_place_px)
    return {image_, cv::Mat(size, CV_8U, cv::Scalar(255))};
  Seen seen;
  cv::remap(image_, seen.image, map, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  cv::remap(cv::Mat(image_.size(), CV_8U, cv::Scalar(255)), seen.known, map, cv::Mat(), cv::INTER_LINEAR,
            cv::BORDER_CONSTANT);
  seen.known = seen.known == 255;
  return seen;
}

BareSurface::BareSurface(const EmptyTable::Seen& bare, const EdgeField& edges) {
  const cv::Mat now = logarithmsOf(edges.image());
  const EdgeField bare_edges(bare.image, edges.reduction(), 1);
  const cv::Mat& reduced = bare_edges.image();
  cv::dilate(bare_edges.thinned(), bare_, cv::Mat::ones(5, 5, CV_8U));
  bare_ = bare_ == 0;
  cv::resize(bare.known, known_, now.size(), 0.0, 0.0, cv::INTER_AREA);
  known_ = known_ == 255;
  cv::Mat before = logarithmsOf(reduced), change = now - before;
  cv::Mat any_brightness; // of what was too bright for the camera: more than any picture shows, elsewhere 0
  cv::threshold(before, any_brightness, tooBright(), 10.0, cv::THRESH_BINARY);
  before += smoothPart(change, known_ & notTooBright(now, before));
  // A pixel of misplacement must not count: what a neighbour would say is as good.
  cv::dilate(before + any_brightness, most_, cv::Mat());
  cv::erode(cv::min(before, tooBright()), least_, cv::Mat());
  novelty_ = cv::Mat::zeros(now.size(), CV_8U);
  renew(edges, {cv::Rect({0, 0}, now.size())});
}

void BareSurface::renew(const EdgeField& edges, const std::vector<cv::Rect>& parts) {
  for (const cv::Rect& part : parts) {
    cv::Mat here = novelty_(part);
    noveltyOutside(logarithmsOf(edges.image()(part)), least_(part), most_(part)).copyTo(here);
    here.setTo(0, known_(part) == 0);
  }
}

} // namespace linesman
