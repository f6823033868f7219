#pragma once
#include <optional>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "vision/board_detector.h"
#include "vision/sign_network.h"
#include "vision/square_reading.h"

namespace linesman {

/// Tells from men and print which corner of a board is a1, from picture to picture.
class CornerTeller {
public:
  /// Men at their start, or the coordinates printed around the board; or men who plainly face the other way than these
  /// have it, for some play with the board turned round.
  enum class By { start, print, men };
  struct Turn {
    int quarters = 0; ///< that bring a1 where it is (FoundBoard::turned)
    By by = By::start;
  };

  /// Without a network the print tells nothing.
  CornerTeller() = default;
  explicit CornerTeller(SignNetwork signs) : signs_(std::move(signs)) {}

  /// Turns `found` to the a1 that men or print tell, where nothing told it before or that is doubted; by how many
  /// quarters. Where men stand against the print is remembered for when only the print can be seen.
  /// `readings`: rank by rank from a1; none where men are not told by their looks. `orthodox`: these are the men of an
  /// orthodox game, whose places tell something. The print is looked at once in a while only.
  int turn(const cv::Mat& image_bgr, FoundBoard& found, const std::vector<SquareReading>& readings, bool orthodox);

  /// What told where a1 is in the last picture, if anything did.
  const std::optional<Turn>& told() const { return told_; }
  /// Whether the print reads backwards, as in a mirror, when it was looked at last.
  bool mirrored() const { return mirrored_; }

  /// Whether a corner that is known is to be told by men or print all the same, where they do.
  void doubt(bool yes) { doubted_ = yes; }
  /// The print is looked at in the next picture, where it is needed: the board was found anew.
  void lookAtPrint() {
    until_print_ = print_waits_ = 0;
    mirrored_ = false;
  }
  /// The next picture may be of another board.
  void forgetPrint() {
    lookAtPrint();
    men_from_print_.reset();
  }

private:
  std::optional<Turn> turnOf(const cv::Mat& image_bgr, const FoundBoard& found,
                             const std::vector<SquareReading>& readings, bool orthodox);
  std::optional<int> printedTurn(const cv::Mat& image_bgr, const FoundBoard& found);

  std::optional<SignNetwork> signs_;
  /// Pictures until the print is looked at again, and how many these were at first: the longer none is seen, the more.
  int until_print_ = 0, print_waits_ = 0;
  bool mirrored_ = false;
  bool doubted_ = false;
  std::optional<Turn> told_;
  std::optional<int> men_from_print_; ///< quarter turns from where men had a1 to where the print has it
};

/// Where men stand, in the frame of the board turned by quarter turns.
void turnFeet(std::vector<SquareReading>& readings, int quarters);

/// The same readings with the squares named after the board was turned by quarter turns.
std::vector<SquareReading> turnReadings(const std::vector<SquareReading>& readings, int columns, int rows,
                                        int quarters);

} // namespace linesman
