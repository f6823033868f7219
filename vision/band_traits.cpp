#include "vision/band_traits.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "models/median.h"
#include "vision/man_rings.h"
#include "vision/square_reading.h"

namespace linesman {

namespace {

/// One of a picture's men as his rings are compared.
struct Man {
  const SquareReading* reading;
  int kind; ///< king, queen, rook, bishop, knight, pawn: 0 to 5
  bool dark;
  std::array<double, band_count> network{}; ///< log odds of his bands
  std::array<double, band_count> own{};     ///< these less the median of his peers

  /// Of his kind, squares.
  double usualHeight() const {
    constexpr std::array<double, 6> usual{1.5, 1.32, 0.92, 1.08, 0.98, 0.79};
    return usual[static_cast<std::size_t>(kind)];
  }
};

double logit(double p) {
  return std::log(std::max(1e-9, p) / std::max(1e-9, 1.0 - p));
}

/// Log odds less the median of the others of the man's kind, of all where there are no two of them.
void compareToPeers(std::vector<Man>& men) {
  for (Man& man : men)
    for (std::size_t b = 0; b < band_count; ++b) {
      std::vector<double> same, all;
      for (const Man& other : men)
        if (&other != &man) {
          all.push_back(other.network[b]);
          if (other.kind == man.kind)
            same.push_back(other.network[b]);
        }
      const auto& peers = same.size() >= 2 ? same : all;
      man.own[b] = peers.empty() ? 0.0 : man.network[b] - medianOf(peers);
    }
}

/// How like a man's ring those of the others are, in shares of its step: 1 for one that steps alike, 0 for none there.
struct Likes {
  std::vector<double> twins, kin; ///< of his kind and side, of his kind on the other side
  int alike = 0, others = 0;      ///< others of any kind with such a ring somewhere there, and all
};

/// The likest of a look's rings of those that are near.
double likest(const ManRings& look, const ManRing& ring, const auto& near) {
  const RingColour way = ring.step().normalized();
  const float whole = std::max(1.0F, ring.along(way));
  double most = 0.0;
  for (const ManRing& his : look.rings)
    if (near(his))
      most = std::max(most, static_cast<double>(std::min(1.5F, his.along(way) / whole)));
  return most;
}

Likes likesOf(const ManRing& ring, const Man& man, const std::vector<Man>& men) {
  Likes likes;
  const double share = static_cast<double>(ring.height) / man.usualHeight();
  for (const Man& other : men) {
    if (&other == &man)
      continue;
    if (other.kind == man.kind) {
      const double like = likest(other.reading->rings, ring, [&](const ManRing& his) {
        return std::abs(his.height - ring.height) < 0.13F && std::abs(his.radius - ring.radius) < 0.07F;
      });
      (other.dark == man.dark ? likes.twins : likes.kin).push_back(like);
    }
    ++likes.others;
    const double somewhere_there = likest(other.reading->rings, ring, [&](const ManRing& his) {
      return std::abs(static_cast<double>(his.height) / other.usualHeight() - share) < 0.2;
    });
    likes.alike += somewhere_there > 0.5 ? 1 : 0;
  }
  return likes;
}

/// Numbers one after another.
class Row {
public:
  void add(double value) { row_.push_back(static_cast<float>(value)); }
  void add(double value, double low, double high) { add(std::clamp(value, low, high)); }
  std::vector<float> all([[maybe_unused]] std::size_t count) && {
    assert(row_.size() == count);
    return std::move(row_);
  }

private:
  std::vector<float> row_;
};

/// What a ring's traits and a man's have in common: 14 numbers.
void addMan(Row& row, const Man& man) {
  for (const double odds : man.network)
    row.add(odds / 4.0, -2.0, 2.0);
  for (const double odds : man.own)
    row.add(odds / 4.0, -2.0, 3.0);
  for (int kind = 0; kind < 6; ++kind)
    row.add(kind == man.kind ? 1.0 : 0.0);
  row.add(man.reading->rings.rise_px / 46.0F);
  row.add(man.reading->rings.flat);
}

/// What the others' chances are: of the likeliest two.
void addOthers(Row& row, const Man& man, const std::vector<Man>& men) {
  std::array<double, 2> likeliest{-4.0, -4.0}; // the first one more
  for (const Man& other : men)
    if (&other != &man) {
      const double odds = std::max(other.own[0], other.own[1]);
      likeliest[1] = std::max(likeliest[1], std::min(odds, likeliest[0]));
      likeliest[0] = std::max(likeliest[0], odds);
    }
  for (const double odds : likeliest)
    row.add(odds / 4.0, -2.0, 3.0);
}

std::vector<float> manTraits(const Man& man, const std::vector<Man>& men) {
  Row row;
  addMan(row, man);
  row.add(man.dark ? 1.0 : 0.0);
  addOthers(row, man, men);
  return std::move(row).all(man_trait_count);
}

double logOf(float positive) {
  return std::log1p(std::max(0.0, static_cast<double>(positive)));
}

constexpr double light_counts = 20.0, colour_counts = 60.0; // grey levels that count as 1

/// How a ring steps and looks, and where it lies: 36 numbers.
void addRing(Row& row, const ManRing& ring, const Man& man) {
  const RingColour step = ring.step(), way = step.normalized();
  row.add(logOf(ring.colour()));
  row.add(logOf(step.tail<2>().norm()));
  row.add(ring.darker() / light_counts, -1.0, 3.0);
  row.add(ring.lighter() / light_counts, -1.0, 3.0);
  row.add(logOf(ring.spread_colour));
  row.add(ring.spread_light / light_counts, 0.0, 3.0);
  row.add(ring.along(way) / std::max({1.0F, ring.up.dot(way), ring.down.dot(way)}), -1.0, 1.0);
  row.add(logOf((ring.up - ring.down).tail<2>().norm()));
  row.add((ring.up[0] - ring.down[0]) / light_counts, -3.0, 3.0);
  row.add(ring.share);
  row.add(std::min(ring.left, ring.right));
  row.add(std::max(ring.left, ring.right));
  for (const float beside : ring.profile)
    row.add(beside);
  row.add(ring.height);
  row.add(4.0F * ring.radius);
  row.add(ring.height / man.usualHeight());
  row.add(ring.row_px / 30.0F);
  for (const float other : ring.by_radius)
    row.add(other);
  row.add(way[1]);
  row.add(way[2]);
  for (const RingColour* seen : {&ring.on, &ring.around})
    for (int c = 0; c < 3; ++c)
      row.add((*seen)[c] / colour_counts);
}

/// How much of a man's strongest ring's colour this one has.
void addShareOfMost(Row& row, const ManRing& ring, const ManRings& all) {
  row.add(ring.colour() / std::max(1.0F, all.rings.front().colour()), -1.0, 2.0);
}

std::vector<float> ringTraits(const ManRing& ring, const Man& man, const std::vector<Man>& men) {
  Row row;
  addRing(row, ring, man);
  addMan(row, man);
  const Likes likes = likesOf(ring, man, men);
  row.add(likes.twins.empty() ? 0.0 : medianOf(likes.twins));
  row.add(likes.twins.empty() ? 0.0 : *std::ranges::max_element(likes.twins));
  row.add(likes.twins.empty() ? 0.0 : 1.0);
  row.add(likes.kin.empty() ? 0.0 : medianOf(likes.kin));
  row.add(likes.kin.empty() ? 0.0 : 1.0);
  row.add(likes.others == 0 ? 0.0 : static_cast<double>(likes.alike) / likes.others);
  row.add(man.dark ? 1.0 : 0.0);
  addShareOfMost(row, ring, man.reading->rings);
  return std::move(row).all(ring_trait_count);
}

/// Of the same man's rings of a look: the likest one near.
double likestOf(const ManRings& look, const ManRing& ring) {
  return likest(look, ring, [&](const ManRing& his) {
    return std::abs(his.height - ring.height) < 0.1F && std::abs(his.radius - ring.radius) < 0.1F;
  });
}

std::vector<float> changeRingTraits(const ManRing& ring, const Man& man, const std::vector<Man>& men) {
  const ManSince& since = *man.reading->since;
  Row row;
  addRing(row, ring, man);
  addMan(row, man);
  int alike = 0, others = 0; // of those who were seen before, whose change is like his: the light's
  const double share = static_cast<double>(ring.height) / man.usualHeight();
  for (const Man& other : men)
    if (&other != &man && other.reading->since) {
      ++others;
      alike += likest(other.reading->since->change.rings, ring, [&](const ManRing& his) {
                 return std::abs(static_cast<double>(his.height) / other.usualHeight() - share) < 0.2;
               }) > 0.5;
    }
  row.add(others == 0 ? 0.0 : static_cast<double>(alike) / others);
  row.add(man.dark ? 1.0 : 0.0);
  addShareOfMost(row, ring, since.change.rings);
  row.add(likestOf(man.reading->rings, ring));
  row.add(likestOf(since.was.rings, ring));
  row.add(since.change.unlike / light_counts);
  return std::move(row).all(change_ring_trait_count);
}

std::vector<float> changeManTraits(const Man& man, const BandChances& alone) {
  const SquareReading& now = *man.reading;
  const ManSince& since = *now.since;
  Row row;
  addMan(row, man);
  row.add(man.dark ? 1.0 : 0.0);
  for (const double p : alone)
    row.add(logit(p) / 4.0, -2.0, 2.0);
  for (const double odds : {logit(now.low) - logit(since.was.low), logit(now.high) - logit(since.was.high),
                            logit(now.crown) - logit(since.was.crown)})
    row.add(odds / 4.0, -2.0, 2.0);
  row.add(now.seen);
  row.add(since.was.seen);
  row.add(since.change.unlike / light_counts);
  row.add(since.change.rings.rings.empty() ? 0.0 : 1.0);
  return std::move(row).all(change_man_trait_count);
}

/// The men among readings with rings.
std::vector<Man> menOf(const std::vector<SquareReading>& readings) {
  std::vector<Man> men;
  for (const SquareReading& reading : readings) {
    if (reading.occupied() < 0.5 || !reading.rings.told())
      continue;
    const auto man = std::max_element(reading.p.begin() + 1, reading.p.end()) - reading.p.begin() - 1;
    men.push_back({&reading,
                   static_cast<int>(man % 6),
                   man >= 6,
                   {logit(reading.low), logit(reading.high), logit(reading.crown)},
                   {}});
  }
  compareToPeers(men);
  return men;
}

} // namespace

std::vector<MansTraits> bandTraits(const std::vector<SquareReading>& readings) {
  const std::vector<Man> men = menOf(readings);
  std::vector<MansTraits> traits;
  for (const Man& man : men) {
    MansTraits& his = traits.emplace_back();
    his.reading = static_cast<std::size_t>(man.reading - readings.data());
    his.man = manTraits(man, men);
    for (const ManRing& ring : man.reading->rings.rings)
      his.rings.push_back(ringTraits(ring, man, men));
  }
  return traits;
}

std::vector<MansTraits> changeTraits(const std::vector<SquareReading>& readings,
                                     const std::vector<BandChances>& alone) {
  const std::vector<Man> men = menOf(readings);
  std::vector<MansTraits> traits;
  for (const Man& man : men) {
    if (!man.reading->since)
      continue;
    MansTraits& his = traits.emplace_back();
    his.reading = static_cast<std::size_t>(man.reading - readings.data());
    his.man = changeManTraits(man, alone[his.reading]);
    for (const ManRing& ring : man.reading->since->change.rings.rings)
      his.rings.push_back(changeRingTraits(ring, man, men));
  }
  return traits;
}

} // namespace linesman
