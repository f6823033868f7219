#include "vision/pyramid_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace linesman {

namespace {

constexpr std::size_t most_looks = 6;
constexpr double good_look = 2.0; ///< log odds
/// Log odds of a look below which its walk ends (whatever the first look says), and of the best look of all walks so
/// far below which they all do: nothing is near. None of 30 walks in 330 pictures that came to a piece would have
/// ended.
constexpr double never = -99.0;
constexpr std::array<double, most_looks> lost_look = {never, -5.0, -5.0, -4.2, -4.0, -4.0};
constexpr std::array<double, most_looks> all_lost = {never, -3.5, -3.0, -3.0, -3.0, -3.0};
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
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < most_looks && !going.empty(); ++k) {
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
      best = std::max(best, look.log_odds);
      if (look.log_odds > good_look || stays || look.log_odds < lost_look[k] || ends_at(there))
        continue;
      still_going.push_back(going[j]);
      next.push_back(there);
    }
    if (best < all_lost[k])
      break;
    going = std::move(still_going);
    at = std::move(next);
  }
  return walks;
}

} // namespace linesman
