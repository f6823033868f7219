#pragma once
#include <optional>
#include <string>
#include <utility>

#include <opencv2/core/mat.hpp>

#include "calibration/table_registration.h"
#include "models/result.h"
#include "vision/board_lines.h"
#include "vision/board_reader.h"
#include "vision/die_places.h"

namespace linesman {

/// The pipeline's stage for games on squares: finds the board once, follows it, reads what stands on it.
class BoardStage {
public:
  /// `piece_set` as in table.toml: "staunton", "tokens" or a taught set's file.
  /// `watches`: what is not urgent is spread over some pictures (BoardReader::spreadBeside).
  explicit BoardStage(std::string piece_set = "staunton", bool watches = false)
      : piece_set_(std::move(piece_set)), watches_(watches) {}

  struct Answer {
    SeenBoard board;
    Registration registration; ///< of the table: `table`'s own, or from the board
    Lens lens;
    std::vector<TablePolygon> unseen_mm; ///< squares that something hides
  };
  /// `table`: from markers or saved, when there is one; `markers`: those of the table file. A board that is seen, but
  /// not where markers say, registers the table by itself, with a warning. `by_hand`: the camera may see it from
  /// elsewhere than in the picture before. An error sentence when no board is in view.
  Result<Answer> process(const cv::Mat& image_bgr, const KnownBoard& known, const std::optional<Lens>& lens,
                         const std::optional<TableRegistration>& table, const std::vector<DiePlace>& die_places = {},
                         bool by_hand = false, const std::vector<TableMarker>& markers = {});
  /// The table's registration from the board alone; nothing on it is read.
  Result<TableRegistration> registration(const cv::Mat& image_bgr, const KnownBoard& known,
                                         const std::optional<Lens>& lens, bool by_hand = false);
  /// The board that was processed last; only after that went well.
  const FoundBoard& found() const { return *found_; }
  /// The lines of the board that was processed last, in the same picture.
  BoardLines lines(const cv::Mat& image_bgr) const {
    return {inLight(image_bgr, found_->light), found_->view, found_->dark_corner};
  }
  /// Arms over the board that was processed last, in the same picture (armsOverBoard).
  std::vector<TablePolygon> arms(const cv::Mat& image_bgr) const;
  /// Squares of that board whose middle lies under outlines in its picture, pixels.
  std::vector<TablePolygon> squaresUnder(const std::vector<std::vector<cv::Point>>& outlines) const;
  /// Tells when the picture that was processed last was taken and whether a hand is in it. Where the board has lain
  /// still for some time, or pictures are taken one by one, its men are remembered (BoardReader::rememberMen).
  void noteRest(double t_s, bool hand);
  /// Forgets all that pictures told so far: the next one stands alone.
  void reset();

private:
  /// Follows the board, or looks for it; forgets everything when there is none.
  Result<FoundBoard> locate(const cv::Mat& image_bgr, const KnownBoard& known, const std::optional<Lens>& lens,
                            const std::optional<TableRegistration>& table, bool by_hand);
  /// The board as it was followed, or as it is found anew where that is plainly better.
  FoundBoard checked(FoundBoard followed, const cv::Mat& image_bgr, const BoardRequest& request, bool by_hand);
  /// Forgets where the board was and what stood on it.
  void lose();
  /// Reads the board. The corner that the table file tells counts where neither men at their start nor the print tell
  /// another; where they do, there is a warning.
  SeenBoard read(const cv::Mat& image_bgr, const KnownBoard& known, bool table_known, FoundBoard& found);
  /// What the user has to know where hardly anything is read, for the men are of another set than the table file's.
  std::string whyOtherSet(const cv::Mat& image_bgr, const SeenBoard& board, const BoardView& view);
  std::string piece_set_;
  bool watches_ = false;
  std::optional<BoardReader> reader_;
  std::optional<std::string> cities_of_; ///< the definition whose cities the reader knows
  DiePlaces dice_;
  std::optional<FoundBoard> found_;
  bool anew_ = false;                  ///< the board was looked for in this picture, not followed
  bool file_decides_ = false;          ///< which corner is a1: so far nothing in the pictures told it
  std::string corner_warning_;         ///< while this board is followed
  std::string set_warning_;            ///< that other men lie there than the table file tells of
  int boards_found_ = 0;               ///< found anew, not followed, so far
  int trusted_ = 0;                    ///< pictures in which a board that is followed badly is not looked for anew
  std::optional<double> last_s_;       ///< when the last picture was taken
  std::optional<double> rest_since_s_; ///< since when no square changed and no hand was in view
  bool remembered_ = false;            ///< as it lies since then
  int alone_ = 0; ///< pictures since the board was last looked for on the markers' table and found only without it
};

} // namespace linesman
