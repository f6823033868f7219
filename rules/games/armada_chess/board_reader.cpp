#include "rules/games/armada_chess/board_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

namespace linesman::rules::armada_chess {

namespace {

constexpr std::array<std::string_view, direction_count> direction_names{"n", "ne", "e", "se", "s", "sw", "w", "nw"};

std::optional<Direction> directionNamed(std::string_view name) {
  const auto found = std::find(direction_names.begin(), direction_names.end(), name);
  if (found == direction_names.end())
    return std::nullopt;
  return static_cast<Direction>(found - direction_names.begin());
}

/// Field names are letters and a number, so that two of them in a row ("e4d4", "e4xd4") come apart again; no x.
bool isFieldName(std::string_view name) {
  std::size_t letters = 0;
  while (letters < name.size() && name[letters] >= 'a' && name[letters] <= 'w')
    ++letters;
  std::size_t digits = letters;
  while (digits < name.size() && name[digits] >= '0' && name[digits] <= '9')
    ++digits;
  return letters >= 1 && letters <= 2 && digits > letters && digits - letters <= 2 && digits == name.size();
}

std::optional<Side> sideOfLetter(char letter) {
  if (letter == 'w')
    return Side::white;
  if (letter == 'b')
    return Side::black;
  return std::nullopt;
}

} // namespace

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

void BoardReader::readCities() {
  const toml::array* cities = file_.get_as<toml::array>("city");
  if (cities == nullptr)
    return complain(1, "a board needs a list of [[city]].");
  for (const toml::node& node : *cities) {
    const toml::table* table = tableOf(node, "[[city]]");
    if (table == nullptr)
      return;
    adopt(checkKeys(*table, path_, {"id", "name", "owner", "die", "die_anchor_mm", "trojan_targets", "exits"}));
    CitySite city;
    city.id = whole(*table, "id", 0, 1, 99);
    if (city.id == 0)
      return complain(lineOf(*table), "a city needs an \"id\" of its own, a whole number from 1.");
    if (board_.cityWithId(city.id))
      return complain(lineOf(*table),
                      "there are two cities with id " + std::to_string(city.id) + "; number them apart.");
    if (board_.cities.size() == max_cities)
      return complain(lineOf(*table), "a board may have at most " + std::to_string(max_cities) + " cities.");
    city.name = text(*table, "name", "C" + std::to_string(city.id));
    if (!table->contains("owner"))
      complain(lineOf(*table), "the city needs an \"owner\", \"white\" or \"black\".");
    city.owner = side(*table, "owner", Side::white);
    city.start_die = whole(*table, "die", 1, 1, 6);
    if (const toml::node* anchor = table->get("die_anchor_mm")) {
      const auto pair = numbersAt(*table, path_, "die_anchor_mm", 2);
      if (!pair)
        return complain(lineOf(*anchor), "\"die_anchor_mm\" must be [x, y] in millimetres.");
      city.die_anchor = BoardPoint{(*pair)[0], (*pair)[1]};
    }
    board_.cities.push_back(std::move(city));
    lines_.cities.push_back(lineOf(*table));
  }
}

void BoardReader::readGrid(const toml::table& grid) {
  adopt(checkKeys(grid, path_, {"rows", "columns", "row1_side", "square_mm"}));
  board_.rows = whole(grid, "rows", 0, 4, 36);
  board_.columns = whole(grid, "columns", 0, 4, 23);
  if (!failed() && (board_.rows == 0 || board_.columns == 0))
    complain(lineOf(grid), "[grid] needs \"rows\" and \"columns\".");
  board_.square_mm = grid.contains("square_mm") ? grid.get("square_mm")->value_or(0.0) : 50.0;
  if (!(board_.square_mm > 0.0 && board_.square_mm < 1000.0))
    complain(lineOf(grid), "\"square_mm\" must be a length between 0 and 1000.");
  if (side(grid, "row1_side", Side::white) == Side::black)
    std::swap(board_.forward[0], board_.forward[1]);
  if (failed())
    return;
  const toml::array* map = file_.get_as<toml::array>("map");
  if (map == nullptr)
    return complain(lineOf(grid), "a grid board needs a \"map\", one text a row.");
  lines_.map = lineOf(*map);
  if (static_cast<int>(map->size()) != board_.rows)
    return complain(lineOf(*map), "the map has " + std::to_string(map->size()) + " rows, [grid] says " +
                                      std::to_string(board_.rows) + ".");
  grid_.assign(static_cast<std::size_t>(board_.rows),
               std::vector<Field>(static_cast<std::size_t>(board_.columns), no_field));
  for (int row = board_.rows; row >= 1 && !failed(); --row)
    readMapRow(*map->get(static_cast<std::size_t>(board_.rows - row)), row);
  if (failed())
    return;
  linkGrid();
  nameRanges();
}

void BoardReader::readMapRow(const toml::node& node, int row) {
  const int line = lineOf(node);
  std::istringstream words(node.value_or(std::string{}));
  std::vector<std::string> tokens;
  for (std::string token; words >> token;)
    tokens.push_back(token);
  if (static_cast<int>(tokens.size()) != board_.columns)
    return complain(line, "row " + std::to_string(row) + " of the map has " + std::to_string(tokens.size()) +
                              " squares, [grid] says " + std::to_string(board_.columns) + ".");
  for (int column = 0; column < board_.columns && !failed(); ++column) {
    const std::string& token = tokens[static_cast<std::size_t>(column)];
    if (token == "xx")
      continue;
    if (board_.fields.size() == max_fields)
      return complain(line, "a board may have at most " + std::to_string(max_fields) + " fields.");
    const auto field = static_cast<Field>(board_.fields.size());
    FieldInfo info;
    info.name += static_cast<char>('a' + column);
    info.name += std::to_string(row);
    const double x = column * board_.square_mm, y = (row - 1) * board_.square_mm, size = board_.square_mm;
    info.outline = {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}};
    board_.field_by_name.emplace(info.name, field);
    board_.fields.push_back(std::move(info));
    lines_.fields.push_back(line);
    grid_[static_cast<std::size_t>(row - 1)][static_cast<std::size_t>(column)] = field;
    readToken(token, field, line);
  }
}

