#include "app/watch/fleet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "models/chit_count.h"
#include "models/piece_catalog.h"
#include "models/polygon.h"

namespace linesman::app {

namespace {

constexpr double shared_mm = 4.0;  // pieces that reach into each other by more do not lie there both
constexpr double weak_score = 0.3; // below this a detection is no reason to believe in a new piece

struct Gate {
  bool same_colour;
  bool same_size;
  double reach_mm;
  double turn_rad;
};

// A step carries a ship at least its length (26 mm) away, so a piece within half of that is the same one, pushed.
constexpr Gate gates[] = {{true, true, 13.0, 0.5}, {true, false, 10.0, 0.45}, {false, false, 6.0, 0.3}};

struct Pair {
  double cost;
  std::size_t piece;
  std::size_t seen;
};

std::vector<Pair> candidates(const std::vector<ExpectedPiece>& expected, const TableState& state, const Gate& gate,
                             const std::set<std::size_t>& pieces, const std::set<std::size_t>& seen) {
  std::vector<Pair> pairs;
  for (const std::size_t i : pieces)
    for (const std::size_t j : seen) {
      const SeenPyramid& pyramid = state.pyramids[j];
      if ((gate.same_colour && pyramid.colour != expected[i].colour) ||
          (gate.same_size && pyramid.size != expected[i].size))
        continue;
      const SeenPose here = SeenPose::of(pyramid);
      for (std::size_t k = 0; k < expected[i].places.size(); ++k) {
        const double shift_mm = shiftBetween(expected[i].places[k], here);
        const double turn_rad = std::abs(turnBetween(expected[i].places[k], here));
        if (shift_mm <= gate.reach_mm && turn_rad <= gate.turn_rad)
          pairs.push_back({shift_mm + 10.0 * turn_rad + 0.5 * static_cast<double>(k), i, j});
      }
    }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return std::tie(a.cost, a.piece, a.seen) < std::tie(b.cost, b.piece, b.seen);
  });
  return pairs;
}

/// Least slide (mm) that separates the triangles along a side's normal; negative when they are apart.
double penetration_mm(const Triangle& a, const Triangle& b) {
  double least = 1e9;
  for (const auto* pair : {&a, &b})
    for (std::size_t i = 0; i < 3; ++i) {
      const Eigen::Vector2d side = (*pair)[(i + 1) % 3] - (*pair)[i];
      const Eigen::Vector2d normal = Eigen::Vector2d(side.y(), -side.x()).normalized();
      const auto range = [&](const Triangle& t) {
        const std::array<double, 3> d = {normal.dot(t[0]), normal.dot(t[1]), normal.dot(t[2])};
        return std::pair(*std::min_element(d.begin(), d.end()), *std::max_element(d.begin(), d.end()));
      };
      const auto [low_a, high_a] = range(a);
      const auto [low_b, high_b] = range(b);
      least = std::min(least, std::min(high_a - low_b, high_b - low_a));
    }
  return least;
}

/// First letters that tell a colour from the others in play.
std::string prefixOf(Colour colour, const std::set<Colour>& in_play) {
  const std::string name(nameOf(colour));
  for (std::size_t length = 1; length < name.size(); ++length) {
    const std::string prefix = name.substr(0, length);
    if (std::none_of(in_play.begin(), in_play.end(),
                     [&](Colour other) { return other != colour && nameOf(other).substr(0, length) == prefix; }))
      return prefix;
  }
  return name;
}

} // namespace

Triangle footprintOf(const SeenPyramid& pyramid) {
  static const PieceCatalog catalog = PieceCatalog::standard();
  const auto corners = catalog.pyramid(pyramid.size).footprint();
  Triangle triangle;
  for (std::size_t i = 0; i < 3; ++i)
    triangle[i] = (pyramid.table_from_piece * corners[i]).xy;
  return triangle;
}

namespace {

/// Spots of what a lying pyramid covers, evenly all over it.
std::vector<Eigen::Vector2d> spotsOf(PyramidSize size, const SeenPose& at) {
  SeenPyramid lying;
  lying.size = size;
  lying.table_from_piece = at.pose;
  const auto [port, starboard, bow] = footprintOf(lying);
  constexpr int parts = 8; // along each side
  std::vector<Eigen::Vector2d> spots;
  for (int i = 1; i < parts; ++i)
    for (int j = 1; i + j < parts; ++j)
      spots.emplace_back(port + (starboard - port) * i / parts + (bow - port) * j / parts);
  return spots;
}

} // namespace

bool mayBeHidden(const Ship& ship, const std::vector<TablePolygon>& unseen_mm) {
  const std::vector<Eigen::Vector2d> spots = spotsOf(ship.size, ship.seen);
  const auto hidden = std::ranges::count_if(spots, [&](const Eigen::Vector2d& spot) {
    return std::ranges::any_of(unseen_mm, [&](const TablePolygon& part) { return holds(part, spot); });
  });
  return 3 * hidden >= std::ssize(spots);
}

