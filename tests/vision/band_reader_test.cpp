#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/ringed_man.h"
#include "vision/band_reader.h"
#include "vision/man_change.h"
#include "vision/man_rings.h"
#include "vision/square_reading.h"

namespace linesman {
namespace {

using support::green, support::manWithRing, support::shade, support::wood;

/// Pawns in a row: crops, and what the network says of their low and neck bands.
std::vector<SquareReading> pawns(const std::vector<std::vector<float>>& crops, const std::vector<double>& low,
                                 const std::vector<double>& high) {
  std::vector<SquareReading> readings;
  for (std::size_t k = 0; k < crops.size(); ++k) {
    readings.emplace_back();
    readings.back().file = static_cast<int>(k);
    readings.back().p[6] = 1.0;
    readings.back().low = low[k];
    readings.back().high = high[k];
    readings.back().rings = ringsAround(crops[k].data(), {0.0, 0.0});
  }
  return readings;
}

TEST(Bands, CollarsThatAllMenOfASetHaveAreNone) {
  const auto collar = manWithRing(0.18, shade);
  for (const MansBands& bands :
       bandsOf(pawns({collar, collar, collar, collar}, {0.99, 0.985, 0.995, 0.99}, {0.2, 0.1, 0.2, 0.2}))) {
    EXPECT_FALSE(bands.low);
    EXPECT_FALSE(bands.high);
  }
}

/// How likely a low band was put on the second of six pawns, who wears one now and looked so before.
double chanceOfPutOn(const std::vector<float>& before) {
  const auto plain = manWithRing(0.18, wood), ringed = manWithRing(0.18, green);
  auto readings = pawns({plain, ringed, plain, plain, plain, plain}, {0.1, 0.3, 0.1, 0.1, 0.1, 0.1},
                        {0.1, 0.1, 0.1, 0.1, 0.1, 0.1});
  readings[1].seen = 1.0;
  readings[1].since = ManSince{{0.1, 0.1, 0.0, 1.0, ringsAround(before.data(), {0.0, 0.0})},
                               changeOf(ringed.data(), {0.0, 0.0}, before.data(), {0.0, 0.0})};
  std::vector<BandChances> alone(readings.size());
  for (const MansTraits& man : bandTraits(readings))
    alone[man.reading] = (*BandNetwork::shipped())->chances(man);
  const auto changes = changeTraits(readings, alone);
  EXPECT_EQ(changes.size(), 1U) << "of those who were seen before";
  return (*BandNetwork::shipped())->chancesOfChange(changes.at(0))[0];
}

TEST(Bands, WhatWasOnAManBeforeWasNotPutOn) {
  const double put_on = chanceOfPutOn(manWithRing(0.18, wood)), there_before = chanceOfPutOn(manWithRing(0.18, green));
  EXPECT_GT(put_on, 0.5);
  EXPECT_LT(there_before, 0.05);
}

TEST(Bands, AreToldLowAndHigh) {
  const auto collar = manWithRing(0.18, shade);
  const auto bands = bandsOf(pawns({collar, manWithRing(0.18, green), collar, manWithRing(0.51, green), collar, collar},
                                   {0.02, 0.9, 0.02, 0.02, 0.02, 0.02}, {0.02, 0.02, 0.02, 0.9, 0.02, 0.02}));
  for (const std::size_t bare : {0, 2, 4, 5})
    EXPECT_FALSE(bands[bare].low || bands[bare].high || bands[bare].crown);
  EXPECT_TRUE(bands[1].low && !bands[1].high);
  EXPECT_TRUE(bands[3].high && !bands[3].low);
}

TEST(Bands, ABlackBandIsToldByItsDarkness) {
  const auto plain = manWithRing(0.51, wood);
  const auto bands = bandsOf(pawns({plain, manWithRing(0.51, {6, 6, 6}), plain, plain, plain, plain},
                                   {0.02, 0.02, 0.02, 0.02, 0.02, 0.02}, {0.02, 0.99, 0.02, 0.02, 0.02, 0.02}));
  for (const std::size_t bare : {0, 2, 3, 4, 5})
    EXPECT_FALSE(bands[bare].low || bands[bare].high);
  EXPECT_TRUE(bands[1].high && !bands[1].low);
}

/// Layers that give these log odds, whatever the traits.
nlohmann::json constantLayers(std::size_t traits, const std::vector<double>& odds) {
  const std::vector<std::vector<double>> zeros(traits, {0.0}), ones(traits, {1.0});
  nlohmann::json out = nlohmann::json::array();
  for (const double one : odds)
    out.push_back({0.0, one});
  return {{"mean", zeros}, {"scale", ones}, {"hidden", {std::vector<double>(traits + 1, 0.0)}}, {"out", out}};
}

nlohmann::json nothingPutOn() {
  return {{"ring", constantLayers(change_ring_trait_count, {-9.0, -9.0, -9.0})},
          {"man", constantLayers(change_man_trait_count, {-9.0, -9.0, -9.0, 0.0})}};
}

TEST(BandNetworkFile, OneRingIsOneBandAtMost) {
  const auto path = std::filesystem::path(testing::TempDir()) / "bands.json";
  const double ring = 3.0, man = -2.0;
  std::ofstream(path) << nlohmann::json{{"format", "linesman bands 2"},
                                        {"ring", constantLayers(ring_trait_count, {ring, ring, -9.0})},
                                        {"man", constantLayers(man_trait_count, {man, man, -9.0, 0.0})},
                                        {"change", nothingPutOn()}};
  const auto network = BandNetwork::load(path);
  ASSERT_TRUE(network) << network.error().sentence;
  const auto chances = [&](std::size_t rings) {
    return network->chances({0, std::vector<float>(man_trait_count),
                             std::vector<std::vector<float>>(rings, std::vector<float>(ring_trait_count))});
  };
  const double r = std::exp(ring), m = std::exp(man);
  EXPECT_NEAR(chances(0)[0], (m + m * m) / (1 + 2 * m + m * m), 1e-9); // each by itself
  EXPECT_NEAR(chances(1)[0], (m * (1 + r) + m * m * (1 + 2 * r)) / (1 + 2 * m * (1 + r) + m * m * (1 + 2 * r)), 1e-9);
  const double one = m * (1 + 2 * r), both = m * m * (1 + 4 * r + 2 * r * r);
  EXPECT_NEAR(chances(2)[0], (one + both) / (1 + 2 * one + both), 1e-9);
  EXPECT_GT(chances(2)[0], chances(1)[0]); // two rings may be both bands
  EXPECT_NEAR(chances(2)[1], chances(2)[0], 1e-9);
  EXPECT_LT(chances(2)[2], 0.01);
}

TEST(BandNetworkFile, IsRefusedWhenItIsAnotherOneOrDamaged) {
  const auto path = std::filesystem::path(testing::TempDir()) / "torn_bands.json";
  EXPECT_FALSE(BandNetwork::load(path));
  std::ofstream(path) << R"({"format":"linesman bands 0"})";
  EXPECT_FALSE(BandNetwork::load(path));
  nlohmann::json torn{{"format", "linesman bands 2"},
                      {"ring", constantLayers(ring_trait_count - 1, {0.0, 0.0, 0.0})},
                      {"man", constantLayers(man_trait_count, {0.0, 0.0, 0.0, 0.0})},
                      {"change", nothingPutOn()}};
  std::ofstream(path) << torn;
  const auto network = BandNetwork::load(path);
  ASSERT_FALSE(network);
  EXPECT_NE(network.error().sentence.find("damaged"), std::string::npos);
}

TEST(Bands, WhatTheNetworkAloneSeesIsNotClaimed) { // no other colour than the other men's
  const auto collar = manWithRing(0.18, shade);
  for (const MansBands& bands :
       bandsOf(pawns({collar, collar, collar, collar}, {0.05, 0.99, 0.1, 0.05}, {0.1, 0.1, 0.99, 0.1})))
    EXPECT_FALSE(bands.low || bands.high);
}

} // namespace
} // namespace linesman
