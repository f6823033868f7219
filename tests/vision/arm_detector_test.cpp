#include "vision/arm_detector.h"

#include <cmath>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/polygon.h"
#include "tests/support/render_table.h"
#include "vision/components.h"
#include "vision/pipeline.h"

namespace linesman {
namespace {

const char* const dictionary = "DICT_4X4_50";

TableFile tableWithMarkers() {
  TableFile table;
  table.dictionary = dictionary;
  for (int id = 0; id < 4; ++id)
    table.markers.push_back({id, 36.0, {id % 2 == 0 ? -130.0 : 130.0, id < 2 ? 80.0 : -80.0}, 0.0});
  return table;
}

/// A brown table with four markers and a single picture of it, on which `draw` draws.
class ASinglePicture : public testing::Test {
protected:
  template <class Draw> TableState stateWith(const Draw& draw) {
    test::RenderOptions options;
    options.slope = 0.3;
    const cv::Mat grey =
        test::render(settings.lens.value(), camera, test::markersPattern(settings.table.markers, dictionary), options);
    cv::Mat image;
    cv::merge(std::vector<cv::Mat>{0.55 * grey, 0.75 * grey, grey}, image);
    draw(image);
    auto seen = Pipeline(settings).process({image, 0.0, "single"});
    EXPECT_TRUE(seen.has_value()) << seen.error().sentence;
    return seen ? seen->state : TableState{};
  }
  /// Prints the table with blocks (TableFrame mm) that let so much of blue, green and red be seen.
  template <class IsBlock> void print(cv::Mat& image, const cv::Vec3d& inked, const IsBlock& is_block) const {
    const TableView view(*settings.lens, {camera, {}});
    image.forEach<cv::Vec3b>([&](cv::Vec3b& colour, const int* at) {
      const auto on_table = view.tablePoint({at[1], at[0]});
      if (on_table && is_block(*on_table))
        for (int c = 0; c < 3; ++c)
          colour[c] = cv::saturate_cast<std::uint8_t>(inked[c] * colour[c]);
    });
  }
  Eigen::Vector2d onTable(double x_px, double y_px) {
    return *TableView(*settings.lens, {camera, {}}).tablePoint({x_px, y_px});
  }
  static bool anyHolds(const std::vector<TablePolygon>& polygons, const Eigen::Vector2d& at) {
    return std::ranges::any_of(polygons, [&](const TablePolygon& polygon) { return holds(polygon, at); });
  }

