#include "app/window/table_tools.h"

#include <gtest/gtest.h>

#include "app/plane_calls.h"
#include "app/window/table_pane.h"
#include "tests/app/truth.h"

#include <QSignalSpy>
#include <QTest>

#include "app/window/picture_view.h"

namespace linesman::app {
namespace {

SnapshotPtr table() {
  auto snapshot = testing::snapshotOf(testing::truth("pyr_07"));
  return snapshot;
}

SupposeOf byLaw() {
  auto caller = PlaneCaller::make("armadas");
  EXPECT_TRUE(caller);
  return [caller = *caller](const Snapshot& snapshot, PieceId ship, const std::vector<double>& headings_rad) {
    auto supposed = caller.suppose(snapshot, ship, headings_rad);
    return supposed ? std::optional(std::move(*supposed)) : std::nullopt;
  };
}

const SeenPyramid& shipOf(const Snapshot& snapshot, std::size_t i) {
  return snapshot.state.pyramids[i];
}

Eigen::Vector2d bowOf(const Snapshot& snapshot, const SeenPyramid& ship) {
  return (ship.table_from_piece * Point2<PieceFrame>{{snapshot.pieces.pyramid(ship.size).slant_mm(), 0.0}}).xy;
}

TEST(TableTools, AGaugeLaidOnAShipStandsAtItsBowAndTurnsWithThePointer) {
  const SnapshotPtr snapshot = table();
  const SeenPyramid& ship = shipOf(*snapshot, 0);
  TableTools tools;
  tools.use(TableTools::Tool::gauge);
  tools.setShip(snapshot, {});
  tools.click(ship.table_from_piece.origin_mm(), ship.id);
  OverlayContent content;
  tools.addTo(content);
  ASSERT_EQ(content.measures.size(), 1u);
  EXPECT_NEAR((content.measures[0].from_mm - bowOf(*snapshot, ship)).norm(), 0.0, 1e-9);
  EXPECT_TRUE(tools.hover(content.measures[0].from_mm + Eigen::Vector2d(0.0, 50.0)));
  tools.click(content.measures[0].from_mm + Eigen::Vector2d(0.0, 50.0), {});
  EXPECT_FALSE(tools.hover({0.0, 0.0})) << "the second click lets go of it";
  content = {};
  tools.addTo(content);
  const Eigen::Vector2d way = content.measures[0].to_mm - content.measures[0].from_mm;
  EXPECT_NEAR(way.x(), 0.0, 1e-9);
  EXPECT_NEAR(way.y(), snapshot->pieces.pyramid(PyramidSize::large).slant_mm(), 1e-9);
  tools.nextSize();
  content = {};
  tools.addTo(content);
  EXPECT_NEAR((content.measures[0].to_mm - content.measures[0].from_mm).norm(),
              snapshot->pieces.pyramid(PyramidSize::small).slant_mm(), 1e-9);
}

TEST(TableTools, WhatIfGivesTheLawsOwnAnswer) {
  const SnapshotPtr snapshot = table();
  const SeenPyramid& ship = shipOf(*snapshot, 0);
  TableTools tools;
  tools.setSuppose(byLaw());
  tools.use(TableTools::Tool::what_if);
  tools.setShip(snapshot, ship.id);
  const Eigen::Vector2d bow = bowOf(*snapshot, ship);
  const Eigen::Vector2d ahead = ship.table_from_piece.direction();
  // Straight back through itself: never.
  EXPECT_TRUE(tools.hover(bow - 60.0 * ahead));
  ASSERT_TRUE(tools.supposed());
  EXPECT_EQ(tools.supposed()->step.verdict.ruling, rules::Ruling::illegal);
  EXPECT_TRUE(tools.supposed()->step.verdict.limit.starts_with("turn")) << tools.supposed()->step.verdict.limit;
  // Every heading: the answer is that of the law for the very pose.
  const auto caller = PlaneCaller::make("armadas");
  for (int i = 0; i < 36; ++i) {
    const double heading_rad = ship.table_from_piece.heading_rad() + i * pi / 18.0;
    tools.hover(bow + 40.0 * Eigen::Vector2d(std::cos(heading_rad), std::sin(heading_rad)));
    const auto direct = caller->suppose(*snapshot, ship.id, {wrapAngle(heading_rad)});
    ASSERT_TRUE(direct && tools.supposed());
    EXPECT_EQ(tools.supposed()->step.verdict.ruling, direct->step.verdict.ruling) << i;
    EXPECT_NEAR(*tools.supposed()->step.verdict.margin_mm, *direct->step.verdict.margin_mm, 1e-6) << i;
  }
}

TEST(TableTools, StepsEndWhereTheLawEndsThem) {
  const SnapshotPtr snapshot = table();
  const auto large =
      std::find_if(snapshot->state.pyramids.begin(), snapshot->state.pyramids.end(),
                   [](const SeenPyramid& p) { return p.size == PyramidSize::large && p.posture == Posture::lying; });
  ASSERT_NE(large, snapshot->state.pyramids.end());
  TableTools tools;
  tools.setSuppose(byLaw());
  tools.use(TableTools::Tool::what_if);
  tools.setShip(snapshot, large->id);
  for (int i = 0; i < 4; ++i) {
    tools.click(bowOf(*snapshot, *large) + 400.0 * large->table_from_piece.direction(), {});
  }
  ASSERT_TRUE(tools.supposed());
  EXPECT_EQ(tools.supposed()->placements.size(), 2u) << "a Large has two steps";
  EXPECT_EQ(tools.supposed()->steps_left, 0);
  EXPECT_TRUE(tools.back());
  EXPECT_TRUE(tools.back());
  EXPECT_FALSE(tools.back());
}

TEST(TableTools, InTheWindowAClickFixesTheStepAndTheCardHearsOfIt) {
  TablePane pane;
  pane.resize(1000, 600);
  pane.show();
  const SnapshotPtr snapshot = table();
  pane.setSuppose(byLaw());
  pane.setSnapshot(snapshot);
  const SeenPyramid& ship = shipOf(*snapshot, 0);
  pane.setSelection(ship.id, {});
  QSignalSpy frozen(&pane, &TablePane::freezeWanted);
  QSignalSpy answers(&pane, &TablePane::supposed);
  pane.setWhatIf(true);
  EXPECT_EQ(frozen.count(), 1);
  const Projector project = cameraProjector(snapshot->lens, snapshot->state.registration.camera_from_table.pose);
  const Eigen::Vector2d aim = bowOf(*snapshot, ship) + 30.0 * ship.table_from_piece.direction();
  const auto px = project({aim.x(), aim.y(), 0.0});
  ASSERT_TRUE(px);
  PictureView* view = pane.camera();
  const QPoint at = view->viewFromImage().map(QPointF(px->x() + 0.5, px->y() + 0.5)).toPoint();
  QTest::mouseMove(view, at);
  QTest::mouseClick(view, Qt::LeftButton, {}, at);
  EXPECT_GE(answers.count(), 1);
  ASSERT_TRUE(pane.tools().supposed());
  EXPECT_NEAR(wrapAngle(pane.tools().supposed()->placements[0].heading_rad() - ship.table_from_piece.heading_rad()),
              0.0, 0.1);
  QTest::keyClick(view, Qt::Key_Comma);
  QTest::keyClick(view, Qt::Key_Backspace);
  QSignalSpy ended(&pane, &TablePane::trialEnded);
  pane.setWhatIf(false);
  EXPECT_FALSE(pane.tools().supposed());
  EXPECT_EQ(ended.count(), 1) << "what was only tried out stands nowhere any more";
  pane.setWhatIf(true);
  pane.setGauge(true); // the other way out of it
  EXPECT_EQ(ended.count(), 2);
}

TEST(TableNotes, AShiftedShipIsDrawnWhereItBelongs) {
  const SnapshotPtr snapshot = table();
  const SeenPyramid& ship = shipOf(*snapshot, 2);
  const PlanarPose<TableFrame, PieceFrame>& lies = ship.table_from_piece;
  const nlohmann::json pose = {{"x", lies.x_mm()}, {"y", lies.y_mm()}, {"heading", degFromRad(lies.heading_rad())}};
  nlohmann::json wanted = pose;
  wanted["x"] = lies.x_mm() + 3.0;
  wanted["y"] = lies.y_mm() - 4.0;
  nlohmann::json referee = {{"ships",
                             {{{"name", "x9"},
                               {"player", "red"},
                               {"colour", nameOf(ship.colour)},
                               {"size", nameOf(ship.size)},
                               {"recorded", wanted},
                               {"seen", pose},
                               {"looks", 3},
                               {"damage", 2},
                               {"sunk", false},
                               {"removed", false},
                               {"displaced", true},
                               {"missed", 0}}}}};
  const TableNotes notes = notesOf(referee, snapshot->state);
  EXPECT_EQ(notes.names.at(ship.id), "x9");
  EXPECT_EQ(notes.damage.at(ship.id), 2);
  ASSERT_EQ(notes.put_back.size(), 1u);
  EXPECT_NEAR(notes.put_back[0].residual_mm, 5.0, 1e-9);
  OverlayContent content;
  addNotes(content, notes, snapshot->pieces);
  ASSERT_EQ(content.measures.size(), 1u);
  EXPECT_EQ(content.measures[0].text, "x9: 5.0 mm off");
  EXPECT_EQ(content.extra.front().role, rules::Highlight::Role::ghost);

  wanted = pose;
  wanted["heading"] = pose["heading"].get<double>() + 5.0;
  referee["ships"][0]["recorded"] = wanted;
  OverlayContent turned;
  addNotes(turned, notesOf(referee, snapshot->state), snapshot->pieces);
  ASSERT_EQ(turned.measures.size(), 1u);
  EXPECT_EQ(turned.measures[0].text, "x9: turned by 5 degrees") << "not 0.0 mm off";
}

TEST(BoardGeometry, SquaresLieWhereTheBoardDoes) {
  TableState state;
  state.board.emplace();
  state.board->square_mm = 50.0;
  state.board->table_from_board = {100.0, 0.0, 0.0};
  state.board->thickness_mm = 10.0;
  OverlayContent content;
  content.extra.push_back({rules::Highlight::Kind::square, rules::Highlight::Role::ghost, {}, "a1"});
  const Overlay overlay = makeOverlay(state, content, PieceCatalog::standard(), mapProjector({-500.0, 500.0}, 1.0));
  ASSERT_EQ(overlay.items.size(), 1u);
  double left = 1e9;
  for (const Eigen::Vector2d& p : overlay.items[0].points_px)
    left = std::min(left, p.x());
  EXPECT_NEAR(left, 500.0 + 100.0 - 200.0, 1e-9);
}

/// Rows of a view that are not of one colour from edge to edge, from `first` to `last`.
int wordRows(PictureView& view, int first, int last) {
  const QImage image = view.grab().toImage();
  int rows = 0;
  for (int y = first; y < last; ++y) {
    const QRgb edge = image.pixel(image.width() - 2, y);
    bool words = false;
    for (int x = 1; x + 1 < image.width(); ++x)
      words = words || image.pixel(x, y) != edge;
    rows += words ? 1 : 0;
  }
  return rows;
}

TEST(PictureWords, StandBelowThePictureWhereThereIsRoomAndAreNotCut) {
  PictureView view;
  view.resize(400, 500);
  QImage picture(800, 400, QImage::Format_RGB32); // shown from row 150 to 350
  picture.fill(Qt::darkGreen);
  view.setPicture(picture);
  view.setCaption("f01.jpg");
  view.setBanner("Waiting.");
  EXPECT_EQ(wordRows(view, 200, 340), 0) << "nothing lies on the men";
  const int one_line = wordRows(view, 352, 500);
  EXPECT_GT(one_line, 30);
  view.setBanner("Waiting for the pawn on d5 to go back to e4, and the other pawn to d5 where it stood.");
  EXPECT_EQ(wordRows(view, 200, 340), 0);
  EXPECT_GT(wordRows(view, 352, 500), one_line + 10) << "a long sentence has a second line";
  view.resize(400, 200); // no room
  EXPECT_GT(wordRows(view, 60, 190), one_line + 10);
}

TEST(PictureView, aNoticeIsSeenWhereThereIsNoPicture) {
  PictureView view;
  view.resize(640, 360);
  const QImage empty = view.grab().toImage();
  view.setNotice(QStringLiteral("Waiting for the first picture"));
  EXPECT_NE(view.grab().toImage(), empty);
}

} // namespace
} // namespace linesman::app
