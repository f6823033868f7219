#include "calibration/drift.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include <opencv2/imgproc.hpp>

#include "calibration/changed_registration.h"
#include "calibration/edge_profile.h"
#include "calibration/marker_measurement.h"
#include "models/dense.h"
#include "models/median.h"

namespace linesman {
namespace {

constexpr double limit_sigmas = 3.0;
constexpr double range_px = 4.0;
constexpr double sharpness_change = 0.25; // a focus step that blurs edges by a quarter

/// Steepest grey change over the marker, over its contrast: falls as the picture blurs, hardly follows the light.
double sharpnessOf(const cv::Mat& grey, const Lens& lens, const Pose<CameraFrame, TableFrame>& pose,
                   const TableMarker& marker) {
  cv::Rect box;
  std::vector<cv::Point> corners;
  for (const Eigen::Vector3d& corner : cornersInSpace(marker, 0.0)) {
    const auto px = lens.project(pose * Point3<TableFrame>{corner}).xy;
    corners.emplace_back(static_cast<int>(std::lround(px.x())), static_cast<int>(std::lround(px.y())));
  }
  box = cv::boundingRect(corners) & cv::Rect(0, 0, grey.cols, grey.rows);
  if (box.width < 8 || box.height < 8)
    return 0.0;
  cv::Mat across, down;
  cv::Sobel(grey(box), across, CV_32F, 1, 0);
  cv::Sobel(grey(box), down, CV_32F, 0, 1);
  cv::Mat steepness = across.mul(across) + down.mul(down);
  std::vector<float> values(steepness.begin<float>(), steepness.end<float>());
  std::vector<uchar> greys;
  for (int y = box.y; y < box.y + box.height; ++y)
    greys.insert(greys.end(), grey.ptr<uchar>(y) + box.x, grey.ptr<uchar>(y) + box.x + box.width);
  const auto share = [](auto& list, double s) {
    const auto at = list.begin() + static_cast<std::ptrdiff_t>(s * static_cast<double>(list.size() - 1));
    std::nth_element(list.begin(), at, list.end());
    return static_cast<double>(*at);
  };
  const double contrast = share(greys, 0.95) - share(greys, 0.05);
  return contrast < 10.0 ? 0.0 : std::sqrt(share(values, 0.95)) / contrast;
}

/// "Marker 3" or "Markers 1, 3".
std::string named(const std::vector<int>& ids) {
  std::string words = ids.size() == 1 ? "Marker " : "Markers ";
  for (std::size_t i = 0; i < ids.size(); ++i)
    words += (i == 0 ? "" : ", ") + std::to_string(ids[i]);
  return words;
}

std::string sentenceOf(const Drift& drift) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1);
  switch (drift.cause) {
  case DriftCause::bump:
    out << "The camera or the table was moved (by about " << drift.shift_px
        << " pixels); leave the table quiet for a moment to register it again.";
    break;
  case DriftCause::zoom:
    out << "The camera's zoom changed (edges shifted by about " << drift.shift_px
        << " pixels); leave it now and the table quiet for a moment, and calibrate the lens again for full accuracy.";
    break;
  case DriftCause::focus:
    out << "The camera's focus changed (edges are " << drift.sharpness
        << " times as sharp); lock the focus, then calibrate the lens again if it stays.";
    break;
  case DriftCause::picture:
    out << "The camera shows another part of its picture (shifted by about " << drift.shift_px
        << " pixels); switch its steadying and framing off, and leave the table quiet for a moment.";
    break;
  case DriftCause::marker:
    out << named(drift.markers) << (drift.markers.size() == 1 ? " was" : " were") << " moved (by about "
        << drift.shift_px << " pixels) and " << (drift.markers.size() == 1 ? "is" : "are")
        << " left out until measured where " << (drift.markers.size() == 1 ? "it lies" : "they lie")
        << " now; leave the table quiet for a moment, and measure the markers anew before the next match.";
    break;
  case DriftCause::gone:
    out << named(drift.markers)
        << (drift.markers.size() == 1 ? " is no longer on the table; the others serve without it, and where it is laid "
                                        "down again it is measured anew."
                                      : " are no longer on the table; the others serve without them, and where they "
                                        "are laid down again they are measured anew.");
    break;
  case DriftCause::layout:
    out << "The markers no longer lie as they did (by about " << drift.shift_px
        << " pixels, which no single move explains); leave the table quiet for a moment, and measure the markers anew "
           "for full accuracy.";
    break;
  case DriftCause::hidden:
    out << "Too few corner markers are visible to check the calibration; uncover them.";
    break;
  case DriftCause::none:
    return {};
  }
  return out.str();
}

