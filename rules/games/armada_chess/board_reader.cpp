#include "rules/games/armada_chess/board_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

namespace linesman::rules::armada_chess {

namespace {

constexpr std::array<std::string_view, direction_count> direction_names{"n", "ne", "e", "se", "s", "sw", "w", "nw"};

} // namespace

std::optional<Direction> BoardReader::directionNamed(std::string_view name) {
  const auto found = std::find(direction_names.begin(), direction_names.end(), name);
  if (found == direction_names.end())
    return std::nullopt;
  return static_cast<Direction>(found - direction_names.begin());
}

void BoardReader::complain(int line, const std::string& what) {
  if (!failed())
    fault_ = path_ + ":" + std::to_string(line) + ": " + what;
}

void BoardReader::adopt(const Result<void>& outcome) {
  if (!outcome && !failed())
    fault_ = outcome.error().sentence;
}

std::string BoardReader::text(const toml::table& table, std::string_view key, const std::string& otherwise) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    return otherwise;
  const auto value = node->value_exact<std::string>();
  if (!value)
    complain(lineOf(*node), "\"" + std::string(key) + "\" must be text in quotes.");
  return value.value_or(otherwise);
}

int BoardReader::whole(const toml::table& table, std::string_view key, int otherwise, int least, int most) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    return otherwise;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < least || *value > most) {
    complain(lineOf(*node), "\"" + std::string(key) + "\" must be a whole number from " + std::to_string(least) +
                                " to " + std::to_string(most) + ".");
    return otherwise;
  }
  return static_cast<int>(*value);
}

bool BoardReader::flag(const toml::table& table, std::string_view key, bool otherwise) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    return otherwise;
  const auto value = node->value_exact<bool>();
  if (!value)
    complain(lineOf(*node), "\"" + std::string(key) + "\" must be true or false.");
  return value.value_or(otherwise);
}

Owners BoardReader::owners(const toml::table& table, std::string_view key, Owners otherwise) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    return otherwise;
  const std::string name = text(table, key, "");
  if (name == "white")
    return ownerBit(Side::white);
  if (name == "black")
    return ownerBit(Side::black);
  if (name == "both")
    return static_cast<Owners>(ownerBit(Side::white) | ownerBit(Side::black));
  if (name == "none")
    return 0;
  complain(lineOf(*node), "\"" + std::string(key) + "\" must be \"white\", \"black\", \"both\" or \"none\".");
  return otherwise;
}

Side BoardReader::side(const toml::table& table, std::string_view key, Side otherwise) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    return otherwise;
  const std::string name = text(table, key, "");
  if (name != "white" && name != "black")
    complain(lineOf(*node), "\"" + std::string(key) + "\" must be \"white\" or \"black\".");
  return name == "black" ? Side::black : Side::white;
}

Direction BoardReader::direction(const toml::node& node) {
  const auto found = directionNamed(node.value_or(std::string_view{}));
  if (!found)
    complain(lineOf(node), "a direction is one of n, ne, e, se, s, sw, w, nw.");
  return found.value_or(Direction::n);
}

std::vector<BoardPoint> BoardReader::points(const toml::node& node) {
  std::vector<BoardPoint> outline;
  const toml::array* list = node.as_array();
  bool good = list != nullptr && list->size() >= 3;
  for (std::size_t i = 0; good && i < list->size(); ++i) {
    const toml::array* pair = list->get(i)->as_array();
    good = pair != nullptr && pair->size() == 2 && pair->get(0)->is_number() && pair->get(1)->is_number();
    if (!good)
      break;
    const BoardPoint point{*pair->get(0)->value<double>(), *pair->get(1)->value<double>()};
    good = std::isfinite(point.x_mm) && std::isfinite(point.y_mm);
    outline.push_back(point);
  }
  if (!good)
    complain(lineOf(node), "a polygon is a list of at least three [x, y] pairs in millimetres.");
  return outline;
}

Field BoardReader::fieldAt(const toml::node& node) {
  const auto name = node.value_or(std::string{});
  const auto field = board_.fieldNamed(name);
  if (!field)
    complain(lineOf(node), "there is no field \"" + name + "\" on this board.");
  return field.value_or(no_field);
}

const toml::table* BoardReader::tableOf(const toml::node& node, const std::string& what) {
  if (!node.is_table())
    complain(lineOf(node), what + " must be a table.");
  return node.as_table();
}

bool BoardReader::read() {
  readHead();
  if (!failed())
    readCities();
  const toml::node* grid = file_.get("grid");
  const toml::array* fields = file_.get_as<toml::array>("field");
  if (!failed() && (grid == nullptr) == (fields == nullptr))
    complain(1, "a board needs either [grid] with a map, or a list of [[field]].");
  if (!failed() && grid != nullptr) {
    if (const toml::table* table = tableOf(*grid, "[grid]"))
      readGrid(*table);
  }
  if (!failed() && fields != nullptr)
    readFields(*fields);
  if (!failed())
    readOverrides();
  if (!failed())
    readExits();
  if (!failed())
    completeExits();
  if (!failed())
    readTrojanTargets();
  if (!failed())
    readArmyAndSetup();
  if (!failed())
    readStart();
  if (!failed())
    readTrays();
  if (!failed())
    board_.finish();
  return !failed();
}

