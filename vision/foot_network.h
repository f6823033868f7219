#pragma once
#include <filesystem>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "models/result.h"
#include "vision/foot_width.h"
#include "vision/run_network.h"

namespace linesman {

/// A man whose foot is to be measured.
struct FootPlace {
  const float* crop;            ///< cropColumn
  Eigen::Vector2d foot_squares; ///< where he stands off the square's middle, across and along the line of sight
};

/// The small network that tells how wide a man's foot is (vision/training/train_feet.py) from what lies around it,
/// drawn as if seen from above.
class FootNetwork {
public:
  static Result<FootNetwork> load(const std::filesystem::path& path);

  std::vector<FootWidth> read(const std::vector<FootPlace>& places) const;

private:
  explicit FootNetwork(RunNetwork net) : net_(std::move(net)) {}
  RunNetwork net_;
};

} // namespace linesman
