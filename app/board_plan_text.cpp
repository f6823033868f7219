// The board file of a BoardPlan, and the neighbours of free-form fields.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>

#include "app/board_plan.h"
#include "models/polygon.h"
#include "models/toml_file.h"

namespace linesman::app {

namespace {

using Eigen::Vector2d;

constexpr std::array<const char*, 8> directions{"n", "ne", "e", "se", "s", "sw", "w", "nw"};
constexpr double touch_mm = 4.0;    ///< corners set by hand over a photograph meet to this much
constexpr double edge_share = 0.25; ///< of the shorter edge that two fields must have in common to lie side by side

Vector2d middleOf(const std::vector<Vector2d>& corners) {
  Vector2d sum = Vector2d::Zero();
  for (const Vector2d& p : corners)
    sum += p;
  return sum / static_cast<double>(corners.size());
}

/// Length (mm) that an edge of `a` runs along an edge of `b`, as a share of the shorter one; the greatest over all
/// edges.
double commonShare(const std::vector<Vector2d>& a, const std::vector<Vector2d>& b) {
  double best = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Vector2d &a1 = a[i], &a2 = a[(i + 1) % a.size()], &b1 = b[j], &b2 = b[(j + 1) % b.size()];
      const double length = std::min((a2 - a1).norm(), (b2 - b1).norm());
      if (length < 1.0)
        continue;
      constexpr int samples = 40;
      const bool a_shorter = (a2 - a1).norm() <= (b2 - b1).norm();
      int near = 0;
      for (int k = 0; k < samples; ++k) {
        const double t = (k + 0.5) / samples;
        const Vector2d p = a_shorter ? Vector2d(a1 + t * (a2 - a1)) : Vector2d(b1 + t * (b2 - b1));
        near += (a_shorter ? distanceToSegment(p, b1, b2) : distanceToSegment(p, a1, a2)) <= touch_mm;
      }
      best = std::max(best, near / static_cast<double>(samples));
    }
  return best;
}

bool cornersTouch(const std::vector<Vector2d>& a, const std::vector<Vector2d>& b) {
  return std::any_of(a.begin(), a.end(), [&](const Vector2d& p) {
    return std::any_of(b.begin(), b.end(), [&](const Vector2d& q) { return (p - q).norm() <= touch_mm; });
  });
}

/// Index into `directions` of the way from a to b; `diagonal`: among the four between the others.
std::size_t directionTo(const Vector2d& way, bool diagonal) {
  const double clockwise_from_n = std::atan2(way.x(), way.y()); // n is +y, e is +x
  const double quarter = std::numbers::pi / 2.0;
  const double turned = diagonal ? clockwise_from_n - quarter / 2.0 : clockwise_from_n;
  const auto quarters = static_cast<long>(std::lround(turned / quarter));
  return static_cast<std::size_t>(((quarters % 4 + 4) % 4) * 2 + (diagonal ? 1 : 0));
}

double offDirection(const Vector2d& way, std::size_t direction) {
  const double wanted = static_cast<double>(direction) * std::numbers::pi / 4.0;
  return std::abs(std::remainder(std::atan2(way.x(), way.y()) - wanted, 2.0 * std::numbers::pi));
}

std::string numberText(double value) {
  std::ostringstream out;
  out << std::round(value * 10.0) / 10.0;
  const std::string text = out.str();
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

const char* sideName(char letter) {
  return letter == 'b' ? "black" : "white";
}

/// A field by name with its kind, in the order of rows from White's side.
struct Place {
  std::string name;
  std::string kind;
  Vector2d at_mm;
};

std::vector<Place> placesOf(const BoardPlan& plan) {
  std::vector<Place> places;
  if (plan.free_form)
    for (const BoardPlan::Area& area : plan.areas)
      places.push_back({area.name, area.kind, middleOf(area.corners_mm)});
  else
    for (int row = 0; row < plan.rows; ++row)
      for (int column = 0; column < plan.columns; ++column)
        places.push_back({static_cast<char>('a' + column) + std::to_string(row + 1),
                          plan.kindAt(column, row),
                          {column * plan.square_mm, row * plan.square_mm}});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.at_mm.x() < b.at_mm.x(); });
  return places;
}

