#pragma once
#include <random>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace linesman::training {

using Rng = std::mt19937;

inline double uniform(Rng& rng, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(rng);
}
inline bool chance(Rng& rng, double p) {
  return uniform(rng, 0.0, 1.0) < p;
}
inline double bell(Rng& rng, double sigma) {
  return std::normal_distribution<double>(0.0, sigma)(rng);
}
inline int whole(Rng& rng, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(rng);
}

/// Triangles with a normal at each corner, millimetres, z up, standing on z = 0.
struct Mesh {
  std::vector<Eigen::Vector3f> points;
  std::vector<Eigen::Vector3f> normals;
  std::vector<Eigen::Vector3i> triangles;

  void append(const Mesh& other);
  void transform(const Eigen::Matrix3f& rotation, const Eigen::Vector3f& shift);
  void computeNormals();
  /// What of it lies between two heights, mm.
  Mesh between(double low_mm, double high_mm) const;
};

/// One ring of a loft: a superellipse (exponent 2 = ellipse, larger = boxier) of half axes a (x) and b (y) round (cx,
/// 0).
struct Ring {
  double z = 0.0, a = 1.0, b = 1.0, cx = 0.0, exponent = 2.0;
};

/// The surface through rings, closed at both ends. `notch(angle, ring)` may lower a ring's z.
Mesh loft(const std::vector<Ring>& rings, int segments = 28);
Mesh box(const Eigen::Vector3d& centre, const Eigen::Vector3d& half);
Mesh capsule(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius_from, double radius_to);
/// A ring of round cross-section lying at height z.
Mesh torus(double radius_mm, double thickness_mm, double z_mm, double wobble_mm, Rng& rng);

/// Proportions that all pieces of one set share.
struct SetStyle {
  double square_mm = 50.0;
  std::vector<double> heights_mm, diameters_mm; ///< by kind: king queen rook bishop knight pawn
  double base_height = 0.2, stem = 0.45, collar = 0.75, crown_points = 8, knight_style = 0.5, bishop_ball = 0.2;
  bool battlements = false, cross = true, bishop_cut = true, simple = false; ///< battlements: of queens
  unsigned seed = 0;
};

SetStyle randomStyle(Rng& rng, double square_mm);

struct PieceModel {
  Mesh mesh;
  std::vector<Eigen::Vector2d> profile; ///< (height, radius) for rubber bands
  double height_mm = 0.0;
  double radiusAt(double z_mm) const;
  /// Largest distance from the axis of what lies within `reach_mm` of height z: what a band around it has to clear.
  double reachAt(double z_mm, double reach_mm) const;
};

/// kind: 0 king 1 queen 2 rook 3 bishop 4 knight 5 pawn.
PieceModel makePiece(const SetStyle& style, int kind);

} // namespace linesman::training
