#include <cmath>

#include "app/print/board_drawing.h"
#include "app/print/invasion_drawing.h"
#include "app/print/printable.h"
#include "calibration/marker_detection.h"
#include "rules/games/armada_chess/board_file.h"

namespace linesman::app {

namespace {

using Eigen::Vector2d;

constexpr double edge_mm = 10.0;    ///< left white on every page
constexpr double overlap_mm = 8.0;  ///< shown twice, for gluing
constexpr double heading_mm = 34.0; ///< above the board on a page of its own
constexpr double foot_mm = 24.0;    ///< below the legend, with the ruler

Result<const rules::armada_chess::Board*> boardOf(const PrintOptions& options) {
  return rules::armada_chess::loadBoard(options.definition.empty() ? "companion-10x10" : options.definition);
}

Result<void> checkMarkers(const PrintOptions& options) {
  const auto count = dictionarySize(options.dictionary);
  if (!count || options.first_id < 0 || options.first_id + 4 > *count)
    return fail("The marker dictionary \"" + options.dictionary + "\" has no four ids from " +
                std::to_string(options.first_id) + " on; choose one of OpenCV's names and a smaller --first-id.");
  if (!(options.marker_mm >= 10.0 && options.marker_mm <= 60.0))
    return fail("Markers beside a board must be 10 to 60 mm wide.");
  return {};
}

bool isInvasion(const PrintOptions& options) {
  return options.definition == invasion_board;
}

Result<BoardDrawing> drawingOf(const PrintOptions& options) {
  const auto board = boardOf(options);
  if (!board)
    return tl::unexpected(board.error());
  if (const auto good = checkMarkers(options); !good)
    return tl::unexpected(good.error());
  return BoardDrawing(**board, options.marker_mm, options.dictionary, options.first_id);
}

std::string shortNumber(double mm) {
  const double rounded = std::round(mm * 100.0) / 100.0;
  std::string text = std::to_string(rounded);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text;
}

/// What the table file needs to know of the four markers, in the board's frame: origin in its middle.
template <class Drawing> std::vector<std::string> tableLines(const Drawing& drawing, const PrintOptions& options) {
  const Rect board = drawing.board();
  const Vector2d middle(board.x_mm + board.width_mm / 2.0, board.y_mm + board.height_mm / 2.0);
  std::vector<std::string> lines = {"[markers]", "dictionary = \"" + options.dictionary + "\"", "tags = ["};
  for (const BoardMarker& marker : drawing.markers()) {
    const Vector2d at = marker.centre_mm - middle;
    lines.push_back("  { id = " + std::to_string(marker.id) + ", size_mm = " + shortNumber(options.marker_mm) +
                    ", centre_mm = [" + shortNumber(at.x()) + ", " + shortNumber(at.y()) + "] },");
  }
  lines.push_back("]");
  return lines;
}

void drawHeading(PdfSheet& sheet, const rules::armada_chess::Board& board, const BoardDrawing& drawing) {
  sheet.text({20.0, 18.0}, 6.0, board.name, Align::left, black, true);
  std::string origin = "A layout of our own: the publisher's is not known.";
  if (board.provenance == "official")
    origin = "The publisher's layout.";
  else if (board.provenance != "house")
    origin = "A layout of unknown origin.";
  sheet.text({20.0, 25.0}, 3.0,
             origin + " Board " + shortNumber(drawing.board().width_mm) + " x " +
                 shortNumber(drawing.board().height_mm) + " mm.");
}

/// A first page with the legend, then the board in pieces that overlap, each with its place and cutting marks.
template <class Drawing> void drawTiles(PdfSheet& sheet, const Drawing& drawing) {
  const Rect all = drawing.all();
  const double tile_w = sheet.width_mm() - 2.0 * edge_mm;
  const double tile_h = sheet.height_mm() - 2.0 * edge_mm - 6.0;
  const auto pieces = [](double length, double tile) {
    return length <= tile ? 1 : 1 + static_cast<int>(std::ceil((length - tile) / (tile - overlap_mm)));
  };
  const int columns = pieces(all.width_mm, tile_w);
  const int rows = pieces(all.height_mm, tile_h);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      sheet.newPage();
      const Vector2d corner(all.x_mm + column * (tile_w - overlap_mm),
                            all.y_mm + all.height_mm - row * (tile_h - overlap_mm));
      const Rect window{edge_mm, edge_mm, tile_w, tile_h};
      sheet.clip(window);
      drawing.draw(sheet, corner, {edge_mm, edge_mm});
      sheet.unclip();
      const double right = edge_mm + tile_w;
      const double bottom = edge_mm + tile_h;
      sheet.outline({{edge_mm, edge_mm}, {right, edge_mm}, {right, bottom}, {edge_mm, bottom}}, 0.1, grey);
      if (column > 0)
        sheet.line({edge_mm + overlap_mm, edge_mm - 3.0}, {edge_mm + overlap_mm, edge_mm + 3.0}, 0.2);
      if (row > 0)
        sheet.line({edge_mm - 3.0, edge_mm + overlap_mm}, {edge_mm + 3.0, edge_mm + overlap_mm}, 0.2);
      sheet.text({edge_mm, bottom + 5.0}, 2.6,
                 "row " + std::to_string(row + 1) + " of " + std::to_string(rows) + ", column " +
                     std::to_string(column + 1) + " of " + std::to_string(columns) +
                     "; cut along the grey frame, lay over its left and far neighbour by " + shortNumber(overlap_mm) +
                     " mm (to the short marks)",
                 Align::left, grey);
    }
}

/// What the table file needs, below each other from `y_mm` on.
template <class Drawing>
void writeTableLines(PdfSheet& sheet, const Drawing& drawing, const PrintOptions& options, double y_mm) {
  sheet.text({20.0, y_mm}, 3.0, "The markers of this board, for the table file (the origin is the board's middle):");
  std::vector<std::string> lines = tableLines(drawing, options);
  if (isInvasion(options))
    lines.insert(lines.end(), {"[board]", "definition = \"" + std::string(invasion_board) + "\"",
                               "square_mm = " + shortNumber(options.invasion.square_mm), "centre_mm = [0, 0]",
                               "heading_deg = 0", "thickness_mm = 0"});
  for (const std::string& line : lines)
    sheet.text({24.0, y_mm += 5.0}, 3.0, line);
}

Result<void> drawInvasion(PdfSheet& sheet, const PrintOptions& options) {
  if (const auto good = checkMarkers(options); !good)
    return good;
  const InvasionDrawing drawing(options.invasion, options.marker_mm, options.dictionary, options.first_id);
  const Rect all = drawing.all();
  const bool one_page = options.paper == "board";
  sheet.text({20.0, 18.0}, 6.0, options.invasion.name, Align::left, black, true);
  sheet.text({20.0, 25.0}, 3.0,
             "A board of Invasion, " + shortNumber(drawing.board().width_mm) + " x " +
                 shortNumber(drawing.board().height_mm) +
                 " mm. Sea: nobody goes there. Grey: troopers promote in the "
                 "enemy's. Red: a flag arms the bomb.");
  if (one_page)
    drawing.draw(sheet, {all.x_mm, all.y_mm + all.height_mm}, {(sheet.width_mm() - all.width_mm) / 2.0, heading_mm});
  else
    writeTableLines(sheet, drawing, options, 40.0);
  drawCheckRuler(sheet, {20.0, sheet.height_mm() - 14.0});
  if (!one_page)
    drawTiles(sheet, drawing);
  return {};
}

} // namespace

