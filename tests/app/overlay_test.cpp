#include "app/overlay_layer.h"

#include <gtest/gtest.h>

#include "app/board_geometry.h"
#include "app/overlay_drawer.h"
#include "tests/app/truth.h"

namespace linesman::app {
namespace {

using testing::Truth;
using testing::truth;

double distanceToPolygon(const std::vector<Eigen::Vector2d>& polygon, const Eigen::Vector2d& p) {
  double least = 1e300;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Eigen::Vector2d a = polygon[i];
    const Eigen::Vector2d d = polygon[(i + 1) % polygon.size()] - a;
    const double t = std::clamp((p - a).dot(d) / d.squaredNorm(), 0.0, 1.0);
    least = std::min(least, (a + t * d - p).norm());
  }
  return least;
}

Overlay overlayOf(const Truth& truth, const OverlayContent& content = {}) {
  return makeOverlay(truth.state, content, PieceCatalog::standard(),
                     cameraProjector(truth.lens, truth.state.registration.camera_from_table.pose));
}

const OverlayItem* outline(const Overlay& overlay, PieceId id) {
  for (const OverlayItem& item : overlay.items)
    if (item.mark == Mark::outline && item.piece == id)
      return &item;
  return nullptr;
}

class OverlayOnTables : public ::testing::TestWithParam<const char*> {};

TEST_P(OverlayOnTables, bowTipsLieOnTheOutlinesTips) {
  const Truth table = truth(GetParam());
  const Overlay overlay = overlayOf(table);
  for (const SeenPyramid& ship : table.state.pyramids) {
    const OverlayItem* drawn = outline(overlay, ship.id);
    ASSERT_NE(drawn, nullptr);
    EXPECT_LT(distanceToPolygon(drawn->points_px, table.keypoints_px.at(ship.id.value).at("bow_tip")), 0.05);
  }
}

TEST_P(OverlayOnTables, everyKeyPointOfTheSolidIsInsideOrOnItsOutline) {
  const Truth table = truth(GetParam());
  const Overlay overlay = overlayOf(table);
  for (const SeenPyramid& ship : table.state.pyramids)
    for (const auto& [name, px] : table.keypoints_px.at(ship.id.value)) {
      const OverlayItem* drawn = outline(overlay, ship.id);
      const bool on_it = distanceToPolygon(drawn->points_px, px) <= 0.05;
      EXPECT_TRUE(on_it || pieceAt(overlay, px)) << name << " of ship " << ship.id.value;
    }
}

TEST_P(OverlayOnTables, aClickInAShipFindsIt) {
  const Truth table = truth(GetParam());
  const Overlay overlay = overlayOf(table);
  for (const SeenPyramid& ship : table.state.pyramids) {
    const auto& points = table.keypoints_px.at(ship.id.value);
    EXPECT_EQ(pieceAt(overlay, 0.5 * (points.at("bow_tip") + points.at("stern_mid"))).value, ship.id.value);
  }
}

INSTANTIATE_TEST_SUITE_P(Demo, OverlayOnTables, ::testing::Values("pyr_07", "pyr_39"));

TEST(Overlay, sameInputGivesTheSameMarks) {
  const Truth table = truth("pyr_07");
  const Overlay first = overlayOf(table);
  const Overlay second = overlayOf(table);
  ASSERT_EQ(first.items.size(), second.items.size());
  for (std::size_t i = 0; i < first.items.size(); ++i)
    EXPECT_EQ(first.items[i].points_px, second.items[i].points_px);
}

TEST(Overlay, regionsFollowTheLens) {
  Truth table = truth("pyr_07");
  table.lens.distortion = {-0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  const TablePolygon square{{-200, -100}, {200, -100}, {200, 100}, {-200, 100}};
  OverlayContent content;
  content.area_mm = square;
  const Overlay overlay = overlayOf(table, content);
  const auto area = std::find_if(overlay.items.begin(), overlay.items.end(),
                                 [](const OverlayItem& item) { return item.mark == Mark::area; });
  ASSERT_NE(area, overlay.items.end());
  // Each point drawn comes back to the square's border through the inverse of the lens.
  for (const Eigen::Vector2d& px : area->points_px) {
    const auto mm = table.lens.tablePoint(table.state.registration.camera_from_table.pose, px);
    ASSERT_TRUE(mm);
    EXPECT_LT(distanceToPolygon(square, *mm), 1e-6);
  }
  // A side is bent: its middle lies off the straight line between its ends.
  const std::size_t side = 34; // 400 mm in pieces of at most 12 mm
  const Eigen::Vector2d middle = area->points_px[side / 2 - 1];
  const Eigen::Vector2d a = area->points_px.back();
  const Eigen::Vector2d b = area->points_px[side - 1];
  EXPECT_GT(distanceToPolygon({a, b, b}, middle), 2.0);
}

TEST(Overlay, pointsBehindTheCameraAreLeftOut) {
  const Truth table = truth("pyr_07");
  const Projector project = cameraProjector(table.lens, table.state.registration.camera_from_table.pose);
  const Eigen::Vector3d eye = table.state.registration.camera_from_table.pose.inverse().translation_mm();
  EXPECT_FALSE(project(eye + Eigen::Vector3d(0, 0, 100)));
  EXPECT_FALSE(project({1e6, 0.0, 0.0}));
  EXPECT_TRUE(project({0.0, 0.0, 0.0}));
}

TEST(Overlay, menHaveTheirLettersBeforeThemAndDoubtsAreNamed) {
  Truth table = truth("pyr_07");
  SeenBoard board;
  board.square_mm = 20.0;
  board.table_from_board = {0.0, 0.0, 0.1};
  const auto stand = [&](const char* square, const char* kind, const char* side, double p) {
    SeenBoardPiece man;
    man.square = square;
    man.kind = kind;
    man.side = side;
    man.p = p;
    man.centre_mm = meanOf(squareCorners(board, square));
    board.pieces.push_back(man);
  };
  stand("e1", "king", "light", 0.99);
  stand("d8", "knight", "dark", 0.6);
  board.pieces.back().alternatives = {{"dark bishop", 0.3}, {"empty", 0.1}};
  stand("a8", "rook", "dark", 0.99);
  board.pieces.back().turned = true;
  board.pieces.back().bands = {"low"};
  board.dice = {{"c4", 5, 0.97}, {"f4", 3, 0.6}};
  board.off_board = {{"bishop", "light", {110.0, 0.0}}};
  table.state.board = board;
  EXPECT_EQ(overlayOf(table).items, overlayOf(truth("pyr_07")).items) << "only where men are wanted";
  OverlayContent content;
  content.men = true;
  const Overlay overlay = overlayOf(table, content);
  const auto written = [&](const std::string& text) {
    return std::find_if(overlay.items.begin(), overlay.items.end(),
                        [&](const OverlayItem& item) { return item.text == text; });
  };
  for (const auto& [text, mark] : {std::pair{"K", Mark::man_light},
                                   {"N? B", Mark::man_doubt},
                                   {"R turned low", Mark::man_dark},
                                   {"die 5", Mark::note},
                                   {"die 3?", Mark::note},
                                   {"B", Mark::man_light}}) {
    ASSERT_NE(written(text), overlay.items.end()) << text;
    EXPECT_EQ(written(text)->mark, mark) << text;
  }
  const auto king_px = cameraProjector(table.lens, table.state.registration.camera_from_table.pose)(
      {board.pieces[0].centre_mm.x(), board.pieces[0].centre_mm.y(), 0.0});
  EXPECT_GT(written("K")->points_px[0].y(), king_px->y()) << "before him, not on him";
}

TEST(Overlay, theChosenCallShowsItsDecidingEdgePointAndDoubt) {
  const Truth table = truth("pyr_07");
  OverlayContent content;
  const PieceId actor = table.state.pyramids[0].id;
  const PieceId target = table.state.pyramids[1].id;
  content.calls = {testing::madeUpShot(table.state, actor, target, 0.1, 0.3)};
  const auto count = [](const Overlay& overlay, Mark mark, bool strong) {
    return std::count_if(overlay.items.begin(), overlay.items.end(),
                         [&](const OverlayItem& item) { return item.mark == mark && item.strong == strong; });
  };
  const Overlay before = overlayOf(table, content);
  EXPECT_EQ(count(before, Mark::limit, true), 0);
  EXPECT_EQ(count(before, Mark::region, false), 1);
  EXPECT_EQ(count(before, Mark::shot_close, false), 2); // the line and the target's ring
  content.chosen = 0;
  const Overlay chosen = overlayOf(table, content);
  EXPECT_EQ(count(chosen, Mark::limit, true), 1);
  EXPECT_EQ(count(chosen, Mark::nearest, true), 1);
  EXPECT_EQ(count(chosen, Mark::sigma, true), 1);
  EXPECT_EQ(count(chosen, Mark::region, true), 1);
}

TEST(Overlay, theEllipseHasTheSizeOfTheDoubt) {
  const Truth table = truth("pyr_07");
  const Projector flat = mapProjector({0.0, 0.0}, 1000.0); // 1 px = 1 micrometre
  TableState one;
  one.pyramids = {table.state.pyramids[0]};
  one.pyramids[0].covariance = Eigen::Vector3d(0.04, 0.09, 0.0).asDiagonal();
  OverlayContent content;
  content.sigmas = 2.0;
  const Overlay overlay = makeOverlay(one, content, PieceCatalog::standard(), flat);
  const auto ellipse = std::find_if(overlay.items.begin(), overlay.items.end(),
                                    [](const OverlayItem& item) { return item.mark == Mark::sigma; });
  ASSERT_NE(ellipse, overlay.items.end());
  double wide = 0.0;
  double high = 0.0;
  const auto centre = *flat({one.pyramids[0].table_from_piece.x_mm(), one.pyramids[0].table_from_piece.y_mm(), 0.0});
  for (const Eigen::Vector2d& p : ellipse->points_px) {
    wide = std::max(wide, std::abs(p.x() - centre.x()));
    high = std::max(high, std::abs(p.y() - centre.y()));
  }
  EXPECT_NEAR(wide, 400.0, 5.0);
  EXPECT_NEAR(high, 600.0, 5.0);
}

/// A grey picture with marks painted on it as often as is asked.
QImage painted(OverlayLayer& layer, const Overlay& overlay, const QTransform& view, int times, double ratio = 1.0,
               const OverlayStyle& style = windowStyle()) {
  const QSize size(640, 360);
  QImage picture;
  for (int i = 0; i < times; ++i) {
    picture = QImage((QSizeF(size) * ratio).toSize(), QImage::Format_RGB32);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::gray);
    QPainter painter(&picture);
    layer.paint(painter, overlay, view, size, style);
  }
  return picture;
}

int largestDifference(const QImage& a, const QImage& b) {
  int most = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      const QColor p = a.pixelColor(x, y), q = b.pixelColor(x, y);
      most =
          std::max({most, std::abs(p.red() - q.red()), std::abs(p.green() - q.green()), std::abs(p.blue() - q.blue())});
    }
  return most;
}

