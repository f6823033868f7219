#pragma once
#include <array>
#include <optional>
#include <vector>

#include "calibration/table_file.h"
#include "vision/pyramid_evidence.h"
#include "vision/pyramid_likeness.h"
#include "vision/pyramid_refinement.h"
#include "vision/pyramid_surface.h"
#include "vision/reduced_picture.h"

namespace linesman {

/// A pose settled on the picture's edges with the evidence for it.
struct PyramidCandidate {
  int solid = 0; ///< index into the solids searched for
  PlanarPose<TableFrame, PieceFrame> pose;
  PyramidEvidence evidence;
  double log_odds = 0.0;
};

/// Whether the middle of a pose lies on a printed marker: its squares have edges enough for anything.
bool liesOnMarker(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableFile& table);

/// Where a piece is that is known already.
struct KnownPiece {
  PictureOutline outline, footprint;
};

/// Where a picture changed since its pieces were found (8 bit, of any size, stretched over the picture; not 0), and
/// where around that is searched for what came. Empty: everything.
struct ChangedParts {
  cv::Mat changed, searched;
};

/// All poses that may hold a pyramid, most likely first, each only once. Overlapping ones are kept: choosing among them
/// is the detector's. What lies for the most part where nothing of `parts` changed, what `known` pieces explain, and
/// what stands where they do, is not looked at again.
std::vector<PyramidCandidate> pyramidCandidates(const ReducedPicture& picture, const TableView& view,
                                                const TableFile& table, const std::vector<PyramidSolid>& solids,
                                                const ChangedParts& parts = {},
                                                const std::vector<KnownPiece>& known = {});

/// A candidate fitted to the full picture.
struct FittedPyramid {
  int solid = 0;
  RefinedPyramid refined;
  PyramidEvidence evidence; ///< at the refined pose
  SurfaceEvidence surface;
  double log_odds = 0.0; ///< that it is a pyramid, and this one

  static constexpr std::size_t value_count = 12;
  /// What log_odds is made of.
  std::array<double, value_count> values() const;
};

/// The likelier candidates fitted to the full picture, most likely first. What looks like the sure pieces of the
/// picture, and like those `known`, is likelier.
std::vector<FittedPyramid> fitCandidates(const std::vector<PyramidCandidate>& candidates, const ReducedPicture& picture,
                                         const TableView& view, const PyramidColours& colours,
                                         const std::vector<PyramidSolid>& solids, SurePyramids known = {});

/// A candidate fitted anew while others are known to stand before or beside it: what they cover says nothing.
std::optional<FittedPyramid> fitBeside(const FittedPyramid& fitted, const HiddenParts& others,
                                       const ReducedPicture& picture, const TableView& view,
                                       const PyramidColours& colours, const std::vector<PyramidSolid>& solids);

} // namespace linesman
