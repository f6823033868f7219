#include "vision/hand_detector.h"

#include <algorithm>
#include <cmath>

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
  cv::morphologyEx(mask, mask, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_ELLIPSE, {3, 3}));
  cv::morphologyEx(mask, mask, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_ELLIPSE, {7, 7}));
  return mask;
}

/// Mean change of the logarithms inside the mask.
double meanChange(const cv::Mat& now, const cv::Mat& before, const cv::Mat& mask) {
  cv::Mat change;
  cv::absdiff(now, before, change);
  const cv::Scalar mean = cv::mean(change, mask);
  return (mean[0] + mean[1] + mean[2]) / 3.0;
}

/// Does it come in over the border, and reach in far enough for an arm?
bool isArm(const cv::Rect& box, int area_px, const cv::Size& size) {
  const bool left = box.x <= 1, top = box.y <= 1;
  const bool right = box.br().x >= size.width - 1, bottom = box.br().y >= size.height - 1;
  const int reach_px = std::max(left || right ? box.width : 0, top || bottom ? box.height : 0);
  return area_px >= least_arm_area * size.area() && reach_px >= least_arm_reach * size.height;
}

} // namespace

void HandDetector::remember(const cv::Mat& logs, const cv::Mat& held) {
  cv::Mat free;
  cv::dilate(held, free, cv::getStructuringElement(cv::MORPH_ELLIPSE, {15, 15}));
  cv::bitwise_not(free, free);
  logs.copyTo(reference_, free);
}

/// What `covers` the table from now on is taken for a part of it; what it covers is kept: a hand that rested and leaves
/// must not leave one behind.
void HandDetector::keepCovered(const cv::Mat& covers) {
  cv::Mat bare = reference_.clone();
  if (absorbed_.empty())
    absorbed_ = cv::Mat::zeros(covers.size(), CV_8U);
  else
    uncovered_.copyTo(bare, absorbed_);
  uncovered_ = bare;
  absorbed_.setTo(255, covers);
}

/// Whether what changed in `part` is that the table shows again where a hand rested. A man may have been moved under
/// the hand or beside it: what is left of the part then lies within the picture.
bool HandDetector::uncovers(const cv::Mat& logs, const cv::Mat& part) const {
  constexpr double least = 0.5; // of the part
  if (absorbed_.empty())
    return false;
  cv::Mat near;
  cv::dilate(absorbed_, near, cv::getStructuringElement(cv::MORPH_ELLIPSE, {7, 7}));
  if (cv::countNonZero(part & near) < least * cv::countNonZero(part))
    return false;
  const cv::Mat bare = part & near & ~changedMask(logs, uncovered_);
  if (cv::countNonZero(bare) < least * cv::countNonZero(part))
    return false;
  cv::Mat rest = part & ~bare;
  cv::morphologyEx(rest, rest, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_ELLIPSE, {3, 3}));
  return cv::countNonZero(rest) == 0 || !atBorder(cv::boundingRect(rest), rest.size());
}

bool HandDetector::nearlySame(const cv::Mat& image_bgr) const {
  constexpr double few = 0.03; // of the picture
  const cv::Mat logs = logarithms(image_bgr);
  return last_.size() == logs.size() &&
         cv::countNonZero(changedMask(logs, last_)) < few * static_cast<double>(logs.total());
}

HandDetector HandDetector::copy() const {
  HandDetector out = *this;
  out.reference_ = reference_.clone(); // these two are written to
  out.absorbed_ = absorbed_.clone();
  return out;
}

void HandDetector::follow(const cv::Mat& image_bgr, const cv::Matx33d& now_from_before) {
  const cv::Mat logs = logarithms(image_bgr);
  if (reference_.size() != logs.size())
    return;
  const double scale = static_cast<double>(image_bgr.cols) / width_px, middle = 0.5 * scale - 0.5;
  const cv::Matx33d full_from_reduced(scale, 0.0, middle, 0.0, scale, middle, 0.0, 0.0, 1.0);
  const cv::Matx33d moved = full_from_reduced.inv() * now_from_before * full_from_reduced;
  for (cv::Mat* seen : {&reference_, &last_}) {
    cv::Mat here = logs.clone();
    cv::warpPerspective(*seen, here, moved, here.size(), cv::INTER_LINEAR, cv::BORDER_TRANSPARENT);
    *seen = here;
  }
  last_hands_.release();
  absorbed_.release();
}

std::vector<std::vector<cv::Point>> HandDetector::find(const cv::Mat& image_bgr, double t_s) {
  std::vector<std::vector<cv::Point>> outlines;
  const cv::Mat logs = logarithms(image_bgr);
  if (reference_.size() != logs.size()) {
    reset();
    reference_ = last_ = logs;
    return outlines;
  }
  const cv::Mat mask = changedMask(logs, reference_);
  cv::Mat labels;
  const std::vector<Component> components = componentsOf(mask, labels);
  cv::Mat hands(mask.size(), CV_8U, cv::Scalar(0));
  cv::Mat held(mask.size(), CV_8U, cv::Scalar(0));   // what is not taken for table: hands, and what may become one
  cv::Mat slight(mask.size(), CV_8U, cv::Scalar(0)); // what is, though it came in: the tips of fingers at a near row
  const double scale = static_cast<double>(image_bgr.cols) / width_px;
  for (int i = 1; i < std::ssize(components); ++i) {
    const auto& [box, area_px] = components[static_cast<std::size_t>(i)];
    if (!atBorder(box, mask.size()))
      continue;
    const cv::Mat part = labels == i;
    if (uncovers(logs, part)) {
      absorbed_.setTo(0, part);
      continue;
    }
    if (!isArm(box, area_px, mask.size())) {
      (meanChange(logs, last_, part) >= kept ? held : slight).setTo(255, part);
      continue;
    }
    held.setTo(255, part);
    hands.setTo(255, part);
    std::vector<std::vector<cv::Point>> contours;
    cv::findContours(part, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
    std::vector<cv::Point> outline;
    cv::approxPolyDP(*std::max_element(contours.begin(), contours.end(),
                                       [](const auto& a, const auto& b) { return a.size() < b.size(); }),
                     outline, 1.5, true);
    for (cv::Point& point : outline)
      point = cv::Point(cvRound(scale * point.x), cvRound(scale * point.y));
    if (outline.size() >= 3)
      outlines.push_back(std::move(outline));
  }
  const bool moved_camera = cv::countNonZero(hands) > most_area * static_cast<double>(mask.total());
  const bool still = !outlines.empty() && !last_hands_.empty() && cv::countNonZero(last_hands_) > 0 &&
                     meanChange(logs, last_, hands) < kept;
  if (!still)
    still_since_s_ = t_s;
  const bool absorbed = still && t_s - *still_since_s_ >= absorbed_after_s;
  last_ = logs;
  last_hands_ = hands;
  if (moved_camera || absorbed) {
    if (moved_camera) {
      reference_ = logs.clone();
      absorbed_.release();
    } else {
      keepCovered(hands);
      reference_ = logs.clone();
    }
    last_hands_.release();
    return {};
  }
  if (cv::countNonZero(slight) > 0)
    keepCovered(slight);
  remember(logs, held);
  return outlines;
}

} // namespace linesman
