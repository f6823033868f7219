#include "vision/overhead_picture.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/render_table.h"

namespace linesman {
namespace {

constexpr double farthest_mm = 1200.0;

TableView slanting(double farthest_from_above = 0.7) {
  Lens lens = test::webcam(1280, 720);
  lens.distortion = {-0.12, 0.03, 0.0, 0.0, 0.0};
  return {lens, {test::cameraOver(600.0, farthest_from_above, 0.4), {}}};
}

TEST(OverheadFrame, ItsPixelsAreThePlacesTheyShow) {
  const OverheadFrame frame(slanting(), farthest_mm);
  ASSERT_FALSE(frame.size().empty());
  EXPECT_EQ(frame.size().width % OverheadFrame::grain_px, 0);
  EXPECT_EQ(frame.size().height % OverheadFrame::grain_px, 0);
  const Eigen::Vector2d px(17.25, 90.5);
  EXPECT_LT((frame.pixel(frame.tablePoint(px)) - px).norm(), 1e-9);
  EXPECT_NEAR((frame.tablePoint({0.0, 0.0}) - frame.tablePoint({10.0, 0.0})).norm(), 10.0 * OverheadFrame::mm_per_px,
              1e-9);
}

TEST(OverheadFrame, ItsRowsGoTowardsTheCamera) {
  const TableView view = slanting();
  const OverheadFrame frame(view, farthest_mm);
  const Eigen::Vector2d eye = view.eye_mm().head<2>();
  const Eigen::Vector2d middle(0.5 * frame.size().width, 0.5 * frame.size().height);
  EXPECT_LT((frame.tablePoint(middle + Eigen::Vector2d(0.0, 40.0)) - eye).norm(),
            (frame.tablePoint(middle) - eye).norm());
  // Seen from above and not in a mirror: right of the rows is where it is for one who looks up the columns.
  const Eigen::Vector2d right = frame.axes().col(0), up = -frame.axes().col(1);
  EXPECT_NEAR(right.x() * up.y() - right.y() * up.x(), 1.0, 1e-9);
}

TEST(OverheadFrame, HoldsNothingFartherThanAsked) {
  const OverheadFrame near(slanting(1.1), 300.0);
  EXPECT_LE(near.size().width * OverheadFrame::mm_per_px, 600.0 + OverheadFrame::grain_px * OverheadFrame::mm_per_px);
  EXPECT_LE(near.size().height * OverheadFrame::mm_per_px, 600.0 + OverheadFrame::grain_px * OverheadFrame::mm_per_px);
}

// A spot painted where a place of the table is seen, through the lens, is found at that place's pixel.
TEST(OverheadPicture, ShowsWhatLiesAtAPlaceThere) {
  const TableView view = slanting();
  const OverheadFrame frame(view, farthest_mm);
  for (const Eigen::Vector2d& place :
       {Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(-150.0, 90.0), Eigen::Vector2d(180.0, -60.0)}) {
    cv::Mat image(720, 1280, CV_8UC3, cv::Scalar(90, 110, 100));
    const auto pixel = view.pixel({place.x(), place.y(), 0.0});
    ASSERT_TRUE(pixel.has_value());
    cv::circle(image, cv::Point(cvRound(pixel->x() * 16), cvRound(pixel->y() * 16)), 6 * 16, cv::Scalar(30, 30, 250),
               -1, cv::LINE_AA, 4);
    const cv::Mat seen = overheadPicture(frame, EdgeField(image, 2, 3), 1.0, view);
    cv::Mat red;
    cv::inRange(seen, cv::Scalar(0, 0, 190), cv::Scalar(80, 80, 255), red);
    const cv::Moments m = cv::moments(red, true);
    ASSERT_GT(m.m00, 4.0);
    EXPECT_LT((Eigen::Vector2d(m.m10 / m.m00, m.m01 / m.m00) - frame.pixel(place)).norm(), 0.6);
  }
}

} // namespace
} // namespace linesman
