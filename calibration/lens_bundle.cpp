#include "calibration/lens_bundle.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "calibration/error_variances.h"
#include "models/dense.h"
#include "models/median.h"

namespace linesman {
namespace {

using CameraFromTarget = Pose<CameraFrame, TableFrame>;
constexpr double huber = 4.0; // times the residuals' scatter: from there a point's pull stays constant

using CommonVector = Eigen::Matrix<double, common_terms, 1>;
using CommonMatrix = Eigen::Matrix<double, common_terms, common_terms>;

/// Residual of a point in standard deviations, and its derivatives.
struct PointRow {
  Eigen::Vector2d residual;
  Eigen::Matrix<double, 2, 6> by_pose;
  Eigen::Matrix<double, 2, common_terms> by_common;
  double weight = 1.0;
};

/// `by_terms`: derivative of the point's place by the target's shape, if that is wanted.
bool linearise(const TargetPoint& point, const Eigen::Vector3d& place_mm, const Lens& lens,
               const CameraFromTarget& pose, double limit, PointRow& row,
               const Eigen::Matrix<double, 3, 4>* by_terms = nullptr) {
  const Eigen::Vector3d turned = pose.rotation() * place_mm;
  const Point3<CameraFrame> seen{turned + pose.translation_mm()};
  if (!(seen.mm.z() > 1.0))
    return false;
  Eigen::Matrix<double, 2, 3> by_point;
  const double inverse_sigma = 1.0 / point.sigma_px;
  row.residual = inverse_sigma * (point.px - lens.project(seen, &by_point).xy);
  by_point *= inverse_sigma;
  row.by_pose.leftCols<3>() = -by_point * crossMatrix(turned);
  row.by_pose.rightCols<3>() = by_point;
  row.by_common.leftCols<12>() = inverse_sigma * parameterJacobian(lens, seen.mm.head<2>() / seen.mm.z());
  if (by_terms != nullptr)
    row.by_common.rightCols<4>() = by_point * pose.rotation() * *by_terms;
  const double size = row.residual.norm();
  row.weight = size <= limit ? 1.0 : limit / size;
  return row.residual.allFinite();
}

/// Distance of a point from its prediction over its standard deviation; nothing behind the camera.
std::optional<double> missed(const TargetPoint& point, const Eigen::Vector3d& place_mm, const Lens& lens,
                             const CameraFromTarget& pose) {
  const Point3<CameraFrame> seen = pose * Point3<TableFrame>{place_mm};
  if (!(seen.mm.z() > 1.0))
    return std::nullopt;
  return (point.px - lens.project(seen).xy).norm() / point.sigma_px;
}

/// Huber's limit for residuals (in two coordinates each) of this middle size: beyond nearly all good ones, whatever
/// their scatter is, so that it is not taken for smaller than it is.
double limitFor(std::vector<double> sizes) {
  constexpr double middle = 1.1774; // of a Rayleigh distribution
  return sizes.empty() ? huber : huber * std::max(1.0, medianOf(std::move(sizes)) / middle);
}

class Bundle {
public:
  Bundle(const std::vector<TargetView>& views, const LensChoice& free, const Lens& start,
         std::vector<CameraFromTarget> poses)
      : views_(views), free_(free), shape_(flatShape(views)), lens_(start), poses_(std::move(poses)) {
    prior_ = CommonVector::Zero();
    prior_.head<12>() = parametersOf(guessLens(start.width_px, start.height_px));
    CommonMatrix covariance = CommonMatrix::Zero();
    covariance.topLeftCorner<12, 12>() = lensPrior(start);
    // A printer stretches by up to some tenths of a per cent; paper on a board bows by millimetres.
    covariance.diagonal().tail<4>() << 0.003 * 0.003, 2.0 * 2.0, 2.0 * 2.0, 2.0 * 2.0;
    const auto n = static_cast<Eigen::Index>(free.size());
    Eigen::MatrixXd chosen(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index k = 0; k < n; ++k)
        chosen(i, k) = covariance(free[static_cast<std::size_t>(i)], free[static_cast<std::size_t>(k)]);
    tightness_ = inverseOf(chosen);
  }

