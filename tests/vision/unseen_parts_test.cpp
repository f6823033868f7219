#include "vision/unseen_parts.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/polygon.h"
#include "models/units.h"
#include "tests/support/table_truth.h"
#include "vision/frame_source.h"
#include "vision/pipeline.h"

namespace linesman {
namespace {

const std::string pictures = LINESMAN_TEST_DATA;

bool anyHolds(const std::vector<TablePolygon>& polygons, const Eigen::Vector2d& at) {
  return std::any_of(polygons.begin(), polygons.end(), [&](const TablePolygon& one) { return holds(one, at); });
}

class UnseenParts : public testing::Test {
protected:
  std::vector<TablePolygon> parts() { return unseenParts(state, view, table, pieces); }
  /// Away from the camera, along the table.
  Eigen::Vector2d away(const Eigen::Vector2d& from) { return (from - view.eye_mm().head<2>()).normalized(); }

  support::TableTruth truth = support::readTruth(pictures + "/tables/pyr_07.json");
  TableView view{truth.lens, {truth.camera_from_table, {}}};
  PieceCatalog pieces = PieceCatalog::standard();
  TableState state;
  TableFile table;
};

TEST_F(UnseenParts, AnEmptyTableHasNone) {
  EXPECT_TRUE(parts().empty());
}

TEST_F(UnseenParts, WhatLiesBehindAnUprightPieceIsUnseenAndNotWhatLiesBeforeIt) {
  SeenPyramid piece;
  piece.size = PyramidSize::large;
  piece.posture = Posture::upright;
  piece.table_from_piece = {30.0, 10.0, 0.0};
  state.pyramids.push_back(piece);
  const Eigen::Vector2d centre(30.0, 10.0), behind = centre + 18.5 * away(centre);
  const std::vector<TablePolygon> seen = parts();
  EXPECT_TRUE(anyHolds(seen, behind));
  EXPECT_FALSE(anyHolds(seen, centre)) << "the piece's own place is no secret";
  EXPECT_FALSE(anyHolds(seen, centre - 20.0 * away(centre)));
  for (const TablePolygon& part : seen)
    EXPECT_GT(signedArea(part), 0.0);
}

TEST_F(UnseenParts, AKnownIslandAsHighAsTheCameraHidesAllBehindIt) {
  KnownIsland island;
  island.kind = "island";
  island.disc = KnownDisc{{0.0, 20.0}, 25.0};
  const Eigen::Vector2d centre(0.0, 20.0);
  table.islands = {island};
  for (const double share : {0.85, 0.95, 1.0, 3.0}) {
    table.islands[0].height_mm = share * view.eye_mm().z();
    const std::vector<TablePolygon> seen = parts();
    EXPECT_TRUE(anyHolds(seen, centre + 200.0 * away(centre))) << share;
    EXPECT_FALSE(anyHolds(seen, centre - 60.0 * away(centre))) << share;
  }
}

TEST_F(UnseenParts, AKnownIslandHidesWhatItsHeightDemands) {
  KnownIsland island;
  island.kind = "island";
  island.disc = KnownDisc{{0.0, 20.0}, 25.0};
  island.height_mm = 60.0;
  table.islands.push_back(island);
  const Eigen::Vector2d centre(0.0, 20.0), eye = view.eye_mm().head<2>();
  const double reach_mm = (centre - eye).norm() * 60.0 / (view.eye_mm().z() - 60.0); // of the top's middle
  EXPECT_TRUE(anyHolds(parts(), centre + reach_mm * away(centre)));
  EXPECT_FALSE(anyHolds(parts(), centre + (reach_mm + 40.0) * away(centre)));
  EXPECT_FALSE(anyHolds(parts(), centre));
}

TEST_F(UnseenParts, ThePlayingAreaOutsideThePictureIsUnseen) {
  table.area.emplace();
  table.area->polygon_mm = {{-600.0, -100.0}, {100.0, -100.0}, {100.0, 100.0}, {-600.0, 100.0}};
  const std::vector<TablePolygon> seen = parts();
  EXPECT_TRUE(anyHolds(seen, {-590.0, 0.0}));
  EXPECT_FALSE(anyHolds(seen, {0.0, 0.0}));
}

TEST_F(UnseenParts, AnUnknownThingHidesItsOutlineAndShipsInFrontOfItStaySeen) {
  state.obstacles.push_back({{{-60.0, -40.0}, {60.0, -40.0}, {60.0, 40.0}, {-60.0, 40.0}}, 0.0});
  SeenPyramid piece;
  piece.table_from_piece = {0.0, 0.0, 0.0};
  state.pyramids.push_back(piece);
  const std::vector<TablePolygon> seen = parts();
  EXPECT_TRUE(anyHolds(seen, {-50.0, -30.0}));
  EXPECT_TRUE(anyHolds(seen, {50.0, 30.0}));
  EXPECT_FALSE(anyHolds(seen, {8.0, 0.5})) << "there a ship is seen";
}

/// Whether a polygon neither crosses nor meets itself.
bool isSimple(const TablePolygon& polygon) {
  const auto side = [](const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
    const Eigen::Vector2d along = b - a, to = c - a;
    return along.x() * to.y() - along.y() * to.x();
  };
  const std::size_t n = polygon.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const Eigen::Vector2d &a = polygon[i], &b = polygon[(i + 1) % n], &c = polygon[j], &d = polygon[(j + 1) % n];
      const bool beside = j == i + 1 || (i == 0 && j + 1 == n);
      if ((a - c).norm() < 1e-9 ||
          (!beside && side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0))
        return false;
    }
  return true;
}

TEST_F(UnseenParts, NoOutlineCrossesItselfHoweverThingsLie) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-120.0, 120.0), turn(0.0, 2.0 * pi), width(2.0, 60.0);
  int seen = 0;
  for (int round = 0; round < 20; ++round) {
    state = {};
    for (int k = 0; k < 12; ++k) {
      SeenPyramid piece;
      piece.size = static_cast<PyramidSize>(k % 3);
      piece.posture = k % 4 == 0 ? Posture::upright : Posture::lying;
      piece.table_from_piece = {place(random), place(random), turn(random)};
      state.pyramids.push_back(piece);
      TablePolygon strip;
      const Eigen::Rotation2Dd turned(turn(random));
      const double half_mm = 0.5 * width(random);
      for (const auto& [x, y] : {std::pair{-60.0, -half_mm}, {60.0, -half_mm}, {60.0, half_mm}, {-60.0, half_mm}})
        strip.push_back(piece.table_from_piece.origin_mm() + turned * Eigen::Vector2d(x, y));
      state.obstacles.push_back({strip, 0.0});
    }
    for (const TablePolygon& part : parts()) {
      EXPECT_TRUE(isSimple(part)) << round;
      ++seen;
    }
  }
  EXPECT_GT(seen, 20);
}

