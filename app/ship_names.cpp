#include "app/ship_names.h"

#include <algorithm>
#include <set>

#include "app/watch/ship.h"

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

const NameKeeper::Known* NameKeeper::nearest(const SeenPyramid& ship) const {
  constexpr double same_ship_mm = 10.0; // less than the smallest step
  const Known* found = nullptr;
  double least_mm = same_ship_mm;
  for (const Known& known : known_) {
    const double away_mm = (known.ship.table_from_piece.origin_mm() - ship.table_from_piece.origin_mm()).norm();
    if (sameKind(known.ship, ship) && away_mm < least_mm) {
      least_mm = away_mm;
      found = &known;
    }
  }
  return found;
}

/// `wanted`, or the next free number behind its letters.
std::string NameKeeper::fresh(const std::string& wanted) const {
  const auto taken = [this](const std::string& name) {
    return std::any_of(known_.begin(), known_.end(), [&](const Known& known) { return known.name == name; });
  };
  const std::string letters = wanted.substr(0, wanted.find_first_of("0123456789"));
  std::string name = wanted;
  for (int number = 1; taken(name); ++number)
    name = letters + std::to_string(number);
  return name;
}

std::map<PieceId, std::string> NameKeeper::names(const TableState& state) {
  std::map<PieceId, std::string> names;
  const auto by_position = shipNames(state);
  std::vector<const SeenPyramid*> newcomers;
  for (const SeenPyramid& ship : state.pyramids) {
    if (ship.posture != Posture::lying)
      continue;
    const Known* known = nearest(ship);
    const bool used = known != nullptr && std::any_of(names.begin(), names.end(),
                                                      [&](const auto& entry) { return entry.second == known->name; });
    if (known != nullptr && !used)
      names[ship.id] = known->name;
    else
      newcomers.push_back(&ship);
  }
  std::sort(newcomers.begin(), newcomers.end(), [](const SeenPyramid* a, const SeenPyramid* b) {
    return a->table_from_piece.x_mm() < b->table_from_piece.x_mm();
  });
  for (const SeenPyramid* ship : newcomers) {
    names[ship->id] = fresh(by_position.at(ship->id));
    known_.push_back({*ship, names[ship->id]});
  }
  return names;
}

} // namespace linesman::app
