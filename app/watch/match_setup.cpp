#include "app/watch/match_setup.h"

#include <algorithm>

#include "calibration/table_file.h"
#include "models/board_size.h"
#include "models/json_line.h"
#include "models/piece_catalog.h"
#include "models/polygon_json.h"
#include "models/text_file.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

using nlohmann::json;

constexpr const char* usual_board = "companion-10x10"; // of ArmadaChess

json areaJson(const TableArea& area) {
  if (area.disc)
    return {{"type", "circle"},
            {"centre", {area.disc->centre_mm.x(), area.disc->centre_mm.y()}},
            {"radius", area.disc->radius_mm}};
  return {{"type", "polygon"}, {"points", cornersJson(area.polygon_mm)}};
}

json terrainJson(const KnownIsland& island, int number) {
  json out = {{"id", island.kind + std::to_string(number)}, {"kind", "terrain"}, {"class", island.kind}};
  if (island.height_mm) // else the law knows how high one of its kind is
    out["height"] = *island.height_mm;
  if (island.blocks_fire)
    out["blocks_fire"] = *island.blocks_fire;
  if (island.passable) {
    out["passable"] = json::array();
    for (const PyramidSize size : *island.passable)
      out["passable"].push_back(nameOf(size));
  }
  if (island.disc) {
    out["shape"] = "disc";
    out["centre"] = {island.disc->centre_mm.x(), island.disc->centre_mm.y()};
    out["radius"] = island.disc->radius_mm;
  } else {
    out["shape"] = "polygon";
    out["points"] = cornersJson(island.polygon_mm);
  }
  return out;
}

/// Null for the usual set, whose dimensions the law has.
json piecesJson(const PieceCatalog& set) {
  static const PieceCatalog usual = PieceCatalog::standard();
  json pieces;
  for (const auto& [name, size] :
       {std::pair{"S", PyramidSize::small}, std::pair{"M", PyramidSize::medium}, std::pair{"L", PyramidSize::large}}) {
    const Pyramid &one = set.pyramid(size), &known = usual.pyramid(size);
    if (one.base_mm() != known.base_mm() || one.height_mm() != known.height_mm() || one.tipCut_mm() > 0.0)
      pieces[name] = {{"b", one.base_mm()}, {"h", one.height_mm()}, {"tip_cut", one.tipCut_mm()}};
  }
  return pieces;
}

} // namespace

bool onSquares(const std::string& game) {
  return game != "armadas" && game != "armada2k" && game != "armada_2k";
}

std::string MatchSetup::displayName(const std::string& player) const {
  if (onSquares(game)) // the law knows sides, people have names
    if (const auto side = colourFrom(player))
      for (const Player& one : players)
        if (std::find(one.colours.begin(), one.colours.end(), *side) != one.colours.end() && !one.name.empty())
          return one.name;
  return player;
}

std::optional<std::string> MatchSetup::option(const std::string& name) const {
  if (const auto chosen = options.find(name); chosen != options.end())
    return chosen->second;
  const auto made = rules::Registry::instance().make(game);
  const rules::Option* known = made ? (*made)->book().option(name) : nullptr;
  return known == nullptr ? std::nullopt : std::optional(known->default_value);
}

std::string MatchSetup::board() const {
  const json given = json::parse(start, nullptr, false);
  return given.is_object() ? given.value("board", std::string()) : std::string();
}

void MatchSetup::setBoard(const std::string& id_or_path) {
  json given = json::parse(start, nullptr, false);
  if (!given.is_object())
    given = json::object();
  given["board"] = id_or_path;
  start = given.dump();
}

json MatchSetup::clockLeft() const {
  const json given = json::parse(start, nullptr, false);
  return given.is_object() ? given.value("clock_s", json()) : json();
}

bool MatchSetup::hasPosition() const {
  const json given = json::parse(start, nullptr, false);
  return !start.empty() && !(given.is_object() && given.size() == 1 && given.contains("board"));
}

json MatchSetup::toJson() const {
  json out = {{"game", game}, {"options", options}, {"start", start}, {"area", area}, {"terrain", terrain}};
  if (!pieces.is_null())
    out["pieces"] = pieces;
  out["pick_up"] = pick_up ? json(*pick_up) : json(nullptr);
  out["players"] = json::array();
  for (const Player& player : players) {
    json colours = json::array();
    for (const Colour colour : player.colours)
      colours.push_back(nameOf(colour));
    out["players"].push_back({{"name", player.name}, {"colours", std::move(colours)}});
    if (!player.flagship.empty())
      out["players"].back()["flagship"] = player.flagship;
  }
  return out;
}

Result<MatchSetup> MatchSetup::fromJson(const json& in) {
  const auto unread = [](const std::string& why) {
    return fail("The match's setup cannot be read (" + why + "); the record is not whole.");
  };
  try {
    MatchSetup setup;
    setup.game = in.at("game").get<std::string>();
    setup.options = in.value("options", std::map<std::string, std::string>());
    setup.start = in.value("start", std::string());
    if (nestedTooDeeply(setup.start))
      return unread("start");
    setup.area = in.value("area", json());
    setup.pieces = in.value("pieces", json());
    setup.terrain = in.value("terrain", std::vector<Terrain>());
    if (in.contains("pick_up") && in["pick_up"].is_string())
      setup.pick_up = in["pick_up"].get<std::string>();
    for (const json& entry : in.value("players", json::array())) {
      Player player{entry.at("name").get<std::string>(), {}, entry.value("flagship", std::string())};
      for (const json& name : entry.at("colours"))
        if (const auto colour = colourFrom(name.get<std::string>()))
          player.colours.push_back(*colour);
      setup.players.push_back(std::move(player));
    }
    return setup;
  } catch (const json::exception& error) {
    return unread(jsonFault(error));
  }
}

void MatchSetup::readTable(const TableFile& table) {
  const bool chosen = !players.empty(); // agreed for this match: the file's do not count
  for (const auto& [colour, name] : table.players) {
    if (chosen)
      break;
    auto found = std::find_if(players.begin(), players.end(), [&, &n = name](const Player& p) { return p.name == n; });
    if (found == players.end())
      found = players.insert(players.end(), Player{name, {}});
    found->colours.push_back(colour);
  }
  if (table.area)
    area = areaJson(*table.area);
  if (!onSquares(game))
    if (const auto set = PieceCatalog::load(table.piece_set)) // what is wrong with a set, vision says
      pieces = piecesJson(*set);
  // A name such as plain-10x10 tells the camera how many squares to look for, and the law nothing.
  if (game == "armada_chess" && start.empty() && table.board && table.board->definition != usual_board &&
      hasBoardFile(table.board->definition))
    setBoard(table.board->definition);
  int number = 0;
  for (const KnownIsland& island : table.islands)
    terrain.push_back(terrainJson(island, ++number));
}

} // namespace linesman::app
