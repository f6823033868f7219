#include "vision/pyramid_refinement.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Cholesky>
#include <opencv2/core/hal/intrin.hpp>

namespace linesman {

namespace {

constexpr double step_px = 0.5;       ///< of the profiles
constexpr double edge_bias_px = 0.35; ///< standard deviation of what a whole edge may be off
// Whole edges bend and tilt (shadow, glare, what lies behind) more than the fit assumes: factors on the standard
// deviations, calibrated with accuracy_pyramids so that 95 % ellipses hold the truth.
constexpr double place_factor = 1.9;
constexpr double heading_factor = 2.8;
constexpr double robust_px = 0.6;        ///< residuals beyond this lose weight
constexpr double least_contrast = 5.0;   ///< grey levels (all channels together) over 2 px
constexpr double least_over_noise = 3.5; ///< of a contrast, in noise levels: what chance makes is less
constexpr double plenty_contrast = 25.0; ///< beyond this an edge is hardly more believable for being stronger
constexpr double rough_spacing_px = 4.0, spacing_px = 2.0;
constexpr int fine_rounds = 4;
constexpr double fine_reach_px = 2.0;
constexpr double settled_mm = 0.004;
constexpr double most_moved_mm = 8.0;
constexpr double least_used = 10.0;     ///< edges met
constexpr double plain_agreement = 0.5; ///< beyond it no other heading is tried

struct Crossing {
  double offset_px = 0.0;
  double contrast = 0.0;
  bool found = false;
};

/// Blue, green, red (and one more that does not count) at a sub-pixel place; the nearest border pixel outside the
/// picture.
cv::v_float32x4 colourAt(const cv::Mat& image, float x, float y) {
  x = std::clamp(x, 0.0F, static_cast<float>(image.cols) - 2.001F); // four bytes are read from each of two pixels
  y = std::clamp(y, 0.0F, static_cast<float>(image.rows) - 1.001F);
  const int x0 = static_cast<int>(x), y0 = static_cast<int>(y);
  const cv::v_float32x4 fx = cv::v_setall_f32(x - static_cast<float>(x0)),
                        fy = cv::v_setall_f32(y - static_cast<float>(y0));
  const auto at = [](const std::uint8_t* bytes) {
    return cv::v_cvt_f32(cv::v_reinterpret_as_s32(cv::v_load_expand_q(bytes)));
  };
  const std::uint8_t* a = image.ptr(y0) + 3 * x0;
  const std::uint8_t* b = image.ptr(y0 + 1) + 3 * x0;
  const cv::v_float32x4 above = at(a), below = at(b);
  const cv::v_float32x4 upper = above + fx * (at(a + 3) - above), lower = below + fx * (at(b + 3) - below);
  return upper + fy * (lower - upper);
}

/// Four colours at a time, so that their distances say how much they differ. Brightness counts more than colour, which
/// cameras and JPEG store at half the resolution; but a shadow's edge is one of brightness, a piece's of colour too.
struct FourColours {
  cv::v_float32x4 brightness, blue, red;

