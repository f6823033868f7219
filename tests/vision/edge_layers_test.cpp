#include "vision/edge_layers.h"

#include <gtest/gtest.h>

#include "models/data_path.h"
#include "vision/network_file.h"

namespace linesman {
namespace {

TEST(WideEdgeLayers, TellWhatTheNetworkTells) {
  if (wideKernels() == nullptr)
    GTEST_SKIP() << "The processor's registers are narrow: OpenCV asks the network.";
  constexpr int colours = 3 * (2 * EdgeNetwork::steps + 1), common = colours + 7 + EdgeNetwork::context - 1;
  const auto path = findData("models/detectors/edges.onnx");
  ASSERT_TRUE(path.has_value());
  auto net = readNetwork(*path);
  ASSERT_TRUE(net.has_value());
  const auto layers = WideEdgeLayers::of(*net, colours + 1, common);
  ASSERT_TRUE(layers.has_value());

  const std::vector<SeenEdges::Range> edges = {{0, 13}, {13, 14}, {14, 31}};
  const int n = edges.back().end;
  std::srand(1); // Eigen's numbers
  const SeenEdges seen{Eigen::ArrayXXf::Random(colours + 1, n), Eigen::ArrayXXf::Random(common, 8), edges};
  const std::vector<LearnedCrossing> told = layers->read(seen);
  ASSERT_EQ(told.size(), static_cast<std::size_t>(n));
  for (std::size_t e = 0; e < edges.size(); ++e)
    for (int i = edges[e].begin; i < edges[e].end; ++i) {
      cv::Mat in(1, colours + 1 + common, CV_32F);
      Eigen::Map<Eigen::ArrayXf> row(in.ptr<float>(), in.cols);
      row << seen.own.col(i).head(colours), seen.common.col(static_cast<Eigen::Index>(e)), seen.own(colours, i);
      net->setInput(in);
      const LearnedCrossing expected = LearnedCrossing::of(net->forward().ptr<float>());
      EXPECT_NEAR(told[static_cast<std::size_t>(i)].offset_px, expected.offset_px, 1e-4);
      EXPECT_NEAR(told[static_cast<std::size_t>(i)].sigma_px, expected.sigma_px, 1e-4);
      EXPECT_NEAR(told[static_cast<std::size_t>(i)].log_edge_sigma, expected.log_edge_sigma, 1e-4);
    }
}

TEST(WideEdgeLayers, ANetworkForSomethingElseHasNone) {
  const auto path = findData("models/detectors/dice.onnx");
  ASSERT_TRUE(path.has_value());
  auto net = readNetwork(*path);
  ASSERT_TRUE(net.has_value());
  EXPECT_FALSE(WideEdgeLayers::of(*net, 76, 96).has_value());
}

} // namespace
} // namespace linesman
