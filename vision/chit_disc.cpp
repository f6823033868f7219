#include "vision/chit_disc.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <opencv2/imgproc.hpp>

#include "models/units.h"

namespace linesman {

namespace {

constexpr float least_gradient = 4.0F; ///< grey levels per pixel
constexpr float usual_gradient = 12.0F;
constexpr double least_votes = 0.22; ///< of the rim's length
constexpr std::size_t most_looked_at = 300;
constexpr int angles = 24;
constexpr double step_levels = 9.0; ///< a step across the rim below this is noise
// Across the rim, in steps of the profile: half a pixel of the camera's picture, at least the following.
constexpr double least_pitch_mm = 0.35, most_pitch_mm = 1.2;
constexpr int half_reach = 4;      ///< the rim's edge is looked for so far to both sides
constexpr double near_steps = 2.0; ///< and should lie within this
constexpr double usual_off = 1.4;  ///< of it
constexpr int wide = 2;            ///< colours on the two sides of an edge are taken so far from it
constexpr double usual_step = 30.0;
constexpr double doubtful_from = -5.0, doubtful_to = 1.0, doubtful_rim = 0.6; ///< such discs are looked at again
constexpr double start_off_mm = 1.0;                                          ///< from so far beside the middle
constexpr double ring = 1.5;                                  ///< radii: what a disc lies on is seen there
constexpr double hopeless = 0.35;                             ///< met share of the rim at a first look
constexpr double most_lean_mm = 2.5;                          ///< of a disc's foot, as it is seen, from its upper side
constexpr std::array<double, 3> outside_mm = {0.6, 1.2, 1.8}; ///< beyond rim and foot: what is just outside
constexpr double nearest_radii = 1.8, farthest_radii = 2.2;   ///< between middles of discs that touch
constexpr double touching_rim = 0.6,
                 touching_levels = 30.0; ///< share they have of their usual rim; their colours differ less
constexpr double usual_noise = 5.0;      ///< grey levels between colours that are the same

using Colour3 = Eigen::Vector3f;

Colour3 colourAt(const cv::Mat& image, double x, double y) {
  const double cx = std::clamp(x, 0.0, image.cols - 1.001), cy = std::clamp(y, 0.0, image.rows - 1.001);
  const int u = static_cast<int>(cx), v = static_cast<int>(cy);
  const float fx = static_cast<float>(cx - u), fy = static_cast<float>(cy - v);
  const std::uint8_t* a = image.ptr(v) + 3 * u;
  const std::uint8_t* b = image.ptr(std::min(v + 1, image.rows - 1)) + 3 * u;
  const auto get = [](const std::uint8_t* p) {
    return Colour3(static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2]));
  };
  return (1.0F - fy) * ((1.0F - fx) * get(a) + fx * get(a + 3)) + fy * ((1.0F - fx) * get(b) + fx * get(b + 3));
}

/// Votes of every edge for the two centres at one radius across it.
cv::Mat votesFor(const cv::Mat& image, const cv::Mat& wanted, double radius_px) {
  cv::Mat smooth, gx, gy;
  cv::GaussianBlur(image, smooth, cv::Size(3, 3), 0.0);
  cv::Sobel(smooth, gx, CV_16S, 1, 0, 3, 0.25);
  cv::Sobel(smooth, gy, CV_16S, 0, 1, 3, 0.25);
  cv::Mat votes = cv::Mat::zeros(image.size(), CV_32F);
  for (int y = 0; y < image.rows; ++y) {
    const auto *row_x = gx.ptr<cv::Vec3s>(y), *row_y = gy.ptr<cv::Vec3s>(y);
    const auto* here = wanted.ptr<std::uint8_t>(y);
    for (int x = 0; x < image.cols; ++x) {
      if (here[x] == 0)
        continue;
      float best = 0.0F, bx = 0.0F, by = 0.0F;
      for (int c = 0; c < 3; ++c) {
        const float dx = row_x[x][c], dy = row_y[x][c], squared = dx * dx + dy * dy;
        if (squared > best)
          best = squared, bx = dx, by = dy;
      }
      if (best < least_gradient * least_gradient)
        continue;
      const float length = std::sqrt(best), worth = length / (length + usual_gradient);
      for (const float side : {-1.0F, 1.0F}) {
        const float r = side * static_cast<float>(radius_px) / length;
        const int u = cvRound(static_cast<float>(x) + r * bx), v = cvRound(static_cast<float>(y) + r * by);
        if (u >= 0 && v >= 0 && u < votes.cols && v < votes.rows)
          votes.at<float>(v, u) += worth;
      }
    }
  }
  cv::blur(votes, votes, cv::Size(3, 3));
  votes *= 9.0;
  return votes;
}

