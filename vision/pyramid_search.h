#pragma once
#include <vector>

#include "vision/edge_field.h"
#include "vision/pyramid_proposals.h"
#include "vision/pyramid_solid.h"
#include "vision/pyramid_templates.h"
#include "vision/table_view.h"

namespace linesman {

/// A pose that might hold a pyramid, with how well the outline agrees with the edges nearby.
struct PyramidGuess {
  int solid = 0; ///< index into the solids searched for
  PlanarPose<TableFrame, PieceFrame> pose;
  double score = 0.0;    ///< [0,1]
  bool proposed = false; ///< by a network, and not by edges
};

/// Searches the whole table in view: every solid at every pose of a coarse grid, its outline compared with the edge
/// directions nearby, in each of the fields (of one picture) by itself. `excluded` (8 bit, reduced size, may be empty)
/// marks pixels where no piece can be, such as markers, `taken` those where only the middle of none can. `away` (8 bit,
/// likewise): px to what changed of the picture. What came has changed at least along its outline, from which its
/// middle is no farther than half its width: nothing is looked for with its middle beyond that. Where `likely`
/// (nullptr: not known) sees pyramids, less agreement is asked for; where it sees hardly a chance nothing is looked
/// for.
std::vector<PyramidGuess> searchPyramids(const std::vector<const EdgeField*>& fields, const TableView& view,
                                         const std::vector<PyramidSolid>& solids, const cv::Mat& excluded,
                                         const cv::Mat& taken = {}, const cv::Mat& away = {},
                                         const PyramidProposals* likely = nullptr);

/// Beyond this many reduced px from what changed nothing is looked for, wherever it is.
int farthestSearched_px(const std::vector<PyramidSolid>& solids, const TableView& view, const EdgeField& edges);

} // namespace linesman
