#pragma once
#include <functional>
#include <vector>

#include "vision/pyramid_network.h"

namespace linesman {

/// Where looks led to.
struct PyramidWalk {
  PyramidPose at;        ///< where the best look said that the piece lies
  double log_odds = 0.0; ///< of that look
};

/// Of every start: a look there, then where that look says that the piece lies, and so on, until it stays there, the
/// look is a good one, it or all looks find nothing, or `ends_at` says so. Walks find pieces that lie twice as far as
/// one look tells of.
std::vector<PyramidWalk> walkFrom(std::vector<PyramidPose> starts, const PyramidNetwork& network,
                                  const QuietPicture& picture, const TableView& view,
                                  const std::function<bool(const PyramidPose&)>& ends_at);

} // namespace linesman
