#include "vision/board_lattice.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>

#include <Eigen/LU>

#include "models/dense.h"

namespace linesman {

namespace {

/// Buckets of saddle points for looking up neighbours.
class SaddleGrid {
public:
  explicit SaddleGrid(const std::vector<SaddlePoint>& saddles) : saddles_(saddles) {
    for (const SaddlePoint& s : saddles) {
      width_ = std::max(width_, static_cast<int>(s.px.x() / cell) + 1);
      height_ = std::max(height_, static_cast<int>(s.px.y() / cell) + 1);
    }
    buckets_.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    for (std::size_t k = 0; k < saddles.size(); ++k)
      buckets_[index(static_cast<int>(saddles[k].px.x() / cell), static_cast<int>(saddles[k].px.y() / cell))].push_back(
          k);
  }
  /// The strongest saddle whose light sectors lie along `bright_rad` (within 35 degrees) near `px`.
  std::optional<std::size_t> near(const Eigen::Vector2d& px, double radius_px, double bright_rad,
                                  double least_strength = 0.0) const {
    std::optional<std::size_t> best;
    double score = 0.0;
    visit(px, radius_px, [&](std::size_t k, double distance) {
      if (saddles_[k].strength < least_strength || angleBetween(saddles_[k].bright_rad, bright_rad) > 0.61)
        return;
      const double s = saddles_[k].strength * (1.0 - 0.7 * distance / radius_px);
      if (s > score) {
        score = s;
        best = k;
      }
    });
    return best;
  }
  template <class F> void visit(const Eigen::Vector2d& px, double radius_px, F&& f) const {
    for (int v = std::max(0, static_cast<int>((px.y() - radius_px) / cell));
         v <= std::min(height_ - 1, static_cast<int>((px.y() + radius_px) / cell)); ++v)
      for (int u = std::max(0, static_cast<int>((px.x() - radius_px) / cell));
           u <= std::min(width_ - 1, static_cast<int>((px.x() + radius_px) / cell)); ++u)
        for (const std::size_t k : buckets_[index(u, v)])
          if (const double d = (saddles_[k].px - px).norm(); d < radius_px)
            f(k, d);
  }
  static double angleBetween(double a, double b) {
    const double d = std::abs(std::remainder(a - b, std::numbers::pi));
    return d;
  }

private:
  static constexpr double cell = 32.0;
  std::size_t index(int u, int v) const {
    return static_cast<std::size_t>(v) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(u);
  }
  const std::vector<SaddlePoint>& saddles_;
  int width_ = 1, height_ = 1;
  std::vector<std::vector<std::size_t>> buckets_;
};

/// The nearest saddle of opposite polarity along an edge direction.
std::optional<std::size_t> alongEdge(const std::vector<SaddlePoint>& saddles, const SaddleGrid& grid, std::size_t from,
                                     double direction_rad, double least_share) {
  const SaddlePoint& s = saddles[from];
  const Eigen::Vector2d d(std::cos(direction_rad), std::sin(direction_rad));
  std::optional<std::size_t> best;
  double nearest = 1e9;
  grid.visit(s.px, 260.0, [&](std::size_t k, double distance) {
    const Eigen::Vector2d to = saddles[k].px - s.px;
    if (distance < 9.0 || to.dot(d) < 0.97 * distance || distance >= nearest ||
        saddles[k].strength < least_share * s.strength)
      return;
    if (SaddleGrid::angleBetween(saddles[k].bright_rad, s.bright_rad + std::numbers::pi / 2.0) > 0.6)
      return;
    nearest = distance;
    best = k;
  });
  return best;
}

/// Polarity a lattice point must have: bisector of the local light sectors, alternating.
double expectedBright(const Lattice& lattice, int i, int j, bool even_bright_on_diagonal) {
  const Eigen::Vector2d p = lattice.pixel(i, j);
  const Eigen::Vector2d u = (lattice.pixel(i + 0.3, j) - p).normalized(),
                        v = (lattice.pixel(i, j + 0.3) - p).normalized();
  const bool plus = ((i + j) % 2 == 0) == even_bright_on_diagonal;
  const Eigen::Vector2d b = plus ? Eigen::Vector2d(u + v) : Eigen::Vector2d(u - v);
  return std::atan2(b.y(), b.x());
}

bool sane(const Lattice& lattice, int i, int j) {
  const double w = lattice.picture_from_lattice.row(2).dot(Eigen::Vector3d(i, j, 1.0));
  const double w0 = lattice.picture_from_lattice.row(2).dot(Eigen::Vector3d(0.0, 0.0, 1.0));
  return w / w0 > 0.15;
}

double medianStrength(const std::vector<LatticePoint>& points) {
  std::vector<double> strengths;
  for (const LatticePoint& p : points)
    strengths.push_back(p.strength);
  const auto middle = strengths.begin() + static_cast<std::ptrdiff_t>(strengths.size() / 2);
  std::nth_element(strengths.begin(), middle, strengths.end());
  return *middle;
}

/// Fits, leaves out what lies far from the fit (texture taken for corners), fits again.
Eigen::Matrix3d fitRobustly(std::vector<LatticePoint>& points) {
  Lattice lattice;
  for (int round = 0; round < 3; ++round) {
    lattice.picture_from_lattice = fitHomography(points);
    if (points.size() < 9)
      break;
    std::vector<double> off;
    for (const LatticePoint& p : points)
      off.push_back((lattice.pixel(p.i, p.j) - p.px).norm());
    std::vector<double> sorted = off;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    std::vector<LatticePoint> kept;
    for (std::size_t k = 0; k < points.size(); ++k)
      if (off[k] <= std::max(1.5, 3.0 * *middle))
        kept.push_back(points[k]);
    if (kept.size() == points.size() || kept.size() < 8)
      break;
    points = std::move(kept);
  }
  return lattice.picture_from_lattice;
}

/// Grows a seed: predicts lattice points by the homography so far, takes saddles that lie there, fits again.
void grow(Lattice& lattice, const std::vector<SaddlePoint>& saddles, const SaddleGrid& grid, int reach, bool even) {
  for (int round = 0; round < 12; ++round) {
    int i0 = 0, i1 = 0, j0 = 0, j1 = 0;
    for (const LatticePoint& p : lattice.points) {
      i0 = std::min(i0, p.i), i1 = std::max(i1, p.i), j0 = std::min(j0, p.j), j1 = std::max(j1, p.j);
    }
    std::vector<LatticePoint> points;
    const double least_strength = 0.55 * medianStrength(lattice.points);
    const int step = round < 4 ? 1 : 2;
    for (int j = std::max(-reach, j0 - step); j <= std::min(reach, j1 + step); ++j)
      for (int i = std::max(-reach, i0 - step); i <= std::min(reach, i1 + step); ++i) {
        if (!sane(lattice, i, j))
          continue;
        const Eigen::Vector2d p = lattice.pixel(i, j);
        if (!p.allFinite() || p.cwiseAbs().maxCoeff() > 1e5)
          continue;
        const double spacing = std::min((lattice.pixel(i + 0.5, j) - lattice.pixel(i - 0.5, j)).norm(),
                                        (lattice.pixel(i, j + 0.5) - lattice.pixel(i, j - 0.5)).norm());
        if (spacing < 6.0)
          continue;
        if (const auto k =
                grid.near(p, std::max(2.0, 0.17 * spacing), expectedBright(lattice, i, j, even), least_strength))
          points.push_back({i, j, saddles[*k].px, saddles[*k].strength});
      }
    if (points.size() < 4 || (round == 1 && points.size() < 7) || (round > 1 && points.size() < lattice.points.size()))
      break;
    const bool same_size = round > 1 && points.size() == lattice.points.size();
    const Eigen::Matrix3d fitted = fitRobustly(points);
    lattice.points = std::move(points);
    if (!fitted.allFinite())
      break;
    lattice.picture_from_lattice = fitted;
    if (same_size)
      break;
  }
}

bool sameLattice(const Lattice& a, const Lattice& b) {
  int shared = 0;
  for (const LatticePoint& p : a.points)
    for (const LatticePoint& q : b.points)
      shared += (p.px - q.px).squaredNorm() < 0.01 ? 1 : 0;
  return 2 * shared > static_cast<int>(std::min(a.points.size(), b.points.size()));
}

std::optional<Lattice> seedLattice(const std::vector<SaddlePoint>& saddles, const SaddleGrid& grid, std::size_t seed,
                                   double du, double dv, double least_share) {
  const auto right = alongEdge(saddles, grid, seed, du, least_share),
             up = alongEdge(saddles, grid, seed, dv, least_share);
  if (!right || !up || *right == *up)
    return std::nullopt;
  const Eigen::Vector2d& o = saddles[seed].px;
  const Eigen::Vector2d guess = saddles[*right].px + saddles[*up].px - o;
  const double size = std::min((saddles[*right].px - o).norm(), (saddles[*up].px - o).norm());
  const auto corner = grid.near(guess, 0.35 * size, saddles[seed].bright_rad);
  if (!corner || *corner == seed)
    return std::nullopt;
  Lattice lattice;
  const auto place = [&](int i, int j, std::size_t k) {
    lattice.points.push_back({i, j, saddles[k].px, saddles[k].strength});
  };
  place(0, 0, seed);
  place(1, 0, *right);
  place(0, 1, *up);
  place(1, 1, *corner);
  lattice.picture_from_lattice = fitHomography(lattice.points);
  if (!lattice.picture_from_lattice.allFinite())
    return std::nullopt;
  return lattice;
}

} // namespace

Eigen::Matrix3d fitHomography(const std::vector<LatticePoint>& points) {
  // Normalised direct linear transform (Hartley), h33 free: the smallest eigenvector of A'A.
  Eigen::Vector2d mean_l = Eigen::Vector2d::Zero(), mean_p = Eigen::Vector2d::Zero();
  for (const LatticePoint& p : points) {
    mean_l += Eigen::Vector2d(p.i, p.j);
    mean_p += p.px;
  }
  const auto n = static_cast<double>(points.size());
  mean_l /= n;
  mean_p /= n;
  double spread_l = 1e-9, spread_p = 1e-9;
  for (const LatticePoint& p : points) {
    spread_l += (Eigen::Vector2d(p.i, p.j) - mean_l).norm() / n;
    spread_p += (p.px - mean_p).norm() / n;
  }
  Eigen::Matrix<double, 9, 9> ata = Eigen::Matrix<double, 9, 9>::Zero();
  for (const LatticePoint& p : points) {
    const Eigen::Vector2d l = (Eigen::Vector2d(p.i, p.j) - mean_l) / spread_l, q = (p.px - mean_p) / spread_p;
    Eigen::Matrix<double, 2, 9> a;
    a << l.x(), l.y(), 1, 0, 0, 0, -q.x() * l.x(), -q.x() * l.y(), -q.x(), 0, 0, 0, l.x(), l.y(), 1, -q.y() * l.x(),
        -q.y() * l.y(), -q.y();
    ata += a.transpose() * a;
  }
  const Eigen::Matrix<double, 9, 1> h = principalAxes(ata).vectors.col(0);
  Eigen::Matrix3d m;
  m << h(0), h(1), h(2), h(3), h(4), h(5), h(6), h(7), h(8);
  Eigen::Matrix3d to_l, from_p;
  to_l << 1 / spread_l, 0, -mean_l.x() / spread_l, 0, 1 / spread_l, -mean_l.y() / spread_l, 0, 0, 1;
  from_p << spread_p, 0, mean_p.x(), 0, spread_p, mean_p.y(), 0, 0, 1;
  m = from_p * m * to_l;
  return m / m.norm();
}

namespace {

/// The best lattice grown from one seed.
Lattice bestFrom(const std::vector<SaddlePoint>& saddles, const SaddleGrid& grid, std::size_t seed, int reach) {
  const auto& e = saddles[seed].edges_rad;
  Lattice best;
  for (const double least_share : {0.75, 0.4}) {
    for (const double turn_u : {0.0, std::numbers::pi})
      for (const double turn_v : {0.0, std::numbers::pi}) {
        auto lattice = seedLattice(saddles, grid, seed, e[0] + turn_u, e[1] + turn_v, least_share);
        if (!lattice)
          continue;
        const Eigen::Vector2d u = lattice->pixel(0.3, 0) - lattice->pixel(0, 0),
                              v = lattice->pixel(0, 0.3) - lattice->pixel(0, 0);
        const Eigen::Vector2d plus = u.normalized() + v.normalized(), minus = u.normalized() - v.normalized();
        const double bright = saddles[seed].bright_rad;
        const bool even = SaddleGrid::angleBetween(std::atan2(plus.y(), plus.x()), bright) <
                          SaddleGrid::angleBetween(std::atan2(minus.y(), minus.x()), bright);
        grow(*lattice, saddles, grid, reach, even);
        if (lattice->strength() > best.strength())
          best = std::move(*lattice);
        if (best.points.size() >= 25)
          return best;
      }
    if (best.points.size() >= 12)
      break;
  }
  return best;
}

} // namespace

std::vector<Lattice> findLattices(const std::vector<SaddlePoint>& saddles, int reach, std::size_t count) {
  const SaddleGrid grid(saddles);
  std::vector<Lattice> found;
  std::set<std::size_t> used;
  int good = 0;
  const std::size_t seeds = std::min<std::size_t>(saddles.size(), 150);
  for (std::size_t seed = 0; seed < seeds && good < 4; ++seed) {
    if (used.count(seed) > 0)
      continue;
    Lattice best = bestFrom(saddles, grid, seed, reach);
    if (best.points.size() < 8)
      continue;
    const bool large = best.points.size() >= 24;
    if (large) { // its points need not be seeds again
      ++good;
      for (const LatticePoint& p : best.points)
        grid.visit(p.px, 0.5, [&](std::size_t k, double) { used.insert(k); });
    }
    const auto same =
        std::find_if(found.begin(), found.end(), [&](const Lattice& other) { return sameLattice(other, best); });
    if (same == found.end())
      found.push_back(std::move(best));
    else if (best.strength() > same->strength())
      *same = std::move(best);
  }
  std::sort(found.begin(), found.end(), [](const Lattice& a, const Lattice& b) { return a.strength() > b.strength(); });
  if (found.size() > count)
    found.resize(count);
  return found;
}

} // namespace linesman
