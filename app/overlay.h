#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/call.h"
#include "app/projector.h"
#include "models/piece_catalog.h"
#include "models/table_state.h"

namespace linesman::app {

/// What a mark means; the painter turns it into colour, width and dash.
enum class Mark {
  outline, // silhouette of a piece's solid
  footprint,
  heading,
  name,
  sigma,
  region,
  shot_hit,
  shot_no,
  shot_close,
  limit,
  nearest,
  blocker,
  ghost,
  chit,
  obstacle,
  hand,
  unseen,
  area,
  reach,
  reach_bow,
  measure,
  note,
  square,
  man_light,
  man_dark,
  man_doubt
};

/// One thing to draw, in pixels of the picture.
struct OverlayItem {
  enum class Shape { line, polygon, dot, text };
  Shape shape = Shape::line;
  Mark mark = Mark::outline;
  std::vector<Eigen::Vector2d> points_px;
  std::string text;
  std::optional<Colour> colour; ///< the piece's own, where the mark belongs to one
  bool strong = false;          ///< belongs to what is selected
  PieceId piece;                ///< that a click on it means
  bool crowned = false;         ///< the name of a ship that its player has marked

  bool operator==(const OverlayItem&) const = default;
};

struct Overlay {
  std::vector<OverlayItem> items;

  bool operator==(const Overlay&) const = default;
};

/// A distance drawn on the table, with its figure.
struct OverlayMeasure {
  Eigen::Vector2d from_mm;
  Eigen::Vector2d to_mm;
  std::string text;
  double from_height_mm = 0.0; ///< over the table
  double to_height_mm = 0.0;
};

/// What to draw besides the table itself.
struct OverlayContent {
  std::vector<Call> calls;           ///< their highlights are drawn; only the chosen ones' when `chosen` is set
  std::optional<std::size_t> chosen; ///< index of the call in front
  PieceId selected;                  ///< only this ship's regions and shots
  std::map<PieceId, std::string> names;
  std::map<PieceId, int> damage;
  std::set<PieceId> flagships; ///< ships that their players have marked
  TablePolygon area_mm;
  std::vector<rules::Highlight> extra;  ///< ghosts of pieces to be put back and the like
  std::vector<TablePolygon> reach;      ///< where the selected ship can get to
  std::vector<TablePolygon> reach_bows; ///< where its bow can get to
  std::vector<OverlayMeasure> measures;
  double sigmas = 2.0;     ///< how many standard deviations the ellipses show
  bool all_regions = true; ///< regions of every ship when none is selected
  bool men = false;        ///< the board's outline, and every man's letter where he stands
  /// Seen from above, where also the table that pieces hide is hatched. On the camera's picture it lies behind the
  /// pieces themselves.
  bool from_above = false;
};

/// The picture's marks, from the same numbers that the law judged. A pure function: same input, same output.
Overlay makeOverlay(const TableState& state, const OverlayContent& content, const PieceCatalog& pieces,
                    const Projector& project);

/// The piece whose outline holds `point_px`, the smallest one when several do.
PieceId pieceAt(const Overlay& overlay, const Eigen::Vector2d& point_px);

} // namespace linesman::app