/// Rms shift of the edges of these groups.
double shiftOf_px(const std::vector<int>& groups, const std::vector<PoseObservation>& observations,
                  const EdgeShifts& shifts) {
  double squares = 0.0, count = 0.0;
  for (std::size_t i = 0; i < observations.size(); ++i)
    if (std::find(groups.begin(), groups.end(), observations[i].group) != groups.end())
      squares += shifts.px[i] * shifts.px[i], count += 1.0;
  return std::sqrt(squares / std::max(1.0, count));
}

/// True where markers' edges moved by themselves as those of one do that is pushed: a shadow or a piece beside it moves
/// some of its edges only.
bool pushedAlone(const ShiftCause& found, double shift_px) {
  constexpr double least_px = 0.25; // light that changes moves edges by a tenth
  return found.cause == DriftCause::marker && shift_px > least_px && found.after < 0.2 * found.before;
}

} // namespace

DriftMonitor::DriftMonitor(TableFile table, const TableRegistration& reference, const cv::Mat& grey)
    : table_(std::move(table)) {
  setReference(reference, grey);
}

DriftMonitor::Edges DriftMonitor::measure(const cv::Mat& grey, const Pose<CameraFrame, TableFrame>& pose) const {
  Edges edges;
  for (const TableMarker& marker : table_.markers)
    if (measureMarker(grey, reference_.lens, pose, marker, markerCode(table_.dictionary, marker.id),
                      table_.marker_thickness_mm, range_px, static_cast<int>(edges.ids.size()), edges.observations)) {
      edges.ids.push_back(marker.id);
      edges.sharpness.push_back(sharpnessOf(grey, reference_.lens, pose, marker));
    }
  return edges;
}

void DriftMonitor::setReference(const TableRegistration& reference, const cv::Mat& grey) {
  reference_ = reference;
  suspicious_ = 0;
  seen_.clear();
  moved_.clear();
  unseen_.clear();
  waiting_.clear();
  // Seen beside its place and not used: registration found it moved.
  constexpr double least_px = 0.5;
  const Edges all = measure(grey, reference.registration.camera_from_table.pose);
  const EdgeShifts shifts = edgeShifts(all.observations, reference.lens, reference.registration.camera_from_table.pose);
  for (std::size_t group = 0; group < all.ids.size(); ++group)
    if (!reference.uses(all.ids[group]) && shiftOf_px({static_cast<int>(group)}, all.observations, shifts) > least_px)
      leaveOut(all.ids[group]);
  for (std::size_t group = 0; group < all.ids.size(); ++group)
    if (reference.uses(all.ids[group]))
      addToReference(all, group);
  lens_ = reference.lens;
}

void DriftMonitor::leaveOut(int id) {
  const auto is = [id](const TableMarker& marker) { return marker.id == id; };
  const auto found = std::find_if(table_.markers.begin(), table_.markers.end(), is);
  if (found == table_.markers.end())
    return;
  left_out_.push_back(*found);
  table_.markers.erase(found);
}

