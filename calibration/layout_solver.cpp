#include "calibration/layout_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "calibration/edge_profile.h"
#include "calibration/marker_measurement.h"
#include "calibration/robust_weights.h"
#include "models/units.h"

namespace linesman {
namespace {

constexpr Eigen::Index free_terms = 8; // fx fy cx cy k1 k2 p1 p2

} // namespace

LayoutSolver::LayoutSolver(const std::vector<cv::Mat>& pictures, const LayoutRequest& request, Layout& layout)
    : pictures_(pictures), request_(request), layout_(layout), lens_(layout.registrations[0].lens),
      free_lens_(!request.lens) {}

Eigen::Index LayoutSolver::firstSpread() const {
  return firstMarker() + 3 * (static_cast<Eigen::Index>(layout_.table.markers.size()) - 1);
}

Eigen::Index LayoutSolver::unknowns() const {
  return firstLens() + (free_lens_ ? free_terms : 0);
}

std::optional<double> LayoutSolver::solveRoughly(const std::vector<std::vector<FoundMarker>>& found) {
  measureCorners(found);
  for (int turn = 0; turn < 3; ++turn) {
    if (!descend())
      return std::nullopt;
    weights_ = robustWeights(remaining_);
  }
  for (TableRegistration& registration : layout_.registrations)
    registration.lens = lens_;
  return std::sqrt(remaining_.squaredNorm() / static_cast<double>(std::max<Eigen::Index>(1, remaining_.size())));
}

bool LayoutSolver::solve() {
  for (int pass = 0; pass < 3; ++pass) {
    measure(pass == 0 ? 4.0 : 2.0);
    for (int turn = 0; turn < 3; ++turn) { // one wrong edge bends all: its weight falls as the others agree
      if (!descend())
        return false;
      weights_ = robustWeights(remaining_);
    }
  }
  if (!descend())
    return false;
  setCovariance();
  report();
  return true;
}

std::vector<int> LayoutSolver::unmeasured() const {
  std::vector<int> ids;
  for (std::size_t m = 0; m < layout_.table.markers.size(); ++m)
    if (std::none_of(rows_.begin(), rows_.end(), [&](const Row& row) { return row.marker == m; }))
      ids.push_back(layout_.table.markers[m].id);
  return ids;
}

bool LayoutSolver::descend() {
  double cost = 1e300;
  for (int turn = 0; turn < 15; ++turn) {
    const double next = step();
    if (!std::isfinite(next))
      return false;
    if (next > cost * (1.0 - 1e-9))
      break;
    cost = next;
  }
  return true;
}

double LayoutSolver::distanceSigma(std::size_t from, std::size_t to) const {
  const Eigen::Vector2d along = layout_.table.markers[to].centre_mm - layout_.table.markers[from].centre_mm;
  const Eigen::MatrixXd& shape = layout_.shape_covariance_mm2;
  Eigen::VectorXd row = Eigen::VectorXd::Zero(shape.rows());
  row.segment<2>(2 * static_cast<Eigen::Index>(to)) = along.normalized();
  row.segment<2>(2 * static_cast<Eigen::Index>(from)) = -along.normalized();
  return std::sqrt(row.dot(shape.lazyProduct(row))) / along.norm();
}

void LayoutSolver::measure(double range_px) {
  rows_.clear();
  spread_count_ = 0;
  spreads_in_.assign(pictures_.size(), 0);
  for (std::size_t p = 0; p < pictures_.size(); ++p) {
    for (std::size_t m = 0; m < layout_.table.markers.size(); ++m) {
      const TableMarker& marker = layout_.table.markers[m];
      std::vector<PoseObservation> seen;
      if (!measureMarker(pictures_[p], lens_, layout_.registrations[p].registration.camera_from_table.pose, marker,
                         markerCode(request_.dictionary, marker.id), request_.thickness_mm, range_px, spread_count_,
                         seen))
        continue;
      ++spread_count_;
      ++spreads_in_[p];
      for (const PoseObservation& o : seen)
        rows_.push_back({p, m, Eigen::Rotation2Dd(-marker.heading_rad) * (o.point_mm.head<2>() - marker.centre_mm), o});
    }
  }
  weights_ = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(rows_.size()));
}

