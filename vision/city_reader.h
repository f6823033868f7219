#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/table_state.h"
#include "vision/board_view.h"
#include "vision/die_reader.h"
#include "vision/square_crop.h"
#include "vision/square_reading.h"

namespace linesman {

/// Where a city's die may lie.
struct CityPlace {
  int file = 0, rank = 0;                                   ///< the city's square nearest to it, 0-based
  Eigen::Vector2d offset_squares = Eigen::Vector2d::Zero(); ///< from that square's centre, BoardFrame
};

/// What the board file tells of places for dice: the middles of the city squares, and the anchors of dice that lie
/// between squares. None for boards without a file (plain-8x8) or without cities.
std::vector<CityPlace> cityPlaces(const std::string& definition);

/// How far a circle around a place stands out from what lies inside and outside of it, grey levels: the median along
/// the circle, of the best circle of a third to half a square's radius. A rubber band on the board, or a printed
/// circle.
double ringStep(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm);

/// Dice and rubber bands on the cities of a board whose file tells where they are. Places are read again when their
/// square looks different.
class CityReader {
public:
  CityReader() = default;
  explicit CityReader(std::vector<CityPlace> places) : places_(std::move(places)) {}
  /// No places: a board without cities, or nothing is known of it.
  bool empty() const { return places_.empty(); }
  void forget() { seen_.clear(); }
  /// The squares of the cities, each once.
  std::set<std::pair<int, int>> squares() const;

  struct Marks {
    std::vector<SeenDie> dice;
    std::vector<std::string> rings;
  };
  /// `readings` of all squares, rank by rank from a1, as the view names them.
  Marks read(const cv::Mat& image_bgr, const BoardView& view, const std::vector<SquareReading>& readings);

private:
  struct Seen {
    int version = -1; ///< of the square's reading when this was read
    bool suspected = false;
    DieReader reader; ///< that may tell a die there
    DieSearch::Place place = DieSearch::Place::likely;
    DieReading die;
    bool ring = false;
  };
  /// `source`: the picture as prepareCrops makes it, once it is wanted.
  void look(const cv::Mat& image_bgr, const BoardView& view, const CityPlace& place, const SquareReading& reading,
            std::optional<CropSource>& source, Seen& seen) const;
  void lookAgain(const cv::Mat& image_bgr, const BoardView& view);
  Eigen::Vector2d placeOf(const CityPlace& place, const BoardView& view) const;

  std::vector<CityPlace> places_;
  std::vector<Seen> seen_;
};

} // namespace linesman
