#include "vision/chit_detector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "vision/chit_group.h"
#include "vision/outline_samples.h"

namespace linesman {

namespace {

constexpr double radius_mm = 4.0;
constexpr double top_mm = 1.6;     ///< usual height of a chit's upper side on the table
constexpr double on_ship_mm = 1.2; ///< the same over a ship's side
constexpr double beside_mm = 24.0; ///< chits lie no farther from their ship's middle line than this
constexpr double pitch_mm = 0.7;   ///< of the pictures of the planes
constexpr double apart_mm = 6.0;

struct Ship {
  const SeenPyramid* seen;
  PyramidSolid solid;
  Pyramid pyramid;
  PictureOutline hull; ///< pixels
};

std::vector<Ship> shipsOf(const std::vector<SeenPyramid>& pyramids, const PieceCatalog& pieces, const TableView& view) {
  std::vector<Ship> ships;
  for (const SeenPyramid& seen : pyramids) {
    const PyramidSolid solid(pieces.pyramid(seen.size), seen.size, seen.posture);
    ships.push_back({&seen, solid, pieces.pyramid(seen.size), pictureOutlineOf(solid, seen.table_from_piece, view)});
  }
  return ships;
}

double distanceTo(const Ship& ship, const Eigen::Vector2d& point) {
  const auto& pose = ship.seen->table_from_piece;
  const Eigen::Vector2d in_piece = pose.rotation().transpose() * (point - pose.origin_mm());
  if (ship.seen->posture == Posture::upright)
    return std::max(0.0, in_piece.norm() - 0.5 * ship.pyramid.base_mm());
  const double slant_mm = ship.pyramid.slant_mm();
  const double along = std::clamp(in_piece.x(), 0.0, slant_mm);
  const double half_mm = 0.5 * ship.pyramid.base_mm() * (1.0 - along / slant_mm);
  return std::hypot(in_piece.x() - along, std::max(0.0, std::abs(in_piece.y()) - half_mm));
}

/// Upper side of a lying ship, and a chit's height over it: across from port to starboard, along from the raised stern
/// edge to the bow.
PlanePatch upperSide(const Ship& ship) {
  const auto pose = ship.seen->table_from_piece.lifted();
  const auto& corners = ship.solid.corners_mm();
  PlanePatch patch;
  patch.across = pose.rotation() * (corners[4] - corners[3]).normalized();
  patch.along = pose.rotation() * (corners[2] - 0.5 * (corners[3] + corners[4])).normalized();
  Eigen::Vector3d up = patch.across.cross(patch.along);
  if (up.z() < 0.0)
    up = -up;
  patch.corner = pose.rotation() * corners[3] + pose.translation_mm() + on_ship_mm * up - radius_mm * patch.across -
                 radius_mm * patch.along;
  patch.width_mm = ship.pyramid.base_mm() + 2.0 * radius_mm;
  patch.height_mm = ship.pyramid.slant_mm() + radius_mm;
  return patch;
}

void searchUpperSide(const cv::Mat& image, const TableView& view, const Ship& ship, std::vector<Disc>& discs) {
  const PlanePatch patch = upperSide(ship);
  if (patch.across.cross(patch.along).dot(view.eye_mm() - patch.corner) * patch.across.cross(patch.along).z() <= 0.0)
    return; // seen from behind
  const PlanePicture plane = planePicture(image, view, patch, pitch_mm);
  for (Disc& disc : discsIn(plane, plane.known, {}, view, radius_mm, on_ship_mm)) {
    const Eigen::Vector3d from_corner = disc.centre_mm - patch.corner;
    const double along = from_corner.dot(patch.along) - radius_mm;
    const double across = from_corner.dot(patch.across) - 0.5 * patch.width_mm;
    const double half_mm = 0.5 * ship.pyramid.base_mm() * (1.0 - along / ship.pyramid.slant_mm());
    if (along < 0.0 || std::abs(across) > half_mm)
      continue;
    disc.on_ship = ship.seen->id;
    discs.push_back(disc);
  }
}

/// Where a chit's centre may lie in the plane's picture, and what ships hide of it.
struct BesideShips {
  cv::Mat wanted, hidden; ///< 8 bit
};

BesideShips besideShips(const PlanePicture& plane, const TableView& view, const std::vector<Ship>& ships,
                        const TableFile& table_file) {
  const auto toPicture = [&](const Eigen::Vector2d& at) {
    const Eigen::Vector2d px = (at - plane.patch.corner.head<2>()) / plane.pitch_mm;
    return cv::Point(cvRound(px.x()), cvRound(px.y()));
  };
  const auto fill = [](const std::vector<cv::Point>& points, cv::Mat& mask, double value) {
    std::vector<cv::Point> hull;
    cv::convexHull(points, hull);
    if (hull.size() >= 3)
      cv::fillConvexPoly(mask, hull, cv::Scalar(value));
  };
  BesideShips out{{}, cv::Mat::zeros(plane.image.size(), CV_8U)};
  cv::Mat elsewhere(plane.image.size(), CV_8U, cv::Scalar(255)), distance;
  for (const Ship& ship : ships) {
    std::vector<cv::Point> shadow, hidden;
    for (const Eigen::Vector3d& corner : ship.solid.corners_mm())
      if (corner.z() == 0.0)
        shadow.push_back(toPicture((ship.seen->table_from_piece * Point2<PieceFrame>{corner.head<2>()}).xy));
    for (const cv::Point2f& pixel : ship.hull)
      if (const auto at = view.tablePoint({pixel.x, pixel.y}, top_mm))
        hidden.push_back(toPicture(*at));
    fill(shadow, elsewhere, 0.0);
    if (hidden.size() == ship.hull.size() && !hidden.empty())
      fill(hidden, out.hidden, 255.0);
  }
  cv::distanceTransform(elsewhere, distance, cv::DIST_L2, 3);
  out.wanted = distance < beside_mm / plane.pitch_mm;
  out.wanted.setTo(0, plane.known == 0);
  out.wanted.setTo(0, out.hidden);
  for (const TableMarker& marker : table_file.markers) // its corners and the white rim
    cv::circle(out.wanted, toPicture(marker.centre_mm), cvRound(0.85 * marker.size_mm / plane.pitch_mm), cv::Scalar(0),
               -1);
  return out;
}

/// From above, TableFrame mm.
Eigen::AlignedBox2d boxAround(const Ship& ship) {
  Eigen::AlignedBox2d box;
  for (const Eigen::Vector3d& corner : ship.solid.corners_mm())
    box.extend((ship.seen->table_from_piece * Point2<PieceFrame>{corner.head<2>()}).xy);
  return box;
}

/// The parts of a picture of the table (`size`, its pixel (0, 0) at `first_mm`) around ships that chits may lie in,
/// with all that is looked at around a chit. None share anything: where ships' parts do, they are one.
std::vector<cv::Rect> partsBeside(const std::vector<Ship>& ships, const Eigen::Vector2d& first_mm,
                                  const cv::Size& size) {
  constexpr double around_mm = beside_mm + 14.0;
  constexpr int grid_px = 16; // on which places are reckoned: they are the same in the whole and in a part
  std::vector<cv::Rect> parts;
  for (const Ship& ship : ships) {
    const Eigen::AlignedBox2d box = boxAround(ship);
    const auto px = [&](double mm) { return static_cast<int>(std::floor(mm / pitch_mm)); };
    const Eigen::Vector2d from = box.min() - first_mm, to = box.max() - first_mm;
    cv::Rect part({px(from.x() - around_mm), px(from.y() - around_mm)},
                  cv::Point(px(to.x() + around_mm) + 1, px(to.y() + around_mm) + 1));
    part &= cv::Rect({0, 0}, size);
    for (bool grown = true; grown;) {
      grown = false;
      const cv::Point first(part.x / grid_px * grid_px, part.y / grid_px * grid_px);
      part = {first, part.br()};
      std::erase_if(parts, [&](const cv::Rect& other) {
        if ((part & other).empty())
          return false;
        part |= other;
        return grown = true;
      });
    }
    if (!part.empty())
      parts.push_back(part);
  }
  return parts;
}

void searchTable(const cv::Mat& image, const TableView& view, const std::vector<Ship>& ships,
                 const TableFile& table_file, std::vector<Disc>& discs) {
  Eigen::AlignedBox2d bounds;
  for (const Ship& ship : ships)
    bounds.extend(boxAround(ship));
  if (bounds.isEmpty())
    return;
  const double more_mm = beside_mm + radius_mm;
  const Eigen::Vector2d first_mm = bounds.min().array() - more_mm;
  const Eigen::Vector2d size_mm = bounds.sizes().array() + 2.0 * more_mm;
  const cv::Size size(static_cast<int>(size_mm.x() / pitch_mm), static_cast<int>(size_mm.y() / pitch_mm));
  for (const cv::Rect& part : partsBeside(ships, first_mm, size)) {
    PlanePatch patch;
    patch.corner = {first_mm.x() + pitch_mm * part.x, first_mm.y() + pitch_mm * part.y, top_mm};
    patch.width_mm = pitch_mm * (part.width + 0.5);
    patch.height_mm = pitch_mm * (part.height + 0.5);
    const PlanePicture plane = planePicture(image, view, patch, pitch_mm);
    const BesideShips beside = besideShips(plane, view, ships, table_file);
    const std::vector<Disc> found = discsIn(plane, beside.wanted, beside.hidden, view, radius_mm, top_mm);
    discs.insert(discs.end(), found.begin(), found.end());
  }
}

Eigen::Vector3d meanColour(const std::vector<Disc>& discs) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Disc& disc : discs)
    sum += disc.colour;
  return sum / static_cast<double>(discs.size());
}

