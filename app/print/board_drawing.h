#pragma once
#include <string>

#include "app/print/canvas.h"
#include "rules/games/armada_chess/board.h"

namespace linesman::app {

/// A corner marker beside a printed board.
struct BoardMarker {
  int id = 0;
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero(); ///< from the outer corner of the board, y away from row 1
};

/// Four markers beside the rows of a board, so that its near and far edges stay free for hands and trays.
std::vector<BoardMarker> markersBeside(const Rect& board, double marker_mm, int first_id);
/// The board with those markers and their quiet edges.
Rect withMarkers(const Rect& board, double marker_mm);

/// Where a city's die lies, in the board's millimetres, and how much room its fields leave around their middles.
struct CityDie {
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero();
  double side_mm = 0.0;
  double room_mm = 0.0;
};
CityDie cityDie(const rules::armada_chess::Board& board, std::size_t number);

/// A field's outline in the board's millimetres (y away from row 1).
std::vector<Eigen::Vector2d> outlineOf(const rules::armada_chess::FieldInfo& field);

/// The middle of a field, and the radius of the greatest circle around it that stays inside.
struct FieldRoom {
  Eigen::Vector2d middle_mm = Eigen::Vector2d::Zero();
  double radius_mm = 0.0;
};
FieldRoom roomIn(const std::vector<Eigen::Vector2d>& outline_mm);

/// A board of ArmadaChess drawn to scale, with corner markers around it: everything in millimetres of the board file (x
/// along row 1, y away from it). Sheets and the window show the same drawing.
class BoardDrawing {
public:
  BoardDrawing(const rules::armada_chess::Board& board, double marker_mm, const std::string& dictionary, int first_id);
  /// Without markers.
  explicit BoardDrawing(const rules::armada_chess::Board& board);

  /// The board's own rectangle, and everything drawn, markers and their quiet edges included.
  Rect board() const { return board_; }
  Rect all() const { return all_; }
  const std::vector<BoardMarker>& markers() const { return markers_; }

  /// Draws with the board's point `corner_mm` (its left and far end) at the page's `at_mm`. `least_name_mm`: height
  /// below which fields' names cannot be read; they grow as far as their fields allow.
  void draw(Canvas& sheet, const Eigen::Vector2d& corner_mm, const Eigen::Vector2d& at_mm,
            double least_name_mm = 0.0) const;
  /// The symbols and what they mean, legendHeight_mm() high.
  void legend(Canvas& sheet, const Eigen::Vector2d& at_mm, double width_mm) const;
  static double legendHeight_mm(double width_mm);

private:
  const rules::armada_chess::Board& source_;
  double marker_mm_ = 0.0;
  std::string dictionary_;
  Rect board_;
  Rect all_;
  std::vector<BoardMarker> markers_;
};

} // namespace linesman::app
