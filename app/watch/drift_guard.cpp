#include "app/watch/drift_guard.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

namespace linesman::app {

namespace {

constexpr double quiet_s = 1.0;
constexpr double look_s = 1.0;     // between searches for markers that were left out
constexpr double pause_s = 0.08;   // between checks while all is well: the table comes to rest in no less than three
constexpr double quiet_grey = 4.0; // mean change between pictures that noise alone makes, at most

bool sameMarkers(const TableFile& a, const TableFile& b) {
  return std::ranges::equal(a.markers, b.markers, [](const TableMarker& one, const TableMarker& other) {
    return one.id == other.id && one.centre_mm == other.centre_mm && one.heading_rad == other.heading_rad;
  });
}

} // namespace

bool DriftGuard::isQuiet(const cv::Mat& grey) const {
  return last_.size() == grey.size() &&
         cv::norm(grey, last_, cv::NORM_L1) / static_cast<double>(grey.total()) < quiet_grey;
}

std::string DriftGuard::takeBack(const cv::Mat& grey, double t_s, const std::optional<Lens>& lens) {
  if (looked_s_ && t_s > *looked_s_ && t_s - *looked_s_ < look_s)
    return {};
  looked_s_ = t_s;
  const auto back = monitor_->takeBack(grey);
  if (!back)
    return {};
  change_ = Change{lens ? std::optional(monitor_->reference().lens) : std::nullopt, monitor_->table()};
  return "Marker " + std::to_string(back->marker.id) + " lies still again; it was measured there and serves again.";
}

std::string DriftGuard::otherSize(const cv::Mat& image) {
  if (!monitor_)
    return {};
  const Lens was = monitor_->reference().lens;
  if (was.width_px == image.cols && was.height_px == image.rows)
    return {};
  monitor_.reset(); // nothing of what it knows of the picture's pixels holds
  checked_s_.reset();
  quiet_since_s_.reset();
  said_ = DriftCause::none;
  return "The camera's pictures have " + std::to_string(image.cols) + " x " + std::to_string(image.rows) +
         " pixels now, and had " + std::to_string(was.width_px) + " x " + std::to_string(was.height_px) +
         ": let it keep one size for the whole match; the table is registered anew.";
}

std::string DriftGuard::check(const cv::Mat& image, double t_s, const std::optional<Lens>& lens,
                              const TableFile& table) {
  if (std::string changed = otherSize(image); !changed.empty())
    return changed;
  if ((!monitor_ && table.markers.size() < 2) || (checked_s_ && t_s > *checked_s_ && t_s - *checked_s_ < pause_s))
    return {};
  cv::Mat grey;
  cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
  if (!monitor_) {
    if (const auto start = registerTable(grey, lens, table);
        start && start->registration.from == Registration::From::markers)
      monitor_.emplace(table, *start, grey);
    return {};
  }
  const Drift drift = monitor_->check(grey);
  const bool suspicious = drift.cause != DriftCause::hidden && drift.cause != DriftCause::none;
  checked_s_ = suspicious ? std::nullopt : std::optional(t_s);
  const bool quiet = (suspicious || monitor_->leavesOut()) && isQuiet(grey);
  last_ = grey;
  if (!suspicious || drift.steady) {
    quiet_since_s_.reset();
    said_ = DriftCause::none;
    return quiet && !suspicious ? takeBack(grey, t_s, lens) : std::string();
  }
  if (said_ != drift.cause) {
    said_ = drift.cause;
    sentence_ = drift.sentence;
  }
  if (!quiet || !quiet_since_s_)
    quiet_since_s_ = t_s;
  if (t_s - *quiet_since_s_ >= quiet_s && monitor_->recalibrate(grey)) {
    quiet_since_s_.reset();
    const bool new_lens =
        lens && (lens->fx_px != monitor_->reference().lens.fx_px || lens->cx_px != monitor_->reference().lens.cx_px ||
                 lens->cy_px != monitor_->reference().lens.cy_px);
    if (!new_lens && sameMarkers(monitor_->table(), table))
      return {};
    change_ = Change{lens ? std::optional(monitor_->reference().lens) : std::nullopt, monitor_->table()};
  }
  return sentence_; // this frame was still seen through the old lens, with all markers
}

} // namespace linesman::app