bool DriftMonitor::showsBareTable(const cv::Mat& grey, const TableMarker& marker) const {
  // The marker's square and a cell around it, against a frame well beyond its white border: whoever carried it away
  // left the table, a cup or a hand looks different from what lies around it.
  struct Greys {
    double sum = 0.0, squares = 0.0, count = 0.0;
    double mean() const { return sum / count; }
    double deviation() const { return std::sqrt(std::max(0.0, squares / count - mean() * mean())); }
  };
  constexpr int steps = 24;
  constexpr double reach = 1.25, square = 0.65, frame = 1.0; // of the marker's side, from its middle
  Greys inside, around;
  const auto& pose = reference_.registration.camera_from_table.pose;
  const Eigen::Rotation2Dd turn(marker.heading_rad);
  for (int i = 0; i <= steps; ++i)
    for (int k = 0; k <= steps; ++k) {
      const Eigen::Vector2d local = Eigen::Vector2d(2.0 * i / steps - 1.0, 2.0 * k / steps - 1.0) * reach;
      const double away = local.cwiseAbs().maxCoeff();
      if (away > square && away < frame)
        continue;
      const Eigen::Vector2d place = marker.centre_mm + marker.size_mm * (turn * local);
      const auto value =
          greyAt(grey, reference_.lens.project(pose * Point3<TableFrame>{{place.x(), place.y(), 0.0}}).xy);
      if (!value && away < square)
        return false; // partly out of the picture
      Greys& greys = away < square ? inside : around;
      if (value)
        greys.sum += *value, greys.squares += *value * *value, greys.count += 1.0;
    }
  if (around.count < 50.0)
    return false;
  constexpr double least_levels = 8.0; // that light differs by over a hand's breadth of one table
  return std::abs(inside.mean() - around.mean()) < std::max(least_levels, around.deviation()) &&
         inside.deviation() < std::max(least_levels, 1.5 * around.deviation());
}

void DriftMonitor::findAbsent(const cv::Mat& grey, const Edges& edges, Drift& drift) {
  constexpr int long_unseen = 25; // checks: two seconds
  bool look = false;
  for (const TableMarker& marker : table_.markers) {
    int& unseen = unseen_[marker.id];
    unseen = std::find(edges.ids.begin(), edges.ids.end(), marker.id) == edges.ids.end() ? unseen + 1 : 0;
    look = look || (unseen >= long_unseen && (suspicious_ > 0 || unseen % long_unseen == 0));
  }
  if (!look)
    return;
  const auto read = findMarkers(grey, table_.dictionary, MarkerSearch::quick);
  std::vector<int> moved, gone;
  for (const TableMarker& marker : table_.markers) {
    if (unseen_[marker.id] < long_unseen)
      continue;
    const auto elsewhere =
        std::find_if(read.begin(), read.end(), [&](const FoundMarker& seen) { return seen.id == marker.id; });
    if (elsewhere != read.end()) {
      const auto now = placeMarker(grey, *elsewhere, reference_, table_, marker.size_mm);
      constexpr double least_px = 2.0; // nearer it is the same place, in bad light
      const double by_px = now ? now->px_per_mm * (now->marker.centre_mm - marker.centre_mm).norm() : 0.0;
      if (by_px > least_px)
        moved.push_back(marker.id), drift.shift_px = std::max(drift.shift_px, by_px);
    } else if (showsBareTable(grey, marker)) {
      gone.push_back(marker.id);
    }
  }
  if (moved.empty() && gone.empty())
    return;
  drift.cause = moved.empty() ? DriftCause::gone : DriftCause::marker;
  drift.markers = moved.empty() ? gone : moved;
  moved_ = drift.markers;
}

std::optional<PlacedMarker> DriftMonitor::takeBack(const cv::Mat& grey) {
  constexpr std::size_t looks = 3;
  constexpr double still_mm = 0.2, still_rad = 0.01; // between looks: what noise alone makes
  const auto read = findMarkers(grey, table_.dictionary, MarkerSearch::quick);
  for (const TableMarker& out : left_out_) {
    std::vector<PlacedMarker>& places = waiting_[out.id];
    const auto seen = std::find_if(read.begin(), read.end(), [&](const FoundMarker& m) { return m.id == out.id; });
    const auto place = seen == read.end() ? std::nullopt : placeMarker(grey, *seen, reference_, table_, out.size_mm);
    if (!place) {
      places.clear();
      continue;
    }
    if (!places.empty() &&
        ((places.back().marker.centre_mm - place->marker.centre_mm).norm() > still_mm ||
         std::abs(wrapAngle(places.back().marker.heading_rad - place->marker.heading_rad)) > still_rad))
      places.clear();
    places.push_back(*place);
    if (places.size() < looks)
      continue;
    PlacedMarker back = *place; // the mean; what the registration is off by is the same in all
    for (const PlacedMarker& one : places) {
      const double share = 1.0 / static_cast<double>(places.size());
      back.marker.centre_mm += share * (one.marker.centre_mm - place->marker.centre_mm);
      back.marker.heading_rad += share * wrapAngle(one.marker.heading_rad - place->marker.heading_rad);
    }
    table_.markers.push_back(back.marker);
    waiting_.erase(out.id);
    std::erase_if(left_out_, [id = back.marker.id](const TableMarker& marker) { return marker.id == id; });
    return back; // check() takes it into the reference
  }
  return std::nullopt;
}

