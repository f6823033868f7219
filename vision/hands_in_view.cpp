#include "vision/hands_in_view.h"

#include <algorithm>
#include <utility>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

double areaOf(const std::vector<std::vector<cv::Point>>& outlines) {
  double area_px2 = 0.0;
  for (const std::vector<cv::Point>& outline : outlines)
    area_px2 += cv::contourArea(outline);
  return area_px2;
}

std::vector<TablePolygon> polygonsOf(const HandDetector::Outlines& outlines, const TableView& view) {
  std::vector<TablePolygon> polygons;
  for (const std::vector<cv::Point>& outline : outlines) {
    TablePolygon polygon;
    for (const cv::Point& point : outline)
      if (const auto on_table = view.tablePoint({point.x, point.y}))
        polygon.push_back(*on_table);
    if (polygon.size() >= 3)
      polygons.push_back(std::move(polygon));
  }
  return polygons;
}

} // namespace

void HandsInView::begin(const Frame& frame, bool single_pictures) {
  constexpr double single_s = 0.4; // between pictures
  first_ = !hands_.knowsTable();
  apart_ = single_pictures || frame.t_s - std::exchange(last_s_, frame.t_s) > single_s;
  by_hand_ = apart_ && !hands_.nearlySame(frame.image);
  before_.reset();
  if (by_hand_)
    before_ = hands_.copy();
}

CameraMove HandsInView::find(const Frame& frame, const Lens& lens,
                             const UncertainPose<CameraFrame, TableFrame>& camera_from_table, const EmptyTable* empty,
                             const std::vector<HandDetector::Piece>* pieces) {
  found_ = hands_.find(frame.image, frame.t_s, pieces);
  move_ = camera_.sees(lens, camera_from_table.pose, by_hand_);
  // What changed because the camera was carried elsewhere is no hand.
  if (move_ == CameraMove::carried || (first_ && empty != nullptr))
    found_ = findFirst(frame, TableView(lens, camera_from_table), empty);
  else if (move_ == CameraMove::nudged && !found_.empty() && before_)
    followNudge(frame);
  resting_ = hands_.resting();
  return move_;
}

HandsInView::Outlines HandsInView::findFirst(const Frame& frame, const TableView& view, const EmptyTable* empty) {
  hands_.reset();
  if (empty != nullptr) {
    const EmptyTable::Seen bare_table = empty->from(view);
    cv::Mat reference = frame.image.clone(); // where the empty table is not known nothing has changed
    bare_table.image.copyTo(reference, bare_table.known);
    hands_.find(reference, frame.t_s);
  }
  return hands_.find(frame.image, frame.t_s);
}

/// Perhaps the table was only measured otherwise: what is moved along must explain more of what has changed.
void HandsInView::followNudge(const Frame& frame) {
  before_->follow(frame.image, camera_.nowFromBefore());
  Outlines moved_along = before_->find(frame.image, frame.t_s);
  if (areaOf(moved_along) < areaOf(found_)) {
    hands_ = std::move(*before_);
    found_ = std::move(moved_along);
  }
}

bool HandsInView::keepOverBoard(const BoardLines& lines, double t_s) {
  const bool film = !apart_;
  if (move_ == CameraMove::carried)
    bare_.reset();
  const bool same = move_ == CameraMove::none && last_lines_ && lines.sameAs(*last_lines_);
  if (!same)
    same_lines_s_ = t_s;
  const bool long_the_same = t_s - same_lines_s_ >= HandDetector::rests_after_s;
  // In a film a hand covers more sooner or later; what lies there as it did in a picture before without a hand is none
  // either, nor what has lain there for long.
  const bool doubt_is_none = film || long_the_same || (same && !hand_before_);
  const auto cover = [&](const std::vector<cv::Point>& outline) {
    return bare_ ? lines.coverInside(outline, *bare_) : BoardLines::Cover::none;
  };
  std::erase_if(found_, [&](const std::vector<cv::Point>& hand) {
    const BoardLines::Cover covers = cover(hand);
    return covers == BoardLines::Cover::none || (film && long_the_same) ||
           (covers == BoardLines::Cover::perhaps && doubt_is_none);
  });
  std::erase_if(resting_, [&](const auto& thing) { return cover(thing) == BoardLines::Cover::none; });
  if (found_.empty() && resting_.empty())
    bare_ = lines;
  last_lines_ = lines;
  hand_before_ = !found_.empty();
  return same && !long_the_same;
}

void HandsInView::hold(const std::vector<TablePolygon>& hands_mm, const TableView& view, double t_s) {
  Outlines outlines;
  for (const TablePolygon& hand : hands_mm) {
    std::vector<cv::Point> outline;
    for (const Eigen::Vector2d& corner : hand)
      if (const auto at = view.pixel({corner.x(), corner.y(), 0.0}))
        outline.emplace_back(cvRound(at->x()), cvRound(at->y()));
    if (outline.size() >= 3)
      outlines.push_back(std::move(outline));
  }
  hands_.hold(outlines, t_s);
  std::ranges::move(outlines, std::back_inserter(found_));
}

std::vector<TablePolygon> HandsInView::onTable(const TableView& view) const {
  return polygonsOf(found_, view);
}

std::vector<TablePolygon> HandsInView::restingOnTable(const TableView& view) const {
  return polygonsOf(resting_, view);
}

} // namespace linesman
