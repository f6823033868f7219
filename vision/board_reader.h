#pragma once
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "models/table_state.h"
#include "vision/board_detector.h"
#include "vision/city_reader.h"
#include "vision/corner_teller.h"
#include "vision/set_composition.h"
#include "vision/set_likeness.h"
#include "vision/square_reader.h"
#include "vision/taught_set.h"

namespace linesman {

/// From a found board to what stands on it: the board part of a TableState.
class BoardReader {
public:
  /// Loads the networks that ship with the program.
  /// `piece_set` as in table.toml: "staunton", "tokens", or the file of a taught set ("looney-pyramids", which stands
  /// for nothing said, means Staunton here).
  static Result<BoardReader> load(const std::string& piece_set = "staunton");
  /// Without a likeness men are read one by one but for the box of pieces. Reads Staunton sets.
  explicit BoardReader(SquareReader squares, std::optional<SetLikeness> likeness = std::nullopt)
      : squares_(std::move(squares)), likeness_(std::move(likeness)) {}

  /// Reads the squares that changed since the last picture (all after squares().forget()). Where nothing told which
  /// corner is a1, a start position on the board does, or else the coordinates printed around it, and `found` is
  /// turned.
  SeenBoard read(const cv::Mat& image_bgr, FoundBoard& found);
  /// The readings behind the last answer, rank by rank from a1; for tokens only of squares whose content cannot be
  /// told.
  const std::vector<SquareReading>& readings() const { return readings_; }
  SquareReader& squares() { return squares_; }
  /// The board lies as it was left: the men as they were read last are what later looks are compared with, but for
  /// those on whom a band is told only by such a comparison.
  void rememberMen();
  /// Reads with a taught set from now on, or without one.
  void use(std::optional<TaughtSet> taught);
  /// Where dice and rubber bands of cities may lie (cityPlaces). Without any, no dice are reported and rings are told
  /// by the network alone.
  void useCities(std::vector<CityPlace> places) { cities_ = CityReader(std::move(places)); }
  /// Whether squares bear print (terrain, cities): then what lies on them is not told from their looks.
  void expectPrint(bool yes) { printed_ = yes; }
  /// The squares (file and rank) that may be printed otherwise than the chequer has them (offChequer).
  void expectOffChequer(std::set<std::pair<int, int>> squares) { off_chequer_ = std::move(squares); }
  /// Markers of the table that were read in the next picture: no man stands on them.
  void knowMarkers(std::vector<TableMarker> markers) { markers_ = std::move(markers); }
  /// What tells where a1 is, and did in the picture that was read last.
  CornerTeller& corner() { return corner_; }
  /// Men beside the board are looked for in eight pictures, an eighth of the places in each, and not all in the first.
  void spreadBeside(bool yes) { beside_at_once_ = !yes; }
  /// Leaves out what the box of pieces tells (set_composition), to measure what it is worth.
  void ignoreComposition() { composition_ = false; }

private:
  /// Weighs the readings by each other, the box of pieces and the start array; where all are as they were last, so is
  /// what comes of it.
  void weigh(const FoundBoard& found, std::vector<SquareReading>& readings);
  /// Whether a marker lies where a man is thought to stand (BoardFrame mm).
  bool onMarker(const FoundBoard& found, const Eigen::Vector2d& foot_mm) const;
  /// Whether what is known of Staunton sets holds for the men in use.
  bool looksStaunton() const;
  /// The men of an orthodox game, whose places tell something.
  bool readsOrthodoxMen(const BoardView& view) const;

  SquareReader squares_;
  std::optional<SetLikeness> likeness_;
  CornerTeller corner_;
  std::optional<TaughtSet> taught_;
  CityReader cities_;
  bool tokens_ = false;
  bool printed_ = false;
  std::set<std::pair<int, int>> off_chequer_;
  std::vector<TableMarker> markers_;
  bool composition_ = true;
  bool beside_at_once_ = true;
  std::vector<SquareReading> readings_;
  bool turned_ = false; ///< the readings, against the squares as they were looked at
  /// Readings by version and chances, and the chances once weighed.
  struct Weighed {
    std::vector<int> versions;
    StartArray start;
    SquareChances alone, told;
  };
  std::optional<Weighed> last_weighed_;
  /// Printed tokens as they were read last, and the picture they were read in, reduced.
  struct ReadBoard {
    cv::Mat picture;
    BoardView view;
    SeenBoard board;
    int times = 0; ///< that it was taken instead of reading
  };
  std::optional<ReadBoard> last_tokens_;
  /// City squares without a token around which a rubber band lies.
  std::vector<std::string> ringsBeside(const cv::Mat& image_bgr, const BoardView& view,
                                       const std::vector<SeenBoardPiece>& tokens);
  /// The tokens of a picture; those of the last one where nothing has changed since.
  SeenBoard readTokenBoard(const cv::Mat& image_bgr, FoundBoard& found);
};

/// The readings in the board's JSON terms; squares without anything are left out. `taught`: whose answers the readings
/// hold, or none.
SeenBoard assembleBoard(const FoundBoard& found, const std::vector<SquareReading>& readings,
                        const TaughtSet* taught = nullptr);

} // namespace linesman
