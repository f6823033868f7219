#include "calibration/saddle.h"

#include "models/dense.h"

#include <cmath>
#include <vector>

#include <Eigen/Cholesky>

namespace linesman {
namespace {

using Vector7d = Eigen::Matrix<double, 7, 1>;
using Matrix7d = Eigen::Matrix<double, 7, 7>;

/// Unknowns: x, y, angle of each edge's normal, middle grey, half contrast, blur.
class SaddleFit {
public:
  SaddleFit(const cv::Mat& grey, const Eigen::Vector2d& centre, double radius_px) {
    const int reach = static_cast<int>(std::ceil(radius_px));
    const int cx = static_cast<int>(std::lround(centre.x()));
    const int cy = static_cast<int>(std::lround(centre.y()));
    if (cx - reach < 0 || cy - reach < 0 || cx + reach >= grey.cols || cy + reach >= grey.rows)
      return;
    for (int y = cy - reach; y <= cy + reach; ++y)
      for (int x = cx - reach; x <= cx + reach; ++x)
        if ((Eigen::Vector2d(x, y) - centre).squaredNorm() <= radius_px * radius_px)
          pixels_.push_back(
              {static_cast<double>(x), static_cast<double>(y), static_cast<double>(grey.at<uchar>(y, x))});
  }

  std::size_t size() const { return pixels_.size(); }

  /// Middle and half contrast that fit best for the geometry in `p`.
  void fitGreys(Vector7d& p) const {
    double n = 0, sm = 0, smm = 0, sg = 0, smg = 0;
    for (const Pixel& pixel : pixels_) {
      const double m = shape(p, pixel);
      n += 1, sm += m, smm += m * m, sg += pixel.grey, smg += m * pixel.grey;
    }
    const double determinant = n * smm - sm * sm;
    p[5] = determinant > 1e-9 ? (n * smg - sm * sg) / determinant : 0.0;
    p[4] = (sg - p[5] * sm) / n;
  }

  double cost(const Vector7d& p) const {
    double sum = 0.0;
    for (const Pixel& pixel : pixels_) {
      const double r = pixel.grey - p[4] - p[5] * shape(p, pixel);
      sum += r * r;
    }
    return sum;
  }

  void equations(const Vector7d& p, Matrix7d& h, Vector7d& g) const {
    h.setZero();
    g.setZero();
    for (const Pixel& pixel : pixels_) {
      const double dx = pixel.x - p[0], dy = pixel.y - p[1];
      const double c1 = std::cos(p[2]), s1 = std::sin(p[2]), c2 = std::cos(p[3]), s2 = std::sin(p[3]);
      const double u1 = (c1 * dx + s1 * dy) / p[6], u2 = (c2 * dx + s2 * dy) / p[6];
      const double e1 = std::erf(u1), e2 = std::erf(u2);
      const double f1 = two_over_root_pi * std::exp(-u1 * u1), f2 = two_over_root_pi * std::exp(-u2 * u2);
      Vector7d d;
      d << -p[5] * (f1 * e2 * c1 + e1 * f2 * c2) / p[6], -p[5] * (f1 * e2 * s1 + e1 * f2 * s2) / p[6],
          p[5] * f1 * e2 * (-s1 * dx + c1 * dy) / p[6], p[5] * e1 * f2 * (-s2 * dx + c2 * dy) / p[6], 1.0, e1 * e2,
          -p[5] * (f1 * u1 * e2 + e1 * f2 * u2) / p[6];
      const double r = pixel.grey - p[4] - p[5] * e1 * e2;
      h += d * d.transpose();
      g += r * d;
    }
  }

private:
  struct Pixel {
    double x, y, grey;
  };
  static constexpr double two_over_root_pi = 1.1283791670955126;

  static double shape(const Vector7d& p, const Pixel& pixel) {
    const double dx = pixel.x - p[0], dy = pixel.y - p[1];
    return std::erf((std::cos(p[2]) * dx + std::sin(p[2]) * dy) / p[6]) *
           std::erf((std::cos(p[3]) * dx + std::sin(p[3]) * dy) / p[6]);
  }

  std::vector<Pixel> pixels_;
};

} // namespace

std::optional<Saddle> fitSaddle(const cv::Mat& grey, const Eigen::Vector2d& predicted_px, const Eigen::Vector2d& first,
                                const Eigen::Vector2d& second, double radius_px) {
  if (!predicted_px.allFinite())
    return std::nullopt;
  Vector7d p;
  p << predicted_px, std::atan2(first.x(), -first.y()), std::atan2(second.x(), -second.y()), 0.0, 0.0, 1.2;
  SaddleFit fit(grey, predicted_px, radius_px);
  if (fit.size() < 16)
    return std::nullopt;
  for (int pass = 0; pass < 2; ++pass) { // the second pass centres the window on the corner
    if (pass == 1)
      fit = SaddleFit(grey, p.head<2>(), radius_px);
    if (fit.size() < 16)
      return std::nullopt;
    if (pass == 0)
      fit.fitGreys(p);
    double cost = fit.cost(p);
    double damping = 1e-3;
    for (int turn = 0; turn < 15; ++turn) {
      Matrix7d h;
      Vector7d g;
      fit.equations(p, h, g);
      h.diagonal() *= 1.0 + damping;
      h.diagonal().array() += 1e-9;
      Vector7d next = p + solveSymmetric(h, g);
      next[6] = std::clamp(next[6], 0.4, 4.0);
      const double next_cost = next.allFinite() ? fit.cost(next) : 1e300;
      if (next_cost >= cost) {
        damping *= 10.0;
        if (damping > 1e4)
          break;
        continue;
      }
      const bool done = (next - p).head<2>().norm() < 1e-4;
      p = next;
      cost = next_cost;
      damping *= 0.2;
      if (done)
        break;
    }
    if ((p.head<2>() - predicted_px).norm() > radius_px)
      return std::nullopt;
  }
  Matrix7d h;
  Vector7d g;
  fit.equations(p, h, g);
  const double variance = fit.cost(p) / (static_cast<double>(fit.size()) - 7.0) + 0.5; // half a grey level: rounding
  Saddle saddle;
  saddle.px = p.head<2>();
  saddle.contrast = 2.0 * std::abs(p[5]);
  saddle.misfit = std::sqrt(variance) / std::max(1.0, saddle.contrast);
  saddle.covariance_px2 = variance * SymmetricFactors(h).inverse().topLeftCorner<2, 2>();
  const double crossing = std::abs(std::sin(p[2] - p[3]));
  if (saddle.contrast < 12.0 || saddle.misfit > 0.2 || crossing < 0.15 || !saddle.covariance_px2.allFinite())
    return std::nullopt;
  return saddle;
}

} // namespace linesman
