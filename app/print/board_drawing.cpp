#include "app/print/board_drawing.h"

#include <algorithm>
#include <cmath>

#include "app/print/printable.h"
#include "models/units.h"

namespace linesman::app {

namespace {

using Eigen::Vector2d;
using rules::armada_chess::Board;
using rules::armada_chess::BoardPoint;
using rules::armada_chess::CityExit;
using rules::armada_chess::FieldInfo;
using rules::armada_chess::no_city;
using rules::armada_chess::Owners;
using rules::armada_chess::Side;

constexpr Ink line_ink{0.25, 0.25, 0.25};
constexpr Ink faint_ink{0.85, 0.85, 0.85};
constexpr Ink dark_square_ink{0.66, 0.66, 0.66};
constexpr Ink terrain_ink{0.80, 0.77, 0.70};
constexpr Ink rock_ink{0.45, 0.38, 0.30};
constexpr Ink white_city_ink{1.0, 0.93, 0.70};
constexpr Ink black_city_ink{0.78, 0.84, 0.93};
constexpr Ink wall_ink{0.15, 0.15, 0.15};

/// Draws symbols of one size onto a page; y up in `at`, turned over for the page here alone.
class Pen {
public:
  Pen(Canvas& sheet, const Vector2d& corner_mm, const Vector2d& at_mm)
      : sheet_(sheet), corner_mm_(corner_mm), at_mm_(at_mm) {}

  Vector2d page(const Vector2d& p) const { return at_mm_ + Vector2d(p.x() - corner_mm_.x(), corner_mm_.y() - p.y()); }
  std::vector<Vector2d> page(const std::vector<Vector2d>& points) const {
    std::vector<Vector2d> placed;
    for (const Vector2d& p : points)
      placed.push_back(page(p));
    return placed;
  }
  void fill(const std::vector<Vector2d>& points, Ink ink) const { sheet_.fill(page(points), ink); }
  void outline(const std::vector<Vector2d>& points, double thick_mm, Ink ink) const {
    sheet_.outline(page(points), thick_mm, ink);
  }
  void line(const Vector2d& a, const Vector2d& b, double thick_mm, Ink ink) const {
    sheet_.line(page(a), page(b), thick_mm, ink);
  }
  void text(const Vector2d& p, double height_mm, const std::string& words, Ink ink, bool bold = false) const {
    sheet_.text(page(p) + Vector2d(0.0, 0.36 * height_mm), height_mm, words, Align::centre, ink, bold);
  }
  Canvas& sheet() const { return sheet_; }

private:
  Canvas& sheet_;
  Vector2d corner_mm_;
  Vector2d at_mm_;
};

std::vector<Vector2d> ring(const Vector2d& centre, double radius_mm, int corners = 48, double start_deg = 0.0) {
  std::vector<Vector2d> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = radFromDeg(start_deg + 360.0 * i / corners);
    points.push_back(centre + radius_mm * Vector2d(std::cos(angle), std::sin(angle)));
  }
  return points;
}

std::vector<Vector2d> pointsOf(const FieldInfo& field) {
  std::vector<Vector2d> points;
  for (const BoardPoint& p : field.outline)
    points.emplace_back(p.x_mm, p.y_mm);
  return points;
}

Vector2d middleOf(const std::vector<Vector2d>& points) {
  Vector2d middle = Vector2d::Zero();
  for (const Vector2d& p : points)
    middle += p / static_cast<double>(std::max<std::size_t>(points.size(), 1));
  return middle;
}

/// The greatest circle around the middle that stays inside, roughly the size that symbols may have.
double roomOf(const std::vector<Vector2d>& points) {
  const Vector2d middle = middleOf(points);
  double room = 1e9;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector2d edge = points[(i + 1) % points.size()] - points[i];
    const Vector2d arm = middle - points[i];
    if (edge.norm() > 0.0)
      room = std::min(room, std::abs(edge.x() * arm.y() - edge.y() * arm.x()) / edge.norm());
  }
  return room;
}

