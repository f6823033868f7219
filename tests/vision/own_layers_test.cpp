#include "vision/own_layers.h"

#include <array>
#include <string>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

#include "models/data_path.h"
#include "vision/network_file.h"
#include "vision/own_network.h"
#include "vision/wide_kernels.h"

namespace linesman {
namespace {

struct Shipped {
  const char* file;
  std::vector<int> seen;
  double apart = 0.0;  ///< of what is told
  bool all_own = true; ///< every layer is one of ours
};

class ShippedNetwork : public testing::TestWithParam<Shipped> {
protected:
  cv::Mat told(cv::dnn::Net& net) const {
    cv::Mat seen(GetParam().seen, CV_32F);
    cv::RNG(7).fill(seen, cv::RNG::NORMAL, 0.0, 1.0);
    net.setInput(seen);
    return net.forward().clone();
  }
};

/// Channels last, rectifiers taken along and doubling change where numbers lie, not what they are.
TEST_P(ShippedNetwork, TellsTheSameHoweverItsLayersHandPicturesOn) {
  if (wideKernels() == nullptr)
    GTEST_SKIP() << "The processor's registers are narrow: all layers are OpenCV's.";
  const auto path = findData("models/detectors/" + std::string(GetParam().file));
  ASSERT_TRUE(path);
  auto shipped = readNetwork(*path);
  ASSERT_TRUE(shipped);
  cv::dnn::Net plain = cv::dnn::readNetFromONNX(path->string());
  plain.enableFusion(false);
  const cv::Mat a = told(*shipped), b = told(plain);
  ASSERT_EQ(a.size, b.size);
  EXPECT_LE(cv::norm(a, b, cv::NORM_INF), GetParam().apart);
  EXPECT_GT(cv::norm(a, cv::NORM_INF), 0.1);
}

/// Whatever the number of things seen, which changes from one time to the next.
TEST_P(ShippedNetwork, TellsTheSameWithoutOpenCV) {
  const auto path = findData("models/detectors/" + std::string(GetParam().file));
  ASSERT_TRUE(path);
  auto shipped = readNetwork(*path), other = readNetwork(*path);
  ASSERT_TRUE(shipped && other);
  const auto own = OwnNetwork::of(*other);
  if (wideKernels() == nullptr || !GetParam().all_own) {
    EXPECT_FALSE(own);
    return;
  }
  ASSERT_TRUE(own);
  for (const int count : {3, 1, 4}) {
    std::vector<int> shape = GetParam().seen;
    shape.front() = count;
    cv::Mat seen(shape, CV_32F);
    cv::RNG(11).fill(seen, cv::RNG::NORMAL, 0.0, 1.0);
    shipped->setInput(seen);
    const cv::Mat a = shipped->forward(), b = own->told(seen);
    ASSERT_EQ(a.size, b.size);
    EXPECT_LE(cv::norm(a, b, cv::NORM_INF), GetParam().apart) << count;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ShippedNetwork,
    testing::Values(
        Shipped{"dice.onnx", {2, 3, 96, 96}, 0.0, false}, Shipped{"faces.onnx", {2, 3, 64, 64}, 0.0, false},
        Shipped{"feet.onnx", {2, 4, 64, 64}, 0.0, false}, Shipped{"plastics.onnx", {2, 3, 64, 64}},
        Shipped{"proposals.onnx", {1, 3, 160, 160}}, Shipped{"pyramids.onnx", {3, 5, 64, 64}},
        Shipped{"signs.onnx", {2, 1, 40, 40}, 0.0, false},
        /* OpenCV takes normalisations into the layer before */ Shipped{"squares.onnx", {2, 5, 168, 96}, 1e-4},
        Shipped{"squares_screen.onnx", {2, 5, 56, 32}}),
    [](const auto& of) {
      const std::string file = of.param.file;
      return file.substr(0, file.find('.'));
    });

/// Two fully connected layers of the same numbers, their sum, and a rectifier behind each or behind the sum alone.
TEST(OwnLayers, FullyConnectedOnesAndSumsTellProductsAndSums) {
  useOwnLayers();
  constexpr int in = 21, out = 19, rows = 30;
  cv::RNG rng(5);
  const auto numbers = [&rng](int height, int width) {
    cv::Mat made(height, width, CV_32F);
    rng.fill(made, cv::RNG::NORMAL, 0.0, 1.0);
    return made;
  };
  const cv::Mat seen = numbers(rows, in);
  for (const bool each : {false, true}) {
    cv::dnn::Net net;
    std::array<cv::Mat, 2> expected;
    std::array<int, 2> last{};
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string name = std::to_string(k);
      cv::dnn::LayerParams params, none;
      params.set("num_output", out);
      params.blobs = {numbers(out, in), numbers(1, out)};
      expected[k] = seen * params.blobs[0].t() + cv::repeat(params.blobs[1], rows, 1);
      last[k] = net.addLayer("sums" + name, "InnerProduct", params);
      net.connect(0, 0, last[k], 0);
      if (!each)
        continue;
      const int rectifier = net.addLayer("rectifier" + name, "ReLU", none);
      net.connect(last[k], 0, rectifier, 0);
      last[k] = rectifier;
      expected[k] = cv::max(expected[k], 0.0);
    }
    cv::dnn::LayerParams params, none;
    const int sum = net.addLayer("sum", "Eltwise", params);
    net.connect(last[0], 0, sum, 0);
    net.connect(last[1], 0, sum, 1);
    cv::Mat all = expected[0] + expected[1];
    if (!each) {
      net.connect(sum, 0, net.addLayer("rectifier", "ReLU", none), 0);
      all = cv::max(all, 0.0);
    }
    net.setInput(seen);
    EXPECT_LT(cv::norm(net.forward(), all, cv::NORM_INF), 1e-4);
  }
}

} // namespace
} // namespace linesman
