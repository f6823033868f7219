#pragma once
#include "calibration/pose_solver.h"
#include "calibration/table_registration.h"

namespace linesman {

/// Mean of the squared normalised residuals, the spreads' share included.
double meanSquare(const PoseSolution& solution);

/// The problem solved with another lens near the given one, or with other sizes: what either makes of a misfit.
struct Explanations {
  PoseSolution by_lens, by_size;
  double lens_left, size_left; ///< mean squares
};

Explanations explain(const PoseProblem& problem, const Lens& lens, const PoseSolution& solution);

/// True where edges do not fit as they should, whatever the robust weights make of them, or other sizes fit better.
bool isStrained(const PoseSolution& solution);

/// What the misfit of a strained solution comes from; the solution becomes that with the sizes free where it is they.
MisfitCause causeOf(const PoseProblem& problem, const Lens& lens, PoseSolution& solution);

/// Variance of the table's scale for sizes and distances that contradict each other: either may be right, and all
/// scales in between. Where no edge tells sizes from blooming, what a strange blooming would be is the sizes' as well.
double scaleVariance(const PoseSolution& solution, double size_ratio);

} // namespace linesman
