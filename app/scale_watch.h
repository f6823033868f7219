#pragma once
#include <future>
#include <memory>
#include <optional>
#include <string>

#include <opencv2/core/mat.hpp>

#include "calibration/lens.h"
#include "calibration/table_file.h"
#include "models/table_state.h"

namespace linesman::app {

/// Compares the pieces of a match with their set, once: markers that were printed too small make every distance too
/// large, and nothing else in a picture tells it. It takes seconds, and the match goes on meanwhile.
class ScaleWatch {
public:
  ScaleWatch(std::optional<Lens> lens, TableFile table) : lens_(std::move(lens)), table_(std::move(table)) {}
  ~ScaleWatch();

  /// Has it taken no picture yet?
  bool wanting() const { return !measuring_.valid(); }
  /// A picture (8 bit BGR) with what was seen in it; the first one of pyramids that no hand hides is measured.
  void see(const cv::Mat& bgr, const TableState& state);
  /// The warning, once: when it is ready, or else empty.
  std::string told();
  /// The same, waiting until it is known.
  std::string toldAtLast();

private:
  std::optional<Lens> lens_;
  TableFile table_;
  std::shared_future<void> measuring_; ///< not valid before a picture was taken
  std::shared_ptr<std::string> warning_;
};

} // namespace linesman::app
