#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/analyst.h"
#include "calibration/marker_detection.h"

namespace linesman::app {

/// Collects pictures of markers that lie anywhere on a table. The work thread looks, the window reads; every call
/// locks.
class TableViews {
public:
  /// `by_hand`: of a camera or film, a picture is kept when take() asked for it; of single pictures, all are kept.
  TableViews(std::string dictionary, bool by_hand) : dictionary_(std::move(dictionary)), by_hand_(by_hand) {}

  /// What the last frame showed, for the screen.
  struct Look {
    std::vector<FoundMarker> markers;
    std::string words; ///< what to do now
    bool taken = false;
    std::size_t count = 0; ///< pictures so far
  };

  Look look(const cv::Mat& bgr);
  Look latest() const;
  /// The next frame that shows two markers is to be kept.
  void take();
  std::vector<cv::Mat> pictures() const;

private:
  std::string wordsFor(const Look& look) const;

  mutable std::mutex mutex_;
  std::string dictionary_;
  bool by_hand_;
  bool wanted_ = false;
  std::vector<cv::Mat> pictures_; ///< 8 bit, one channel
  Look latest_;
};

/// Runs `views` in a Session: each snapshot's picture shows the markers' outlines and numbers.
std::unique_ptr<Analyst> makeTableAnalyst(std::shared_ptr<TableViews> views);

} // namespace linesman::app
