#include "vision/hand_detector.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <opencv2/imgproc.hpp>

#include "vision/arm_shape.h"
#include "vision/components.h"
#include "vision/light_change.h"
#include "vision/reduced_size.h"

namespace linesman {

namespace {

constexpr int width_px = 320;     ///< of the reduced picture
constexpr float changed = 0.25F;  ///< a change of any channel by this factor (as a logarithm) is no noise
constexpr double kept = 0.04F;    ///< mean change between pictures below which a region lies still
constexpr double most_area = 0.6; ///< more than this is a moved camera, not a hand
/// Share of the picture that looks otherwise where something lay still and stirs: a finger's width and length; of what
/// rests more, for a piece may be laid against it.
constexpr double stirs = 0.001, stirs_at_rest = 0.004;
constexpr double taken_away = 0.6;      ///< so much less steep is the rim of what is gone
constexpr double light_stiffness = 0.1; ///< of the change of light under what covers the table
constexpr double shadow_hue = 0.12;     ///< colours are darker alike (logarithms)
constexpr double shadow_even = 0.1;     ///< and everywhere as much

cv::Mat disc(int width_px) {
  return cv::getStructuringElement(cv::MORPH_ELLIPSE, {width_px, width_px});
}

cv::Mat logarithms(const cv::Mat& image_bgr) {
  return logarithmsOf(reducedTo(image_bgr, {width_px, std::max(1, image_bgr.rows * width_px / image_bgr.cols)}));
}

/// How far colours changed beyond the light. What was too bright for the camera may be brighter now than the light
/// leaves it, and what is too bright now may have been brighter before than it tells.
cv::Mat beyondLight(const cv::Mat& now, const cv::Mat& before) {
  const float too_bright = tooBright();
  const cv::Mat change = now - before;
  cv::Mat residual = change - smoothPart(change, notTooBright(now, before));
  residual.forEach<cv::Vec3f>([&](cv::Vec3f& value, const int* at) {
    const auto &is = now.at<cv::Vec3f>(at[0], at[1]), &was = before.at<cv::Vec3f>(at[0], at[1]);
    for (int c = 0; c < 3; ++c) {
      const bool untold = value[c] > 0.0F ? was[c] > too_bright : is[c] > too_bright;
      value[c] = untold ? 0.0F : std::abs(value[c]);
    }
  });
  return residual;
}

cv::Mat changedMask(const cv::Mat& now, const cv::Mat& before) {
  cv::Mat residual = beyondLight(now, before);
  cv::GaussianBlur(residual, residual, {3, 3}, 0);
  std::vector<cv::Mat> channels;
  cv::split(residual, channels);
  cv::Mat mask = cv::max(cv::max(channels[0], channels[1]), channels[2]) > changed;
  cv::morphologyEx(mask, mask, cv::MORPH_OPEN, disc(3));
  cv::morphologyEx(mask, mask, cv::MORPH_CLOSE, disc(7));
  return mask;
}

/// Mean change of the logarithms inside the mask.
double meanChange(const cv::Mat& now, const cv::Mat& before, const cv::Mat& mask) {
  cv::Mat change;
  cv::absdiff(now, before, change);
  const cv::Scalar mean = cv::mean(change, mask);
  return (mean[0] + mean[1] + mean[2]) / 3.0;
}

/// Steepness of the logarithms, the greatest of the three channels.
cv::Mat steepness(const cv::Mat& logs) {
  cv::Mat dx, dy;
  cv::Sobel(logs, dx, CV_32F, 1, 0);
  cv::Sobel(logs, dy, CV_32F, 0, 1);
  cv::Mat sum = cv::abs(dx) + cv::abs(dy);
  std::vector<cv::Mat> channels;
  cv::split(sum, channels);
  return cv::max(cv::max(channels[0], channels[1]), channels[2]);
}

HandDetector::Outlines outlinesOf(const cv::Mat& mask, double scale) {
  HandDetector::Outlines outlines;
  std::vector<std::vector<cv::Point>> contours;
  cv::findContours(mask, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
  if (contours.empty())
    return outlines;
  std::vector<cv::Point> outline;
  cv::approxPolyDP(*std::max_element(contours.begin(), contours.end(),
                                     [](const auto& a, const auto& b) { return a.size() < b.size(); }),
                   outline, 1.5, true);
  for (cv::Point& point : outline)
    point = cv::Point(cvRound(scale * point.x), cvRound(scale * point.y));
  if (outline.size() >= 3)
    outlines.push_back(std::move(outline));
  return outlines;
}

/// Does it come in over the border, and reach in far enough for an arm?
bool isArm(const cv::Rect& box, int area_px, const cv::Size& size) {
  const bool left = box.x <= 1, top = box.y <= 1;
  const bool right = box.br().x >= size.width - 1, bottom = box.br().y >= size.height - 1;
  const int reach_px = std::max(left || right ? box.width : 0, top || bottom ? box.height : 0);
  return area_px >= least_arm_area * size.area() && reach_px >= least_arm_reach * size.height;
}

} // namespace

/// What is not held looks as it does now; what is covered keeps step with the light.
void HandDetector::remember(const cv::Mat& logs, const cv::Mat& held) {
  if (cv::countNonZero(held) == 0) {
    logs.copyTo(bare_);
    return;
  }
  cv::Mat covered;
  cv::dilate(held, covered, disc(15));
  const cv::Mat free = ~covered;
  bare_ += smoothPart(logs - bare_, notTooBright(logs, bare_) & free, light_stiffness);
  logs.copyTo(bare_, free);
}

bool HandDetector::isNear(const cv::Mat& part, const std::vector<Piece>& pieces, double Piece::*within_px) const {
  cv::Mat distances_px;
  cv::distanceTransform(~part, distances_px, cv::DIST_L2, 3);
  return std::ranges::any_of(pieces, [&](const Piece& piece) {
    const cv::Point at(std::clamp(cvRound(piece.middle.x / scale_), 0, part.cols - 1),
                       std::clamp(cvRound(piece.middle.y / scale_), 0, part.rows - 1));
    return scale_ * distances_px.at<float>(at) < piece.*within_px;
  });
}

/// Whether what lay there has moved, or something beside it. What rests may have pieces laid against it.
bool HandDetector::stirred(const cv::Mat& logs, const cv::Mat& part, const Lying& lying) const {
  cv::Mat moved = changedMask(logs, lying.look) & (part | lying.mask), labels;
  cv::morphologyEx(moved, moved, cv::MORPH_OPEN, disc(3));
  const double least_px = (lying.rests ? stirs_at_rest : stirs) * static_cast<double>(moved.total());
  const std::vector<Component> components = componentsOf(moved, labels);
  return std::any_of(components.begin() + 1, components.end(),
                     [&](const Component& one) { return one.area_px >= least_px; });
}

/// Whether it has lain there for long enough that it holds nothing up any more. Where no piece lies yet, hands are at
/// work setting them up.
bool HandDetector::comesToRest(const Lying& lying, double t_s, const std::vector<Piece>* pieces) const {
  const double lain_s = t_s - lying.since_s;
  const bool known = pieces != nullptr && !pieces->empty();
  return lain_s >= rests_after_s ||
         (known && lain_s >= rests_sooner_s && !isNear(lying.mask, *pieces, &Piece::reach_px));
}

/// Whether what changed in `part` is that something which lay there was taken away: its outline was in the picture of
/// the table, and is no more.
bool HandDetector::wasTaken(const cv::Mat& logs, const cv::Mat& part) const {
  if (meanChange(logs, last_, part) >= kept)
    return false;
  cv::Mat outer, inner;
  cv::dilate(part, outer, disc(5));
  cv::erode(part, inner, disc(5));
  cv::Mat rim = outer & ~inner;
  rim.rowRange(0, 2).setTo(0);
  rim.rowRange(rim.rows - 2, rim.rows).setTo(0);
  rim.colRange(0, 2).setTo(0);
  rim.colRange(rim.cols - 2, rim.cols).setTo(0);
  return cv::mean(steepness(logs), rim)[0] < taken_away * cv::mean(steepness(bare_), rim)[0];
}

/// Whether the table is only darker there, all its colours alike.
bool HandDetector::isShadow(const cv::Mat& logs, const cv::Mat& part) const {
  cv::Mat inner, change = logs - bare_;
  cv::erode(part, inner, disc(5));
  if (cv::countNonZero(inner) == 0)
    return false;
  cv::blur(change, change, {3, 3});
  cv::Scalar mean, deviation;
  cv::meanStdDev(change, mean, deviation, inner);
  const auto [least, most] = std::minmax({mean[0], mean[1], mean[2]});
  return most < 0.0 && most - least < shadow_hue && std::max({deviation[0], deviation[1], deviation[2]}) < shadow_even;
}

/// A hand that stirs is the one that was there in the picture before; another one that reaches over it holds it up only
/// for as long as they cannot be told apart.
void HandDetector::inherit(Lying& lying) const {
  const int area_px = cv::countNonZero(lying.mask);
  bool first = true;
  for (const Lying& before : lying_) {
    const int shared_px = cv::countNonZero(before.mask & lying.mask);
    if (shared_px == 0)
      continue;
    if (before.idle && 2 * shared_px > std::max(area_px, cv::countNonZero(before.mask))) {
      lying.idle = true;
      lying.clear_since_s = before.clear_since_s;
      return;
    }
    if (before.covered)
      continue;
    const bool both = before.clear_since_s && (first || lying.clear_since_s);
    lying.clear_since_s =
        both ? std::optional(std::max(*before.clear_since_s, lying.clear_since_s.value_or(0.0))) : std::nullopt;
    lying.idle = before.idle && (first || lying.idle);
    first = false;
  }
}

void HandDetector::watchIdling(Lying& lying, const cv::Mat& part, double t_s, const std::vector<Piece>* pieces) const {
  if (pieces == nullptr || pieces->empty() || isNear(part, *pieces, &Piece::over_px)) {
    lying.clear_since_s.reset();
    lying.idle = false;
    return;
  }
  if (!lying.clear_since_s)
    lying.clear_since_s = t_s;
  const double clear_s = t_s - *lying.clear_since_s;
  lying.idle =
      lying.idle || clear_s >= idles_after_s || (clear_s >= idles_sooner_s && !isNear(part, *pieces, &Piece::reach_px));
  if (lying.idle && !lying.rests)
    part.copyTo(lying.mask);
}

/// What rests may lie under a hand that passes over it, but not where another thing has come to rest; and what idles
/// under one that is at work.
void HandDetector::forgetUnseen(const cv::Mat& held, const cv::Mat& at_work) {
  cv::Mat resting(held.size(), CV_8U, cv::Scalar(0));
  for (const Lying& lying : lying_)
    if (lying.seen && lying.rests)
      resting.setTo(255, lying.mask);
  std::erase_if(lying_, [&](Lying& lying) {
    if (lying.seen)
      return false;
    lying.covered = true;
    const bool rests_under = lying.rests && cv::countNonZero(lying.mask & held) > 0 &&
                             2 * cv::countNonZero(lying.mask & resting) <= cv::countNonZero(lying.mask);
    const bool idles_under = lying.idle && cv::countNonZero(lying.mask & at_work) > 0;
    return !rests_under && !idles_under;
  });
}

/// What lies there as it did, or else it has come to lie there now.
HandDetector::Lying& HandDetector::lyingAs(const cv::Mat& logs, const cv::Mat& part, double t_s) {
  for (Lying& lying : lying_)
    if (cv::countNonZero(lying.mask & part) > 0 && !stirred(logs, part, lying)) {
      lying.seen = true;
      lying.covered = false;
      return lying;
    }
  Lying comes{part.clone(), logs, t_s};
  inherit(comes);
  return lying_.emplace_back(std::move(comes));
}

bool HandDetector::nearlySame(const cv::Mat& image_bgr) const {
  constexpr double few = 0.03; // of the picture
  const cv::Mat logs = logarithms(image_bgr);
  return last_.size() == logs.size() &&
         cv::countNonZero(changedMask(logs, last_)) < few * static_cast<double>(logs.total());
}

HandDetector HandDetector::copy() const {
  HandDetector out = *this;
  out.bare_ = bare_.clone(); // it is written to
  return out;
}

void HandDetector::follow(const cv::Mat& image_bgr, const cv::Matx33d& now_from_before) {
  const cv::Mat logs = logarithms(image_bgr);
  if (bare_.size() != logs.size())
    return;
  const double middle = 0.5 * scale_ - 0.5;
  const cv::Matx33d full_from_reduced(scale_, 0.0, middle, 0.0, scale_, middle, 0.0, 0.0, 1.0);
  const cv::Matx33d moved = full_from_reduced.inv() * now_from_before * full_from_reduced;
  for (cv::Mat* seen : {&bare_, &last_}) {
    cv::Mat here = logs.clone();
    cv::warpPerspective(*seen, here, moved, here.size(), cv::INTER_LINEAR, cv::BORDER_TRANSPARENT);
    *seen = here;
  }
  lying_.clear();
}

HandDetector::Outlines HandDetector::find(const cv::Mat& image_bgr, double t_s, const std::vector<Piece>* pieces) {
  const cv::Mat logs = logarithms(image_bgr);
  if (bare_.size() != logs.size()) {
    reset();
    scale_ = static_cast<double>(image_bgr.cols) / width_px;
    bare_ = logs.clone();
    last_ = logs;
    return {};
  }
  Outlines outlines;
  const cv::Mat mask = changedMask(logs, bare_);
  cv::Mat labels;
  const std::vector<Component> components = componentsOf(mask, labels);
  cv::Mat held(mask.size(), CV_8U, cv::Scalar(0)); // what is not taken for the table
  cv::Mat at_work = held.clone();
  double hands_px = 0.0;
  for (Lying& lying : lying_)
    lying.seen = false;
  for (int i = 1; i < std::ssize(components); ++i) {
    const auto& [box, area_px] = components[static_cast<std::size_t>(i)];
    if (!atBorder(box, mask.size()))
      continue;
    const cv::Mat part = labels == i;
    if (wasTaken(logs, part))
      continue;
    Lying& lying = lyingAs(logs, part, t_s);
    lying.is_arm = lying.is_arm || isArm(box, area_px, mask.size());
    if (!lying.rests && comesToRest(lying, t_s, pieces)) {
      lying.rests = lying.is_arm && !isShadow(logs, part);
      lying.seen = lying.rests;
      if (!lying.rests) // it belongs to the table from now on
        continue;
    }
    watchIdling(lying, part, t_s, pieces);
    held.setTo(255, lying.rests ? lying.mask : part);
    if (lying.rests || lying.idle || !lying.is_arm)
      continue;
    at_work.setTo(255, part);
    hands_px += area_px;
    std::ranges::move(outlinesOf(part, scale_), std::back_inserter(outlines));
  }
  for (Lying& lying : lying_) {
    if (!lying.was_there || lying.seen || stirred(logs, lying.mask, lying))
      continue;
    lying.seen = true;
    lying.rests = lying.rests || comesToRest(lying, t_s, pieces);
    held.setTo(255, lying.mask);
    if (!lying.rests)
      std::ranges::move(outlinesOf(lying.mask, scale_), std::back_inserter(outlines));
  }
  last_ = logs;
  if (hands_px > most_area * static_cast<double>(mask.total())) { // a moved camera
    bare_ = logs.clone();
    lying_.clear();
    return {};
  }
  forgetUnseen(held, at_work);
  remember(logs, held);
  return outlines;
}

void HandDetector::hold(const Outlines& outlines, double t_s) {
  for (const std::vector<cv::Point>& outline : outlines) {
    std::vector<cv::Point> reduced;
    for (const cv::Point& point : outline)
      reduced.emplace_back(cvRound(point.x / scale_), cvRound(point.y / scale_));
    Lying& lying = lying_.emplace_back(Lying{cv::Mat::zeros(last_.size(), CV_8U), last_, t_s});
    cv::fillPoly(lying.mask, std::vector<std::vector<cv::Point>>{reduced}, cv::Scalar(255));
    lying.is_arm = lying.was_there = true;
  }
}

HandDetector::Outlines HandDetector::resting() const {
  Outlines outlines;
  for (const Lying& lying : lying_)
    if ((lying.rests || (lying.idle && lying.is_arm)) && lying.seen)
      std::ranges::move(outlinesOf(lying.mask, scale_), std::back_inserter(outlines));
  return outlines;
}

} // namespace linesman
