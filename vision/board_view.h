#pragma once
#include <string>
#include <utility>
#include <vector>

#include "calibration/lens.h"
#include "models/pose.h"

namespace linesman {

/// A board of squares as one camera sees it: everything that is needed to go from a square to pixels and back.
struct BoardView {
  Lens lens;
  Pose<CameraFrame, BoardFrame> camera_from_board;
  int columns = 8;
  int rows = 8;
  double square_mm = 50.0;

  /// Centre of a square (0-based file and rank), BoardFrame mm.
  Eigen::Vector2d centre_mm(int file, int rank) const {
    return {(file + 0.5 - 0.5 * columns) * square_mm, (rank + 0.5 - 0.5 * rows) * square_mm};
  }
  /// Corner of the grid: (0,0) is a1's outer corner, (columns, rows) the opposite one. BoardFrame mm.
  Eigen::Vector2d corner_mm(double i, double j) const {
    return {(i - 0.5 * columns) * square_mm, (j - 0.5 * rows) * square_mm};
  }
  /// Pixel of a point `height_mm` above the top face.
  Eigen::Vector2d pixel(const Eigen::Vector2d& point_mm, double height_mm = 0.0) const {
    return lens.project(camera_from_board * Point3<BoardFrame>{{point_mm.x(), point_mm.y(), height_mm}}).xy;
  }
  /// Where the ray of a pixel meets the plane `height_mm` above the top face, BoardFrame mm.
  Eigen::Vector2d point_mm(const Eigen::Vector2d& pixel, double height_mm = 0.0) const;
  /// Whether the camera sees the spot of the top face, if nothing hides it.
  bool inPicture(const Eigen::Vector2d& spot_mm) const;
  /// Share of a square that lies in the picture.
  double shareInPicture(int file, int rank) const;
  /// A square's place in a list of all of them, row by row from rank 0.
  std::size_t placeOf(int file, int rank) const { return static_cast<std::size_t>(rank * columns + file); }
  /// The places of a square and of those beside it, also at its corners.
  std::vector<std::size_t> placesAround(int file, int rank) const;
  /// How large a square in the middle is in the picture: the root of its area.
  double middleSquare_px() const;
  /// Where the camera is, BoardFrame mm.
  Eigen::Vector3d eye_mm() const { return camera_from_board.inverse().translation_mm(); }
  /// The same view of a plane that lies `below_mm` under the top face, as the table does.
  BoardView lowered(double below_mm) const;
  /// The same view in the picture resized by `factor` (pixel (0,0) is the centre of the top-left pixel before and
  /// after).
  BoardView scaled(double factor) const;
  /// The same in the picture resized to this size.
  BoardView resized(int width_px, int height_px) const;
  /// The same view in the part of the picture that begins at pixel (x, y).
  BoardView cut(int x, int y, int width_px, int height_px) const;

private:
  BoardView resized(int width_px, int height_px, const Eigen::Vector2d& factors) const;
};

/// "e4" of file 4, rank 3 (0-based); ranks run to 10 and beyond.
std::string squareName(int file, int rank);
/// The inverse; std::invalid_argument where no number follows the letter.
std::pair<int, int> squareNamed(const std::string& name);

/// File and rank of a square of a board of that size when a1 is `quarters` corners farther, counter-clockwise seen from
/// above (none or more).
std::pair<int, int> turnedSquare(int file, int rank, int columns, int rows, int quarters);

} // namespace linesman