  Pose<CameraFrame, TableFrame> camera = test::cameraOver(420.0, 0.35, 0.0);
  PipelineSettings settings = [] {
    PipelineSettings given;
    given.lens = test::webcam(1280, 720);
    given.table = tableWithMarkers();
    return given;
  }();
};

TEST_F(ASinglePicture, OfATableAloneShowsNoArm) {
  EXPECT_TRUE(stateWith([](cv::Mat&) {}).hands_mm.empty());
}

TEST_F(ASinglePicture, ShowsAnArmOverTheBorderSleeveAndHand) {
  const TableState state = stateWith([](cv::Mat& image) {
    cv::line(image, {1280, 300}, {900, 380}, {150, 60, 30}, 110); // blue sleeve
    cv::line(image, {900, 380}, {700, 420}, {190, 190, 240}, 80);
  });
  EXPECT_TRUE(anyHolds(state.hands_mm, onTable(1000.0, 360.0)));
  EXPECT_TRUE(anyHolds(state.hands_mm, onTable(750.0, 410.0)));
  EXPECT_FALSE(anyHolds(state.hands_mm, onTable(600.0, 200.0)));
  EXPECT_FALSE(anyHolds(state.hands_mm, onTable(1000.0, 550.0)));
}

// Around a marker that it lies over it is no table.
TEST_F(ASinglePicture, ShowsAnArmOverMarkers) {
  const TableView view(*settings.lens, {camera, {}});
  const auto pixel = [&](double x_mm, double y_mm) {
    const Eigen::Vector2d at = view.pixel({x_mm, y_mm, 0.0}).value();
    return cv::Point(cvRound(at.x()), cvRound(at.y()));
  };
  const TableState state = stateWith([&](cv::Mat& image) {
    cv::line(image, pixel(-330.0, 190.0), pixel(-130.0, 60.0), {150, 60, 30}, 190);
    cv::line(image, pixel(-130.0, 60.0), pixel(-130.0, -70.0), {190, 190, 240}, 170);
  });
  EXPECT_TRUE(anyHolds(state.hands_mm, {-130.0, 60.0}));
  EXPECT_TRUE(anyHolds(state.hands_mm, {-130.0, -60.0}));
  EXPECT_FALSE(anyHolds(state.hands_mm, {0.0, 0.0}));
}

const cv::Vec3d green_ink(0.6, 0.9, 0.55);

TEST_F(ASinglePicture, OfAClothWithLargeChecksShowsNoArmUnlessThereIsOne) {
  const auto is_check = [](const Eigen::Vector2d& at) {
    const auto column = static_cast<int>(std::floor((at.x() + 25.0) / 95.0)),
               row = static_cast<int>(std::floor((at.y() + 40.0) / 95.0));
    return column % 2 == 0 && row % 2 == 0;
  };
  EXPECT_TRUE(stateWith([&](cv::Mat& image) { print(image, green_ink, is_check); }).hands_mm.empty());
  const TableState state = stateWith([&](cv::Mat& image) {
    print(image, green_ink, is_check);
    cv::line(image, {1280, 300}, {850, 380}, {150, 60, 30}, 110);
  });
  EXPECT_TRUE(anyHolds(state.hands_mm, onTable(1000.0, 360.0)));
}

TEST_F(ASinglePicture, WhatIsPrintedElsewhereTooIsNoArm) {
  const auto is_patch = [](const Eigen::Vector2d& at) { // no two are alike or repeat
    return (at - Eigen::Vector2d(-190.0, 30.0)).norm() < 85.0 || (at - Eigen::Vector2d(20.0, -15.0)).norm() < 45.0;
  };
  EXPECT_TRUE(stateWith([&](cv::Mat& image) { print(image, green_ink, is_patch); }).hands_mm.empty());
}

TEST_F(ASinglePicture, ASheetOfPaperOverTheBorderIsAThingAndNoArm) {
  const std::vector<cv::Point> sheet{{560, -40}, {860, 20}, {820, 260}, {520, 200}};
  const TableState state = stateWith([&](cv::Mat& image) {
    cv::fillPoly(image, std::vector<std::vector<cv::Point>>{sheet}, {245, 245, 245}, cv::LINE_AA);
  });
  EXPECT_TRUE(state.hands_mm.empty());
  EXPECT_TRUE(std::ranges::any_of(state.obstacles, [&](const SeenObstacle& obstacle) {
    return holds(obstacle.polygon_mm, onTable(690.0, 120.0));
  }));
}

TEST_F(ASinglePicture, AShadowOverTheBorderIsNoArm) {
  EXPECT_TRUE(stateWith([](cv::Mat& image) {
                cv::Mat light(image.size(), CV_32FC3, cv::Scalar::all(1.0)), wide;
                cv::line(light, {1280, 300}, {800, 380}, cv::Scalar::all(0.2), 110);
                cv::GaussianBlur(light, light, {}, 25.0);
                image.convertTo(wide, CV_32FC3);
                cv::Mat(wide.mul(light)).convertTo(image, CV_8UC3);
              }).hands_mm.empty());
}

TEST(ComponentsOf, AreAsOpenCvTellsThem) {
  cv::Mat mask(97, 131, CV_8U), smooth;
  cv::RNG(3).fill(mask, cv::RNG::UNIFORM, 0, 256);
  cv::GaussianBlur(mask, smooth, {5, 5}, 0.0);
  for (const int neighbours : {4, 8}) {
    cv::Mat labels, expected, stats, centres;
    const int count = cv::connectedComponentsWithStats(smooth > 130, expected, stats, centres, neighbours);
    const std::vector<Component> components = componentsOf(smooth > 130, labels, neighbours);
    ASSERT_EQ(std::ssize(components), count);
    ASSERT_GT(count, 20);
    EXPECT_EQ(cv::norm(labels, expected, cv::NORM_INF), 0.0);
    for (int i = 0; i < count; ++i) {
      const auto& [box, area_px] = components[static_cast<std::size_t>(i)];
      const auto told = [&](int what) { return stats.at<int>(i, what); };
      EXPECT_EQ(box, cv::Rect(told(cv::CC_STAT_LEFT), told(cv::CC_STAT_TOP), told(cv::CC_STAT_WIDTH),
                              told(cv::CC_STAT_HEIGHT)));
      EXPECT_EQ(area_px, told(cv::CC_STAT_AREA));
    }
  }
}

} // namespace
} // namespace linesman
