#pragma once
#include <array>

#include "vision/edge_field.h"
#include "vision/outline_samples.h"

namespace linesman {

/// What the picture says for and against a pyramid at a pose. All in [0, 1] unless told otherwise.
struct PyramidEvidence {
  static constexpr std::size_t count = 13;

  double outline = 0.0;     ///< share of outline samples with an edge of the right direction where it should be
  double weakest = 0.0;     ///< the same of the worst outline edge
  double creases = 0.0;     ///< the same of the inner edges that should be seen; 0.5 without any
  double strength = 0.0;    ///< gradient across the outline over the noise, 8 times = 1
  double novelty_in = 0.0;  ///< how foreign the inside is to the surface around
  double novelty_out = 0.0; ///< the same just outside
  double contrast = 0.0;    ///< colour difference across the outline, 60 grey levels = 1
  double one_sided = 0.0;   ///< share of the outline where that difference points the usual way
  double clutter_in = 0.0;  ///< share of inner pixels with edges that the solid does not explain, 20 % = 1
  double clutter_out = 0.0; ///< the same just outside
  double chance = 0.0;      ///< share of edge directions that occur around the outline anyway
  double size = 0.0;        ///< outline length, 200 reduced px = 1
  double continued = 0.0;   ///< share of places just beyond its corners where an edge goes straight on, as print does

  Eigen::Vector3d colour = Eigen::Vector3d::Zero(); ///< no evidence by itself: mean inside; blue, green, red levels

  std::array<double, count> values() const {
    return {outline,   weakest,    creases,     strength, novelty_in, novelty_out, contrast,
            one_sided, clutter_in, clutter_out, chance,   size,       continued};
  }
  /// Log odds that there is such a pyramid (not merely part of one, or chance).
  double logOdds() const;
};

/// Reduced pictures that the evidence is taken from.
struct EvidenceMaps {
  const EdgeField& edges;
  const cv::Mat& novelty; ///< of the reduced picture: how foreign each colour is to the surface
  const HiddenParts& hidden;
};

PyramidEvidence evidenceFor(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                            const TableView& view, const EvidenceMaps& maps);

} // namespace linesman