TEST(OverlayLayer, KeptMarksLookLikeFreshOnes) {
  const Overlay overlay = overlayOf(truth("pyr_07"));
  for (const double ratio : {1.0, 2.0}) {
    const QTransform view = QTransform::fromScale(0.5, 0.5);
    OverlayLayer fresh, kept;
    const QImage once = painted(fresh, overlay, view, 1, ratio), thrice = painted(kept, overlay, view, 3, ratio);
    QImage bare = once;
    bare.fill(Qt::gray);
    EXPECT_GT(largestDifference(bare, once), 100);
    EXPECT_LE(largestDifference(once, thrice), 3) << ratio;
  }
}

TEST(OverlayLayer, FollowsTheMarksAndTheView) {
  Overlay overlay = overlayOf(truth("pyr_07"));
  OverlayLayer layer, fresh;
  painted(layer, overlay, QTransform::fromScale(0.5, 0.5), 3);
  const QTransform nearer = QTransform::fromScale(0.8, 0.8);
  EXPECT_EQ(largestDifference(painted(layer, overlay, nearer, 1), painted(fresh, overlay, nearer, 1)), 0);
  painted(layer, overlay, nearer, 2);
  overlay.items.erase(overlay.items.begin());
  EXPECT_EQ(largestDifference(painted(layer, overlay, nearer, 1), painted(fresh, overlay, nearer, 1)), 0);
}

