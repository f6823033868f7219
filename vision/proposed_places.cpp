#include "vision/proposed_places.h"

#include <algorithm>

#include "vision/pyramid_walk.h"

namespace linesman {

namespace {

// Where nothing is chosen though the network of proposals finds it likely, looks walk from there, from the likeliest
// on; from those that are very likely turned too, and from poses all around likely places where that finds nothing.
constexpr double likely_proposal = -4.0, very_likely_proposal = 1.0, likely_place = 1.0; ///< log odds
constexpr int most_walked = 16, most_places = 2;
constexpr double proposal_turn_rad = 0.35; ///< once and twice to both sides
constexpr int lying_turns = 6, upright_turns = 2;
constexpr double least_walked = -1.0; ///< log odds of a walk's best look that is fitted

} // namespace

void ProposedPlaces::addTo(std::vector<ChosenPyramid>& every) const {
  addWalked(proposedStarts(every), every);
  const PyramidSolid& upright = scene_.solids.back(); // stands on the place, whichever its heading
  int walked = 0;
  for (const LikelyPlace& place : proposals_.placesAbove(likely_place)) {
    if (isTakenAt({&upright, upright.poseAround(place.middle_mm, 0.0)}, every))
      continue;
    if (++walked > most_places)
      break;
    addWalked(startsAround(place.middle_mm), every);
  }
}

bool ProposedPlaces::isTakenAt(const PyramidPose& there, const std::vector<ChosenPyramid>& every) const {
  return isTaken(chosenAt(there, scene_.view), every) || liesOnMarker(*there.solid, there.pose, scene_.table);
}

std::vector<PyramidPose> ProposedPlaces::proposedStarts(const std::vector<ChosenPyramid>& every) const {
  std::vector<PyramidPose> starts;
  int walked = 0;
  for (const PyramidProposal& proposal : proposals_.above(likely_proposal, scene_.solids)) {
    const PyramidSolid& solid = scene_.solid(proposal.solid);
    if (isTakenAt({&solid, proposal.pose}, every))
      continue;
    if (++walked > most_walked)
      break;
    starts.push_back({&solid, proposal.pose});
    if (proposal.log_odds < very_likely_proposal)
      continue;
    const Eigen::Vector2d middle = solid.middleAt(proposal.pose);
    for (const double turns : {-2.0, -1.0, 1.0, 2.0})
      starts.push_back({&solid, solid.poseAround(middle, proposal.pose.heading_rad() + turns * proposal_turn_rad)});
  }
  return starts;
}

std::vector<PyramidPose> ProposedPlaces::startsAround(const Eigen::Vector2d& middle_mm) const {
  std::vector<PyramidPose> starts;
  for (const PyramidSolid& solid : scene_.solids) {
    const int turns = solid.posture() == Posture::lying ? lying_turns : upright_turns;
    for (int turn = 0; turn < turns; ++turn)
      starts.push_back({&solid, solid.poseAround(middle_mm, solid.period_rad() * turn / turns)});
  }
  return starts;
}

void ProposedPlaces::addWalked(std::vector<PyramidPose> starts, std::vector<ChosenPyramid>& every) const {
  const auto is_taken = [&](const PyramidPose& there) { return isTakenAt(there, every); };
  std::erase_if(starts, is_taken);
  std::vector<PyramidWalk> walks = walkFrom(std::move(starts), network_, scene_.picture.full, scene_.view, is_taken);
  std::sort(walks.begin(), walks.end(),
            [](const PyramidWalk& a, const PyramidWalk& b) { return a.log_odds > b.log_odds; });
  for (const PyramidWalk& walk : walks) {
    if (walk.log_odds < least_walked || is_taken(walk.at))
      continue;
    const HiddenParts others = coveredBefore(chosenAt(walk.at, scene_.view), every, scene_);
    const auto fitted = fitBeside(static_cast<int>(walk.at.solid - scene_.solids.data()), walk.at.pose, others, scene_);
    if (fitted && fitted->log_odds >= least_believed_beside)
      addUnlessTaken(*fitted, scene_, every);
  }
}

} // namespace linesman
