#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "calibration/table_file.h"
#include "models/piece_catalog.h"
#include "models/table_state.h"
#include "vision/edge_field.h"
#include "vision/pyramid_candidates.h"
#include "vision/pyramid_solid.h"
#include "vision/table_view.h"

namespace linesman {

/// What is looked for: every size of the set, lying and upright.
std::vector<PyramidSolid> solidsOf(const PieceCatalog& pieces);

/// In the order of x, with ids from 1.
void numberFromLeft(std::vector<SeenPyramid>& pyramids);

/// Finds the lying and upright pyramids of one set on a registered table.
class PyramidDetector {
public:
  explicit PyramidDetector(const PieceCatalog& pieces) : solids_(solidsOf(pieces)) {}

  /// Searches the whole picture (8 bit BGR). Ids count from 1, left to right.
  std::vector<SeenPyramid> detect(const cv::Mat& image, const TableView& view, const TableFile& table) const;

  /// Searches only for what came where the picture `changed` (as pyramidCandidates() has it), and adds what it finds to
  /// the `known` ones, whose places are taken. `lost`: pieces that were known and are not met as they were; those of
  /// them that a piece which was found hides in part, and the rest of which is met where it was, are still there.
  std::vector<SeenPyramid> detectIn(const cv::Mat& changed, const ReducedPicture& picture, const TableView& view,
                                    const TableFile& table, std::vector<SeenPyramid> known,
                                    const std::vector<SeenPyramid>& lost = {}) const;

private:
  std::vector<PyramidSolid> solids_;
};

} // namespace linesman