struct Place {
  double x, y;
  float votes;
};

std::vector<Place> bestPlaces(const cv::Mat& votes, const cv::Mat& wanted, double radius_px) {
  cv::Mat most;
  const int reach = std::max(1, static_cast<int>(0.5 * radius_px));
  cv::dilate(votes, most, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(2 * reach + 1, 2 * reach + 1)));
  const float least = static_cast<float>(least_votes * 2.0 * pi * radius_px);
  std::vector<Place> places;
  for (int y = 0; y < votes.rows; ++y)
    for (int x = 0; x < votes.cols; ++x)
      if (const float here = votes.at<float>(y, x);
          here >= least && here >= most.at<float>(y, x) && wanted.at<std::uint8_t>(y, x) != 0)
        places.push_back({static_cast<double>(x), static_cast<double>(y), here});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.votes > b.votes; });
  if (places.size() > most_looked_at)
    places.resize(most_looked_at);
  return places;
}

/// The edge of the rim at one angle.
struct RimEdge {
  double off_mm = 0.0; ///< outward from where it should be
  double off = 0.0;    ///< the same in steps of the profile
  double step = 0.0;   ///< grey levels
  Colour3 inner = Colour3::Zero(), change = Colour3::Zero();
  bool met = false;
  bool hidden = false;
};

using Rim = std::array<RimEdge, angles>;

/// What stays the same while a disc is looked at.
struct Surroundings {
  const PlanePicture& plane;
  const cv::Mat& hidden;
  double radius_mm;
  Eigen::Vector2d lean_mm;   ///< how far the disc's foot is seen beside its upper side
  Eigen::Matrix2d mm_per_px; ///< of edges: takes their normals in the plane to mm per pixel across them

  bool hides(const Place& centre, double angle) const {
    if (hidden.empty())
      return false;
    const double r = (radius_mm + 0.5) / plane.pitch_mm;
    const int x = cvRound(centre.x + r * std::cos(angle)), y = cvRound(centre.y + r * std::sin(angle));
    return x >= 0 && y >= 0 && x < hidden.cols && y < hidden.rows && hidden.at<std::uint8_t>(y, x) != 0;
  }
};

Surroundings surroundingsOf(const PlanePicture& plane, const cv::Mat& hidden, const TableView& view, const Place& place,
                            double radius_mm, double height_mm) {
  const Eigen::Vector3d at = plane.at(place.x, place.y), up = plane.patch.across.cross(plane.patch.along);
  const Eigen::Vector3d ray = view.eye_mm() - at;
  const double rise = std::max(1.0, std::abs(ray.dot(up)));
  Surroundings around{plane, hidden, radius_mm,
                      height_mm / rise * Eigen::Vector2d(ray.dot(plane.patch.across), ray.dot(plane.patch.along)),
                      Eigen::Matrix2d::Zero()};
  Eigen::Matrix<double, 2, 3> by_point;
  if (view.pixel(at, &by_point)) {
    Eigen::Matrix2d by_plane;
    by_plane << by_point * plane.patch.across, by_point * plane.patch.along;
    if (std::abs(by_plane.determinant()) > 1e-6)
      around.mm_per_px = by_plane.inverse().transpose();
  }
  return around;
}

/// How far the disc's foot is seen outside its rim at an angle, millimetres.
double footBeyondRim(const Surroundings& around, const Eigen::Vector2d& out) {
  return std::clamp(around.lean_mm.dot(out), 0.0, most_lean_mm);
}

