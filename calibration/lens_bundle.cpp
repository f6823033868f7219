#include "calibration/lens_bundle.h"

#include "models/dense.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <opencv2/calib3d.hpp>

namespace linesman {
namespace {

using CameraFromTarget = Pose<CameraFrame, TableFrame>;
constexpr double huber = 2.5; // normalised residual from which a point's pull stays constant

Eigen::Vector3d onTarget(const TargetPoint& point) {
  return {point.target_mm.x(), point.target_mm.y(), 0.0};
}

/// Residual of a point in standard deviations, and its derivatives.
struct PointRow {
  Eigen::Vector2d residual;
  Eigen::Matrix<double, 2, 6> by_pose;
  Eigen::Matrix<double, 2, 12> by_lens;
  double weight = 1.0;
};

bool linearise(const TargetPoint& point, const Lens& lens, const CameraFromTarget& pose, PointRow& row) {
  const Eigen::Vector3d turned = pose.rotation() * onTarget(point);
  const Point3<CameraFrame> seen{turned + pose.translation_mm()};
  if (!(seen.mm.z() > 1.0))
    return false;
  Eigen::Matrix<double, 2, 3> by_point;
  const double inverse_sigma = 1.0 / point.sigma_px;
  row.residual = inverse_sigma * (point.px - lens.project(seen, &by_point).xy);
  by_point *= inverse_sigma;
  row.by_pose.leftCols<3>() = -by_point * crossMatrix(turned);
  row.by_pose.rightCols<3>() = by_point;
  row.by_lens = inverse_sigma * parameterJacobian(lens, seen.mm.head<2>() / seen.mm.z());
  const double size = row.residual.norm();
  row.weight = size <= huber ? 1.0 : huber / size;
  return row.residual.allFinite();
}

double pointCost(const TargetPoint& point, const Lens& lens, const CameraFromTarget& pose) {
  const Point3<CameraFrame> seen = pose * Point3<TableFrame>{onTarget(point)};
  if (!(seen.mm.z() > 1.0))
    return 1e12;
  const double size = (point.px - lens.project(seen).xy).norm() / point.sigma_px;
  return size <= huber ? size * size : huber * (2.0 * size - huber);
}

/// Weak knowledge of any webcam, wider than for a guess without views: real axes lie up to 3 or 4 % off the centre.
LensVector priorSigma(const Lens& lens) {
  const double w = lens.width_px;
  LensVector sigma;
  sigma << 0.25 * w, 0.003 * w, 0.015 * w, 0.015 * w, 0.3, 0.5, 0.002, 0.002, 1.0, 1.0, 1.0, 1.0;
  return sigma;
}

class Bundle {
public:
  Bundle(const std::vector<TargetView>& views, const LensChoice& free, const Lens& start,
         std::vector<CameraFromTarget> poses)
      : views_(views), free_(free), lens_(start), poses_(std::move(poses)) {
    prior_ = parametersOf(guessLens(start.width_px, start.height_px));
    // fx by itself, fy by its difference from fx.
    const LensVector sigma = priorSigma(start);
    LensMatrix covariance = sigma.cwiseAbs2().asDiagonal();
    covariance(1, 1) += covariance(0, 0);
    covariance(0, 1) = covariance(1, 0) = covariance(0, 0);
    const auto n = static_cast<Eigen::Index>(free.size());
    Eigen::MatrixXd chosen(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index k = 0; k < n; ++k)
        chosen(i, k) = covariance(free[static_cast<std::size_t>(i)], free[static_cast<std::size_t>(k)]);
    tightness_ = inverseOf(chosen);
  }