/// Pawns on the pawn fields, the heavy pieces in chess order on the middle of the heavy fields.
void writeStart(std::ostream& out, const BoardPlan& plan) {
  out << "\n[start]\n";
  for (const char side : {'w', 'b'}) {
    std::vector<std::string> pawns, heavies;
    for (const Place& place : placesOf(plan)) {
      if (place.kind == std::string{'p', side})
        pawns.push_back(place.name);
      if (place.kind == std::string{'h', side})
        heavies.push_back(place.name);
    }
    // Outer pieces come in pairs from the edges; what is left over stands beside them.
    std::string left, right;
    for (const auto& [index, letter] : {std::pair{3, 'R'}, std::pair{1, 'N'}, std::pair{2, 'B'}})
      for (int k = 0; k < plan.army[static_cast<std::size_t>(index)]; ++k)
        (k % 2 == 0 ? left : right) += letter;
    std::reverse(right.begin(), right.end()); // as far from the edge as on the left
    const std::string order = left + std::string(static_cast<std::size_t>(plan.army[4]), 'Q') +
                              std::string(static_cast<std::size_t>(plan.army[5]), 'K') + right;
    out << sideName(side) << " = [";
    bool first = true;
    const auto put = [&](char letter, const std::string& field) {
      out << (first ? "" : ", ") << tomlText(letter + field);
      first = false;
    };
    for (std::size_t i = 0; i < std::min(pawns.size(), static_cast<std::size_t>(plan.army[0])); ++i)
      put('P', pawns[i]);
    const std::size_t skip = heavies.size() > order.size() ? (heavies.size() - order.size()) / 2 : 0;
    for (std::size_t i = 0; i < std::min(order.size(), heavies.size()); ++i)
      put(order[i], heavies[i + skip]);
    out << "]\n";
  }
}

void writeCities(std::ostream& out, const BoardPlan& plan) {
  for (const BoardPlan::City& city : plan.cities) {
    out << "\n[[city]]\nid = " << city.id << "\nowner = \"" << (city.white ? "white" : "black")
        << "\"\ndie = " << city.die << "\n";
    if (!plan.free_form)
      continue; // the map speaks of the exits
    out << "exits = [";
    bool first = true;
    for (const BoardPlan::Area& area : plan.areas)
      if (area.kind.size() >= 2 && std::string("nesw").find(area.kind[0]) != std::string::npos &&
          area.kind.substr(1) == std::to_string(city.id)) {
        out << (first ? "" : ", ") << "{ field = " << tomlText(area.name) << ", arrow = \"" << area.kind[0] << "\" }";
        first = false;
      }
    out << "]\n";
  }
}

void writeMap(std::ostream& out, const BoardPlan& plan) {
  out << "\nmap = [\n";
  for (int row = plan.rows - 1; row >= 0; --row) {
    out << "  \"";
    for (int column = 0; column < plan.columns; ++column)
      out << (column > 0 ? " " : "") << plan.kindAt(column, row);
    out << "\",\n";
  }
  out << "]\n";
}

using Neighbours = std::vector<std::map<std::string, std::string>>;

/// A Knight goes one field straight and one on in a diagonal that leads further away.
std::vector<std::string> leapsFrom(const BoardPlan& plan, const Neighbours& neighbours, std::size_t from) {
  const auto index_of = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find_if(plan.areas.begin(), plan.areas.end(),
                                                 [&](const BoardPlan::Area& area) { return area.name == name; }) -
                                    plan.areas.begin());
  };
  std::set<std::string> near{plan.areas[from].name};
  for (const auto& [direction, name] : neighbours[from])
    near.insert(name);
  std::vector<std::string> leaps;
  for (std::size_t d = 0; d < 8; d += 2) {
    const auto straight = neighbours[from].find(directions[d]);
    if (straight == neighbours[from].end())
      continue;
    for (const std::size_t on : {(d + 1) % 8, (d + 7) % 8}) {
      const auto& beyond = neighbours[index_of(straight->second)];
      const auto target = beyond.find(directions[on]);
      if (target != beyond.end() && !near.contains(target->second) &&
          std::find(leaps.begin(), leaps.end(), target->second) == leaps.end())
        leaps.push_back(target->second);
    }
  }
  return leaps;
}

/// Terrain fields that lie side by side are one range; by area, 0 is no terrain.
std::vector<int> rangesOf(const BoardPlan& plan, const Neighbours& neighbours) {
  std::vector<int> range(plan.areas.size(), 0);
  int next = 0;
  for (std::size_t seed = 0; seed < plan.areas.size(); ++seed) {
    if (plan.areas[seed].kind != "##" || range[seed] != 0)
      continue;
    range[seed] = ++next;
    std::vector<std::size_t> open{seed};
    while (!open.empty()) {
      const std::size_t here = open.back();
      open.pop_back();
      for (const auto& [direction, name] : neighbours[here])
        for (std::size_t i = 0; i < plan.areas.size(); ++i)
          if (direction.size() == 1 && plan.areas[i].name == name && plan.areas[i].kind == "##" && range[i] == 0) {
            range[i] = next;
            open.push_back(i);
          }
    }
  }
  return range;
}