/// The edge at an angle lies on the circle, or, towards the camera, where the foot of the disc's side is seen.
RimEdge rimAt(const Surroundings& around, const Place& centre, double angle) {
  const PlanePicture& plane = around.plane;
  const Eigen::Vector2d out(std::cos(angle), std::sin(angle));
  const double pitch_mm = std::clamp(0.5 * (around.mm_per_px * out).norm(), least_pitch_mm, most_pitch_mm);
  constexpr int most = 2 * (half_reach + wide) + 1 + static_cast<int>(most_lean_mm / least_pitch_mm) + 1;
  const double foot = footBeyondRim(around, out) / pitch_mm;
  const int n = 2 * half_reach + 1 + static_cast<int>(foot);
  std::array<Colour3, most> colours;
  for (int i = 0; i < n + 2 * wide; ++i) {
    const Eigen::Vector2d off = (around.radius_mm + pitch_mm * (i - half_reach - wide)) / plane.pitch_mm * out;
    colours[static_cast<std::size_t>(i)] = colourAt(plane.image, centre.x + off.x(), centre.y + off.y());
  }
  std::array<double, most> steps{};
  for (int i = 0; i < n; ++i)
    steps[static_cast<std::size_t>(i)] = static_cast<double>(
        (colours[static_cast<std::size_t>(i + 2 * wide)] - colours[static_cast<std::size_t>(i)]).norm());
  RimEdge edge;
  double best = 0.0;
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double before = i > 0 ? steps[at - 1] : 0.0, after = i + 1 < n ? steps[at + 1] : 0.0;
    if (steps[at] < before || steps[at] < after || steps[at] < step_levels)
      continue;
    const double bend = before - 2.0 * steps[at] + after;
    const double shift =
        i > 0 && i + 1 < n && bend < -1e-9 ? std::clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0.0;
    const double from_circle = i - half_reach + shift, from_foot = from_circle - foot;
    const double off = std::abs(from_circle) < std::abs(from_foot) ? from_circle : from_foot;
    const double worth = steps[at] / (steps[at] + usual_step) * std::exp(-0.5 * std::pow(off / usual_off, 2));
    if (worth <= best)
      continue;
    best = worth;
    edge = {
        pitch_mm * off, off, steps[at], colours[at], colours[at] - colours[at + 2 * wide], std::abs(off) < near_steps,
        false};
  }
  return edge;
}

Rim rimOf(const Surroundings& around, const Place& centre) {
  Rim rim;
  for (int i = 0; i < angles; ++i) {
    const double angle = 2.0 * pi * i / angles;
    RimEdge& edge = rim[static_cast<std::size_t>(i)];
    if (around.hides(centre, angle))
      edge.hidden = true;
    else
      edge = rimAt(around, centre, angle);
  }
  return rim;
}

double metShare(const Rim& rim) {
  return static_cast<double>(std::count_if(rim.begin(), rim.end(), [](const RimEdge& edge) { return edge.met; })) /
         angles;
}

/// Moves the centre so that the met edges lie on the circle.
void centreOn(const Rim& rim, double pitch_mm, Place& centre) {
  Eigen::Matrix2d normal = 0.5 * Eigen::Matrix2d::Identity();
  Eigen::Vector2d right = Eigen::Vector2d::Zero();
  for (int i = 0; i < angles; ++i) {
    const RimEdge& edge = rim[static_cast<std::size_t>(i)];
    if (edge.step < step_levels)
      continue;
    const Eigen::Vector2d out(std::cos(2.0 * pi * i / angles), std::sin(2.0 * pi * i / angles));
    const double weight = 1.0 / (1.0 + edge.off_mm * edge.off_mm / 0.25);
    normal += weight * out * out.transpose();
    right += weight * edge.off_mm * out;
  }
  const Eigen::Vector2d shift = normal.inverse() * right / pitch_mm;
  centre.x += std::clamp(shift.x(), -1.5, 1.5);
  centre.y += std::clamp(shift.y(), -1.5, 1.5);
}

void lookAtRim(const Rim& rim, const Colour3& inside, DiscEvidence& evidence) {
  Colour3 usual = Colour3::Zero();
  std::vector<double> steps;
  double offs = 0.0;
  int known = 0, met = 0;
  for (const RimEdge& edge : rim) {
    known += edge.hidden ? 0 : 1;
    if (!edge.met)
      continue;
    ++met;
    offs += edge.off * edge.off;
    usual += edge.change / static_cast<float>(edge.step);
    steps.push_back(edge.step);
  }
  if (met == 0 || known < angles / 3)
    return;
  evidence.rim = static_cast<double>(met) / known;
  evidence.round = 0.7 / (0.7 + offs / met);
  std::nth_element(steps.begin(), steps.begin() + met / 2, steps.end());
  const double step = steps[static_cast<std::size_t>(met / 2)];
  evidence.contrast = step / (step + 60.0);
  int usual_way = 0, filled = 0;
  for (const RimEdge& edge : rim)
    if (edge.met) {
      usual_way += edge.change.dot(usual) > 0.5F * edge.change.norm() * usual.norm() ? 1 : 0;
      const Colour3 outer = edge.inner - edge.change;
      filled += (edge.inner - inside).norm() < 0.6F * (outer - inside).norm() ? 1 : 0;
    }
  evidence.one_sided = static_cast<double>(usual_way) / known;
  evidence.filled = static_cast<double>(filled) / known;
}

