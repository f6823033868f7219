#include "calibration/misfit_cause.h"

#include <algorithm>
#include <cmath>

namespace linesman {
namespace {

constexpr double told_sigma = 0.002; // of the sizes: with inner edges 0.0003 to 0.003, without 0.004 to 0.02
constexpr double doubtful = 2.6;     // standard deviations of the sizes: one right picture in a hundred has more

/// True where other sizes explain a strained solution. Where edges tell sizes from blooming they must be certain, and
/// one unknown leave no more than a lens's eight, and little of a misfit; where none do, a doubt is enough.
bool sizesExplain(const Explanations& found, double before) {
  constexpr double certain = 4.0; // standard deviations
  constexpr double little = 0.5;  // share of the squares
  const PoseSolution& freed = found.by_size;
  const double away = std::abs(freed.size_ratio - 1.0) / freed.size_ratio_sigma;
  const bool fits = before < honest_misfit;
  if (fits && freed.size_ratio_sigma > told_sigma)
    return away > doubtful;
  return away > certain && found.size_left <= found.lens_left && (fits || found.size_left < little * before);
}

} // namespace

double meanSquare(const PoseSolution& solution) {
  double sum = 0.0;
  for (const double residual : solution.residuals)
    sum += std::min(residual * residual, 1e6);
  return sum / static_cast<double>(std::max<std::size_t>(1, solution.residuals.size()));
}

Explanations explain(const PoseProblem& problem, const Lens& lens, const PoseSolution& solution) {
  Explanations found{solution, solution, meanSquare(solution), meanSquare(solution)};
  PoseProblem freed = problem;
  freed.free_lens = freed.lens_is_near = true;
  if (!problem.free_lens && solvePose(freed, lens, solution.camera_from_table, found.by_lens))
    found.lens_left = meanSquare(found.by_lens);
  freed = problem;
  freed.free_size = true;
  if (solvePose(freed, lens, solution.camera_from_table, found.by_size))
    found.size_left = meanSquare(found.by_size);
  return found;
}

bool isStrained(const PoseSolution& solution) {
  return std::max(meanSquare(solution), solution.misfit) > honest_misfit ||
         std::abs(solution.size_ratio - 1.0) > doubtful * solution.size_ratio_sigma;
}

MisfitCause causeOf(const PoseProblem& problem, const Lens& lens, PoseSolution& solution) {
  constexpr double explained = 0.25; // share of the squares that a lens leaves
  const double before = meanSquare(solution);
  const Explanations found = explain(problem, lens, solution);
  if (sizesExplain(found, before)) {
    solution = found.by_size;
    return MisfitCause::size;
  }
  return found.lens_left < explained * before ? MisfitCause::lens : MisfitCause::unknown;
}

double scaleVariance(const PoseSolution& solution, double size_ratio) {
  const double known = std::pow(size_ratio - 1.0, 2);
  const double sigma = solution.size_ratio_sigma;
  if (sigma < told_sigma)
    return known;
  return std::max(known, std::pow(solution.size_ratio - 1.0, 2) - sigma * sigma);
}

} // namespace linesman
