#pragma once
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/piece_kind.h"
#include "models/result.h"
#include "models/table_state.h"

namespace linesman {

/// A printed ArUco marker on the table: centre of its black square and heading of its x axis.
struct TableMarker {
  int id = 0;
  double size_mm = 0.0;
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero();
  double heading_rad = 0.0;
  double sigma_mm = 0.0; ///< of the centre, each coordinate, where it was measured in play; no key of the file

  /// Corners of the black square in OpenCV's order (top-left first, clockwise in the marker's picture), TableFrame mm.
  std::array<Eigen::Vector2d, 4> corners_mm() const;
};

struct KnownDisc {
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero();
  double radius_mm = 0.0;
};

/// Playing surface: a polygon, or a disc when `disc` has a value.
struct TableArea {
  TablePolygon polygon_mm;
  std::optional<KnownDisc> disc;
};

/// A known thing on the table: class island | reef | shallow | flag | base | obstacle.
struct KnownIsland {
  std::string kind;
  TablePolygon polygon_mm;
  std::optional<KnownDisc> disc;
  std::optional<double> height_mm; ///< not told: as rules take one of its kind, and flat for the camera
  /// Sizes of ships that may sail over it, and whether it stops shots; not told: as rules take one of its kind.
  std::optional<std::set<PyramidSize>> passable;
  std::optional<bool> blocks_fire;
};

/// What table.toml knows of a board; what is left out is measured from the picture.
struct KnownBoard {
  std::string definition;
  std::optional<double> square_mm;
  std::optional<Eigen::Vector2d> centre_mm;
  std::optional<double> heading_rad;
  std::optional<double> thickness_mm;
  /// The corner square that lies near left, seen from the table's -y side.
  std::optional<std::string> coordinates;
};

/// What is known of a table (table.toml).
struct TableFile {
  std::string path;
  std::string dictionary; ///< "DICT_4X4_50"; empty without [markers]
  std::vector<TableMarker> markers;
  /// Height of the print above the table top: office paper of 80 g/m^2 is 0.1 mm thick. 0 where pieces stand on the
  /// sheet.
  double marker_thickness_mm = 0.1;
  /// Standard deviation of the height of what pyramids stand on over the table plane: paper curls, and they stand on
  /// cloth. No picture tells of it; all pieces share the error.
  double surface_height_sigma_mm = 0.1;
  /// Of the table with nothing on it but its markers, by the same camera; empty where there is none.
  std::string empty_picture;
  std::optional<Registration> saved;
  std::optional<TableArea> area;
  std::vector<KnownIsland> islands;
  std::optional<KnownBoard> board;
  /// A name or a file, which is looked for beside the table file first, then from the working directory. Empty where
  /// the file names none: pyramids on an open table, chess men on a board.
  std::string piece_set;
  std::map<Colour, std::string> players; ///< colour -> player
};

/// Reads table.toml; unknown keys, an unknown dictionary and impossible values are errors with file and line.
Result<TableFile> readTableFile(const std::string& path);

} // namespace linesman