bool mayBeUnder(const std::vector<TablePolygon>& hands_mm, PyramidSize size, const SeenPose& at) {
  constexpr double beside_mm = 15.0; // its fingers and their shadow make another piece of what is so near
  return std::ranges::any_of(spotsOf(size, at), [&](const Eigen::Vector2d& spot) {
    return std::ranges::any_of(hands_mm, [&](const TablePolygon& hand) { return distanceTo(hand, spot) < beside_mm; });
  });
}

const Player* ownerOf(Colour colour, const std::vector<Player>& players) {
  for (const Player& player : players)
    if (std::find(player.colours.begin(), player.colours.end(), colour) != player.colours.end())
      return &player;
  return nullptr;
}

TableState withoutImpossible(const TableState& state) {
  constexpr double most_mm = 4.0;
  TableState kept = state;
  std::stable_sort(kept.pyramids.begin(), kept.pyramids.end(),
                   [](const SeenPyramid& a, const SeenPyramid& b) { return a.score > b.score; });
  std::vector<SeenPyramid> solid;
  for (const SeenPyramid& pyramid : kept.pyramids) {
    const bool lies = pyramid.posture == Posture::lying;
    if (!lies || std::none_of(solid.begin(), solid.end(), [&](const SeenPyramid& other) {
          return other.posture == Posture::lying && penetration_mm(footprintOf(pyramid), footprintOf(other)) > most_mm;
        }))
      solid.push_back(pyramid);
  }
  kept.pyramids = std::move(solid);
  return kept;
}

Matching matchPieces(const std::vector<ExpectedPiece>& expected, const TableState& state) {
  std::set<std::size_t> pieces;
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < expected.size(); ++i)
    pieces.insert(i);
  for (std::size_t j = 0; j < state.pyramids.size(); ++j)
    if (state.pyramids[j].posture == Posture::lying)
      seen.insert(j);
  Matching matching;
  for (const Gate& gate : gates)
    for (const Pair& pair : candidates(expected, state, gate, pieces, seen))
      if (pieces.contains(pair.piece) && seen.contains(pair.seen)) {
        matching.found[expected[pair.piece].key] = pair.seen;
        pieces.erase(pair.piece);
        seen.erase(pair.seen);
      }
  // Two solids cannot share a place: what lies where one is missed is that one, taken for something else.
  std::set<std::size_t> still_missed = pieces;
  for (const std::size_t i : still_missed)
    for (const std::size_t j : std::set<std::size_t>(seen)) {
      SeenPyramid there;
      there.size = expected[i].size;
      there.table_from_piece = expected[i].places.front().pose;
      const SeenPyramid& pyramid = state.pyramids[j];
      const bool other_kind = pyramid.size != expected[i].size || pyramid.colour != expected[i].colour;
      if (!other_kind || penetration_mm(footprintOf(pyramid), footprintOf(there)) <= shared_mm)
        continue;
      matching.found[expected[i].key] = j;
      pieces.erase(i);
      seen.erase(j);
      break;
    }
  for (const std::size_t i : pieces)
    matching.missing.push_back(expected[i].key);
  for (const std::size_t j : seen)
    if (state.pyramids[j].score >= weak_score)
      matching.strangers.push_back(j);
  return matching;
}

namespace {

std::set<Colour> coloursOf(const std::vector<Player>& players) {
  std::set<Colour> colours;
  for (const Player& player : players)
    colours.insert(player.colours.begin(), player.colours.end());
  return colours;
}

} // namespace

std::vector<Ship> nameShips(const TableState& state, std::vector<Player>& players) {
  std::set<Colour> in_play;
  for (const SeenPyramid& pyramid : state.pyramids)
    if (pyramid.posture == Posture::lying && pyramid.score >= likely_score)
      in_play.insert(pyramid.colour);
  if (players.empty())
    for (const Colour colour : in_play)
      players.push_back({std::string(nameOf(colour)), {colour}});
  in_play = coloursOf(players); // a piece that nobody plays changes no name
  const std::map<PieceId, int> chits_of = chitsOfShips(state);
  std::vector<Ship> ships;
  for (const Colour colour : in_play) {
    const Player* owner = ownerOf(colour, players);
    if (owner == nullptr)
      continue;
    std::vector<const SeenPyramid*> of_colour;
    for (const SeenPyramid& pyramid : state.pyramids)
      if (pyramid.colour == colour && pyramid.posture == Posture::lying && pyramid.score >= likely_score)
        of_colour.push_back(&pyramid);
    std::sort(of_colour.begin(), of_colour.end(), [](const SeenPyramid* a, const SeenPyramid* b) {
      return a->table_from_piece.x_mm() < b->table_from_piece.x_mm();
    });
    for (std::size_t i = 0; i < of_colour.size(); ++i) {
      Ship ship;
      ship.name = prefixOf(colour, in_play) + std::to_string(i + 1);
      ship.player = owner->name;
      ship.colour = colour;
      ship.size = of_colour[i]->size;
      ship.recorded = ship.seen = SeenPose::of(*of_colour[i]);
      ship.score = of_colour[i]->score;
      if (const auto chits = chits_of.find(of_colour[i]->id); chits != chits_of.end())
        ship.chits = chits->second;
      ships.push_back(std::move(ship));
    }
  }
  return ships;
}

