#include "calibration/table_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "calibration/marker_detection.h"
#include "calibration/saved_registration.h"
#include "models/board_size.h"
#include "models/one_line.h"
#include "models/polygon.h"
#include "models/toml_file.h"
#include "models/units.h"

namespace linesman {
namespace {

using Vector2d = Eigen::Vector2d;

/// Hands an error on; used as `if (auto done = ...; !done) return tl::unexpected(done.error());`.
template <class T> tl::unexpected<Error> handOn(const Result<T>& result) {
  return tl::unexpected(result.error());
}

Result<Vector2d> pointAt(const toml::table& table, const std::string& path, std::string_view key) {
  const auto numbers = numbersAt(table, path, key, 2);
  if (!numbers)
    return handOn(numbers);
  return Vector2d((*numbers)[0], (*numbers)[1]);
}

Result<double> positiveAt(const toml::table& table, const std::string& path, std::string_view key) {
  const auto number = numberAt(table, path, key);
  if (number && !(*number > 0.0))
    return fail(placeOf(path, *table.get(key)) + ": \"" + std::string(key) + "\" must be more than 0.");
  return number;
}

/// A length that things of a table have, in millimetres.
Result<double> lengthAt(const toml::table& table, const std::string& path, std::string_view key, int least_mm,
                        int most_mm) {
  const auto number = numberAt(table, path, key);
  if (number && !(*number >= least_mm && *number <= most_mm))
    return fail(placeOf(path, *table.get(key)) + ": \"" + std::string(key) + "\" must be from " +
                std::to_string(least_mm) + " to " + std::to_string(most_mm) + " mm.");
  return number;
}

/// Nothing of a table lies farther from its origin; a slip of the unit would.
constexpr int farthest_mm = 10'000;

/// The sub-table under `key`; null when left out.
Result<const toml::table*> tableAt(const toml::table& table, const std::string& path, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    return nullptr;
  if (node->as_table() == nullptr)
    return fail(placeOf(path, *node) + ": \"" + std::string(key) + "\" must be a table, written [" + std::string(key) +
                "].");
  return node->as_table();
}

Result<TablePolygon> polygonAt(const toml::table& table, const std::string& path, std::string_view key) {
  const toml::node& node = *table.get(key);
  const auto bad = [&] {
    return fail(placeOf(path, node) + ": \"" + std::string(key) + "\" must be a list of at least 3 points [x, y].");
  };
  if (node.as_array() == nullptr)
    return bad();
  TablePolygon polygon;
  for (const toml::node& entry : *node.as_array()) {
    const toml::array* pair = entry.as_array();
    if (pair == nullptr || pair->size() != 2)
      return bad();
    const auto x = (*pair)[0].value<double>();
    const auto y = (*pair)[1].value<double>();
    if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y))
      return bad();
    polygon.emplace_back(*x, *y);
  }
  polygon.erase(std::unique(polygon.begin(), polygon.end()), polygon.end());
  if (polygon.size() > 3 && polygon.front() == polygon.back())
    polygon.pop_back();
  if (polygon.size() < 3)
    return bad();
  for (const Vector2d& point : polygon)
    if (point.cwiseAbs().maxCoeff() > farthest_mm)
      return fail(placeOf(path, node) + ": the points of \"" + std::string(key) +
                  "\" must lie within 10 m of the table's origin; give them in millimetres.");
  if (crossesItself(polygon))
    return fail(placeOf(path, node) + ": the sides of \"" + std::string(key) +
                "\" cross or touch each other; list its points in their order around it.");
  const double area_mm2 = signedArea(polygon);
  if (area_mm2 == 0.0)
    return fail(placeOf(path, node) + ": the points of \"" + std::string(key) + "\" enclose no area.");
  if (area_mm2 < 0.0)
    std::reverse(polygon.begin(), polygon.end());
  return polygon;
}

