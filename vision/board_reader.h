#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "models/table_state.h"
#include "vision/board_detector.h"
#include "vision/die_reader.h"
#include "vision/square_reader.h"

namespace linesman {

/// From a found board to what stands on it: the board part of a TableState.
class BoardReader {
public:
  /// Loads the networks that ship with the program; dice are left out where their network is not installed.
  static Result<BoardReader> load();
  /// Without a die reader no dice are reported.
  BoardReader(SquareReader squares, std::optional<DieReader> dice) : squares_(std::move(squares)), dice_(std::move(dice)) {}

  /// Reads every square. Where nothing told which corner is a1, a start position on the board does, and `found` is turned.
  SeenBoard read(const cv::Mat& image_bgr, FoundBoard& found);
  /// The readings behind the last answer, rank by rank from a1; what candidate positions are ranked by.
  const std::vector<SquareReading>& readings() const { return readings_; }

private:
  SquareReader squares_;
  std::optional<DieReader> dice_;
  std::vector<SquareReading> readings_;
};

/// The readings in the board's JSON terms; squares without anything are left out.
SeenBoard assembleBoard(const FoundBoard& found, const std::vector<SquareReading>& readings);

} // namespace linesman
