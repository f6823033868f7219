#include "vision/pyramid_fit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

#include <Eigen/Cholesky>

#include <opencv2/core/hal/intrin.hpp>

#include "vision/wide.h"

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
  int n;                                     ///< reduced px to both sides
  std::array<float, 2 * most + 3 + 3> worth; ///< of the steps from one more to one side on, which is worth nothing

  explicit Reach(double reach_px) : n(std::min(static_cast<int>(std::ceil(reach_px)), most)), worth{} {
    for (int i = -n; i <= n; ++i)
      worth[static_cast<std::size_t>(i + n + 1)] = static_cast<float>(1.0 - 0.5 * std::abs(i) / (reach_px + 1.0));
  }
};

/// The field's pixels nearest to steps of one reduced pixel across an outline.
class Steps {
public:
  Steps(const EdgeField& edges, const Eigen::Vector2d& at, const Eigen::Vector2d& normal)
      : edges_(edges), x_(fixed(at.x()) + one / 2), y_(fixed(at.y()) + one / 2), dx_(fixed(normal.x())),
        dy_(fixed(normal.y())) {}

  bool areInside(int half) const { return isInside(-half) && isInside(half); }
  /// Both directions' 16 bits, 0 outside.
  int gradientAt(int i) const { return bothOf(edges_.gradient(x(i), y(i))); }
  /// The same where it is inside.
  int gradientInside(int i) const { return bothOf(edges_.gradients().ptr<cv::Vec2s>(y(i))[x(i)]); }

#if defined(__x86_64__) && defined(__GNUC__)
  /// The same of the steps from `first` on, `count` of them.
  [[gnu::always_inline]] LINESMAN_ON_WIDE_REGISTERS inline WideInts gradientsInside(int first, int count) const {
    const WideInts i = WideInts{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15} + first;
    const WideInts x = (x_ + i * dx_) >> bits, y = (y_ + i * dy_) >> bits;
    const cv::Mat& gradients = edges_.gradients();
    const WideInts offsets = y * static_cast<int>(gradients.step[0]) + x * static_cast<int>(sizeof(cv::Vec2s));
    return WideInts(_mm512_mask_i32gather_epi32(__m512i{}, static_cast<__mmask16>((1U << count) - 1U), __m512i(offsets),
                                                gradients.data, 1));
  }
#endif

private:
  static constexpr int bits = 14, one = 1 << bits;
  static int fixed(double value) {
    return cvRound(std::clamp(value, -1e4, 1e4) * one);
  }
  static int bothOf(const cv::Vec2s& gradient) {
    int both;
    std::memcpy(&both, gradient.val, sizeof both);
    return both;
  }
  int x(int i) const {
    return (x_ + i * dx_) >> bits;
  }
  int y(int i) const {
    return (y_ + i * dy_) >> bits;
  }
  bool isInside(int i) const {
    return x(i) >= 0 && y(i) >= 0 && x(i) < edges_.width() && y(i) < edges_.height();
  }

  const EdgeField& edges_;
  int x_, y_, dx_, dy_;
};

/// Gradients along a unit normal, from one side's farthest step on.
struct Profile {
  std::array<float, 2 * Reach::most + 3 + 3> values;
  int strongest = -1; ///< within reach, nearer ones preferred; -1 where all are 0

  double operator[](int index) const { return static_cast<double>(values[static_cast<std::size_t>(index)]); }
};

/// Four at a time.
Profile profileOf(const Steps& steps, const Eigen::Vector2d& normal, const Reach& reach) {
  Profile profile;
  const int half = reach.n + 1;
  const bool inside = steps.areInside(half);
  const cv::v_float32x4 nx = cv::v_setall_f32(static_cast<float>(normal.x())),
                        ny = cv::v_setall_f32(static_cast<float>(normal.y()));
  for (int i = -half; i <= half; i += 4) {
    const auto gradient = [&](int k) { // what lies beyond the other side does not count
      return inside ? steps.gradientInside(std::min(i + k, half)) : steps.gradientAt(i + k);
    };
    const cv::v_int32x4 both(gradient(0), gradient(1), gradient(2), gradient(3));
    const cv::v_float32x4 gx = cv::v_cvt_f32((both << 16) >> 16), gy = cv::v_cvt_f32(both >> 16);
    cv::v_store(profile.values.data() + i + half, cv::v_abs(gx * nx + gy * ny));
  }
  float best = 0.0F;
  for (int i = 1; i < 2 * half; ++i)
    if (const float value = profile.values[static_cast<std::size_t>(i)] * reach.worth[static_cast<std::size_t>(i)];
        value > best) {
      best = value;
      profile.strongest = i;
    }
  return profile;
}

#if defined(__x86_64__) && defined(__GNUC__)
/// All at once; for processors with wide registers, where the steps are inside and not too many.
LINESMAN_ON_WIDE_REGISTERS Profile wideProfileOf(const Steps& steps, const Eigen::Vector2d& normal,
                                                 const Reach& reach) {
  Profile profile;
  const int half = reach.n + 1;
  const WideInts both = steps.gradientsInside(-half, 2 * half + 1);
  const Wide gx = __builtin_convertvector((both << 16) >> 16, Wide), gy = __builtin_convertvector(both >> 16, Wide);
  const Wide across = gx * static_cast<float>(normal.x()) + gy * static_cast<float>(normal.y());
  const Wide values = across < 0.0F ? -across : across;
  wide(profile.values.data()) = values;
  const Wide worth = values * wide(reach.worth.data());
  const WideInts lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  Wide best = worth; // of ever more lanes
#pragma GCC unroll 4
  for (int apart = static_cast<int>(lanes) / 2; apart > 0; apart /= 2) {
    const Wide other = __builtin_shuffle(best, lane ^ apart);
    best = other > best ? other : best;
  }
  if (best[0] > 0.0F)
    profile.strongest = std::countr_zero(static_cast<unsigned>(_mm512_cmp_ps_mask(worth, best, _CMP_EQ_OQ)));
  return profile;
}
#endif

Profile profileOf(const EdgeField& edges, const Eigen::Vector2d& at, const Eigen::Vector2d& normal,
                  const Reach& reach) {
  const Steps steps(edges, at, normal);
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool is_wide = hasWideRegisters();
  const int half = reach.n + 1;
  if (is_wide && 2 * half < static_cast<int>(lanes) && steps.areInside(half))
    return wideProfileOf(steps, normal, reach);
#endif
  return profileOf(steps, normal, reach);
}

/// The strongest edge within reach, nearer ones preferred.
Crossing crossing(const EdgeField& edges, const Eigen::Vector2d& at, const Eigen::Vector2d& normal,
                  const Reach& reach) {
  const Profile profile = profileOf(edges, at, normal, reach);
  const int best = profile.strongest;
  if (best < 0 || profile[best] < edges.noise())
    return {};
  const double l = profile[best - 1], m = profile[best], r = profile[best + 1];
  const double bend = l - 2.0 * m + r;
  const double shift = bend < 0.0 ? std::clamp(0.5 * (l - r) / bend, -0.5, 0.5) : 0.0;
  return {best - reach.n - 1 + shift, m, true};
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
