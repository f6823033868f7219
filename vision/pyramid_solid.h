#pragma once
#include <array>
#include <bitset>

#include "models/piece_kind.h"
#include "models/planar_pose.h"
#include "models/pyramid.h"

namespace linesman {

/// What is seen of one edge of a solid from some eye point.
enum class EdgeView { hidden, outline, crease };

/// Moulded edges are rounded, which draws outlines in a little. The radius follows from the tip cut of the set; this is
/// taken when the set gives none.
inline constexpr double usual_edge_radius_mm = 0.3;

/// The solid of a pyramid of one size in one posture: corners, edges and which of them an eye sees.
/// Corners lying: stern starboard, stern port, bow, raised port, raised starboard. Upright: four of the base
/// counter-clockwise from (+,+), apex.
class PyramidSolid {
public:
  static constexpr int edge_count = 8;
  using EdgeSet = std::bitset<edge_count>;
  /// Of every edge a number; of every edge a vector: x, y, z.
  using EdgeNumbers = Eigen::Array<double, edge_count, 1>;
  using EdgeVectors = std::array<EdgeNumbers, 3>;
  /// All edges, PieceFrame mm, so that they can be reckoned with at once.
  struct Edges {
    EdgeVectors from, span; ///< the first corner, and from there to the other
    EdgeVectors along;      ///< unit
    EdgeVectors outward;    ///< unit, away from the solid, between the normals of the edge's two faces
    EdgeVectors to_axis;    ///< from the sharp line to the axis of its rounding
  };

  PyramidSolid(const Pyramid& pyramid, PyramidSize size, Posture posture);

  PyramidSize size() const { return size_; }
  Posture posture() const { return posture_; }
  /// PieceFrame mm; the tip is the real one, short of the ideal by the set's tip cut.
  const std::array<Eigen::Vector3d, 5>& corners_mm() const { return corners_mm_; }
  /// The same where the piece lies, TableFrame mm.
  std::array<Eigen::Vector3d, 5> cornersAt(const PlanarPose<TableFrame, PieceFrame>& table_from_piece) const;
  /// The two corners of an edge.
  static std::array<int, 2> edge(Posture posture, int index);
  /// The two faces it lies between (see normals()).
  static std::array<int, 2> faces(Posture posture, int edge);
  /// True when both ends touch the table.
  bool onTable(int edge) const;
  /// Outline: between a face that is seen and one that is not; crease: between two seen faces.
  std::array<EdgeView, edge_count> view(const Eigen::Vector3d& eye_in_piece_mm) const;
  /// Whether the open base (lying: the stern) is seen.
  bool baseSeen(const Eigen::Vector3d& eye_in_piece_mm) const;
  /// Outward normals of the five faces; the first lies on the table.
  const std::array<Eigen::Vector3d, 5>& normals() const { return normals_; }
  /// A corner of the face.
  const Eigen::Vector3d& pointOfFace(int face) const;
  /// Middle of the shadow on the table, PieceFrame mm: around it the outline turns.
  const Eigen::Vector2d& middle_mm() const { return middle_mm_; }
  /// Where that lies, TableFrame mm.
  Eigen::Vector2d middleAt(const PlanarPose<TableFrame, PieceFrame>& table_from_piece) const;
  /// The pose whose middle that is, TableFrame mm.
  PlanarPose<TableFrame, PieceFrame> poseAround(const Eigen::Vector2d& middle_mm, double heading_rad) const;
  /// Radius of the moulded edges.
  double edgeRadius_mm() const { return edge_radius_mm_; }
  const Edges& edges() const { return edges_; }
  /// Angle after which the posture repeats: a full turn lying, a quarter upright.
  double period_rad() const;

private:
  std::array<bool, 5> seenFaces(const Eigen::Vector3d& eye_in_piece_mm) const;

  PyramidSize size_;
  Posture posture_;
  std::array<Eigen::Vector3d, 5> corners_mm_;
  std::array<Eigen::Vector3d, 5> normals_; ///< outward, of the five faces
  Eigen::Vector2d middle_mm_;
  double edge_radius_mm_;
  Edges edges_;
};

/// Whether two poses are less than that apart, and turned by less against each other.
bool isNear(const PlanarPose<TableFrame, PieceFrame>& a, const PlanarPose<TableFrame, PieceFrame>& b, double near_mm,
            double near_rad);

} // namespace linesman