/// The table `name` as the pipeline sees it.
TableState stateOf(const std::string& name) {
  const support::TableTruth truth = support::readTruth(pictures + "/tables/" + name + ".json");
  PipelineSettings settings;
  settings.lens = truth.lens;
  settings.table = truth.table;
  return Pipeline(std::move(settings))
      .process({readImage(pictures + "/demo/" + name + ".jpg").value(), 0.0, name})
      ->state;
}

TEST(Obstacles, OnATableWithShipsAloneThereIsNone) {
  EXPECT_TRUE(stateOf("pyr_07").obstacles.empty());
}

TEST(Obstacles, AKnownIslandIsNoUnknownThing) {
  const nlohmann::json json = support::readJson(pictures + "/tables/pyr_44.json");
  support::TableTruth truth = support::readTruth(pictures + "/tables/pyr_44.json");
  for (const nlohmann::json& object : json["objects"])
    if (object["kind"] == "cd") {
      KnownIsland island;
      island.kind = "obstacle";
      island.disc = KnownDisc{{object["x"].get<double>(), object["y"].get<double>()}, 60.0};
      truth.table.islands.push_back(island);
    }
  ASSERT_EQ(truth.table.islands.size(), 1U);
  PipelineSettings settings;
  settings.lens = truth.lens;
  settings.table = truth.table;
  const auto seen =
      Pipeline(std::move(settings)).process({readImage(pictures + "/demo/pyr_44.jpg").value(), 0.0, "cd"});
  ASSERT_TRUE(seen.has_value());
  EXPECT_FALSE(std::ranges::any_of(seen->state.obstacles, [&](const SeenObstacle& obstacle) {
    return holds(obstacle.polygon_mm, truth.table.islands[0].disc->centre_mm);
  }));
}

