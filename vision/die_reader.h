#pragma once
#include <filesystem>
#include <memory>

#include <opencv2/core/mat.hpp>

#include "models/result.h"
#include "vision/board_view.h"

namespace linesman {

struct DieReading {
  int face = 0; ///< 0 = no die there
  double p = 0.0;
};

/// Reads the top face of a die on a square. Loads models/detectors/dice.onnx.
class DieReader {
public:
  static Result<DieReader> load();
  static Result<DieReader> load(const std::filesystem::path& onnx);
  ~DieReader();
  DieReader(DieReader&&) noexcept;
  DieReader& operator=(DieReader&&) noexcept;

  DieReading read(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm);
  /// The same of a top-down crop (`cropDie`).
  DieReading readCrop(const cv::Mat& crop_bgr);

private:
  struct Network;
  explicit DieReader(std::unique_ptr<Network> network);
  std::unique_ptr<Network> network_;
};

} // namespace linesman
