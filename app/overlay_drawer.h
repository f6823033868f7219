#pragma once
#include <string>
#include <vector>

#include "app/overlay.h"

namespace linesman::app {

/// Puts things of the table (mm) into an Overlay (px). Straight lines of the table are cut into pieces short enough to
/// follow the lens.
class OverlayDrawer {
public:
  OverlayDrawer(Overlay& overlay, const PieceCatalog& pieces, const Projector& project)
      : overlay_(overlay), pieces_(pieces), project_(project) {}

  void dot(const Eigen::Vector2d& at_mm, Mark mark, bool strong, double z_mm = 0.0);
  void line(const Eigen::Vector2d& from_mm, const Eigen::Vector2d& to_mm, Mark mark, bool strong,
            double from_z_mm = 0.0, double to_z_mm = 0.0);
  void polygon(const std::vector<Eigen::Vector2d>& corners_mm, Mark mark, bool strong, double z_mm = 0.0);
  void disc(const Eigen::Vector2d& centre_mm, double radius_mm, Mark mark, Colour colour);
  /// Base and top of a thing with height, and the edges between.
  void prism(const TablePolygon& corners_mm, double height_mm, Mark mark);
  /// Outline of the solid, its contact triangle or base, and an arrow for a lying one's heading.
  void pyramid(const SeenPyramid& pyramid, bool strong);
  /// Name and damage pips beside the piece.
  void label(const SeenPyramid& pyramid, const std::string& name, int damage, bool crowned);
  /// A dot where the man touches the board and his letter before it, with what he wears and a question mark if
  /// something else is likely too.
  void man(const SeenBoard& board, const SeenBoardPiece& piece);
  /// The same of one beside the board, on the table.
  void man(const SeenBoard& board, const SeenOffBoard& piece);
  /// A word before what stands on the square: at its edge that lies lowest in the picture.
  void note(const SeenBoard& board, const std::string& square, const std::string& text, Mark mark);
  /// A thick outline in the colour of the outcome.
  void targetRing(const SeenPyramid& pyramid, Mark mark, bool strong);
  /// A line with ends, and its figure at the middle.
  void measure(const OverlayMeasure& measure);
  /// `covariance` (mm^2) at `sigmas` standard deviations.
  void ellipse(const Eigen::Vector2d& centre_mm, const Eigen::Matrix2d& covariance, double sigmas, bool strong);

private:
  /// A word at that edge of a square which lies lowest in the picture.
  void before(const std::vector<Eigen::Vector2d>& corners_mm, double z_mm, const std::string& text, Mark mark);
  using Points3 = std::vector<Eigen::Vector3d>;
  void add(OverlayItem::Shape shape, Mark mark, const Points3& points_mm, bool strong, const SeenPyramid* piece);
  std::vector<Eigen::Vector2d> outline_px(const SeenPyramid& pyramid) const;
  void footprintAndHeading(const SeenPyramid& pyramid, bool strong);
  Points3 solid_mm(const SeenPyramid& pyramid) const;

  Overlay& overlay_;
  const PieceCatalog& pieces_;
  const Projector& project_;
};

/// In the window's language: "die", "ring", "turned" and the places of bands.
std::string markWord(const char* word);

Eigen::Vector2d meanOf(const std::vector<Eigen::Vector2d>& points);

} // namespace linesman::app
