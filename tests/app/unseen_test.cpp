#include "app/unseen.h"

#include <random>

#include <gtest/gtest.h>

#include "app/birds_eye.h"
#include "app/polygon.h"
#include "tests/app/truth.h"

namespace linesman::app {
namespace {

using testing::Truth;
using testing::truth;

bool anyHolds(const std::vector<TablePolygon>& parts, const Eigen::Vector2d& p) {
  return std::any_of(parts.begin(), parts.end(), [&](const TablePolygon& part) { return holds(part, p); });
}

class UnseenOnTables : public ::testing::TestWithParam<const char*> {
protected:
  const Truth table_ = truth(GetParam());
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
  const std::vector<TablePolygon> parts = hiddenBehindThings(table_.state, pieces);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> away(-60.0, 60.0);
  int hidden = 0, wrong = 0, asked = 0;
  for (const SeenPyramid& ship : table_.state.pyramids)
    for (int i = 0; i < 400; ++i, ++asked) {
      const Eigen::Vector2d p = ship.table_from_piece.origin_mm() + Eigen::Vector2d(away(random), away(random));
      hidden += covered(p);
      wrong += covered(p) != anyHolds(parts, p);
    }
  EXPECT_GT(hidden, asked / 50);
  EXPECT_LE(wrong, asked / 500) << "of " << asked << ", but for places right on an edge";
}

TEST_P(UnseenOnTables, whatIsOutsideThePictureIsWhatTheCameraDoesNotShow) {
  const Eigen::Vector2d low(-700.0, -500.0), high(700.0, 900.0);
  const std::vector<TablePolygon> parts = outsidePicture(table_.lens, camera_from_table_, low, high);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> x(low.x(), high.x()), y(low.y(), high.y());
  int outside = 0, wrong = 0;
  for (int i = 0; i < 4000; ++i) {
    const Eigen::Vector2d p(x(random), y(random));
    const auto px = project_({p.x(), p.y(), 0.0});
    const bool seen = px && px->x() > -0.5 && px->y() > -0.5 && px->x() < table_.lens.width_px - 0.5 &&
                      px->y() < table_.lens.height_px - 0.5;
    outside += !seen;
    wrong += seen == anyHolds(parts, p);
  }
  EXPECT_GT(outside, 400);
  EXPECT_LT(outside, 3600);
  EXPECT_LE(wrong, 8) << "of 4000, but for places right on the edge";
}

INSTANTIATE_TEST_SUITE_P(Tables, UnseenOnTables, ::testing::Values("pyr_07", "pyr_39"));

TEST(Unseen, theTableBehindABoardsFarEdgeIsHidden) {
  Truth table = truth("pyr_07");
  table.state.pyramids.clear();
  SeenBoard board;
  board.rows = board.columns = 8;
  board.square_mm = 40.0;
  board.thickness_mm = 16.0;
  board.table_from_board = {0.0, 0.0, 0.0};
  table.state.board = board;
  const std::vector<TablePolygon> parts = hiddenBehindThings(table.state, PieceCatalog::standard());
  const Eigen::Vector2d camera = table.state.registration.camera_from_table.pose.inverse().translation_mm().head<2>();
  const Eigen::Vector2d away = camera.y() < 0.0 ? Eigen::Vector2d(0.0, 1.0) : Eigen::Vector2d(0.0, -1.0);
  EXPECT_TRUE(anyHolds(parts, 163.0 * away)) << "just behind the far edge";
  EXPECT_FALSE(anyHolds(parts, -163.0 * away)) << "in front of the near edge";
  EXPECT_FALSE(anyHolds(parts, 100.0 * away)) << "under the board nobody looks";
  EXPECT_FALSE(anyHolds(parts, 260.0 * away));
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
