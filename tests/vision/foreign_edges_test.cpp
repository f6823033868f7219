#include "vision/foreign_edges.h"

#include <cmath>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/piece_catalog.h"
#include "models/units.h"
#include "tests/support/table_truth.h"
#include "vision/pyramid_refinement.h"

namespace linesman {
namespace {

/// A dark upright pyramid drawn on a grey table, and a sheet of paper whose edge runs along one edge of its base.
class ForeignEdges : public testing::Test {
protected:
  support::TableTruth truth_ = support::readTruth(LINESMAN_TEST_DATA "/tables/pyr_44.json");
  TableView view_{truth_.lens, {truth_.camera_from_table, {}}};
  PyramidSolid solid_{PieceCatalog::standard().pyramid(PyramidSize::large), PyramidSize::large, Posture::upright};
  PlanarPose<TableFrame, PieceFrame> pose_{10.0, -20.0, 0.35};
  int edge_ = nearestBaseEdge();

  /// The one of the base that is nearest to the camera: lowest in the picture.
  int nearestBaseEdge() const {
    int nearest = 0;
    double lowest = -1.0;
    for (const OutlineSample& sample : sampleOutline(solid_, pose_, view_, 2.0, false))
      if (sample.on_table && sample.pixel.y() > lowest) {
        lowest = sample.pixel.y();
        nearest = sample.edge;
      }
    return nearest;
  }
  /// A picture; the paper goes on by `past_mm` past both ends of the edge and covers `covered_mm` of the piece.
  cv::Mat picture(double past_first_mm, double past_second_mm, double covered_mm) const {
    cv::Mat image(truth_.lens.height_px, truth_.lens.width_px, CV_8UC3, cv::Scalar(120, 120, 120));
    fill(image, projectedHull(solid_, pose_, view_), {40, 90, 30});
    const auto corners = solid_.cornersAt(pose_);
    const auto ends = PyramidSolid::edge(solid_.posture(), edge_);
    const Eigen::Vector3d from = corners[static_cast<std::size_t>(ends[0])],
                          to = corners[static_cast<std::size_t>(ends[1])];
    const Eigen::Vector3d along = (to - from).normalized();
    Eigen::Vector3d out(along.y(), -along.x(), 0.0);
    if (out.head<2>().dot(from.head<2>() - solid_.middleAt(pose_)) < 0.0)
      out = -out;
    std::vector<Eigen::Vector2d> paper;
    for (const Eigen::Vector3d& at : std::vector<Eigen::Vector3d>{
             from - past_first_mm * along - covered_mm * out, to + past_second_mm * along - covered_mm * out,
             to + past_second_mm * along + 50.0 * out, from - past_first_mm * along + 50.0 * out})
      paper.push_back(*view_.pixel(at));
    fill(image, paper, {230, 235, 240});
    cv::GaussianBlur(image, image, {}, 0.8);
    return image;
  }
  static void fill(cv::Mat& image, const std::vector<Eigen::Vector2d>& outline, const cv::Scalar& colour) {
    std::vector<cv::Point> points;
    for (const Eigen::Vector2d& pixel : outline)
      points.emplace_back(cvRound(256.0 * pixel.x()), cvRound(256.0 * pixel.y()));
    cv::fillConvexPoly(image, points, colour, cv::LINE_AA, 8);
  }
  /// Another piece at one of the edge's ends, 0 or 1.
  PictureOutline around(std::size_t end) const {
    const auto corner = PyramidSolid::edge(solid_.posture(), edge_)[end];
    const auto pixel = view_.pixel(solid_.cornersAt(pose_)[static_cast<std::size_t>(corner)]);
    const cv::Point2f at(static_cast<float>(pixel->x()), static_cast<float>(pixel->y()));
    return {at + cv::Point2f(-40, -40), at + cv::Point2f(40, -40), at + cv::Point2f(40, 40), at + cv::Point2f(-40, 40)};
  }
  PyramidSolid::EdgeSet foreign(const cv::Mat& image, const std::vector<PictureOutline>& others = {}) const {
    return foreignEdges(solid_, pose_, view_, image, others);
  }
};

TEST_F(ForeignEdges, AnEdgeThatGoesOnPastBothCornersIsNotThePieces) {
  PyramidSolid::EdgeSet that;
  that.set(static_cast<std::size_t>(edge_));
  EXPECT_EQ(foreign(picture(60.0, 60.0, 0.0)), that);
  EXPECT_TRUE(foreign(picture(0.0, 60.0, 0.0)).none()) << "it ends at a corner";
  EXPECT_TRUE(foreign(picture(60.0, 0.0, 0.0)).none());
}

TEST_F(ForeignEdges, PastABluntCornerThePieceItselfTellsNothing) {
  solid_ = {PieceCatalog::standard().pyramid(PyramidSize::large), PyramidSize::large, Posture::lying};
  edge_ = 0; // its stern's, on the table
  for (const double heading_deg : {15.0, 45.0, 90.0}) {
    pose_ = {10.0, -20.0, radFromDeg(heading_deg)};
    EXPECT_TRUE(foreign(picture(60.0, 60.0, 0.0)).test(static_cast<std::size_t>(edge_))) << heading_deg;
    EXPECT_FALSE(foreign(picture(0.0, 60.0, 0.0)).test(static_cast<std::size_t>(edge_))) << heading_deg;
  }
}

TEST_F(ForeignEdges, BesideAnotherPieceTheOtherCornerTells) {
  const PictureOutline first = around(0), second = around(1);
  const auto told = [&](double past_second_mm, const std::vector<PictureOutline>& others) {
    return foreign(picture(60.0, past_second_mm, 0.0), others).test(static_cast<std::size_t>(edge_));
  };
  EXPECT_TRUE(told(60.0, {first}));
  EXPECT_TRUE(told(60.0, {second}));
  EXPECT_FALSE(told(0.0, {first})) << "where it is seen it ends";
  EXPECT_FALSE(told(60.0, {first, second})) << "no corner is seen";
}

TEST_F(ForeignEdges, AFitWithoutThemIsWhereThePieceIs) {
  const cv::Mat image = picture(60.0, 60.0, 2.5);
  const QuietPicture quiet(image);
  const auto plain = refinePyramid(solid_, pose_, view_, quiet, 4.0);
  ASSERT_TRUE(plain);
  RefinementHints hints;
  hints.foreign = foreignEdges(solid_, plain->pose, view_, image, {});
  const auto again = refinePyramid(solid_, pose_, view_, quiet, 4.0, hints);
  ASSERT_TRUE(again);
  const auto off = [&](const RefinedPyramid& fit) {
    const Eigen::Vector2d apart = fit.pose.origin_mm() - pose_.origin_mm();
    return std::sqrt(apart.dot(fit.own_covariance.topLeftCorner<2, 2>().inverse() * apart));
  };
  EXPECT_LT((again->pose.origin_mm() - pose_.origin_mm()).norm(), 0.5);
  EXPECT_LT(off(*again), 3.0);
  EXPECT_GT((plain->pose.origin_mm() - pose_.origin_mm()).norm(), (again->pose.origin_mm() - pose_.origin_mm()).norm());
}

} // namespace
} // namespace linesman
