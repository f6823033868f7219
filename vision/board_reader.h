#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "models/table_state.h"
#include "vision/board_detector.h"
#include "vision/die_reader.h"
#include "vision/set_composition.h"
#include "vision/set_likeness.h"
#include "vision/square_reader.h"
#include "vision/taught_set.h"

namespace linesman {

/// From a found board to what stands on it: the board part of a TableState.
class BoardReader {
public:
  /// Loads the networks that ship with the program; dice are left out where their network is not installed.
  /// `piece_set` as in table.toml: "staunton", "tokens", or the file of a taught set ("looney-pyramids", which stands
  /// for nothing said, means Staunton here).
  static Result<BoardReader> load(const std::string& piece_set = "staunton");
  /// Without a die reader no dice are reported, without a likeness men are read one by one but for the box of pieces.
  /// Reads Staunton sets.
  BoardReader(SquareReader squares, std::optional<DieReader> dice, std::optional<SetLikeness> likeness = std::nullopt)
      : squares_(std::move(squares)), dice_(std::move(dice)), likeness_(std::move(likeness)) {}

  /// Reads the squares that changed since the last picture (all after squares().forget()). Where nothing told which
  /// corner is a1, a start position on the board does, and `found` is turned.
  SeenBoard read(const cv::Mat& image_bgr, FoundBoard& found);
  /// The readings behind the last answer, rank by rank from a1; none for tokens.
  const std::vector<SquareReading>& readings() const { return readings_; }
  SquareReader& squares() { return squares_; }
  /// Reads with a taught set from now on, or without one.
  void use(std::optional<TaughtSet> taught) { taught_ = std::move(taught); }
  /// Leaves out what the box of pieces tells (set_composition), to measure what it is worth.
  void ignoreComposition() { composition_ = false; }

private:
  /// The dice on the squares where the square network suspects one; their readings are made empty.
  std::vector<SeenDie> readDice(const cv::Mat& image_bgr, const FoundBoard& found);

  SquareReader squares_;
  std::optional<DieReader> dice_;
  std::optional<SetLikeness> likeness_;
  std::optional<TaughtSet> taught_;
  bool tokens_ = false;
  bool composition_ = true;
  std::vector<SquareReading> readings_;
};

/// The readings in the board's JSON terms; squares without anything are left out. `taught`: whose answers the readings
/// hold, or none.
SeenBoard assembleBoard(const FoundBoard& found, const std::vector<SquareReading>& readings,
                        const TaughtSet* taught = nullptr);

} // namespace linesman
