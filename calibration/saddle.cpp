#include "calibration/saddle.h"

#include <array>
#include <cmath>
#include <vector>

#include "models/dense.h"

namespace linesman {
namespace {

constexpr int unknowns = 8;
using Unknowns = Eigen::Matrix<double, unknowns, 1>;
using Equations = Eigen::Matrix<double, unknowns, unknowns>;
constexpr double two_over_root_pi = 1.1283791670955126;

/// Unknowns: x, y, angle of each edge's normal, middle grey, half contrast, blur, spread of the bright side.
class SaddleFit {
public:
  /// Pixels of the window about the corner and the edges in `p`.
  SaddleFit(const cv::Mat& grey, const Unknowns& p, const SaddleWindow& window) : window_(window) {
    const Eigen::Vector2d centre = p.head<2>();
    const int reach = static_cast<int>(std::ceil(std::max({window.radius_px, window.arm_px[0], window.arm_px[1]})));
    const int cx = static_cast<int>(std::lround(centre.x()));
    const int cy = static_cast<int>(std::lround(centre.y()));
    const int round = static_cast<int>(std::ceil(window.radius_px));
    if (cx - round < 0 || cy - round < 0 || cx + round >= grey.cols || cy + round >= grey.rows)
      return;
    for (int y = std::max(0, cy - reach); y <= std::min(grey.rows - 1, cy + reach); ++y)
      for (int x = std::max(0, cx - reach); x <= std::min(grey.cols - 1, cx + reach); ++x) {
        const Eigen::Vector2d away = Eigen::Vector2d(x, y) - centre;
        if (away.norm() <= window.radius_px || onArm(away, p[2], 0) || onArm(away, p[3], 1))
          pixels_.push_back(
              {static_cast<double>(x), static_cast<double>(y), static_cast<double>(grey.at<uchar>(y, x))});
      }
  }

  std::size_t size() const { return pixels_.size(); }

  /// Middle and half contrast that fit best for the geometry in `p`.
  void fitGreys(Unknowns& p) const {
    double n = 0, sm = 0, smm = 0, sg = 0, smg = 0;
    for (const Pixel& pixel : pixels_) {
      const double m = shapeAt(p, pixel).value;
      n += 1, sm += m, smm += m * m, sg += pixel.grey, smg += m * pixel.grey;
    }
    const double determinant = n * smm - sm * sm;
    p[5] = determinant > 1e-9 ? (n * smg - sm * sg) / determinant : 0.0;
    p[4] = (sg - p[5] * sm) / n;
  }

  double cost(const Unknowns& p) const {
    double sum = 0.0;
    for (const Pixel& pixel : pixels_) {
      const double r = pixel.grey - p[4] - p[5] * shapeAt(p, pixel).value;
      sum += r * r;
    }
    return sum + tightness * p[7] * p[7];
  }

  void equations(const Unknowns& p, Equations& h, Unknowns& g) const {
    h.setZero();
    g.setZero();
    for (const Pixel& pixel : pixels_) {
      const Shape shape = shapeAt(p, pixel);
      Unknowns d = p[5] * shape.by;
      d[4] = 1.0;
      d[5] = shape.value;
      const double r = pixel.grey - p[4] - p[5] * shape.value;
      h += d * d.transpose();
      g += r * d;
    }
    h(7, 7) += tightness;
    g[7] -= tightness * p[7];
  }

private:
  struct Pixel {
    double x, y, grey;
  };
  struct Shape {
    double value;
    Unknowns by; ///< derivatives, those by the greys left out
  };
  static constexpr double tightness = 1.0; ///< keeps the spread at zero where the picture does not tell it

  bool onArm(const Eigen::Vector2d& away, double angle_rad, std::size_t edge) const {
    const double across = std::cos(angle_rad) * away.x() + std::sin(angle_rad) * away.y();
    const double along = -std::sin(angle_rad) * away.x() + std::cos(angle_rad) * away.y();
    return std::abs(across) <= window_.half_px && std::abs(along) <= window_.arm_px[edge];
  }

