#include "app/board_men.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace linesman::app {

namespace {

using Eigen::Vector2d;
using Shape = std::vector<Vector2d>; ///< in the man's own frame: y up, the circle it stands in has radius 1

Shape disc(double x, double y, double radius, int corners = 40) {
  Shape points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / corners;
    points.emplace_back(x + radius * std::cos(angle), y + radius * std::sin(angle));
  }
  return points;
}

Shape box(double left, double low, double right, double high) {
  return {{left, low}, {right, low}, {right, high}, {left, high}};
}

const Shape foot = {{-0.58, -0.80}, {0.58, -0.80}, {0.46, -0.60}, {-0.46, -0.60}};

/// The parts of a figure; together they are its outline. Kinds without one: a disc for their letter.
std::vector<Shape> partsOf(const std::string& kind) {
  if (kind == "pawn")
    return {foot, {{-0.36, -0.62}, {0.36, -0.62}, {0.13, 0.05}, {-0.13, 0.05}}, disc(0.0, 0.22, 0.29)};
  if (kind == "rook")
    return {foot,
            {{-0.38, -0.62}, {0.38, -0.62}, {0.30, 0.25}, {-0.30, 0.25}},
            {{-0.44, 0.20},
             {0.44, 0.20},
             {0.44, 0.68},
             {0.25, 0.68},
             {0.25, 0.50},
             {0.10, 0.50},
             {0.10, 0.68},
             {-0.10, 0.68},
             {-0.10, 0.50},
             {-0.25, 0.50},
             {-0.25, 0.68},
             {-0.44, 0.68}}};
  if (kind == "knight")
    return {foot,
            {{-0.40, -0.62},
             {0.42, -0.62},
             {0.40, -0.10},
             {0.40, 0.22},
             {0.28, 0.50},
             {0.12, 0.66},
             {0.08, 0.86},
             {-0.08, 0.68},
             {-0.22, 0.54},
             {-0.52, 0.16},
             {-0.56, -0.02},
             {-0.42, -0.10},
             {-0.18, 0.08},
             {-0.02, 0.02},
             {-0.24, -0.24},
             {-0.38, -0.44}}};
  if (kind == "bishop")
    return {foot,
            {{-0.32, -0.62},
             {0.32, -0.62},
             {0.18, -0.32},
             {0.32, -0.02},
             {0.28, 0.28},
             {0.0, 0.68},
             {-0.28, 0.28},
             {-0.32, -0.02},
             {-0.18, -0.32}},
            disc(0.0, 0.74, 0.11)};
  if (kind == "queen")
    return {foot,
            {{-0.38, -0.62},
             {0.38, -0.62},
             {0.62, 0.48},
             {0.32, 0.06},
             {0.21, 0.64},
             {0.0, 0.10},
             {-0.21, 0.64},
             {-0.32, 0.06},
             {-0.62, 0.48}},
            disc(0.62, 0.52, 0.10),
            disc(0.21, 0.68, 0.10),
            disc(-0.21, 0.68, 0.10),
            disc(-0.62, 0.52, 0.10)};
  if (kind == "king")
    return {foot,
            {{-0.36, -0.62}, {0.36, -0.62}, {0.54, 0.06}, {0.30, 0.36}, {-0.30, 0.36}, {-0.54, 0.06}},
            box(-0.08, 0.30, 0.08, 0.88),
            box(-0.24, 0.55, 0.24, 0.71)};
  return {disc(0.0, 0.0, 0.78)};
}

bool hasFigure(const std::string& kind) {
  return partsOf(kind).size() > 1;
}

} // namespace

