#pragma once
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <opencv2/core/mat.hpp>

#include "calibration/lens.h"

namespace linesman::app {

// The pictures of a match's record: `SEQ.jpg` of the settled table with that number, and beside it the lens it was seen
// through, so that marks can be drawn on it again.

std::string pictureFile(const std::string& folder, long long seq);
/// Nothing when it was not kept.
std::optional<Lens> pictureLens(const std::string& folder, long long seq);

/// Keeps them while a match is watched. While the referee waits, a table at rest is looked at every second: of such
/// looks, which nothing came of, the first and the last two stay, or a long wait would fill the disk.
class TablePictures {
public:
  /// Of the match recorded in that folder; none: nothing is kept.
  explicit TablePictures(const std::string& record);

  /// Takes every event as it is announced, with what the camera shows: the whole picture or none, and the lens where it
  /// is known. A picture less is no loss: the measurements are in the record.
  void hear(const nlohmann::json& event, const cv::Mat& picture, const std::optional<Lens>& lens);

private:
  std::string folder_;
  std::vector<long long> quiet_; ///< numbers of the last looks, since something else was announced or a hand came
};

} // namespace linesman::app
