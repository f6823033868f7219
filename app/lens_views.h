#pragma once
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "app/analyst.h"
#include "calibration/lens_calibration.h"
#include "vision/frame_source.h"

namespace linesman::app {

/// Collects views of a calibration target from a running source: takes one when the target is sharp, still and not
/// where an earlier view had it. The work thread looks, the window reads; every call locks.
class LensViews {
public:
  /// `wait_for_rest`: of a camera or film, only frames count in which the target does not move.
  LensViews(CalibrationTarget target, bool wait_for_rest) : target_(std::move(target)), wait_for_rest_(wait_for_rest) {}

  /// What the last frame showed, for the screen.
  struct Look {
    std::vector<Eigen::Vector2d> points_px; ///< of the target; empty: not seen
    NextView next;                          ///< where the target should go
    std::string words;                      ///< what to do now
    bool taken = false;                     ///< this frame became a view
    std::size_t count = 0;                  ///< views so far
  };

  Look look(const cv::Mat& bgr, const std::string& name);
  Look latest() const;
  std::vector<TargetView> views() const;

private:
  bool isNew(const TargetView& view) const;
  std::string judge(const TargetView& view);

  const CalibrationTarget target_;
  const bool wait_for_rest_;
  mutable std::mutex mutex_;
  std::vector<TargetView> views_;
  std::vector<TargetPoint> before_; ///< points of the last frame
  Look latest_;
};

/// Hands frames of `source` to `views` until `wanted` views are taken, it ends, or the program is told to. Of a camera or stream only the newest
/// frame counts, so that what is said fits what is held before it now. `tell` hears what every look found, and
/// which pictures of several cannot be read; only a camera that breaks is an error.
Result<void> watchViews(FrameSource& source, LensViews& views, std::size_t wanted,
                        const std::function<void(const LensViews::Look&)>& tell);

/// Hands frames to `views` and draws into the picture what was found and where the target should go.
std::unique_ptr<Analyst> makeLensAnalyst(std::shared_ptr<LensViews> views);

} // namespace linesman::app
