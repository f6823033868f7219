#pragma once
#include <vector>

#include "vision/edge_field.h"
#include "vision/outline_samples.h"

namespace linesman {

/// How what is taken for a piece looks beside the surface around it.
class SurfaceLight {
public:
  /// Of every outline (picture px); what others of them cover is no surface. Only those in `doubt` (all, where that is
  /// empty) are compared with the surface; the others are none of it and show no print.
  static std::vector<SurfaceLight> of(const std::vector<PictureOutline>& outlines, const EdgeField& edges,
                                      const std::vector<bool>& doubt = {});

  /// Whether it is as a shadow would be: of one colour with some of the surface beside it, and darker. Opaque plastic
  /// has a colour of its own; of a translucent piece this tells nothing.
  bool isDarkenedSurface() const { return darkened_; }
  /// Whether two colours of the surface beside it show in it, no lighter than there: a border of its print, bare or in
  /// a shadow. Of a translucent piece this tells nothing either.
  bool showsPrint() const { return shows_print_; }
  /// Whether it looks like this other one, a little lighter or darker.
  bool isLike(const SurfaceLight& other) const;

private:
  Eigen::Vector3d light_ = Eigen::Vector3d::Zero(); ///< logarithms, mean
  bool darkened_ = false, shows_print_ = false;
};

} // namespace linesman