void writeFields(std::ostream& out, const BoardPlan& plan) {
  const Neighbours neighbours = plan.neighbours();
  const std::vector<int> ranges = rangesOf(plan, neighbours);
  for (std::size_t i = 0; i < plan.areas.size(); ++i) {
    const BoardPlan::Area& area = plan.areas[i];
    out << "\n[[field]]\nname = " << tomlText(area.name) << "\npolygon_mm = [";
    for (std::size_t k = 0; k < area.corners_mm.size(); ++k)
      out << (k > 0 ? ", " : "") << "[" << numberText(area.corners_mm[k].x()) << ", "
          << numberText(area.corners_mm[k].y()) << "]";
    out << "]\nneighbours = { ";
    bool first = true;
    for (const auto& [direction, name] : neighbours[i]) {
      out << (first ? "" : ", ") << direction << " = " << tomlText(name);
      first = false;
    }
    out << " }\n";
    if (const auto leaps = leapsFrom(plan, neighbours, i); !leaps.empty()) {
      out << "leaps = [";
      for (std::size_t k = 0; k < leaps.size(); ++k)
        out << (k > 0 ? ", " : "") << tomlText(leaps[k]);
      out << "]\n";
    }
    const char kind = area.kind[0];
    if (kind == 'C')
      out << "city = " << area.kind.substr(1) << "\n";
    if (ranges[i] != 0)
      out << "terrain = " << ranges[i] << "\n";
    const std::map<char, std::vector<const char*>> keys = {{'S', {"sabotage"}},
                                                           {'I', {"intelligence"}},
                                                           {'R', {"resource"}},
                                                           {'p', {"sawblade", "pawn_start"}},
                                                           {'h', {"heavy_start"}}};
    if (const auto found = keys.find(kind); found != keys.end())
      for (const char* key : found->second)
        out << key << " = \"" << sideName(area.kind[1]) << "\"\n";
  }
}

} // namespace

std::vector<std::map<std::string, std::string>> BoardPlan::neighbours() const {
  Neighbours found(areas.size());
  std::vector<std::map<std::string, double>> off(areas.size()); // how far a link is from its direction, rad
  const auto link = [&](std::size_t a, std::size_t b, bool diagonal) {
    const Vector2d way = middleOf(areas[b].corners_mm) - middleOf(areas[a].corners_mm);
    const std::size_t direction = directionTo(way, diagonal);
    const char* name = directions[direction];
    const double error = offDirection(way, direction);
    if (const auto other = off[a].find(name); other != off[a].end() && other->second <= error)
      return;
    found[a][name] = areas[b].name;
    off[a][name] = error;
  };
  for (std::size_t a = 0; a < areas.size(); ++a)
    for (std::size_t b = 0; b < areas.size(); ++b) {
      if (a == b || areas[a].corners_mm.size() < 3 || areas[b].corners_mm.size() < 3)
        continue;
      const Link pair = std::minmax(areas[a].name, areas[b].name);
      if (cut.contains(pair))
        continue;
      const bool beside = commonShare(areas[a].corners_mm, areas[b].corners_mm) >= edge_share;
      if (beside || joined.contains(pair))
        link(a, b, false);
      else if (cornersTouch(areas[a].corners_mm, areas[b].corners_mm))
        link(a, b, true);
    }
  return found;
}

std::string BoardPlan::toToml() const {
  std::ostringstream out;
  out << "# Drawn with Linesman's board editor.\nschema = 1\nid = " << tomlText(id) << "\nname = " << tomlText(name)
      << "\nprovenance = \"unknown\"\n";
  if (!free_form)
    writeMap(out, *this);
  out << "\n[words]\ncity = " << tomlText(city_word) << "\nterrain = " << tomlText(terrain_word) << "\n";
  if (!free_form)
    out << "\n[grid]\nrows = " << rows << "\ncolumns = " << columns
        << "\nrow1_side = \"white\"\nsquare_mm = " << numberText(square_mm) << "\n";
  writeCities(out, *this);
  out << "\n[army]\n";
  const char* men[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  for (std::size_t i = 0; i < army.size(); ++i)
    out << men[i] << " = " << army[i] << "\n";
  out << "\n[setup]\nseconds = " << setup_s << "\nfirst_mover = \"white\"\n";
  writeStart(out, *this);
  if (free_form)
    writeFields(out, *this);
  return out.str();
}

} // namespace linesman::app