void DriftMonitor::addToReference(const Edges& edges, std::size_t group) {
  SeenMarker& marker = seen_[edges.ids[group]];
  marker.sharpness = edges.sharpness[group];
  const EdgeShifts shifts =
      edgeShifts(edges.observations, reference_.lens, reference_.registration.camera_from_table.pose);
  for (std::size_t i = 0; i < edges.observations.size(); ++i)
    if (edges.observations[i].group == static_cast<int>(group))
      marker.shifts_px.emplace_back(edges.observations[i].point_mm, shifts.px[i]);
}

void DriftMonitor::takeOutReference(Edges& edges) const {
  std::vector<PoseObservation> kept;
  for (PoseObservation o : edges.observations) {
    const auto marker = seen_.find(edges.ids[static_cast<std::size_t>(o.group)]);
    if (marker != seen_.end()) {
      const auto& list = marker->second.shifts_px;
      const auto same = std::find_if(list.begin(), list.end(), [&](const auto& shift) {
        return (shift.first - o.point_mm).squaredNorm() < 1e-12;
      });
      if (same == list.end())
        continue;
      o.px -= same->second * o.normal;
    }
    kept.push_back(o);
  }
  edges.observations = kept;
}

double DriftMonitor::sharpnessOver(const Edges& edges) const {
  std::vector<double> ratios;
  for (std::size_t group = 0; group < edges.ids.size(); ++group) {
    const auto marker = seen_.find(edges.ids[group]);
    if (marker != seen_.end() && marker->second.sharpness > 0.0 && edges.sharpness[group] > 0.0)
      ratios.push_back(edges.sharpness[group] / marker->second.sharpness);
  }
  return ratios.empty() ? 1.0 : medianOf(std::move(ratios));
}

void DriftMonitor::setCause(const ShiftCause& found, const Edges& edges, Drift& drift) {
  constexpr double worst_misfit = 9.0; // mean square: three standard deviations a reading
  drift.cause = found.cause;
  lens_ = found.lens;
  for (const int group : found.groups)
    drift.markers.push_back(edges.ids[static_cast<std::size_t>(group)]);
  if (found.after > std::max(worst_misfit, 0.01 * found.before)) { // far moves bring the lens's errors with them
    drift.cause = DriftCause::layout;
    drift.markers.clear();
    lens_ = reference_.lens;
  }
  std::sort(drift.markers.begin(), drift.markers.end());
  moved_ = drift.markers;
}

void DriftMonitor::searchFar(const cv::Mat& grey, Drift& drift) {
  drift.cause = DriftCause::hidden;
  const auto found = registerChangedTable(grey, reference_.lens, table_);
  if (!found || found->registration.from != Registration::From::markers ||
      found->markers_used.size() < std::min<std::size_t>(2, table_.markers.size()))
    return;
  drift.cause = DriftCause::bump;
  drift.sigmas = 99.0;
  const auto& pose = reference_.registration.camera_from_table.pose;
  const auto& now = found->registration.camera_from_table.pose;
  for (const TableMarker& marker : table_.markers) {
    const Point3<TableFrame> centre{{marker.centre_mm.x(), marker.centre_mm.y(), 0.0}};
    drift.shift_px = std::max(
        drift.shift_px, (reference_.lens.project(now * centre).xy - reference_.lens.project(pose * centre).xy).norm());
  }
  const Edges edges = measure(grey, now);
  PoseProblem problem;
  problem.observations = edges.observations;
  PoseSolution solution;
  if (edges.ids.size() >= 2 && solvePose(problem, reference_.lens, now, solution))
    setCause(causeOfShift(edges.observations, reference_.lens, pose, solution.camera_from_table), edges, drift);
}

