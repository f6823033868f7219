#include "app/board_plan.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "rules/games/armada_chess/board_file.h"

namespace linesman::app {

using rules::armada_chess::Board;
using rules::armada_chess::FieldInfo;

namespace {

constexpr int default_city_count = 6; ///< numbers that face each other on a new board: 1-6, 2-5, 3-4

bool isCityKind(const std::string& kind) {
  return kind.size() >= 2 && std::string("Cnesw").find(kind[0]) != std::string::npos && kind[1] >= '0' &&
         kind[1] <= '9';
}

int cityOf(const std::string& kind) {
  return isCityKind(kind) ? std::stoi(kind.substr(1)) : 0;
}

/// "my-board.toml:12: Text." without its place.
std::string bare(const std::string& sentence) {
  const std::size_t file = sentence.find(".toml:");
  const std::size_t end = file == std::string::npos ? file : sentence.find(": ", file);
  return end == std::string::npos ? sentence : sentence.substr(end + 2);
}

char ownerLetter(rules::armada_chess::Owners owners) {
  return owners == 2 ? 'b' : 'w';
}

/// The word of a field as a map writes it; `lost` when it is more than one word can say.
std::string kindOf(const Board& board, const FieldInfo& field, std::vector<std::string>& lost) {
  static const char* arrows[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};
  std::vector<std::string> words;
  if (field.city != rules::armada_chess::no_city)
    words.push_back("C" + std::to_string(board.cities[field.city].id));
  if (field.terrain_range != 0)
    words.push_back("##");
  for (const auto& [city, number] : field.exits)
    words.push_back(arrows[static_cast<std::size_t>(board.cities[city].exits[number].arrow)] +
                    std::to_string(board.cities[city].id));
  const std::pair<rules::armada_chess::Owners, char> owned[] = {{field.sabotage, 'S'},
                                                                {field.intelligence, 'I'},
                                                                {field.resource, 'R'},
                                                                {field.pawn_start, 'p'},
                                                                {field.heavy_start, 'h'}};
  for (const auto& [owners, letter] : owned)
    if (owners != 0)
      words.push_back(std::string{letter, ownerLetter(owners)});
  if (words.size() > 1)
    lost.push_back("field " + field.name + " is " + words[0] + " and more; only that is kept");
  return words.empty() ? ".." : words[0];
}

} // namespace

BoardPlan BoardPlan::grid(int rows, int columns) {
  BoardPlan plan;
  plan.rows = rows;
  plan.columns = columns;
  plan.kinds.assign(static_cast<std::size_t>(rows * columns), "..");
  return plan;
}

void BoardPlan::rename(const std::string& new_name) {
  name = new_name;
  id.clear();
  for (const char c : new_name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!id.empty() && id.back() != '-')
      id += '-';
  if (id.empty() || id == "-")
    id = "my-board";
}

void BoardPlan::resize(int new_rows, int new_columns) {
  BoardPlan other = grid(new_rows, new_columns);
  for (int row = 0; row < std::min(rows, new_rows); ++row)
    for (int column = 0; column < std::min(columns, new_columns); ++column)
      other.kindAt(column, row) = kindAt(column, row);
  rows = new_rows;
  columns = new_columns;
  kinds = std::move(other.kinds);
  dropUnusedCities();
}

void BoardPlan::needCity(const std::string& kind, bool white) {
  const int number = cityOf(kind);
  if (number == 0 || std::any_of(cities.begin(), cities.end(), [&](const City& city) { return city.id == number; }))
    return;
  cities.push_back({number, white, 1});
  std::sort(cities.begin(), cities.end(), [](const City& a, const City& b) { return a.id < b.id; });
}

bool BoardPlan::paint(std::size_t field, const std::string& kind, bool both_sides) {
  std::string& here = free_form ? areas[field].kind : kinds[field];
  if (here == kind || (free_form && kind == "xx"))
    return false;
  here = kind;
  if (free_form) {
    needCity(kind, areas[field].corners_mm.front().y() < size_mm.y() / 2.0);
  } else {
    const bool near_white = 2 * (static_cast<int>(field) / columns) < rows;
    needCity(kind, near_white);
    if (both_sides) {
      const int count = std::max(default_city_count, cities.empty() ? 0 : cities.back().id);
      std::string& opposite = kinds[kinds.size() - 1 - field];
      opposite = turnedKind(kind, count + count % 2);
      needCity(opposite, !near_white);
    }
  }
  dropUnusedCities();
  return true;
}

void BoardPlan::addArea(std::vector<Eigen::Vector2d> corners_mm) {
  Area area;
  double turned = 0.0;
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (std::size_t i = 0; i < corners_mm.size(); ++i) {
    const Eigen::Vector2d& p = corners_mm[i];
    const Eigen::Vector2d& q = corners_mm[(i + 1) % corners_mm.size()];
    turned += p.x() * q.y() - q.x() * p.y();
    middle += p / static_cast<double>(corners_mm.size());
  }
  if (turned < 0.0)
    std::reverse(corners_mm.begin(), corners_mm.end()); // board files go counter-clockwise
  area.corners_mm = std::move(corners_mm);
  const int row = std::clamp(static_cast<int>(middle.y() / size_mm.y() * rows) + 1, 1, 36);
  for (char letter = 'a'; letter <= 'w'; ++letter) {
    area.name = letter + std::to_string(row);
    if (std::none_of(areas.begin(), areas.end(), [&](const Area& other) { return other.name == area.name; }))
      break;
  }
  areas.push_back(std::move(area));
}

bool BoardPlan::linked(std::size_t a, std::size_t b) const {
  const auto now = neighbours();
  return std::any_of(now[a].begin(), now[a].end(), [&](const auto& entry) { return entry.second == areas[b].name; });
}

void BoardPlan::toggleLink(std::size_t a, std::size_t b) {
  const Link link = std::minmax(areas[a].name, areas[b].name);
  const bool was = linked(a, b);
  joined.erase(link);
  cut.erase(link);
  if (linked(a, b) != was)
    return; // taking the earlier word back was enough
  (was ? cut : joined).insert(link);
}

void BoardPlan::dropUnusedCities() {
  std::erase_if(cities, [this](const City& city) {
    const auto speaks = [&](const std::string& kind) { return cityOf(kind) == city.id; };
    return std::none_of(kinds.begin(), kinds.end(), speaks) &&
           std::none_of(areas.begin(), areas.end(), [&](const Area& area) { return speaks(area.kind); });
  });
}

Result<BoardPlan> BoardPlan::read(const std::string& path, std::vector<std::string>& lost) {
  const auto file = rules::armada_chess::readBoardFile(path);
  if (!file)
    return tl::unexpected(file.error());
  const Board& board = file->board;
  BoardPlan plan = grid(std::max(1, board.rows), std::max(1, board.columns));
  plan.id = board.id;
  plan.name = board.name;
  plan.city_word = board.city_word;
  plan.terrain_word = board.terrain_word;
  plan.free_form = board.rows == 0;
  plan.square_mm = board.square_mm;
  plan.setup_s = board.setup_seconds;
  plan.army = board.army;
  for (const auto& city : board.cities) {
    plan.cities.push_back({city.id, city.owner == rules::armada_chess::Side::white, city.start_die});
    if (city.trojan_targets != city.footprint)
      lost.push_back("the squares that a Knight may leap at in city " + std::to_string(city.id));
  }
  if (!plan.free_form) {
    std::fill(plan.kinds.begin(), plan.kinds.end(), "xx");
    for (const FieldInfo& field : board.fields)
      plan.kindAt(field.name[0] - 'a', std::stoi(field.name.substr(1)) - 1) = kindOf(board, field, lost);
    return plan;
  }
  plan.size_mm = Eigen::Vector2d::Zero();
  for (const FieldInfo& field : board.fields) {
    Area area{field.name, {}, kindOf(board, field, lost)};
    for (const auto& p : field.outline) {
      area.corners_mm.emplace_back(p.x_mm, p.y_mm);
      plan.size_mm = plan.size_mm.cwiseMax(area.corners_mm.back());
    }
    plan.areas.push_back(std::move(area));
  }
  // What the file says of neighbours wins over what their places say.
  const auto by_place = plan.neighbours();
  for (std::size_t i = 0; i < board.fields.size(); ++i) {
    std::set<std::string> named;
    for (const auto neighbour : board.fields[i].neighbours)
      if (neighbour != rules::armada_chess::no_field)
        named.insert(board.fields[neighbour].name);
    std::set<std::string> placed;
    for (const auto& [direction, other] : by_place[i])
      placed.insert(other);
    const std::string& own = board.fields[i].name;
    for (const std::string& other : placed)
      if (!named.contains(other))
        plan.cut.insert(std::minmax(own, other));
    for (const std::string& other : named)
      if (!placed.contains(other))
        plan.joined.insert(std::minmax(own, other));
  }
  return plan;
}

Result<std::vector<std::string>> BoardPlan::check() const {
  if (cities.empty()) // the validator would speak of the file's words
    return fail("the board has no " + city_word + " yet; each side needs one, with an exit field beside it.");
  const auto file = rules::armada_chess::parseBoardFile(toToml(), id + ".toml");
  if (!file)
    return fail(bare(file.error().sentence));
  std::vector<std::string> warnings;
  for (const std::string& warning : file->warnings)
    warnings.push_back(bare(warning));
  return warnings;
}

std::string turnedKind(const std::string& kind, int city_count) {
  if (kind == ".." || kind == "##" || kind == "xx")
    return kind;
  if (isCityKind(kind)) {
    static const std::string turned = "nsewC", into = "snweC";
    return into[turned.find(kind[0])] + std::to_string(std::max(1, city_count + 1 - cityOf(kind)));
  }
  return std::string{kind[0], kind[1] == 'w' ? 'b' : 'w'};
}

} // namespace linesman::app
