#pragma once
#include <array>
#include <vector>

#include "calibration/table_file.h"
#include "vision/pyramid_evidence.h"
#include "vision/pyramid_proposals.h"
#include "vision/pyramid_scene.h"

namespace linesman {

/// A pose settled on the picture's edges with the evidence for it.
struct PyramidCandidate {
  int solid = 0; ///< index into the solids searched for
  PlanarPose<TableFrame, PieceFrame> pose;
  PyramidEvidence evidence;
  double log_odds = 0.0; ///< of the evidence, and of what the network of proposals says where it has seen the picture
};

/// What PyramidCandidate::log_odds is made of where there are proposals, from the log odds of its evidence and of a
/// proposal: both bounded, and the proposal's once more without what lies below a bend, where it tells less.
std::array<double, 3> proposedValues(double evidence, double proposed);

/// Whether the middle of a pose lies on a printed marker: its squares have edges enough for anything.
bool liesOnMarker(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableFile& table);

/// Where a piece is that is known already.
struct KnownPiece {
  PictureOutline outline, footprint;
};

/// All poses that may hold a pyramid, most likely first, each only once. Overlapping ones are kept: choosing among them
/// is the detector's. `changed` (8 bit, of any size, stretched over the picture; empty: everything) is not 0 where the
/// picture changed since its pieces were found: what lies for the most part elsewhere, what `known` pieces explain, and
/// what stands where they do, is not looked at again. `proposals`: of the same picture, nullptr where there are none.
std::vector<PyramidCandidate> pyramidCandidates(const PyramidScene& scene, const PyramidProposals* proposals,
                                                const cv::Mat& changed = {}, const std::vector<KnownPiece>& known = {});

} // namespace linesman
