#include "vision/band_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "models/median.h"
#include "vision/square_crop.h"
#include "vision/square_reader.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;
constexpr int along = 9; // samples of a ring's near side
using Colour = Eigen::Vector3f;

/// Light, red less green, blue less the other two: grey levels.
Colour sample(const float* crop, double x, double y) {
  x = std::clamp(x, 0.0, Shape::width_px - 1.01);
  y = std::clamp(y, 0.0, Shape::height_px - 1.01);
  const int u = static_cast<int>(x), v = static_cast<int>(y);
  const auto fx = static_cast<float>(x - u), fy = static_cast<float>(y - v);
  Colour bgr;
  for (int c = 0; c < 3; ++c) {
    const float* p = crop + (c * Shape::height_px + v) * Shape::width_px + u;
    bgr[c] = 255.0F * ((1.0F - fy) * ((1.0F - fx) * p[0] + fx * p[1]) +
                       fy * ((1.0F - fx) * p[Shape::width_px] + fx * p[Shape::width_px + 1]));
  }
  return {bgr.mean(), bgr[2] - bgr[1], bgr[0] - 0.5F * (bgr[1] + bgr[2])};
}

/// Mean and spread of the steps along a ring.
struct Along {
  std::array<Colour, along> above, below;

  RingStep step() const {
    Colour mean = Colour::Zero(), squares = Colour::Zero(), up = Colour::Zero(), down = Colour::Zero();
    for (std::size_t k = 0; k < along; ++k) {
      const Colour both = 0.5F * (above[k] + below[k]);
      mean += both / along;
      squares += both.cwiseProduct(both) / along;
      up += above[k] / along;
      down += below[k] / along;
    }
    const Colour spread = (squares - mean.cwiseProduct(mean)).cwiseMax(0.0F).cwiseSqrt();
    constexpr float spread_counts = 0.6F;
    const Eigen::Vector2f way = mean.tail<2>();
    const float whole = way.norm() + 1e-3F;
    return {std::min(up.tail<2>().dot(way), down.tail<2>().dot(way)) / whole - spread_counts * spread.tail<2>().norm(),
            whole, std::min(-up[0], -down[0]) - spread_counts * spread[0]};
  }
};

/// Where rings of a crop's man are seen.
struct RingView : CropPerspective {
  using CropPerspective::CropPerspective;

  Along ringAt(const float* crop, double height, double radius) const {
    constexpr double aside_px = 5.25;
    Along ring;
    for (std::size_t k = 0; k < along; ++k) {
      const double angle = std::numbers::pi / 3.0 * (static_cast<double>(k) / 4.0 - 1.0);
      const double x = foot_x + Shape::square_px * radius * std::sin(angle);
      const double y = foot_y - rise_px * height + Shape::square_px * flat * radius * std::cos(angle);
      const Colour on = sample(crop, x, y);
      ring.above[k] = on - sample(crop, x, y - aside_px);
      ring.below[k] = on - sample(crop, x, y + aside_px);
    }
    return ring;
  }
};

/// What is told of one man's rings between two heights.
struct Standing {
  double colour = 0.0, whole = 0.0, darker = 0.0, network = 0.0;
};

Standing standingOf(const std::vector<RingStep>& steps, double from, double to) {
  RingStep best;
  best.colour = -1e9F;
  float darker = -10.0F;
  for (int k = 0; k < static_cast<int>(steps.size()); ++k) {
    const double height = RingHeights::first + RingHeights::step * k;
    const RingStep& step = steps[static_cast<std::size_t>(k)];
    if (height < from || height > to)
      continue;
    darker = std::max(darker, step.darker);
    if (step.colour > best.colour)
      best = step;
  }
  constexpr double most = 60.0;
  return {std::log1p(std::clamp(static_cast<double>(best.colour), 0.0, most)),
          std::log1p(static_cast<double>(best.whole)), std::min(static_cast<double>(darker), most) / 20.0, 0.0};
}

// Weights of the traits and last the constant, by vision/training/fit_bands.py.
constexpr std::array<std::array<double, 9>, band_count> band_weights{{
    {0.105, -0.039, -0.347, 0.960, 0.049, 0.035, 0.284, 0.005, 0.089},
    {0.302, -0.147, 0.079, 0.851, 0.153, 0.132, 0.066, -0.007, -0.543},
    {-0.094, 0.220, 0.041, 0.576, 0.076, 0.407, 0.240, -0.080, -0.193},
}};

double logit(double p) {
  return std::log(std::max(1e-9, p) / std::max(1e-9, 1.0 - p));
}

/// Standings of all men, less the median of their peers.
std::vector<Standing> comparedToPeers(const std::vector<Standing>& all, const std::vector<int>& kinds) {
  std::vector<Standing> out;
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::vector<std::size_t> same, others;
    for (std::size_t other = 0; other < all.size(); ++other) {
      if (other == k)
        continue;
      others.push_back(other);
      if (kinds[other] == kinds[k])
        same.push_back(other);
    }
    const auto& peers = same.size() >= 2 ? same : others;
    const auto less = [&](double Standing::*what) {
      std::vector<double> values;
      for (const std::size_t peer : peers)
        values.push_back(all[peer].*what);
      return all[k].*what - (peers.empty() ? all[k].*what : medianOf(values));
    };
    out.push_back({less(&Standing::colour), less(&Standing::whole), less(&Standing::darker), less(&Standing::network)});
  }
  return out;
}

} // namespace

