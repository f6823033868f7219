#pragma once
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "models/board_men.h"
#include "vision/board_detector.h"
#include "vision/square_reader.h"

namespace linesman {

/// One square shown to the program: what the network makes of it and what the user says stands there.
struct TaughtSquare {
  SquareReading reading;
  std::string side, kind; ///< empty for an empty square
  int picture = 0;        ///< which picture it is from: pictures are held out in turn
  bool centred = true;    ///< looked at from its middle, not from beside it
  double contrast = 0.0;  ///< standard deviation of the grey levels within the square
};

/// Squares of a picture whose board shows `position` (rank by rank from a1; kind and side empty where nothing stands),
/// each looked at from a few places around its middle. Where nothing told which corner is a1, the quarter turn that
/// suits the network's opinion of sides best is taken and `found` is turned. Squares that something hides are left out.
std::vector<TaughtSquare> showSquares(SquareReader& reader, const cv::Mat& image_bgr, FoundBoard& found,
                                      const std::vector<BoardMan>& position, int picture);

/// Names of squares of one picture that plainly do not look as told.
struct ToldOtherwise {
  std::vector<std::string> empty;    ///< where a man was told
  std::vector<std::string> only;     ///< of these: no other square of the picture was told to have such a man
  std::vector<std::string> occupied; ///< where none was
  std::vector<std::pair<std::string, std::string>> exchanged; ///< two officers of a side look like each other
  std::size_t count() const { return empty.size() + occupied.size(); }
};

/// Compares what was told of `squares`, all of one picture, with what the network sees. Men of other forms than it
/// knows (coins, draughtsmen) may look empty to it: such a square counts only where it is as even as those told empty,
/// or where nine in ten of the men told are seen.
ToldOtherwise toldOtherwise(const std::vector<TaughtSquare>& squares);

} // namespace linesman