void LayoutSolver::measureCorners(const std::vector<std::vector<FoundMarker>>& found) {
  constexpr double sigma_px = 1.0; // of a corner where a code was read
  rows_.clear();
  spread_count_ = 0;
  spreads_in_.assign(pictures_.size(), 0);
  for (std::size_t p = 0; p < found.size(); ++p)
    for (const FoundMarker& seen : found[p])
      for (std::size_t m = 0; m < layout_.table.markers.size(); ++m) {
        const TableMarker& marker = layout_.table.markers[m];
        for (std::size_t k = 0; marker.id == seen.id && k < 4; ++k)
          for (const Eigen::Vector2d& axis : {Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1)}) {
            PoseObservation corner;
            corner.px = seen.corners_px[k];
            corner.normal = axis;
            corner.variance_px2 = sigma_px * sigma_px;
            rows_.push_back(
                {p, m, Eigen::Rotation2Dd(-marker.heading_rad) * (marker.corners_mm()[k] - marker.centre_mm), corner});
          }
      }
  weights_ = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(rows_.size()));
}

void LayoutSolver::linearise(Eigen::Index row, Equations& all) const {
  const Row& r = rows_[static_cast<std::size_t>(row)];
  const TableMarker& marker = layout_.table.markers[r.marker];
  const auto& pose = layout_.registrations[r.picture].registration.camera_from_table.pose;
  const Eigen::Vector2d arm = Eigen::Rotation2Dd(marker.heading_rad) * r.on_marker_mm;
  const Eigen::Vector2d flat = marker.centre_mm + arm;
  const Eigen::Vector3d turned = pose.rotation() * Eigen::Vector3d(flat.x(), flat.y(), request_.thickness_mm);
  Eigen::Matrix<double, 2, 3> by_point;
  const Point3<CameraFrame> place{turned + pose.translation_mm()};
  const auto predicted = lens_.project(place, &by_point);
  const double weight = 1.0 / std::sqrt(r.seen.variance_px2);
  const Eigen::RowVector3d along = weight * r.seen.normal.transpose() * by_point;
  all.by_lens.row(row) =
      weight * r.seen.normal.transpose() * parameterJacobian(lens_, place.mm.head<2>() / place.mm.z());
  auto by_all = all.rows.row(row);
  const auto at = static_cast<Eigen::Index>(r.picture) * 6;
  by_all.segment<3>(at) = -along * crossMatrix(turned);
  by_all.segment<3>(at + 3) = along;
  if (r.marker > 0) {
    const auto own = firstMarker() + 3 * (static_cast<Eigen::Index>(r.marker) - 1);
    const Eigen::RowVector2d flat_along = along * pose.rotation().leftCols<2>();
    by_all.segment<2>(own) = flat_along;
    by_all[own + 2] = flat_along.dot(Eigen::RowVector2d(-arm.y(), arm.x()));
  }
  if (r.seen.spreads)
    by_all[firstSpread() + r.seen.group] = weight;
  if (free_lens_)
    by_all.tail<free_terms>() = all.by_lens.row(row).head<free_terms>();
  const double expected_px = r.seen.spreads ? expected_spread_px : 0.0;
  all.residuals[row] = weight * (r.seen.normal.dot(r.seen.px - predicted.xy) - expected_px);
}

LayoutSolver::Equations LayoutSolver::equations() const {
  const auto count = static_cast<Eigen::Index>(rows_.size());
  Equations all;
  all.rows = Eigen::MatrixXd::Zero(count, unknowns());
  all.by_lens = Eigen::MatrixXd::Zero(count, 12);
  all.residuals = Eigen::VectorXd::Zero(count);
  for (Eigen::Index row = 0; row < count; ++row)
    linearise(row, all);
  all.h = weightedProduct(all.rows, weights_, all.rows);
  all.g = weightedProduct(all.rows, weights_, all.residuals);
  all.cost = all.residuals.cwiseAbs2().dot(weights_);
  addKnowledge(all);
  return all;
}

