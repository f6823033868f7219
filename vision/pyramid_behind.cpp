#include "vision/pyramid_behind.h"

#include <optional>
#include <ranges>

#include "vision/pyramid_choice.h"
#include "vision/pyramid_contact.h"
#include "vision/pyramid_refinement.h"

namespace linesman {

namespace {

constexpr double most_moved_mm = 2.5, most_turned_rad = 0.08;
constexpr double reach_behind_px = 4.0;
constexpr double mostly_hidden = 0.5;    ///< share of the outline
constexpr double least_met_behind = 0.8; ///< of what is not hidden

ChosenPyramid placeOf(const SeenPyramid& piece, const PyramidScene& scene) {
  return chosenAt({&solidOf(scene.solids, piece), piece.table_from_piece}, scene.view);
}

/// A piece measured by what others leave of it to be seen; nothing where they hide nothing of it or too much, or where
/// the rest is not met.
std::optional<SeenPyramid> metBehind(const SeenPyramid& known, const ChosenPyramid& place,
                                     const std::vector<ChosenPyramid>& others, const PyramidScene& scene) {
  const PyramidSolid& solid = solidOf(scene.solids, known);
  RefinementHints hints;
  hints.opaque = isOpaque(known.colour);
  hints.hidden = coveredBefore(place, others, scene);
  if (hints.hidden.mask.empty())
    return std::nullopt;
  const double hidden = hiddenShare(solid, known.table_from_piece, scene.view, hints.hidden);
  if (hidden < touched_share || hidden > mostly_hidden)
    return std::nullopt;
  const QuietPicture& picture = scene.picture.full;
  const auto met = refinePyramid(solid, known.table_from_piece, scene.view, picture, reach_behind_px, hints);
  if (!met || met->met < least_met_behind || met->agreement < plainly_agrees ||
      !isHardlyMoved(met->pose, known.table_from_piece))
    return std::nullopt;
  SeenPyramid again = known;
  refineAtLast(solid, *met, scene.view, picture, hints).tell(again, solid, scene.view);
  again.visible = met->met;
  return again;
}

} // namespace

bool isHardlyMoved(const PlanarPose<TableFrame, PieceFrame>& now, const PlanarPose<TableFrame, PieceFrame>& before) {
  return isNear(now, before, most_moved_mm, most_turned_rad);
}

void addBehind(const std::vector<SeenPyramid>& lost, std::size_t known, const PyramidScene& scene,
               std::vector<SeenPyramid>& found) {
  if (lost.empty())
    return;
  std::vector<ChosenPyramid> places;
  for (const SeenPyramid& piece : found)
    places.push_back(placeOf(piece, scene));
  for (const SeenPyramid& piece : lost) {
    const ChosenPyramid place = placeOf(piece, scene);
    std::vector<ChosenPyramid> others;
    std::vector<std::size_t> in_its_place;
    for (std::size_t i = 0; i < found.size(); ++i)
      if (isTaken(places[i], {place}))
        in_its_place.push_back(i);
      else
        others.push_back(places[i]);
    if (!in_its_place.empty() && in_its_place.front() < known)
      continue;
    const auto again = metBehind(piece, place, others, scene);
    if (!again)
      continue;
    for (const std::size_t i : in_its_place | std::views::reverse) {
      found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
      places.erase(places.begin() + static_cast<std::ptrdiff_t>(i));
    }
    found.push_back(*again);
    places.push_back(placeOf(*again, scene));
  }
}

} // namespace linesman
