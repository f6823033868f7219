#include "vision/pyramid_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <Eigen/Cholesky>

#include <opencv2/core/hal/intrin.hpp>

namespace linesman {

namespace {

/// An edge of the picture met on the way across the outline.
struct Crossing {
  double offset_px = 0.0; ///< reduced px along the sample's normal
  double strength = 0.0;  ///< gradient along the normal
  bool found = false;
};

/// How far crossings are looked for, and how much less they count the farther they are.
struct Reach {
  static constexpr int most = 12;
  int n;                              ///< reduced px to both sides
  std::array<double, most + 2> worth; ///< by the distance

  explicit Reach(double reach_px) : n(std::min(static_cast<int>(std::ceil(reach_px)), most)), worth{} {
    for (int i = 0; i <= n + 1; ++i)
      worth[static_cast<std::size_t>(i)] = 1.0 - 0.5 * i / (reach_px + 1.0);
  }
};

/// Gradients of the field along a unit normal, at the pixels nearest to steps of one reduced pixel, from one side's
/// farthest on; four are taken at a time.
class Profile {
public:
  Profile(const EdgeField& edges, const Eigen::Vector2d& at, const Eigen::Vector2d& normal, int half)
      : edges_(edges), x_(fixed(at.x()) + one / 2), y_(fixed(at.y()) + one / 2), dx_(fixed(normal.x())),
        dy_(fixed(normal.y())) {
    const bool inside = isInside(-half) && isInside(half);
    const cv::v_float32x4 nx = cv::v_setall_f32(static_cast<float>(normal.x())),
                          ny = cv::v_setall_f32(static_cast<float>(normal.y()));
    for (int i = -half; i <= half; i += 4) {
      const auto gradient = [&](int k) { // what lies beyond the other side does not count
        return inside ? gradientInside(std::min(i + k, half)) : gradientAt(i + k);
      };
      const cv::v_int32x4 both(gradient(0), gradient(1), gradient(2), gradient(3));
      const cv::v_float32x4 gx = cv::v_cvt_f32((both << 16) >> 16), gy = cv::v_cvt_f32(both >> 16);
      cv::v_store(values_.data() + i + half, cv::v_abs(gx * nx + gy * ny));
    }
  }
  double operator[](int index) const { return static_cast<double>(values_[static_cast<std::size_t>(index)]); }

private:
  static constexpr int bits = 14, one = 1 << bits;
  static int fixed(double value) { return cvRound(std::clamp(value, -1e4, 1e4) * one); }
  int x(int i) const { return (x_ + i * dx_) >> bits; }
  int y(int i) const { return (y_ + i * dy_) >> bits; }
  bool isInside(int i) const { return x(i) >= 0 && y(i) >= 0 && x(i) < edges_.width() && y(i) < edges_.height(); }
  /// Both directions' 16 bits.
  int gradientAt(int i) const {
    const cv::Vec2s g = edges_.gradient(x(i), y(i));
    int both;
    std::memcpy(&both, g.val, sizeof both);
    return both;
  }
  int gradientInside(int i) const {
    int both;
    std::memcpy(&both, edges_.gradients().ptr<cv::Vec2s>(y(i))[x(i)].val, sizeof both);
    return both;
  }

  const EdgeField& edges_;
  int x_, y_, dx_, dy_;
  std::array<float, 2 * Reach::most + 3 + 3> values_;
};

/// The strongest edge within reach, nearer ones preferred.
Crossing crossing(const EdgeField& edges, const Eigen::Vector2d& at, const Eigen::Vector2d& normal,
                  const Reach& reach) {
  const int n = reach.n;
  const Profile profile(edges, at, normal, n + 1);
  int best = -1;
  double best_value = 0.0;
  for (int i = -n; i <= n; ++i) {
    const double value = profile[i + n + 1] * reach.worth[static_cast<std::size_t>(std::abs(i))];
    if (value > best_value) {
      best_value = value;
      best = i + n + 1;
    }
  }
  if (best < 0 || profile[best] < edges.noise())
    return {};
  const double l = profile[best - 1], m = profile[best], r = profile[best + 1];
  const double bend = l - 2.0 * m + r;
  const double shift = bend < 0.0 ? std::clamp(0.5 * (l - r) / bend, -0.5, 0.5) : 0.0;
  return {best - n - 1 + shift, m, true};
}

constexpr double still_mm = 0.1, still_rad = 0.005; ///< settled: smaller steps change nothing that is looked at later

struct Step {
  Eigen::Vector3d change = Eigen::Vector3d::Zero();
  bool solved = false;
};

/// One robust least-squares step towards the crossings.
Step stepOf(const std::vector<OutlineSample>& samples, const EdgeField& edges, double reach_px) {
  Eigen::Matrix3d normal_matrix = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right = Eigen::Vector3d::Zero();
  const double scale_px = std::max(0.5, 0.4 * reach_px);
  const Reach within(reach_px);
  int used = 0;
  for (const OutlineSample& sample : samples) {
    const Crossing met = crossing(edges, edges.toReduced(sample.pixel), sample.normal, within);
    if (!met.found)
      continue;
    const double robust = 1.0 / (1.0 + met.offset_px * met.offset_px / (scale_px * scale_px));
    const double weight = robust * (sample.outline ? 1.0 : 0.3) * met.strength / (met.strength + 2.0 * edges.noise());
    const Eigen::RowVector3d row = sample.normal.transpose() * sample.by_pose / edges.reduction();
    normal_matrix += weight * row.transpose() * row;
    right += weight * row.transpose() * met.offset_px;
    ++used;
  }
  if (used < 6)
    return {};
  // A weak pull to where it is: 3 mm and 6 degrees for one pixel's worth of evidence.
  normal_matrix.diagonal() += Eigen::Vector3d(0.02, 0.02, 10.0);
  return {normal_matrix.ldlt().solve(right), true};
}

/// Share of outline samples with a crossing within a pixel or so.
double supportOf(const std::vector<OutlineSample>& samples, const EdgeField& edges) {
  const Reach near(1.0);
  int all = 0, met = 0;
  for (const OutlineSample& sample : samples) {
    if (!sample.outline)
      continue;
    ++all;
    met += crossing(edges, edges.toReduced(sample.pixel), sample.normal, near).found ? 1 : 0;
  }
  return all > 0 ? static_cast<double>(met) / all : 0.0;
}

} // namespace

std::optional<SettledPyramid> settlePyramid(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& start,
                                            const TableView& view, const EdgeField& edges, double reach_px) {
  PlanarPose<TableFrame, PieceFrame> pose = start;
  constexpr int rounds = 5;
  std::vector<OutlineSample> samples;
  for (int round = 0; round < rounds; ++round) {
    samples = sampleOutline(solid, pose, view, (round < 3 ? 5.0 : 3.0) * edges.reduction(), true);
    const double reach = std::max(1.5, reach_px * (1.0 - static_cast<double>(round) / (rounds - 1)));
    const Step step = stepOf(samples, edges, reach);
    if (!step.solved)
      return std::nullopt;
    pose = {pose.origin_mm() + step.change.head<2>(), pose.heading_rad() + step.change.z()};
    if (round > 0 && step.change.head<2>().norm() < still_mm && std::abs(step.change.z()) < still_rad)
      break;
    if ((pose.origin_mm() - start.origin_mm()).norm() > 15.0)
      return std::nullopt;
  }
  if (samples.empty())
    return std::nullopt;
  return SettledPyramid{pose, supportOf(samples, edges)};
}

} // namespace linesman