std::vector<RingStep> ringSteps(const float* crop, const Eigen::Vector2d& foot_squares) {
  constexpr std::array<double, 8> radii{0.10, 0.14, 0.18, 0.22, 0.26, 0.30, 0.34, 0.39}; // squares
  const RingView view(crop, foot_squares);
  std::vector<RingStep> steps;
  for (int k = 0; k < RingHeights::count; ++k) {
    RingStep best;
    best.colour = best.darker = -1e9F;
    const double height = RingHeights::first + RingHeights::step * k;
    for (const double radius : radii) {
      constexpr double foot = 0.29,
                       most_above = 0.26; // men are slimmer above the foot: a wide ring there is a lower one
      if (height > foot && radius > most_above)
        continue;
      const RingStep step = view.ringAt(crop, height, radius).step();
      const float darker = std::max(best.darker, step.darker);
      if (step.colour > best.colour)
        best = step;
      best.darker = darker;
    }
    steps.push_back(best);
  }
  return steps;
}

std::vector<MansTraits> bandTraits(const std::vector<SquareReading>& readings) {
  // Usual heights of king, queen, rook, bishop, knight, pawn, squares; low bands are below `border` of them, crown
  // bands above `crown`.
  constexpr std::array<double, 6> usual{1.5, 1.32, 0.92, 1.08, 0.98, 0.79};
  constexpr double border = 0.37, crown = 0.75;
  std::vector<MansTraits> men;
  std::vector<int> kinds;
  std::array<std::vector<Standing>, band_count> standings;
  for (std::size_t k = 0; k < readings.size(); ++k) {
    const SquareReading& reading = readings[k];
    if (reading.occupied() < 0.5 || reading.rings.empty())
      continue;
    const int kind = static_cast<int>(std::max_element(reading.p.begin() + 1, reading.p.end()) - reading.p.begin() - 1);
    const double height = usual[static_cast<std::size_t>(kind % 6)];
    men.push_back({k, {}});
    kinds.push_back(kind % 6);
    const double from[] = {0.06, border, crown}, to[] = {border, 1.0, 1.1};
    const double network[] = {reading.low, reading.high, reading.crown};
    for (std::size_t b = 0; b < band_count; ++b) {
      standings[b].push_back(standingOf(reading.rings, from[b] * height, to[b] * height));
      standings[b].back().network = logit(network[b]);
    }
  }
  for (std::size_t b = 0; b < band_count; ++b) {
    const auto off = comparedToPeers(standings[b], kinds);
    for (std::size_t m = 0; m < men.size(); ++m) {
      const Standing& own = standings[b][m];
      men[m].of[b] = {own.colour,    own.whole,    own.darker,    own.network,
                      off[m].colour, off[m].whole, off[m].darker, off[m].network};
    }
  }
  return men;
}

double bandOdds(Band band, const BandTraits& traits) {
  const auto& weights = band_weights[static_cast<std::size_t>(band)];
  double odds = weights.back();
  for (std::size_t k = 0; k < traits.size(); ++k)
    odds += weights[k] * traits[k];
  return odds;
}

bool claimed(Band band, const BandTraits& traits) {
  constexpr std::size_t colour = 0, own_colour = 4, own_darkness = 6, own_network = 7; // own: less the peers'
  constexpr double likely = 1.0,
                   likely_crown = 2.0; // a king's crown is like no other man's head: comparing tells little
  constexpr double unlike_in_colour = 1.0, unlike_to_network = 2.0;
  constexpr double black = 2.0; // darker by so much than the peers' rings, which are turned and lie in shadow
  constexpr double plainly_coloured = 3.3; // as no ring of wood or plastic is: the peers may wear bands too
  const bool stands_out =
      traits[own_colour] > unlike_in_colour || traits[own_darkness] > black || traits[colour] > plainly_coloured;
  return stands_out && bandOdds(band, traits) > (band == Band::crown ? likely_crown : likely) &&
         traits[own_network] > unlike_to_network;
}

std::vector<MansBands> bandsOf(const std::vector<SquareReading>& readings) {
  std::vector<MansBands> bands(readings.size());
  for (const MansTraits& man : bandTraits(readings)) {
    const auto worn = [&](Band band) { return claimed(band, man.of[static_cast<std::size_t>(band)]); };
    const SquareReading& reading = readings[man.reading];
    const int kind = static_cast<int>(std::max_element(reading.p.begin() + 1, reading.p.end()) - reading.p.begin());
    bands[man.reading] = {worn(Band::low), worn(Band::high), kindOfClass(kind) == "king" && worn(Band::crown)};
  }
  return bands;
}

} // namespace linesman