Ink bodyInk(bool of_white) {
  return of_white ? white : black;
}
Ink letterInk(bool of_white) {
  return of_white ? black : white;
}

/// S, I or R in a disc: white with a black letter is White's, black with a white letter Black's.
void letterDisc(const Pen& pen, const Vector2d& at, double size_mm, const std::string& letter, bool of_white) {
  pen.fill(ring(at, size_mm), bodyInk(of_white));
  pen.outline(ring(at, size_mm), 0.4, black);
  pen.text(at, 1.25 * size_mm, letter, letterInk(of_white), true);
}

/// A round saw-blade of twelve teeth.
void sawBlade(const Pen& pen, const Vector2d& at, double size_mm, bool of_white) {
  std::vector<Vector2d> blade;
  for (int i = 0; i < 12; ++i) {
    const double angle = radFromDeg(30.0 * i);
    blade.push_back(at + size_mm * Vector2d(std::cos(angle), std::sin(angle)));
    blade.push_back(at + 0.72 * size_mm * Vector2d(std::cos(angle), std::sin(angle)));
  }
  pen.fill(blade, bodyInk(of_white));
  pen.outline(blade, 0.3, black);
  pen.fill(ring(at, 0.2 * size_mm), letterInk(of_white));
}

/// The start of a heavy piece: a diamond.
void diamond(const Pen& pen, const Vector2d& at, double size_mm, bool of_white) {
  pen.fill(ring(at, size_mm, 4), bodyInk(of_white));
  pen.outline(ring(at, size_mm, 4), 0.3, black);
}

void mountains(const Pen& pen, const Vector2d& at, double size_mm) {
  const auto peak = [&](double x, double y, double half, double height) {
    const Vector2d foot = at + size_mm * Vector2d(x, y);
    const std::vector<Vector2d> rock = {foot + size_mm * Vector2d(-half, 0), foot + size_mm * Vector2d(half, 0),
                                        foot + size_mm * Vector2d(0, height)};
    pen.fill(rock, rock_ink);
    pen.outline(rock, 0.3, line_ink);
    pen.fill({foot + size_mm * Vector2d(-0.3 * half, 0.7 * height), foot + size_mm * Vector2d(0.3 * half, 0.7 * height),
              foot + size_mm * Vector2d(0, height)},
             white);
  };
  peak(0.3, -0.6, 0.5, 0.95);
  peak(-0.25, -0.6, 0.6, 1.3);
}

void arrow(const Pen& pen, const Vector2d& at, double size_mm, rules::armada_chess::Direction towards, Ink ink) {
  const double angle = radFromDeg(90.0 - 45.0 * static_cast<double>(indexOf(towards)));
  const Vector2d along(std::cos(angle), std::sin(angle));
  const Vector2d across(-along.y(), along.x());
  const auto p = [&](double a, double b) { return Vector2d(at + size_mm * (a * along + b * across)); };
  pen.fill({p(-1, -0.18), p(0.2, -0.18), p(0.2, -0.5), p(1, 0), p(0.2, 0.5), p(0.2, 0.18), p(-1, 0.18)}, ink);
}

bool sameSite(const Board& board, const FieldInfo& field, std::size_t direction) {
  const auto next = field.neighbours[direction];
  return next != rules::armada_chess::no_field && board.fields[next].city == field.city;
}

/// Walls on the edges of a city that no other field of the same city shares.
void walls(const Pen& pen, const Board& board, const FieldInfo& field, const std::vector<Vector2d>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector2d& a = points[i];
    const Vector2d& b = points[(i + 1) % points.size()];
    bool shared = false;
    for (std::size_t d = 0; d < rules::armada_chess::direction_count; ++d) {
      if (!sameSite(board, field, d))
        continue;
      const auto other = pointsOf(board.fields[field.neighbours[d]]);
      for (std::size_t k = 0; k < other.size(); ++k)
        shared = shared || ((other[k] - b).norm() < 0.01 && (other[(k + 1) % other.size()] - a).norm() < 0.01);
    }
    if (!shared)
      pen.line(a, b, 1.6, wall_ink);
  }
}

