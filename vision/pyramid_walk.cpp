#include "vision/pyramid_walk.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace linesman {

namespace {

constexpr int most_looks = 6;
constexpr double good_look = 2.0;                 ///< log odds
constexpr double lost_look = -5.0;                ///< of a look after the first: nothing is near
constexpr double still_mm = 1.0, still_rad = 0.1; ///< what is moved by less stays where it is

} // namespace

std::vector<PyramidWalk> walkFrom(std::vector<PyramidPose> starts, const PyramidNetwork& network,
                                  const QuietPicture& picture, const TableView& view,
                                  const std::function<bool(const PyramidPose&)>& ends_at) {
  std::vector<PyramidWalk> walks;
  walks.reserve(starts.size());
  for (const PyramidPose& start : starts)
    walks.push_back({start, -std::numeric_limits<double>::infinity()});
  std::vector<std::size_t> going(starts.size());
  std::iota(going.begin(), going.end(), std::size_t{0});
  std::vector<PyramidPose> at = std::move(starts);
  for (int k = 0; k < most_looks && !going.empty(); ++k) {
    const std::vector<PyramidLook> looks = network.read(picture, view, at);
    std::vector<std::size_t> still_going;
    std::vector<PyramidPose> next;
    for (std::size_t j = 0; j < going.size(); ++j) {
      const PyramidLook& look = looks[j];
      const PyramidPose there{at[j].solid, look.applied(at[j].pose)};
      PyramidWalk& walk = walks[going[j]];
      if (look.log_odds > walk.log_odds)
        walk = {there, look.log_odds};
      const bool stays = look.offset.head<2>().norm() < still_mm && std::abs(look.offset.z()) < still_rad;
      const bool lost = k > 0 && look.log_odds < lost_look;
      if (look.log_odds > good_look || stays || lost || ends_at(there))
        continue;
      still_going.push_back(going[j]);
      next.push_back(there);
    }
    going = std::move(still_going);
    at = std::move(next);
  }
  return walks;
}

} // namespace linesman
