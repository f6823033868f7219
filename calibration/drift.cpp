#include "calibration/drift.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include <opencv2/imgproc.hpp>

#include "calibration/marker_measurement.h"
#include "models/dense.h"

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

/// Deviation of a standard normal variable that is as unlikely as this chi-square (Wilson and Hilferty 1931).
double sigmasOf(double chi2, double freedom) {
  const double c = 2.0 / (9.0 * freedom);
  return (std::cbrt(chi2 / freedom) - (1.0 - c)) / std::sqrt(c);
}

/// Residuals of the observations for a pose and a focal factor, spreads taken out marker by marker.
double chi2Of(const std::vector<PoseObservation>& observations, const Lens& lens,
              const Pose<CameraFrame, TableFrame>& pose, double* rms_px) {
  std::vector<double> sums, weights, residuals;
  for (const PoseObservation& o : observations) {
    const auto group = static_cast<std::size_t>(o.group);
    if (group >= sums.size())
      sums.resize(group + 1, 0.0), weights.resize(group + 1, 0.0);
    residuals.push_back(o.normal.dot(o.px - lens.project(pose * Point3<TableFrame>{o.point_mm}).xy));
    sums[group] += residuals.back() / o.variance_px2;
    weights[group] += 1.0 / o.variance_px2;
  }
  double chi2 = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const auto group = static_cast<std::size_t>(observations[i].group);
    const double r = residuals[i] - sums[group] / weights[group];
    chi2 += r * r / observations[i].variance_px2;
    squares += r * r;
  }
  if (rms_px != nullptr)
    *rms_px = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, observations.size())));
  return chi2;
}

/// The one focal factor that explains the shift best, and its chi-square.
std::pair<double, double> bestZoom(const std::vector<PoseObservation>& observations, const Lens& lens,
                                   const Pose<CameraFrame, TableFrame>& pose) {
  double best = 1e300;
  double centre = 1.0;
  for (const double span : {0.4, 0.1, 0.02, 0.004, 0.0008}) {
    double next = centre;
    for (int i = -5; i <= 5; ++i) {
      Lens zoomed = lens;
      const double factor = centre + span * i / 5.0;
      zoomed.fx_px *= factor;
      zoomed.fy_px *= factor;
      const double chi2 = chi2Of(observations, zoomed, pose, nullptr);
      if (chi2 < best) {
        best = chi2;
        next = factor;
      }
    }
    centre = next;
  }
  return {centre, best};
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
  case DriftCause::hidden:
    out << "Too few corner markers are visible to check the calibration; uncover them.";
    break;
  case DriftCause::none:
    return {};
  }
  return out.str();
}

} // namespace

DriftMonitor::DriftMonitor(TableFile table, const TableRegistration& reference, const cv::Mat& grey)
    : table_(std::move(table)) {
  setReference(reference, grey);
}

void DriftMonitor::setReference(const TableRegistration& reference, const cv::Mat& grey) {
  reference_ = reference;
  sharpness_.clear();
  suspicious_ = 0;
  zoom_ = 1.0;
  for (const TableMarker& marker : table_.markers) {
    const bool used = std::find(reference.markers_used.begin(), reference.markers_used.end(), marker.id) !=
                      reference.markers_used.end();
    sharpness_.push_back(used ? sharpnessOf(grey, reference.lens, reference.registration.camera_from_table.pose, marker)
                              : 0.0);
  }
}

DriftCause DriftMonitor::bumpOrZoom(const PoseProblem& problem, const PoseSolution& solution) {
  const Lens& lens = reference_.lens;
  const double n = std::log(static_cast<double>(problem.observations.size()));
  const auto [factor, misfit] = bestZoom(problem.observations, lens, reference_.registration.camera_from_table.pose);
  // Scaled by what the better one leaves: a zoom that is taken for a bump makes its own misfit.
  const double bump = chi2Of(problem.observations, lens, solution.camera_from_table, nullptr);
  const double scale = std::max(1.0, std::min(bump, misfit) / static_cast<double>(problem.observations.size()));
  const bool zoom = misfit / scale + n < bump / scale + 6.0 * n;
  zoom_ = zoom ? factor : 1.0;
  return zoom ? DriftCause::zoom : DriftCause::bump;
}