  Shape shapeAt(const Unknowns& p, const Pixel& pixel) const {
    const Eigen::Vector2d away(pixel.x - p[0], pixel.y - p[1]);
    // Distance to each edge, along it, and the derivative of the distance by place and angle.
    std::array<double, 2> across, side, side_rise;
    std::array<Eigen::Vector2d, 2> normal, gradient;
    std::array<double, 2> by_angle;
    for (std::size_t e = 0; e < 2; ++e) {
      normal[e] = {std::cos(p[2 + static_cast<Eigen::Index>(e)]), std::sin(p[2 + static_cast<Eigen::Index>(e)])};
      const Eigen::Vector2d ahead(-normal[e].y(), normal[e].x());
      const double along = ahead.dot(away);
      const double bend = window_.curvature[e];
      across[e] = normal[e].dot(away) - 0.5 * bend * along * along;
      gradient[e] = normal[e] - bend * along * ahead;
      by_angle[e] = along + bend * along * normal[e].dot(away);
      side[e] = std::erf(across[e] / p[6]);
      side_rise[e] = two_over_root_pi * std::exp(-across[e] * across[e] / (p[6] * p[6])) / p[6];
    }
    std::array<double, 2> step, rise;
    for (std::size_t e = 0; e < 2; ++e) {
      const double u = (across[e] + p[7] * side[1 - e]) / p[6];
      step[e] = std::erf(u);
      rise[e] = two_over_root_pi * std::exp(-u * u) / p[6];
    }
    Shape shape{step[0] * step[1], Unknowns::Zero()};
    for (std::size_t e = 0; e < 2; ++e) {
      const std::size_t o = 1 - e;
      // By the distance to edge e: its own step, and the other edge's, which its side moves.
      const double by_across = rise[e] * step[o] + step[e] * rise[o] * p[7] * side_rise[e];
      shape.by.head<2>() -= by_across * gradient[e];
      shape.by[2 + static_cast<Eigen::Index>(e)] = by_across * by_angle[e];
      shape.by[7] += rise[e] * step[o] * side[o];
      const double own = (across[e] + p[7] * side[o]) / p[6];
      shape.by[6] -= rise[e] * step[o] * (own + p[7] * side_rise[o] * across[o] / p[6]);
    }
    return shape;
  }

  SaddleWindow window_;
  std::vector<Pixel> pixels_;
};

bool improve(const SaddleFit& fit, Unknowns& p) {
  double cost = fit.cost(p);
  double damping = 1e-3;
  for (int turn = 0; turn < 15; ++turn) {
    Equations h;
    Unknowns g;
    fit.equations(p, h, g);
    h.diagonal() *= 1.0 + damping;
    h.diagonal().array() += 1e-9;
    Unknowns next = p + solveSymmetric(h, g);
    next[6] = std::clamp(next[6], 0.4, 4.0);
    next[7] = std::clamp(next[7], -2.0, 2.0);
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
  return p.allFinite();
}

} // namespace

std::optional<Saddle> fitSaddle(const cv::Mat& grey, const Eigen::Vector2d& predicted_px, const Eigen::Vector2d& first,
                                const Eigen::Vector2d& second, const SaddleWindow& window) {
  if (!predicted_px.allFinite())
    return std::nullopt;
  Unknowns p;
  p << predicted_px, std::atan2(first.x(), -first.y()), std::atan2(second.x(), -second.y()), 0.0, 0.0, 1.2, 0.0;
  SaddleWindow round = window; // the arms would mislead a fit that is still off
  round.half_px = 0.0;
  for (int pass = 0; pass < 3; ++pass) { // the second pass centres the window on the corner, the third uses the arms
    if (pass == 2 && window.half_px <= 0.0)
      break;
    const SaddleFit fit(grey, p, pass < 2 ? round : window);
    if (fit.size() < 16)
      return std::nullopt;
    if (pass == 0)
      fit.fitGreys(p);
    if (!improve(fit, p) || (p.head<2>() - predicted_px).norm() > window.radius_px)
      return std::nullopt;
  }
  const SaddleFit fit(grey, p, window);
  Equations h;
  Unknowns g;
  fit.equations(p, h, g);
  const double variance =
      fit.cost(p) / (static_cast<double>(fit.size()) - unknowns) + 0.5; // half a grey level: rounding
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
