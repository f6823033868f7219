#include "app/match_names.h"

#include <gtest/gtest.h>

#include "app/watch/ship.h"

namespace linesman::app {
namespace {

SeenPyramid seen(int id, Colour colour, double x_mm) {
  SeenPyramid pyramid;
  pyramid.id = PieceId{id};
  pyramid.posture = Posture::lying;
  pyramid.colour = colour;
  pyramid.size = PyramidSize::medium;
  pyramid.table_from_piece = {x_mm, 0.0, 0.0};
  return pyramid;
}

nlohmann::json shipOf(const char* name, Colour colour, double x_mm, bool removed = false) {
  Ship ship;
  ship.name = name;
  ship.colour = colour;
  ship.size = PyramidSize::medium;
  ship.recorded = ship.seen = SeenPose{{x_mm, 0.0, 0.0}, Eigen::Vector3d(0.04, 0.04, 1e-4).asDiagonal()};
  ship.removed = removed;
  return ship.toJson();
}

Snapshot picture() {
  Snapshot snapshot;
  snapshot.state.pyramids = {seen(1, Colour::red, 0.0), seen(2, Colour::red, 100.0), seen(3, Colour::blue, 200.0)};
  snapshot.names = {{PieceId{1}, "r1"}, {PieceId{2}, "r2"}, {PieceId{3}, "b1"}};
  return snapshot;
}

TEST(MatchNames, ShipsHaveTheNamesOfTheMatchNotOfThePicture) {
  const auto names = matchNames(
      {shipOf("r2", Colour::red, 1.5), shipOf("r1", Colour::red, 99.0), shipOf("b3", Colour::blue, 201.0)}, picture());
  EXPECT_EQ(names, (std::map<PieceId, std::string>{{PieceId{1}, "r2"}, {PieceId{2}, "r1"}, {PieceId{3}, "b3"}}));
}

TEST(MatchNames, WhatIsNoShipOfTheMatchIsNotCalledOne) {
  const auto names = matchNames({shipOf("r1", Colour::red, 99.0), shipOf("b1", Colour::blue, 200.0, true)}, picture());
  EXPECT_EQ(names, (std::map<PieceId, std::string>{{PieceId{1}, "r?"}, {PieceId{2}, "r1"}, {PieceId{3}, "b?"}}));
}

TEST(MatchNames, BeforeTheFleetsAreKnownThePicturesNamesStay) {
  EXPECT_TRUE(matchNames(nlohmann::json::array(), picture()).empty());
}

} // namespace
} // namespace linesman::app