std::vector<Disc> candidatesBy(const std::vector<Ship>& ships, const cv::Mat& image, const TableView& view,
                               const TableFile& table_file) {
  std::vector<Disc> all, once;
  for (const Ship& ship : ships)
    if (ship.seen->posture == Posture::lying)
      searchUpperSide(image, view, ship, all);
  searchTable(image, view, ships, table_file, all);
  std::sort(all.begin(), all.end(), [](const Disc& a, const Disc& b) { return a.log_odds > b.log_odds; });
  for (const Disc& disc : all)
    if (std::none_of(once.begin(), once.end(), [&](const Disc& better) {
          return (better.centre_mm - disc.centre_mm).head<2>().norm() < apart_mm;
        }))
      once.push_back(disc);
  return once;
}

} // namespace

std::vector<Disc> chitCandidates(const cv::Mat& image, const TableView& view, const PieceCatalog& pieces,
                                 const std::vector<SeenPyramid>& pyramids, const TableFile& table_file) {
  return candidatesBy(shipsOf(pyramids, pieces, view), image, view, table_file);
}

std::vector<SeenChit> detectChits(const cv::Mat& image, const TableView& view, const PieceCatalog& pieces,
                                  const std::vector<SeenPyramid>& pyramids, const PyramidColours& colours,
                                  const TableFile& table_file) {
  const std::vector<Ship> ships = shipsOf(pyramids, pieces, view);
  std::vector<Disc> discs = candidatesBy(ships, image, view, table_file);
  const std::optional<Disc> example = exampleOf(discs);
  if (!example)
    return {};
  std::erase_if(discs, [&](const Disc& disc) { return chitEvidenceOf(disc, *example).logOdds() < 0.0; });
  const Colour colour = discs.empty() ? Colour::white : colours.opaque(meanColour(discs));
  std::vector<SeenChit> chits;
  for (const Disc& disc : discs) {
    SeenChit chit;
    chit.centre_mm = disc.centre_mm.head<2>();
    chit.colour = colour;
    chit.ship = disc.on_ship;
    double nearest_mm = disc.on_ship ? 0.0 : beside_mm;
    for (const Ship& ship : ships)
      if (const double d = distanceTo(ship, chit.centre_mm); d < nearest_mm) {
        nearest_mm = d;
        chit.ship = ship.seen->id;
      }
    chits.push_back(chit);
  }
  return chits;
}

} // namespace linesman
