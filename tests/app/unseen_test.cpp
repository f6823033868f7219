#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "app/birds_eye.h"
#include "models/polygon.h"
#include "models/units.h"
#include "tests/app/truth.h"
#include "vision/unseen_parts.h"

namespace linesman::app {
namespace {

using testing::Truth;
using testing::truth;

bool anyHolds(const std::vector<TablePolygon>& parts, const Eigen::Vector2d& p) {
  return std::any_of(parts.begin(), parts.end(), [&](const TablePolygon& part) { return holds(part, p); });
}

class UnseenOnTables : public ::testing::TestWithParam<const char*> {
protected:
  std::vector<TablePolygon> unseen(const PieceCatalog& pieces) const {
    return unseenParts(table_.state, TableView(table_.lens, table_.state.registration.camera_from_table), {}, pieces);
  }

  Truth table_ = truth(GetParam());
  const Pose<CameraFrame, TableFrame> camera_from_table_ = table_.state.registration.camera_from_table.pose;
  const Projector project_ = cameraProjector(table_.lens, camera_from_table_);
};

/// Another way to the same answer: in the picture, a place on the table is hidden where it falls onto a ship's outline
/// and the ship does not stand on it.
TEST_P(UnseenOnTables, whatShipsHideIsWhatTheirOutlinesCover) {
  const PieceCatalog pieces = PieceCatalog::standard();
  const Overlay overlay = makeOverlay(table_.state, {}, pieces, project_);
  const auto covered = [&](const Eigen::Vector2d& p_mm) {
    const auto px = project_({p_mm.x(), p_mm.y(), 0.0});
    for (const OverlayItem& item : overlay.items)
      if (px && item.mark == Mark::outline && holds(item.points_px, *px))
        for (const SeenPyramid& ship : table_.state.pyramids) {
          std::vector<Eigen::Vector2d> foot;
          if (ship.posture == Posture::lying)
            for (const auto& corner : pieces.pyramid(ship.size).footprint())
              foot.push_back((ship.table_from_piece * corner).xy);
          else
            for (const auto& corner : pieces.pyramid(ship.size).uprightSolid())
              if (corner.mm.z() < 0.5)
                foot.push_back((ship.table_from_piece.lifted() * corner).mm.head<2>());
          if (ship.id == item.piece && !holds(foot, p_mm))
            return true;
        }
    return false;
  };
  /// Not within a cell of the map of what is hidden from an edge.
  const auto clear = [&](const Eigen::Vector2d& p_mm, bool hidden) {
    for (int i = 0; i < 8; ++i)
      if (covered(p_mm + 1.5 * Eigen::Vector2d(std::cos(i * pi / 4.0), std::sin(i * pi / 4.0))) != hidden)
        return false;
    return true;
  };
  const std::vector<TablePolygon> parts = unseen(pieces);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> away(-60.0, 60.0);
  int hidden = 0, wrong = 0, asked = 0;
  for (const SeenPyramid& ship : table_.state.pyramids)
    for (int i = 0; i < 120; ++i, ++asked) {
      const Eigen::Vector2d p = ship.table_from_piece.origin_mm() + Eigen::Vector2d(away(random), away(random));
      const bool is = covered(p);
      if (!clear(p, is))
        continue;
      hidden += is;
      wrong += is != anyHolds(parts, p);
    }
  EXPECT_GT(hidden, asked / 100);
  EXPECT_LE(wrong, asked / 500) << "of " << asked << "; slivers of less than 15 mm2 are not reported";
}

TEST_P(UnseenOnTables, theMapHatchesWhatShipsHideAndTheCamerasPictureNoShip) {
  const PieceCatalog pieces = PieceCatalog::standard();
  table_.state.unseen_mm = unseen(pieces);
  ASSERT_FALSE(table_.state.unseen_mm.empty());
  const auto hatched = [&](const OverlayContent& content) {
    const Overlay overlay = makeOverlay(table_.state, content, pieces, project_);
    return static_cast<std::size_t>(std::count_if(overlay.items.begin(), overlay.items.end(),
                                                  [](const auto& item) { return item.mark == Mark::unseen; }));
  };
  EXPECT_EQ(hatched({}), 0u) << "there they would lie on the ships";
  OverlayContent map;
  map.from_above = true;
  EXPECT_EQ(hatched(map), table_.state.unseen_mm.size());
}

INSTANTIATE_TEST_SUITE_P(Tables, UnseenOnTables, ::testing::Values("pyr_07", "pyr_39"));

TEST(Unseen, hiddenSquaresOfABoardAreHatchedInBothViews) {
  Truth table = truth("pyr_07");
  table.state.pyramids.clear();
  table.state.board.emplace().square_mm = 40.0;
  table.state.unseen_mm = {{{0.0, 0.0}, {40.0, 0.0}, {40.0, 40.0}, {0.0, 40.0}}};
  const Projector project = cameraProjector(table.lens, table.state.registration.camera_from_table.pose);
  for (const bool from_above : {false, true}) {
    OverlayContent content;
    content.from_above = from_above;
    const Overlay overlay = makeOverlay(table.state, content, PieceCatalog::standard(), project);
    EXPECT_EQ(std::count_if(overlay.items.begin(), overlay.items.end(),
                            [](const OverlayItem& item) { return item.mark == Mark::unseen; }),
              1);
  }
}

TEST(Unseen, theMapShowsThePlayingAreaThatThePictureCutsOff) {
  const Truth table = truth("pyr_07");
  const auto& camera_from_table = table.state.registration.camera_from_table.pose;
  const BirdsEye plain = makeBirdsEye(table.picture, table.lens, camera_from_table, 0.0);
  const TablePolygon area = {{-750, -300}, {800, -300}, {800, 300}, {-750, 300}};
  const BirdsEye whole = makeBirdsEye(table.picture, table.lens, camera_from_table, 0.0, area);
  EXPECT_LE(whole.origin_mm.x(), -749.9);
  EXPECT_GE(whole.end_mm().x(), 797.0);
  EXPECT_GT(plain.origin_mm.x(), -700.0);
  EXPECT_LT(plain.end_mm().x(), 750.0);
}

} // namespace
} // namespace linesman::app
