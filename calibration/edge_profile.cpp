#include "calibration/edge_profile.h"
#include "models/median.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace linesman {
namespace {

constexpr double step_px = 0.5;
constexpr int most_steps = 128;
constexpr double least_contrast = 12.0; // grey levels

/// Grey values along the normal from -reach to +reach in half pixels.
struct Profile {
  std::array<double, most_steps> value{};
  int count = 0;
  double at(double s_px) const { // linear between the steps
    const double place = s_px / step_px + 0.5 * (count - 1);
    const int i = std::clamp(static_cast<int>(place), 0, count - 2);
    return value[static_cast<std::size_t>(i)] +
           (place - i) * (value[static_cast<std::size_t>(i + 1)] - value[static_cast<std::size_t>(i)]);
  }
};

bool sampleProfile(const cv::Mat& grey, const EdgeSample& sample, double reach_px, Profile& profile) {
  const int half = std::min(static_cast<int>(std::ceil(reach_px / step_px)), (most_steps - 1) / 2);
  const Eigen::Vector2d end = sample.to_light * (half * step_px);
  for (const Eigen::Vector2d& p : {Eigen::Vector2d(sample.px - end), Eigen::Vector2d(sample.px + end)})
    if (!(p.x() >= 0.0 && p.y() >= 0.0 && p.x() < grey.cols - 1 && p.y() < grey.rows - 1))
      return false;
  profile.count = 2 * half + 1;
  for (int i = 0; i < profile.count; ++i) {
    const Eigen::Vector2d p = sample.px + sample.to_light * ((i - half) * step_px);
    const int x = static_cast<int>(p.x());
    const int y = static_cast<int>(p.y());
    const double fx = p.x() - x;
    const double fy = p.y() - y;
    const uchar* a = grey.ptr<uchar>(y) + x;
    const uchar* b = grey.ptr<uchar>(y + 1) + x;
    profile.value[static_cast<std::size_t>(i)] =
        (1 - fy) * (a[0] + fx * (a[1] - a[0])) + fy * (b[0] + fx * (b[1] - b[0]));
  }
  return true;
}

/// Light of a grey value, near enough by the usual tone curve (a power of 2.2, or that of sRGB): lenses and motion blur
/// light. Grey values of it show an edge half of the blur's deviation too far into the dark.
double lightOf(double grey) {
  return grey * grey;
}

struct Crossing {
  double shift_px;
  double contrast;
  double blur_px;
};

/// Where the step of equal area lies: s0 = h - integral of (v - dark) / (light - dark) over [-h, h], the window moved
/// along until it is centred. v is light. What lies between dark and light tells the blur: the integral of Phi (1 -
/// Phi) over a normal distribution's Phi is its deviation over sqrt(pi).
std::optional<Crossing> crossing(const Profile& profile, double range_px, double half_px) {
  double best = 0.0;
  double centre = 0.0;
  for (double s = -range_px; s <= range_px; s += step_px) { // coarse: steepest rise over two pixels
    const double rise = profile.at(s + 1.0) - profile.at(s - 1.0) + 0.5 * (profile.at(s + 0.5) - profile.at(s - 0.5));
    if (rise > best) {
      best = rise;
      centre = s;
    }
  }
  if (best < least_contrast)
    return std::nullopt;
  double contrast = 0.0;
  double between = 0.0;
  for (int turn = 0; turn < 3; ++turn) {
    const double dark = 0.5 * (profile.at(centre - half_px) + profile.at(centre - half_px + step_px));
    const double light = 0.5 * (profile.at(centre + half_px) + profile.at(centre + half_px - step_px));
    contrast = light - dark;
    if (contrast < least_contrast)
      return std::nullopt;
    const double step = lightOf(light) - lightOf(dark);
    double area = 0.0;
    between = 0.0;
    const int steps = static_cast<int>(std::lround(2.0 * half_px / 0.25));
    for (int i = 0; i < steps; ++i) {
      const double s = centre - half_px + (i + 0.5) * (2.0 * half_px / steps);
      const double share = std::clamp((lightOf(profile.at(s)) - lightOf(dark)) / step, -0.3, 1.3);
      area += share;
      between += share * (1.0 - share);
    }
    between *= 2.0 * half_px / steps;
    const double next = centre + half_px - area * (2.0 * half_px / steps);
    if (!(std::abs(next) <= range_px + 1.0))
      return std::nullopt;
    centre = next;
  }
  return Crossing{centre, contrast, std::sqrt(M_PI) * std::max(0.0, between)};
}

struct Measured {
  double u; ///< [-0.5, 0.5] along the samples
  double shift_px;
  double contrast;
  double blur_px;
};

/// How far off a step of so much blur may be put in a window of this half width: where light and dark are not reached
/// within it, both are taken from the blur, and what lies beside the edge reaches into it. Seen of drawn markers out of
/// focus by 0.7 to 3 px and moved by 4 and 8 px: 0.02 to 0.2 px, as stated or less (but 1.3 times as much where the
/// motion is as long as a cell).
double hidden_px(double blur_px, double half_px) {
  constexpr double sharp_px = 1.0, share = 0.1;
  constexpr double settled = 0.41,
                   ramp = 0.59; // blur over half width: of a step that ends within, of one that does not
  return share * std::max(0.0, blur_px - sharp_px) +
         0.5 * blur_px * std::pow(std::max(0.0, blur_px / half_px - settled) / (ramp - settled), 2);
}

/// Least median of squared distances over lines through pairs of points: holds while half of the samples are good.
std::pair<double, double> roughLine(const std::vector<Measured>& points) {
  double best = 1e300;
  std::pair<double, double> line{0.0, 0.0};
  const std::size_t n = points.size();
  std::vector<double> away(n);
  for (std::size_t trial = 0; trial < 24; ++trial) {
    const Measured& a = points[(trial * 7) % n];
    const Measured& b = points[(trial * 13 + n / 2) % n];
    if (std::abs(a.u - b.u) < 0.15)
      continue;
    const double slope = (b.shift_px - a.shift_px) / (b.u - a.u);
    const double offset = a.shift_px - slope * a.u;
    for (std::size_t i = 0; i < n; ++i)
      away[i] = std::abs(points[i].shift_px - offset - slope * points[i].u);
    const double score = medianOf(away);
    if (score < best) {
      best = score;
      line = {offset, slope};
    }
  }
  return line;
}

} // namespace