void drawMan(Canvas& canvas, const Vector2d& at_mm, double radius_mm, const ShownMan& man) {
  const Ink body = man.of_white ? white : black;
  const Ink rim = man.of_white ? black : white;
  // A turned Rook stands on its head; with a rider the Rook makes room above.
  const double share = man.rider ? 0.82 : 1.0;
  const Vector2d shift(man.rider ? -0.14 : 0.0, man.rider ? -0.16 : 0.0);
  const auto place = [&](Shape shape) {
    for (Vector2d& p : shape) {
      const Vector2d own = share * (man.turned ? Vector2d(p.x(), -p.y()) : p) + shift;
      p = at_mm + radius_mm * Vector2d(own.x(), -own.y());
    }
    return shape;
  };
  const std::vector<Shape> parts = partsOf(man.kind);
  for (const Shape& part : parts) {
    canvas.outline(place(part), 0.20 * radius_mm, body); // a seam that parts the figure from any ground
    canvas.outline(place(part), 0.11 * radius_mm, rim);
  }
  for (const Shape& part : parts)
    canvas.fill(place(part), body);
  const auto band = [&](double low, double high, double half, Ink ink) {
    canvas.outline(place(box(-half, low, half, high)), 0.05 * radius_mm, rim);
    canvas.fill(place(box(-half, low, half, high)), ink);
  };
  if (!hasFigure(man.kind)) {
    const Vector2d middle = at_mm + Vector2d(0.0, 0.36 * 0.95 * radius_mm);
    canvas.text(middle, 0.95 * radius_mm, std::string(1, man.letter), Align::centre, rim, true);
  }
  if (man.kind == "bishop")
    canvas.line(place({{0.02, 0.18}})[0], place({{0.20, 0.42}})[0], 0.07 * radius_mm, rim);
  if (man.kind == "knight")
    canvas.fill(place(disc(-0.16, 0.36, 0.06)), rim);
  if (man.trained)
    band(-0.60, -0.42, 0.44, low_band_ink);
  if (man.high)
    band(-0.14, 0.04, 0.36, high_band_ink);
  if (man.crown)
    band(0.38, 0.52, 0.24, crown_band_ink);
  if (man.rider) {
    ShownMan pawn;
    pawn.kind = "pawn";
    pawn.of_white = man.of_white;
    pawn.trained = man.rider_trained;
    drawMan(canvas, at_mm + radius_mm * Vector2d(0.48, -0.48), 0.52 * radius_mm, pawn);
  }
  std::string counts;
  if (man.training > 0)
    counts = "T" + std::to_string(man.training);
  if (man.upgrade > 0)
    counts += (counts.empty() ? "U" : " U") + std::to_string(man.upgrade);
  if (!counts.empty()) {
    const Vector2d tag = at_mm + radius_mm * Vector2d(0.62, 0.62);
    const double half = (counts.size() > 2 ? 0.62 : 0.36) * radius_mm;
    const double tall = 0.26 * radius_mm;
    canvas.fill({Rect{tag.x() - half, tag.y() - tall, 2.0 * half, 2.0 * tall}}, {0.13, 0.16, 0.21});
    canvas.text(tag + Vector2d(0.0, 0.15 * radius_mm), 0.42 * radius_mm, counts, Align::centre, white, true);
  }
}

void drawDie(Canvas& canvas, const Vector2d& at_mm, double side_mm, int face, bool of_white) {
  const double half = side_mm / 2.0;
  const Shape square = {at_mm + Vector2d(-half, -half), at_mm + Vector2d(half, -half), at_mm + Vector2d(half, half),
                        at_mm + Vector2d(-half, half)};
  canvas.fill(square, of_white ? white : black);
  canvas.outline(square, 0.06 * side_mm, of_white ? black : white);
  const Ink pip_ink = of_white ? black : white;
  const auto pip = [&](double x, double y) {
    Shape dot = disc(0.0, 0.0, 0.11, 20);
    for (Vector2d& p : dot)
      p = at_mm + side_mm * (p + Vector2d(x, y));
    canvas.fill(dot, pip_ink);
  };
  constexpr double off = 0.27;
  if (face % 2 == 1)
    pip(0.0, 0.0);
  if (face >= 2) {
    pip(-off, off);
    pip(off, -off);
  }
  if (face >= 4) {
    pip(-off, -off);
    pip(off, off);
  }
  if (face == 6) {
    pip(-off, 0.0);
    pip(off, 0.0);
  }
}

} // namespace linesman::app