TEST(Obstacles, ADiscAmongShipsHasAnOutlineOfItsSize) {
  const nlohmann::json json = support::readJson(pictures + "/tables/pyr_44.json");
  const TableState state = stateOf("pyr_44");
  const auto disc = std::find_if(json["objects"].begin(), json["objects"].end(),
                                 [](const nlohmann::json& object) { return object["kind"] == "cd"; });
  ASSERT_NE(disc, json["objects"].end());
  const Eigen::Vector2d at((*disc)["x"].get<double>(), (*disc)["y"].get<double>());
  const auto outline = std::find_if(state.obstacles.begin(), state.obstacles.end(),
                                    [&](const SeenObstacle& obstacle) { return holds(obstacle.polygon_mm, at); });
  ASSERT_NE(outline, state.obstacles.end());
  EXPECT_NEAR(signedArea(outline->polygon_mm), pi * 60.0 * 60.0, 1200.0); // 120 mm across
  EXPECT_TRUE(anyHolds(state.unseen_mm, at));
}

// Things are looked for around pieces and markers, but do not end there.
TEST(Obstacles, ADiscThatLiesFartherOffForTheMostPartIsSeenWhole) {
  constexpr double radius_mm = 50.0;
  const support::TableTruth truth = support::readTruth(pictures + "/tables/pyr_07.json");
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  cv::Mat image = readImage(pictures + "/demo/pyr_07.jpg").value();
  Eigen::AlignedBox2d things;
  for (const support::TruePyramid& pyramid : truth.pyramids)
    things.extend(pyramid.pose.origin_mm());
  for (const TableMarker& marker : truth.table.markers)
    things.extend(marker.centre_mm);
  const Eigen::Vector2d at(things.min().x() - 20.0 - radius_mm, things.center().y());
  std::vector<cv::Point> outline;
  for (int k = 0; k < 60; ++k) {
    const Eigen::Vector2d rim = at + Eigen::Rotation2Dd(2.0 * pi * k / 60.0) * Eigen::Vector2d(radius_mm, 0.0);
    const Eigen::Vector2d pixel = view.pixel({rim.x(), rim.y(), 0.0}).value();
    ASSERT_TRUE(cv::Rect({0, 0}, image.size()).contains(cv::Point(cvRound(pixel.x()), cvRound(pixel.y()))));
    outline.emplace_back(cvRound(pixel.x()), cvRound(pixel.y()));
  }
  cv::fillConvexPoly(image, outline, cv::Scalar(160, 40, 120), cv::LINE_AA);
  PipelineSettings settings;
  settings.lens = truth.lens;
  settings.table = truth.table;
  const auto seen = Pipeline(std::move(settings)).process({image, 0.0, "disc"});
  ASSERT_TRUE(seen.has_value());
  ASSERT_EQ(seen->state.obstacles.size(), 1U);
  EXPECT_NEAR(signedArea(seen->state.obstacles[0].polygon_mm), pi * radius_mm * radius_mm, 1000.0);
}

} // namespace
} // namespace linesman
