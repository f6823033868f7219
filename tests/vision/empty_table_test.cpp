#include "vision/empty_table.h"

#include <cmath>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/polygon.h"
#include "tests/support/render_table.h"
#include "vision/pipeline.h"

namespace linesman {
namespace {

/// A table cloth with blots of every size that do not repeat, grey levels; `mm` on the table.
double blots(const Eigen::Vector2d& mm) {
  const auto wave = [&](double x, double y, double phase) { return std::sin(x * mm.x() + y * mm.y() + phase); };
  const double sum = wave(0.11, 0.05, 0.3) + wave(-0.07, 0.13, 1.1) + wave(0.031, -0.19, 2.0) + wave(0.17, 0.043, 0.7);
  return sum > 0.4 ? 190.0 : sum < -0.9 ? 60.0 : 120.0;
}

/// The same with a dark disc of 24 mm.
double withDisc(const Eigen::Vector2d& mm) {
  return (mm - Eigen::Vector2d(30.0, 10.0)).norm() < 12.0 ? 20.0 : blots(mm);
}

cv::Mat picture(const Pose<CameraFrame, TableFrame>& camera, const test::Pattern& pattern, unsigned seed,
                double exposure = 1.0) {
  test::RenderOptions options;
  options.seed = seed;
  options.exposure = exposure;
  const cv::Mat grey = test::render(test::webcam(), camera, pattern, options);
  cv::Mat colour;
  cv::cvtColor(grey, colour, cv::COLOR_GRAY2BGR);
  return colour;
}

/// Mean of how unlike the empty table a disc of the table is.
double unlike(const BareSurface& surface, const EdgeField& edges, const TableView& view, const Eigen::Vector2d& at_mm,
              double radius_mm) {
  cv::Mat inside = cv::Mat::zeros(surface.picture().size(), CV_8U);
  const Eigen::Vector2d centre = edges.toReduced(*view.pixel({at_mm.x(), at_mm.y(), 0.0}));
  const double radius = radius_mm / view.mmPerPixel(at_mm) / edges.reduction();
  cv::circle(inside, {cvRound(centre.x()), cvRound(centre.y())}, cvRound(radius), cv::Scalar(255), cv::FILLED);
  return cv::mean(surface.picture(), inside)[0];
}

TEST(EmptyTable, WhatCameIsUnlikeItAndItsOwnPrintIsNotInWhateverLight) {
  const auto camera = test::cameraOver(420.0, 0.4, 0.1);
  const TableView view(test::webcam(), {camera, {}});
  const EmptyTable empty(picture(camera, blots, 1), view);
  for (const double exposure : {1.0, 0.7, 1.25}) {
    const EdgeField edges(picture(camera, withDisc, 2, exposure), 1, 2);
    const BareSurface surface(empty.from(view), edges);
    EXPECT_GT(unlike(surface, edges, view, {30.0, 10.0}, 9.0), 200.0) << exposure;
    EXPECT_LT(unlike(surface, edges, view, {-60.0, -20.0}, 40.0), 12.0) << exposure;
  }
}

TEST(EmptyTable, WhatIsTooBrightForTheCameraInOneOfTwoLightsIsNotUnlikeIt) {
  const auto white_cloth = [](const Eigen::Vector2d& mm) { return mm.x() < -20.0 ? 320.0 : blots(mm); };
  const auto camera = test::cameraOver(420.0, 0.4, 0.1);
  const TableView view(test::webcam(), {camera, {}});
  for (const auto& [before, now] : {std::pair(1.25, 0.7), std::pair(0.7, 1.25)}) {
    const EdgeField edges(picture(camera, white_cloth, 2, now), 1, 2);
    const BareSurface surface(EmptyTable(picture(camera, white_cloth, 1, before), view).from(view), edges);
    EXPECT_LT(unlike(surface, edges, view, {-60.0, -20.0}, 35.0), 12.0) << now;
    EXPECT_LT(unlike(surface, edges, view, {40.0, -20.0}, 35.0), 12.0) << now;
  }
}

TEST(EmptyTable, ACameraThatWasMovedSeesItFromThere) {
  const auto before = test::cameraOver(420.0, 0.4, 0.1), after = test::cameraOver(450.0, 0.3, -0.2, {15.0, -10.0});
  const TableView view(test::webcam(), {after, {}});
  const EmptyTable::Seen seen = EmptyTable(picture(before, blots, 1), {test::webcam(), {before, {}}}).from(view);
  ASSERT_EQ(seen.image.size(), cv::Size(view.lens().width_px, view.lens().height_px));
  cv::Mat off, known;
  cv::absdiff(seen.image, picture(after, blots, 2), off);
  cv::erode(seen.known, known, cv::Mat::ones(5, 5, CV_8U));
  EXPECT_GT(cv::countNonZero(known), static_cast<int>(known.total() / 2));
  EXPECT_LT(cv::mean(off, known)[0], 6.0) << "unmoved it would be off by some 45 levels";
}

TEST(EmptyTable, ACameraThatStandsStillSeesWhatItSaw) {
  const auto camera = test::cameraOver(420.0, 1.2, 0.0); // the horizon is in the picture
  const TableView view(test::webcam(), {camera, {}});
  const cv::Mat image = picture(camera, blots, 1);
  const EmptyTable::Seen seen = EmptyTable(image, view).from(view);
  EXPECT_EQ(cv::norm(seen.image, image, cv::NORM_INF), 0.0);
  EXPECT_EQ(cv::countNonZero(seen.known), static_cast<int>(image.total()));
}

PipelineSettings onBlots(const Pose<CameraFrame, TableFrame>& camera) {
  PipelineSettings settings;
  settings.lens = test::webcam();
  settings.table.saved.emplace();
  settings.table.saved->ok = true;
  settings.table.saved->from = Registration::From::saved;
  settings.table.saved->camera_from_table.pose = camera;
  return settings;
}

TEST(EmptyTable, AnArmInASinglePictureIsAHandThoughNoPictureWasSeenBefore) {
  const auto camera = test::cameraOver(420.0, 0.4, 0.0);
  cv::Mat image = picture(camera, blots, 2);
  cv::line(image, {image.cols, 200}, {image.cols - 260, 260}, {120, 150, 200}, 60);
  PipelineSettings settings = onBlots(camera);
  const auto alone = Pipeline(settings).process({image, 0.0, "arm"});
  ASSERT_TRUE(alone.has_value()) << alone.error().sentence;
  EXPECT_TRUE(alone->state.hands_mm.empty());
  settings.empty_table = Frame{picture(camera, blots, 1), 0.0, "empty"};
  Pipeline pipeline(settings);
  for (int again = 0; again < 2; ++again) { // each picture stands alone after a reset
    const auto seen = pipeline.process({image, 0.0, "arm"});
    ASSERT_TRUE(seen.has_value()) << seen.error().sentence;
    ASSERT_EQ(seen->state.hands_mm.size(), 1U);
    const TableView view(test::webcam(), {camera, {}});
    EXPECT_TRUE(holds(seen->state.hands_mm[0], *view.tablePoint({image.cols - 150.0, 235.0})));
    pipeline.reset();
  }
}

TEST(EmptyTable, OneThatCannotBeRegisteredIsNamed) {
  const auto camera = test::cameraOver(420.0, 0.4, 0.0);
  PipelineSettings settings = onBlots(camera);
  cv::Mat small;
  cv::resize(picture(camera, blots, 1), small, {320, 240});
  settings.empty_table = Frame{small, 0.0, "kitchen.jpg"};
  const auto seen = Pipeline(settings).process({picture(camera, blots, 2), 0.0, "now"});
  ASSERT_FALSE(seen.has_value());
  EXPECT_NE(seen.error().sentence.find("kitchen.jpg"), std::string::npos) << seen.error().sentence;
}

TEST(EmptyTable, AFileThatIsNotThereIsNamed) {
  PipelineSettings settings;
  settings.table.empty_picture = "no/such/empty.jpg";
  const auto loaded = settings.loadFiles();
  ASSERT_FALSE(loaded.has_value());
  EXPECT_NE(loaded.error().sentence.find("no/such/empty.jpg"), std::string::npos);
}

} // namespace
} // namespace linesman