/// Middle colour of a ring around the disc, without what ships hide; nothing when they hide most of it.
std::optional<Eigen::Vector3d> ringColour(const Surroundings& around, const Place& centre) {
  std::array<std::vector<float>, 3> values;
  for (int i = 0; i < angles; ++i) {
    const double angle = 2.0 * pi * i / angles, r = ring * around.radius_mm / around.plane.pitch_mm;
    if (around.hides(centre, angle))
      continue;
    const Colour3 colour = colourAt(around.plane.image, centre.x + r * std::cos(angle), centre.y + r * std::sin(angle));
    for (int c = 0; c < 3; ++c)
      values[static_cast<std::size_t>(c)].push_back(colour[c]);
  }
  if (values[0].size() < static_cast<std::size_t>(angles) / 3)
    return std::nullopt;
  Eigen::Vector3d middle;
  for (std::size_t c = 0; c < 3; ++c) {
    const auto at = values[c].begin() + static_cast<std::ptrdiff_t>(values[c].size() / 2);
    std::nth_element(values[c].begin(), at, values[c].end());
    middle[static_cast<Eigen::Index>(c)] = static_cast<double>(*at);
  }
  return middle;
}

/// Colour of the inside and its spread: the mean distance of the middle three quarters from their mean.
Colour3 insideOf(const PlanePicture& plane, const Place& centre, double radius_mm, double& spread) {
  std::vector<Colour3> colours = {colourAt(plane.image, centre.x, centre.y)};
  for (const double share : {0.35, 0.68})
    for (int i = 0; i < 12; ++i) {
      const double angle = 2.0 * pi * i / 12, r = share * radius_mm / plane.pitch_mm;
      colours.push_back(colourAt(plane.image, centre.x + r * std::cos(angle), centre.y + r * std::sin(angle)));
    }
  Colour3 mean = Colour3::Zero();
  for (int c = 0; c < 3; ++c) { // the middle value of each channel: a glint does not pull it along
    std::vector<float> values;
    for (const Colour3& colour : colours)
      values.push_back(colour[c]);
    std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
    mean[c] = values[values.size() / 2];
  }
  std::vector<double> off;
  for (const Colour3& colour : colours)
    off.push_back(static_cast<double>((colour - mean).norm()));
  std::sort(off.begin(), off.end());
  spread = off[off.size() * 3 / 4];
  return mean;
}

/// A disc differs from what is outside all around; a corner, a glint's end or a shadow's does not. The direction where
/// it differs least counts, against the inside's own spread; those where one of `others`, discs that touch it, lies do
/// not.
double enclosedShare(const Surroundings& around, const Place& centre, const Colour3& inside, double spread,
                     const std::vector<Place>& others) {
  const double reach = (around.radius_mm + outside_mm.front()) / around.plane.pitch_mm;
  const auto isOther = [&](double x, double y) {
    return std::any_of(others.begin(), others.end(),
                       [&](const Place& other) { return std::hypot(x - other.x, y - other.y) < reach; });
  };
  double least = std::numeric_limits<double>::max();
  int seen = 0;
  for (int i = 0; i < angles; ++i) {
    const double angle = 2.0 * pi * i / angles;
    if (around.hides(centre, angle))
      continue;
    ++seen;
    const Eigen::Vector2d out(std::cos(angle), std::sin(angle));
    for (const double beyond_mm : outside_mm) {
      const Eigen::Vector2d off =
          (around.radius_mm + footBeyondRim(around, out) + beyond_mm) / around.plane.pitch_mm * out;
      if (isOther(centre.x + off.x(), centre.y + off.y()))
        continue;
      const Colour3 there = colourAt(around.plane.image, centre.x + off.x(), centre.y + off.y());
      least = std::min(least, static_cast<double>((there - inside).norm()));
    }
  }
  return seen < angles / 3 ? 0.0 : least / (least + 2.0 * spread + usual_noise);
}

