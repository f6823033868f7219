#pragma once
#include <array>

#include "models/pose.h"

namespace linesman {

/// A square pyramid by its ideal (sharp) dimensions, and how much of the tip is missing on a real one.
/// Derived lengths follow from base edge b and height h by plain geometry of a pyramid lying on one face.
class Pyramid {
public:
  /// `tip_cut_mm`: how far along the axis the rounded tip ends short of the ideal apex.
  Pyramid(double base_mm, double height_mm, double tip_cut_mm = 0.0)
      : base_mm_(base_mm), height_mm_(height_mm), tip_cut_mm_(tip_cut_mm) {}

  double base_mm() const { return base_mm_; }
  double height_mm() const { return height_mm_; }
  double tipCut_mm() const { return tip_cut_mm_; }

  /// s = sqrt(h^2 + (b/2)^2): length of a lying ship from stern edge to ideal bow.
  double slant_mm() const;
  /// e = sqrt(s^2 + (b/2)^2): its long side.
  double edge_mm() const;
  /// phi = atan(2h/b): angle between base and face.
  double dihedral_rad() const;
  /// d = b cos(phi): how far the raised stern corners lie ahead of the stern edge.
  double raisedForward_mm() const;
  /// H = b sin(phi): how high they lie.
  double raisedHeight_mm() const;
  /// tau = atan(2s/b): greatest change of heading in a step.
  double turnLimit_rad() const;
  /// Half way from the stern edge to the ideal bow of one that lies.
  Point2<PieceFrame> middle() const { return {{0.5 * slant_mm(), 0.0}}; }

  /// Contact triangle on the table, counter-clockwise: stern port is (0, b/2), stern starboard (0, -b/2), bow (s, 0).
  std::array<Point2<PieceFrame>, 3> footprint() const;
  /// Outline from above, counter-clockwise: the footprint widened by the raised corners.
  std::array<Point2<PieceFrame>, 5> silhouette() const;
  /// Corners of the lying solid: stern starboard, stern port, bow, raised port, raised starboard.
  std::array<Point3<PieceFrame>, 5> lyingSolid() const;
  /// Corners of the upright solid: the four of the base counter-clockwise from (+b/2, +b/2), then the apex.
  std::array<Point3<PieceFrame>, 5> uprightSolid() const;

private:
  double base_mm_;
  double height_mm_;
  double tip_cut_mm_;
};

} // namespace linesman
