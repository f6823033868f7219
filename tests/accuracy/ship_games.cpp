// A game of Armadas or Armada 2K as it is played on a table, for photographed_ships.py to draw:
//   accuracy_ship_games GAME PICTURES SEED
// Prints one JSON object: markers, area and players of the table, what lies there in each picture (ships, gauges and
// damage chits), what the players say before it, and what a referee has to rule of it.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <set>

#include <nlohmann/json.hpp>

#include "app/watch/fleet.h"
#include "tests/support/count_of.h"
#include "tests/support/picture_game.h"
#include "tests/support/ship_play.h"

namespace {

using namespace linesman;
using linesman::tests::Chances;
using linesman::tests::ShipPlay;
using nlohmann::json;

/// Plastics of the two players that can be told apart.
app::MatchSetup setupOf(const std::string& game, const TableFile& table, unsigned seed) {
  using enum Colour;
  constexpr std::array pairs = {std::pair(red, blue),    std::pair(yellow, green), std::pair(white, black),
                                std::pair(orange, cyan), std::pair(purple, clear), std::pair(pink, green),
                                std::pair(blue, clear),  std::pair(red, white)};
  const auto& [first, second] = pairs[seed % pairs.size()];
  app::MatchSetup setup;
  setup.game = game;
  setup.players = {{"red", {first}}, {"blue", {second}}};
  setup.pick_up = "red";
  setup.readTable(table);
  return setup;
}

json pyramidJson(const SeenPyramid& pyramid) {
  return {{"kind", "pyramid"},
          {"size", nameOf(pyramid.size)},
          {"color", nameOf(pyramid.colour)},
          {"state", "flat"},
          {"x", pyramid.table_from_piece.x_mm()},
          {"y", pyramid.table_from_piece.y_mm()},
          {"heading", degFromRad(pyramid.table_from_piece.heading_rad())}};
}

class WrittenGame : private Chances, private ShipPlay {
public:
  WrittenGame(const std::string& game, const TableFile& table, unsigned seed)
      : Chances(seed), ShipPlay(setupOf(game, table, seed), static_cast<Chances&>(*this)) {
    placeFleets();
    TableState start;
    for (const app::Ship& ship : ships_) {
      start.pyramids.push_back(drawn(ship));
      start.pyramids.back().score = 1.0;
    }
    std::vector<app::Player> players = setup_.players;
    for (const app::Ship& named : app::nameShips(start, players))
      for (app::Ship& ship : ships_)
        if (app::shiftBetween(named.recorded, ship.recorded) == 0.0)
          ship.name = named.name;
    startTurn("red");
    show({});
  }

  /// Plays on until there are so many pictures, or the game is over.
  json play(std::size_t pictures) {
    while (pictures_.size() < pictures && !ofPlayer(to_move_).empty())
      turn();
    return {{"game", setup_.game}, {"players", playersJson()}, {"pictures", pictures_}};
  }

private:
  json playersJson() const {
    json colours = json::object();
    for (const app::Player& player : setup_.players)
      colours[nameOf(player.colours.front())] = player.name;
    return colours;
  }
  void say(const std::string& words) { said_.push_back({{"player", to_move_}, {"say", words}}); }
  /// The table as it is, in which so much has to be ruled legal that was not before.
  void show(const std::vector<std::string>& ruled, const std::vector<SeenPyramid>& gauges = {},
            const std::set<std::string>& without = {}) {
    json objects = json::array();
    for (const SeenPyramid& gauge : gauges)
      objects.push_back(pyramidJson(gauge));
    for (const app::Ship& ship : ships_) {
      if (!without.contains(ship.name))
        objects.push_back(pyramidJson(drawn(ship)));
      for (int i = 0; i < ship.damage; ++i)
        objects.push_back(chitJson(ship, i, gauges));
    }
    pictures_.push_back({{"objects", objects}, {"said", std::exchange(said_, json::array())}, {"ruled", ruled}});
  }
  /// Astern of its ship, or beside it where something lies there.
  json chitJson(const app::Ship& ship, int number, const std::vector<SeenPyramid>& gauges) const;
  bool isFree(const Eigen::Vector2d& at_mm, const std::vector<SeenPyramid>& gauges) const;
  void turn();
  bool move();
  bool shoot();