std::optional<double> greyAt(const cv::Mat& grey, const Eigen::Vector2d& px) {
  if (!(px.x() >= 0.0 && px.y() >= 0.0 && px.x() < grey.cols - 1 && px.y() < grey.rows - 1))
    return std::nullopt;
  const int x = static_cast<int>(px.x());
  const int y = static_cast<int>(px.y());
  const double fx = px.x() - x;
  const double fy = px.y() - y;
  const uchar* a = grey.ptr<uchar>(y) + x;
  const uchar* b = grey.ptr<uchar>(y + 1) + x;
  return (1 - fy) * (a[0] + fx * (a[1] - a[0])) + fy * (b[0] + fx * (b[1] - b[0]));
}

std::optional<EdgeShift> measureEdge(const cv::Mat& grey, std::span<const EdgeSample> samples, double range_px,
                                     double half_width_px, double widest_px) {
  const double half_px = std::clamp(half_width_px, 1.5, widest_px);
  std::vector<Measured> points;
  Profile profile;
  const double n = static_cast<double>(samples.size());
  for (const EdgeSample& sample : samples) {
    if (!sampleProfile(grey, sample, range_px + half_px + 1.0, profile))
      continue;
    if (const auto found = crossing(profile, range_px, half_px))
      points.push_back({sample.share - 0.5, found->shift_px, found->contrast, found->blur_px});
  }
  if (points.size() < 5 || 2 * points.size() < samples.size())
    return std::nullopt;
  auto [offset, slope] = roughLine(points);
  double rms_px = 0.0;
  double used = 0.0;
  double spread = 0.0;
  for (int turn = 0; turn < 4; ++turn) { // least squares over the samples near the line
    const double gate_px = turn == 0 ? 0.8 : std::clamp(3.0 * rms_px, 0.25, 0.8);
    double w = 0, su = 0, suu = 0, sd = 0, sud = 0, sdd = 0;
    for (const Measured& p : points) {
      if (std::abs(p.shift_px - offset - slope * p.u) > gate_px)
        continue;
      w += 1, su += p.u, suu += p.u * p.u, sd += p.shift_px, sud += p.u * p.shift_px, sdd += p.shift_px * p.shift_px;
    }
    const double determinant = w * suu - su * su;
    if (w < 5 || determinant < 1e-9)
      return std::nullopt;
    slope = (w * sud - su * sd) / determinant;
    offset = (sd - slope * su) / w;
    rms_px = std::sqrt(std::max(0.0, (sdd - offset * sd - slope * sud) / std::max(1.0, w - 2.0)));
    used = w;
    spread = std::sqrt(12.0 * determinant) / w; // 1 when the used samples fill the side
  }
  EdgeShift shift;
  shift.share = used / n;
  if (shift.share < 0.5 || spread < 0.5)
    return std::nullopt;
  std::vector<double> contrasts, blurs_px;
  for (const Measured& p : points) {
    contrasts.push_back(p.contrast);
    blurs_px.push_back(p.blur_px);
  }
  shift.contrast = medianOf(contrasts);
  shift.blur_px = medianOf(blurs_px);
  const double arm = 0.5 - shift.first;
  shift.first_px = offset - slope * arm;
  shift.second_px = offset + slope * arm;
  // Neighbouring samples share pixels and compression blocks: every second one counts. Where the samples fill a part of
  // the side only, the line is carried on beyond them, with what does not average out too.
  shift.hidden_px = hidden_px(shift.blur_px, half_px);
  shift.variance_px2 = (2.0 * rms_px * rms_px / std::max(2.0, 0.5 * used) + edge_floor_px * edge_floor_px +
                        shift.hidden_px * shift.hidden_px) /
                       (spread * spread);
  return shift;
}

} // namespace linesman
