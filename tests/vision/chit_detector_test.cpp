#include "vision/chit_detector.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "tests/support/table_truth.h"
#include "vision/outline_samples.h"

namespace linesman {
namespace {

/// A drawn table: one red ship, and on it and beside it what a test paints.
class DrawnTable : public testing::Test {
protected:
  DrawnTable() : image(truth.lens.height_px, truth.lens.width_px, CV_8UC3, cv::Scalar(90, 120, 140)) {
    addShip(PieceId{7}, {0.0, 0.0, 0.6});
  }

  void addShip(PieceId id, const PlanarPose<TableFrame, PieceFrame>& pose) {
    SeenPyramid ship;
    ship.id = id;
    ship.size = PyramidSize::large;
    ship.table_from_piece = pose;
    ships.push_back(ship);
    std::vector<cv::Point> hull;
    for (const Eigen::Vector2d& corner :
         projectedHull(PyramidSolid(pieces.pyramid(ship.size), ship.size, ship.posture), ship.table_from_piece, view))
      hull.emplace_back(cvRound(corner.x()), cvRound(corner.y()));
    cv::fillConvexPoly(image, hull, cv::Scalar(30, 20, 160), cv::LINE_AA);
  }

  void paint(const std::vector<Eigen::Vector3d>& outline, const cv::Scalar& colour) {
    std::vector<cv::Point> points; // with four binary places
    for (const Eigen::Vector3d& at : outline) {
      const Eigen::Vector2d pixel = 16.0 * view.pixel(at).value();
      points.emplace_back(cvRound(pixel.x()), cvRound(pixel.y()));
    }
    cv::fillConvexPoly(image, points, colour, cv::LINE_AA, 4);
  }
  /// A disc's or, with four corners, a square's upper side.
  void paintRound(double x_mm, double y_mm, const cv::Scalar& colour, int corners = 40, double radius_mm = 4.0) {
    std::vector<Eigen::Vector3d> outline;
    for (int i = 0; i < corners; ++i)
      outline.emplace_back(x_mm + radius_mm * std::cos(2.0 * pi * i / corners),
                           y_mm + radius_mm * std::sin(2.0 * pi * i / corners), 1.6);
    paint(outline, colour);
  }
  std::vector<SeenChit> chits() {
    cv::Mat noise(image.size(), CV_16SC3), seen;
    cv::RNG(3).fill(noise, cv::RNG::NORMAL, cv::Scalar::all(0.0), cv::Scalar::all(2.0));
    cv::GaussianBlur(image, seen, cv::Size(0, 0), 0.7);
    seen.convertTo(seen, CV_16SC3);
    seen += noise;
    seen.convertTo(seen, CV_8UC3);
    return detectChits(seen, view, pieces, ships, PyramidColours(seen, view, TableFile{}), TableFile{});
  }

