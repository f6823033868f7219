#pragma once
#include "app/invasion_plan.h"
#include "app/print/board_drawing.h"

namespace linesman::app {

/// A board of Invasion drawn to scale with corner markers beside it, for sheets: millimetres, x along row 1, y away.
class InvasionDrawing {
public:
  InvasionDrawing(const InvasionPlan& plan, double marker_mm, const std::string& dictionary, int first_id);

  /// The board's own rectangle, and everything drawn, markers and their quiet edges included.
  Rect board() const { return board_; }
  Rect all() const { return withMarkers(board_, marker_mm_); }
  const std::vector<BoardMarker>& markers() const { return markers_; }
  /// Draws with the board's point `corner_mm` (its left and far end) at the page's `at_mm`.
  void draw(Canvas& sheet, const Eigen::Vector2d& corner_mm, const Eigen::Vector2d& at_mm) const;

private:
  InvasionPlan plan_;
  double marker_mm_;
  std::string dictionary_;
  Rect board_;
  std::vector<BoardMarker> markers_;
};

} // namespace linesman::app
