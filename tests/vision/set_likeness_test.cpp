#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "vision/board_reader.h"
#include "vision/set_likeness.h"

namespace linesman {
namespace {

/// Sides differ by 1 in lightness, by about 1 from set to set.
Likeness bySide() {
  return {Eigen::RowVector3d(1.0, 0.0, 0.0), Eigen::VectorXd::Zero(1), Eigen::Vector2d(-0.5, -1.5),
          Eigen::MatrixXd::Constant(1, 1, 0.04), Eigen::MatrixXd::Identity(2, 2)};
}

/// Feet of one width, for all that is known.
KindWidths anyWidths() {
  return {Eigen::VectorXd::Zero(6), Eigen::MatrixXd::Identity(6, 6), 1.0};
}

/// Kinds that differ by `step` from one to the next along one direction, the first of the network's features; in a set
/// all men of a kind are off by the same, about 2, rests are small.
SetLikeness alongOneFeature(double step = 2.0) {
  Eigen::MatrixXd turn = Eigen::MatrixXd::Zero(1, SquareNetwork::features + SquareNetwork::tokens), means(12, 1);
  turn(0, 0) = 1.0;
  for (int k = 0; k < 12; ++k)
    means(k, 0) = step * k;
  return {{turn, Eigen::VectorXd::Zero(1), means, Eigen::MatrixXd::Constant(1, 1, 0.04),
           4.0 * Eigen::MatrixXd::Identity(12, 12)},
          bySide(),
          anyWidths()};
}

SquareReading reading(int man, double p, int other, float feature) {
  SquareReading r;
  r.p.fill(0.0);
  r.p[static_cast<std::size_t>(man)] = p;
  r.p[static_cast<std::size_t>(other)] += 1.0 - p;
  r.feature[0] = feature;
  return r;
}

TEST(SetLikeness, AManFollowsThoseOfItsSetThatItLooksLike) {
  // Bishops (4) of this set look like the usual pawn (6): features near 10. Four men are taken for pawns at first; two
  // of them look like the pawns of the set (13), two like its bishops.
  std::vector<SquareReading> readings;
  for (int k = 0; k < 6; ++k)
    readings.push_back(reading(6, 0.95, 4, 13.0F + 0.1F * static_cast<float>(k % 3)));
  readings.push_back(reading(4, 0.7, 6, 10.1F));
  readings.push_back(reading(6, 0.55, 4, 10.0F));
  alongOneFeature().apply(readings, SetComposition::staunton(), StartArray(readings.size(), 0));
  EXPECT_EQ(readings[6].best(), 4);
  EXPECT_EQ(readings[7].best(), 4);
  EXPECT_GT(readings[7].p[4], 0.8);
  for (std::size_t k = 0; k < 6; ++k)
    EXPECT_EQ(readings[k].best(), 6);
}

TEST(SetLikeness, AManIsOfTheSideWhoseColourHeHas) {
  // Both sides of this set are darker than usual: its light men are as dark as dark ones are elsewhere.
  std::vector<SquareReading> readings;
  for (int k = 0; k < 4; ++k)
    readings.push_back(reading(6, 0.95, 12, 0.0F));
  for (int k = 0; k < 4; ++k)
    readings.push_back(reading(12, 0.95, 6, 0.0F));
  readings.push_back(reading(12, 0.9, 6, 0.0F));
  for (std::size_t k = 0; k < readings.size(); ++k)
    readings[k].body[0] = k < 4 || k == 8 ? -1.5F : -2.5F;
  alongOneFeature(0.0).apply(readings, SetComposition::staunton(), StartArray(readings.size(), 0));
  EXPECT_EQ(readings[8].best(), 6);
  for (std::size_t k = 0; k < 8; ++k)
    EXPECT_EQ(readings[k].best(), k < 4 ? 6 : 12);
}

TEST(SetLikeness, AManIsOfTheKindWhoseFootHeHas) {
  // Kings (1) and queens (2) of this set look the same; what is taken for its second king has the foot of its queen.
  std::vector<SquareReading> readings{reading(1, 0.95, 2, 0.0F), reading(8, 0.95, 7, 0.0F), reading(7, 0.6, 8, 0.0F),
                                      reading(2, 0.4, 1, 0.0F)};
  const double told[] = {0.1, -0.1, 0.1, -0.1};
  for (std::size_t k = 0; k < readings.size(); ++k) {
    readings[k].width = {told[k], 0.02};
    readings[k].body[0] = k == 0 || k == 3 ? -0.5F : -1.5F;
  }
  alongOneFeature(0.0).apply(readings, SetComposition::staunton(), StartArray(readings.size(), 0));
  const int men[] = {1, 8, 7, 2};
  for (std::size_t k = 0; k < readings.size(); ++k)
    EXPECT_EQ(readings[k].best(), men[k]);
  EXPECT_GT(readings[3].p[2], 0.7);
}

TEST(SetLikeness, EmptySquaresStayEmpty) {
  std::vector<SquareReading> readings{reading(0, 0.99, 6, 10.0F), reading(6, 0.9, 0, 10.0F), reading(6, 0.9, 0, 10.2F)};
  alongOneFeature().apply(readings, SetComposition::staunton(), StartArray(readings.size(), 0));
  EXPECT_GT(readings[0].p[0], 0.98);
  EXPECT_GT(readings[1].p[6], 0.8);
}

TEST(SetLikeness, TwoMenThatAreAlikeStayInDoubt) {
  // Pawns and bishops of this set look the same: the crop alone tells which man it is, and it is not sure.
  std::vector<SquareReading> readings;
  for (int k = 0; k < 3; ++k)
    readings.push_back(reading(6, 0.6, 4, 10.0F));
  alongOneFeature(0.0).apply(readings, SetComposition::staunton(), StartArray(readings.size(), 0));
  for (const SquareReading& r : readings) {
    EXPECT_GT(r.p[6], r.p[4]);
    EXPECT_LT(r.p[6], 0.6);
    EXPECT_NEAR(r.occupied(), 1.0, 1e-6);
  }
}

TEST(SetLikeness, OfMenThatAreAlikeTheStartArrayTells) {
  // The light men of a start position; the bishop on f1 is taken for a pawn, as likely as not.
  const StartArray all = orthodoxArray(), light(all.begin(), all.begin() + 16);
  std::vector<SquareReading> readings;
  for (const int man : light)
    readings.push_back(reading(man, 0.95, man == 6 ? 4 : 6, 10.0F));
  readings[5] = reading(6, 0.6, 4, 10.0F);
  std::vector<SquareReading> anywhere = readings;
  alongOneFeature(0.0).apply(anywhere, SetComposition::staunton(), StartArray(anywhere.size(), 0));
  alongOneFeature(0.0).apply(readings, SetComposition::staunton(), light);
  EXPECT_LT(anywhere[5].p[4], 0.9);
  EXPECT_GT(readings[5].p[4], 0.9);
}

TEST(SetLikeness, ShipsForTheNetworkThatShips) {
  const auto squares = SquareReader::load();
  ASSERT_TRUE(squares) << squares.error().sentence;
  const auto likeness = SetLikeness::load(squares->fingerprint());
  EXPECT_TRUE(likeness) << likeness.error().sentence;
}

TEST(SetLikeness, AnotherNetworkAndATornFileAreRefused) {
  const auto other = SetLikeness::load("0123");
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().sentence, testing::HasSubstr("another network"));
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "torn_likeness.json";
  std::ofstream(file) << "{\"format\": \"linesman set likeness 3\", \"numbers\": 192, \"network\": \"a\"}";
  const auto torn = SetLikeness::load(file, "a");
  ASSERT_FALSE(torn);
  EXPECT_THAT(torn.error().sentence, testing::HasSubstr("damaged"));
}

} // namespace
} // namespace linesman
