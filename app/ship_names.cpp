#include "app/ship_names.h"

#include <algorithm>
#include <set>

namespace linesman::app {

namespace {

std::string prefixOf(Colour colour, const std::set<Colour>& colours) {
  const std::string name(nameOf(colour));
  for (std::size_t length = 1; length < name.size(); ++length) {
    const std::string prefix = name.substr(0, length);
    const auto shares = [&](Colour other) { return other != colour && nameOf(other).substr(0, length) == prefix; };
    if (std::none_of(colours.begin(), colours.end(), shares))
      return prefix;
  }
  return name;
}

} // namespace

std::map<PieceId, std::string> shipNames(const TableState& state) {
  std::vector<const SeenPyramid*> ships;
  std::set<Colour> colours;
  for (const SeenPyramid& pyramid : state.pyramids)
    if (pyramid.posture == Posture::lying) {
      ships.push_back(&pyramid);
      colours.insert(pyramid.colour);
    }
  std::sort(ships.begin(), ships.end(), [](const SeenPyramid* a, const SeenPyramid* b) {
    return a->table_from_piece.x_mm() < b->table_from_piece.x_mm();
  });
  std::map<Colour, int> count;
  std::map<PieceId, std::string> names;
  for (const SeenPyramid* ship : ships)
    names[ship->id] = prefixOf(ship->colour, colours) + std::to_string(++count[ship->colour]);
  return names;
}

} // namespace linesman::app