  json pictures_ = json::array();
  json said_ = json::array();
};

bool WrittenGame::isFree(const Eigen::Vector2d& at_mm, const std::vector<SeenPyramid>& gauges) const {
  constexpr double chit_and_hand_mm = 6.0;
  const auto clear = [&](const SeenPyramid& pyramid) {
    const app::Triangle corners = app::footprintOf(pyramid);
    double inside_mm = 1e9;
    for (std::size_t i = 0; i < 3; ++i) {
      const Eigen::Vector2d side = (corners[(i + 1) % 3] - corners[i]).normalized();
      const Eigen::Vector2d to = at_mm - corners[i];
      inside_mm = std::min(inside_mm, side.x() * to.y() - side.y() * to.x());
    }
    return inside_mm < -chit_and_hand_mm;
  };
  return std::ranges::all_of(gauges, clear) &&
         std::ranges::all_of(ships_, [&](const app::Ship& ship) { return clear(drawn(ship)); });
}

json WrittenGame::chitJson(const app::Ship& ship, int number, const std::vector<SeenPyramid>& gauges) const {
  const Eigen::Vector2d ahead = ship.recorded.pose.direction(), left(-ahead.y(), ahead.x());
  const double half_mm = 0.5 * app::lengthOf(ship.size);
  Eigen::Vector2d at = middleOf(ship);
  for (const double astern : {1.0, 0.3, -0.3})
    for (const double aside : {0.0, 1.0, -1.0}) {
      at = middleOf(ship) - astern * (half_mm + 9.0) * ahead + (aside * (half_mm + 5.0) + 9.5 * number) * left;
      if (isFree(at, gauges))
        return {{"kind", "chit"}, {"ship", ship.name}, {"x", at.x()}, {"y", at.y()}};
    }
  return {{"kind", "chit"}, {"ship", ship.name}, {"x", at.x()}, {"y", at.y()}};
}

bool WrittenGame::move() {
  const auto chosen = mover();
  if (!chosen)
    return false;
  const auto& [name, steps] = *chosen;
  app::Ship& ship = shipNamed(name);
  for (int step = 1; step <= steps; ++step) {
    const auto to = placeFor(ship, step, false);
    if (!to)
      return step > 1;
    const std::string placed = "step " + name, removed = "original " + name;
    const bool both_at_once = chance() < 0.15; // the original goes before the hand leaves
    if (!both_at_once)
      show({placed}, {drawnAt(ship, *to)});
    ship.recorded = *to;
    show(both_at_once ? std::vector{placed, removed} : std::vector{removed});
  }
  return true;
}

bool WrittenGame::shoot() {
  const auto fired = shot();
  if (!fired)
    return false;
  const auto& [name, target] = *fired;
  say("fire " + name + " " + target);
  std::vector<std::string> ruled = {"shot " + name + " " + target};
  if (isSunk(shipNamed(target))) {
    takeOff(target);
    ruled.push_back("sunk " + target);
  }
  show(ruled);
  return true;
}

void WrittenGame::turn() {
  const std::size_t wanted = 1 + oneOf(2);
  for (std::size_t action = 0; action < wanted && !ofPlayer(opponent()).empty(); ++action)
    if ((chance() >= 0.4 || !shoot()) && !move())
      break;
  say("done");
  startTurn(opponent());
}

json markersJson(const TableFile& table) {
  json markers = json::array();
  for (const TableMarker& marker : table.markers)
    markers.push_back({{"kind", "marker"},
                       {"dict", table.dictionary},
                       {"marker_id", marker.id},
                       {"size_mm", marker.size_mm},
                       {"x", marker.centre_mm.x()},
                       {"y", marker.centre_mm.y()},
                       {"heading", degFromRad(marker.heading_rad)}});
  return markers;
}

} // namespace

int main(int argc, char** argv) {
  const std::string game = argc > 1 ? argv[1] : "";
  if (argc != 4 || (game != "armadas" && game != "armada2k")) {
    std::fprintf(stderr, "usage: accuracy_ship_games armadas|armada2k PICTURES SEED\n");
    return 2;
  }
  const TableFile table = test::TablePainter(tests::painterFor({})).table();
  WrittenGame played(game, table, static_cast<unsigned>(support::countOf(argv[3], 0)));
  json told = played.play(static_cast<std::size_t>(support::countOf(argv[2])));
  told["markers"] = markersJson(table);
  json area = json::array();
  for (const Eigen::Vector2d& corner : table.area->polygon_mm)
    area.push_back({corner.x(), corner.y()});
  told["area"] = area;
  std::printf("%s\n", told.dump().c_str());
  return 0;
}
