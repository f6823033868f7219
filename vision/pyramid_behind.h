#pragma once
#include <vector>

#include "models/table_state.h"
#include "vision/pyramid_scene.h"

namespace linesman {

/// Of a known piece's outline with edges, where it looks otherwise inside: noise where a piece was makes 0.2, grain
/// that a camera sharpened up to 0.28, pieces 0.36 and more.
inline constexpr double plainly_agrees = 0.32;

/// Whether a piece that was measured again may be the one that was known there: farther, and it counts as another one.
bool isHardlyMoved(const PlanarPose<TableFrame, PieceFrame>& now, const PlanarPose<TableFrame, PieceFrame>& before);

/// Adds those pieces that were known and `lost`, as they are not met as they were, of which others that were `found`
/// hide a part and the rest is met. What was found in such a place goes: with its bow hidden a piece looks like one
/// that is turned round. But the first ones, `known` before, keep their places.
void addBehind(const std::vector<SeenPyramid>& lost, std::size_t known, const PyramidScene& scene,
               std::vector<SeenPyramid>& found);

} // namespace linesman