Disc settled(const Surroundings& around, Place& place) {
  const PlanePicture& plane = around.plane;
  Rim rim = rimOf(around, place);
  for (int round = 0; round < 3 && metShare(rim) > hopeless; ++round) {
    centreOn(rim, plane.pitch_mm, place);
    rim = rimOf(around, place);
  }
  Disc disc;
  double spread = 0.0;
  const Colour3 inside = insideOf(plane, place, around.radius_mm, spread);
  lookAtRim(rim, inside, disc.evidence);
  disc.colour = inside.cast<double>();
  disc.evidence.enclosed = enclosedShare(around, place, inside, spread, {});
  disc.around = ringColour(around, place);
  disc.centre_mm = plane.at(place.x, place.y);
  disc.log_odds = disc.evidence.logOdds();
  return disc;
}

struct PlacedDisc {
  Surroundings around;
  Place place;
  Disc disc;
};

/// A shadow's edge beside a disc or its foot holds the centre beside the middle: then other starts tell more.
PlacedDisc lookAt(const Surroundings& around, Place best_place) {
  Disc best = settled(around, best_place);
  if (best.log_odds < doubtful_from || best.log_odds > doubtful_to || best.evidence.rim < doubtful_rim)
    return {around, best_place, best};
  for (const double off_mm : {start_off_mm, 0.5 * start_off_mm}) {
    const double off = off_mm / around.plane.pitch_mm;
    const Place from = best_place;
    for (const auto& [dx, dy] :
         {std::pair(off, 0.0), std::pair(-off, 0.0), std::pair(0.0, off), std::pair(0.0, -off)}) {
      Place there{from.x + dx, from.y + dy, from.votes};
      Disc other = settled(around, there);
      if (other.log_odds > best.log_odds) {
        best = other;
        best_place = there;
      }
    }
  }
  return {around, best_place, best};
}

bool touch(const PlacedDisc& a, const PlacedDisc& b) {
  const double radii = (a.disc.centre_mm - b.disc.centre_mm).norm() / a.around.radius_mm;
  return radii > nearest_radii && radii < farthest_radii &&
         std::min(a.disc.evidence.one_sided, b.disc.evidence.one_sided) > touching_rim &&
         (a.disc.colour - b.disc.colour).norm() < touching_levels;
}

/// Discs of one kind that touch are not enclosed where they do.
void lookBesideOthers(const std::vector<PlacedDisc>& all, PlacedDisc& one) {
  std::vector<Place> others;
  for (const PlacedDisc& other : all)
    if (touch(one, other))
      others.push_back(other.place);
  if (others.empty())
    return;
  double spread = 0.0;
  const Colour3 inside = insideOf(one.around.plane, one.place, one.around.radius_mm, spread);
  one.disc.evidence.enclosed = enclosedShare(one.around, one.place, inside, spread, others);
  one.disc.log_odds = one.disc.evidence.logOdds();
}

} // namespace

double DiscEvidence::logOdds() const {
  // Logistic regression on labelled discs; tests/accuracy/fit_evidence.py prints these weights.
  constexpr std::array<double, count> weights = {1.55, 1.93, 1.08, 3.52, 1.39, 14.75};
  double sum = -13.78;
  const std::array<double, count> all = values();
  for (std::size_t i = 0; i < count; ++i)
    sum += weights[i] * all[i];
  return sum;
}

std::vector<Disc> discsIn(const PlanePicture& plane, const cv::Mat& wanted, const cv::Mat& hidden,
                          const TableView& view, double radius_mm, double height_mm) {
  const double radius_px = radius_mm / plane.pitch_mm;
  const cv::Mat votes = votesFor(plane.image, wanted, radius_px);
  std::vector<PlacedDisc> placed;
  for (const Place& place : bestPlaces(votes, wanted, radius_px))
    placed.push_back(lookAt(surroundingsOf(plane, hidden, view, place, radius_mm, height_mm), place));
  std::vector<Disc> discs;
  for (PlacedDisc& one : placed) {
    lookBesideOthers(placed, one);
    discs.push_back(one.disc);
  }
  return discs;
}

} // namespace linesman
