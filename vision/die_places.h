#pragma once
#include <map>
#include <string>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/table_state.h"
#include "vision/die_reader.h"

namespace linesman {

/// Where a die may lie on a board: in squares from the board's middle (BoardFrame axes), and the square it is named by.
struct DiePlace {
  std::string square;
  Eigen::Vector2d at_squares = Eigen::Vector2d::Zero();
};

/// Reads the dice at the places where the game's board has them. A place that looks as it did is not read again.
class DiePlaces {
public:
  std::vector<SeenDie> read(const cv::Mat& image_bgr, const BoardView& view, const std::vector<DiePlace>& places);
  void forget() { known_.clear(); }

private:
  struct Known {
    cv::Mat reduced;
    DieReading reading;
  };
  DieReader reader_;
  std::map<std::string, Known> known_; ///< by square
};

} // namespace linesman
