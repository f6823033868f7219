#include "vision/band_reader.h"

#include <cmath>
#include <fstream>

#include <nlohmann/json.hpp>

#include "models/matrix_json.h"
#include "vision/network_file.h"
#include "vision/square_reading.h"

namespace linesman {

namespace {

/// A matrix of the file; json::exception or domain_error where it is none of its size.
Eigen::MatrixXd matrixOf(const nlohmann::json& rows, Eigen::Index height, Eigen::Index width) {
  Eigen::MatrixXd matrix(height, width);
  readMatrix(rows, matrix);
  if (!matrix.allFinite())
    throw std::domain_error("numbers");
  return matrix;
}

} // namespace

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

BandNetwork::Pair BandNetwork::pairOf(const nlohmann::json& all, std::size_t ring_traits, std::size_t man_traits) {
  return {layersOf(all.at("ring"), ring_traits, band_count), layersOf(all.at("man"), man_traits, band_count + 1)};
}

Eigen::VectorXd BandNetwork::Layers::odds(const std::vector<float>& traits) const {
  constexpr double most = 5.0; // standard deviations
  const Eigen::VectorXd told =
      Eigen::Map<const Eigen::VectorXf>(traits.data(), static_cast<Eigen::Index>(traits.size())).cast<double>();
  const Eigen::VectorXd seen = (told - mean).cwiseQuotient(scale).cwiseMax(-most).cwiseMin(most);
  const Eigen::VectorXd rectified = (hidden.leftCols(seen.size()) * seen + hidden.rightCols<1>()).cwiseMax(0.0);
  return out.leftCols(rectified.size()) * rectified + out.rightCols<1>();
}

Result<BandNetwork> BandNetwork::load(const std::filesystem::path& path) {
  std::ifstream in(path);
  const nlohmann::json all = nlohmann::json::parse(in, nullptr, false);
  try {
    if (!all.is_object() || all.at("format") != "linesman bands 2")
      return fail(path.string() + " is not what this program tells bands with; install the program's data again.");
    BandNetwork network;
    network.now_ = pairOf(all, ring_trait_count, man_trait_count);
    network.change_ = pairOf(all.at("change"), change_ring_trait_count, change_man_trait_count);
    return network;
  } catch (const std::exception&) {
    return fail(path.string() + " is damaged; install the program's data again.");
  }
}

BandChances BandNetwork::Pair::chances(const MansTraits& his) const {
  std::vector<Eigen::VectorXd> rings; // how much likelier each is a band, by Band, than none is seen
  for (const auto& traits : his.rings)
    rings.push_back(ring.odds(traits).array().exp());
  std::array<double, band_count> any{1.0, 1.0, 1.0}; // 1: a band that no ring shows
  double two = 1.0;                                  // rings, or one that is seen, or none
  for (std::size_t k = 0; k < rings.size(); ++k) {
    for (std::size_t b = 0; b < band_count; ++b)
      any[b] += rings[k][static_cast<Eigen::Index>(b)];
    two += rings[k][0] + rings[k][1];
    for (std::size_t other = 0; other < rings.size(); ++other)
      two += other == k ? 0.0 : rings[k][0] * rings[other][1];
  }
  const Eigen::VectorXd own = man.odds(his.man);
  const double low = std::exp(own[0]) * any[0], high = std::exp(own[1]) * any[1],
               both = std::exp(own[0] + own[1] + own[3]) * two, crown = std::exp(own[2]) * any[2],
               all = 1.0 + low + high + both;
  return {(low + both) / all, (high + both) / all, crown / (1.0 + crown)};
}

std::vector<MansBands> bandsOf(const std::vector<SquareReading>& readings) {
  constexpr BandChances likely{0.7, 0.7, 0.85}, likely_put_on{0.85, 0.85, 0.9}; // chosen on rendered men
  std::vector<MansBands> bands(readings.size());
  const auto& network = BandNetwork::shipped();
  if (!network)
    return bands;
  const auto claim = [&](const MansTraits& man, const BandChances& p, const BandChances& limits) {
    const auto worn = [&](Band band) {
      return p[static_cast<std::size_t>(band)] > limits[static_cast<std::size_t>(band)];
    };
    MansBands& his = bands[man.reading];
    his.low = his.low || worn(Band::low);
    his.high = his.high || worn(Band::high);
    his.crown = his.crown || (kindOfClass(readings[man.reading].best()) == "king" && worn(Band::crown));
  };
  std::vector<BandChances> alone(readings.size());
  for (const MansTraits& man : bandTraits(readings)) {
    alone[man.reading] = (*network)->chances(man);
    claim(man, alone[man.reading], likely);
  }
  for (const MansTraits& man : changeTraits(readings, alone)) {
    MansBands& his = bands[man.reading];
    const MansBands before = his;
    claim(man, (*network)->chancesOfChange(man), likely_put_on);
    his.put_on = his.low != before.low || his.high != before.high || his.crown != before.crown;
  }
  return bands;
}

} // namespace linesman
