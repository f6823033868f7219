#include <cmath>
#include <numbers>

#include "app/print/printable.h"
#include "app/watch/board_contents.h"
#include "models/board_men.h"
#include "rules/rule_book.h"

namespace linesman::app {

namespace {

using Vector2d = Eigen::Vector2d;

std::vector<Vector2d> circle(const Vector2d& centre_mm, double radius_mm) {
  std::vector<Vector2d> points;
  for (int k = 0; k < 72; ++k)
    points.push_back(
        centre_mm + radius_mm * Vector2d(std::cos(k * std::numbers::pi / 36.0), std::sin(k * std::numbers::pi / 36.0)));
  return points;
}

/// A disc: rim (thin for light men, broad and black for dark ones), letter above, marker below the middle.
void drawToken(PdfSheet& sheet, const Vector2d& centre_mm, double size_mm, const BoardMan& man, char letter) {
  const double radius_mm = 0.5 * size_mm, rim_mm = (man.side == "dark" ? 0.04 : 0.012) * size_mm;
  sheet.fill(circle(centre_mm, radius_mm), black);
  sheet.fill(circle(centre_mm, radius_mm - rim_mm), white);
  const double marker_mm = token_marker_share * size_mm;
  const Vector2d marker = centre_mm + Vector2d(0.0, token_marker_drop * size_mm);
  sheet.fill(markerCells(token_dictionary, *tokenId(man), marker - Vector2d(0.5, 0.5) * marker_mm, marker_mm));
  sheet.text(centre_mm - Vector2d(0.0, 0.185 * size_mm), 0.2 * size_mm, std::string(1, letter), Align::centre, black,
             true);
}

} // namespace

Result<void> drawTokens(PdfSheet& sheet, const PrintOptions& options) {
  const std::vector<MenCount> men = menOf(options.game);
  if (men.empty())
    return fail("No tokens are known for \"" + options.game + "\"; use --game king_down, invasion or armada_chess.");
  const double size_mm = options.token_mm;
  if (!(size_mm >= 20.0) || size_mm > 80.0)
    return fail("Tokens must be 20 to 80 mm wide, about four fifths of a square of your board.");
  const double pitch_mm = size_mm + 4.0, left_mm = 15.0, top_mm = 34.0;
  const auto columns = static_cast<int>((sheet.width_mm() - 2.0 * left_mm + 4.0) / pitch_mm);
  const auto book = rules::RuleBook::load(options.game);
  const std::string title = "Tokens: " + (book ? book->title() : options.game);
  const auto head = [&] {
    sheet.text({15.0, 18.0}, 5.0, title, Align::left, black, true);
    sheet.text({15.0, 25.0}, 3.0,
               "Glue the sheet on card and cut along the rims. Thin rims are light, broad ones dark. In table.toml: "
               "set = \"tokens\".");
    if (options.game == "armada_chess")
      sheet.text({15.0, 29.0}, 3.0,
                 "Bands go round the disc, one outside of the other: green for the low one, blue for the high one, red "
                 "for the crown.");
    drawCheckRuler(sheet, {20.0, sheet.height_mm() - 14.0});
  };
  head();
  int at = 0;
  for (const char* side : {"light", "dark"})
    for (const MenCount& entry : men)
      for (int k = 0; k < entry.count; ++k, ++at) {
        Vector2d centre(left_mm + 0.5 * size_mm + (at % columns) * pitch_mm,
                        top_mm + 0.5 * size_mm + (at / columns) * pitch_mm);
        if (centre.y() + 0.5 * size_mm > sheet.height_mm() - 22.0) {
          sheet.newPage();
          head();
          at = 0;
          centre = {left_mm + 0.5 * size_mm, top_mm + 0.5 * size_mm};
        }
        const char letter = letterOf(options.game, entry.kind); // the bomb never stands on the board and has none
        drawToken(sheet, centre, size_mm, {entry.kind, side}, letter != 0 ? letter : '*');
      }
  return {};
}

} // namespace linesman::app
