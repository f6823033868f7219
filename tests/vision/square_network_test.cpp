#include "vision/square_network.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

#include <gtest/gtest.h>

#include "models/data_path.h"
#include "tests/support/drawn_board.h"
#include "vision/board_reader.h"
#include "vision/frame_source.h"
#include "vision/square_crop.h"

namespace linesman {
namespace {

using namespace test;

TEST(SquareClasses, NamesGoBothWays) {
  for (int k = 1; k < square_class_count; ++k)
    EXPECT_EQ(classOf(sideOfClass(k), kindOfClass(k)), k);
  EXPECT_EQ(classOf("light", "archer"), 0);
}

TEST(SquareNetwork, SquaresAreComparedInAnyOrder) {
  auto network = SquareNetwork::load(*findData("models/detectors/squares.onnx"));
  ASSERT_TRUE(network.has_value()) << network.error().sentence;
  const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  const CropSource source = prepareCrops(drawn.image, drawn.view);
  std::vector<std::vector<float>> crops(5, std::vector<float>(SquareCropShape::numbers));
  std::vector<const float*> pointers;
  for (std::size_t k = 0; k < crops.size(); ++k) {
    cropColumn(source, drawn.view.centre_mm(static_cast<int>(k), static_cast<int>(k)), crops[k].data());
    pointers.push_back(crops[k].data());
  }
  auto alone = network->readAlone(pointers);
  cv::RNG random(7);
  for (auto& answer : alone) // as if men stood there: of empty squares there is nothing to compare
    for (float& number : answer)
      number = static_cast<float>(random.gaussian(2.0));
  const auto together = network->readTogether(alone);
  const auto backwards = network->readTogether({alone.rbegin(), alone.rend()});
  const auto single = network->readTogether({alone[0]});
  float change = 0.0F;
  for (std::size_t a = 0; a < SquareNetwork::answers; ++a) {
    for (std::size_t k = 0; k < crops.size(); ++k)
      EXPECT_NEAR(together[k][a], backwards[crops.size() - 1 - k][a], 1e-3F);
    change = std::max(change, std::abs(together[0][a] - single[0][a]));
  }
  EXPECT_GT(change, 1e-4F); // the others matter
}

TEST(SquareNetwork, OnlyDoubtfulSquaresThatReadAnotherWayAreLookedAtAgain) {
  auto network = SquareNetwork::load(*findData("models/detectors/squares.onnx"));
  ASSERT_TRUE(network.has_value()) << network.error().sentence;
  const cv::Mat image = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  const auto found = findBoard(image, BoardRequest{});
  ASSERT_TRUE(found.has_value()) << found.error().sentence;
  const CropSource source = prepareCrops(image, found->view);
  constexpr std::size_t rank = 8;
  std::vector<std::vector<float>> crops(3 * rank, std::vector<float>(SquareCropShape::numbers));
  for (std::size_t file = 0; file < rank; ++file) { // the officers of both sides, and what is between them
    cropColumn(source, found->view.centre_mm(static_cast<int>(file), 0), crops[file].data());
    cropColumn(source, found->view.centre_mm(static_cast<int>(file), 7), crops[rank + file].data());
    std::ranges::transform(crops[file], crops[rank + file], crops[2 * rank + file].begin(),
                           [](float a, float b) { return 0.5F * (a + b); });
  }
  std::vector<const float*> pointers;
  std::ranges::transform(crops, std::back_inserter(pointers), [](const auto& crop) { return crop.data(); });
  const auto alone = network->readAlone(pointers), careful = network->readCarefully(pointers),
             again = network->readCarefully(pointers, alone);
  EXPECT_EQ(again, alone); // nothing reads another way than before
  int doubtful = 0;
  for (std::size_t k = 0; k < crops.size(); ++k) {
    const SquareReading reading = readingOf(alone[k]);
    if (reading.p[static_cast<std::size_t>(reading.best())] >= 0.95) {
      EXPECT_EQ(careful[k], alone[k]);
      continue;
    }
    ++doubtful;
    EXPECT_NE(careful[k], alone[k]);
    EXPECT_NEAR(careful[k][SquareNetwork::foot], alone[k][SquareNetwork::foot], 0.1F); // moved back
  }
  EXPECT_GT(doubtful, 0);
  EXPECT_LT(doubtful, 16);
}

TEST(SquareNetwork, TheFilesBesideItAreNeeded) {
  const auto folder = std::filesystem::temp_directory_path() / "linesman_half_network";
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(*findData("models/detectors/squares.onnx"), folder / "squares.onnx",
                             std::filesystem::copy_options::overwrite_existing);
  const auto alone = SquareNetwork::load(folder / "squares.onnx");
  ASSERT_FALSE(alone.has_value());
  EXPECT_NE(alone.error().sentence.find("squares_together.onnx"), std::string::npos);
  std::filesystem::copy_file(*findData("models/detectors/squares_together.onnx"), folder / "squares_together.onnx",
                             std::filesystem::copy_options::overwrite_existing);
  const auto two = SquareNetwork::load(folder / "squares.onnx");
  ASSERT_FALSE(two.has_value());
  EXPECT_NE(two.error().sentence.find("squares_screen.onnx"), std::string::npos);
  std::filesystem::copy_file(*findData("models/detectors/dice.onnx"), folder / "squares_screen.onnx",
                             std::filesystem::copy_options::overwrite_existing);
  const auto other = SquareNetwork::load(folder / "squares.onnx"); // a network, but for something else
  ASSERT_FALSE(other.has_value());
  EXPECT_NE(other.error().sentence.find("squares_screen.onnx"), std::string::npos);
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace linesman
