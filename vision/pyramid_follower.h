#pragma once
#include <optional>
#include <vector>

#include "vision/pyramid_detector.h"

namespace linesman {

/// What another look in a later picture makes of a piece that was not sure: `now` was found in its place, or nothing
/// (null), as in so many looks before. A reading that is much surer takes its place, the same one keeps its
/// measurement; nothing where there is none.
std::optional<SeenPyramid> afterAnotherLook(const SeenPyramid& piece, const SeenPyramid* now, int in_vain);

/// Pyramids from frame to frame of one camera: what did not change keeps its measurement, what did is measured again
/// from where it was, and only the changed parts of the picture are searched for new pieces. A picture that differs too
/// much (first frame, lamp switched, camera moved) is searched in full.
class PyramidFollower {
public:
  explicit PyramidFollower(const PieceCatalog& pieces);

  /// Feed the frames of one source in order. Ids count from 1, left to right, in every frame anew. `covered`: a hand is
  /// in the picture. Then nothing new is looked for and nothing learnt (what a hand half hides is easily taken for
  /// another piece, and stays so): the answer is what is still to be seen of the table as it was before the hand.
  /// `empty`: the table without anything on it, where a picture of that was given. `resting_mm`: what of the table a
  /// thing that rests covers as a hand does; the same goes for that part and what is close to it.
  std::vector<SeenPyramid> next(const cv::Mat& image, const TableView& view, const TableFile& table,
                                bool covered = false, const EmptyTable* empty = nullptr,
                                const std::vector<TablePolygon>& resting_mm = {});
  /// The next frame is searched in full.
  void reset();
  /// Share of the last frame that was searched for new pieces, [0,1].
  double searched() const { return searched_; }
  /// The last frame reduced for searching; null when it was not searched.
  const ReducedPicture* picture() const { return renewed_ ? &*reduced_ : nullptr; }

private:
  /// 8 bit, the reduced size: 255 where the picture is no longer what it was when it was last measured.
  cv::Mat changes(const cv::Mat& reduced) const;
  /// Which of these pieces are still there; those in changed parts measured again where they are not as they were.
  /// `lost`: the others are added to it.
  std::vector<SeenPyramid> stillThere(const std::vector<SeenPyramid>& pieces, const QuietPicture& picture,
                                      const cv::Mat& now, const TableView& view, const cv::Mat& changed,
                                      std::vector<SeenPyramid>* lost = nullptr);
  /// Of these, those go that lie as before and are now of another colour: another piece was laid exactly there.
  void dropOtherColours(const cv::Mat& image, const cv::Mat& reduced, const TableView& view, const TableFile& table,
                        std::vector<SeenPyramid>& kept) const;
  /// A piece measured again, or as it is where a fit tells that it has not moved; nothing where it is not to be seen,
  /// or its outline agrees less than that with edges.
  std::optional<SeenPyramid> measuredAgain(const SeenPyramid& piece, const QuietPicture& picture, const TableView& view,
                                           double least_agreement);

  /// The pieces of a frame that were seen before and are not sure, and were not looked for again often enough.
  std::vector<SeenPyramid> doubted(const std::vector<SeenPyramid>& kept) const;
  /// Looks for them once more, at their places in the reduced picture (255), among all that is known: noise and blur
  /// may have shown another piece there, or one where none is. What is told for much surer takes its place; what is not
  /// found again goes.
  void lookAgain(const std::vector<SeenPyramid>& doubted, const cv::Mat& where, const TableView& view,
                 const TableFile& table);
  /// What is left of a doubtful piece, of which such pieces were found in its picture; the look is counted.
  std::optional<SeenPyramid> afterLook(const SeenPyramid& piece, const std::vector<SeenPyramid>& found,
                                       const TableView& view);
  std::vector<Eigen::Vector2d> outlineOf(const SeenPyramid& piece, const TableView& view) const;

  /// Where a piece's edges were met when it was last measured again: its measured pose differs a little from that.
  struct Met {
    PyramidSize size;
    Posture posture;
    PlanarPose<TableFrame, PieceFrame> measured, met;
  };

  PieceCatalog pieces_;
  PyramidDetector detector_;
  cv::Mat reference_; ///< reduced picture, each part from when it was last measured
  std::vector<SeenPyramid> known_;
  std::vector<Met> met_; ///< of known pieces that were measured again
  struct Looked {
    PlanarPose<TableFrame, PieceFrame> pose;
    int times = 0, in_vain = 0;

    bool isAt(const SeenPyramid& piece) const;
  };
  std::vector<Looked> looked_; ///< for known pieces that are not sure
  double searched_ = 1.0;
  std::optional<ReducedPicture> reduced_; ///< of reference_
  bool renewed_ = false;                  ///< by the last frame
};

} // namespace linesman
