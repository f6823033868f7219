#pragma once
// Fast pictures of a table in play: solids, boards and tokens drawn as polygons, hands, lamps and noise. Knows nothing
// of how the program finds things.
#include <random>
#include <set>

#include "calibration/lens.h"
#include "calibration/table_file.h"
#include "models/table_state.h"

#include <opencv2/core/mat.hpp>

namespace linesman::test {

/// What lies on the table and how it is lit.
struct PaintedTable {
  std::vector<SeenPyramid> pyramids; ///< size, colour, posture and pose are drawn
  /// Square -> man's token, and the board they stand on.
  std::map<std::string, std::pair<std::string, std::string>> men; ///< "e4" -> kind, side
  std::set<std::string> stacked;                                  ///< squares whose token lies on another one
  std::map<std::string, std::set<std::string>> bands; ///< square -> "low", "high", "crown": rings around its token
  std::map<std::string, Eigen::Vector2d> nudged_mm;   ///< square -> how far its token lies off where it stood
  std::set<std::string> face_down;                    ///< squares whose token shows its blank back
  std::optional<Eigen::Vector2d> cup_mm;              ///< middle of a cup that somebody left there
  std::vector<Eigen::Vector2d> chits_mm;              ///< damage chits on the table
  std::map<int, int> dice;                      ///< number of a city of the printed board -> face of its die; 0: none
  std::optional<Eigen::Vector2d> hand_mm;       ///< finger tips; the arm comes from the operator's edge
  std::optional<Eigen::Vector2d> other_hand_mm; ///< the same of another hand
  bool other_from_right = false;                ///< its arm comes from the right edge
  double light = 1.0;                           ///< of the lamp; the daylight stays
};

/// A camera over a table with four markers, or with a board in the middle.
class TablePainter {
public:
  struct Settings {
    int width_px = 1280;
    int height_px = 720;
    double distance_mm = 700.0;
    double tilt_rad = 0.55;
    double turn_rad = 0.03; ///< of the camera round the middle
    double noise_grey = 1.5;
    int board = 0; ///< squares along a side; 0: no board but markers
    double square_mm = 45.0;
    std::string printed; ///< board file of ArmadaChess, drawn as `print board` draws it, markers and all; or plain
    unsigned seed = 1;
  };
  explicit TablePainter(const Settings& settings);

  const Lens& lens() const { return lens_; }
  /// What table.toml would say of it.
  const TableFile& table() const { return table_; }
  /// Is the square of the printed board a part of a city?
  bool isCity(const std::string& square) const;
  /// One picture; the noise is another in each. `shaken_px`: the camera's axis is off by so much.
  cv::Mat paint(const PaintedTable& what, const Eigen::Vector2d& shaken_px = Eigen::Vector2d::Zero());

  /// Where a point of the table, or above it, is seen.
  Eigen::Vector2d pixel(const Eigen::Vector3d& table_mm) const;

private:
  cv::Mat ground() const;
  void placePrinted();
  cv::Mat printedSheet() const;
  void drawMen(cv::Mat& image, const PaintedTable& what) const;
  void drawRings(cv::Mat& image, const Eigen::Vector2d& centre_mm, double token_mm,
                 const std::set<std::string>& bands) const;
  void drawDie(cv::Mat& image, const Eigen::Vector2d& centre_mm, int face) const;
  struct Disc {
    double across_mm;
    double height_mm;
    cv::Scalar paint;
  };
  void drawDisc(cv::Mat& image, const Eigen::Vector2d& at_mm, const Disc& disc) const;
  void drawPyramid(cv::Mat& image, const SeenPyramid& pyramid) const;
  void drawHand(cv::Mat& image, const Eigen::Vector2d& tip_mm, bool from_right = false) const;

  Settings settings_;
  Lens lens_;
  TableFile table_;
  Pose<CameraFrame, TableFrame> camera_from_table_;
  cv::Mat ground_;
  std::map<int, Eigen::Vector2d> die_places_mm_;              ///< by the number of the city
  Eigen::Vector2d sheet_corner_mm_ = Eigen::Vector2d::Zero(); ///< left and far, of the printed board's picture
  mutable std::map<std::pair<std::string, std::string>, cv::Mat> tokens_;
  std::vector<cv::Mat> noises_;
  std::mt19937 random_;
};

} // namespace linesman::test
