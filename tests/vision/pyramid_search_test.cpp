#include "vision/pyramid_search.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "tests/support/render_table.h"
#include "vision/changed_parts.h"
#include "vision/outline_samples.h"
#include "vision/pyramid_detector.h"

namespace linesman {
namespace {

using test::cameraOver;
using test::webcam;

TableView overTheTable() {
  UncertainPose<CameraFrame, TableFrame> camera_from_table;
  camera_from_table.pose = cameraOver(700.0, 0.2, 0.0);
  return {webcam(640, 480), camera_from_table};
}

/// Lines in three directions, which look like pyramids of every size everywhere.
void hatch(cv::Mat image) {
  for (int i = -image.cols; i < 2 * image.cols; i += 11) {
    cv::line(image, {i, 0}, {i + image.rows / 2, image.rows}, cv::Scalar::all(60), 2);
    cv::line(image, {i, 0}, {i - image.rows / 2, image.rows}, cv::Scalar::all(60), 2);
    cv::line(image, {0, i}, {image.cols, i}, cv::Scalar::all(60), 2);
  }
}

TEST(PyramidSearch, APieceThatIsHiddenInPartIsNotCrowdedOutByPrint) {
  const TableView view = overTheTable();
  const std::vector<PyramidSolid> solids = solidsOf(PieceCatalog::standard());
  const PyramidSolid& large = solids[2];
  const PlanarPose<TableFrame, PieceFrame> pose(-180.0, 20.0, 0.35);
  cv::Mat image(480, 640, CV_8UC3, cv::Scalar::all(170));
  hatch(image.colRange(400, 640));
  std::vector<cv::Point> hull;
  for (const Eigen::Vector2d& corner : projectedHull(large, pose, view))
    hull.emplace_back(cvRound(corner.x()), cvRound(corner.y()));
  cv::fillConvexPoly(image, hull, cv::Scalar(40, 40, 150));
  const cv::Rect box = cv::boundingRect(hull);
  image(cv::Rect(box.x + box.width * 4 / 5, box.y, box.width / 5 + 4, box.height)).setTo(cv::Scalar::all(170));
  const EdgeField edges(image, 1, 3);
  const std::vector<PyramidGuess> guesses = searchPyramids({&edges}, view, solids, {});
  std::map<std::pair<double, double>, int> of_place; // 50 mm wide
  int most = 0;
  for (const PyramidGuess& guess : guesses) {
    const Eigen::Vector2d place = (guess.pose.origin_mm() / 50.0).array().floor();
    most = std::max(most, ++of_place[{place.x(), place.y()}]);
  }
  EXPECT_GT(most, 20); // the print is full of them
  EXPECT_LE(most, 30);
  EXPECT_TRUE(std::any_of(guesses.begin(), guesses.end(), [&](const PyramidGuess& guess) {
    return guess.solid == 2 && (guess.pose.origin_mm() - pose.origin_mm()).norm() < 7.0 &&
           std::abs(std::remainder(guess.pose.heading_rad() - pose.heading_rad(), 2.0 * pi)) < 0.2;
  }));
}

TEST(PyramidSearch, AFaintPieceKeepsItsGuessesWhereThereAreTooManyInAll) {
  UncertainPose<CameraFrame, TableFrame> camera_from_table;
  camera_from_table.pose = cameraOver(1100.0, 0.2, 0.0);
  const TableView view(webcam(1280, 960), camera_from_table);
  const std::vector<PyramidSolid> solids = solidsOf(PieceCatalog::standard());
  const PlanarPose<TableFrame, PieceFrame> pose(-180.0, 20.0, 0.35);
  cv::Mat image(960, 1280, CV_8UC3, cv::Scalar::all(170));
  hatch(image);
  std::vector<cv::Point> hull;
  for (const Eigen::Vector2d& corner : projectedHull(solids[2], pose, view))
    hull.emplace_back(cvRound(corner.x()), cvRound(corner.y()));
  const cv::Rect box = cv::boundingRect(hull);
  cv::rectangle(image, cv::Rect(box.x - 12, box.y - 12, box.width + 24, box.height + 24), cv::Scalar::all(170),
                cv::FILLED);
  cv::fillConvexPoly(image, hull, cv::Scalar(40, 40, 150));
  image(cv::Rect(box.x + box.width * 4 / 5, box.y, box.width / 5 + 4, box.height)).setTo(cv::Scalar::all(170));
  const EdgeField edges(image, 1, 3);
  const std::vector<PyramidGuess> guesses = searchPyramids({&edges}, view, solids, {});
  EXPECT_EQ(guesses.size(), 2000U); // the print is full of them everywhere
  EXPECT_TRUE(
      std::is_sorted(guesses.begin(), guesses.end(), [](const auto& a, const auto& b) { return a.score > b.score; }));
  EXPECT_TRUE(std::any_of(guesses.begin(), guesses.end(), [&](const PyramidGuess& guess) {
    return guess.solid == 2 && (guess.pose.origin_mm() - pose.origin_mm()).norm() < 7.0 &&
           std::abs(std::remainder(guess.pose.heading_rad() - pose.heading_rad(), 2.0 * pi)) < 0.2;
  }));
}

TEST(PyramidSearch, WhereNothingChangedNothingIsLookedFor) {
  const TableView view = overTheTable();
  const std::vector<PyramidSolid> solids = solidsOf(PieceCatalog::standard());
  const std::array<PlanarPose<TableFrame, PieceFrame>, 2> poses = {
      {{Eigen::Vector2d(-100.0, 20.0), 0.35}, {Eigen::Vector2d(100.0, 20.0), 0.35}}};
  cv::Mat image(480, 640, CV_8UC3, cv::Scalar::all(170)), changed(480, 640, CV_8U, cv::Scalar(0));
  for (const auto& pose : poses) {
    std::vector<cv::Point> hull;
    for (const Eigen::Vector2d& corner : projectedHull(solids[2], pose, view))
      hull.emplace_back(cvRound(corner.x()), cvRound(corner.y()));
    cv::fillConvexPoly(image, hull, cv::Scalar(40, 40, 150));
    if (&pose == &poses.front())
      cv::fillConvexPoly(changed, hull, cv::Scalar(255));
  }
  const EdgeField edges(image, 1, 3);
  const cv::Mat away = distanceFromChanged(changed, image.size(), farthestSearched_px(solids, view, edges));
  const auto found_at = [&](const std::vector<PyramidGuess>& guesses, const PlanarPose<TableFrame, PieceFrame>& pose) {
    return std::any_of(guesses.begin(), guesses.end(), [&](const PyramidGuess& guess) {
      return (guess.pose.origin_mm() - pose.origin_mm()).norm() < 7.0;
    });
  };
  const std::vector<PyramidGuess> all = searchPyramids({&edges}, view, solids, {}),
                                  some = searchPyramids({&edges}, view, solids, {}, {}, away);
  EXPECT_TRUE(found_at(all, poses[0]) && found_at(all, poses[1]));
  EXPECT_TRUE(found_at(some, poses[0]));
  EXPECT_FALSE(found_at(some, poses[1]));
  EXPECT_TRUE(searchPyramids({&edges}, view, solids, {}, {}, cv::Mat(480, 640, CV_8U, cv::Scalar(255))).empty());
}

} // namespace
} // namespace linesman