/// What is known beforehand: the spreads of one picture are nearly the same, those of two are two exposures'; a free
/// lens is some webcam's.
void LayoutSolver::addKnowledge(Equations& all) const {
  Eigen::Index first = firstSpread();
  for (const int count : spreads_in_) {
    if (count > 0)
      all.h.block(first, first, count, count) += spreadTightness(count);
    first += count;
  }
  if (!free_lens_)
    return;
  const Eigen::VectorXd away =
      (parametersOf(lens_) - parametersOf(guessLens(lens_.width_px, lens_.height_px))).head<free_terms>();
  const Eigen::MatrixXd tightness = inverseOf(guessCovariance(lens_).topLeftCorner<free_terms, free_terms>());
  const Eigen::VectorXd pull = product(tightness, away);
  all.h.bottomRightCorner<free_terms, free_terms>() += tightness;
  all.g.tail<free_terms>() -= pull;
  all.cost += away.dot(pull);
}

void LayoutSolver::apply(const Eigen::VectorXd& move) {
  for (std::size_t p = 0; p < pictures_.size(); ++p) {
    auto& pose = layout_.registrations[p].registration.camera_from_table.pose;
    const auto at = static_cast<Eigen::Index>(p) * 6;
    pose = movedBy(pose, move.segment<6>(at));
  }
  for (std::size_t m = 1; m < layout_.table.markers.size(); ++m) {
    TableMarker& marker = layout_.table.markers[m];
    const Eigen::Index own = firstMarker() + 3 * (static_cast<Eigen::Index>(m) - 1);
    marker.centre_mm += move.segment<2>(own);
    marker.heading_rad = wrapAngle(marker.heading_rad + move[own + 2]);
  }
  if (free_lens_) {
    LensVector parameters = parametersOf(lens_);
    parameters.head<free_terms>() += move.tail<free_terms>();
    parameters.head<2>() = parameters.head<2>().cwiseMax(0.2 * lens_.width_px);
    setParameters(lens_, parameters);
  }
}

double LayoutSolver::step() {
  const Equations all = equations();
  const Eigen::VectorXd move = solveSymmetric(all.h, all.g);
  if (!move.allFinite())
    return std::nan("");
  const double remaining = all.cost - all.g.dot(move);
  remaining_ = all.residuals - product(all.rows, move);
  apply(move);
  return remaining;
}

void LayoutSolver::setCovariance() {
  const Equations all = equations();
  const SymmetricFactors factors(all.h);
  const Eigen::MatrixXd inverse = factors.inverse();
  LensMatrix of_lens = LensMatrix::Zero();
  if (!free_lens_ && lens_.parameter_covariance)
    of_lens = *lens_.parameter_covariance;
  const Eigen::MatrixXd by_lens = factors.solve(weightedProduct(all.rows, weights_, all.by_lens));
  const Eigen::MatrixXd left = all.by_lens - product(all.rows, by_lens); // of the lens's errors by nothing made good
  // Each unknown that is known in part beforehand takes less than one degree of freedom.
  const double freedom = weights_.sum() - inverse.cwiseProduct(weightedProduct(all.rows, weights_, all.rows)).sum();
  scale_ = edge_overdispersion * scatterOf(remaining_.cwiseAbs2().dot(weights_), freedom,
                                           product(weightedProduct(left, weights_, left), of_lens).trace());
  covariance_ = scale_ * inverse + congruence(by_lens, of_lens); // one lens for all pictures
  addSharedErrors(all, factors);
  if (free_lens_) { // a good fit says nothing of how near the lens is to what was expected
    const Eigen::MatrixXd tightness = inverseOf(guessCovariance(lens_).topLeftCorner<free_terms, free_terms>());
    covariance_ += (1.0 - scale_) * congruence(inverse.rightCols(free_terms), tightness);
  }
}

