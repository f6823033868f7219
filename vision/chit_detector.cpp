#include "vision/chit_detector.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "vision/outline_samples.h"

namespace linesman {

namespace {

constexpr double top_mm = 1.5;     ///< usual thickness of a chit
constexpr double beside_mm = 24.0; ///< chits lie no farther from their ship's middle line than this
constexpr double step_mm = 1.25;
constexpr double least_contrast = 30.0; ///< grey levels
constexpr double apart_mm = 6.0;
constexpr double alike_share =
    0.10; ///< of the whole brightness: how far the shares of two chits' colours may lie apart

/// A plane that chits may lie on, TableFrame mm.
struct Plane {
  Eigen::Vector3d origin, across, along; ///< unit vectors in the plane
};

struct Disc {
  Eigen::Vector3d centre_mm;
  Eigen::Vector2d pixel;
  double contrast = 0.0;
  Eigen::Vector3d colour; ///< blue green red, grey levels
};

std::optional<Eigen::Vector3d> colourAt(const cv::Mat& image, const TableView& view, const Eigen::Vector3d& point) {
  const auto pixel = view.pixel(point);
  if (!pixel)
    return std::nullopt;
  const int x = static_cast<int>(std::lround(pixel->x())), y = static_cast<int>(std::lround(pixel->y()));
  if (x < 0 || y < 0 || x >= image.cols || y >= image.rows)
    return std::nullopt;
  const cv::Vec3b v = image.at<cv::Vec3b>(y, x);
  return Eigen::Vector3d(v[0], v[1], v[2]);
}

/// How well a disc of 4 mm radius stands out there: its rim differs from an even inside nearly all around.
std::optional<Disc> discAt(const cv::Mat& image, const TableView& view, const Plane& plane, const Eigen::Vector3d& at) {
  const auto ring = [&](double radius_mm, int i, int n) {
    const double angle = 2.0 * pi * i / n;
    return Eigen::Vector3d(at + radius_mm * (std::cos(angle) * plane.across + std::sin(angle) * plane.along));
  };
  const auto centre = colourAt(image, view, at);
  const auto right = colourAt(image, view, ring(5.4, 0, 4)), left = colourAt(image, view, ring(5.4, 2, 4));
  if (!centre || !right || !left ||
      ((*right - *centre).norm() < least_contrast && (*left - *centre).norm() < least_contrast))
    return std::nullopt;
  constexpr int inner = 8, outer = 12;
  std::array<Eigen::Vector3d, inner> inside;
  Eigen::Vector3d mean = *centre / (inner + 1.0);
  for (int i = 0; i < inner; ++i) {
    const auto colour = colourAt(image, view, ring(2.6, i, inner));
    if (!colour)
      return std::nullopt;
    inside[static_cast<std::size_t>(i)] = *colour;
    mean += *colour / (inner + 1.0);
  }
  std::array<double, inner> uneven{};
  for (std::size_t i = 0; i < inner; ++i)
    uneven[i] = (inside[i] - mean).norm();
  std::sort(uneven.begin(), uneven.end());
  std::array<double, outer> rim{};
  for (int i = 0; i < outer; ++i) {
    const auto colour = colourAt(image, view, ring(5.4, i, outer));
    if (!colour)
      return std::nullopt;
    rim[static_cast<std::size_t>(i)] = (*colour - mean).norm();
  }
  std::sort(rim.begin(), rim.end());
  const double contrast = rim[2] - 1.2 * uneven[6];
  if (contrast < least_contrast)
    return std::nullopt;
  return Disc{at, *view.pixel(at), contrast, mean};
}

void keepBetter(std::vector<Disc>& discs, const Disc& disc) {
  for (Disc& other : discs)
    if ((other.centre_mm.head<2>() - disc.centre_mm.head<2>()).norm() < apart_mm) {
      if (disc.contrast > other.contrast)
        other = disc;
      return;
    }
  discs.push_back(disc);
}

/// Upper side of a lying ship: from the raised stern edge to the bow.
Plane upperSide(const PyramidSolid& solid, const SeenPyramid& ship) {
  const auto pose = ship.table_from_piece.lifted();
  const auto& corners = solid.corners_mm();
  const Eigen::Vector3d stern = 0.5 * (corners[3] + corners[4]);
  return {pose.rotation() * stern + pose.translation_mm(), pose.rotation() * (corners[3] - corners[4]).normalized(),
          pose.rotation() * (corners[2] - stern).normalized()};
}

double distanceTo(const SeenPyramid& ship, const Pyramid& pyramid, const Eigen::Vector2d& point) {
  const Eigen::Vector2d in_piece =
      ship.table_from_piece.rotation().transpose() * (point - ship.table_from_piece.origin_mm());
  if (ship.posture == Posture::upright)
    return std::max(0.0, in_piece.norm() - 0.5 * pyramid.base_mm());
  const double along = std::clamp(in_piece.x(), 0.0, pyramid.slant_mm());
  const double half_mm = 0.5 * pyramid.base_mm() * (1.0 - along / pyramid.slant_mm());
  return std::hypot(in_piece.x() - along, std::max(0.0, std::abs(in_piece.y()) - half_mm));
}

void searchUpperSide(const cv::Mat& image, const TableView& view, const Pyramid& pyramid, const PyramidSolid& solid,
                     const SeenPyramid& ship, std::vector<Disc>& discs) {
  const Plane plane = upperSide(solid, ship);
  for (double along = 3.0; along < pyramid.slant_mm() - 6.0; along += step_mm) {
    const double half_mm = std::max(0.0, 0.5 * pyramid.base_mm() * (1.0 - along / pyramid.slant_mm()) - 2.0);
    for (double across = -half_mm; across <= half_mm + 1e-9; across += step_mm)
      if (const auto disc = discAt(image, view, plane, plane.origin + across * plane.across + along * plane.along))
        keepBetter(discs, *disc);
  }
}

/// Of one plastic: the same share of blue, green and red, and no more than twice as bright.
bool isAlike(const Disc& a, const Disc& b) {
  const double bright_a = a.colour.sum() + 45.0, bright_b = b.colour.sum() + 45.0; // dark has no hue
  return (a.colour / bright_a - b.colour / bright_b).norm() < alike_share &&
         std::max(bright_a, bright_b) < 2.0 * std::min(bright_a, bright_b);
}

/// A table has one kind of chit: the largest group of discs that look alike. The others are glints and prints, of which
/// one may stand out more than any chit; so contrast counts up to a limit.
std::vector<Disc> oneKind(const std::vector<Disc>& discs) {
  double best = 2.0 * least_contrast; // a lone faint disc is a glint
  std::vector<Disc> kind;
  for (const Disc& centre : discs) {
    double standing_out = 0.0;
    std::vector<Disc> group;
    for (const Disc& disc : discs)
      if (isAlike(centre, disc)) {
        standing_out += std::min(disc.contrast, 4.0 * least_contrast);
        group.push_back(disc);
      }
    if (standing_out > best) {
      best = standing_out;
      kind = std::move(group);
    }
  }
  return kind;
}

Eigen::Vector3d meanColour(const std::vector<Disc>& discs) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Disc& disc : discs)
    sum += disc.colour;
  return sum / static_cast<double>(discs.size());
}

