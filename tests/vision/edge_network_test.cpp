#include "vision/edge_network.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/data_path.h"
#include "models/units.h"
#include "tests/support/render_table.h"
#include "vision/pyramid_detector.h"
#include "vision/pyramid_refinement.h"

namespace linesman {
namespace {

using PlanarPiecePose = PlanarPose<TableFrame, PieceFrame>;

/// A lying ship of plain colours on a plain table, drawn four times as large and reduced.
struct Drawn {
  TableView view{test::webcam(1280, 720), {test::cameraOver(500.0, 0.5, 0.0), {}}};
  PyramidSolid solid = solidsOf(PieceCatalog::standard())[1];
  PlanarPiecePose truth{15.0, -8.0, 0.7};
  cv::Mat image;

  Drawn() {
    constexpr int finer = 4;
    cv::Mat large(720 * finer, 1280 * finer, CV_8UC3, cv::Scalar(110, 150, 165));
    const auto corners = solid.cornersAt(truth);
    const auto fill = [&](std::initializer_list<int> of, const cv::Scalar& colour) {
      std::vector<cv::Point> points;
      for (const int k : of) {
        const Eigen::Vector2d at = view.pixel(corners[static_cast<std::size_t>(k)]).value();
        points.emplace_back(cvRound(((at.x() + 0.5) * finer - 0.5) * 16), cvRound(((at.y() + 0.5) * finer - 0.5) * 16));
      }
      cv::fillConvexPoly(large, points, colour, cv::LINE_AA, 4);
    };
    fill({0, 1, 3, 4}, cv::Scalar(20, 30, 120));
    fill({1, 2, 3}, cv::Scalar(25, 40, 140));
    fill({2, 0, 4}, cv::Scalar(30, 45, 150));
    fill({2, 3, 4}, cv::Scalar(40, 60, 190));
    cv::resize(large, image, cv::Size(1280, 720), 0.0, 0.0, cv::INTER_AREA);
    cv::GaussianBlur(image, image, cv::Size(0, 0), 0.7);
  }

