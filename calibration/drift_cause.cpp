#include "calibration/drift_cause.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "models/dense.h"

namespace linesman {
namespace {

using CameraFromTable = Pose<CameraFrame, TableFrame>;
using Observations = std::vector<PoseObservation>;

/// Shifts over their deviations for predicted pixels, each group's mean taken out.
Eigen::VectorXd normalisedShifts(const Observations& observations,
                                 const std::function<Eigen::Vector2d(const PoseObservation&)>& predict) {
  const auto n = static_cast<Eigen::Index>(observations.size());
  Eigen::VectorXd shifts(n);
  std::map<int, std::pair<double, double>> groups; // weighted sum, weight
  for (Eigen::Index i = 0; i < n; ++i) {
    const PoseObservation& o = observations[static_cast<std::size_t>(i)];
    shifts[i] = o.normal.dot(o.px - predict(o));
    auto& [sum, weight] = groups[o.group];
    sum += shifts[i] / o.variance_px2;
    weight += 1.0 / o.variance_px2;
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    const PoseObservation& o = observations[static_cast<std::size_t>(i)];
    const auto& [sum, weight] = groups[o.group];
    shifts[i] = (shifts[i] - sum / weight) / std::sqrt(o.variance_px2);
  }
  return shifts;
}

/// A change of `steps.size()` unknowns, zero where nothing changed; `steps` for its differences.
struct Change {
  Eigen::VectorXd steps;
  std::function<Eigen::Vector2d(const PoseObservation&, const Eigen::VectorXd&)> predict;
};

struct Fitted {
  Eigen::VectorXd unknowns;
  double cost = 0.0;
};

/// Gauss and Newton with central differences, steps halved where they overshoot.
Fitted fit(const Observations& observations, const Change& change) {
  const auto shifts = [&](const Eigen::VectorXd& unknowns) {
    return normalisedShifts(observations, [&](const PoseObservation& o) { return change.predict(o, unknowns); });
  };
  Fitted fitted{Eigen::VectorXd::Zero(change.steps.size()), 0.0};
  Eigen::VectorXd now = shifts(fitted.unknowns);
  fitted.cost = now.squaredNorm();
  for (int turn = 0; turn < 12; ++turn) {
    Eigen::MatrixXd by(now.size(), change.steps.size());
    for (Eigen::Index k = 0; k < change.steps.size(); ++k) {
      const Eigen::VectorXd step = change.steps[k] * Eigen::VectorXd::Unit(change.steps.size(), k);
      by.col(k) = 0.5 * (shifts(fitted.unknowns + step) - shifts(fitted.unknowns - step)); // per step
    }
    const Eigen::VectorXd move = -solveSymmetric(transposedProduct(by, by), transposedProduct(by, now));
    if (!move.allFinite())
      return fitted;
    bool better = false;
    const double before = fitted.cost;
    for (double share = 1.0; share > 0.05 && !better; share *= 0.5) {
      const Eigen::VectorXd next = fitted.unknowns + share * move.cwiseProduct(change.steps);
      const Eigen::VectorXd there = shifts(next);
      if ((better = there.allFinite() && there.squaredNorm() < fitted.cost))
        fitted = {next, there.squaredNorm()}, now = there;
    }
    if (!better || before - fitted.cost < 1e-6 * (1.0 + fitted.cost))
      break;
  }
  return fitted;
}

Lens changed(Lens lens, double log_zoom, double right_px, double down_px) {
  lens.fx_px *= std::exp(log_zoom);
  lens.fy_px *= std::exp(log_zoom);
  lens.cx_px += right_px;
  lens.cy_px += down_px;
  return lens;
}

Eigen::Vector2d seenAt(const Lens& lens, const CameraFromTable& pose, const Eigen::Vector3d& point_mm) {
  Point3<CameraFrame> seen = pose * Point3<TableFrame>{point_mm};
  seen.mm.z() = std::max(seen.mm.z(), 1.0);
  return lens.project(seen).xy;
}

Change bump(const Lens& lens, const CameraFromTable& moved) {
  Vector6d steps;
  steps << Eigen::Vector3d::Constant(1e-5), Eigen::Vector3d::Constant(1e-2);
  return {steps, [lens, moved](const PoseObservation& o, const Eigen::VectorXd& by) {
            return seenAt(lens, movedBy(moved, by), o.point_mm);
          }};
}

Change zoom(const Lens& lens, const CameraFromTable& pose) {
  return {Eigen::VectorXd::Constant(1, 1e-5), [lens, pose](const PoseObservation& o, const Eigen::VectorXd& by) {
            return seenAt(changed(lens, by[0], 0.0, 0.0), pose, o.point_mm);
          }};
}

Change shiftedPicture(const Lens& lens, const CameraFromTable& pose) {
  return {Eigen::Vector3d(1e-5, 1e-2, 1e-2), [lens, pose](const PoseObservation& o, const Eigen::VectorXd& by) {
            return seenAt(changed(lens, by[0], by[1], by[2]), pose, o.point_mm);
          }};
}

/// The marker `group` pushed over the table: along, across, turned about its middle.
Change pushed(const Observations& observations, const Lens& lens, const CameraFromTable& pose, int group) {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  double count = 0.0;
  for (const PoseObservation& o : observations)
    if (o.group == group)
      middle += o.point_mm, count += 1.0;
  middle /= std::max(1.0, count);
  return {Eigen::Vector3d(1e-2, 1e-2, 1e-4),
          [lens, pose, group, middle](const PoseObservation& o, const Eigen::VectorXd& by) {
            if (o.group != group)
              return seenAt(lens, pose, o.point_mm);
            const Eigen::Vector3d arm = Eigen::AngleAxisd(by[2], Eigen::Vector3d::UnitZ()) * (o.point_mm - middle);
            return seenAt(lens, pose, middle + arm + Eigen::Vector3d(by[0], by[1], 0.0));
          }};
}

/// How far each group is off by itself, and how far when it was pushed.
struct GroupFit {
  int group = 0;
  double here = 0.0, pushed = 0.0;
};

std::vector<GroupFit> pushEach(const Observations& observations, const Lens& lens, const CameraFromTable& pose) {
  std::map<int, Observations> groups;
  for (const PoseObservation& o : observations)
    groups[o.group].push_back(o);
  std::vector<GroupFit> fits;
  for (const auto& [group, own] : groups) {
    const Change change = pushed(own, lens, pose, group);
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(3);
    const double here =
        normalisedShifts(own, [&](const PoseObservation& o) { return change.predict(o, none); }).squaredNorm();
    fits.push_back({group, here, fit(own, change).cost});
  }
  std::sort(fits.begin(), fits.end(),
            [](const GroupFit& a, const GroupFit& b) { return a.here - a.pushed > b.here - b.pushed; });
  return fits;
}

} // namespace

EdgeShifts edgeShifts(const Observations& observations, const Lens& lens, const CameraFromTable& pose) {
  const Eigen::VectorXd normalised =
      normalisedShifts(observations, [&](const PoseObservation& o) { return seenAt(lens, pose, o.point_mm); });
  EdgeShifts shifts;
  shifts.chi2 = normalised.squaredNorm();
  for (std::size_t i = 0; i < observations.size(); ++i) {
    shifts.px.push_back(normalised[static_cast<Eigen::Index>(i)] * std::sqrt(observations[i].variance_px2));
    shifts.rms_px += shifts.px.back() * shifts.px.back();
  }
  shifts.rms_px = std::sqrt(shifts.rms_px / static_cast<double>(std::max<std::size_t>(1, observations.size())));
  return shifts;
}

double sigmasOf(double chi2, double freedom) {
  const double c = 2.0 / (9.0 * freedom);
  return (std::cbrt(chi2 / freedom) - (1.0 - c)) / std::sqrt(c);
}

ShiftCause causeOfShift(const Observations& observations, const Lens& lens, const CameraFromTable& pose,
                        const CameraFromTable& moved) {
  const auto count = static_cast<double>(observations.size());
  struct Attempt {
    ShiftCause what;
    double cost, unknowns;
  };
  std::vector<Attempt> attempts;
  const auto attempt = [&](DriftCause cause, const Change& change, double rarer = 0.0) {
    const Fitted fitted = fit(observations, change);
    attempts.push_back({{cause, lens, {}, 0.0, 0.0}, fitted.cost, static_cast<double>(change.steps.size()) + rarer});
    return fitted.unknowns;
  };
  const Eigen::VectorXd factor = attempt(DriftCause::zoom, zoom(lens, pose));
  attempts.back().what.lens = changed(lens, factor[0], 0.0, 0.0);
  constexpr double rarer = 6.0; // than a bump that turns the camera, which looks nearly the same: in unknowns
  const Eigen::VectorXd shift = attempt(DriftCause::picture, shiftedPicture(lens, pose), rarer);
  attempts.back().what.lens = changed(lens, shift[0], shift[1], shift[2]);
  attempt(DriftCause::bump, bump(lens, moved));
  const auto groups = pushEach(observations, lens, pose);
  double cost = 0.0;
  for (const GroupFit& group : groups)
    cost += group.here;
  const double before = cost;
  ShiftCause markers{DriftCause::marker, lens, {}, 0.0, 0.0};
  for (std::size_t i = 0; 2 * (i + 1) <= groups.size(); ++i) { // half of them at least stay where they were
    cost += groups[i].pushed - groups[i].here;
    markers.groups.push_back(groups[i].group);
    attempts.push_back({markers, cost, 3.0 * static_cast<double>(markers.groups.size())});
  }
  // Scaled by what the best one leaves: a zoom that is taken for a bump makes its own misfit.
  double least = 1e300;
  for (const Attempt& a : attempts)
    least = std::min(least, a.cost);
  const double scale = std::max(1.0, least / count);
  const auto rank = [&](const Attempt& a) { return a.cost / scale + a.unknowns * std::log(count); }; // Schwarz 1978
  auto best = *std::min_element(attempts.begin(), attempts.end(),
                                [&](const Attempt& a, const Attempt& b) { return rank(a) < rank(b); });
  best.what.before = before / count;
  best.what.after = best.cost / count;
  return best.what;
}

} // namespace linesman