Result<Vector2d> boardPage(const PrintOptions& options) {
  if (options.paper != "board")
    return paperSize(options.paper);
  if (isInvasion(options)) {
    const Rect all = InvasionDrawing(options.invasion, options.marker_mm, options.dictionary, options.first_id).all();
    return Vector2d(std::max(all.width_mm + 2.0 * edge_mm, 210.0), all.height_mm + heading_mm + foot_mm);
  }
  const auto drawing = drawingOf(options);
  if (!drawing)
    return tl::unexpected(drawing.error());
  const double width_mm = std::max(drawing->all().width_mm + 2.0 * edge_mm, 210.0);
  return Vector2d(width_mm,
                  drawing->all().height_mm + heading_mm + BoardDrawing::legendHeight_mm(width_mm - 40.0) + foot_mm);
}

Result<void> drawBoard(PdfSheet& sheet, const PrintOptions& options) {
  if (isInvasion(options))
    return drawInvasion(sheet, options);
  const auto drawing = drawingOf(options);
  if (!drawing)
    return tl::unexpected(drawing.error());
  drawHeading(sheet, **boardOf(options), *drawing);
  const Rect all = drawing->all();
  const bool one_page = options.paper == "board";
  const double top_mm = one_page ? heading_mm + all.height_mm + 4.0 : 40.0;
  drawing->legend(sheet, {20.0, top_mm}, sheet.width_mm() - 40.0);
  if (one_page) {
    drawing->draw(sheet, {all.x_mm, all.y_mm + all.height_mm}, {(sheet.width_mm() - all.width_mm) / 2.0, heading_mm});
  } else {
    writeTableLines(sheet, *drawing, options, top_mm + BoardDrawing::legendHeight_mm(sheet.width_mm() - 40.0) + 12.0);
  }
  drawCheckRuler(sheet, {20.0, sheet.height_mm() - 14.0});
  if (!one_page)
    drawTiles(sheet, *drawing);
  return {};
}

} // namespace linesman::app