DriftCause DriftMonitor::searchFar(const cv::Mat& grey, double& shift_px) {
  const auto found = registerTable(grey, reference_.lens, table_);
  if (!found || found->registration.from != Registration::From::markers || found->markers_used.size() < 2)
    return DriftCause::hidden;
  const Lens& lens = reference_.lens;
  const auto& pose = reference_.registration.camera_from_table.pose;
  const auto& now = found->registration.camera_from_table.pose;
  PoseProblem problem;
  int groups = 0;
  for (const TableMarker& marker : table_.markers) {
    const Point3<TableFrame> centre{{marker.centre_mm.x(), marker.centre_mm.y(), 0.0}};
    shift_px = std::max(shift_px, (lens.project(now * centre).xy - lens.project(pose * centre).xy).norm());
    if (measureMarker(grey, lens, now, marker, markerCode(table_.dictionary, marker.id), table_.marker_thickness_mm,
                      range_px, groups, problem.observations))
      ++groups;
  }
  PoseSolution solution;
  if (groups < 2 || !solvePose(problem, lens, now, solution))
    return DriftCause::bump;
  return bumpOrZoom(problem, solution);
}

Drift DriftMonitor::check(const cv::Mat& grey) {
  Drift drift;
  zoom_ = 1.0;
  Lens lens = reference_.lens;
  lens.parameter_covariance.reset(); // the lens is the same in both frames: its error is no drift
  const auto& pose = reference_.registration.camera_from_table.pose;
  PoseProblem problem;
  int groups = 0;
  std::vector<double> ratios;
  for (std::size_t m = 0; m < table_.markers.size(); ++m)
    if (measureMarker(grey, lens, pose, table_.markers[m], markerCode(table_.dictionary, table_.markers[m].id),
                      table_.marker_thickness_mm, range_px, groups, problem.observations)) {
      ++groups;
      const double now = sharpnessOf(grey, lens, pose, table_.markers[m]);
      if (sharpness_[m] > 0.0 && now > 0.0)
        ratios.push_back(now / sharpness_[m]);
    }
  if (!ratios.empty()) {
    std::nth_element(ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2), ratios.end());
    drift.sharpness = ratios[ratios.size() / 2];
  }
  PoseSolution solution;
  if (groups < 2 || !solvePose(problem, lens, pose, solution)) {
    // Nothing where it was: either hidden or moved far. A search tells.
    drift.cause = searchFar(grey, drift.shift_px);
    drift.sigmas = drift.cause == DriftCause::hidden ? 0.0 : 99.0;
  } else {
    Vector6d moved;
    moved << vectorFromRotation(solution.camera_from_table.rotation() * pose.rotation().transpose()),
        solution.camera_from_table.translation_mm() - pose.translation_mm();
    // Reference and frame are equally noisy.
    drift.sigmas = sigmasOf(moved.dot(Vector6d(solveSymmetric(2.0 * solution.covariance, moved))), 6.0);
    chi2Of(problem.observations, lens, pose, &drift.shift_px);
    const double change = std::abs(std::log(std::max(0.05, drift.sharpness)));
    if (change > std::log(1.0 + sharpness_change))
      drift.cause = DriftCause::focus;
    else if (drift.sigmas > limit_sigmas)
      drift.cause = bumpOrZoom(problem, solution);
  }
  suspicious_ = drift.cause == DriftCause::none ? 0 : suspicious_ + 1;
  drift.steady = suspicious_ < 2;
  if (!drift.steady)
    drift.sentence = sentenceOf(drift);
  return drift;
}

Result<TableRegistration> DriftMonitor::recalibrate(const cv::Mat& grey) {
  std::optional<Lens> lens = reference_.lens.estimated ? std::nullopt : std::optional(reference_.lens);
  if (lens) { // zoomed: the focal length moved, the rest of the lens is what is known best
    lens->fx_px *= zoom_;
    lens->fy_px *= zoom_;
  }
  auto found = registerTable(grey, lens, table_);
  if (found)
    setReference(*found, grey);
  return found;
}

} // namespace linesman
