#include "calibration/certificate.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "calibration/camera_errors.h"
#include "calibration/edge_profile.h"
#include "calibration/marker_measurement.h"
#include "models/board_size.h"
#include "models/dense.h"
#include "models/median.h"
#include "models/planar_pose.h"

namespace linesman {
namespace {

/// How well the outline of a piece is located in the picture: bias of its fitted edges rather than noise.
constexpr double piece_sigma_px = 0.2;

/// Standard deviation (mm, of each coordinate) of a place of the table found through `registration`: what `errors` of
/// lens and pose, which make good most of each other, do to where a pixel's ray meets the table.
double placeSigma_mm(const TableRegistration& registration, const CameraErrors& errors,
                     const Eigen::Vector2d& place_mm) {
  const auto& pose = registration.registration.camera_from_table.pose;
  const Eigen::Vector3d turned = pose.rotation() * Eigen::Vector3d(place_mm.x(), place_mm.y(), 0.0);
  const Eigen::Vector3d seen = turned + pose.translation_mm();
  Eigen::Matrix<double, 2, 3> by_point;
  registration.lens.project({seen}, &by_point);
  Eigen::Matrix<double, 2, 6> by_pose;
  by_pose << -by_point * crossMatrix(turned), by_point;
  const Eigen::Matrix2Xd shift_px =
      by_pose * errors.pose + parameterJacobian(registration.lens, seen.head<2>() / seen.z()) * errors.lens;
  const Eigen::Matrix2d by_place = (by_point * pose.rotation()).leftCols<2>();
  return std::sqrt(0.5) * by_place.partialPivLu().solve(shift_px).norm();
}

/// Millimetres of table under a pixel there, in the coarser direction.
double coarseness(const TableRegistration& registration, const Eigen::Vector2d& place_mm) {
  const auto& pose = registration.registration.camera_from_table.pose;
  Eigen::Matrix<double, 2, 3> by_point;
  registration.lens.project(pose * Point3<TableFrame>{{place_mm.x(), place_mm.y(), 0.0}}, &by_point);
  const Eigen::Matrix2d by_place = (by_point * pose.rotation()).leftCols<2>();
  return 1.0 / std::max(1e-9, by_place.jacobiSvd().singularValues()[1]);
}

/// Corners of the area that the nine points span: that of table.toml or the markers' bounds.
std::pair<Eigen::Vector2d, Eigen::Vector2d> boundsOf(const TableFile& table) {
  Eigen::Vector2d low(1e9, 1e9), high(-1e9, -1e9);
  const auto take = [&](const Eigen::Vector2d& p) { low = low.cwiseMin(p), high = high.cwiseMax(p); };
  if (table.area && table.area->disc) { // the square within it
    const Eigen::Vector2d half = Eigen::Vector2d::Constant(std::sqrt(0.5) * table.area->disc->radius_mm);
    take(table.area->disc->centre_mm - half), take(table.area->disc->centre_mm + half);
  } else if (table.area) {
    for (const Eigen::Vector2d& p : table.area->polygon_mm)
      take(p);
  } else if (table.markers.size() >= 3) {
    for (const TableMarker& marker : table.markers)
      take(marker.centre_mm);
  } else {
    take({-150.0, -100.0}), take({150.0, 100.0});
  }
  return {low, high};
}

/// From the near left place through all nine.
using NinePlaces = std::array<Eigen::Vector2d, 9>;

NinePlaces placesBetween(const Eigen::Vector2d& low, const Eigen::Vector2d& high) {
  NinePlaces places;
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] =
        low + Eigen::Vector2d(static_cast<double>(i % 3), static_cast<double>(i / 3)).cwiseProduct(high - low) / 2.0;
  return places;
}

/// Over the board that registers the table, where the file names no other area.
std::optional<NinePlaces> placesOnBoard(const TableFile& table) {
  if (table.area || !table.board || !table.board->square_mm)
    return std::nullopt;
  const auto size = boardSize(table.board->definition);
  if (!size)
    return std::nullopt;
  const Eigen::Vector2d half = 0.5 * *table.board->square_mm * Eigen::Vector2d(size->first, size->second);
  const PlanarPose<TableFrame, BoardFrame> table_from_board(table.board->centre_mm.value_or(Eigen::Vector2d::Zero()),
                                                            table.board->heading_rad.value_or(0.0));
  NinePlaces places = placesBetween(-half, half);
  for (Eigen::Vector2d& place : places)
    place = (table_from_board * Point2<BoardFrame>{place}).xy;
  return places;
}

NinePlaces placesOf(const TableFile& table, Registration::From from) {
  const auto [low, high] = boundsOf(table);
  const auto on_board = from == Registration::From::board ? placesOnBoard(table) : std::nullopt;
  return on_board ? *on_board : placesBetween(low, high);
}

void measureLeftOut(const cv::Mat& grey, const std::optional<Lens>& lens, const TableFile& table,
                    const TableRegistration& full, Certificate& c) {
  if (table.markers.size() < 3 || c.from == Registration::From::board)
    return;
  for (std::size_t m = 0; m < table.markers.size(); ++m) {
    TableFile rest = table;
    rest.markers.erase(rest.markers.begin() + static_cast<std::ptrdiff_t>(m));
    const auto found = registerTable(grey, lens ? lens : std::optional(full.lens), rest);
    if (!found || found->registration.from != Registration::From::markers)
      continue;
    // Where its sides put its centre: mean of opposite sides' shifts, on the table.
    std::vector<PoseObservation> seen;
    const auto& pose = found->registration.camera_from_table.pose;
    const TableMarker& marker = table.markers[m];
    if (!measureMarker(grey, found->lens, pose, marker, markerCode(table.dictionary, marker.id),
                       table.marker_thickness_mm, 12.0, 0, seen))
      continue;
    Eigen::Matrix3d h = Eigen::Matrix3d::Zero(); // shift of the picture and the edges' spread
    Eigen::Vector3d g = Eigen::Vector3d::Zero();
    for (const PoseObservation& o : seen) {
      const Eigen::Vector3d row(o.normal.x(), o.normal.y(), 1.0);
      const double shift = o.normal.dot(o.px - found->lens.project(pose * Point3<TableFrame>{o.point_mm}).xy);
      h += row * row.transpose() / o.variance_px2;
      g += row * shift / o.variance_px2;
    }
    const Eigen::Vector2d shift_px = solveSymmetric(h, g).topRows<2>();
    const Point3<TableFrame> centre{{marker.centre_mm.x(), marker.centre_mm.y(), table.marker_thickness_mm}};
    const auto measured =
        found->lens.tablePoint(pose, found->lens.project(pose * centre).xy + shift_px, table.marker_thickness_mm);
    if (measured)
      c.left_out.push_back({marker.id, (*measured - marker.centre_mm).norm(),
                            std::sqrt(2.0) * placeSigma_mm(*found, cameraErrors(*found, rest), marker.centre_mm)});
  }
}

/// Places to both sides of the black squares' edges.
std::vector<EdgeSides> edgesOfMarkers(const TableRegistration& registration, const TableFile& table) {
  const auto& pose = registration.registration.camera_from_table.pose;
  std::vector<EdgeSides> edges;
  for (const TableMarker& marker : table.markers) {
    if (!registration.uses(marker.id))
      continue;
    const auto corners = cornersInSpace(marker, table.marker_thickness_mm);
    const Eigen::Vector3d middle = 0.25 * (corners[0] + corners[1] + corners[2] + corners[3]);
    const auto at = [&](std::size_t side, double out) {
      const Eigen::Vector3d edge = 0.5 * (corners[side] + corners[(side + 1) % 4]);
      return registration.lens.project(pose * Point3<TableFrame>{Eigen::Vector3d(middle + out * (edge - middle))}).xy;
    };
    for (std::size_t side = 0; side < 4; ++side)
      edges.push_back({at(side, 0.85), at(side, 1.15)});
  }
  return edges;
}

/// Sharpness and light on these edges.
void measureLight(const cv::Mat& grey, const std::vector<EdgeSides>& edges, Certificate& c) {
  std::vector<double> widths, whites, blacks;
  for (EdgeSides edge : edges) {
    auto dark = greyAt(grey, edge.one_px), light = greyAt(grey, edge.other_px);
    if (!dark || !light)
      continue;
    if (*dark > *light) {
      std::swap(dark, light);
      std::swap(edge.one_px, edge.other_px);
    }
    if (*light - *dark < 20.0)
      continue;
    blacks.push_back(*dark);
    whites.push_back(*light);
    const Eigen::Vector2d across_px = edge.other_px - edge.one_px;
    double low = -1.0, high = -1.0;
    for (double s = 0.0; s <= 1.0; s += 0.01) {
      const double level = (greyAt(grey, edge.one_px + s * across_px).value_or(0.0) - *dark) / (*light - *dark);
      if (level < 0.1)
        low = s;
      if (high < 0.0 && level > 0.9)
        high = s;
    }
    if (low >= 0.0 && high > low)
      widths.push_back((high - low) * across_px.norm());
  }
  const auto median = [](std::vector<double>& of) { return of.empty() ? std::nullopt : std::optional(medianOf(of)); };
  c.edge_width_px = median(widths);
  c.white_level = median(whites);
  c.black_level = median(blacks);
  c.saturated_share = static_cast<double>(cv::countNonZero(grey >= 254)) / static_cast<double>(grey.total());
}

void measureTiming(const std::vector<double>& times_s, Certificate& c) {
  c.frames = times_s.size();
  std::vector<double> gaps;
  for (std::size_t i = 1; i < times_s.size(); ++i)
    gaps.push_back(times_s[i] - times_s[i - 1]);
  const double usual_s = medianOf(gaps);
  if (!(usual_s > 0.0))
    return;
  c.fps = 1.0 / usual_s;
  int dropped = 0;
  for (const double gap : gaps)
    dropped += gap > 1.5 * usual_s ? static_cast<int>(std::lround(gap / usual_s)) - 1 : 0;
  c.dropped = dropped;
}

void measureNoise(const cv::Mat& first, const cv::Mat& second, Certificate& c) {
  if (second.empty() || first.size() != second.size())
    return;
  cv::Mat apart;
  cv::absdiff(first, second, apart);
  // Mean absolute difference of two noisy values: 2 / sqrt(pi) of one's deviation.
  c.noise_levels = cv::mean(apart)[0] * 0.8862;
}

/// The nine places and how much they scatter between the frames.
void measurePoints(const std::vector<TableRegistration>& registrations, const TableFile& table, Certificate& c) {
  const TableRegistration& first = registrations.front();
  const NinePlaces nine = placesOf(table, c.from);
  const CameraErrors errors = cameraErrors(first, table);
  for (std::size_t i = 0; i < nine.size(); ++i) {
    CertificatePoint& point = c.points[i];
    point.table_mm = nine[i];
    point.sigma_mm = placeSigma_mm(first, errors, point.table_mm);
    point.mm_per_px = coarseness(first, point.table_mm);
    point.px = first.lens
                   .project(first.registration.camera_from_table.pose *
                            Point3<TableFrame>{{point.table_mm.x(), point.table_mm.y(), 0.0}})
                   .xy;
    std::vector<Eigen::Vector2d> places;
    Eigen::Vector2d mean = Eigen::Vector2d::Zero();
    for (const TableRegistration& r : registrations)
      if (const auto place = r.lens.tablePoint(r.registration.camera_from_table.pose, point.px))
        places.push_back(*place), mean += *place;
    if (places.size() < 2 || c.from == Registration::From::saved)
      continue;
    const auto count = static_cast<double>(places.size());
    double squares = 0.0;
    for (const Eigen::Vector2d& place : places)
      squares += (place - mean / count).squaredNorm();
    point.scatter_mm = std::sqrt(squares / (2.0 * (count - 1.0)));
  }
}

/// Accuracy and smallest margin from the points and the left-out markers.
void conclude(Certificate& c) {
  double squares = 0.0; // how much more left-out markers are off than stated
  for (const LeftOutMarker& m : c.left_out)
    squares += m.error_mm * m.error_mm / std::max(1e-12, m.sigma_mm * m.sigma_mm + 0.03 * 0.03) /
               static_cast<double>(c.left_out.size());
  const double excess = std::max(1.0, std::sqrt(squares));
  for (const CertificatePoint& point : c.points) {
    const double place_mm = std::hypot(excess * point.sigma_mm, point.scatter_mm.value_or(0.0));
    c.accuracy_mm = std::max(c.accuracy_mm, place_mm);
    // Between two pieces the registration's error is common but for its stretch; each piece has its own.
    const double piece_mm = piece_sigma_px * point.mm_per_px;
    c.smallest_margin_mm = std::max(c.smallest_margin_mm, 2.0 * std::sqrt(2.0) * std::hypot(piece_mm, 0.5 * place_mm));
  }
}

/// Frames that could not be measured tell nothing of the table, but that much of the picture, and so does a doubt that
/// the registration itself has.
void addDoubts(const std::vector<TableRegistration>& registrations, Certificate& c) {
  const std::size_t lost = c.frames - registrations.size();
  const bool by_board = c.from == Registration::From::board;
  if (lost * 20 > c.frames)
    c.warnings.push_back(
        (by_board ? "The board was not where it had been in " : "The markers were not where they had been in ") +
        std::to_string(lost) + " of " + std::to_string(c.frames) +
        " frames, which are left out: keep camera, table and light as they are, and certify again.");
  const std::string& warning = registrations.front().registration.warning;
  if ((c.lens_calibrated || by_board) && !warning.empty()) // of markers without a lens all in it follows from that
    c.warnings.push_back(warning);
}

void addWarnings(Certificate& c, std::size_t markers) {
  const auto warn = [&](bool bad, const char* sentence) {
    if (bad)
      c.warnings.emplace_back(sentence);
  };
  const bool by_markers = c.from == Registration::From::markers, by_board = c.from == Registration::From::board;
  warn(c.from == Registration::From::saved,
       "No marker is in view: the saved registration was taken, and nothing tells whether the camera still stands as "
       "it did; show the markers, or register the table anew before the match.");
  warn(!c.lens_calibrated, "The lens is not calibrated: run `linesman calibrate lens` with this camera.");
  warn(c.edge_width_px.value_or(0.0) > 4.5, "The picture is not sharp: set and lock the focus on the table.");
  warn(c.white_level.value_or(0.0) > 250.0 || c.saturated_share > 0.02,
       by_board ? "The picture is over-exposed: lower the exposure or the light."
                : "White paper is over-exposed: lower the exposure or the light.");
  // A board's light squares are darker than paper, and a board whose squares differ in colour alone tells no light.
  warn((by_markers && c.white_level.value_or(0.0) < 90.0) || (by_board && c.white_level.value_or(255.0) < 60.0),
       "The table is dark: add light or a longer exposure.");
  warn(c.frames > 5 && c.dropped.value_or(0) * 20 > static_cast<int>(c.frames),
       "More than one frame in twenty is lost: use a better cable or port, or a smaller picture.");
  warn(c.frames > 5 && c.fps && *c.fps < 10.0,
       "The frame rate is below 10 a second: add light or use a smaller picture.");
  warn(by_markers && c.left_out.size() < markers,
       "Not every corner marker could be checked against the others: uncover all of them.");
  for (const LeftOutMarker& m : c.left_out)
    if (m.error_mm > std::max(1.0, 4.0 * m.sigma_mm))
      c.warnings.push_back("Marker " + std::to_string(m.id) +
                           " does not lie where table.toml says: fix it, or run `linesman calibrate table`.");
}

bool seesMarkers(const TableRegistration& found) {
  return found.registration.from == Registration::From::markers;
}

} // namespace

