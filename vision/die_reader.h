#pragma once
#include <opencv2/core/mat.hpp>

#include "vision/board_view.h"

namespace linesman {

struct DieReading {
  int face = 0;   ///< the likeliest; 0 = no die there, or perhaps none and no face is likelier than the others together
  double p = 0.0; ///< of the face
  double edge_px = 0.0; ///< of the window: how long the top face's edges are
};

/// What is known before a window is looked at.
struct DieSearch {
  enum class Place {
    anywhere, ///< there may be a printed sign instead
    likely,   ///< a place where dice lie, as cities of the board file: prints there are none of dice
    seen,     ///< such a place, and another look at it sees a die
    certain,  ///< a die lies there
  };
  Place place = Place::anywhere;
  double least_edge_px = 19.5, most_edge_px = 33.0; ///< of the window
  /// From other dice of the table: then the network looks at no die of another size either.
  bool sizeKnown() const { return most_edge_px < 1.2 * least_edge_px; }
};

/// Reads the top face of a die in two ways. One has not learnt any: a square of one colour with pips of another in one
/// of the six patterns, whose surroundings have another colour than the face; of all places, sizes, turns and patterns
/// the best is found, and how far the best of another face is behind tells how sure the answer is. The other is a small
/// network (DieNetwork, read from its file when the first window is). It is asked first; where it is not sure alone the
/// chances of both are multiplied, and where it doubts that a die is there the shape has to tell the same face, or else
/// another look must have seen a die there; then the face is told in doubt. Where
/// its file is missing or torn, which BoardReader::load says, the shape alone tells.
class DieReader {
public:
  DieReader() = default;
  /// Without the network.
  static DieReader byShape();
  /// The die on a square with its middle at `centre_mm`, up to a fifth of a square away from it; its edges are a
  /// quarter to two fifths of a square where `search` does not tell more.
  DieReading read(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm,
                  const DieSearch& search = {}) const;
  /// The die that lies near a place of a picture taken from above; `edge_px` is about the length of its edges, which
  /// may be from 0.56 to 1.4 times that.
  DieReading readPicture(const cv::Mat& image_bgr, const Eigen::Vector2d& centre_px, double edge_px) const;
  /// The same of a window, 8 bit BGR, square, of `window_px` or more pixels, in which a usual die's edge takes a
  /// quarter. Lengths are told in pixels of `window_px`, whatever it has.
  DieReading readWindow(const cv::Mat& window_bgr, const DieSearch& search = {}) const;
  static constexpr int window_px = 96, fine_window_px = 144;
  /// A window of `window_px`, whatever it had.
  static cv::Mat reduced(const cv::Mat& window_bgr);
  /// The windows that the two others read, of `fine_window_px`.
  static cv::Mat windowOf(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm);
  static cv::Mat windowOf(const cv::Mat& picture_bgr, const Eigen::Vector2d& centre_px, double edge_px);

private:
  bool shape_alone_ = false;
};

} // namespace linesman
