#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "models/units.h"
#include "vision/edge_field.h"
#include "vision/pyramid_solid.h"
#include "vision/table_view.h"

namespace linesman {

constexpr int search_border_px = 80;           ///< templates reach no farther than this from their place, reduced px
constexpr double heading_step_rad = pi / 18.0; ///< between the headings of templates

/// Projection into reduced pixels around one place of the table: exact perspective, distortion to first order.
struct PlaceView {
  Eigen::Matrix3d rotation;
  Eigen::Vector3d at;         ///< the place in the camera frame
  Eigen::Vector2d normalised; ///< its normalised image point
  Eigen::Vector2d pixel;      ///< reduced px
  Eigen::Matrix2d bend;       ///< reduced px per normalised unit
  Eigen::Vector3d eye;        ///< from the place, table axes

  /// Reduced px from the place's own pixel.
  Eigen::Vector2d project(const Eigen::Vector3d& offset_mm) const {
    const Eigen::Vector3d p = rotation * offset_mm + at;
    return bend * (p.head<2>() / p.z() - normalised);
  }
  double pxPerMm() const { return std::sqrt(std::abs(bend.determinant())) / at.z(); }
};

/// Nothing where the camera is behind the place or too close to it.
std::optional<PlaceView> viewOf(const Eigen::Vector2d& place_mm, const TableView& view, const EdgeField& edges);

/// The direction bits of a part of the picture with a border, and per pixel how much an agreement is worth, hundredths:
/// little where every direction occurs. Kept apart, because the most is asked of the bits.
class DirectionMap {
public:
  DirectionMap(const EdgeField& edges, const cv::Rect& part);

  int width() const { return width_; }
  /// Of a pixel; those of the pixels around it follow with the map's width.
  std::ptrdiff_t index(int x, int y) const {
    return static_cast<std::ptrdiff_t>(y - first_.y) * width_ + (x - first_.x);
  }
  const std::uint16_t* bits() const { return bits_.data(); }
  const std::uint8_t* worth() const { return worth_.data(); }

private:
  cv::Point first_;
  int width_;
  std::vector<std::uint16_t> bits_;
  std::vector<std::uint8_t> worth_;
};

/// A solid turned to one heading, relative to its middle on the table.
struct TurnedSolid {
  double heading_rad = 0.0;
  Eigen::Vector2d origin_mm; ///< of the piece, from the middle
  std::array<Eigen::Vector3d, 5> corners_mm;
  std::array<Eigen::Vector3d, 5> normals;
  std::array<double, 5> offsets; ///< a face is seen when normal . eye > offset
};

/// The same at every heading that is searched.
struct SolidToSearch {
  Posture posture;
  double width_mm;
  std::vector<TurnedSolid> turns;

  explicit SolidToSearch(const PyramidSolid& solid);
};

/// What a solid looks like at every heading around one place of the table: where points of its edges lie in a map of
/// directions.
class PyramidTemplates {
public:
  struct Match {
    const TurnedSolid* turned;
    float score; ///< [0,1]
  };

  /// `solid` must outlive it.
  explicit PyramidTemplates(const SolidToSearch& solid);
  ~PyramidTemplates();
  PyramidTemplates(PyramidTemplates&&) noexcept;

  /// What is drawn is for another place.
  void clear();
  /// The heading that agrees best with the map at a pixel, where its score is more than `least`. Templates are drawn at
  /// the first question after clear(), for `place` and this map's width.
  std::optional<Match> best(const PlaceView& place, const DirectionMap& map, std::ptrdiff_t pixel, float least);

private:
  struct Template;
  struct Probe;
  struct EightProbes;

  void draw(const PlaceView& place, int map_width);

  const SolidToSearch& solid_;
  std::vector<Probe> probes_;
  std::vector<EightProbes> eights_; ///< the same
  std::vector<Template> templates_;
};

} // namespace linesman
