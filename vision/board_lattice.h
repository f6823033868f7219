#pragma once
#include <vector>

#include "vision/saddle_points.h"

namespace linesman {

/// A saddle point that was given its place in a lattice.
struct LatticePoint {
  int i = 0, j = 0;
  Eigen::Vector2d px;
  double strength = 0.0;
};

/// A plane lattice of alternating saddle points: (i, j) goes to pixels by `picture_from_lattice`.
struct Lattice {
  Eigen::Matrix3d picture_from_lattice = Eigen::Matrix3d::Identity();
  std::vector<LatticePoint> points;

  /// Of all its points together: what lattices are compared by.
  double strength() const {
    double sum = 0.0;
    for (const LatticePoint& p : points)
      sum += p.strength;
    return sum;
  }
  Eigen::Vector2d pixel(double i, double j) const {
    const Eigen::Vector3d p = picture_from_lattice * Eigen::Vector3d(i, j, 1.0);
    return p.head<2>() / p.z();
  }
};

/// Lattices that explain many of the saddle points, best first; at most `count` different ones. Each spans no more than
/// about `reach` squares a side from its seed.
std::vector<Lattice> findLattices(const std::vector<SaddlePoint>& saddles, int reach, std::size_t count);

/// Least-squares homography (i, j) -> pixel of lattice points.
Eigen::Matrix3d fitHomography(const std::vector<LatticePoint>& points);

} // namespace linesman
