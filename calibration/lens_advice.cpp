#include "calibration/lens_advice.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "models/units.h"

namespace linesman {
namespace {

double coverageOf(const ProjectionUncertainty& map) {
  return static_cast<double>(std::count(map.covered.begin(), map.covered.end(), true)) /
         std::max(1.0, static_cast<double>(map.covered.size()));
}

std::string percent(double share) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(share < 0.1 ? 1 : 0) << 100.0 * share << " %";
  return out.str();
}

/// How far the lens can be trusted: what the views leave open of where it puts a ray.
std::string uncertaintyWords(const LensCalibration& c, double focal) {
  const auto used = std::count_if(c.views.begin(), c.views.end(), [](const ViewReport& view) { return view.used; });
  std::ostringstream out;
  out << (used == 1 ? "one view alone leaves" : "these views leave") << " the projection uncertain by up to "
      << std::fixed << std::setprecision(1) << c.uncertainty.worst_covered_px
      << " px where the target was seen (the focal length by " << percent(focal) << ")";
  return out.str();
}

/// What is said of views that no one lens explains.
std::string contradictionWords(const LensCalibration& c, double focal) {
  std::ostringstream out;
  out << "two halves of the views give lenses that differ by " << std::fixed << std::setprecision(1) << c.halves_sigma
      << " times what they allow, so that the focal length is known to " << percent(focal)
      << " only: the camera focused or zoomed anew between the pictures, or pictures of another camera are among them; "
         "switch autofocus off, leave the zoom alone and take them anew";
  return out.str();
}

} // namespace

std::string lackOf(const LensCalibration& c, bool& weak) {
  double tilt_rad = 0.0;
  for (const ViewReport& view : c.views)
    if (view.used)
      tilt_rad = std::max(tilt_rad, view.tilt_rad);
  const double focal = std::sqrt((*c.lens.parameter_covariance)(0, 0)) / c.lens.fx_px;
  const double coverage = coverageOf(c.uncertainty);
  if (c.contradictory()) {
    constexpr double useless = 0.02; // worse than from one tilted view
    weak = focal > useless;
    return contradictionWords(c, focal);
  }
  weak = focal > 0.1 || tilt_rad < radFromDeg(8.0) || coverage < 0.04;
  const std::string open = uncertaintyWords(c, focal);
  if (weak && focal > 0.1 && tilt_rad >= radFromDeg(15.0))
    return open + "; add more views, tilted by 20 to 40 degrees";
  if (tilt_rad < radFromDeg(15.0))
    return "the target was never tilted by more than " + std::to_string(std::lround(degFromRad(tilt_rad))) +
           " degrees, so that " + open +
           "; add views with the target tilted by 20 to 40 degrees to the left, right, front and back";
  const bool rough = focal > 0.01 || c.uncertainty.worst_covered_px > 1.0;
  if (coverage < 0.4)
    return "the target covered only " + percent(coverage) + " of the picture" + (rough ? ", and " + open : "") +
           "; add views" + (rough ? ", tilted by 20 to 40 degrees," : "") +
           " with the target in the corners and at the edges";
  if (rough)
    return open + "; add more views, tilted by 20 to 40 degrees";
  return "";
}

std::string misfitSentence(double rms_px) {
  constexpr double worth_a_figure_px = 1000.0; // beyond it none of the points is where it was taken to be
  std::ostringstream out;
  out << "No lens explains these views: their points lie " << (rms_px > worth_a_figure_px ? "> " : "") << std::fixed
      << std::setprecision(1) << std::min(rms_px, worth_a_figure_px)
      << " px off on average; check that the target's description (squares across and down, kind, dictionary) is that "
         "of the print, and that it lies flat.";
  return out.str();
}

} // namespace linesman