Result<TableMarker> readMarker(const toml::node& node, const std::string& path) {
  const toml::table* tag = node.as_table();
  if (tag == nullptr)
    return fail(placeOf(path, node) + ": each of \"tags\" must be { id, size_mm, centre_mm, heading_deg }.");
  if (auto keys = checkKeys(*tag, path, {"id", "size_mm", "centre_mm", "heading_deg"}); !keys)
    return handOn(keys);
  const auto id = numberAt(*tag, path, "id");
  const auto size_mm = lengthAt(*tag, path, "size_mm", 5, 1000);
  const auto centre_mm = pointAt(*tag, path, "centre_mm");
  const auto heading_deg = numberAt(*tag, path, "heading_deg", 0.0);
  if (!id)
    return handOn(id);
  if (!size_mm)
    return handOn(size_mm);
  if (!centre_mm)
    return handOn(centre_mm);
  if (!heading_deg)
    return handOn(heading_deg);
  if (centre_mm->cwiseAbs().maxCoeff() > farthest_mm)
    return fail(placeOf(path, *tag->get("centre_mm")) +
                ": a marker must lie within 10 m of the table's origin; give its centre in millimetres.");
  if (*id != std::floor(*id) || *id < 0.0 || *id > 1e6)
    return fail(placeOf(path, *tag->get("id")) + ": a marker's \"id\" must be a whole number from 0.");
  return TableMarker{static_cast<int>(*id), *size_mm, *centre_mm, radFromDeg(*heading_deg)};
}

Result<void> readMarkers(const toml::table& markers, TableFile& table) {
  const std::string& path = table.path;
  if (auto keys = checkKeys(markers, path, {"dictionary", "tags", "thickness_mm"}); !keys)
    return keys;
  const auto dictionary = textAt(markers, path, "dictionary");
  if (!dictionary)
    return handOn(dictionary);
  table.dictionary = *dictionary;
  const auto count = dictionarySize(*dictionary);
  if (!count)
    return fail(placeOf(path, *markers.get("dictionary")) + ": unknown marker dictionary \"" + *dictionary +
                "\"; use one of OpenCV's names, such as DICT_4X4_50 or DICT_APRILTAG_36h11.");
  if (markers.contains("thickness_mm")) {
    const auto thickness_mm = lengthAt(markers, path, "thickness_mm", 0, 200);
    if (!thickness_mm)
      return handOn(thickness_mm);
    table.marker_thickness_mm = *thickness_mm;
  }
  const toml::node* tags = markers.get("tags");
  if (tags == nullptr || tags->as_array() == nullptr || tags->as_array()->empty())
    return fail(placeOf(path, markers) +
                ": [markers] needs \"tags\", a list of { id, size_mm, centre_mm, heading_deg }.");
  std::set<int> ids;
  for (const toml::node& node : *tags->as_array()) {
    const auto marker = readMarker(node, path);
    if (!marker)
      return handOn(marker);
    if (marker->id >= *count)
      return fail(placeOf(path, node) + ": " + *dictionary + " has no marker " + std::to_string(marker->id) +
                  "; its ids are 0 to " + std::to_string(*count - 1) + ".");
    if (!ids.insert(marker->id).second)
      return fail(placeOf(path, node) + ": marker " + std::to_string(marker->id) +
                  " is listed twice; give each printed marker its own id.");
    table.markers.push_back(*marker);
  }
  return {};
}

Result<void> readSaved(const toml::table& saved, TableFile& table) {
  const auto registration = readSavedRegistration(saved, table.path);
  if (!registration)
    return handOn(registration);
  table.saved = *registration;
  return {};
}

Result<KnownDisc> discAt(const toml::table& table, const std::string& path) {
  const auto centre_mm = pointAt(table, path, "centre_mm");
  const auto radius_mm = positiveAt(table, path, "radius_mm");
  if (!centre_mm)
    return handOn(centre_mm);
  if (!radius_mm)
    return handOn(radius_mm);
  if (centre_mm->cwiseAbs().maxCoeff() > farthest_mm || *radius_mm > farthest_mm)
    return fail(placeOf(path, *table.get("radius_mm")) +
                ": a disc must lie within 10 m of the table's origin and have a radius of at most 10 m; give both in "
                "millimetres.");
  return KnownDisc{*centre_mm, *radius_mm};
}

