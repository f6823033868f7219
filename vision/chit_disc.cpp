#include "vision/chit_disc.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vision/disc_rim.h"

namespace linesman {

namespace {

constexpr int few_directions = DiscRim::directions / 3;                       ///< fewer that are seen tell nothing
constexpr double doubtful_from = -5.0, doubtful_to = 1.0, doubtful_rim = 0.6; ///< such discs are looked at again
constexpr double start_off_mm = 1.0;                                          ///< from so far beside the middle
constexpr double ring = 1.5;                                  ///< radii: what a disc lies on is seen there
constexpr double hopeless = 0.35;                             ///< met share of the rim at a first look
constexpr std::array<double, 3> outside_mm = {0.6, 1.2, 1.8}; ///< beyond rim and foot: what is just outside
constexpr double nearest_radii = 1.8, farthest_radii = 2.2;   ///< between middles of discs that touch
constexpr double touching_rim = 0.6,
                 touching_levels = 30.0; ///< share they have of their usual rim; their colours differ less
constexpr double usual_noise = 5.0;      ///< grey levels between colours that are the same

void lookAtRim(const DiscRim& rim, const DiscColour& inside, DiscEvidence& evidence) {
  DiscColour usual = DiscColour::Zero();
  std::vector<double> steps;
  double offs = 0.0;
  int known = 0, met = 0;
  for (const RimEdge& edge : rim.edges) {
    known += edge.hidden ? 0 : 1;
    if (!edge.met)
      continue;
    ++met;
    offs += edge.off * edge.off;
    usual += edge.change / static_cast<float>(edge.step);
    steps.push_back(edge.step);
  }
  if (met == 0 || known < few_directions)
    return;
  evidence.rim = static_cast<double>(met) / known;
  evidence.round = 0.7 / (0.7 + offs / met);
  std::nth_element(steps.begin(), steps.begin() + met / 2, steps.end());
  const double step = steps[static_cast<std::size_t>(met / 2)];
  evidence.contrast = step / (step + 60.0);
  int usual_way = 0, filled = 0;
  for (const RimEdge& edge : rim.edges)
    if (edge.met) {
      usual_way += edge.change.dot(usual) > 0.5F * edge.change.norm() * usual.norm() ? 1 : 0;
      const DiscColour outer = edge.inner - edge.change;
      filled += (edge.inner - inside).norm() < 0.6F * (outer - inside).norm() ? 1 : 0;
    }
  evidence.one_sided = static_cast<double>(usual_way) / known;
  evidence.filled = static_cast<double>(filled) / known;
}

/// Middle colour of a ring around the disc, without what ships hide; nothing when they hide most of it.
std::optional<Eigen::Vector3d> ringColour(const DiscSurroundings& around, const DiscPlace& centre) {
  std::array<std::vector<float>, 3> values;
  const double r = ring * around.radius_mm / around.plane.pitch_mm;
  for (const Eigen::Vector2d& out : DiscRim::outward()) {
    if (around.hides(centre, out))
      continue;
    const DiscColour colour = discColourAt(around.plane.image, centre.x + r * out.x(), centre.y + r * out.y());
    for (int c = 0; c < 3; ++c)
      values[static_cast<std::size_t>(c)].push_back(colour[c]);
  }
  if (values[0].size() < static_cast<std::size_t>(few_directions))
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
DiscColour insideOf(const PlanePicture& plane, const DiscPlace& centre, double radius_mm, double& spread) {
  std::vector<DiscColour> colours = {discColourAt(plane.image, centre.x, centre.y)};
  for (const double share : {0.35, 0.68})
    for (std::size_t i = 0; i < DiscRim::directions; i += 2) {
      const Eigen::Vector2d off = share * radius_mm / plane.pitch_mm * DiscRim::outward()[i];
      colours.push_back(discColourAt(plane.image, centre.x + off.x(), centre.y + off.y()));
    }
  DiscColour mean = DiscColour::Zero();
  for (int c = 0; c < 3; ++c) { // the middle value of each channel: a glint does not pull it along
    std::vector<float> values;
    values.reserve(colours.size());
    for (const DiscColour& colour : colours)
      values.push_back(colour[c]);
    std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
    mean[c] = values[values.size() / 2];
  }
  std::vector<double> off;
  off.reserve(colours.size());
  for (const DiscColour& colour : colours)
    off.push_back(static_cast<double>((colour - mean).norm()));
  std::sort(off.begin(), off.end());
  spread = off[off.size() * 3 / 4];
  return mean;
}

/// A disc differs from what is outside all around; a corner, a glint's end or a shadow's does not. The direction where
/// it differs least counts, against the inside's own spread; those where one of `others`, discs that touch it, lies do
/// not.
double enclosedShare(const DiscSurroundings& around, const DiscPlace& centre, const DiscColour& inside, double spread,
                     const std::vector<DiscPlace>& others) {
  const double reach = (around.radius_mm + outside_mm.front()) / around.plane.pitch_mm;
  const auto is_other = [&](double x, double y) {
    return std::any_of(others.begin(), others.end(),
                       [&](const DiscPlace& other) { return std::hypot(x - other.x, y - other.y) < reach; });
  };
  double least = std::numeric_limits<double>::max();
  int seen = 0;
  for (const Eigen::Vector2d& out : DiscRim::outward()) {
    if (around.hides(centre, out))
      continue;
    ++seen;
    for (const double beyond_mm : outside_mm) {
      const Eigen::Vector2d off =
          (around.radius_mm + around.footBeyondRim(out) + beyond_mm) / around.plane.pitch_mm * out;
      if (is_other(centre.x + off.x(), centre.y + off.y()))
        continue;
      const DiscColour there = discColourAt(around.plane.image, centre.x + off.x(), centre.y + off.y());
      least = std::min(least, static_cast<double>((there - inside).norm()));
    }
  }
  return seen < few_directions ? 0.0 : least / (least + 2.0 * spread + usual_noise);
}

Disc settled(const DiscSurroundings& around, DiscPlace& place) {
  const PlanePicture& plane = around.plane;
  DiscRim rim(around, place);
  for (int round = 0; round < 3 && rim.metShare() > hopeless; ++round) {
    place = rim.centred(place, plane.pitch_mm);
    rim = DiscRim(around, place);
  }
  Disc disc;
  double spread = 0.0;
  const DiscColour inside = insideOf(plane, place, around.radius_mm, spread);
  lookAtRim(rim, inside, disc.evidence);
  disc.colour = inside.cast<double>();
  disc.evidence.enclosed = enclosedShare(around, place, inside, spread, {});
  disc.around = ringColour(around, place);
  disc.centre_mm = plane.at(place.x, place.y);
  disc.log_odds = disc.evidence.logOdds();
  return disc;
}

struct PlacedDisc {
  DiscSurroundings around;
  DiscPlace place;
  Disc disc;
};

/// A shadow's edge beside a disc or its foot holds the centre beside the middle: then other starts tell more.
PlacedDisc lookAt(const DiscSurroundings& around, DiscPlace best_place) {
  Disc best = settled(around, best_place);
  if (best.log_odds < doubtful_from || best.log_odds > doubtful_to || best.evidence.rim < doubtful_rim)
    return {around, best_place, best};
  for (const double off_mm : {start_off_mm, 0.5 * start_off_mm}) {
    const double off = off_mm / around.plane.pitch_mm;
    const DiscPlace from = best_place;
    for (const auto& [dx, dy] :
         {std::pair(off, 0.0), std::pair(-off, 0.0), std::pair(0.0, off), std::pair(0.0, -off)}) {
      DiscPlace there{from.x + dx, from.y + dy, from.votes};
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
  std::vector<DiscPlace> others;
  for (const PlacedDisc& other : all)
    if (touch(one, other))
      others.push_back(other.place);
  if (others.empty())
    return;
  double spread = 0.0;
  const DiscColour inside = insideOf(one.around.plane, one.place, one.around.radius_mm, spread);
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
  std::vector<PlacedDisc> placed;
  for (const DiscPlace& place : discPlaces(plane.image, wanted, radius_px))
    placed.push_back(lookAt({plane, hidden, view, place, radius_mm, height_mm}, place));
  std::vector<Disc> discs;
  for (PlacedDisc& one : placed) {
    lookBesideOthers(placed, one);
    discs.push_back(one.disc);
  }
  return discs;
}

} // namespace linesman
