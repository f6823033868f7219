#include "vision/pyramid_likeness.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

// How much pieces of one table differ: in brightness, which turns with the faces, and in hue and saturation (both of
// log(levels + floor)), in strength and contrast of the outline.
constexpr double brightness_spread = 0.3, hue_spread = 0.2, strength_spread = 0.3, contrast_spread = 0.1;
constexpr double floor_levels = 8.0;
constexpr double same_piece = 0.5;  ///< share of the smaller outline
constexpr double touching_mm = 2.0; ///< between footprints: nearer, and it may be the other's shadow

/// Whether a corner of `a` lies in `b` or near it.
bool reaches(const PictureOutline& a, const PictureOutline& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const cv::Point2f& corner) { return cv::pointPolygonTest(b, corner, true) > -touching_mm; });
}

} // namespace

void SurePyramids::add(const PyramidEvidence& evidence, PictureOutline outline, PictureOutline footprint) {
  looks_.push_back(lookOf(evidence));
  outlines_.push_back(std::move(outline));
  footprints_.push_back(std::move(footprint));
}

double SurePyramids::likenessOf(const PyramidEvidence& evidence) const {
  const Look look = lookOf(evidence);
  double least = 1e9;
  for (const Look& other : looks_)
    least = std::min(least, (look - other).squaredNorm());
  return std::exp(-0.5 * least);
}

double SurePyramids::colourLikenessOf(const PyramidEvidence& evidence) const {
  const Look look = lookOf(evidence);
  double least = 1e9;
  for (const Look& other : looks_)
    least = std::min(least, (look - other).head<4>().squaredNorm());
  return std::exp(-0.5 * least);
}

bool SurePyramids::hold(const PictureOutline& outline) const {
  return std::any_of(outlines_.begin(), outlines_.end(),
                     [&](const PictureOutline& other) { return sharedShare(outline, other) > same_piece; });
}

bool SurePyramids::touch(const PictureOutline& footprint) const {
  return std::any_of(footprints_.begin(), footprints_.end(), [&](const PictureOutline& other) {
    return reaches(footprint, other) || reaches(other, footprint);
  });
}

SurePyramids::Look SurePyramids::lookOf(const PyramidEvidence& evidence) {
  const Eigen::Array3d colour = (evidence.colour.array() + floor_levels).log();
  const double brightness = colour.mean();
  Look look;
  look << brightness / brightness_spread, (colour - brightness).matrix() / hue_spread,
      evidence.strength / strength_spread, evidence.contrast / contrast_spread;
  return look;
}

} // namespace linesman
