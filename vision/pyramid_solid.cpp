#include "vision/pyramid_solid.h"

#include <cmath>

#include "models/units.h"

namespace linesman {

namespace {

struct EdgeOfSolid {
  int from, to;    ///< corners
  int left, right; ///< faces on its two sides
};
// Faces lying: 0 bottom, 1 port, 2 top, 3 starboard, 4 stern (open).
constexpr std::array<EdgeOfSolid, 8> lying_edges = {
    {{0, 1, 0, 4}, {1, 2, 0, 1}, {2, 0, 0, 3}, {2, 3, 1, 2}, {2, 4, 2, 3}, {3, 4, 2, 4}, {1, 3, 1, 4}, {0, 4, 3, 4}}};
constexpr std::array<std::array<int, 3>, 5> lying_faces = {{{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {2, 4, 0}, {0, 1, 3}}};
// Faces upright: 0 bottom (open), 1..4 between base corners i-1 and i.
constexpr std::array<EdgeOfSolid, 8> upright_edges = {
    {{0, 1, 0, 1}, {1, 2, 0, 2}, {2, 3, 0, 3}, {3, 0, 0, 4}, {0, 4, 4, 1}, {1, 4, 1, 2}, {2, 4, 2, 3}, {3, 4, 3, 4}}};
constexpr std::array<std::array<int, 3>, 5> upright_faces = {{{0, 1, 2}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};

const std::array<EdgeOfSolid, 8>& edgesOf(Posture posture) {
  return posture == Posture::lying ? lying_edges : upright_edges;
}

} // namespace

PyramidSolid::PyramidSolid(const Pyramid& pyramid, PyramidSize size, Posture posture) : size_(size), posture_(posture) {
  const bool lying = posture == Posture::lying;
  const auto corners = lying ? pyramid.lyingSolid() : pyramid.uprightSolid();
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    corners_mm_[i] = corners[i].mm;
    centre += corners[i].mm / 5.0;
  }
  const auto& faces = lying ? lying_faces : upright_faces;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const Eigen::Vector3d& a = corners_mm_[static_cast<std::size_t>(faces[i][0])];
    const Eigen::Vector3d& b = corners_mm_[static_cast<std::size_t>(faces[i][1])];
    const Eigen::Vector3d& c = corners_mm_[static_cast<std::size_t>(faces[i][2])];
    normals_[i] = (b - a).cross(c - a).normalized();
    if (normals_[i].dot(centre - a) > 0.0)
      normals_[i] = -normals_[i];
  }
  // A ball in the tip that touches all four faces ends cut = radius (1 / sin(half angle) - 1) short of the apex.
  const double half_angle_rad = pi / 2.0 - pyramid.dihedral_rad();
  edge_radius_mm_ =
      pyramid.tipCut_mm() > 0.0 ? pyramid.tipCut_mm() / (1.0 / std::sin(half_angle_rad) - 1.0) : usual_edge_radius_mm;
  for (int e = 0; e < edge_count; ++e) {
    const auto [a, b] = PyramidSolid::faces(posture, e);
    const Eigen::Vector3d &na = normals_[static_cast<std::size_t>(a)], &nb = normals_[static_cast<std::size_t>(b)];
    const auto [first, last] = PyramidSolid::edge(posture, e);
    const Eigen::Vector3d from = corners_mm_[static_cast<std::size_t>(first)];
    const Eigen::Vector3d span = corners_mm_[static_cast<std::size_t>(last)] - from;
    const auto put = [e](const Eigen::Vector3d& vector, EdgeVectors& of_edges) {
      for (std::size_t i = 0; i < 3; ++i)
        of_edges[i][e] = vector[static_cast<Eigen::Index>(i)];
    };
    put(from, edges_.from);
    put(span, edges_.span);
    put(span.normalized(), edges_.along);
    put((na + nb).normalized(), edges_.outward);
    put(-edge_radius_mm_ * (na + nb) / (1.0 + na.dot(nb)), edges_.to_axis);
  }
  middle_mm_ = lying ? Eigen::Vector2d(0.42 * pyramid.slant_mm(), 0.0) : Eigen::Vector2d::Zero();
}

std::array<Eigen::Vector3d, 5>
PyramidSolid::cornersAt(const PlanarPose<TableFrame, PieceFrame>& table_from_piece) const {
  const Pose<TableFrame, PieceFrame> lifted = table_from_piece.lifted();
  std::array<Eigen::Vector3d, 5> out;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = lifted.rotation() * corners_mm_[i] + lifted.translation_mm();
  return out;
}

std::array<int, 2> PyramidSolid::edge(Posture posture, int index) {
  const EdgeOfSolid& edge = edgesOf(posture)[static_cast<std::size_t>(index)];
  return {edge.from, edge.to};
}

std::array<int, 2> PyramidSolid::faces(Posture posture, int edge) {
  const EdgeOfSolid& of_solid = edgesOf(posture)[static_cast<std::size_t>(edge)];
  return {of_solid.left, of_solid.right};
}

const Eigen::Vector3d& PyramidSolid::pointOfFace(int face) const {
  const auto& faces = posture_ == Posture::lying ? lying_faces : upright_faces;
  return corners_mm_[static_cast<std::size_t>(faces[static_cast<std::size_t>(face)][0])];
}

bool PyramidSolid::onTable(int edge) const {
  const EdgeOfSolid& of_solid = edgesOf(posture_)[static_cast<std::size_t>(edge)];
  return corners_mm_[static_cast<std::size_t>(of_solid.from)].z() == 0.0 &&
         corners_mm_[static_cast<std::size_t>(of_solid.to)].z() == 0.0;
}

std::array<bool, 5> PyramidSolid::seenFaces(const Eigen::Vector3d& eye_in_piece_mm) const {
  const auto& faces = posture_ == Posture::lying ? lying_faces : upright_faces;
  std::array<bool, 5> seen{};
  for (std::size_t i = 0; i < faces.size(); ++i)
    seen[i] = normals_[i].dot(eye_in_piece_mm - corners_mm_[static_cast<std::size_t>(faces[i][0])]) > 0.0;
  return seen;
}

std::array<EdgeView, PyramidSolid::edge_count> PyramidSolid::view(const Eigen::Vector3d& eye_in_piece_mm) const {
  const std::array<bool, 5> seen = seenFaces(eye_in_piece_mm);
  std::array<EdgeView, edge_count> views{};
  for (std::size_t i = 0; i < views.size(); ++i) {
    const bool left = seen[static_cast<std::size_t>(edgesOf(posture_)[i].left)];
    const bool right = seen[static_cast<std::size_t>(edgesOf(posture_)[i].right)];
    views[i] = left != right ? EdgeView::outline : left ? EdgeView::crease : EdgeView::hidden;
  }
  return views;
}

bool PyramidSolid::baseSeen(const Eigen::Vector3d& eye_in_piece_mm) const {
  return seenFaces(eye_in_piece_mm)[posture_ == Posture::lying ? 4 : 0];
}

Eigen::Vector2d PyramidSolid::middleAt(const PlanarPose<TableFrame, PieceFrame>& table_from_piece) const {
  return (table_from_piece * Point2<PieceFrame>{middle_mm_}).xy;
}

PlanarPose<TableFrame, PieceFrame> PyramidSolid::poseAround(const Eigen::Vector2d& middle_mm,
                                                            double heading_rad) const {
  return {middle_mm - Eigen::Rotation2Dd(heading_rad) * middle_mm_, heading_rad};
}

double PyramidSolid::period_rad() const {
  return posture_ == Posture::lying ? 2.0 * pi : pi / 2.0;
}

bool isNear(const PlanarPose<TableFrame, PieceFrame>& a, const PlanarPose<TableFrame, PieceFrame>& b, double near_mm,
            double near_rad) {
  return (a.origin_mm() - b.origin_mm()).norm() < near_mm &&
         std::abs(wrapAngle(a.heading_rad() - b.heading_rad())) < near_rad;
}

} // namespace linesman
