#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/ids.h"
#include "models/piece_kind.h"
#include "models/shared_error.h"
#include "models/uncertain_pose.h"

namespace linesman {

/// Points of the table plane, millimetres, counter-clockwise.
using TablePolygon = std::vector<Eigen::Vector2d>;

/// Where the camera is. Everything on the table shares its error.
struct Registration {
  enum class From { none, markers, board, saved };
  bool ok = false;
  double rms_px = 0.0;
  UncertainPose<CameraFrame, TableFrame> camera_from_table;
  From from = From::none;
  std::string warning = {}; ///< what the user has to know of it, in sentences; empty while all is well
};

/// A pyramid as the camera believes it, legal or not.
struct SeenPyramid {
  PieceId id;
  PyramidSize size = PyramidSize::small;
  Posture posture = Posture::lying;
  Colour colour = Colour::red;
  double colour_p = 1.0; ///< [0,1], that it has this colour, given that it is there
  /// Lying: origin = middle of the stern edge, heading to the bow. Upright: centre of the base, heading modulo 90
  /// degrees.
  PlanarPose<TableFrame, PieceFrame> table_from_piece;
  /// Of (x mm, y mm, heading rad): that of its own fit, and what lens and registration do to it.
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  Eigen::Matrix3d own_covariance = Eigen::Matrix3d::Zero(); ///< of its own fit alone
  SharedError shared_error;                                 ///< the rest, which all pieces of a picture share
  double score = 0.0;                                       ///< [0,1], that there is such a pyramid
  double visible = 0.0;                                     ///< [0,1], share of its outline that is seen
};

struct SeenChit {
  Colour colour = Colour::yellow;
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero();
  PieceId ship; ///< none when it lies beside no ship
};

struct SeenObstacle {
  TablePolygon polygon_mm;
  double height_mm = 0.0;
};

struct SeenBoardPiece {
  std::string square; ///< "e4"
  std::string kind;   ///< king queen rook bishop knight pawn, or a game's own name
  std::string side;   ///< light | dark
  double p = 0.0;
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero(); ///< contact point, TableFrame
  std::vector<std::string> bands;                      ///< of "low", "high", "crown"
  bool turned = false;                                 ///< rook upside down
  std::optional<std::string> rider;
  bool hidden = false;
  std::map<std::string, double> alternatives; ///< probability of other readings, e.g. "light bishop"
};

struct SeenDie {
  std::string square;
  int face = 0; ///< the likeliest
  double p = 0.0;

  /// Whether rulings may rest on the face; a doubtful one is shown and reported as seen.
  bool sure() const { return p >= 0.9; }
  /// "3", or "3?" where it is doubtful.
  std::string text() const { return std::to_string(face) + (sure() ? "" : "?"); }
};

struct SeenOffBoard {
  std::string kind;
  std::string side;
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero();
};

/// How a square looks, whatever may stand on it: to tell whether it has changed since an earlier picture.
struct SeenSquare {
  double empty = 1.0;             ///< probability that nothing stands there
  std::vector<std::uint8_t> look; ///< mean colours of tiles around its centre; comparable within one source only
};

struct SeenBoard {
  int rows = 8;
  int columns = 8;
  double square_mm = 0.0;
  bool square_known = true; ///< false: nothing tells it; all millimetres are as if squares had this one
  PlanarPose<TableFrame, BoardFrame> table_from_board;
  double thickness_mm = 0.0;
  bool orientation_known = true; ///< false: nothing tells which corner is a1
  std::vector<SeenBoardPiece> pieces;
  std::vector<SeenDie> dice;
  std::vector<std::string> rings;
  std::vector<SeenOffBoard> off_board;
  std::map<std::string, SeenSquare> looks; ///< of every square that was looked at; may be empty
};

/// What the camera believes about the table in one frame. Immutable snapshot between threads.
struct TableState {
  std::string image; ///< file name, or empty for a live frame
  int width_px = 0;
  int height_px = 0;
  double t_s = 0.0;  ///< time in the source
  bool grey = false; ///< the picture has no colours, so those of the pieces are guessed
  Registration registration;
  std::vector<SeenPyramid> pyramids;
  std::vector<SeenChit> chits;
  std::vector<SeenObstacle> obstacles;
  std::optional<SeenBoard> board;
  std::vector<TablePolygon> hands_mm; ///< at work: nothing is told of the table until they leave
  /// Hands, and what else came over the table as they do, that hold nothing up: they are among `obstacles` and
  /// `unseen_mm` as well, and pieces may be held in them.
  std::vector<TablePolygon> resting_mm;
  std::vector<TablePolygon> unseen_mm;
  std::map<std::string, double> stages_ms; ///< duration of each stage of the pipeline
};

} // namespace linesman
