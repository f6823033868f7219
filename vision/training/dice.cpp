#include "vision/training/dice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <opencv2/imgproc.hpp>

#include "vision/training/room.h"

namespace linesman::training {

namespace {

constexpr double pi = std::numbers::pi;

Eigen::Vector3f anyColour(Rng& rng) {
  return fromRgb(uniform(rng, 0.03, 0.97), uniform(rng, 0.03, 0.97), uniform(rng, 0.03, 0.97));
}

/// How far two colours are apart as the eye sees them.
float apart(const Eigen::Vector3f& a, const Eigen::Vector3f& b) {
  return (a.cwiseSqrt() - b.cwiseSqrt()).norm();
}

Eigen::Vector3f usualBody(Rng& rng) {
  const Eigen::Vector3f all[] = {fromRgb(0.93, 0.93, 0.91), fromRgb(0.92, 0.87, 0.74), fromRgb(0.75, 0.05, 0.06),
                                 fromRgb(0.55, 0.05, 0.15), fromRgb(0.08, 0.1, 0.65),  fromRgb(0.1, 0.35, 0.7),
                                 fromRgb(0.08, 0.08, 0.08), fromRgb(0.1, 0.45, 0.15),  fromRgb(0.05, 0.3, 0.3),
                                 fromRgb(0.9, 0.78, 0.1),   fromRgb(0.6, 0.42, 0.12),  fromRgb(0.2, 0.08, 0.32),
                                 fromRgb(0.8, 0.65, 0.45),  fromRgb(0.85, 0.4, 0.1)};
  return jitter(all[whole(rng, 0, 13)], rng, 0.25);
}

struct DieLook {
  Material body, pips, one; ///< `one`: of the face with one pip
  bool red_four = false;
};

/// Of ten dice seven have black or white pips, the others any colour that stands out from the body at least a little.
DieLook randomLook(Rng& rng) {
  DieLook look;
  look.body.bgr = chance(rng, 0.75) ? usualBody(rng) : anyColour(rng);
  look.body.specular = static_cast<float>(uniform(rng, 0.0, 0.7));
  look.body.shininess = static_cast<float>(uniform(rng, 6.0, 90.0));
  if (chance(rng, 0.2))
    look.body.grain = static_cast<float>(uniform(rng, 0.1, 0.5));
  const bool bright = look.body.bgr.mean() > 0.25F;
  look.pips.bgr = bright ? fromRgb(0.07, 0.07, 0.07) : fromRgb(0.93, 0.93, 0.92);
  if (chance(rng, 0.3))
    for (int k = 0; k < 20; ++k) {
      const Eigen::Vector3f usual[] = {fromRgb(0.8, 0.62, 0.2), fromRgb(0.75, 0.06, 0.06), fromRgb(0.95, 0.85, 0.2),
                                       fromRgb(0.1, 0.15, 0.6), fromRgb(0.5, 0.45, 0.35)};
      const Eigen::Vector3f other = chance(rng, 0.6) ? usual[whole(rng, 0, 4)] : anyColour(rng);
      if (apart(other, look.body.bgr) > (chance(rng, 0.3) ? 0.22F : 0.4F)) {
        look.pips.bgr = other;
        break;
      }
    }
  if (chance(rng, 0.3)) { // two colours flow into each other, neither of them the pips'
    look.body.other =
        chance(rng, 0.6) ? Eigen::Vector3f(look.body.bgr * static_cast<float>(uniform(rng, 0.1, 0.6))) : usualBody(rng);
    if (apart(look.body.other, look.pips.bgr) > 0.3F)
      look.body.marble = static_cast<float>(uniform(rng, 0.3, 1.1));
  }
  look.pips.specular = static_cast<float>(uniform(rng, 0.0, 0.3));
  look.one = look.pips;
  const Eigen::Vector3f red = fromRgb(0.8, 0.06, 0.08);
  if (chance(rng, 0.12) && apart(red, look.body.bgr) > 0.5F) {
    look.one.bgr = red;
    look.red_four = chance(rng, 0.5);
  }
  return look;
}

/// Half edge, radius of the rounded edges and radius of the ball that cuts off the corners.
struct DieShape {
  double half = 8.0, edge = 1.0, ball = 20.0;
  /// The surface above (x, y) of the top face.
  double heightAt(double x, double y) const {
    const double inner = half - edge, dx = std::max(0.0, std::abs(x) - inner), dy = std::max(0.0, std::abs(y) - inner);
    const double z = inner + std::sqrt(std::max(0.0, edge * edge - dx * dx - dy * dy));
    return std::min(z, std::sqrt(std::max(0.0, ball * ball - x * x - y * y)));
  }
};

DieShape randomShape(double size_mm, Rng& rng) {
  DieShape shape;
  shape.half = 0.5 * size_mm;
  shape.edge = shape.half * (chance(rng, 0.4) ? uniform(rng, 0.03, 0.1) : uniform(rng, 0.1, 0.42));
  shape.ball = shape.half * (chance(rng, 0.5) ? uniform(rng, 1.38, 1.6) : 1.8);
  return shape;
}

Mesh bodyOf(const DieShape& shape) {
  constexpr int cells = 8;
  Mesh mesh;
  const double inner = shape.half - shape.edge;
  for (int face = 0; face < 6; ++face) {
    const auto first = static_cast<int>(mesh.points.size());
    const int axis = face / 2;
    for (int v = 0; v <= cells; ++v)
      for (int u = 0; u <= cells; ++u) {
        // Points crowd at the edges, where the surface bends.
        const auto along = [&](int k) { return shape.half * std::sin(0.5 * pi * (2.0 * k / cells - 1.0)); };
        Eigen::Vector3d p;
        p[axis] = face % 2 == 0 ? shape.half : -shape.half;
        p[(axis + 1) % 3] = along(u);
        p[(axis + 2) % 3] = along(v);
        const Eigen::Vector3d core = p.cwiseMax(-inner).cwiseMin(inner);
        Eigen::Vector3d normal = (p - core).normalized(), point = core + shape.edge * normal;
        if (point.norm() > shape.ball) {
          normal = point.normalized();
          point = shape.ball * normal;
        }
        mesh.points.push_back((point + Eigen::Vector3d(0.0, 0.0, shape.half)).cast<float>());
        mesh.normals.push_back(normal.cast<float>());
      }
    for (int v = 0; v < cells; ++v)
      for (int u = 0; u < cells; ++u) {
        const int a = first + v * (cells + 1) + u, b = a + cells + 1;
        mesh.triangles.emplace_back(a, a + 1, b);
        mesh.triangles.emplace_back(a + 1, b + 1, b);
      }
  }
  return mesh;
}

/// What is painted on a face from radius `low` to `high` around `spot`; `arms` > 0 makes a star of it, `gap` leaves a
/// part of the circle out.
Mesh painted(const DieShape& shape, const Eigen::Vector2d& spot, double low, double high, int arms, double gap) {
  constexpr int segments = 20, rings = 3;
  Mesh mesh;
  for (int s = 0; s <= segments; ++s) {
    const double angle = (2.0 * pi - gap) * s / segments;
    const double reach = arms > 0 ? high * (0.62 + 0.38 * std::cos(arms * angle)) : high;
    for (int r = 0; r < rings; ++r) {
      const double radius = low + (std::max(reach, low) - low) * r / (rings - 1);
      const Eigen::Vector2d p = spot + radius * Eigen::Vector2d(std::cos(angle), std::sin(angle));
      const double limit = 0.98 * shape.half, x = std::clamp(p.x(), -limit, limit),
                   y = std::clamp(p.y(), -limit, limit), d = 0.05 * shape.half;
      mesh.points.push_back(Eigen::Vector3d(x, y, shape.heightAt(x, y) + 0.05).cast<float>());
      mesh.normals.push_back(Eigen::Vector3d(shape.heightAt(x - d, y) - shape.heightAt(x + d, y),
                                             shape.heightAt(x, y - d) - shape.heightAt(x, y + d), 2.0 * d)
                                 .normalized()
                                 .cast<float>());
    }
  }
  for (int s = 0; s < segments; ++s)
    for (int r = 0; r + 1 < rings; ++r) {
      const int a = s * rings + r, b = a + rings;
      mesh.triangles.emplace_back(a, b, a + 1);
      mesh.triangles.emplace_back(b, b + 1, a + 1);
    }
  return mesh;
}

struct PipStyle {
  double radius = 1.5, across = 4.0, along = 4.0, one = 1.0; ///< mm, and how much larger a single pip is
  int one_sign = 0; ///< 0 disc, 1 ring and dot, 2 ring, 3 star, 4 open ring and dot
};

PipStyle randomPips(double size_mm, Rng& rng) {
  PipStyle style;
  style.radius = size_mm * uniform(rng, 0.075, 0.125);
  style.across = size_mm * uniform(rng, 0.2, 0.285);
  style.along = std::clamp(style.across * uniform(rng, 0.92, 1.12), 0.2 * size_mm, 0.29 * size_mm);
  style.one = chance(rng, 0.5) ? 1.0 : uniform(rng, 1.2, 2.2);
  if (chance(rng, 0.2))
    style.one_sign = whole(rng, 1, 4);
  return style;
}

Mesh faceOf(int value, const DieShape& shape, const PipStyle& style) {
  Mesh mesh;
  if (value == 1) {
    const double r = style.radius * style.one, wide = std::max(r, 0.19 * 2.0 * shape.half);
    const Eigen::Vector2d middle = Eigen::Vector2d::Zero();
    if (style.one_sign == 0)
      return painted(shape, middle, 0.0, r, 0, 0.0);
    if (style.one_sign == 3)
      return painted(shape, middle, 0.0, 1.2 * wide, 5, 0.0);
    mesh = painted(shape, middle, 0.72 * wide, wide, 0, style.one_sign == 4 ? 1.5 : 0.0);
    if (style.one_sign != 2)
      mesh.append(painted(shape, middle, 0.0, 0.4 * wide, 0, 0.0));
    return mesh;
  }
  std::vector<Eigen::Vector2d> spots;
  const auto both = [&spots](double x, double y) {
    spots.emplace_back(x, y);
    spots.emplace_back(-x, -y);
  };
  both(style.across, style.along);
  if (value >= 4)
    both(style.across, -style.along);
  if (value == 6)
    both(style.across, 0.0);
  if (value % 2 == 1)
    spots.emplace_back(0.0, 0.0);
  for (const Eigen::Vector2d& spot : spots)
    mesh.append(painted(shape, spot, 0.0, style.radius, 0, 0.0));
  return mesh;
}

/// A look straight down to 60 degrees at a table of which a die's edge takes about 14 to 46 pixels.
BoardView randomTableView(double square_mm, Rng& rng) {
  BoardView view;
  view.columns = view.rows = 8;
  view.square_mm = square_mm;
  Lens& lens = view.lens;
  lens.width_px = 560;
  lens.height_px = 420;
  lens.fx_px = lens.fy_px = uniform(rng, 450.0, 900.0);
  lens.cx_px = 279.5 + bell(rng, 6.0);
  lens.cy_px = 209.5 + bell(rng, 6.0);
  lens.distortion[0] = uniform(rng, -0.1, 0.03);
  const double tilt = std::pow(uniform(rng, 0.0, 1.0), 0.7) * 1.05, azimuth = uniform(rng, 0.0, 2.0 * pi);
  const double distance = lens.fx_px * 16.0 / std::exp(uniform(rng, std::log(14.0), std::log(46.0)));
  const Eigen::Vector3d target(bell(rng, 15.0), bell(rng, 15.0), 0.0);
  view.camera_from_board = cameraFromBoard({target, distance, tilt, azimuth});
  return view;
}

/// A board, the table itself, or a plain sheet with a little shade.
BoardLook randomGround(const cv::Mat& table, Rng& rng) {
  if (chance(rng, 0.25))
    return randomBoard(rng, 8);
  BoardLook look;
  look.margin = 0.5;
  look.texture = table.clone();
  if (chance(rng, 0.6)) {
    const double grey = std::pow(uniform(rng, 0.1, 1.0), 0.6) * 240.0;
    cv::Mat noise(24, 24, CV_32FC3), shade;
    cv::RNG random(rng());
    random.fill(noise, cv::RNG::NORMAL,
                cv::Scalar(grey * uniform(rng, 0.85, 1.1), grey, grey * uniform(rng, 0.85, 1.1)),
                cv::Scalar::all(uniform(rng, 1.0, 8.0)));
    cv::resize(noise, shade, look.texture.size(), 0, 0, cv::INTER_CUBIC);
    shade.convertTo(look.texture, CV_8UC3);
  }
  return look;
}

} // namespace

void addDie(std::vector<Thing>& things, double size_mm, const Eigen::Vector3d& foot, int face, int id, Rng& rng) {
  constexpr int around[6][4] = {{2, 3, 5, 4}, {1, 4, 6, 3}, {1, 2, 6, 5}, {1, 5, 6, 2}, {1, 3, 6, 4}, {2, 4, 5, 3}};
  const DieLook look = randomLook(rng);
  const DieShape shape = randomShape(size_mm, rng);
  const PipStyle style = randomPips(size_mm, rng);
  Thing body, pips, one;
  body.mesh = bodyOf(shape);
  body.material = look.body;
  pips.material = look.pips;
  one.material = look.one;
  const auto draw = [&](int value, const Eigen::Matrix3f& turn) {
    Mesh mesh = faceOf(value, shape, style);
    mesh.transform(turn, Eigen::Vector3f(0.0F, 0.0F, static_cast<float>(shape.half)));
    (value == 1 || (value == 4 && look.red_four) ? one : pips).mesh.append(mesh);
  };
  const auto quarter = [](int k) {
    return Eigen::AngleAxisf(static_cast<float>(k * pi / 2.0), Eigen::Vector3f::UnitZ()).toRotationMatrix();
  };
  const Eigen::Matrix3f aside =
      Eigen::AngleAxisf(static_cast<float>(pi / 2.0), Eigen::Vector3f::UnitX()).toRotationMatrix();
  draw(face, quarter(whole(rng, 0, 3)));
  const int shift = whole(rng, 0, 3);
  for (int k = 0; k < 4; ++k)
    draw(around[face - 1][(k + shift) % 4], quarter(k) * aside * quarter(whole(rng, 0, 3)));
  const Eigen::Matrix3f heading =
      Eigen::AngleAxisf(static_cast<float>(uniform(rng, 0.0, 2.0 * pi)), Eigen::Vector3f::UnitZ()).toRotationMatrix();
  for (Thing* thing : {&body, &pips, &one}) {
    if (thing->mesh.points.empty())
      continue;
    thing->mesh.transform(heading, foot.cast<float>());
    thing->id = id;
    things.push_back(std::move(*thing));
  }
}

DiceScene randomDice(Rng& rng) {
  DiceScene out;
  Scene& scene = out.scene;
  const double square = 45.0;
  scene.view = randomTableView(square, rng);
  scene.table = randomTable(rng);
  scene.table_mm = uniform(rng, 400.0, 1500.0);
  scene.board = randomGround(scene.table, rng);
  scene.thickness_mm = uniform(rng, 0.1, 3.0);
  scene.board_gloss = static_cast<float>(chance(rng, 0.6) ? uniform(rng, 0.0, 0.05) : uniform(rng, 0.05, 0.4));
  scene.crevice = static_cast<float>(uniform(rng, 0.0, 0.7));
  addLamps(scene, 8.0 * square, {1.0 / 3.0, 0.05, 1.1, 0.03, 0.9}, rng);
  const bool one_size = chance(rng, 0.6);
  const double usual_mm = uniform(rng, 12.0, 19.0);
  std::vector<double> reach;
  for (int n = whole(rng, 12, 40), tries = 0; static_cast<int>(out.dice.size()) < n && tries < 400; ++tries) {
    LooseDie die;
    die.size_mm = one_size ? usual_mm : uniform(rng, 10.0, 21.0);
    const Eigen::Vector2d pixel(uniform(rng, 10.0, 550.0), uniform(rng, 10.0, 410.0));
    const Eigen::Vector2d at = scene.view.point_mm(pixel, 0.0);
    const bool beside = !out.dice.empty() && chance(rng, 0.35);
    const double way = uniform(rng, 0.0, 2.0 * pi);
    die.at_mm =
        beside ? Eigen::Vector2d(
                     out.dice[static_cast<std::size_t>(whole(rng, 0, static_cast<int>(out.dice.size()) - 1))].at_mm +
                     1.15 * die.size_mm * Eigen::Vector2d(std::cos(way), std::sin(way)))
               : at;
    if (!(die.at_mm.norm() < 8.0 * square))
      continue;
    const bool free = std::all_of(out.dice.begin(), out.dice.end(), [&](const LooseDie& d) {
      return (d.at_mm - die.at_mm).norm() > 0.53 * (d.size_mm + die.size_mm) * (chance(rng, 0.5) ? 1.0 : 1.3);
    });
    if (!free)
      continue;
    die.face = whole(rng, 1, 6);
    die.id = static_cast<int>(out.dice.size()) + 1;
    addDie(scene.things, die.size_mm, {die.at_mm.x(), die.at_mm.y(), 0.0}, die.face, die.id, rng);
    out.dice.push_back(die);
  }
  if (chance(rng, 0.3)) { // an arm above, for its shadow
    Thing arm;
    const Eigen::Vector3d from(bell(rng, 80.0), bell(rng, 80.0), uniform(rng, 50.0, 140.0)),
        way(bell(rng, 1.0), bell(rng, 1.0), 0.3);
    arm.mesh = capsule(from, from + 250.0 * way.normalized(), uniform(rng, 8.0, 20.0), uniform(rng, 15.0, 35.0));
    arm.material.bgr = anyColour(rng);
    arm.id = static_cast<int>(out.dice.size()) + 1;
    scene.things.push_back(std::move(arm));
  }
  return out;
}

} // namespace linesman::training
