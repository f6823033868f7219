#include "vision/pyramid_evidence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace linesman {

namespace {

struct Pixel {
  int x, y;
  bool inside(const EdgeField& edges) const { return x >= 0 && y >= 0 && x < edges.width() && y < edges.height(); }
};

Pixel pixelAt(const Eigen::Vector2d& at) {
  return {cvRound(at.x()), cvRound(at.y())};
}

double noveltyAt(const EvidenceMaps& maps, const Eigen::Vector2d& at) {
  const Pixel pixel = pixelAt(at);
  return pixel.inside(maps.edges) ? maps.novelty.at<std::uint8_t>(pixel.y, pixel.x) / 255.0 : 0.0;
}

bool edgeAt(const EdgeField& edges, const Eigen::Vector2d& at) {
  const Pixel pixel = pixelAt(at);
  return pixel.inside(edges) && edges.thinned().at<std::uint8_t>(pixel.y, pixel.x) != 0;
}

/// Strongest gradient across the edge within a pixel; 0 when it runs another way.
double strengthAt(const EdgeField& edges, const Eigen::Vector2d& at, const Eigen::Vector2d& normal) {
  double best = 0.0, length = 0.0;
  for (int i = -1; i <= 1; ++i) {
    const Pixel pixel = pixelAt(at + i * normal);
    const cv::Vec2s g = edges.gradient(pixel.x, pixel.y);
    const double value = std::abs(g[0] * normal.x() + g[1] * normal.y());
    if (value > best) {
      best = value;
      length = std::sqrt(static_cast<double>(g[0] * g[0] + g[1] * g[1]));
    }
  }
  return best > 0.88 * length ? best : 0.0;
}

/// Mean over counted values.
struct Mean {
  double sum = 0.0;
  int count = 0;
  void add(double value) {
    sum += value;
    ++count;
  }
  double value(double without = 0.0) const { return count > 0 ? sum / count : without; }
};

void addSides(const std::vector<OutlineSample>& samples, const EvidenceMaps& maps, PyramidEvidence& evidence) {
  Mean novelty_out, clutter_out, contrast, one_sided;
  std::vector<Eigen::Vector3d> steps;
  Eigen::Vector3d usual = Eigen::Vector3d::Zero();
  for (const OutlineSample& sample : samples) {
    if (!sample.outline)
      continue;
    const Eigen::Vector2d at = maps.edges.toReduced(sample.pixel);
    novelty_out.add(noveltyAt(maps, at + 3.5 * sample.normal));
    for (const double out : {3.0, 4.5, 6.0})
      clutter_out.add(edgeAt(maps.edges, at + out * sample.normal) ? 1.0 : 0.0);
    const Eigen::Vector3d step =
        maps.edges.colourAt(at - 2.5 * sample.normal) - maps.edges.colourAt(at + 2.5 * sample.normal);
    steps.push_back(step);
    usual += step;
    contrast.add(std::min(1.0, step.norm() / 60.0));
  }
  for (const Eigen::Vector3d& step : steps)
    one_sided.add(step.dot(usual) > 0.5 * step.norm() * usual.norm() ? 1.0 : 0.0);
  evidence.novelty_out = novelty_out.value();
  evidence.clutter_out = std::min(1.0, clutter_out.value() / 0.2);
  evidence.contrast = contrast.value();
  evidence.one_sided = one_sided.value();
}

void addInside(const std::vector<OutlineSample>& samples, const Eigen::Vector2d& middle, const EvidenceMaps& maps,
               PyramidEvidence& evidence) {
  Mean novelty, clutter;
  Eigen::Vector3d colour = Eigen::Vector3d::Zero();
  std::vector<Eigen::Vector2d> creases;
  for (const OutlineSample& sample : samples)
    if (!sample.outline)
      creases.push_back(maps.edges.toReduced(sample.pixel));
  for (const OutlineSample& sample : samples) {
    if (!sample.outline)
      continue;
    const Eigen::Vector2d at = maps.edges.toReduced(sample.pixel);
    for (const double share : {0.3, 0.5, 0.7}) {
      const Eigen::Vector2d here = at + share * (middle - at);
      novelty.add(noveltyAt(maps, here));
      colour += maps.edges.colourAt(here);
      if (std::none_of(creases.begin(), creases.end(),
                       [&](const Eigen::Vector2d& crease) { return (crease - here).squaredNorm() < 6.0; }))
        clutter.add(edgeAt(maps.edges, here) ? 1.0 : 0.0);
    }
  }
  evidence.novelty_in = novelty.value();
  evidence.colour = colour / std::max(1, novelty.count);
  evidence.clutter_in = std::min(1.0, clutter.value() / 0.2);
}

/// An outline edge as it is drawn: rounding moves it from the line between its corners.
struct DrawnEdge {
  Eigen::Vector2d normal = Eigen::Vector2d::Zero(); ///< unit, of the line from corner to corner
  Mean offset;                                      ///< reduced px from that line, along the normal
};

std::array<DrawnEdge, PyramidSolid::edge_count> drawnEdges(const std::vector<OutlineSample>& samples, Posture posture,
                                                           const std::array<Eigen::Vector2d, 5>& corners,
                                                           const EdgeField& edges) {
  std::array<DrawnEdge, PyramidSolid::edge_count> drawn;
  for (const OutlineSample& sample : samples) {
    if (!sample.outline)
      continue;
    DrawnEdge& edge = drawn[static_cast<std::size_t>(sample.edge)];
    const auto [from, to] = PyramidSolid::edge(posture, sample.edge);
    const Eigen::Vector2d& start = corners[static_cast<std::size_t>(from)];
    const Eigen::Vector2d along = (corners[static_cast<std::size_t>(to)] - start).normalized();
    edge.normal = {-along.y(), along.x()};
    edge.offset.add(edge.normal.dot(edges.toReduced(sample.pixel) - start));
  }
  return drawn;
}

/// Looks along every outline edge beyond both of its corners.
double continuedOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view,
                   const EvidenceMaps& maps, const std::vector<OutlineSample>& samples) {
  constexpr int first_px = 2, last_px = 6; // reduced px beyond the corner, clear of its rounding
  const auto solid_corners = solid.cornersAt(pose);
  std::array<Eigen::Vector2d, 5> corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto pixel = view.pixel(solid_corners[i]);
    if (!pixel)
      return 0.0;
    corners[i] = maps.edges.toReduced(*pixel);
  }
  const auto drawn = drawnEdges(samples, solid.posture(), corners, maps.edges);
  Mean continued;
  for (int e = 0; e < PyramidSolid::edge_count; ++e) {
    const DrawnEdge& edge = drawn[static_cast<std::size_t>(e)];
    if (edge.offset.count < 3)
      continue;
    const auto [from, to] = PyramidSolid::edge(solid.posture(), e);
    const Eigen::Vector2d shift = edge.offset.value() * edge.normal;
    const Eigen::Vector2d start = corners[static_cast<std::size_t>(from)] + shift,
                          end = corners[static_cast<std::size_t>(to)] + shift;
    const Eigen::Vector2d along = (end - start).normalized();
    for (int beyond = first_px; beyond <= last_px; ++beyond)
      for (const Eigen::Vector2d& at : {Eigen::Vector2d(start - beyond * along), Eigen::Vector2d(end + beyond * along)})
        continued.add(strengthAt(maps.edges, at, edge.normal) > maps.edges.noise() ? 1.0 : 0.0);
  }
  return continued.value();
}

} // namespace