void DriftMonitor::judge(const Edges& edges, Drift& drift) {
  Lens lens = reference_.lens;
  lens.parameter_covariance.reset(); // the lens is the same in both frames: its error is no drift
  const auto& pose = reference_.registration.camera_from_table.pose;
  PoseProblem problem;
  problem.observations = edges.observations;
  PoseSolution solution;
  if (!solvePose(problem, lens, pose, solution)) {
    drift.cause = DriftCause::hidden;
    return;
  }
  const Vector6d moved = errorBetween(pose, solution.camera_from_table);
  // Reference and frame are equally noisy.
  drift.sigmas = sigmasOf(moved.dot(Vector6d(solveSymmetric(2.0 * solution.covariance, moved))), 6.0);
  const EdgeShifts shifts = edgeShifts(edges.observations, lens, pose);
  drift.shift_px = shifts.rms_px;
  const double of_edges = sigmasOf(0.5 * shifts.chi2, static_cast<double>(shifts.px.size() - edges.ids.size()));
  if (std::max(drift.sigmas, of_edges) > limit_sigmas) {
    const ShiftCause found = causeOfShift(edges.observations, lens, pose, solution.camera_from_table);
    const double pushed_px = shiftOf_px(found.groups, edges.observations, shifts);
    if (drift.sigmas > limit_sigmas || pushedAlone(found, pushed_px))
      setCause(found, edges, drift);
    if (drift.cause == DriftCause::marker)
      drift.shift_px = pushed_px;
  }
  const double change = std::abs(std::log(std::max(0.05, drift.sharpness)));
  if (change > std::log(1.0 + sharpness_change) && drift.cause != DriftCause::marker &&
      drift.cause != DriftCause::layout)
    drift.cause = DriftCause::focus; // a zoom that goes with it has been kept
}

Drift DriftMonitor::check(const cv::Mat& grey) {
  Drift drift;
  lens_ = reference_.lens;
  moved_.clear();
  Edges edges = measure(grey, reference_.registration.camera_from_table.pose);
  drift.sharpness = sharpnessOver(edges);
  const Edges seen = edges;
  takeOutReference(edges);
  if (edges.ids.size() < std::min<std::size_t>(2, table_.markers.size()))
    searchFar(grey, drift); // either hidden or moved far
  else
    judge(edges, drift);
  if (!edges.ids.empty() && (drift.cause == DriftCause::none || drift.cause == DriftCause::hidden))
    findAbsent(grey, edges, drift);
  if (drift.cause == DriftCause::none) // one that was covered at the start is watched from now on
    for (std::size_t group = 0; group < seen.ids.size(); ++group)
      if (!seen_.contains(seen.ids[group]))
        addToReference(seen, group);
  suspicious_ = drift.cause == DriftCause::none ? 0 : suspicious_ + 1;
  drift.steady = suspicious_ < 2;
  if (!drift.steady)
    drift.sentence = sentenceOf(drift);
  return drift;
}

Result<TableRegistration> DriftMonitor::recalibrate(const cv::Mat& grey) {
  const std::optional<Lens> lens = reference_.lens.estimated ? std::nullopt : std::optional(lens_);
  TableFile rest = table_;
  std::erase_if(rest.markers, [&](const TableMarker& marker) {
    return std::find(moved_.begin(), moved_.end(), marker.id) != moved_.end();
  });
  auto found = registerTable(grey, lens, rest);
  if (!found)
    return found;
  for (const int id : std::vector<int>(moved_))
    leaveOut(id);
  setReference(*found, grey);
  return found;
}

} // namespace linesman