  FourColours() = default;
  FourColours(const cv::v_float32x4& a, const cv::v_float32x4& b, const cv::v_float32x4& c, const cv::v_float32x4& d) {
    cv::v_float32x4 green, none;
    cv::v_transpose4x4(a, b, c, d, blue, green, red, none);
    brightness = cv::v_setall_f32(0.114F) * blue + cv::v_setall_f32(0.587F) * green + cv::v_setall_f32(0.299F) * red;
    blue = blue - brightness;
    red = red - brightness;
    brightness = cv::v_setall_f32(1.73F) * brightness;
  }
  cv::v_float32x4 differenceTo(const FourColours& other) const {
    const cv::v_float32x4 dy = brightness - other.brightness, db = blue - other.blue, dr = red - other.red;
    return cv::v_sqrt(dy * dy + db * db + dr * dr);
  }
};

/// Where the colour steps across the outline are within reach, those within `spread_px` counting most.
Crossing crossing(const QuietPicture& picture, const OutlineSample& sample, double reach_px, double spread_px) {
  const cv::Mat& image = picture.image();
  const double least = std::max(least_contrast, least_over_noise * picture.noise());
  constexpr int most = 24;
  const int half = std::min(static_cast<int>(std::ceil(reach_px / step_px)), most / 2 - 1);
  const int n = 2 * half + 1;
  constexpr int wide = static_cast<int>(1.0 / step_px); // the step is taken over +-1 px
  static_assert(2 * wide == 4, "a colour and the one it is compared with lie four apart");
  const auto start = (sample.pixel - (half + wide + 1) * step_px * sample.normal).cast<float>().eval();
  const auto step = (step_px * sample.normal).cast<float>().eval();
  const auto fourFrom = [&](int i) {
    const auto colour = [&](int k) {
      const auto steps = static_cast<float>(i + k);
      return colourAt(image, start.x() + steps * step.x(), start.y() + steps * step.y());
    };
    return FourColours(colour(0), colour(1), colour(2), colour(3));
  };
  std::array<float, most + 8> value;
  FourColours before = fourFrom(0);
  for (int i = 0; i < n + 2; i += 4) {
    const FourColours after = fourFrom(i + 4);
    cv::v_store(value.data() + i, after.differenceTo(before));
    before = after;
  }
  // A glint or print is often the strongest edge around and the outline a weaker one: strength counts with a limit. At
  // the end every edge within reach has its say, the nearer the more.
  double sum = 0.0, moment = 0.0, contrast = 0.0, best = 0.0;
  for (int i = 0; i < n; ++i) {
    const double l = static_cast<double>(value[static_cast<std::size_t>(i)]),
                 m = static_cast<double>(value[static_cast<std::size_t>(i + 1)]),
                 r = static_cast<double>(value[static_cast<std::size_t>(i + 2)]);
    if (m < least || m < l || m < r)
      continue; // only peaks
    const double bend = l - 2.0 * m + r;
    const double shift = bend < -1e-9 ? std::clamp(0.5 * (l - r) / bend, -0.5, 0.5) : 0.0;
    const double offset = (i - half + shift) * step_px;
    const double worth = m / (m + plenty_contrast);
    if (reach_px > 2.5) { // far away yet: the best edge alone
      const double near = worth * (1.0 - 0.6 * std::abs(offset) / (reach_px + 0.5));
      if (near > best) {
        best = sum = near;
        moment = near * offset;
        contrast = near * m;
      }
      continue;
    }
    const double weight = worth * std::exp(-0.5 * offset * offset / (spread_px * spread_px));
    sum += weight;
    moment += weight * offset;
    contrast += weight * m;
  }
  if (sum < 1e-6)
    return {};
  return {moment / sum, contrast / sum, true};
}

/// Normal equations with the common offset of each edge integrated out.
struct Equations {
  Eigen::Matrix3d information = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right = Eigen::Vector3d::Zero();
  Eigen::Matrix<double, 3, 6> by_camera = Eigen::Matrix<double, 3, 6>::Zero();
  double squares = 0.0; ///< weighted squared residuals
  double used = 0.0;
  double agreement = 0.0; ///< sum over the outline samples of how well each agrees
  int all = 0, met = 0;   ///< outline samples
};

struct EdgeSums {
  double weight = 0.0, residual = 0.0;
  Eigen::Vector3d row = Eigen::Vector3d::Zero();
  Eigen::RowVector<double, 6> camera_row = Eigen::RowVector<double, 6>::Zero();
};

Equations equationsOf(const std::vector<OutlineSample>& samples, const QuietPicture& picture, double reach_px,
                      double scale_px, bool by_camera = false) {
  Equations out;
  std::array<EdgeSums, PyramidSolid::edge_count> edges;
  for (const OutlineSample& sample : samples) {
    out.all += sample.outline ? 1 : 0;
    const Crossing met = crossing(picture, sample, reach_px, scale_px);
    if (!met.found)
      continue;
    const double sigma_px =
        0.35 + (3.0 + 2.0 * std::max(0.0, picture.noise() - 1.0)) / met.contrast + (sample.outline ? 0.0 : 0.5);
    const double z = met.offset_px / (scale_px + sigma_px);
    const double weight = 1.0 / ((1.0 + z * z) * sigma_px * sigma_px);
    const Eigen::Vector3d row = (sample.normal.transpose() * sample.by_pose).transpose();
    out.information += weight * row * row.transpose();
    out.right += weight * row * met.offset_px;
    out.squares += weight * met.offset_px * met.offset_px;
    out.used += 1.0;
    if (sample.outline)
      out.agreement += met.contrast / (met.contrast + plenty_contrast) *
                       std::exp(-0.5 * met.offset_px * met.offset_px / (robust_px * robust_px));
    out.met += sample.outline && std::abs(met.offset_px) < 1.2 ? 1 : 0;
    EdgeSums& edge = edges[static_cast<std::size_t>(sample.edge)];
    edge.weight += weight;
    edge.residual += weight * met.offset_px;
    edge.row += weight * row;
    if (by_camera) {
      const Eigen::RowVector<double, 6> camera_row = weight * sample.normal.transpose() * sample.by_camera;
      out.by_camera += row * camera_row;
      edge.camera_row += camera_row;
    }
  }
  for (const EdgeSums& edge : edges) {
    const double whole = 1.0 / (edge_bias_px * edge_bias_px) + edge.weight;
    out.information -= edge.row * edge.row.transpose() / whole;
    out.right -= edge.row * edge.residual / whole;
    out.by_camera -= edge.row * edge.camera_row / whole;
    out.squares -= edge.residual * edge.residual / whole;
  }
  return out;
}

Eigen::LDLT<Eigen::Matrix3d> solverOf(const Equations& equations) {
  return Eigen::LDLT<Eigen::Matrix3d>(equations.information +
                                      Eigen::Vector3d(1e-4, 1e-4, 1e-2).asDiagonal().toDenseMatrix());
}

using PlanarPiecePose = PlanarPose<TableFrame, PieceFrame>;

/// What is fitted to what.
struct Subject {
  const PyramidSolid& solid;
  const TableView& view;
  const QuietPicture& picture;
  const HiddenParts& hidden;

