// Fields of a board file: squares drawn in a map, polygons with named neighbours, and what lies on them.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "rules/games/armada_chess/board_reader.h"

namespace linesman::rules::armada_chess {

namespace {

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

} // namespace linesman::rules::armada_chess
