#include "vision/band_reader.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fstream>

#include <nlohmann/json.hpp>

#include "models/matrix_json.h"
#include "models/median.h"
#include "vision/man_rings.h"
#include "vision/network_file.h"
#include "vision/square_reader.h"

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

/// The likest of another man's rings of those that are near.
double likest(const Man& other, const ManRing& ring, const auto& near) {
  const RingColour way = ring.step().normalized();
  const float whole = std::max(1.0F, ring.along(way));
  double most = 0.0;
  for (const ManRing& his : other.reading->rings.rings)
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
      const double like = likest(other, ring, [&](const ManRing& his) {
        return std::abs(his.height - ring.height) < 0.13F && std::abs(his.radius - ring.radius) < 0.07F;
      });
      (other.dark == man.dark ? likes.twins : likes.kin).push_back(like);
    }
    ++likes.others;
    const double somewhere_there = likest(other, ring, [&](const ManRing& his) {
      return std::abs(static_cast<double>(his.height) / other.usualHeight() - share) < 0.2;
    });
    likes.alike += somewhere_there > 0.5 ? 1 : 0;
  }
  return likes;
}

/// Numbers one after another.
template <std::size_t count> class Row {
public:
  void add(double value) { row_[filled_++] = static_cast<float>(value); }
  void add(double value, double low, double high) { add(std::clamp(value, low, high)); }
  const std::array<float, count>& all() const {
    assert(filled_ == count);
    return row_;
  }

private:
  std::array<float, count> row_{};
  std::size_t filled_ = 0;
};

/// What a ring's traits and a man's have in common: 14 numbers.
void addMan(auto& row, const Man& man) {
  for (const double odds : man.network)
    row.add(odds / 4.0, -2.0, 2.0);
  for (const double odds : man.own)
    row.add(odds / 4.0, -2.0, 3.0);
  for (int kind = 0; kind < 6; ++kind)
    row.add(kind == man.kind ? 1.0 : 0.0);
  row.add(man.reading->rings.rise_px / 46.0F);
  row.add(man.reading->rings.flat);
}

ManTraits manTraits(const Man& man, const std::vector<Man>& men) {
  Row<man_trait_count> row;
  addMan(row, man);
  row.add(man.dark ? 1.0 : 0.0);
  std::array<double, 2> likeliest{-4.0, -4.0}; // of the others, the first one more
  for (const Man& other : men)
    if (&other != &man) {
      const double odds = std::max(other.own[0], other.own[1]);
      likeliest[1] = std::max(likeliest[1], std::min(odds, likeliest[0]));
      likeliest[0] = std::max(likeliest[0], odds);
    }
  for (const double odds : likeliest)
    row.add(odds / 4.0, -2.0, 3.0);
  return row.all();
}

double logOf(float positive) {
  return std::log1p(std::max(0.0, static_cast<double>(positive)));
}

RingTraits ringTraits(const ManRing& ring, const Man& man, const std::vector<Man>& men) {
  constexpr double light = 20.0, colour = 60.0; // grey levels that count as 1
  const ManRings& all = man.reading->rings;
  const RingColour step = ring.step(), way = step.normalized();
  Row<ring_trait_count> row;
  row.add(logOf(ring.colour()));
  row.add(logOf(step.tail<2>().norm()));
  row.add(ring.darker() / light, -1.0, 3.0);
  row.add(ring.lighter() / light, -1.0, 3.0);
  row.add(logOf(ring.spread_colour));
  row.add(ring.spread_light / light, 0.0, 3.0);
  row.add(ring.along(way) / std::max({1.0F, ring.up.dot(way), ring.down.dot(way)}), -1.0, 1.0);
  row.add(logOf((ring.up - ring.down).tail<2>().norm()));
  row.add((ring.up[0] - ring.down[0]) / light, -3.0, 3.0);
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
      row.add((*seen)[c] / colour);
  addMan(row, man);
  const Likes likes = likesOf(ring, man, men);
  row.add(likes.twins.empty() ? 0.0 : medianOf(likes.twins));
  row.add(likes.twins.empty() ? 0.0 : *std::ranges::max_element(likes.twins));
  row.add(likes.twins.empty() ? 0.0 : 1.0);
  row.add(likes.kin.empty() ? 0.0 : medianOf(likes.kin));
  row.add(likes.kin.empty() ? 0.0 : 1.0);
  row.add(likes.others == 0 ? 0.0 : static_cast<double>(likes.alike) / likes.others);
  row.add(man.dark ? 1.0 : 0.0);
  const float most = all.rings.front().colour();
  row.add(ring.colour() / std::max(1.0F, most), -1.0, 2.0);
  return row.all();
}

/// A matrix of the file; json::exception or domain_error where it is none of its size.
Eigen::MatrixXd matrixOf(const nlohmann::json& rows, Eigen::Index height, Eigen::Index width) {
  Eigen::MatrixXd matrix(height, width);
  readMatrix(rows, matrix);
  if (!matrix.allFinite())
    throw std::domain_error("numbers");
  return matrix;
}

} // namespace

