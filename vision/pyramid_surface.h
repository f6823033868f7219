#pragma once
#include "vision/edge_field.h"
#include "vision/outline_samples.h"
#include "vision/pyramid_colour.h"

namespace linesman {

/// What the colours in and around an outline say for a pyramid there. All in [0, 1].
struct SurfaceEvidence {
  double plastic = 0.0; ///< 1: as the most likely expected plastic looks; falls with the distance from its law
  double weakest_separation = 0.0; ///< how steadily the colours inside the worst outline edge differ from those outside
  double faces_apart = 0.0;        ///< spread between the faces, 30 grey levels = 1
};

SurfaceEvidence surfaceEvidenceFor(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                   const TableView& view, const EdgeField& edges, const PyramidColours& colours,
                                   const HiddenParts& hidden = {});

} // namespace linesman
