#include "vision/beside_board.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "vision/set_composition.h"

namespace linesman {

PlacesBeside placesBeside(const BoardView& view, double below_mm) {
  constexpr double apart = 0.75, first = 0.7; // squares; from the grid's edge
  constexpr int deep = 2;
  PlacesBeside places;
  places.below_mm = below_mm;
  // Lines of places along both axes: a grid of its own, which is left out where the board lies.
  const auto half = [&](int squares) { return 0.5 * squares + first + (deep - 1) * apart; };
  const auto steps = [&](int squares) { return static_cast<int>(std::ceil(2.0 * half(squares) / apart - 1e-9)); };
  const int across = steps(view.columns), along = steps(view.rows);
  for (int j = 0; j <= along; ++j)
    for (int i = 0; i <= across; ++i) {
      if (std::min({i, across - i, j, along - j}) >= deep)
        continue;
      const Eigen::Vector2d squares(half(view.columns) * (2.0 * i / across - 1.0),
                                    half(view.rows) * (2.0 * j / along - 1.0));
      places.feet_mm.emplace_back(squares * view.square_mm);
    }
  return places;
}

std::vector<std::size_t> menBeside(const std::vector<SquareReading>& readings, const BoardView& view) {
  constexpr double sure = 0.95, whole = 0.4, same_man = 0.5, off_grid = 0.12; // squares the last two
  std::vector<std::size_t> men;
  for (std::size_t k = 0; k < readings.size(); ++k) {
    const SquareReading& reading = readings[k];
    const Eigen::Vector2d out =
        reading.foot_mm.cwiseAbs() / view.square_mm - 0.5 * Eigen::Vector2d(view.columns, view.rows);
    if (reading.file < 0 && reading.occupied() >= sure && reading.seen >= whole && out.maxCoeff() >= off_grid)
      men.push_back(k);
  }
  std::stable_sort(men.begin(), men.end(),
                   [&](std::size_t a, std::size_t b) { return readings[a].p[0] < readings[b].p[0]; });
  std::vector<std::size_t> kept;
  for (const std::size_t k : men)
    if (std::none_of(kept.begin(), kept.end(), [&](std::size_t other) {
          return (readings[other].foot_mm - readings[k].foot_mm).norm() < same_man * view.square_mm;
        }))
      kept.push_back(k);
  const SetComposition box = SetComposition::staunton();
  std::array<int, square_class_count> seen{};
  const auto kind = [&](std::size_t k) { return static_cast<std::size_t>(readings[k].best()); };
  for (const std::size_t k : kept)
    ++seen[kind(k)];
  std::erase_if(kept, [&](std::size_t k) { return seen[kind(k)] > box.most[kind(k)] + 1; });
  return kept;
}

} // namespace linesman