TEST(OverlayLayer, FollowsTheStyle) {
  const Overlay overlay = overlayOf(truth("pyr_07"));
  const QTransform view = QTransform::fromScale(0.5, 0.5);
  OverlayLayer layer, fresh;
  painted(layer, overlay, view, 3);
  OverlayStyle fine;
  fine.scale = 0.7;
  EXPECT_EQ(largestDifference(painted(layer, overlay, view, 1, 1.0, fine), painted(fresh, overlay, view, 1, 1.0, fine)),
            0);
}

TEST(ShipNames, areCountedFromLeftToRightWithinAColour) {
  TableState state;
  const auto ship = [](int id, Colour colour, double x_mm) {
    SeenPyramid pyramid;
    pyramid.id = {id};
    pyramid.colour = colour;
    pyramid.table_from_piece = {x_mm, 0.0, 0.0};
    return pyramid;
  };
  state.pyramids = {ship(1, Colour::red, 50), ship(2, Colour::red, -50), ship(3, Colour::blue, 0),
                    ship(4, Colour::black, 9)};
  const auto names = shipNames(state);
  EXPECT_EQ(names.at({1}), "r2");
  EXPECT_EQ(names.at({2}), "r1");
  EXPECT_EQ(names.at({3}), "blu1");
  EXPECT_EQ(names.at({4}), "bla1");
}

} // namespace
} // namespace linesman::app
