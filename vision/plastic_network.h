#pragma once
#include <filesystem>
#include <utility>
#include <vector>

#include "models/result.h"
#include "vision/pyramid_network.h"
#include "vision/run_network.h"

namespace linesman {

/// The small network that tells whether a pyramid's plastic lets light through (vision/training/train_plastics.py): by
/// faces that are evenly lit or let through what lies behind them, not by colour.
class PlasticNetwork {
public:
  static constexpr int planes = 3; ///< light and dark, outline, edges

  static Result<PlasticNetwork> load(const std::filesystem::path& path);
  /// The one that ships with the program, read once; nothing where that cannot be: then colours alone tell.
  static const PlasticNetwork* shipped();

  /// Of every pyramid the log odds that its plastic is opaque; 0 of one that reaches behind the camera.
  std::vector<double> opaqueLogOdds(const QuietPicture& picture, const TableView& view,
                                    const std::vector<PyramidPose>& pyramids) const;

private:
  explicit PlasticNetwork(RunNetwork net) : net_(std::move(net)) {}
  RunNetwork net_;
};

} // namespace linesman