PyramidEvidence evidenceFor(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                            const TableView& view, const EvidenceMaps& maps) {
  std::vector<OutlineSample> samples = sampleOutline(solid, pose, view, 2.5 * maps.edges.reduction(), true);
  maps.hidden.leaveOut(samples);
  PyramidEvidence evidence;
  Mean outline, creases, strength, chance;
  std::array<Mean, PyramidSolid::edge_count> by_edge;
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (const OutlineSample& sample : samples) {
    const Eigen::Vector2d at = maps.edges.toReduced(sample.pixel);
    const double across = strengthAt(maps.edges, at, sample.normal);
    const double met = across > maps.edges.noise() ? 1.0 : 0.0;
    if (!sample.outline) {
      creases.add(met);
      continue;
    }
    outline.add(met);
    by_edge[static_cast<std::size_t>(sample.edge)].add(met);
    strength.add(std::min(across / maps.edges.noise(), 8.0) / 8.0);
    const Pixel pixel = pixelAt(at);
    chance.add(std::popcount(static_cast<unsigned>(maps.edges.directions(pixel.x, pixel.y))) / 16.0);
    middle += at;
  }
  if (outline.count < 6)
    return evidence;
  middle /= outline.count;
  evidence.outline = outline.value();
  evidence.creases = creases.value(0.5);
  evidence.weakest = 1.0;
  for (const Mean& edge : by_edge)
    if (edge.count >= 3)
      evidence.weakest = std::min(evidence.weakest, edge.value());
  evidence.strength = strength.value();
  evidence.chance = chance.value();
  evidence.size = std::min(1.0, outline.count * 2.5 / 200.0);
  evidence.continued = continuedOf(solid, pose, view, maps, samples);
  addSides(samples, maps, evidence);
  addInside(samples, middle, maps, evidence);
  return evidence;
}

double PyramidEvidence::logOdds() const {
  // Logistic regression on labelled candidates; tests/accuracy/fit_evidence.py prints these weights.
  constexpr std::array<double, count> weights = {11.65, 2.62,  4.88, 1.23, 3.26, -6.33, 0.28,
                                                 4.80,  -1.39, 0.09, 9.39, 5.62, -2.00};
  double sum = -27.2;
  const std::array<double, count> all = values();
  for (std::size_t i = 0; i < count; ++i)
    sum += weights[i] * all[i];
  return sum;
}

} // namespace linesman