void Certifier::begin(const TimedFrame& frame, TableRegistration registration) {
  first_ = frame.grey;
  times_s_.push_back(frame.t_s);
  registrations_.push_back(std::move(registration));
}

bool Certifier::keep(const TimedFrame& frame) {
  if (frame.grey.size() != first_.size()) {
    ++other_sizes_;
    return false;
  }
  if (second_.empty())
    second_ = frame.grey;
  times_s_.push_back(frame.t_s);
  return true;
}

Result<void> Certifier::add(const TimedFrame& frame) {
  if (registrations_.empty()) {
    auto first = registerTable(frame.grey, lens_, table_);
    if (!first)
      return tl::unexpected(first.error());
    begin(frame, std::move(*first));
  } else if (keep(frame)) {
    if (!seesMarkers(registrations_.front()))
      registrations_.push_back(registrations_.front()); // not looked for in the picture, so never lost
    else if (const auto next = reregisterTable(frame.grey, registrations_.back(), table_))
      registrations_.push_back(*next);
  }
  return {};
}

Result<void> Certifier::add(const TimedFrame& frame, const Result<RegisteredByBoard>& by_board) {
  if (registrations_.empty()) {
    if (!by_board)
      return tl::unexpected(by_board.error());
    begin(frame, by_board->registration);
    edges_ = by_board->edges;
  } else if (keep(frame) && by_board) {
    registrations_.push_back(by_board->registration);
  }
  return {};
}