void drawSpecials(const Pen& pen, const Board& board, const FieldInfo& field, const Vector2d& at, double room_mm) {
  const auto owned = [&](Owners owners, const auto& draw) {
    for (const Side side : {Side::white, Side::black})
      if ((owners & rules::armada_chess::ownerBit(side)) != 0)
        draw(side == Side::white);
  };
  owned(field.sawblade, [&](bool of_white) { sawBlade(pen, at, 0.42 * room_mm, of_white); });
  owned(field.heavy_start, [&](bool of_white) { diamond(pen, at, 0.26 * room_mm, of_white); });
  owned(field.sabotage, [&](bool of_white) { letterDisc(pen, at, 0.5 * room_mm, "S", of_white); });
  owned(field.intelligence, [&](bool of_white) { letterDisc(pen, at, 0.5 * room_mm, "I", of_white); });
  owned(field.resource, [&](bool of_white) { letterDisc(pen, at, 0.5 * room_mm, "R", of_white); });
  for (const auto& [city, number] : field.exits) {
    const CityExit& exit = board.cities[city].exits[number];
    const bool crowded = field.exits.size() > 1 || field.terrain_range != 0;
    arrow(pen, at, (crowded ? 0.4 : 0.55) * room_mm, exit.arrow, line_ink);
    if (exit.remote)
      pen.text(at + Vector2d(0.0, -0.72 * room_mm), 0.24 * room_mm, "C" + std::to_string(board.cities[city].id),
               line_ink);
  }
}

void drawCity(const Pen& pen, const Board& board, std::size_t number) {
  const CityDie die = cityDie(board, number);
  const double half_mm = die.side_mm / 2.0;
  for (const double x : {-1.0, 1.0}) // its corners alone: a whole square with a word in it is read as a die
    for (const double y : {-1.0, 1.0}) {
      const Vector2d corner = die.centre_mm + half_mm * Vector2d(x, y);
      pen.line(corner, corner - 0.5 * half_mm * Vector2d(x, 0.0), 0.3, line_ink);
      pen.line(corner, corner - 0.5 * half_mm * Vector2d(0.0, y), 0.3, line_ink);
    }
  const auto& city = board.cities[number];
  const std::string name = city.name.empty() ? "C" + std::to_string(city.id) : city.name;
  pen.text(die.centre_mm + Vector2d(0.0, half_mm + 0.24 * die.room_mm), 0.34 * die.room_mm, name, wall_ink, true);
}

/// Of a board of rows and columns every other square, as a1 is: the camera finds the board by them where it sees no
/// markers.
bool isDarkSquare(const Board& board, const Vector2d& middle_mm) {
  const auto number = [&](double at_mm) { return static_cast<int>(std::floor(at_mm / board.square_mm)); };
  return board.rows > 0 && (number(middle_mm.x()) + number(middle_mm.y())) % 2 == 0;
}

void drawField(const Pen& pen, const Board& board, const FieldInfo& field, double least_name_mm) {
  const auto points = pointsOf(field);
  if (points.size() < 3)
    return;
  const Vector2d at = middleOf(points);
  const double room_mm = roomOf(points);
  const bool dark = field.city == no_city && field.terrain_range == 0 && isDarkSquare(board, at);
  if (field.city != no_city)
    pen.fill(points, board.cities[field.city].owner == Side::white ? white_city_ink : black_city_ink);
  else if (field.terrain_range != 0)
    pen.fill(points, terrain_ink);
  else if (dark)
    pen.fill(points, dark_square_ink);
  if (field.city != no_city || field.terrain_range != 0 || board.rows == 0)  // other squares have their colour's border
    pen.outline(points, 0.25, field.city != no_city ? faint_ink : line_ink); // squares of one city are one place
  if (field.city != no_city) {
    walls(pen, board, field, points);
  } else {
    if (field.terrain_range != 0)
      mountains(pen, at, 0.6 * room_mm);
    drawSpecials(pen, board, field, at, room_mm);
  }
  // The name stands in the near left corner, well inside.
  const Vector2d corner = *std::min_element(
      points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) { return a.x() + a.y() < b.x() + b.y(); });
  const double usual_mm = 0.15 * room_mm + 0.6;
  const double name_mm = std::max(usual_mm, std::min(least_name_mm, 0.48 * room_mm));
  const double more_mm = name_mm - usual_mm; // a larger name reaches farther in
  pen.text(corner + 0.17 * (at - corner) + Vector2d(0.06 * room_mm + 0.5 * more_mm, -0.02 * room_mm + 0.3 * more_mm),
           name_mm, field.name, dark || least_name_mm > 0.0 ? line_ink : grey);
}

} // namespace

