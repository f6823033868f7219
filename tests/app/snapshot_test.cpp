#include "app/snapshot.h"

#include <QPainter>
#include <gtest/gtest.h>

#include "app/birds_eye.h"
#include "app/board_geometry.h"
#include "tests/support/render_table.h"

namespace linesman::app {
namespace {

/// A board is thick, and what is clicked on it lies higher than the table: nearer to the camera than the table behind
/// it.
TEST(Snapshot, WhatIsPointedAtOnAThickBoardLiesThereAlsoOnTheMap) {
  Snapshot snapshot;
  snapshot.lens = test::webcam(1280, 720);
  snapshot.state.registration.camera_from_table.pose = test::cameraOver(700.0, 0.6, 0.2);
  SeenBoard& board = snapshot.state.board.emplace();
  board.square_mm = 45.0;
  board.thickness_mm = 18.0;
  board.table_from_board = {20.0, -10.0, 0.1};
  const Projector seen = cameraProjector(snapshot.lens, snapshot.state.registration.camera_from_table.pose);
  const auto pixel = [&](const Eigen::Vector2d& at, double height_mm) { return *seen({at.x(), at.y(), height_mm}); };
  const TablePolygon corners = boardCorners(board);
  const Eigen::Vector2d a = 0.9 * corners[0] + 0.1 * corners[2], b = 0.1 * corners[0] + 0.9 * corners[2];
  for (const Eigen::Vector2d& point : {a, b}) {
    const auto at = pointedAt(snapshot, pixel(point, board.thickness_mm));
    ASSERT_TRUE(at);
    EXPECT_NEAR((*at - point).norm(), 0.0, 1e-3);
    EXPECT_EQ(heightAt(snapshot, *at), 18.0);
  }
  const Eigen::Vector2d beside = corners[0] + 0.3 * (corners[0] - corners[2]);
  const auto at = pointedAt(snapshot, pixel(beside, 0.0));
  ASSERT_TRUE(at);
  EXPECT_NEAR((*at - beside).norm(), 0.0, 1e-3);
  EXPECT_EQ(heightAt(snapshot, *at), 0.0);

  // A dot in the picture, drawn on the board, lies on the map where the board has it.
  QImage picture(1280, 720, QImage::Format_RGB32);
  picture.fill(Qt::black);
  const Eigen::Vector2d dot = pixel(b, board.thickness_mm);
  QPainter(&picture).fillRect(QRectF(dot.x() - 3.0, dot.y() - 3.0, 7.0, 7.0), Qt::white);
  const BirdsEye map = makeBirdsEye(picture, snapshot.lens, snapshot.state.registration.camera_from_table.pose, 0.0, {},
                                    board.thickness_mm);
  const auto on_map = map.project({b.x(), b.y(), board.thickness_mm});
  ASSERT_TRUE(on_map);
  EXPECT_GT(qRed(map.picture.pixel(cvRound(on_map->x()), cvRound(on_map->y()))), 200);
}

TEST(Snapshot, DamageIsThatOfTheMatchWhereThereIsOneAndElseTheChits) {
  Snapshot snapshot;
  for (const int id : {1, 2, 3}) {
    SeenPyramid& ship = snapshot.state.pyramids.emplace_back();
    ship.id = {id};
    ship.size = PyramidSize::medium;
  }
  snapshot.names = {{{1}, "r1"}, {{2}, "r2"}};
  snapshot.state.chits = {{Colour::yellow, {0.0, 0.0}, {1}}, {Colour::yellow, {9.0, 0.0}, {1}}};
  EXPECT_EQ(damageOf(snapshot), (std::map<PieceId, int>{{{1}, 2}}));
  EXPECT_EQ(damageToSink(snapshot, snapshot.state.pyramids[1]), 2);
  rules::PlaneObject hit;
  hit.id = "r2";
  hit.damage = 1;
  hit.armour = 1;
  snapshot.recorded.emplace().objects = {hit};
  EXPECT_EQ(damageOf(snapshot), (std::map<PieceId, int>{{{2}, 1}}))
      << "nobody laid its chit yet, and r1's count nothing";
  EXPECT_EQ(damageToSink(snapshot, snapshot.state.pyramids[1]), 3);
  EXPECT_EQ(damageToSink(snapshot, snapshot.state.pyramids[2]), 2) << "a gauge";
}

} // namespace
} // namespace linesman::app
