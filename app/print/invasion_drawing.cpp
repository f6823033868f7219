#include "app/print/invasion_drawing.h"

#include <array>

#include "app/print/printable.h"

namespace linesman::app {

namespace {

using Eigen::Vector2d;

/// Light and dark, by turns, so that a camera finds the squares without markers too.
using Pair = std::array<Ink, 2>;
constexpr Pair land_inks{{{1.0, 1.0, 1.0}, {0.76, 0.72, 0.62}}};
constexpr Pair water_inks{{{0.66, 0.81, 0.92}, {0.43, 0.61, 0.78}}};
constexpr Pair camp_inks{{{0.80, 0.80, 0.80}, {0.54, 0.54, 0.54}}};
constexpr Pair red_corner_inks{{{0.92, 0.56, 0.52}, {0.80, 0.36, 0.32}}};
constexpr Ink grid_ink{0.25, 0.25, 0.25};

} // namespace

InvasionDrawing::InvasionDrawing(const InvasionPlan& plan, double marker_mm, const std::string& dictionary,
                                 int first_id)
    : plan_(plan), marker_mm_(marker_mm), dictionary_(dictionary), board_{0.0, 0.0, InvasionPlan::side * plan.square_mm,
                                                                          InvasionPlan::side * plan.square_mm},
      markers_(markersBeside(board_, marker_mm, first_id)) {}

void InvasionDrawing::draw(Canvas& sheet, const Vector2d& corner_mm, const Vector2d& at_mm) const {
  const double s = plan_.square_mm;
  const auto page = [&](double x, double y) {
    return Vector2d(at_mm + Vector2d(x - corner_mm.x(), corner_mm.y() - y));
  };
  const auto box = [&](double x, double y, double wide, double high) {
    return std::vector<Vector2d>{page(x, y), page(x + wide, y), page(x + wide, y + high), page(x, y + high)};
  };
  for (int row = 0; row < InvasionPlan::side; ++row)
    for (int column = 0; column < InvasionPlan::side; ++column) {
      const std::vector<Vector2d> square = box(column * s, row * s, s, s);
      const bool sea = InvasionPlan::isSea(column, row);
      const Pair& inks = sea                         ? water_inks
                         : plan_.isRed(column, row)  ? red_corner_inks
                         : plan_.isCamp(column, row) ? camp_inks
                                                     : land_inks;
      sheet.fill(square, inks[(row + column) % 2 == 0 ? 1 : 0]); // a1 is dark
      if (sea)
        continue;
      sheet.outline(square, 0.35, grid_ink);
      const std::string name = std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1);
      sheet.text(page((column + 0.05) * s, (row + 0.06) * s), 0.09 * s, name, Align::left, grid_ink, false);
    }
  sheet.outline(box(3.0 * s, 3.0 * s, 4.0 * s, 4.0 * s), 0.8, grid_ink);
  sheet.outline(box(0.0, 0.0, board_.width_mm, board_.height_mm), 0.8, black);
  for (const BoardMarker& marker : markers_)
    sheet.fill(markerCells(dictionary_, marker.id,
                           page(marker.centre_mm.x() - marker_mm_ / 2.0, marker.centre_mm.y() + marker_mm_ / 2.0),
                           marker_mm_),
               black);
}

} // namespace linesman::app