void BoardReader::readToken(const std::string& token, Field field, int line) {
  FieldInfo& info = board_.fields[field];
  const std::string wrong = "\"" + token + "\" on " + info.name +
                            " is no kind of square; use .. xx ## Ck nk ek sk wk Sw Iw Rw pw hw (and b for Black).";
  if (token == "..")
    return;
  if (token == "##") {
    info.terrain_range = 255; // numbered by nameRanges()
    return;
  }
  if (token.size() < 2)
    return complain(line, wrong);
  const char letter = token[0];
  if (std::string_view("Cnesw").find(letter) != std::string_view::npos &&
      token.find_first_not_of("0123456789", 1) == std::string::npos && token.size() <= 3) {
    const auto city = board_.cityWithId(std::stoi(token.substr(1)));
    if (!city)
      return complain(line, info.name + " speaks of city " + token.substr(1) + ", which has no [[city]].");
    if (letter == 'C') {
      info.city = *city;
      board_.cities[*city].footprint.push_back(field);
    } else {
      board_.cities[*city].exits.push_back({field, *directionNamed(std::string(1, letter))});
    }
    return;
  }
  const auto who = token.size() == 2 ? sideOfLetter(token[1]) : std::nullopt;
  if (!who)
    return complain(line, wrong);
  const Owners bit = ownerBit(*who);
  switch (letter) {
  case 'S':
    info.sabotage = bit;
    break;
  case 'I':
    info.intelligence = bit;
    break;
  case 'R':
    info.resource = bit;
    break;
  case 'p':
    info.sawblade = info.pawn_start = bit;
    break;
  case 'h':
    info.heavy_start = bit;
    break;
  default:
    complain(line, wrong);
  }
}