Result<void> readSurface(const toml::table& surface, TableFile& table) {
  const std::string& path = table.path;
  if (auto keys = checkKeys(surface, path, {"height_sigma_mm", "empty_picture"}); !keys)
    return keys;
  if (surface.contains("height_sigma_mm")) {
    const auto sigma_mm = lengthAt(surface, path, "height_sigma_mm", 0, 100);
    if (!sigma_mm)
      return handOn(sigma_mm);
    table.surface_height_sigma_mm = *sigma_mm;
  }
  if (surface.contains("empty_picture")) {
    const auto picture = textAt(surface, path, "empty_picture");
    if (!picture)
      return handOn(picture);
    table.empty_picture = (std::filesystem::path(path).parent_path() / *picture).string();
  }
  return {};
}

Result<void> readArea(const toml::table& area, TableFile& table) {
  const std::string& path = table.path;
  if (auto keys = checkKeys(area, path, {"polygon_mm", "centre_mm", "radius_mm"}); !keys)
    return keys;
  TableArea read;
  if (area.contains("polygon_mm") == area.contains("radius_mm"))
    return fail(placeOf(path, area) + ": [area] needs either \"polygon_mm\" or \"centre_mm\" and \"radius_mm\".");
  if (area.contains("polygon_mm")) {
    auto polygon = polygonAt(area, path, "polygon_mm");
    if (!polygon)
      return handOn(polygon);
    constexpr double rounding_mm = 0.1;
    if (!isConvex(*polygon, rounding_mm))
      return fail(placeOf(path, *area.get("polygon_mm")) +
                  ": the playing surface must be convex; leave out the points where its outline turns inwards.");
    read.polygon_mm = std::move(*polygon);
  } else {
    const auto disc = discAt(area, path);
    if (!disc)
      return handOn(disc);
    read.disc = *disc;
  }
  table.area = std::move(read);
  return {};
}

/// Sizes of ships: a list of S, M and L, or true or false for all of them.
Result<std::set<PyramidSize>> readPassable(const toml::node& node, const std::string& path) {
  const auto unlike = [&] {
    return fail(placeOf(path, node) + ": \"passable\" must be a list of \"S\", \"M\" and \"L\", or true or false.");
  };
  std::set<PyramidSize> sizes;
  if (const auto all = node.value_exact<bool>())
    return *all ? std::set{PyramidSize::small, PyramidSize::medium, PyramidSize::large} : sizes;
  if (node.as_array() == nullptr)
    return unlike();
  for (const toml::node& entry : *node.as_array()) {
    const auto size = pyramidSizeFrom(entry.value_or(std::string()));
    if (!size)
      return unlike();
    sizes.insert(*size);
  }
  return sizes;
}

