#include "vision/die_network.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/data_path.h"
#include "vision/die_reader.h"

namespace linesman {
namespace {

constexpr int enlarged = 8, window = DieReader::window_px;

cv::Point fine(double x, double y) {
  return {cvRound(enlarged * (x + 0.5)), cvRound(enlarged * (y + 0.5))};
}

cv::Mat seen(const cv::Mat& picture) {
  cv::Mat small;
  cv::resize(picture, small, {window, window}, 0, 0, cv::INTER_AREA);
  cv::GaussianBlur(small, small, {}, 1.0);
  return small;
}

cv::Mat emptySquare() {
  return {enlarged * window, enlarged * window, CV_8UC3, cv::Scalar(60, 100, 140)};
}

/// A red die with white pips showing 5, its top face's middle at (x, y), with a darker front.
cv::Mat five(double x, double y, double edge) {
  cv::Mat picture = emptySquare();
  const double h = 0.5 * edge, a = 0.25 * edge;
  cv::rectangle(picture, fine(x - h, y - h), fine(x + h, y + 1.4 * h), {15, 12, 80}, cv::FILLED);
  cv::rectangle(picture, fine(x - h, y - h), fine(x + h, y + h), {40, 30, 190}, cv::FILLED);
  for (const auto& [u, v] : {std::pair{0.0, 0.0}, {a, a}, {a, -a}, {-a, a}, {-a, -a}})
    cv::circle(picture, fine(x + u, y + v), cvRound(0.1 * edge * enlarged), {235, 235, 235}, cv::FILLED, cv::LINE_AA);
  return seen(picture);
}

class ShippedDieNetwork : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(DieNetwork::shipped()) << DieNetwork::shipped().error().sentence;
    network = *DieNetwork::shipped();
  }
  std::shared_ptr<const DieNetwork> network;
};

TEST_F(ShippedDieNetwork, TellsFacePlaceAndSize) {
  for (const double edge : {18.0, 24.0, 30.0}) {
    const DieGuess guess = network->read(five(52.0, 44.0, edge));
    EXPECT_GT(guess.there, 0.9) << edge;
    EXPECT_EQ(guess.best(), 5) << edge;
    EXPECT_LT(std::hypot(guess.x - 52.0, guess.y - 44.0), 0.2 * edge) << edge;
    EXPECT_LT(std::abs(std::log(guess.edge_px / edge)), 0.25) << edge;
  }
}

TEST_F(ShippedDieNetwork, ChancesOfTheFacesSumToOneHoweverTheWindowIsTurned) {
  cv::Mat window = five(50.0, 49.0, 25.0);
  for (int turn = 0; turn < 4; ++turn) {
    const DieGuess guess = network->read(window);
    double sum = 0.0;
    for (const double p : guess.p) {
      EXPECT_GE(p, 0.0);
      sum += p;
    }
    EXPECT_NEAR(sum, 1.0, 1e-6);
    EXPECT_EQ(guess.best(), 5) << turn;
    cv::rotate(window, window, cv::ROTATE_90_CLOCKWISE);
  }
}

TEST_F(ShippedDieNetwork, KeepsToEdgesThatAreKnown) {
  const cv::Mat window = five(52.0, 44.0, 24.0);
  for (const double edge : {21.0, 28.0}) {
    const DieGuess guess = network->read(window, {0.97 * edge, 1.03 * edge});
    EXPECT_GE(guess.edge_px, 0.969 * edge);
    EXPECT_LE(guess.edge_px, 1.031 * edge);
    EXPECT_EQ(guess.best(), 5) << edge;
  }
}

TEST_F(ShippedDieNetwork, SeesNoDieOnAnEmptySquare) {
  EXPECT_LT(network->read(seen(emptySquare())).there, 0.5);
}

/// A window may be finer: lengths are told as if it were not.
TEST_F(ShippedDieNetwork, TellsTheSameOfAFinerWindow) {
  cv::Mat finer;
  cv::resize(five(52.0, 44.0, 24.0), finer, {DieReader::fine_window_px, DieReader::fine_window_px}, 0, 0,
             cv::INTER_CUBIC);
  const DieGuess guess = network->read(finer);
  EXPECT_GT(guess.there, 0.9);
  EXPECT_EQ(guess.best(), 5);
  EXPECT_LT(std::hypot(guess.x - 52.0, guess.y - 44.0), 0.2 * 24.0);
  EXPECT_LT(std::abs(std::log(guess.edge_px / 24.0)), 0.25);
}

TEST(DieNetwork, ATornFileIsOneSentence) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "linesman_torn_dice", shipped = *findData("models/detectors");
  for (const char* torn : {"dice.onnx", "faces.onnx"}) {
    fs::create_directories(folder);
    for (const char* name : {"dice.onnx", "faces.onnx"})
      fs::copy_file(shipped / name, folder / name, fs::copy_options::overwrite_existing);
    std::ofstream(folder / torn) << "not a network";
    const auto network = DieNetwork::load(folder);
    ASSERT_FALSE(network.has_value()) << torn;
    EXPECT_NE(network.error().sentence.find(torn), std::string::npos) << network.error().sentence;
    fs::remove_all(folder);
  }
}

} // namespace
} // namespace linesman
