#pragma once
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/result.h"
#include "vision/run_network.h"

namespace linesman {

/// Chances that a part of a board's border shows, upright, one of the signs of coordinates: [0] none does, then a to j
/// (small or capital letters), then 1 to 10.
using SignChances = std::array<double, 21>;
constexpr int signOfFile(int file) {
  return 1 + file;
}
constexpr int signOfRank(int rank) {
  return 11 + rank;
}
/// Files and ranks that have one.
constexpr int most_signs = 10;

/// The small network that reads coordinates (vision/training/train_signs.py).
class SignNetwork {
public:
  /// Of the parts it looks at: a square's side is as long, and this share of it is the board's own squares.
  static constexpr int part_px = 40;
  static constexpr double inner_share = 0.05;

  static Result<SignNetwork> load(const std::filesystem::path& path);

  /// `parts`: 8 bit grey, part_px x part_px.
  std::vector<SignChances> read(const std::vector<cv::Mat>& parts) const;

private:
  explicit SignNetwork(RunNetwork net) : net_(std::move(net)) {}
  RunNetwork net_;
};

} // namespace linesman
