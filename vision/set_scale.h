#pragma once
#include <optional>
#include <string>

#include "vision/pipeline.h"
#include "vision/set_calibration.h"

namespace linesman {

/// How large a measured set is beside the known one, one factor on all lengths: what a table file whose scale is off
/// (markers that were not printed at 100 %) makes of every size alike.
struct SetScale {
  double ratio = 1.0;
  double sigma = 0.0;

  /// Off by more than sets of one make differ, and surely.
  bool isOff() const;
  /// "3.1 +- 0.5 % larger"; "28 % smaller" of what is far off.
  std::string difference() const;
};

/// The scale that makes pieces, each measured by itself and of any size of the set, the likeliest. One that is off by a
/// quarter makes a small piece look like a medium one, so what each was taken for says nothing. Nothing where there are
/// too few, or where none is much likelier than that of the known set.
std::optional<SetScale> grossScaleOf(const std::vector<MeasuredPiece>& pieces, const PieceCatalog& known);

/// Nothing of a set of which no size was measured. The sizes' errors are taken to be shared (camera, light), so more
/// sizes make it no surer; where they contradict each other it is less sure.
std::optional<SetScale> scaleOf(const MeasuredSet& measured, const PieceCatalog& known);

/// "The pyramids look 3.1 +- 0.5 % larger than ..", with what to do; empty where the scale is not off.
std::string scaleWarning(const std::optional<SetScale>& scale);

/// A picture as it was seen, for measuring pieces in it.
PyramidPicture pictureOf(const cv::Mat& picture, const Seen& seen, const TableFile& table);

/// The warning by pieces that were seen in a picture, at once: only of a scale that is far off (`grossScaleOf`).
std::string grossScaleWarning(const cv::Mat& picture, const Seen& seen, const TableFile& table,
                              const PieceCatalog& known);

/// The warning for one picture of a table, 8 bit BGR, by the pyramids that lie on it; empty also where none tells.
/// `lens`: none is estimated. A few seconds.
std::string scaleWarning(const cv::Mat& picture, const std::optional<Lens>& lens, const TableFile& table);

} // namespace linesman
