#include "models/pyramid.h"

#include <cmath>

namespace linesman {

double Pyramid::slant_mm() const {
  return std::hypot(height_mm_, base_mm_ / 2.0);
}
double Pyramid::edge_mm() const {
  return std::hypot(slant_mm(), base_mm_ / 2.0);
}
double Pyramid::dihedral_rad() const {
  return std::atan2(2.0 * height_mm_, base_mm_);
}
double Pyramid::raisedForward_mm() const {
  return base_mm_ * std::cos(dihedral_rad());
}
double Pyramid::raisedHeight_mm() const {
  return base_mm_ * std::sin(dihedral_rad());
}
double Pyramid::turnLimit_rad() const {
  return std::atan2(2.0 * slant_mm(), base_mm_);
}

std::array<Point2<PieceFrame>, 3> Pyramid::footprint() const {
  const double k_mm = base_mm_ / 2.0;
  return {{{{0.0, -k_mm}}, {{slant_mm(), 0.0}}, {{0.0, k_mm}}}};
}

std::array<Point2<PieceFrame>, 5> Pyramid::silhouette() const {
  const double k_mm = base_mm_ / 2.0;
  const double d_mm = raisedForward_mm();
  return {{{{0.0, -k_mm}}, {{d_mm, -k_mm}}, {{slant_mm(), 0.0}}, {{d_mm, k_mm}}, {{0.0, k_mm}}}};
}

std::array<Point3<PieceFrame>, 5> Pyramid::lyingSolid() const {
  const double k_mm = base_mm_ / 2.0;
  const double d_mm = raisedForward_mm();
  const double raised_mm = raisedHeight_mm();
  return {{{{0.0, -k_mm, 0.0}},
           {{0.0, k_mm, 0.0}},
           {{slant_mm(), 0.0, 0.0}},
           {{d_mm, k_mm, raised_mm}},
           {{d_mm, -k_mm, raised_mm}}}};
}

std::array<Point3<PieceFrame>, 5> Pyramid::uprightSolid() const {
  const double k_mm = base_mm_ / 2.0;
  return {{{{k_mm, k_mm, 0.0}},
           {{-k_mm, k_mm, 0.0}},
           {{-k_mm, -k_mm, 0.0}},
           {{k_mm, -k_mm, 0.0}},
           {{0.0, 0.0, height_mm_}}}};
}

} // namespace linesman