void BoardReader::readHead() {
  adopt(checkKeys(file_, path_,
                  {"schema", "id", "name", "provenance", "map", "words", "grid", "field", "city", "override", "army",
                   "setup", "start", "trays_mm", "forward"}));
  whole(file_, "schema", 1, 1, 1);
  board_.id = text(file_, "id", "");
  if (board_.id.empty())
    complain(1, "the key \"id\" is missing; give the board a short name.");
  board_.name = text(file_, "name", board_.id);
  board_.provenance = text(file_, "provenance", "unknown");
  if (board_.provenance != "official" && board_.provenance != "house" && board_.provenance != "unknown")
    complain(lineOf(*file_.get("provenance")), "\"provenance\" must be \"official\", \"house\" or \"unknown\".");
  if (const toml::node* words = file_.get("words")) {
    if (const toml::table* table = tableOf(*words, "[words]")) {
      adopt(checkKeys(*table, path_, {"city", "terrain"}));
      board_.city_word = text(*table, "city", board_.city_word);
      board_.terrain_word = text(*table, "terrain", board_.terrain_word);
    }
  }
  if (const toml::node* forward = file_.get("forward")) {
    if (const toml::table* table = tableOf(*forward, "[forward]")) {
      adopt(checkKeys(*table, path_, {"white", "black"}));
      for (const Side who : {Side::white, Side::black}) {
        const toml::node* node = table->get(armada_chess::nameOf(who));
        if (node == nullptr)
          continue;
        board_.forward[indexOf(who)] = direction(*node);
        if (!isOrthogonal(board_.forward[indexOf(who)]))
          complain(lineOf(*node), "a pawn's way ahead is one of n, e, s, w.");
      }
    }
  }
}

void BoardReader::readArmyAndSetup() {
  board_.army = {8, 2, 2, 2, 1, 1};
  if (const toml::node* node = file_.get("army")) {
    const toml::table* army = tableOf(*node, "[army]");
    if (army == nullptr)
      return;
    adopt(checkKeys(*army, path_, {"pawn", "knight", "bishop", "rook", "queen", "king"}));
    lines_.army = lineOf(*node);
    for (std::size_t kind = 0; kind < kind_count; ++kind)
      board_.army[kind] = whole(*army, armada_chess::nameOf(static_cast<Kind>(kind)), 0, 0, kind == 5 ? 1 : 20);
  }
  if (const toml::node* node = file_.get("setup")) {
    const toml::table* setup = tableOf(*node, "[setup]");
    if (setup == nullptr)
      return;
    adopt(checkKeys(*setup, path_, {"seconds", "first_mover"}));
    lines_.setup = lineOf(*node);
    board_.setup_seconds = whole(*setup, "seconds", 120, 1, 3600);
    board_.first_mover = side(*setup, "first_mover", Side::white);
  }
}

void BoardReader::readStart() {
  const toml::node* node = file_.get("start");
  if (node == nullptr)
    return;
  const toml::table* start = tableOf(*node, "[start]");
  if (start == nullptr)
    return;
  adopt(checkKeys(*start, path_, {"white", "black"}));
  for (const Side who : {Side::white, Side::black}) {
    const toml::array* list = start->get_as<toml::array>(armada_chess::nameOf(who));
    if (list == nullptr)
      continue;
    for (const toml::node& entry : *list) {
      const auto word = entry.value_or(std::string{});
      const auto kind = std::string_view("PNBRQK").find(word.empty() ? '?' : word[0]);
      const auto field = word.empty() ? std::nullopt : board_.fieldNamed(std::string_view(word).substr(1));
      if (kind == std::string_view::npos || !field)
        return complain(lineOf(entry),
                        "a piece of [start] is a letter P N B R Q K and a field, like \"Ke3\", not \"" + word + "\".");
      const bool taken = std::any_of(board_.start.begin(), board_.start.end(),
                                     [&](const StartPiece& piece) { return piece.field == *field; });
      if (taken)
        return complain(lineOf(entry), "two pieces of [start] stand on " + board_.nameOf(*field) + ".");
      board_.start.push_back({*field, static_cast<Kind>(kind), who});
    }
  }
}

void BoardReader::readTrays() {
  const toml::node* node = file_.get("trays_mm");
  if (node == nullptr)
    return;
  const toml::table* trays = tableOf(*node, "[trays_mm]");
  if (trays == nullptr)
    return;
  adopt(checkKeys(*trays, path_, {"white", "black"}));
  for (const Side who : {Side::white, Side::black}) {
    if (const toml::node* outline = trays->get(armada_chess::nameOf(who)))
      board_.trays[indexOf(who)] = points(*outline);
  }
}

} // namespace linesman::rules::armada_chess
