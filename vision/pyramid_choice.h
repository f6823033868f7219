#pragma once
#include <vector>

#include "vision/pyramid_fits.h"
#include "vision/pyramid_network.h"

namespace linesman {

/// The one that is believed of all that may lie in its place. Of one that was known before `fitted` tells nothing.
struct ChosenPyramid {
  FittedPyramid fitted;
  PictureOutline hull;
  PictureOutline footprint;
};

ChosenPyramid chosenAt(const PyramidPose& there, const TableView& view, const FittedPyramid& fitted = {});
ChosenPyramid choose(const FittedPyramid& fitted, const PyramidScene& scene);

/// Whether it shares too much of the picture or of the table with one that is chosen.
bool isTaken(const ChosenPyramid& one, const std::vector<ChosenPyramid>& chosen);

/// Adds it, but where a chosen one takes its place.
void addUnlessTaken(const FittedPyramid& fitted, const PyramidScene& scene, std::vector<ChosenPyramid>& chosen);

/// Adds those of `all` (the most likely first) that are believed, but for what a better one takes.
void chooseLikeliest(const std::vector<FittedPyramid>& all, const PyramidScene& scene,
                     std::vector<ChosenPyramid>& chosen);

/// What those of the chosen ones that stand before `subject` and near it cover of the reduced picture; an empty mask
/// when there are none.
HiddenParts coveredBefore(const ChosenPyramid& subject, const std::vector<ChosenPyramid>& chosen,
                          const PyramidScene& scene);

/// Share of the outline of a solid there that `others` cover.
double hiddenShare(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view,
                   const HiddenParts& others);
/// A piece of whose outline others hide more is fitted without these parts.
inline constexpr double touched_share = 0.02;

} // namespace linesman