  bool solve(LensBundle& solved) {
    double cost = costOf();
    double damping = 1e-4;
    for (int turn = 0; turn < 60; ++turn) {
      const auto kept_lens = lens_;
      const auto kept_poses = poses_;
      if (!step(damping))
        return false;
      const double next = costOf();
      if (!(next < cost)) {
        lens_ = kept_lens;
        poses_ = kept_poses;
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
    return report(solved);
  }

private:
  Eigen::VectorXd deviation() const {
    const LensVector now = parametersOf(lens_) - prior_;
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
        cost += pointCost(point, lens_, poses_[v]);
    return cost;
  }

  /// Sums of one view: the pose block, the lens block and their product.
  struct Sums {
    Matrix6d pose = Matrix6d::Zero();
    Eigen::MatrixXd cross;
    Eigen::MatrixXd lens;
    Vector6d pose_side = Vector6d::Zero();
    Eigen::VectorXd lens_side;
    double chi2 = 0.0;
    double count = 0.0;
  };

  Sums sumsOf(std::size_t v) const {
    const auto n = static_cast<Eigen::Index>(free_.size());
    Sums sums;
    sums.cross = Eigen::MatrixXd::Zero(6, n);
    sums.lens = Eigen::MatrixXd::Zero(n, n);
    sums.lens_side = Eigen::VectorXd::Zero(n);
    Eigen::MatrixXd by_lens(2, n);
    for (const TargetPoint& point : views_[v].points) {
      PointRow row;
      if (!linearise(point, lens_, poses_[v], row))
        continue;
      for (Eigen::Index i = 0; i < n; ++i)
        by_lens.col(i) = row.by_lens.col(free_[static_cast<std::size_t>(i)]);
      const double w = row.weight;
      sums.pose += w * row.by_pose.transpose() * row.by_pose;
      sums.cross += w * row.by_pose.transpose().lazyProduct(by_lens);
      sums.lens += w * by_lens.transpose().lazyProduct(by_lens);
      sums.pose_side += w * row.by_pose.transpose() * row.residual;
      sums.lens_side += w * by_lens.transpose().lazyProduct(row.residual);
      sums.chi2 += w * row.residual.squaredNorm();
      sums.count += 2.0 * w;
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
    LensVector parameters = parametersOf(lens_);
    for (std::size_t i = 0; i < free_.size(); ++i)
      parameters[free_[i]] += lens_step[static_cast<Eigen::Index>(i)];
    parameters.head<2>() = parameters.head<2>().cwiseMax(0.1 * lens_.width_px);
    setParameters(lens_, parameters);
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const Vector6d move = factors[v].solve(all[v].pose_side - product(all[v].cross, lens_step));
      poses_[v] = {rotationFromVector(move.head<3>()) * poses_[v].rotation(),
                   poses_[v].translation_mm() + move.tail<3>()};
    }
    return true;
  }

  /// How much more the parameters scatter than independent points would make them: neighbouring points share errors of
  /// compression, uneven light and a sheet that is not quite flat. From the correlation of neighbours' residuals, taken
  /// as that of a first-order process in both directions of the sheet.
  double inflation() const {
    double products = 0.0, squares = 0.0, pairs = 0.0;
    for (std::size_t v = 0; v < views_.size(); ++v) {
      std::vector<Eigen::Vector2d> residuals;
      double nearest_mm = 1e300;
      const auto& points = views_[v].points;
      for (std::size_t i = 0; i < points.size(); ++i) {
        PointRow row;
        residuals.push_back(linearise(points[i], lens_, poses_[v], row) ? Eigen::Vector2d(row.weight * row.residual)
                                                                        : Eigen::Vector2d::Zero());
        for (std::size_t k = 0; k < i; ++k)
          nearest_mm = std::min(nearest_mm, (points[i].target_mm - points[k].target_mm).norm());
      }
      for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
          if ((points[i].target_mm - points[k].target_mm).norm() < 1.2 * nearest_mm) {
            products += residuals[i].dot(residuals[k]);
            squares += 0.5 * (residuals[i].squaredNorm() + residuals[k].squaredNorm());
            pairs += 2.0;
          }
    }
    if (pairs < 10.0 || !(squares > 0.0))
      return 1.0;
    const double correlation = std::clamp(products / squares - 1.0 / std::sqrt(pairs), 0.0, 0.5);
    return std::pow((1.0 + correlation) / (1.0 - correlation), 2);
  }

  /// What the errors that a view's points share do to the lens parameters; `inverse` of the reduced equations.
  Eigen::MatrixXd sharedErrorCovariance(const Eigen::MatrixXd& inverse) const {
    const auto n = static_cast<Eigen::Index>(free_.size());
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(n, n);
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const Sums sums = sumsOf(v);
      const Eigen::MatrixXd by_pose = solveSymmetric(sums.pose, sums.cross); // 6 x n
      const Eigen::MatrixXd components = smoothComponents(views_[v]);
      Eigen::MatrixXd sides = Eigen::MatrixXd::Zero(n, 2 * components.cols()); // the equations' right sides they make
      for (std::size_t i = 0; i < views_[v].points.size(); ++i) {
        PointRow row;
        if (!linearise(views_[v].points[i], lens_, poses_[v], row))
          continue;
        Eigen::MatrixXd by_lens(2, n);
        for (Eigen::Index k = 0; k < n; ++k)
          by_lens.col(k) = row.by_lens.col(free_[static_cast<std::size_t>(k)]);
        const Eigen::MatrixXd pull = (by_lens - row.by_pose.lazyProduct(by_pose)).transpose() *
                                     (row.weight / views_[v].points[i].sigma_px); // n x 2
        for (Eigen::Index c = 0; c < components.cols(); ++c)
          sides.middleCols<2>(2 * c) += pull * components(static_cast<Eigen::Index>(i), c);
      }
      covariance += shared_error_px * shared_error_px * congruence(inverse, product(sides, sides.transpose()));
    }
    return covariance;
  }

  bool report(LensBundle& solved) const {
    Eigen::MatrixXd reduced = tightness_;
    double chi2 = 0.0;
    double count = 0.0;
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const Sums sums = sumsOf(v);
      reduced += sums.lens - transposedProduct(sums.cross, solveSymmetric(sums.pose, sums.cross));
      chi2 += sums.chi2;
      count += sums.count - 6.0;
    }
    solved.scale = (20.0 + chi2) / (20.0 + std::max(0.0, count - static_cast<double>(free_.size())));
    // Only what the pictures say is scaled by their scatter, not what is known beforehand.
    Eigen::MatrixXd covariance = inverseOf(tightness_ + (reduced - tightness_) / (solved.scale * inflation()));
    covariance += sharedErrorCovariance(inverseOf(reduced));
    if (!covariance.allFinite() || (covariance.diagonal().array() <= 0.0).any())
      return false;
    solved.covariance.setZero();
    for (std::size_t i = 0; i < free_.size(); ++i)
      for (std::size_t k = 0; k < free_.size(); ++k)
        solved.covariance(free_[i], free_[k]) =
            0.5 * (covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) +
                   covariance(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)));
    solved.lens = lens_;
    solved.poses = poses_;
    solved.view_rms_px.clear();
    double squares = 0.0;
    double points = 0.0;
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const double rms_px = viewRms_px(views_[v], lens_, poses_[v], {});
      solved.view_rms_px.push_back(rms_px);
      squares += rms_px * rms_px * static_cast<double>(views_[v].points.size());
      points += static_cast<double>(views_[v].points.size());
    }
    solved.rms_px = std::sqrt(squares / std::max(1.0, points));
    return true;
  }

  const std::vector<TargetView>& views_;
  const LensChoice& free_;
  Lens lens_;
  std::vector<CameraFromTarget> poses_;
  LensVector prior_;
  Eigen::MatrixXd tightness_;
};

} // namespace