void BoardReader::linkGrid() {
  constexpr std::array<std::array<int, 2>, direction_count> steps{
      {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
  constexpr std::array<std::array<int, 2>, 8> leaps{
      {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
  const auto at = [&](int column, int row) {
    if (column < 0 || row < 0 || column >= board_.columns || row >= board_.rows)
      return no_field;
    return grid_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  };
  for (int row = 0; row < board_.rows; ++row) {
    for (int column = 0; column < board_.columns; ++column) {
      const Field field = at(column, row);
      if (field == no_field)
        continue;
      for (std::size_t d = 0; d < direction_count; ++d)
        board_.fields[field].neighbours[d] = at(column + steps[d][0], row + steps[d][1]);
      for (const auto& leap : leaps) {
        const Field target = at(column + leap[0], row + leap[1]);
        if (target != no_field)
          board_.fields[field].leaps.push_back(target);
      }
    }
  }
}

/// Mountains that touch along an edge are one range.
void BoardReader::nameRanges() {
  std::uint8_t next = 1;
  for (std::size_t seed = 0; seed < board_.fields.size(); ++seed) {
    if (board_.fields[seed].terrain_range != 255)
      continue;
    std::vector<Field> open{static_cast<Field>(seed)};
    while (!open.empty()) {
      FieldInfo& info = board_.fields[open.back()];
      open.pop_back();
      info.terrain_range = next;
      for (std::size_t d = 0; d < direction_count; d += 2) {
        const Field beside = info.neighbours[d];
        if (beside != no_field && board_.fields[beside].terrain_range == 255)
          open.push_back(beside);
      }
    }
    ++next;
  }
}

void BoardReader::readKinds(const toml::table& table, FieldInfo& field) {
  field.terrain_range =
      static_cast<std::uint8_t>(whole(table, "terrain", static_cast<int>(field.terrain_range), 0, 200));
  field.sabotage = owners(table, "sabotage", field.sabotage);
  field.intelligence = owners(table, "intelligence", field.intelligence);
  field.resource = owners(table, "resource", field.resource);
  field.sawblade = owners(table, "sawblade", field.sawblade);
  field.pawn_start = owners(table, "pawn_start", field.pawn_start);
  field.heavy_start = owners(table, "heavy_start", field.heavy_start);
}

void BoardReader::readFields(const toml::array& fields) {
  for (const toml::node& node : fields) {
    const toml::table* table = tableOf(node, "[[field]]");
    if (table == nullptr)
      return;
    adopt(checkKeys(*table, path_,
                    {"name", "polygon_mm", "neighbours", "leaps", "city", "terrain", "sabotage", "intelligence",
                     "resource", "sawblade", "pawn_start", "heavy_start"}));
    FieldInfo info;
    info.name = text(*table, "name", "");
    if (!failed() && !isFieldName(info.name))
      complain(lineOf(*table),
               "a field's name is one or two small letters from a to w and a number, like \"e4\", not \"" + info.name +
                   "\".");
    if (!failed() && board_.field_by_name.contains(info.name))
      complain(lineOf(*table), "there are two fields named \"" + info.name + "\".");
    if (board_.fields.size() == max_fields)
      complain(lineOf(*table), "a board may have at most " + std::to_string(max_fields) + " fields.");
    const toml::node* outline = table->get("polygon_mm");
    if (outline == nullptr)
      complain(lineOf(*table), "the field " + info.name + " needs a \"polygon_mm\".");
    if (failed())
      return;
    info.outline = points(*outline);
    readKinds(*table, info);
    const auto field = static_cast<Field>(board_.fields.size());
    if (table->contains("city")) {
      const auto city = board_.cityWithId(whole(*table, "city", 0, 1, 99));
      if (!city)
        return complain(lineOf(*table->get("city")), info.name + " speaks of a city that has no [[city]].");
      info.city = *city;
      board_.cities[*city].footprint.push_back(field);
    }
    board_.field_by_name.emplace(info.name, field);
    board_.fields.push_back(std::move(info));
    lines_.fields.push_back(lineOf(*table));
    if (failed())
      return;
  }
  linkFields(fields);
}

void BoardReader::linkFields(const toml::array& fields) {
  for (std::size_t index = 0; index < fields.size() && !failed(); ++index) {
    const toml::table& table = *fields.get(index)->as_table();
    FieldInfo& info = board_.fields[index];
    if (const toml::table* neighbours = table.get_as<toml::table>("neighbours")) {
      for (const auto& [key, value] : *neighbours) {
        const auto towards = directionNamed(key.str());
        if (!towards)
          return complain(lineOf(value), "a direction is one of n, ne, e, se, s, sw, w, nw.");
        info.neighbours[indexOf(*towards)] = fieldAt(value);
      }
    }
    if (const toml::array* leaps = table.get_as<toml::array>("leaps")) {
      for (const toml::node& target : *leaps)
        info.leaps.push_back(fieldAt(target));
    }
  }
}

void BoardReader::readOverrides() {
  const toml::array* overrides = file_.get_as<toml::array>("override");
  if (overrides == nullptr)
    return;
  for (const toml::node& node : *overrides) {
    const toml::table* table = tableOf(node, "[[override]]");
    if (table == nullptr)
      return;
    adopt(checkKeys(
        *table, path_,
        {"square", "terrain", "sabotage", "intelligence", "resource", "sawblade", "pawn_start", "heavy_start"}));
    const toml::node* square = table->get("square");
    if (square == nullptr)
      return complain(lineOf(*table), "an override needs a \"square\".");
    const Field field = fieldAt(*square);
    if (failed())
      return;
    readKinds(*table, board_.fields[field]);
  }
}

void BoardReader::readExits() {
  const toml::array& cities = *file_.get_as<toml::array>("city");
  for (std::size_t index = 0; index < cities.size() && !failed(); ++index) {
    const toml::node* exits = cities.get(index)->as_table()->get("exits");
    if (exits == nullptr)
      continue;
    if (!exits->is_array())
      return complain(lineOf(*exits), "\"exits\" must be a list of tables.");
    for (const toml::node& node : *exits->as_array()) {
      if (const toml::table* table = tableOf(node, "an exit"))
        readOneExit(*table, static_cast<CityIndex>(index));
      if (failed())
        return;
    }
  }
}

void BoardReader::readOneExit(const toml::table& table, CityIndex city) {
  adopt(checkKeys(table, path_, {"field", "arrow", "in", "out", "remote", "behind"}));
  const toml::node* where = table.get("field");
  const toml::node* arrow = table.get("arrow");
  if (where == nullptr || arrow == nullptr)
    return complain(lineOf(table), "an exit needs a \"field\" and an \"arrow\" that points away from the city.");
  CityExit exit;
  exit.field = fieldAt(*where);
  exit.arrow = direction(*arrow);
  exit.in = flag(table, "in", true);
  exit.out = flag(table, "out", true);
  exit.remote = flag(table, "remote", false);
  if (const toml::node* behind = table.get("behind"))
    exit.behind = fieldAt(*behind);
  if (failed())
    return;
  std::vector<CityExit>& exits = board_.cities[city].exits;
  std::erase_if(exits, [&](const CityExit& other) { return other.field == exit.field; });
  exits.push_back(exit);
}

/// Finds the city square behind each arrow, where the file does not name it.
void BoardReader::completeExits() {
  for (std::size_t index = 0; index < board_.cities.size(); ++index) {
    for (CityExit& exit : board_.cities[index].exits) {
      if (exit.behind != no_field)
        continue;
      const Field behind = board_.neighbour(exit.field, turnedBy(exit.arrow, 4));
      if (behind != no_field && board_.fields[behind].city == index)
        exit.behind = behind;
    }
  }
}

void BoardReader::readTrojanTargets() {
  const toml::array& cities = *file_.get_as<toml::array>("city");
  for (std::size_t index = 0; index < cities.size() && !failed(); ++index) {
    CitySite& city = board_.cities[index];
    city.trojan_targets = city.footprint;
    const toml::node* targets = cities.get(index)->as_table()->get("trojan_targets");
    if (targets == nullptr)
      continue;
    if (!targets->is_array())
      return complain(lineOf(*targets), "\"trojan_targets\" must be a list of fields.");
    city.trojan_targets.clear();
    for (const toml::node& node : *targets->as_array()) {
      const Field field = fieldAt(node);
      if (failed())
        return;
      if (board_.fields[field].city != index)
        return complain(lineOf(node), board_.nameOf(field) + " is no square of city " + std::to_string(city.id) + ".");
      city.trojan_targets.push_back(field);
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