  /// The limit of good residuals follows their scatter, which is known once they are fitted.
  bool solve(LensBundle& solved) {
    for (int round = 0; round < 4; ++round) {
      const double before = limit_;
      limit_ = limitHere();
      if (round > 0 && std::abs(limit_ - before) < 0.05 * before)
        break;
      if (!descend())
        return false;
    }
    return report(solved);
  }

private:
  double limitHere() const {
    std::vector<double> sizes;
    for (std::size_t v = 0; v < views_.size(); ++v)
      for (const TargetPoint& point : views_[v].points)
        sizes.push_back(missed(point, place(point), lens_, poses_[v]).value_or(1e6));
    return limitFor(std::move(sizes));
  }

  /// Levenberg-Marquardt to the least cost.
  bool descend() {
    double cost = costOf();
    double damping = 1e-4;
    for (int turn = 0; turn < 60; ++turn) {
      const auto kept_lens = lens_;
      const auto kept_poses = poses_;
      const auto kept_shape = shape_;
      if (!step(damping))
        return false;
      const double next = costOf();
      if (!(next < cost)) {
        lens_ = kept_lens;
        poses_ = kept_poses;
        shape_ = kept_shape;
        damping *= 10.0;
        if (damping > 1e5)
          break;
        continue;
      }
      const bool done = cost - next < 1e-8 * cost;
      cost = next;
      damping = std::max(1e-10, damping * 0.2);
      if (done)
        break;
    }
    return true;
  }

  Eigen::VectorXd deviation() const {
    CommonVector now;
    now << parametersOf(lens_), shape_.terms;
    now -= prior_;
    Eigen::VectorXd chosen(static_cast<Eigen::Index>(free_.size()));
    for (std::size_t i = 0; i < free_.size(); ++i)
      chosen[static_cast<Eigen::Index>(i)] = now[free_[i]];
    return chosen;
  }

  double costOf() const {
    const Eigen::VectorXd away = deviation();
    double cost = away.dot(tightness_ * away);
    for (std::size_t v = 0; v < views_.size(); ++v)
      for (const TargetPoint& point : views_[v].points)
        cost += pointCost(point, v);
    return cost;
  }

  double pointCost(const TargetPoint& point, std::size_t v) const {
    const auto size = missed(point, place(point), lens_, poses_[v]);
    if (!size)
      return 1e12;
    return *size <= limit_ ? *size * *size : limit_ * (2.0 * *size - limit_);
  }

  Eigen::Vector3d place(const TargetPoint& point) const {
    return point.place_mm() + shape_.byTerms(point.target_mm) * shape_.terms;
  }

  bool lineariseHere(std::size_t v, const TargetPoint& point, PointRow& row, Eigen::MatrixXd& by_lens) const {
    const Eigen::Matrix<double, 3, 4> by_terms = shape_.byTerms(point.target_mm);
    if (!linearise(point, point.place_mm() + by_terms * shape_.terms, lens_, poses_[v], limit_, row, &by_terms))
      return false;
    by_lens.resize(2, static_cast<Eigen::Index>(free_.size()));
    for (std::size_t i = 0; i < free_.size(); ++i)
      by_lens.col(static_cast<Eigen::Index>(i)) = row.by_common.col(free_[i]);
    return true;
  }

  /// Sums of one view: the pose block, the lens block and their product.
  struct Sums {
    Matrix6d pose = Matrix6d::Zero();
    Eigen::MatrixXd cross;
    Eigen::MatrixXd lens;
    Vector6d pose_side = Vector6d::Zero();
    Eigen::VectorXd lens_side;
  };

  Sums sumsOf(std::size_t v) const {
    const auto n = static_cast<Eigen::Index>(free_.size());
    Sums sums;
    sums.cross = Eigen::MatrixXd::Zero(6, n);
    sums.lens = Eigen::MatrixXd::Zero(n, n);
    sums.lens_side = Eigen::VectorXd::Zero(n);
    Eigen::MatrixXd by_lens;
    for (const TargetPoint& point : views_[v].points) {
      PointRow row;
      if (!lineariseHere(v, point, row, by_lens))
        continue;
      const double w = row.weight;
      sums.pose += w * row.by_pose.transpose() * row.by_pose;
      sums.cross += w * row.by_pose.transpose().lazyProduct(by_lens);
      sums.lens += w * by_lens.transpose().lazyProduct(by_lens);
      sums.pose_side += w * row.by_pose.transpose() * row.residual;
      sums.lens_side += w * by_lens.transpose().lazyProduct(row.residual);
    }
    return sums;
  }

