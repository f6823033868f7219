#include "vision/pyramid_templates.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/render_table.h"
#include "vision/outline_samples.h"
#include "vision/pyramid_detector.h"

namespace linesman {
namespace {

/// A large lying pyramid on a plain table.
struct Drawn {
  TableView view{test::webcam(640, 480), {test::cameraOver(700.0, 0.2, 0.0), {}}};
  PyramidSolid solid = solidsOf(PieceCatalog::standard())[2];
  PlanarPose<TableFrame, PieceFrame> pose{-40.0, 20.0, 4.0 * heading_step_rad};
  Eigen::Vector2d middle_mm = solid.middleAt(pose);
  cv::Mat image{480, 640, CV_8UC3, cv::Scalar::all(170)};

  Drawn() {
    std::vector<cv::Point> hull;
    for (const Eigen::Vector2d& corner : projectedHull(solid, pose, view))
      hull.emplace_back(cvRound(corner.x()), cvRound(corner.y()));
    cv::fillConvexPoly(image, hull, cv::Scalar(40, 40, 150));
  }
};

TEST(PyramidTemplates, TellTheHeadingOfAPieceAtItsMiddle) {
  const Drawn drawn;
  const EdgeField edges(drawn.image, 1, 3);
  const DirectionMap map(edges, {0, 0, edges.width(), edges.height()});
  const SolidToSearch searched(drawn.solid);
  PyramidTemplates templates(searched);
  const auto place = viewOf(drawn.middle_mm, drawn.view, edges);
  ASSERT_TRUE(place.has_value());
  const std::ptrdiff_t pixel = map.index(cvRound(place->pixel.x()), cvRound(place->pixel.y()));
  const auto match = templates.best(*place, map, pixel, 0.6F);
  ASSERT_TRUE(match.has_value());
  EXPECT_NEAR(match->turned->heading_rad, drawn.pose.heading_rad(), 1.01 * heading_step_rad); // or the next
  EXPECT_LT((drawn.middle_mm + match->turned->origin_mm - drawn.pose.origin_mm()).norm(), 5.0);
  EXPECT_FALSE(templates.best(*place, map, pixel, match->score).has_value()); // only what is better
}

TEST(PyramidTemplates, FindNothingWhereNothingLies) {
  const Drawn drawn;
  const EdgeField edges(drawn.image, 1, 3);
  const DirectionMap map(edges, {0, 0, edges.width(), edges.height()});
  const SolidToSearch searched(drawn.solid);
  PyramidTemplates templates(searched);
  const auto place = viewOf({120.0, -60.0}, drawn.view, edges);
  ASSERT_TRUE(place.has_value());
  const std::ptrdiff_t pixel = map.index(cvRound(place->pixel.x()), cvRound(place->pixel.y()));
  EXPECT_FALSE(templates.best(*place, map, pixel, 0.3F).has_value());
}

} // namespace
} // namespace linesman
