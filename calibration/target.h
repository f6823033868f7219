#pragma once
#include <string>
#include <vector>

#include <Eigen/Core>

#include "models/result.h"

namespace linesman {

/// A flat printed calibration target.
struct CalibrationTarget {
  enum class Kind { charuco, chessboard, tag_grid };
  Kind kind = Kind::charuco;
  int columns = 0; ///< squares or tags in a row; for a chessboard squares, one more than inner corners
  int rows = 0;
  double square_mm = 0.0; ///< side of a square; of a tag grid the distance of neighbouring tags' centres
  double marker_mm = 0.0; ///< side of a marker's black square (0 for a chessboard)
  std::string dictionary; ///< "DICT_5X5_100" (empty for a chessboard)
  int first_id = 0;       ///< of a tag grid, counted row by row from the top left

  double width_mm() const { return columns * square_mm; }
  double height_mm() const { return rows * square_mm; }
};

/// Reads `--target`: "charuco:7x5:36:27:DICT_5X5_100" (squares, square mm, marker mm, dictionary),
/// "chessboard:9x6:25" (inner corners, square mm), "tags:7x5:36:27:DICT_APRILTAG_36h11" (tags, distance of centres mm,
/// tag mm, dictionary), or the name of a target that `linesman print` makes: "a4" or "letter".
Result<CalibrationTarget> parseTarget(const std::string& text);

/// The target that `linesman print target` puts on a sheet of this name ("a4", "letter").
CalibrationTarget sheetTarget(const std::string& sheet);

/// The text that parseTarget reads as this target.
std::string describe(const CalibrationTarget& target);

} // namespace linesman
