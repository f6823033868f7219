#include "vision/pyramid_contact.h"

#include <algorithm>
#include <cmath>

#include "models/units.h"

namespace linesman {

namespace {

constexpr double rounding_mm = 0.1;       ///< so far sharp solids may stand in each other where rounded ones touch
constexpr double least_level = 0.2;       ///< horizontal part of a direction along which solids can be parted
constexpr double most_parted_sigma = 4.0; ///< farther in each other: one of them is not there, or not so
constexpr double near_mm = 100.0;         ///< between origins of pieces that may touch
constexpr double turn_step_rad = 1e-5;
constexpr int rounds = 3; ///< of all pairs: parting two may push one into a third

using PlanarPiecePose = PlanarPose<TableFrame, PieceFrame>;
using Corners = std::array<Eigen::Vector3d, 5>;

/// Directions across which two solids can be parted: normals of faces and products of edges.
std::vector<Eigen::Vector3d> partingDirections(const PyramidSolid& first, const Corners& a, const PyramidSolid& second,
                                               const Corners& b, double first_rad, double second_rad) {
  std::vector<Eigen::Vector3d> directions;
  const auto add = [&](const Eigen::Vector3d& direction) {
    if (direction.head<2>().norm() > least_level * direction.norm())
      directions.push_back(direction / direction.head<2>().norm());
  };
  for (const Eigen::Vector3d& normal : first.normals())
    add(Eigen::AngleAxisd(first_rad, Eigen::Vector3d::UnitZ()) * normal);
  for (const Eigen::Vector3d& normal : second.normals())
    add(-(Eigen::AngleAxisd(second_rad, Eigen::Vector3d::UnitZ()) * normal));
  const auto along = [](const PyramidSolid& solid, const Corners& corners, int e) {
    const auto [from, to] = PyramidSolid::edge(solid.posture(), e);
    return Eigen::Vector3d(corners[static_cast<std::size_t>(to)] - corners[static_cast<std::size_t>(from)]);
  };
  for (int i = 0; i < PyramidSolid::edge_count; ++i)
    for (int k = 0; k < PyramidSolid::edge_count; ++k) {
      const Eigen::Vector3d product = along(first, a, i).cross(along(second, b, k));
      if (product.norm() < 1.0)
        continue; // parallel
      add(product);
      add(-product);
    }
  return directions;
}

/// The gap, and the direction from the first to the second along which it is measured: its horizontal part is a unit.
struct Parting {
  double mm = -1e9;
  Eigen::Vector2d direction = Eigen::Vector2d::Zero();
};

Parting partingOf(const PyramidSolid& first, const PlanarPiecePose& first_pose, const PyramidSolid& second,
                  const PlanarPiecePose& second_pose) {
  const Corners a = first.cornersAt(first_pose), b = second.cornersAt(second_pose);
  Parting best;
  for (const Eigen::Vector3d& direction :
       partingDirections(first, a, second, b, first_pose.heading_rad(), second_pose.heading_rad())) {
    double last = -1e9, begin = 1e9;
    for (const Eigen::Vector3d& corner : a)
      last = std::max(last, direction.dot(corner));
    for (const Eigen::Vector3d& corner : b)
      begin = std::min(begin, direction.dot(corner));
    if (begin - last > best.mm)
      best = {begin - last, direction.head<2>()};
  }
  return best;
}

/// Mean square about 0 of a normal distribution of `mean` (at most 0) and `sigma` that is cut off below 0.
double squareAbove(double mean, double sigma) {
  const double cut = -mean / sigma;
  const double density = std::exp(-0.5 * cut * cut) / std::sqrt(2.0 * pi),
               above = 0.5 * std::erfc(cut / std::sqrt(2.0));
  const double ratio = density / above, middle = mean + sigma * ratio;
  return sigma * sigma * (1.0 - ratio * (ratio - cut)) + middle * middle;
}

} // namespace

SolidGap gapBetween(const PyramidSolid& first, const PlanarPiecePose& first_pose, const PyramidSolid& second,
                    const PlanarPiecePose& second_pose) {
  const Parting parting = partingOf(first, first_pose, second, second_pose);
  const auto turned = [](const PlanarPiecePose& pose, double turn_rad) {
    return PlanarPiecePose(pose.origin_mm(), pose.heading_rad() + turn_rad);
  };
  // The direction turns with the edges it is a product of: by headings the difference is taken.
  const double by_first = partingOf(first, turned(first_pose, turn_step_rad), second, second_pose).mm -
                          partingOf(first, turned(first_pose, -turn_step_rad), second, second_pose).mm;
  const double by_second = partingOf(first, first_pose, second, turned(second_pose, turn_step_rad)).mm -
                           partingOf(first, first_pose, second, turned(second_pose, -turn_step_rad)).mm;
  SolidGap gap;
  gap.mm = parting.mm;
  gap.by_first << -parting.direction.transpose(), by_first / (2.0 * turn_step_rad);
  gap.by_second << parting.direction.transpose(), by_second / (2.0 * turn_step_rad);
  return gap;
}

const PyramidSolid& solidOf(const std::vector<PyramidSolid>& solids, const SeenPyramid& piece) {
  return *std::find_if(solids.begin(), solids.end(), [&](const PyramidSolid& solid) {
    return solid.size() == piece.size && solid.posture() == piece.posture;
  });
}

void refineTouching(std::vector<SeenPyramid>& pieces, const std::vector<PyramidSolid>& solids) {
  const auto part = [&](std::size_t i, std::size_t k) {
    SeenPyramid &first = pieces[i], &second = pieces[k];
    if ((first.table_from_piece.origin_mm() - second.table_from_piece.origin_mm()).norm() > near_mm)
      return false;
    const PyramidSolid &first_solid = solidOf(solids, first), &second_solid = solidOf(solids, second);
    if (partingOf(first_solid, first.table_from_piece, second_solid, second.table_from_piece).mm >= -rounding_mm - 1e-6)
      return false;
    const SolidGap gap = gapBetween(first_solid, first.table_from_piece, second_solid, second.table_from_piece);
    const double in_mm = gap.mm + rounding_mm;
    const Eigen::Vector3d first_share = first.own_covariance * gap.by_first.transpose(),
                          second_share = second.own_covariance * gap.by_second.transpose();
    const double variance = gap.by_first.dot(first_share) + gap.by_second.dot(second_share);
    if (in_mm * in_mm > most_parted_sigma * most_parted_sigma * variance)
      return false;
    const double left = squareAbove(in_mm, std::sqrt(variance));
    const auto move = [&](SeenPyramid& piece, const Eigen::Vector3d& share) {
      const Eigen::Vector3d gain = share / variance, change = -in_mm * gain;
      piece.table_from_piece = {piece.table_from_piece.origin_mm() + change.head<2>(),
                                piece.table_from_piece.heading_rad() + change.z()};
      const Eigen::Matrix3d known = gain * gain.transpose() * (variance - left);
      piece.own_covariance -= known;
      piece.covariance -= known;
    };
    move(first, first_share);
    move(second, second_share);
    return true;
  };
  for (int round = 0; round < rounds; ++round) {
    bool moved = false;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (std::size_t k = i + 1; k < pieces.size(); ++k)
        moved = part(i, k) || moved;
    if (!moved)
      break;
  }
}

} // namespace linesman
