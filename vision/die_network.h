#pragma once
#include <array>
#include <filesystem>
#include <memory>

#include <opencv2/core/mat.hpp>

#include "models/result.h"

namespace linesman {

/// What the network makes of the die nearest to a window's middle.
struct DieGuess {
  double there = 0.0;        ///< chance that a die's top face is there
  std::array<double, 6> p{}; ///< of the faces 1 to 6, if one is
  double x = 0.0, y = 0.0;   ///< middle of the top face, window pixels
  double edge_px = 0.0;      ///< of the window
  int best() const;          ///< the likeliest face
};

/// The small network that reads dice (vision/training/train_dice.py).
class DieNetwork {
public:
  static Result<DieNetwork> load(const std::filesystem::path& path);
  /// The one that ships with the program, read once, or why it cannot be.
  static const Result<std::shared_ptr<DieNetwork>>& shipped();
  ~DieNetwork();
  DieNetwork(DieNetwork&&) noexcept;
  DieNetwork& operator=(DieNetwork&&) noexcept;

  /// `window_bgr`: as DieReader::windowOf makes it. Looked at as a whole for the place, then closely for the face; may
  /// be asked by several threads.
  DieGuess read(const cv::Mat& window_bgr) const;

private:
  struct Net;
  explicit DieNetwork(std::unique_ptr<Net> net);
  std::unique_ptr<Net> net_;
};

} // namespace linesman