Eigen::MatrixXd smoothComponents(const TargetView& view) {
  Eigen::AlignedBox2d box;
  for (const TargetPoint& point : view.points)
    box.extend(point.px);
  const auto legendre = [](int order, double u) {
    return order == 0 ? 1.0 : order == 1 ? u : order == 2 ? 1.5 * u * u - 0.5 : 2.5 * u * u * u - 1.5 * u;
  };
  Eigen::MatrixXd components(static_cast<Eigen::Index>(view.points.size()), 10);
  for (Eigen::Index i = 0; i < components.rows(); ++i) {
    const Eigen::Vector2d at =
        (view.points[static_cast<std::size_t>(i)].px - box.center()).cwiseQuotient((0.5 * box.sizes()).cwiseMax(1.0));
    Eigen::Index column = 0;
    for (int a = 0; a <= 3; ++a)
      for (int b = 0; a + b <= 3; ++b)
        components(i, column++) = legendre(a, at.x()) * legendre(b, at.y());
  }
  return components;
}

bool startPose(const TargetView& view, const Lens& lens, CameraFromTarget& pose) {
  std::vector<cv::Point3d> points;
  std::vector<cv::Point2d> rays;
  for (const TargetPoint& point : view.points) {
    points.emplace_back(point.target_mm.x(), point.target_mm.y(), 0.0);
    const Eigen::Vector2d ray = lens.undistort(point.px);
    rays.emplace_back(ray.x(), ray.y());
  }
  std::vector<cv::Mat> turns, shifts;
  try {
    cv::solvePnPGeneric(points, rays, cv::Mat::eye(3, 3, CV_64F), cv::noArray(), turns, shifts, false,
                        cv::SOLVEPNP_IPPE);
  } catch (const cv::Exception&) {
    return false;
  }
  for (std::size_t i = 0; i < turns.size(); ++i) { // sorted by their error
    const Eigen::Map<const Eigen::Vector3d> turn(turns[i].ptr<double>());
    const Eigen::Map<const Eigen::Vector3d> shift(shifts[i].ptr<double>());
    if (turn.allFinite() && shift.allFinite() && shift.z() > 0.0) {
      pose = {rotationFromVector(turn), shift};
      return true;
    }
  }
  return false;
}

bool solveBundle(const std::vector<TargetView>& views, const LensChoice& free, const Lens& start,
                 std::vector<CameraFromTarget> poses, LensBundle& solved) {
  return Bundle(views, free, start, std::move(poses)).solve(solved);
}

bool solveView(const TargetView& view, const Lens& lens, const std::vector<bool>& chosen, CameraFromTarget& pose) {
  for (int turn = 0; turn < 12; ++turn) {
    Matrix6d h = Matrix6d::Zero();
    Vector6d g = Vector6d::Zero();
    for (std::size_t i = 0; i < view.points.size(); ++i) {
      PointRow row;
      if ((!chosen.empty() && !chosen[i]) || !linearise(view.points[i], lens, pose, row))
        continue;
      h += row.weight * row.by_pose.transpose() * row.by_pose;
      g += row.weight * row.by_pose.transpose() * row.residual;
    }
    h.diagonal() *= 1.0 + 1e-9;
    const Vector6d move = solveSymmetric(h, g);
    if (!move.allFinite() || move.head<3>().norm() > 1.0)
      return false;
    pose = {rotationFromVector(move.head<3>()) * pose.rotation(), pose.translation_mm() + move.tail<3>()};
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
    const auto seen = lens.project(pose * Point3<TableFrame>{onTarget(view.points[i])});
    squares += (seen.xy - view.points[i].px).squaredNorm();
    count += 1.0;
  }
  return std::sqrt(squares / std::max(1.0, count));
}

} // namespace linesman
