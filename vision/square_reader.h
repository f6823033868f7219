#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/result.h"
#include "vision/board_view.h"
#include "vision/foot_network.h"
#include "vision/square_crop.h"
#include "vision/square_network.h"
#include "vision/square_reading.h"

namespace linesman {

/// Places off the grid where men may stand, too.
struct PlacesBeside {
  std::vector<Eigen::Vector2d> feet_mm; ///< BoardFrame
  double below_mm = 0.0;                ///< that they lie under the board's top face
  bool at_once = true;                  ///< all of them in the first picture, not an eighth
};

/// Reads the squares of a picture whose board is known. Loads models/detectors/squares.onnx and what lies beside it.
class SquareReader {
public:
  static Result<SquareReader> load();
  static Result<SquareReader> load(const std::filesystem::path& onnx);

  /// Of the networks' files: features of one network mean nothing to another.
  const std::string& fingerprint() const { return network_.fingerprint(); }

  /// All squares, rank by rank from a1.
  std::vector<SquareReading> readAll(const cv::Mat& image_bgr, const BoardView& view);
  /// The same for the next picture of a source: only squares that look different from when they were last read are
  /// looked at, of the others it is remembered what the network saw (`look` is told anew), and so it is where only the
  /// light on a man has changed. `reread` tells how many squares looked different.
  /// Places `beside` follow the squares, as many each time; after the first picture an eighth of them is looked at in
  /// each.
  std::vector<SquareReading> readChanged(const cv::Mat& image_bgr, const BoardView& view,
                                         const PlacesBeside& beside = {});
  int reread() const { return reread_; }
  /// Whether readChanged asks the screen first (it does). Not for men that are no chessmen.
  void screenPlain(bool yes) {
    screen_ = yes;
    forget();
  }
  /// Whether readChanged measures how wide men's feet are (it does). Nobody asks that of men who look otherwise than
  /// chessmen.
  void measureFeet(bool yes) { feet_asked_ = yes; }
  /// The men on the squares as they were read last are what those who stand there later are compared with
  /// (SquareReading::since). `but`: by square, where an earlier look stays.
  void rememberMen(const std::vector<bool>& but);
  /// Nobody was seen before.
  void forgetMen();
  /// The next readChanged reads every square.
  void forget() {
    places_.clear();
    together_.clear();
  }
  /// Only these (file, rank).
  std::vector<SquareReading> read(const cv::Mat& image_bgr, const BoardView& view,
                                  const std::vector<std::pair<int, int>>& squares);
  /// What stands on places off the grid (BoardFrame mm, at the height of the view's plane).
  std::vector<SquareReading> readAt(const cv::Mat& image_bgr, const BoardView& view,
                                    const std::vector<Eigen::Vector2d>& feet_mm);

private:
  /// A man as he was remembered.
  struct Remembered {
    int version = 0, best = 0; ///< of his reading
    cv::Mat colours;
    Eigen::Vector2d foot_squares;
    ManLook look;
  };
  /// What is remembered of a square or a place beside the board, as last read.
  struct Place {
    cv::Mat colours; ///< as last looked at; none before it is read
    cv::Mat coarse;  ///< these at half the size, which those of the next picture are compared with
    cv::Mat blocks;  ///< of the picture where the crop comes from, as last compared
    cv::Rect blocks_at;
    bool unevenly = false; ///< whether the square itself changed so when last looked at (changesUnevenly)
    std::array<std::uint8_t, 27> look{};
    Eigen::Vector2d moved_mm = Eigen::Vector2d::Zero(); ///< from the place to where the answers were looked for
    std::vector<float> answers;
    std::optional<SquareGlance> glance; ///< none where the screen is not asked
    std::optional<BodyColour> body;
    ManRings rings;  ///< none told until a man is seen there
    FootWidth width; ///< likewise
    std::optional<Remembered> before;
    std::optional<ManSince> since; ///< told with the rings
  };
  struct Look;
  /// Those that look different from when they were last read.
  std::vector<std::size_t> changedPlaces(const Look& look);
  /// What the screen makes of these places, or nothing of each where it is not asked. `crops`: by place.
  std::vector<std::optional<SquareGlance>> glancesAt(const std::vector<std::size_t>& places,
                                                     const std::vector<std::vector<float>>& crops);
  /// Forgets what was read of a place; the screen now says of it what `glance` tells.
  void renew(std::size_t place, const std::optional<SquareGlance>& glance);
  /// Answers of the networks to these squares. `crops`: by place.
  void readSquares(const std::vector<std::size_t>& changed, const std::vector<std::vector<float>>& crops);
  /// The same of places beside the board; a man is looked at once more from where he seems to stand, and so is his
  /// crop.
  void readBeside(const Look& look, const std::vector<std::size_t>& changed, std::vector<std::vector<float>>& crops);
  /// What is other on the man of a place than when he was remembered, if he was. `crop`: as he looks now.
  std::optional<ManSince> sinceBefore(const Place& place, const SquareReading& reading, const CropColumn& column,
                                      const float* crop, const Eigen::Vector2d& foot_squares) const;
  /// Of the men seen: the colours of their bodies, the steps that rings make and how wide their feet are.
  void measureMen(const Look& look, const std::vector<std::vector<float>>& crops, std::vector<SquareReading>& readings);
  /// The places' readings, squares first. `crops`: by place, empty of those that were not read now.
  std::vector<SquareReading> tell(const Look& look, const BoardView& view,
                                  const std::vector<std::vector<float>>& crops);
  SquareReader(SquareNetwork network, FootNetwork feet) : network_(std::move(network)), feet_(std::move(feet)) {}
  SquareNetwork network_;
  FootNetwork feet_;
  std::vector<Place> places_;
  std::vector<std::vector<float>> together_; ///< answers by place, compared; none where one was read since
  std::vector<int> versions_;                ///< by place; never fall, not even when forgotten
  int reread_ = 0;
  std::size_t turn_ = 0;
  bool screen_ = true;
  bool feet_asked_ = true;
};

} // namespace linesman
