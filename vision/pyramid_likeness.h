#pragma once
#include <vector>

#include "vision/outline_samples.h"
#include "vision/pyramid_evidence.h"

namespace linesman {

/// The pieces of one picture that are sure, for others to be compared with: those of a table look alike, print and
/// shadows look otherwise.
class SurePyramids {
public:
  /// `evidence` at its pose, `outline` in picture px, `footprint` in TableFrame mm.
  void add(const PyramidEvidence& evidence, PictureOutline outline, PictureOutline footprint);
  bool empty() const { return looks_.empty(); }

  /// [0, 1]: how like one of them something is in colour, strength and contrast of its outline.
  double likenessOf(const PyramidEvidence& evidence) const;
  /// The same of its colour alone: what a rough pose tells.
  double colourLikenessOf(const PyramidEvidence& evidence) const;
  /// Whether it is one of them, or stands for the same piece.
  bool hold(const PictureOutline& outline) const;
  /// Whether it touches one of them on the table: its shadow does, or a part taken for a whole.
  bool touch(const PictureOutline& footprint) const;

private:
  using Look = Eigen::Matrix<double, 6, 1>; ///< each in the standard deviations of pieces that are alike

  static Look lookOf(const PyramidEvidence& evidence);

  std::vector<Look> looks_;
  std::vector<PictureOutline> outlines_, footprints_;
};

} // namespace linesman