  /// One damped Gauss-Newton step; the poses are eliminated view by view (Schur complement).
  bool step(double damping) {
    Eigen::MatrixXd reduced = tightness_;
    Eigen::VectorXd side = -product(tightness_, deviation());
    std::vector<Sums> all;
    std::vector<SymmetricFactors> factors;
    for (std::size_t v = 0; v < views_.size(); ++v) {
      all.push_back(sumsOf(v));
      Sums& sums = all.back();
      sums.pose.diagonal() *= 1.0 + damping;
      sums.lens.diagonal() *= 1.0 + damping;
      factors.emplace_back(sums.pose);
      reduced += sums.lens - transposedProduct(sums.cross, factors.back().solve(sums.cross));
      side += sums.lens_side - transposedProduct(sums.cross, factors.back().solve(sums.pose_side));
    }
    const Eigen::VectorXd lens_step = solveSymmetric(reduced, side);
    if (!lens_step.allFinite())
      return false;
    CommonVector parameters;
    parameters << parametersOf(lens_), shape_.terms;
    for (std::size_t i = 0; i < free_.size(); ++i)
      parameters[free_[i]] += lens_step[static_cast<Eigen::Index>(i)];
    parameters.head<2>() = parameters.head<2>().cwiseMax(0.1 * lens_.width_px);
    setParameters(lens_, parameters.head<12>());
    shape_.terms = parameters.tail<4>();
    for (std::size_t v = 0; v < views_.size(); ++v) {
      poses_[v] = movedBy(poses_[v], factors[v].solve(all[v].pose_side - product(all[v].cross, lens_step)));
    }
    return true;
  }

  /// Residuals of the view `v` with what pose, lens and shared errors make of them.
  ViewErrors errorsOf(std::size_t v) const {
    const auto n = static_cast<Eigen::Index>(free_.size());
    const auto& points = views_[v].points;
    const auto rows = 2 * static_cast<Eigen::Index>(points.size());
    const Eigen::MatrixXd components = smoothComponents(views_[v]);
    ViewErrors errors{Eigen::VectorXd::Zero(rows), Eigen::MatrixXd::Zero(rows, 6 + n),
                      Eigen::MatrixXd::Zero(rows, 2 * components.cols())};
    Eigen::MatrixXd by_lens;
    for (std::size_t i = 0; i < points.size(); ++i) {
      PointRow row;
      if (!lineariseHere(v, points[i], row, by_lens))
        continue;
      const auto at = 2 * static_cast<Eigen::Index>(i);
      const double root = std::sqrt(row.weight);
      errors.absorbed.block(at, 0, 2, 6) = root * row.by_pose;
      errors.absorbed.block(at, 6, 2, n) = root * by_lens;
      errors.residual.segment<2>(at) = root * row.residual;
      for (Eigen::Index c = 0; c < components.cols(); ++c)
        errors.shared.block<2, 2>(at, 2 * c).diagonal().setConstant(root * components(static_cast<Eigen::Index>(i), c) /
                                                                    points[i].sigma_px);
      errors.count += 2.0 * row.weight;
      errors.stated_px2 += 2.0 * row.weight * points[i].sigma_px * points[i].sigma_px;
    }
    return errors;
  }

  ErrorVariances variances() const {
    std::vector<ViewErrors> errors;
    for (std::size_t v = 0; v < views_.size(); ++v)
      errors.push_back(errorsOf(v));
    return estimateVariances(errors);
  }

  /// What the errors that a view's points share do to the lens parameters; `inverse` of the reduced equations.
  Eigen::MatrixXd sharedErrorCovariance(const Eigen::MatrixXd& inverse, double variance_px2) const {
    const auto n = static_cast<Eigen::Index>(free_.size());
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(n, n), by_lens;
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const Sums sums = sumsOf(v);
      const Eigen::MatrixXd by_pose = solveSymmetric(sums.pose, sums.cross); // 6 x n
      const Eigen::MatrixXd components = smoothComponents(views_[v]);
      Eigen::MatrixXd sides = Eigen::MatrixXd::Zero(n, 2 * components.cols()); // the equations' right sides they make
      for (std::size_t i = 0; i < views_[v].points.size(); ++i) {
        PointRow row;
        if (!lineariseHere(v, views_[v].points[i], row, by_lens))
          continue;
        const Eigen::MatrixXd pull = (by_lens - row.by_pose.lazyProduct(by_pose)).transpose() *
                                     (row.weight / views_[v].points[i].sigma_px); // n x 2
        for (Eigen::Index c = 0; c < components.cols(); ++c)
          sides.middleCols<2>(2 * c) += pull * components(static_cast<Eigen::Index>(i), c);
      }
      covariance += variance_px2 * congruence(inverse, product(sides, sides.transpose()));
    }
    return covariance;
  }