Result<Certificate> Certifier::finish() const {
  if (registrations_.empty())
    return fail("The source gave no frame; check the camera.");
  Certificate c;
  const TableRegistration& first = registrations_.front();
  c.lens_calibrated = lens_.has_value();
  c.width_px = first_.cols;
  c.height_px = first_.rows;
  c.camera = first.lens.camera;
  c.rms_px = first.registration.rms_px;
  c.from = first.registration.from;
  measurePoints(registrations_, table_, c);
  measureLeftOut(first_, lens_, table_, first, c);
  conclude(c);
  measureLight(first_, c.from == Registration::From::board ? edges_ : edgesOfMarkers(first, table_), c);
  measureTiming(times_s_, c);
  measureNoise(first_, second_, c);
  addWarnings(c, table_.markers.size());
  addDoubts(registrations_, c);
  if (other_sizes_ > 0)
    c.warnings.push_back("Frames of another size than the first are left out (" + std::to_string(other_sizes_) +
                         "): certify one camera at one size of the picture.");
  return c;
}

Result<Certificate> certify(const std::vector<TimedFrame>& frames, const std::optional<Lens>& lens,
                            const TableFile& table) {
  Certifier certifier(lens, table);
  for (const TimedFrame& frame : frames)
    if (const auto added = certifier.add(frame); !added)
      return tl::unexpected(added.error());
  return certifier.finish();
}

} // namespace linesman