std::vector<MansTraits> bandTraits(const std::vector<SquareReading>& readings) {
  std::vector<Man> men;
  std::vector<MansTraits> traits;
  for (std::size_t k = 0; k < readings.size(); ++k) {
    const SquareReading& reading = readings[k];
    if (reading.occupied() < 0.5 || !reading.rings.told())
      continue;
    const auto man = std::max_element(reading.p.begin() + 1, reading.p.end()) - reading.p.begin() - 1;
    men.push_back({&reading,
                   static_cast<int>(man % 6),
                   man >= 6,
                   {logit(reading.low), logit(reading.high), logit(reading.crown)},
                   {}});
    traits.push_back({k, {}, {}});
  }
  compareToPeers(men);
  for (std::size_t m = 0; m < men.size(); ++m) {
    traits[m].man = manTraits(men[m], men);
    for (const ManRing& ring : men[m].reading->rings.rings)
      traits[m].rings.push_back(ringTraits(ring, men[m], men));
  }
  return traits;
}

const Result<std::shared_ptr<const BandNetwork>>& BandNetwork::shipped() {
  static const auto one = readShipped<BandNetwork>("models/detectors/bands.json");
  return one;
}

BandNetwork::Layers BandNetwork::layersOf(const nlohmann::json& all, std::size_t traits, std::size_t answers) {
  const auto seen = static_cast<Eigen::Index>(traits), units = static_cast<Eigen::Index>(all.at("hidden").size());
  return {matrixOf(all.at("mean"), seen, 1), matrixOf(all.at("scale"), seen, 1),
          matrixOf(all.at("hidden"), units, seen + 1),
          matrixOf(all.at("out"), static_cast<Eigen::Index>(answers), units + 1)};
}

Eigen::VectorXd BandNetwork::Layers::odds(const Eigen::VectorXd& traits) const {
  constexpr double most = 5.0; // standard deviations
  const Eigen::VectorXd seen = (traits - mean).cwiseQuotient(scale).cwiseMax(-most).cwiseMin(most);
  const Eigen::VectorXd rectified = (hidden.leftCols(seen.size()) * seen + hidden.rightCols<1>()).cwiseMax(0.0);
  return out.leftCols(rectified.size()) * rectified + out.rightCols<1>();
}

Result<BandNetwork> BandNetwork::load(const std::filesystem::path& path) {
  std::ifstream in(path);
  const nlohmann::json all = nlohmann::json::parse(in, nullptr, false);
  try {
    if (!all.is_object() || all.at("format") != "linesman bands 1")
      return fail(path.string() + " is not what this program tells bands with; install the program's data again.");
    BandNetwork network;
    network.ring_ = layersOf(all.at("ring"), ring_trait_count, band_count);
    network.man_ = layersOf(all.at("man"), man_trait_count, band_count + 1);
    return network;
  } catch (const std::exception&) {
    return fail(path.string() + " is damaged; install the program's data again.");
  }
}

BandChances BandNetwork::chances(const MansTraits& man) const {
  const auto column = [](const auto& traits) {
    return Eigen::VectorXd(
        Eigen::Map<const Eigen::VectorXf>(traits.data(), static_cast<Eigen::Index>(traits.size())).cast<double>());
  };
  std::vector<Eigen::VectorXd> rings; // how much likelier each is a band, by Band, than none is seen
  for (const RingTraits& ring : man.rings)
    rings.push_back(ring_.odds(column(ring)).array().exp());
  std::array<double, band_count> any{1.0, 1.0, 1.0}; // 1: a band that no ring shows
  double two = 1.0;                                  // rings, or one that is seen, or none
  for (std::size_t k = 0; k < rings.size(); ++k) {
    for (std::size_t b = 0; b < band_count; ++b)
      any[b] += rings[k][static_cast<Eigen::Index>(b)];
    two += rings[k][0] + rings[k][1];
    for (std::size_t other = 0; other < rings.size(); ++other)
      two += other == k ? 0.0 : rings[k][0] * rings[other][1];
  }
  const Eigen::VectorXd own = man_.odds(column(man.man));
  const double low = std::exp(own[0]) * any[0], high = std::exp(own[1]) * any[1],
               both = std::exp(own[0] + own[1] + own[3]) * two, crown = std::exp(own[2]) * any[2],
               all = 1.0 + low + high + both;
  return {(low + both) / all, (high + both) / all, crown / (1.0 + crown)};
}

std::vector<MansBands> bandsOf(const std::vector<SquareReading>& readings) {
  constexpr BandChances likely{0.7, 0.7, 0.85}; // chosen on rendered men
  std::vector<MansBands> bands(readings.size());
  const auto& network = BandNetwork::shipped();
  if (!network)
    return bands;
  for (const MansTraits& man : bandTraits(readings)) {
    const BandChances p = (*network)->chances(man);
    const auto worn = [&](Band band) {
      return p[static_cast<std::size_t>(band)] > likely[static_cast<std::size_t>(band)];
    };
    bands[man.reading] = {worn(Band::low), worn(Band::high),
                          kindOfClass(readings[man.reading].best()) == "king" && worn(Band::crown)};
  }
  return bands;
}

} // namespace linesman