Result<KnownIsland> readIsland(const toml::node& node, const std::string& path) {
  const toml::table* entry = node.as_table();
  if (entry == nullptr)
    return fail(placeOf(path, node) + ": each island must be a table, written [[island]].");
  if (auto keys =
          checkKeys(*entry, path,
                    {"class", "shape", "centre_mm", "radius_mm", "polygon_mm", "height_mm", "passable", "blocks_fire"});
      !keys)
    return handOn(keys);
  KnownIsland island;
  const auto kind = textAt(*entry, path, "class");
  if (!kind)
    return handOn(kind);
  island.kind = *kind;
  static const std::set<std::string> kinds = {"island", "reef", "shallow", "flag", "base", "obstacle"};
  if (!kinds.contains(island.kind))
    return fail(placeOf(path, *entry->get("class")) + ": unknown class \"" + island.kind +
                "\"; use island, reef, shallow, flag, base or obstacle.");
  const std::string shape = entry->contains("shape")        ? textAt(*entry, path, "shape").value_or("")
                            : entry->contains("polygon_mm") ? "polygon"
                                                            : "disc";
  if (entry->contains("polygon_mm") && entry->contains("radius_mm"))
    return fail(
        placeOf(path, *entry) +
        ": an island is a disc with centre_mm and radius_mm or a polygon with polygon_mm; leave one of them out.");
  if (shape == "disc") {
    const auto disc = discAt(*entry, path);
    if (!disc)
      return handOn(disc);
    island.disc = *disc;
  } else if (shape == "polygon" && entry->contains("polygon_mm")) {
    auto polygon = polygonAt(*entry, path, "polygon_mm");
    if (!polygon)
      return handOn(polygon);
    island.polygon_mm = std::move(*polygon);
  } else {
    return fail(placeOf(path, *entry) +
                ": an island's shape must be \"disc\" with centre_mm and radius_mm, or \"polygon\" with polygon_mm.");
  }
  if (entry->contains("height_mm")) {
    const auto height_mm = lengthAt(*entry, path, "height_mm", 0, farthest_mm);
    if (!height_mm)
      return handOn(height_mm);
    island.height_mm = *height_mm;
  }
  if (const toml::node* passable = entry->get("passable")) {
    auto sizes = readPassable(*passable, path);
    if (!sizes)
      return handOn(sizes);
    island.passable = std::move(*sizes);
  }
  if (const toml::node* blocks = entry->get("blocks_fire")) {
    island.blocks_fire = blocks->value_exact<bool>();
    if (!island.blocks_fire)
      return fail(placeOf(path, *blocks) + ": \"blocks_fire\" must be true or false.");
  }
  return island;
}

Result<void> readIslands(const toml::node& node, TableFile& table) {
  if (node.as_array() == nullptr)
    return fail(placeOf(table.path, node) + ": islands are written [[island]], one table each.");
  for (const toml::node& entry : *node.as_array()) {
    auto island = readIsland(entry, table.path);
    if (!island)
      return handOn(island);
    table.islands.push_back(std::move(*island));
  }
  return {};
}

/// Whether `square` names a corner of the board. Of a board whose size is not known nothing is said here.
Result<void> checkCorner(const std::string& definition, const std::string& square, const std::string& place) {
  const auto size = boardSize(definition);
  if (!size)
    return {};
  const auto corners = cornerSquares(size->first, size->second);
  if (std::find(corners.begin(), corners.end(), square) != corners.end())
    return {};
  return fail(place + ": \"coordinates\" names the corner square that lies near left, seen from the table's -y side; " +
              "on this board it must be " + corners[0] + ", " + corners[1] + ", " + corners[2] + " or " + corners[3] +
              ".");
}

/// The file of a board or a set lies beside the table file; what does not is left as it stands: a name, or a path from
/// the working directory, as it was always read.
std::string fileBeside(const std::string& table, const std::string& named) {
  std::error_code ignored;
  const auto beside = std::filesystem::path(table).parent_path() / named;
  const bool name = named == "staunton" || named == "tokens" || named == "looney-pyramids";
  return !name && std::filesystem::is_regular_file(beside, ignored) ? beside.string() : named;
}

Result<void> readBoard(const toml::table& entry, TableFile& table) {
  const std::string& path = table.path;
  if (auto keys = checkKeys(entry, path,
                            {"definition", "square_mm", "centre_mm", "heading_deg", "thickness_mm", "coordinates"});
      !keys)
    return keys;
  KnownBoard board;
  const auto definition = textAt(entry, path, "definition");
  if (!definition)
    return handOn(definition);
  board.definition = fileBeside(path, *definition);
  if (entry.contains("square_mm")) {
    const auto square_mm = lengthAt(entry, path, "square_mm", 5, 500);
    if (!square_mm)
      return handOn(square_mm);
    board.square_mm = *square_mm;
  }
  if (entry.contains("centre_mm")) {
    const auto centre_mm = pointAt(entry, path, "centre_mm");
    if (!centre_mm)
      return handOn(centre_mm);
    if (centre_mm->cwiseAbs().maxCoeff() > farthest_mm)
      return fail(placeOf(path, *entry.get("centre_mm")) +
                  ": a board must lie within 10 m of the table's origin; give its centre in millimetres.");
    board.centre_mm = *centre_mm;
  }
  if (entry.contains("heading_deg")) {
    const auto heading_deg = numberAt(entry, path, "heading_deg");
    if (!heading_deg)
      return handOn(heading_deg);
    board.heading_rad = radFromDeg(*heading_deg);
  }
  if (entry.contains("thickness_mm")) {
    const auto thickness_mm = lengthAt(entry, path, "thickness_mm", 0, 200);
    if (!thickness_mm)
      return handOn(thickness_mm);
    board.thickness_mm = *thickness_mm;
  }
  if (entry.contains("coordinates")) {
    const auto coordinates = textAt(entry, path, "coordinates");
    if (!coordinates)
      return handOn(coordinates);
    if (auto corner = checkCorner(board.definition, *coordinates, placeOf(path, *entry.get("coordinates"))); !corner)
      return corner;
    board.coordinates = *coordinates;
  }
  table.board = std::move(board);
  return {};
}

