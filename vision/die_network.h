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
  double x = 0.0, y = 0.0;   ///< middle of the top face, pixels of a window of DieReader::window_px
  double edge_px = 0.0;      ///< of such a window
  int best() const;          ///< the likeliest face
};

/// Two small networks that read dice: one tells where they lie and what they show (vision/training/train_dice.py), one
/// looks more finely at what they show (train_faces.py).
class DieNetwork {
public:
  /// Reads `dice.onnx` and `faces.onnx` of a folder.
  static Result<DieNetwork> load(const std::filesystem::path& folder);
  /// The one that ships with the program, read once, or why it cannot be.
  static const Result<std::shared_ptr<const DieNetwork>>& shipped();
  ~DieNetwork();
  DieNetwork(DieNetwork&&) noexcept;
  DieNetwork& operator=(DieNetwork&&) noexcept;

  /// How long a die's edges may be, pixels of a window of DieReader::window_px.
  struct Edges {
    double least_px = 0.0, most_px = 1e3;
  };
  /// `window_bgr`: as DieReader::windowOf makes it, or coarser. Looked at as a whole for the place, then closely for
  /// the face; `edges`: what is known of them. May be asked by several threads.
  DieGuess read(const cv::Mat& window_bgr, const Edges& edges) const;
  DieGuess read(const cv::Mat& window_bgr) const { return read(window_bgr, {}); }

private:
  struct Net;
  explicit DieNetwork(std::unique_ptr<Net> net);
  std::unique_ptr<Net> net_;
};

} // namespace linesman
