#pragma once
#include "vision/training/mesh.h"

namespace linesman::training {

/// Adds what stands on a knight's foot, the muzzle towards +x. `foot`: top of the foot, share of the height `h_mm`;
/// `r_mm`: radius of the foot.
void addKnightsHead(Mesh& mesh, const SetStyle& style, double foot, double h_mm, double r_mm, Rng& rng);

} // namespace linesman::training
