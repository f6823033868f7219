#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/invasion_plan.h"
#include "app/print/pdf_sheet.h"

namespace linesman::app {

struct PrintOptions {
  std::string paper = "a4"; ///< a4 or letter; for boards also `board`: one page as large as the board
  std::string target;       ///< calibration target in the words of `--target`; empty: the sheet's own
  double marker_mm = 40.0;  ///< side of a corner marker's black square
  std::string dictionary = "DICT_4X4_50";
  int first_id = 0;
  std::string definition;         ///< board file, piece set and the like, for those who need one
  std::string game = "king_down"; ///< whose tokens are printed
  double token_mm = 36.0;         ///< diameter of a token: about four fifths of a square
  InvasionPlan invasion = {};     ///< the board, where `definition` is invasion_board
};

/// The definition that a table file and a sheet call Invasion's board by.
inline constexpr const char* invasion_board = "invasion-10x10";

/// Something that `linesman print` can make. Add one to printables() in printable.cpp.
struct Printable {
  std::string name;
  std::string summary;
  bool landscape = false;
  std::function<Result<void>(PdfSheet&, const PrintOptions&)> draw;
  /// The page's size where the paper's name alone does not give it.
  std::function<Result<Eigen::Vector2d>(const PrintOptions&)> page = nullptr;
  /// Of the command's options those that change it, and not every sheet.
  std::vector<std::string> options = {};
};

const std::vector<Printable>& printables();

/// The paper's size in mm, upright.
Result<Eigen::Vector2d> paperSize(const std::string& paper);

/// A ruler of 100 mm with its foot at `at_mm`, to check the print with: every sheet carries one.
void drawCheckRuler(PdfSheet& sheet, const Eigen::Vector2d& at_mm);

/// The cells of a marker whose black square has its top left corner at `corner_mm`.
std::vector<Rect> markerCells(const std::string& dictionary, int id, const Eigen::Vector2d& corner_mm, double size_mm);

// The drawings, one function each.
Result<void> drawTarget(PdfSheet& sheet, const PrintOptions& options);
Result<void> drawMarkers(PdfSheet& sheet, const PrintOptions& options);
Result<void> drawGauges(PdfSheet& sheet, const PrintOptions& options);
Result<void> drawRuler(PdfSheet& sheet, const PrintOptions& options);
Result<void> drawBoard(PdfSheet& sheet, const PrintOptions& options);
Result<Eigen::Vector2d> boardPage(const PrintOptions& options);
Result<void> drawTokens(PdfSheet& sheet, const PrintOptions& options);

/// A whole document: the sheets of `what` on the options' paper.
Result<PdfSheet> makeSheet(const std::string& what, const PrintOptions& options);
/// Makes it and writes it to `path`.
Result<void> writeSheet(const std::string& what, const PrintOptions& options, const std::string& path);

} // namespace linesman::app