  bool report(LensBundle& solved) const {
    Eigen::MatrixXd reduced = tightness_;
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const Sums sums = sumsOf(v);
      reduced += sums.lens - transposedProduct(sums.cross, solveSymmetric(sums.pose, sums.cross));
    }
    const ErrorVariances found = variances();
    solved.scale = found.own;
    solved.shared_px = std::sqrt(found.shared);
    // Only what the pictures say is scaled by their scatter, not what is known beforehand.
    const Eigen::MatrixXd inverse = inverseOf(reduced);
    Eigen::MatrixXd covariance = congruence(inverse, tightness_ + found.own * (reduced - tightness_));
    covariance += sharedErrorCovariance(inverse, found.shared);
    if (!covariance.allFinite() || (covariance.diagonal().array() <= 0.0).any())
      return false;
    CommonMatrix all = CommonMatrix::Zero();
    for (std::size_t i = 0; i < free_.size(); ++i)
      for (std::size_t k = 0; k < free_.size(); ++k)
        all(free_[i], free_[k]) = 0.5 * (covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) +
                                         covariance(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)));
    solved.covariance = all.topLeftCorner<12, 12>();
    solved.shape = shape_;
    solved.shape.covariance = all.bottomRightCorner<4, 4>();
    solved.lens = lens_;
    solved.poses = poses_;
    solved.view_rms_px.clear();
    double squares = 0.0;
    double points = 0.0;
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const double rms_px = viewRms_px(shaped({views_[v]}, solved.shape)[0], lens_, poses_[v], {});
      solved.view_rms_px.push_back(rms_px);
      squares += rms_px * rms_px * static_cast<double>(views_[v].points.size());
      points += static_cast<double>(views_[v].points.size());
    }
    solved.rms_px = std::sqrt(squares / std::max(1.0, points));
    return true;
  }

  const std::vector<TargetView>& views_;
  const LensChoice& free_;
  TargetShape shape_;
  Lens lens_;
  std::vector<CameraFromTarget> poses_;
  CommonVector prior_;
  Eigen::MatrixXd tightness_;
  double limit_ = huber;
};

} // namespace

bool solveBundle(const std::vector<TargetView>& views, const LensChoice& free, const Lens& start,
                 std::vector<CameraFromTarget> poses, LensBundle& solved) {
  return Bundle(views, free, start, std::move(poses)).solve(solved);
}

bool solveView(const TargetView& view, const Lens& lens, const std::vector<bool>& chosen, CameraFromTarget& pose) {
  for (int turn = 0; turn < 12; ++turn) {
    std::vector<double> sizes;
    for (std::size_t i = 0; i < view.points.size(); ++i)
      if (chosen.empty() || chosen[i])
        sizes.push_back(missed(view.points[i], view.points[i].place_mm(), lens, pose).value_or(1e6));
    const double limit = limitFor(std::move(sizes));
    Matrix6d h = Matrix6d::Zero();
    Vector6d g = Vector6d::Zero();
    for (std::size_t i = 0; i < view.points.size(); ++i) {
      PointRow row;
      if ((!chosen.empty() && !chosen[i]) ||
          !linearise(view.points[i], view.points[i].place_mm(), lens, pose, limit, row))
        continue;
      h += row.weight * row.by_pose.transpose() * row.by_pose;
      g += row.weight * row.by_pose.transpose() * row.residual;
    }
    h.diagonal() *= 1.0 + 1e-9;
    const Vector6d move = solveSymmetric(h, g);
    if (!move.allFinite() || move.head<3>().norm() > 1.0)
      return false;
    pose = movedBy(pose, move);
    if (move.head<3>().norm() < 1e-9)
      break;
  }
  return true;
}

double viewRms_px(const TargetView& view, const Lens& lens, const CameraFromTarget& pose,
                  const std::vector<bool>& chosen) {
  double squares = 0.0;
  double count = 0.0;
  for (std::size_t i = 0; i < view.points.size(); ++i) {
    if (!chosen.empty() && !chosen[i])
      continue;
    const auto seen = lens.project(pose * Point3<TableFrame>{view.points[i].place_mm()});
    squares += (seen.xy - view.points[i].px).squaredNorm();
    count += 1.0;
  }
  return std::sqrt(squares / std::max(1.0, count));
}

} // namespace linesman