void seatClockwise(const std::vector<Ship>& ships, std::vector<Player>& players) {
  if (players.size() < 3)
    return;
  std::map<std::string, Eigen::Vector2d> sums;
  std::map<std::string, int> counts;
  for (const Ship& ship : ships) {
    sums.try_emplace(ship.player, Eigen::Vector2d::Zero()).first->second += ship.seen.pose.origin_mm();
    ++counts[ship.player];
  }
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (auto& [player, sum] : sums) {
    sum /= counts[player];
    middle += sum / static_cast<double>(sums.size());
  }
  const auto bearing = [&](const Player& player) {
    const Eigen::Vector2d away =
        sums.contains(player.name) ? (sums[player.name] - middle).eval() : Eigen::Vector2d::Zero();
    return std::atan2(away.y(), away.x());
  };
  const double first = bearing(players.front());
  std::ranges::stable_sort(players.begin() + 1, players.end(), {}, [&](const Player& player) {
    const double turned = first - bearing(player); // clockwise
    return turned <= 0.0 ? turned + 2.0 * pi : turned;
  });
}

bool areFleetsAlike(const std::vector<Ship>& ships) {
  std::map<std::string, std::array<int, 3>> fleets;
  for (const Ship& ship : ships)
    ++fleets[ship.player][static_cast<std::size_t>(ship.size)];
  return fleets.size() > 1 &&
         std::ranges::all_of(fleets, [&](const auto& fleet) { return fleet.second == fleets.begin()->second; });
}

std::pair<std::string, std::string> addOverlooked(Ship ship, const std::vector<Player>& players, bool anew,
                                                  std::vector<Ship>& ships) {
  const std::string prefix = prefixOf(ship.colour, coloursOf(players));
  const auto numbered = [&](int number) { return prefix + std::to_string(number); };
  int number = 1;
  while (std::ranges::count(ships, numbered(number), &Ship::name) > 0)
    ++number;
  ship.name = numbered(number);
  ships.push_back(std::move(ship));
  if (!anew)
    return {numbered(number), numbered(number)};
  const std::size_t late = ships.size() - 1;
  std::string last = numberAnew(ships[late].colour, players, ships);
  return {ships[late].name, std::move(last)};
}

std::string numberAnew(Colour colour, const std::vector<Player>& players, std::vector<Ship>& ships) {
  std::vector<Ship*> of_colour;
  for (Ship& one : ships)
    if (one.colour == colour)
      of_colour.push_back(&one);
  std::ranges::sort(of_colour, {}, [](const Ship* one) { return one->recorded.pose.x_mm(); });
  const std::string prefix = prefixOf(colour, coloursOf(players));
  int number = 0;
  for (Ship* one : of_colour)
    one->name = prefix + std::to_string(++number);
  return prefix + std::to_string(number);
}

std::vector<const SeenPyramid*> ownerless(const TableState& state, const std::vector<Player>& players) {
  std::vector<const SeenPyramid*> found;
  for (const SeenPyramid& pyramid : state.pyramids)
    if (pyramid.posture == Posture::lying && pyramid.score >= weak_score && ownerOf(pyramid.colour, players) == nullptr)
      found.push_back(&pyramid);
  return found;
}

std::map<std::string, std::string> doubtfulColours(const TableState& state, const std::vector<Ship>& ships,
                                                   bool named) {
  constexpr double sure = 0.8;
  std::map<std::string, std::string> sentences;
  for (const Ship& ship : ships)
    for (const SeenPyramid& pyramid : state.pyramids)
      if (pyramid.colour == ship.colour && pyramid.colour_p < sure &&
          (pyramid.table_from_piece.origin_mm() - ship.seen.pose.origin_mm()).isZero())
        sentences[ship.name] = "Whether " + ship.name + " is " + std::string(nameOf(ship.colour)) + " is doubtful (" +
                               std::to_string(std::lround(100.0 * pyramid.colour_p)) + " % sure); " +
                               (named ? "keep lamps from shining in it, or add light."
                                      : "add light, or name the colours in play with their players in the table file.");
  if (state.grey && !sentences.empty())
    return {{"", "The picture is grey, so the colours of the ships, and whose they are, are guessed; use a camera that "
                 "sees colours."}};
  return sentences;
}

bool showsFleetsPlainly(const TableState& state, const std::vector<Player>& players) {
  constexpr double plain_score = 0.7;
  return std::ranges::all_of(state.pyramids, [&](const SeenPyramid& pyramid) {
    return pyramid.score >= plain_score || ownerOf(pyramid.colour, players) == nullptr;
  });
}

} // namespace linesman::app