  std::vector<OutlineSample> samples(const PlanarPiecePose& pose, double spacing, bool by_camera = false) const {
    std::vector<OutlineSample> out = sampleOutline(solid, pose, view, spacing, true, by_camera);
    hidden.leaveOut(out);
    return out;
  }
};

/// One robust step of the pose; nothing when too little of the outline is met.
std::optional<Equations> stepTowardsEdges(const Subject& subject, double spacing, double reach_px, double scale_px,
                                          PlanarPiecePose& pose) {
  const Equations equations = equationsOf(subject.samples(pose, spacing), subject.picture, reach_px, scale_px);
  if (equations.used < least_used)
    return std::nullopt;
  const Eigen::Vector3d change = solverOf(equations).solve(equations.right);
  pose = {pose.origin_mm() + change.head<2>(), pose.heading_rad() + change.z()};
  return equations;
}

struct RoughFit {
  PlanarPiecePose pose;
  double agreement = 0.0; ///< just before the last step
};

/// Few samples, far reach first.
std::optional<RoughFit> roughFit(const Subject& subject, const PlanarPiecePose& start, double reach_px) {
  constexpr int rounds = 6;
  RoughFit fit{start};
  for (int round = 0; round < rounds; ++round) {
    const double reach = std::max(2.0, reach_px * (1.0 - static_cast<double>(round) / (rounds - 1)));
    const auto equations = stepTowardsEdges(
        subject, rough_spacing_px, reach, round + 1 == rounds ? robust_px : std::max(robust_px, 0.5 * reach), fit.pose);
    if (!equations || (fit.pose.origin_mm() - start.origin_mm()).norm() > most_moved_mm)
      return std::nullopt;
    fit.agreement = equations->agreement / std::max(1, equations->all);
  }
  return fit;
}

/// How much larger the covariance is for an outline that is met in part or weakly, and smaller for one that agrees all
/// around: tests/accuracy/fit_doubt.py prints these weights.
double doubtOf(const RefinedPyramid& fit) {
  return std::exp(-0.33 - 3.94 * (fit.agreement - 0.5) + 7.83 * std::max(0.0, 0.9 - fit.met));
}

/// Every sample, near the answer.
std::optional<RefinedPyramid> fineFit(const Subject& subject, const PlanarPiecePose& start) {
  RefinedPyramid out;
  out.pose = start;
  for (int round = 0; round < fine_rounds; ++round) {
    const Eigen::Vector2d before = out.pose.origin_mm();
    if (!stepTowardsEdges(subject, spacing_px, fine_reach_px, robust_px, out.pose))
      return std::nullopt;
    if ((out.pose.origin_mm() - before).norm() < settled_mm)
      break;
  }
  const Equations equations =
      equationsOf(subject.samples(out.pose, spacing_px, true), subject.picture, fine_reach_px, robust_px, true);
  if (equations.used < least_used)
    return std::nullopt;
  const auto solver = solverOf(equations);
  out.misfit = std::sqrt(std::max(0.0, equations.squares) / std::max(1.0, equations.used - 3.0));
  out.by_camera = -solver.solve(equations.by_camera);
  out.agreement = equations.all > 0 ? equations.agreement / equations.all : 0.0;
  out.met = equations.all > 0 ? static_cast<double>(equations.met) / equations.all : 0.0;
  const Eigen::Matrix3d calibration = Eigen::Vector3d(place_factor, place_factor, heading_factor).asDiagonal();
  out.relative_covariance = calibration * solver.solve(Eigen::Matrix3d::Identity()) * calibration *
                            std::max(1.0, out.misfit * out.misfit) * doubtOf(out);
  return out;
}

} // namespace

std::optional<RefinedPyramid> refinePyramid(const PyramidSolid& solid, const PlanarPiecePose& start,
                                            const TableView& view, const QuietPicture& picture, double reach_px,
                                            double spread_rad, const HiddenParts& hidden) {
  const Subject subject{solid, view, picture, hidden};
  std::optional<RoughFit> best;
  for (const double turn : {0.0, -1.0, 1.0}) {
    if (turn != 0.0 && (spread_rad <= 0.0 || (best && best->agreement > plain_agreement)))
      break;
    const auto fit = roughFit(subject, {start.origin_mm(), start.heading_rad() + turn * spread_rad}, reach_px);
    if (fit && (!best || fit->agreement > best->agreement))
      best = fit;
  }
  return best ? fineFit(subject, best->pose) : std::nullopt;
}

} // namespace linesman
