#pragma once
#include <vector>

#include "vision/pyramid_choice.h"
#include "vision/pyramid_proposals.h"

namespace linesman {

/// Looks where a pyramid is likely and none is chosen, and at where the looks lead; what they find is fitted.
class ProposedPlaces {
public:
  /// What is given must outlive it.
  ProposedPlaces(const PyramidProposals& proposals, const PyramidNetwork& network, const PyramidScene& scene)
      : proposals_(proposals), network_(network), scene_(scene) {}

  void addTo(std::vector<ChosenPyramid>& every) const;

private:
  /// Whether a pose shares too much with what is chosen, or lies on a printed marker.
  bool isTakenAt(const PyramidPose& there, const std::vector<ChosenPyramid>& every) const;
  /// Of the likeliest poses; where they are very likely their headings may be what is wrong.
  std::vector<PyramidPose> proposedStarts(const std::vector<ChosenPyramid>& every) const;
  /// Of every solid, all around.
  std::vector<PyramidPose> startsAround(const Eigen::Vector2d& middle_mm) const;
  void addWalked(std::vector<PyramidPose> starts, std::vector<ChosenPyramid>& every) const;

  const PyramidProposals& proposals_;
  const PyramidNetwork& network_;
  const PyramidScene& scene_;
};

} // namespace linesman