std::vector<Vector2d> outlineOf(const FieldInfo& field) {
  return pointsOf(field);
}

FieldRoom roomIn(const std::vector<Vector2d>& outline_mm) {
  return {middleOf(outline_mm), roomOf(outline_mm)};
}

CityDie cityDie(const Board& board, std::size_t number) {
  const auto& city = board.cities[number];
  CityDie die;
  die.room_mm = 1e9;
  for (const auto field : city.footprint) {
    const auto points = pointsOf(board.fields[field]);
    die.centre_mm += middleOf(points) / static_cast<double>(city.footprint.size());
    die.room_mm = std::min(die.room_mm, roomOf(points));
  }
  if (city.die_anchor)
    die.centre_mm = {city.die_anchor->x_mm, city.die_anchor->y_mm};
  die.side_mm = 2.0 * std::min(8.0, 0.4 * die.room_mm); // a die of 16 mm
  return die;
}

std::vector<BoardMarker> markersBeside(const Rect& board, double marker_mm, int first_id) {
  const Vector2d low(board.x_mm, board.y_mm);
  const Vector2d high = low + Vector2d(board.width_mm, board.height_mm);
  const double off_mm = 0.75 * marker_mm + 4.0; // a quiet edge of a quarter around each
  return {{first_id, {low.x() - off_mm, high.y() - marker_mm / 2.0}},
          {first_id + 1, {high.x() + off_mm, high.y() - marker_mm / 2.0}},
          {first_id + 2, {high.x() + off_mm, low.y() + marker_mm / 2.0}},
          {first_id + 3, {low.x() - off_mm, low.y() + marker_mm / 2.0}}};
}

Rect withMarkers(const Rect& board, double marker_mm) {
  const double side_mm = 1.5 * marker_mm + 4.0;
  const double edge_mm = 0.25 * marker_mm;
  return {board.x_mm - side_mm, board.y_mm - edge_mm, board.width_mm + 2.0 * side_mm, board.height_mm + 2.0 * edge_mm};
}

BoardDrawing::BoardDrawing(const Board& board) : source_(board) {
  Vector2d low(1e9, 1e9);
  Vector2d high(-1e9, -1e9);
  for (const FieldInfo& field : board.fields)
    for (const Vector2d& p : pointsOf(field)) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
  board_ = {low.x(), low.y(), high.x() - low.x(), high.y() - low.y()};
  all_ = board_;
}

BoardDrawing::BoardDrawing(const Board& board, double marker_mm, const std::string& dictionary, int first_id)
    : BoardDrawing(board) {
  marker_mm_ = marker_mm;
  dictionary_ = dictionary;
  markers_ = markersBeside(board_, marker_mm, first_id);
  all_ = withMarkers(board_, marker_mm);
}

void BoardDrawing::draw(Canvas& sheet, const Vector2d& corner_mm, const Vector2d& at_mm, double least_name_mm) const {
  const Pen pen(sheet, corner_mm, at_mm);
  for (const FieldInfo& field : source_.fields)
    drawField(pen, source_, field, least_name_mm);
  for (std::size_t city = 0; city < source_.cities.size(); ++city)
    drawCity(pen, source_, city);
  const std::vector<Vector2d> rim = {{board_.x_mm, board_.y_mm},
                                     {board_.x_mm + board_.width_mm, board_.y_mm},
                                     {board_.x_mm + board_.width_mm, board_.y_mm + board_.height_mm},
                                     {board_.x_mm, board_.y_mm + board_.height_mm}};
  if (source_.rows > 0)
    pen.outline(rim, 0.8, black);
  for (const BoardMarker& marker : markers_)
    sheet.fill(markerCells(dictionary_, marker.id,
                           pen.page(marker.centre_mm + Vector2d(-marker_mm_ / 2.0, marker_mm_ / 2.0)), marker_mm_),
               black);
}