std::string colourNames() {
  std::string names;
  for (int i = 0; i < colour_count; ++i)
    names += (i == 0 ? "" : i + 1 < colour_count ? ", " : " or ") + std::string(nameOf(static_cast<Colour>(i)));
  return names;
}

Result<void> readPieces(const toml::table& pieces, TableFile& table) {
  const std::string& path = table.path;
  if (auto keys = checkKeys(pieces, path, {"set", "players"}); !keys)
    return keys;
  if (pieces.contains("set")) {
    const auto set = textAt(pieces, path, "set");
    if (!set)
      return handOn(set);
    table.piece_set = fileBeside(path, *set);
  }
  const auto players = tableAt(pieces, path, "players");
  if (!players)
    return handOn(players);
  if (*players == nullptr)
    return {};
  for (const auto& [key, value] : **players) {
    const auto name = value.value<std::string>();
    if (!name)
      return fail(placeOf(path, value) + ": a player's name must be text in quotes.");
    if (name->find_first_not_of(" \t") == std::string::npos)
      return fail(placeOf(path, value) + ": a player needs a name; write one between the quotes.");
    if (!isOneLine(*name))
      return fail(placeOf(path, value) +
                  ": a player's name is one line; leave line ends and signs that are not seen out of it.");
    const auto colour = colourFrom(key.str());
    if (!colour)
      return fail(placeOf(path, value) + ": there is no colour \"" + std::string(key.str()) + "\"; use " +
                  colourNames() + ".");
    table.players[*colour] = *name;
  }
  return {};
}

Result<TableFile> readTables(const toml::table& root, const std::string& path) {
  TableFile table;
  table.path = path;
  if (auto keys = checkKeys(root, path, {"markers", "registration", "surface", "area", "island", "board", "pieces"});
      !keys)
    return handOn(keys);
  using Reader = Result<void> (*)(const toml::table&, TableFile&);
  const std::pair<const char*, Reader> parts[] = {{"markers", readMarkers}, {"registration", readSaved},
                                                  {"surface", readSurface}, {"area", readArea},
                                                  {"board", readBoard},     {"pieces", readPieces}};
  for (const auto& [key, reader] : parts) {
    const auto part = tableAt(root, path, key);
    if (!part)
      return handOn(part);
    if (*part == nullptr)
      continue;
    if (auto done = reader(**part, table); !done)
      return handOn(done);
  }
  if (const toml::node* islands = root.get("island"))
    if (auto done = readIslands(*islands, table); !done)
      return handOn(done);
  return table;
}

} // namespace

std::array<Eigen::Vector2d, 4> TableMarker::corners_mm() const {
  const Eigen::Rotation2Dd turn(heading_rad);
  const double half_mm = 0.5 * size_mm;
  return {centre_mm + turn * Vector2d(-half_mm, half_mm), centre_mm + turn * Vector2d(half_mm, half_mm),
          centre_mm + turn * Vector2d(half_mm, -half_mm), centre_mm + turn * Vector2d(-half_mm, -half_mm)};
}

Result<TableFile> readTableFile(const std::string& path) {
  const auto root = readToml(path);
  if (!root)
    return handOn(root);
  return readTables(*root, path);
}

} // namespace linesman