bool isOnMarker(const TableFile& table, const Eigen::Vector2d& at) {
  return std::any_of(table.markers.begin(), table.markers.end(), [&](const TableMarker& marker) {
    return (marker.centre_mm - at).norm() < 0.85 * marker.size_mm; // its corners and the white rim
  });
}

} // namespace

std::vector<SeenChit> detectChits(const cv::Mat& image, const TableView& view, const PieceCatalog& pieces,
                                  const std::vector<SeenPyramid>& pyramids, const PyramidColours& colours,
                                  const TableFile& table_file) {
  std::vector<Disc> discs;
  std::vector<std::vector<cv::Point2f>> hulls;
  for (const SeenPyramid& ship : pyramids) {
    const PyramidSolid solid(pieces.pyramid(ship.size), ship.size, ship.posture);
    hulls.emplace_back();
    for (const Eigen::Vector2d& point : projectedHull(solid, ship.table_from_piece, view))
      hulls.back().emplace_back(static_cast<float>(point.x()), static_cast<float>(point.y()));
    if (ship.posture == Posture::lying)
      searchUpperSide(image, view, pieces.pyramid(ship.size), solid, ship, discs);
  }
  const auto onShip = [&](const Eigen::Vector2d& pixel) {
    return std::any_of(hulls.begin(), hulls.end(), [&](const auto& hull) {
      return hull.size() >= 3 &&
             cv::pointPolygonTest(hull, cv::Point2f(static_cast<float>(pixel.x()), static_cast<float>(pixel.y())),
                                  false) > 0.0;
    });
  };
  const Plane table{{0.0, 0.0, top_mm}, Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY()};
  Eigen::AlignedBox2d bounds;
  for (const SeenPyramid& ship : pyramids)
    bounds.extend(ship.table_from_piece.origin_mm());
  const double reach_mm = beside_mm + 50.0;
  for (double y = bounds.min().y() - reach_mm; !bounds.isEmpty() && y < bounds.max().y() + reach_mm; y += step_mm)
    for (double x = bounds.min().x() - reach_mm; x < bounds.max().x() + reach_mm; x += step_mm) {
      const Eigen::Vector2d at(x, y);
      const bool near = std::any_of(pyramids.begin(), pyramids.end(), [&](const SeenPyramid& ship) {
        return (ship.table_from_piece.origin_mm() - at).squaredNorm() < reach_mm * reach_mm &&
               distanceTo(ship, pieces.pyramid(ship.size), at) < beside_mm;
      });
      if (!near || isOnMarker(table_file, at))
        continue;
      if (const auto disc = discAt(image, view, table, {x, y, top_mm}); disc && !onShip(disc->pixel))
        keepBetter(discs, *disc);
    }
  discs = oneKind(discs);
  const Colour colour = discs.empty() ? Colour::white : colours.opaque(meanColour(discs));
  std::vector<SeenChit> chits;
  for (const Disc& disc : discs) {
    SeenChit chit;
    chit.centre_mm = disc.centre_mm.head<2>();
    chit.colour = colour;
    double nearest_mm = beside_mm;
    for (const SeenPyramid& ship : pyramids)
      if (const double d = distanceTo(ship, pieces.pyramid(ship.size), chit.centre_mm); d < nearest_mm) {
        nearest_mm = d;
        chit.ship = ship.id;
      }
    chits.push_back(chit);
  }
  return chits;
}

} // namespace linesman
