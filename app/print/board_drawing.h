#pragma once
#include <string>

#include "app/print/pdf_sheet.h"
#include "rules/games/armada_chess/board.h"

namespace linesman::app {

/// A corner marker beside a printed board.
struct BoardMarker {
  int id = 0;
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero(); ///< from the outer corner of the board, y away from row 1
};

/// A board of ArmadaChess drawn to scale, with corner markers around it: everything in millimetres of the board file (x
/// along row 1, y away from it), laid on a page by `place`.
class BoardDrawing {
public:
  BoardDrawing(const rules::armada_chess::Board& board, double marker_mm, const std::string& dictionary, int first_id);

  /// The board's own rectangle, and everything drawn, markers and their quiet edges included.
  Rect board() const { return board_; }
  Rect all() const { return all_; }
  const std::vector<BoardMarker>& markers() const { return markers_; }

  /// Draws with the board's point `corner_mm` (its left and far end) at the page's `at_mm`.
  void draw(PdfSheet& sheet, const Eigen::Vector2d& corner_mm, const Eigen::Vector2d& at_mm) const;
  /// The symbols and what they mean, legendHeight_mm() high.
  void legend(PdfSheet& sheet, const Eigen::Vector2d& at_mm, double width_mm) const;
  static double legendHeight_mm(double width_mm);

private:
  const rules::armada_chess::Board& source_;
  double marker_mm_;
  std::string dictionary_;
  Rect board_;
  Rect all_;
  std::vector<BoardMarker> markers_;
};

} // namespace linesman::app