namespace {

constexpr double legend_row_mm = 12.0;
constexpr int legend_entries = 8;
int legendColumns(double width_mm) {
  return width_mm > 220.0 ? 2 : 1;
}

} // namespace

double BoardDrawing::legendHeight_mm(double width_mm) {
  return legend_row_mm * ((legend_entries + legendColumns(width_mm) - 1) / legendColumns(width_mm));
}

void BoardDrawing::legend(Canvas& sheet, const Vector2d& at_mm, double width_mm) const {
  const std::string city = source_.city_word;
  const std::string terrain = source_.terrain_word;
  constexpr double symbol_mm = 4.5;
  const Pen pen(sheet, Vector2d::Zero(), Vector2d::Zero());
  int row = 0;
  const int columns = legendColumns(width_mm);
  const auto entry = [&](const std::string& words, const auto& symbol) {
    const Vector2d at =
        at_mm + Vector2d(width_mm / columns * (row % columns) + 8.0, legend_row_mm * (row / columns) + 6.0);
    symbol(Vector2d(at.x(), -at.y())); // the pen turns y over
    sheet.text(at + Vector2d(15.0, 1.1), 3.0, words, Align::left, black, false);
    ++row;
  };
  const auto pair = [&](const Vector2d& at, const auto& symbol) {
    symbol(Vector2d(at + Vector2d(-2.0, 0)), true);
    symbol(Vector2d(at + Vector2d(8.0, 0)), false);
  };
  const auto letters = [&](const std::string& letter) {
    return [&pen, pair, letter](const Vector2d& at) {
      pair(at, [&](const Vector2d& p, bool of_white) { letterDisc(pen, p, symbol_mm, letter, of_white); });
    };
  };
  entry("saw-blade: a pawn starts here, and may step twice (White's, Black's)", [&](const Vector2d& at) {
    pair(at, [&](const Vector2d& p, bool of_white) { sawBlade(pen, p, symbol_mm, of_white); });
  });
  entry("a heavy piece starts here", [&](const Vector2d& at) {
    pair(at, [&](const Vector2d& p, bool of_white) { diamond(pen, p, 0.7 * symbol_mm, of_white); });
  });
  entry("sabotage field", letters("S"));
  entry("intelligence field", letters("I"));
  entry("resource field", letters("R"));
  entry(terrain + ": training, and shelter from the untrained", [&](const Vector2d& at) {
    const double half = symbol_mm + 0.5;
    const Vector2d p = at + Vector2d(3.0, 0);
    pen.fill(
        {p + Vector2d(-half, -half), p + Vector2d(half, -half), p + Vector2d(half, half), p + Vector2d(-half, half)},
        terrain_ink);
    mountains(pen, p, symbol_mm);
  });
  entry(city + " of White or Black, walled; its die lies in the square", [&](const Vector2d& at) {
    pair(at, [&](const Vector2d& p, bool of_white) {
      const std::vector<Vector2d> block = {p + Vector2d(-4, -4), p + Vector2d(4, -4), p + Vector2d(4, 4),
                                           p + Vector2d(-4, 4)};
      pen.fill(block, of_white ? white_city_ink : black_city_ink);
      pen.outline(block, 1.2, wall_ink);
    });
  });
  entry("exit: the way in and out of the " + city + " behind the arrow", [&](const Vector2d& at) {
    arrow(pen, at + Vector2d(3.0, 0), symbol_mm, rules::armada_chess::Direction::n, line_ink);
  });
}

} // namespace linesman::app