  support::TableTruth truth = support::readTruth(std::string(LINESMAN_TEST_DATA) + "/tables/pyr_07.json");
  TableView view{truth.lens, {truth.camera_from_table, {}}};
  PieceCatalog pieces = PieceCatalog::standard();
  std::vector<SeenPyramid> ships;
  cv::Mat image;
};

TEST_F(DrawnTable, ALoneChitIsFoundAndGivenToItsShip) {
  paintRound(18.0, -12.0, cv::Scalar(30, 110, 240));
  const std::vector<SeenChit> seen = chits();
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_LT((seen[0].centre_mm - Eigen::Vector2d(18.0, -12.0)).norm(), 0.6);
  EXPECT_EQ(seen[0].ship, PieceId{7});
  EXPECT_EQ(seen[0].colour, Colour::orange);
}

TEST_F(DrawnTable, ChitsBesideShipsNearAndFarAreFoundOnce) {
  addShip(PieceId{8}, {50.0, 20.0, 0.6});
  addShip(PieceId{9}, {-130.0, 40.0, -1.2});
  for (const auto& [x_mm, y_mm] : {std::pair{18.0, -12.0}, std::pair{42.0, 40.0}, std::pair{-145.0, 15.0}})
    paintRound(x_mm, y_mm, cv::Scalar(30, 110, 240));
  std::vector<int> of;
  for (const SeenChit& chit : chits())
    of.push_back(chit.ship.value);
  std::ranges::sort(of);
  EXPECT_EQ(of, (std::vector{7, 8, 9}));
}

TEST_F(DrawnTable, SquaresAndDiscsOfAnotherSizeAreNoChits) {
  paintRound(18.0, -12.0, cv::Scalar(30, 110, 240), 4, 6.6);
  paintRound(-16.0, 2.0, cv::Scalar(30, 110, 240), 40, 6.5);
  EXPECT_TRUE(chits().empty());
}

// Almost the whole rim is there; a chit differs from what is outside all around.
TEST_F(DrawnTable, ADiscWithATailIsNoChit) {
  const cv::Scalar orange(30, 110, 240);
  paintRound(18.0, -12.0, orange);
  paintRound(-16.0, 6.0, orange);
  paint({{-18.0, 6.0, 1.6}, {-18.0, 26.0, 1.6}, {-14.0, 26.0, 1.6}, {-14.0, 6.0, 1.6}}, orange);
  EXPECT_EQ(chits().size(), 1U);
}

TEST_F(DrawnTable, ChitsThatTouchAreEachOne) {
  paintRound(18.0, -12.0, cv::Scalar(30, 110, 240));
  paintRound(-20.0, 8.0, cv::Scalar(30, 110, 240));
  paintRound(-20.0, 0.0, cv::Scalar(30, 110, 240));
  paintRound(-26.9, 4.0, cv::Scalar(30, 110, 240));
  EXPECT_EQ(chits().size(), 4U);
}

TEST_F(DrawnTable, NothingIsFoundOnAnEmptyTable) {
  EXPECT_TRUE(chits().empty());
}

TEST_F(DrawnTable, AChitInShadowIsKnownByTheOneInTheLight) {
  for (cv::Vec3b& pixel : cv::Mat_<cv::Vec3b>(image.colRange(0, static_cast<int>(view.pixel({-10, 0, 0})->x()))))
    pixel = cv::Vec3b(static_cast<uchar>(pixel[0] * 0.6), static_cast<uchar>(pixel[1] * 0.6),
                      static_cast<uchar>(pixel[2] * 0.6));
  paintRound(18.0, -12.0, cv::Scalar(30, 110, 240));
  paintRound(-22.0, -4.0, cv::Scalar(18, 66, 144));
  EXPECT_EQ(chits().size(), 2U);
}

TEST_F(DrawnTable, AChitHalfBehindAShipIsStillOne) {
  // Seen from the camera the ship's hull covers a part of this disc: its outline there says nothing.
  paintRound(18.0, -12.0, cv::Scalar(30, 110, 240));
  const auto& pose = ships[0].table_from_piece;
  const Eigen::Vector3d eye = view.eye_mm();
  const Eigen::Vector2d away = -eye.head<2>().normalized();
  const Eigen::Vector2d stern = (pose * Point2<PieceFrame>{{4.0, 0.0}}).xy;
  const PyramidSolid solid(pieces.pyramid(PyramidSize::large), PyramidSize::large, Posture::lying);
  std::vector<cv::Point2f> hull = pictureOutlineOf(solid, pose, view);
  Eigen::Vector2d at = stern; // the first place behind the ship whose middle is just seen
  const auto covered = [&](const Eigen::Vector2d& place) {
    const Eigen::Vector2d pixel = view.pixel({place.x(), place.y(), 1.6}).value();
    return cv::pointPolygonTest(hull, {static_cast<float>(pixel.x()), static_cast<float>(pixel.y())}, false) >= 0.0;
  };
  while (covered(at))
    at += 0.25 * away;
  at += 1.0 * away;
  paintRound(at.x(), at.y(), cv::Scalar(30, 110, 240));
  std::vector<cv::Point> points;
  for (const cv::Point2f& corner : hull)
    points.emplace_back(cvRound(corner.x), cvRound(corner.y));
  cv::fillConvexPoly(image, points, cv::Scalar(30, 20, 160), cv::LINE_AA);
  EXPECT_EQ(chits().size(), 2U);
}

} // namespace
} // namespace linesman
