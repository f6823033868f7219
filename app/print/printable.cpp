#include "app/print/printable.h"

#include "calibration/marker_detection.h"
#include "calibration/target.h"
#include "models/piece_catalog.h"

namespace linesman::app {
namespace {

using Vector2d = Eigen::Vector2d;

std::string inMm(double mm) {
  std::string text = std::to_string(mm);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.')
    text.pop_back();
  return text + " mm";
}

} // namespace

const std::vector<Printable>& printables() {
  static const std::vector<Printable> list = {
      {"target",
       "the lens calibration target (ChArUco unless --target says otherwise)",
       true,
       drawTarget,
       nullptr,
       {"--target"}},
      {"markers",
       "four corner markers for the table, to cut out",
       false,
       drawMarkers,
       nullptr,
       {"--size", "--dictionary", "--first-id"}},
      {"gauges", "the three pyramids' outlines as gauges for steps and shots", false, drawGauges},
      {"ruler", "rulers with millimetres", false, drawRuler},
      {"board",
       "a board of ArmadaChess (--definition), or of Invasion (--definition invasion-10x10 --square MM), with corner "
       "markers; --paper board: on one page",
       false,
       drawBoard,
       boardPage,
       {"--size", "--dictionary", "--first-id", "--definition"}},
      {"tokens",
       "discs for the men of --game, with a letter for you and a marker for the camera",
       false,
       drawTokens,
       nullptr,
       {"--game", "--diameter"}}};
  return list;
}

Result<Eigen::Vector2d> paperSize(const std::string& paper) {
  if (paper == "a4")
    return Vector2d(210.0, 297.0);
  if (paper == "letter")
    return Vector2d(8.5 * 25.4, 11.0 * 25.4);
  return fail("Unknown paper \"" + paper + "\"; use a4 or letter.");
}

void drawCheckRuler(PdfSheet& sheet, const Eigen::Vector2d& at_mm) {
  std::vector<Rect> ticks;
  for (int mm = 0; mm <= 100; ++mm) {
    const double height_mm = mm % 10 == 0 ? 4.0 : mm % 5 == 0 ? 3.0 : 2.0;
    ticks.push_back({at_mm.x() + mm - 0.05, at_mm.y() - height_mm, 0.1, height_mm});
  }
  sheet.fill(ticks);
  for (int mm = 0; mm <= 100; mm += 10)
    sheet.text(at_mm + Vector2d(mm, 3.0), 2.6, std::to_string(mm), Align::centre);
  sheet.text(at_mm + Vector2d(104.0, 0.0), 2.6, "Measure: 100 mm? Print at 100 %, never \"fit to page\".");
}

std::vector<Rect> markerCells(const std::string& dictionary, int id, const Eigen::Vector2d& corner_mm, double size_mm) {
  const MarkerCode code = markerCode(dictionary, id);
  const double cell_mm = size_mm / code.cells;
  std::vector<Rect> rects;
  for (int row = 0; row < code.cells; ++row)
    for (int column = 0; column < code.cells;) {
      const auto white = [&](int c) { return code.white[static_cast<std::size_t>(row * code.cells + c)] != 0; };
      int end = column;
      while (end < code.cells && !white(end))
        ++end;
      if (end > column)
        rects.push_back(
            {corner_mm.x() + column * cell_mm, corner_mm.y() + row * cell_mm, (end - column) * cell_mm, cell_mm});
      column = end + 1;
    }
  return rects;
}

Result<void> drawTarget(PdfSheet& sheet, const PrintOptions& options) {
  const auto target =
      options.target.empty() ? Result<CalibrationTarget>(sheetTarget(options.paper)) : parseTarget(options.target);
  if (!target)
    return tl::unexpected(target.error());
  const double edge_mm = target->kind == CalibrationTarget::Kind::chessboard ? target->square_mm : 5.0;
  if (target->width_mm() + 2.0 * edge_mm > sheet.width_mm() ||
      target->height_mm() + 2.0 * edge_mm + 14.0 > sheet.height_mm())
    return fail("The target " + describe(*target) + " is " + inMm(target->width_mm()) + " x " +
                inMm(target->height_mm()) +
                " and does not fit the sheet with its white edge; choose smaller squares or fewer of them.");
  const Vector2d corner((sheet.width_mm() - target->width_mm()) / 2.0,
                        (sheet.height_mm() - 14.0 - target->height_mm()) / 2.0);
  const double margin_mm = 0.5 * (target->square_mm - target->marker_mm);
  const bool squares = target->kind != CalibrationTarget::Kind::tag_grid;
  std::vector<Rect> rects;
  int id = target->first_id;
  for (int row = 0; row < target->rows; ++row)
    for (int column = 0; column < target->columns; ++column) {
      const Vector2d at = corner + target->square_mm * Vector2d(column, row);
      // OpenCV 4.6's order, which this program reads: a board with an odd number of rows begins with a black square.
      const bool dark = squares && (row + column + (target->rows % 2 == 0 ? 1 : 0)) % 2 == 0;
      if (dark)
        rects.push_back({at.x(), at.y(), target->square_mm, target->square_mm});
      else if (target->kind != CalibrationTarget::Kind::chessboard)
        for (const Rect& rect :
             markerCells(target->dictionary, id++, at + Vector2d(margin_mm, margin_mm), target->marker_mm))
          rects.push_back(rect);
    }
  sheet.fill(rects);
  const double foot_mm = sheet.height_mm() - 10.0;
  drawCheckRuler(sheet, {20.0, foot_mm});
  sheet.text({sheet.width_mm() - 12.0, foot_mm + 3.5}, 2.6, "--target " + describe(*target), Align::right);
  return {};
}

Result<void> drawMarkers(PdfSheet& sheet, const PrintOptions& options) {
  const auto count = dictionarySize(options.dictionary);
  if (!count)
    return fail("Unknown marker dictionary \"" + options.dictionary +
                "\"; use one of OpenCV's names, such as DICT_4X4_50.");
  if (options.first_id < 0 || options.first_id + 4 > *count)
    return fail(options.dictionary + " has ids 0 to " + std::to_string(*count - 1) +
                "; choose --first-id so that four fit.");
  const double size_mm = options.marker_mm;
  const double quiet_mm = 0.25 * size_mm;
  const double pitch_mm = size_mm + 2.0 * quiet_mm + 14.0;
  const double most_mm = (0.5 * (sheet.width_mm() - 20.0) - 14.0) / 1.5;
  if (!(size_mm >= 10.0 && size_mm <= most_mm))
    return fail("Markers must be 10 to " + std::to_string(static_cast<int>(most_mm)) +
                " mm wide to fit the sheet, not " + inMm(size_mm) + ".");
  sheet.text({20.0, 18.0}, 5.0, "Corner markers", Align::left, black, true);
  sheet.text({20.0, 25.0}, 3.0,
             "Cut along the grey lines and fix one flat in each corner of the table, in any direction.");
  sheet.text({20.0, 30.0}, 3.0,
             "Then run: linesman calibrate table --dictionary " + options.dictionary + " --size " +
                 inMm(size_mm).substr(0, inMm(size_mm).size() - 3) + " -o table.toml PICTURE...");
  for (int i = 0; i < 4; ++i) {
    const Vector2d at(20.0 + (i % 2) * pitch_mm + quiet_mm, 42.0 + (i / 2) * pitch_mm + quiet_mm);
    sheet.fill(markerCells(options.dictionary, options.first_id + i, at, size_mm));
    const Vector2d a = at - Vector2d(quiet_mm, quiet_mm);
    const double side_mm = size_mm + 2.0 * quiet_mm;
    sheet.outline({a, a + Vector2d(side_mm, 0), a + Vector2d(side_mm, side_mm), a + Vector2d(0, side_mm)}, 0.15, grey);
    sheet.text(a + Vector2d(0, side_mm + 4.0), 2.6,
               options.dictionary + "  id " + std::to_string(options.first_id + i) + "  " + inMm(size_mm), Align::left,
               grey);
  }
  drawCheckRuler(sheet, {20.0, sheet.height_mm() - 14.0});
  return {};
}

Result<void> drawGauges(PdfSheet& sheet, const PrintOptions&) {
  const PieceCatalog pieces = PieceCatalog::standard();
  sheet.text({20.0, 18.0}, 5.0, "Gauges", Align::left, black, true);
  sheet.text({20.0, 25.0}, 3.0,
             "The area a lying pyramid stands on. Print on card, cut on the outer edge of the line.");
  double top_mm = 40.0;
  for (const PyramidSize size : {PyramidSize::large, PyramidSize::medium, PyramidSize::small}) {
    const Pyramid& pyramid = pieces.pyramid(size);
    const auto feet = pyramid.footprint();
    for (int i = 0; i < 3; ++i) { // bow upwards
      const Vector2d origin(45.0 + 50.0 * i, top_mm + pyramid.slant_mm());
      std::vector<Vector2d> corners;
      for (const auto& foot : feet)
        corners.push_back(origin + Vector2d(-foot.xy.y(), -foot.xy.x()));
      sheet.outline(corners, 0.1);
      sheet.line(origin, origin - Vector2d(0, pyramid.slant_mm()), 0.08, grey);
      sheet.text(origin + Vector2d(0, -1.5), 2.6, std::string(nameOf(size)), Align::centre, grey);
    }
    top_mm += pyramid.slant_mm() + 14.0;
  }
  drawCheckRuler(sheet, {20.0, sheet.height_mm() - 14.0});
  return {};
}

Result<void> drawRuler(PdfSheet& sheet, const PrintOptions&) {
  sheet.text({20.0, 18.0}, 5.0, "Rulers", Align::left, black, true);
  for (double top_mm = 40.0; top_mm < sheet.height_mm() - 40.0; top_mm += 25.0) {
    std::vector<Rect> ticks;
    for (int mm = 0; mm <= 170; ++mm) {
      const double height_mm = mm % 10 == 0 ? 8.0 : mm % 5 == 0 ? 6.0 : 4.0;
      ticks.push_back({20.0 + mm - 0.05, top_mm, 0.1, height_mm});
    }
    sheet.fill(ticks);
    for (int mm = 0; mm <= 170; mm += 10)
      sheet.text({20.0 + mm, top_mm + 11.0}, 2.6, std::to_string(mm), Align::centre);
  }
  drawCheckRuler(sheet, {20.0, sheet.height_mm() - 14.0});
  return {};
}

Result<PdfSheet> makeSheet(const std::string& what, const PrintOptions& options) {
  std::string known;
  for (const Printable& printable : printables()) {
    known += (known.empty() ? "" : ", ") + printable.name;
    if (printable.name != what)
      continue;
    const auto size = printable.page ? printable.page(options) : paperSize(options.paper);
    if (!size)
      return tl::unexpected(size.error());
    PdfSheet sheet(printable.landscape ? size->y() : size->x(), printable.landscape ? size->x() : size->y());
    if (auto done = printable.draw(sheet, options); !done)
      return tl::unexpected(done.error());
    return sheet;
  }
  return fail("Cannot print \"" + what + "\"; known: " + known + ".");
}

Result<void> writeSheet(const std::string& what, const PrintOptions& options, const std::string& path) {
  const auto sheet = makeSheet(what, options);
  return sheet ? sheet->write(path) : tl::unexpected(sheet.error());
}

} // namespace linesman::app