/// What displaces the outer edge of a side displaces the inner one, a cell away and measured at the same two places,
/// by a share of it too. It makes a side's place less known, and of a marker its size, than two errors of their own.
void LayoutSolver::addSharedErrors(const Equations& all, const SymmetricFactors& factors) {
  constexpr double shared_share = 0.4;                          // of edges ten pixels apart
  const auto by_pixel = [&](std::size_t i) -> Eigen::VectorXd { // what a row's error adds to the equations' right side
    const auto row = static_cast<Eigen::Index>(i);
    return weights_[row] / std::sqrt(rows_[i].seen.variance_px2) * all.rows.row(row).transpose();
  };
  std::vector<Eigen::VectorXd> together;
  for (std::size_t i = 0; i + 2 < rows_.size(); ++i) {
    const Row& outer = rows_[i];
    const Row& inner = rows_[i + 2]; // the same end of the same side, when it was measured
    if (outer.seen.outer && !inner.seen.outer && outer.seen.group == inner.seen.group &&
        outer.seen.side == inner.seen.side)
      together.push_back(by_pixel(i) - by_pixel(i + 2));
  }
  Eigen::MatrixXd by_shared(unknowns(), static_cast<Eigen::Index>(together.size()));
  for (std::size_t i = 0; i < together.size(); ++i)
    by_shared.col(static_cast<Eigen::Index>(i)) = together[i];
  const Eigen::MatrixXd moves = factors.solve(by_shared);
  covariance_ += shared_share * edge_floor_px * edge_floor_px * product(moves, moves.transpose());
}

void LayoutSolver::report() {
  double variance = 0.0;
  for (const Row& r : rows_)
    variance += r.seen.variance_px2 / static_cast<double>(rows_.size());
  layout_.rms_px = std::sqrt(variance * scale_ / edge_overdispersion);
  if (free_lens_) {
    LensMatrix lens = LensMatrix::Zero();
    lens.topLeftCorner<free_terms, free_terms>() = covariance_.bottomRightCorner<free_terms, free_terms>();
    lens_.parameter_covariance = 0.5 * (lens + lens.transpose());
    lens_.estimated = true;
  }
  for (TableRegistration& registration : layout_.registrations)
    registration.lens = lens_;
  reportSigmas();
}

/// What the solution states of the markers' centres does not hang on which marker was held: shift and turn of all are
/// taken out, and the scale apart.
void LayoutSolver::reportSigmas() {
  const auto& markers = layout_.table.markers;
  const auto count = static_cast<Eigen::Index>(markers.size());
  Eigen::MatrixXd centres = Eigen::MatrixXd::Zero(2 * count, 2 * count);
  for (Eigen::Index a = 1; a < count; ++a)
    for (Eigen::Index b = 1; b < count; ++b) {
      const Eigen::Index first = firstMarker();
      centres.block<2, 2>(2 * a, 2 * b) = covariance_.block<2, 2>(first + 3 * (a - 1), first + 3 * (b - 1));
    }
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (const TableMarker& marker : markers)
    middle += marker.centre_mm / static_cast<double>(count);
  Eigen::MatrixXd common(2 * count, 4); // shift, shift, turn, scale: orthogonal about the middle
  for (Eigen::Index m = 0; m < count; ++m) {
    const Eigen::Vector2d arm = markers[static_cast<std::size_t>(m)].centre_mm - middle;
    common.middleRows<2>(2 * m) << 1.0, 0.0, -arm.y(), arm.x(), 0.0, 1.0, arm.x(), arm.y();
  }
  common.colwise().normalize();
  double size_mm = 0.0;
  for (const TableMarker& marker : markers)
    size_mm += (marker.centre_mm - middle).squaredNorm();
  layout_.scale_sigma = std::sqrt(common.col(3).dot(centres.lazyProduct(common.col(3))) / std::max(1.0, size_mm));
  const Eigen::MatrixXd own = Eigen::MatrixXd::Identity(2 * count, 2 * count) - product(common, common.transpose());
  Eigen::MatrixXd& shape = layout_.shape_covariance_mm2;
  shape = congruence(own, centres);
  layout_.sigma_mm.assign(markers.size(), 0.0);
  for (Eigen::Index m = 0; m < count; ++m)
    layout_.sigma_mm[static_cast<std::size_t>(m)] = std::sqrt(0.5 * shape.block<2, 2>(2 * m, 2 * m).trace());
}

} // namespace linesman