  /// Lays paper over the ship along its edge between two corners, where it ends, so deep.
  void cover(std::size_t from, std::size_t to, double deep_mm) {
    const auto corners = solid.cornersAt(truth);
    const Eigen::Vector2d first = view.pixel(corners[from]).value(), last = view.pixel(corners[to]).value();
    const Eigen::Vector2d along = (last - first).normalized(), tip = view.pixel(corners[2]).value();
    Eigen::Vector2d out(along.y(), -along.x());
    if (out.dot(first - tip) < 0.0)
      out = -out;
    const double deep_px = deep_mm / view.mmPerPixel(truth.origin_mm()), beyond_px = 10.0;
    std::vector<cv::Point> points;
    for (const Eigen::Vector2d& at : std::vector<Eigen::Vector2d>{first - deep_px * out, last - deep_px * out,
                                                                  last + beyond_px * out, first + beyond_px * out})
      points.emplace_back(cvRound(16.0 * at.x()), cvRound(16.0 * at.y()));
    cv::fillConvexPoly(image, points, cv::Scalar(200, 210, 215), cv::LINE_AA, 4);
    cv::GaussianBlur(image, image, cv::Size(0, 0), 0.5);
  }
};

TEST(EdgeNetwork, AFileThatIsNoneIsNamed) {
  const auto network = EdgeNetwork::load("no/such/edges.onnx");
  ASSERT_FALSE(network.has_value());
  EXPECT_NE(network.error().sentence.find("no/such/edges.onnx"), std::string::npos);
}

TEST(EdgeNetwork, ANetworkForSomethingElseIsNamed) {
  const auto path = findData("models/detectors/dice.onnx");
  ASSERT_TRUE(path.has_value());
  const auto network = EdgeNetwork::load(*path);
  ASSERT_FALSE(network.has_value());
  EXPECT_NE(network.error().sentence.find("dice.onnx is not a network"), std::string::npos);
}

TEST(EdgeNetwork, ColoursAreThoseAcrossTheEdgeInTheUsualLight) {
  cv::Mat ramp(40, 60, CV_8UC3);
  for (int x = 0; x < ramp.cols; ++x)
    ramp.col(x).setTo(cv::Scalar(x, 2 * x, 3 * x));
  const QuietPicture picture(ramp);
  OutlineSample sample;
  sample.pixel = {30.0, 20.0};
  sample.normal = {1.0, 0.0};
  std::vector<float> colours(3 * 5);
  EdgeNetwork::coloursAcross(picture, sample, 2, colours.data());
  for (int k = -2; k <= 2; ++k)
    for (int c = 0; c < 3; ++c)
      EXPECT_NEAR(static_cast<double>(colours[static_cast<std::size_t>(3 * (k + 2) + c)]) * picture.light(),
                  (c + 1) * (30.0 + 0.5 * k), 1e-3);
  sample.pixel = {59.6, -3.0}; // beyond the picture: its border
  EdgeNetwork::coloursAcross(picture, sample, 2, colours.data());
  EXPECT_NEAR(static_cast<double>(colours.back()) * picture.light(), 3.0 * 59.0, 0.1);
}

TEST(EdgeNetwork, TellsWhereTheEdgesOfAShipAreFromPlacesBesideThem) {
  const Drawn drawn;
  const EdgeNetwork* network = EdgeNetwork::shipped();
  ASSERT_NE(network, nullptr);
  const QuietPicture picture(drawn.image);
  auto samples = sampleOutline(drawn.solid, drawn.truth, drawn.view, EdgeNetwork::spacing_px, false);
  ASSERT_GT(samples.size(), 20U);
  const auto told = [&](double beside_px) {
    auto moved = samples;
    for (OutlineSample& sample : moved)
      sample.pixel += beside_px * sample.normal;
    double sum = 0.0, weights = 0.0;
    for (const LearnedCrossing& crossing :
         network->read(picture, moved, {drawn.solid.size(), drawn.solid.posture(), false})) {
      const double weight = 1.0 / (crossing.sigma_px * crossing.sigma_px);
      sum += weight * crossing.offset_px;
      weights += weight;
    }
    return sum / weights;
  };
  EXPECT_NEAR(told(0.0), 0.0, 0.8); // drawn with sharp edges, where real ones are rounded
  EXPECT_NEAR(told(1.0) - told(0.0), -1.0, 0.3);
  EXPECT_NEAR(told(-1.0) - told(0.0), 1.0, 0.3);
}

TEST(EdgeNetwork, IsUnsureWhereNothingIsSeen) {
  const Drawn drawn;
  const auto samples = sampleOutline(drawn.solid, drawn.truth, drawn.view, EdgeNetwork::spacing_px, false);
  const auto meanSigma = [&](const cv::Mat& image) {
    double sum = 0.0;
    for (const LearnedCrossing& crossing :
         EdgeNetwork::shipped()->read(QuietPicture(image), samples, {drawn.solid.size(), drawn.solid.posture(), false}))
      sum += crossing.sigma_px / static_cast<double>(samples.size());
    return sum;
  };
  const cv::Mat bare(drawn.image.size(), CV_8UC3, cv::Scalar(110, 150, 165));
  EXPECT_GT(meanSigma(bare), 3.0 * meanSigma(drawn.image));
}

TEST(EdgeNetwork, AFitToWhatItSeesEndsAtTheShip) {
  const Drawn drawn;
  const QuietPicture picture(drawn.image);
  const PlanarPiecePose start(drawn.truth.x_mm() + 0.5, drawn.truth.y_mm() - 0.4, drawn.truth.heading_rad() + 0.03);
  RefinedPyramid first;
  first.pose = start;
  const RefinedPyramid fit = refineAtLast(drawn.solid, first, drawn.view, picture, {});
  EXPECT_LT((fit.pose.origin_mm() - drawn.truth.origin_mm()).norm(), 0.4);
  EXPECT_NEAR(fit.pose.heading_rad(), drawn.truth.heading_rad(), radFromDeg(0.8));
  const double sigma_mm = std::sqrt(fit.own_covariance.topLeftCorner<2, 2>().trace());
  EXPECT_LT((fit.pose.origin_mm() - drawn.truth.origin_mm()).norm(), 3.0 * sigma_mm);
  EXPECT_LT(sigma_mm, 1.0);
}

/// How many standard deviations the fit's place is off.
double sigmasOff(const RefinedPyramid& fit, const Drawn& drawn) {
  const Eigen::Vector2d off_mm = fit.pose.origin_mm() - drawn.truth.origin_mm();
  return std::sqrt(off_mm.dot(fit.own_covariance.topLeftCorner<2, 2>().inverse() * off_mm));
}

TEST(EdgeNetwork, AFitToEdgesThatContradictEachOtherIsLessSure) {
  Drawn drawn;
  drawn.cover(0, 1, 1.0); // its stern
  const QuietPicture picture(drawn.image);
  const auto first = refinePyramid(drawn.solid, drawn.truth, drawn.view, picture, 3.0);
  ASSERT_TRUE(first.has_value());
  const RefinedPyramid fit = refineAtLast(drawn.solid, *first, drawn.view, picture, {});
  EXPECT_GT((fit.pose.origin_mm() - drawn.truth.origin_mm()).norm(), 0.5) << "the paper's edge is taken for the ship's";
  EXPECT_LT(sigmasOff(fit, drawn), 5.0);
}

TEST(EdgeNetwork, WithoutOneEdgesAloneAreFitted) {
  const Drawn drawn;
  const QuietPicture picture(drawn.image);
  const auto first = refinePyramid(drawn.solid, drawn.truth, drawn.view, picture, 3.0);
  ASSERT_TRUE(first.has_value());
  const RefinedPyramid fit = refineAtLast(drawn.solid, *first, drawn.view, picture, {}, nullptr);
  EXPECT_LT((fit.pose.origin_mm() - drawn.truth.origin_mm()).norm(), 0.4);
  const RefinedPyramid both = refineAtLast(drawn.solid, *first, drawn.view, picture, {});
  EXPECT_GT((both.pose.origin_mm() - fit.pose.origin_mm()).norm(), 0.01);
  EXPECT_LT(sigmasOff(both, drawn), 2.5) << "its corners are sharp, and no edge agrees with the others";
}

} // namespace
} // namespace linesman
