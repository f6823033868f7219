#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "models/data_path.h"
#include "vision/board_detector.h"
#include "vision/foot_network.h"
#include "vision/frame_source.h"
#include "vision/square_reader.h"

namespace linesman {
namespace {

struct Errors {
  std::vector<double> off, over_stated;
  void add(const FootWidth& width, double squares) {
    off.push_back(std::abs(width.told - std::log(squares)));
    over_stated.push_back(off.back() / width.sigma);
  }
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The men of a rendered picture of the orthodox array, whose set's feet are so many squares wide.
Errors errorsOfArray() {
  const std::map<std::string, double> squares{{"king", 0.795},   {"queen", 0.763},  {"rook", 0.699},
                                              {"bishop", 0.683}, {"knight", 0.699}, {"pawn", 0.636}};
  Errors errors;
  const cv::Mat image = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  auto reader = SquareReader::load();
  const auto found = findBoard(image, BoardRequest{});
  if (!reader || !found)
    return errors;
  for (const SquareReading& reading : reader->readChanged(image, found->view))
    if (reading.width.isTold() && squares.contains(kindOfClass(reading.best())))
      errors.add(reading.width, squares.at(kindOfClass(reading.best())));
  return errors;
}

TEST(FootNetwork, MeasuresFeetAndSaysHowWell) {
  const Errors errors = errorsOfArray();
  ASSERT_GE(errors.off.size(), 28U);
  EXPECT_LT(median(errors.off), 0.03);
  EXPECT_LT(median(errors.over_stated), 1.5);
  EXPECT_LT(*std::max_element(errors.over_stated.begin(), errors.over_stated.end()), 6.0);
}

TEST(FootNetwork, IsNotAskedWhereNobodyWantsToKnow) {
  const cv::Mat image = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  auto reader = SquareReader::load();
  const auto found = findBoard(image, BoardRequest{});
  ASSERT_TRUE(reader && found);
  reader->measureFeet(false);
  for (const SquareReading& reading : reader->readChanged(image, found->view))
    EXPECT_FALSE(reading.width.isTold());
  reader->measureFeet(true);
  int told = 0;
  for (const SquareReading& reading : reader->readChanged(image, found->view)) // from what was seen then
    told += reading.width.isTold() ? 1 : 0;
  EXPECT_GE(told, 28);
}

/// A crop seen at 45 degrees, with a dark ellipse for a foot, `squares` wide.
std::vector<float> drawnCrop(double squares) {
  using Shape = SquareCropShape;
  std::vector<float> crop(Shape::numbers, 0.8F);
  const double rise = 0.7 * Shape::square_px;
  for (int y = 0; y < Shape::height_px; ++y)
    for (int x = 0; x < Shape::width_px; ++x) {
      const auto at = static_cast<std::size_t>(y * Shape::width_px + x);
      constexpr std::size_t area = Shape::numbers / Shape::planes;
      const double across = (x - Shape::foot_x_px) / (0.5 * squares * Shape::square_px),
                   along = (y - Shape::foot_y_px) / (0.5 * squares * Shape::square_px * 0.72);
      if (across * across + along * along < 1.0)
        for (std::size_t c = 0; c < 3; ++c)
          crop[c * area + at] = 0.2F;
      crop[3 * area + at] = static_cast<float>(std::clamp((Shape::foot_y_px - y) / rise / 2.5, -0.4, 1.0));
    }
  return crop;
}

TEST(FootNetwork, AWiderFootIsWiderByAsMuch) {
  const auto path = findData("models/detectors/feet.onnx");
  ASSERT_TRUE(path) << path.error().sentence;
  const auto network = FootNetwork::load(*path);
  ASSERT_TRUE(network) << network.error().sentence;
  EXPECT_TRUE(network->read({}).empty());
  const std::vector<float> narrow = drawnCrop(0.55), wide = drawnCrop(0.7);
  const auto widths = network->read({{narrow.data(), {0, 0}}, {wide.data(), {0, 0}}});
  ASSERT_EQ(widths.size(), 2U);
  EXPECT_NEAR(widths[1].told - widths[0].told, std::log(0.7 / 0.55), 0.08);
}

TEST(FootNetwork, AnotherFileIsRefused) {
  const auto missing = FootNetwork::load("no/such/feet.onnx");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().sentence.find("no/such/feet.onnx"), std::string::npos);
  const auto path = findData("models/detectors/dice.onnx");
  ASSERT_TRUE(path) << path.error().sentence;
  const auto other = FootNetwork::load(*path);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().sentence.find("dice.onnx is not a network"), std::string::npos);
}

} // namespace
} // namespace linesman
