#pragma once
#include <optional>
#include <string>
#include <utility>

#include <opencv2/core/mat.hpp>

#include "calibration/drift.h"

namespace linesman::app {

/// Has the camera moved, or its zoom or focus, since the start? While it has, nothing is judged; once the picture has
/// stood still for a while the table is registered anew.
class DriftGuard {
public:
  /// The sentence to show while frames cannot be used; empty while all is well. `image`: 8 bit BGR.
  std::string check(const cv::Mat& image, double t_s, const std::optional<Lens>& lens, const TableFile& table);

  /// What the table must be seen with from the next frame on, once: the lens after a zoom, the table without a marker
  /// that was moved or is gone, or with one that was measured in its new place.
  struct Change {
    std::optional<Lens> lens;
    TableFile table;
  };
  std::optional<Change> takeChange() { return std::exchange(change_, std::nullopt); }

private:
  /// The sentence about pictures of another size than those watched so far, once: the next begins anew. Else empty.
  std::string otherSize(const cv::Mat& image);
  bool isQuiet(const cv::Mat& grey) const;
  /// The sentence about a marker that lies still again and was measured; empty when there is none.
  std::string takeBack(const cv::Mat& grey, double t_s, const std::optional<Lens>& lens);

  std::optional<DriftMonitor> monitor_;
  cv::Mat last_;
  std::optional<double> checked_s_; ///< time of the last check, if that found nothing
  std::optional<double> quiet_since_s_;
  std::optional<double> looked_s_; ///< time of the last look for markers that were left out
  std::optional<Change> change_;
  DriftCause said_ = DriftCause::none; ///< the cause that sentence_ tells: it is said once, whatever the numbers do
  std::string sentence_;
};

} // namespace linesman::app
