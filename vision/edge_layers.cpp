#include "vision/edge_layers.h"

#include <utility>

namespace linesman {

namespace {

using Blobs = std::vector<cv::Mat>; ///< weights and bias

bool isLayer(const Blobs& blobs, int in) {
  return blobs.size() == 2 && blobs[0].dims == 2 && blobs[0].cols == in && blobs[0].type() == CV_32F &&
         blobs[0].isContinuous() && blobs[1].type() == CV_32F && static_cast<int>(blobs[1].total()) == blobs[0].rows;
}

bool fillsRegisters(const Blobs& blobs) {
  return blobs[0].rows % static_cast<int>(lanes) == 0;
}

} // namespace

std::optional<WideEdgeLayers> WideEdgeLayers::of(cv::dnn::Net& net, int own, int common) {
  std::vector<Blobs> layers;
  for (const cv::String& name : net.getLayerNames())
    if (const auto layer = net.getLayer(net.getLayerId(name)); layer->type == "InnerProduct")
      layers.push_back(layer->blobs);
  const int inputs = own + common;
  if (wideKernels() == nullptr || layers.size() != 3 || !isLayer(layers[0], inputs) || !fillsRegisters(layers[0]) ||
      !isLayer(layers[1], layers[0][0].rows) || !fillsRegisters(layers[1]) || !isLayer(layers[2], layers[1][0].rows))
    return std::nullopt;
  cv::Mat of_sample;
  cv::hconcat(layers[0][0].colRange(0, own - 1), layers[0][0].col(inputs - 1), of_sample);
  return WideEdgeLayers(WideLayer(of_sample.ptr<float>(), of_sample.rows, own, 0, own),
                        layerOf(layers[0], own - 1, common), layerOf(layers[1], 0, layers[1][0].cols),
                        layerOf(layers[2], 0, layers[2][0].cols));
}

std::vector<LearnedCrossing> WideEdgeLayers::read(const SeenEdges& seen) const {
  const auto n = static_cast<std::size_t>(seen.own.cols());
  std::vector<float> common(seen.edges.size() * own_.out()), first(n * own_.out()), second(n * second_.sums.out()),
      said(n * last_.sums.out());
  common_.sums.apply(seen.common.data(), seen.edges.size(), common_.bias.data(), false, common.data());
  for (std::size_t e = 0; e < seen.edges.size(); ++e) {
    const auto begin = static_cast<std::size_t>(seen.edges[e].begin), end = static_cast<std::size_t>(seen.edges[e].end);
    own_.apply(seen.own.col(seen.edges[e].begin).data(), end - begin, common.data() + e * own_.out(), true,
               first.data() + begin * own_.out());
  }
  second_.sums.apply(first.data(), n, second_.bias.data(), true, second.data());
  last_.sums.apply(second.data(), n, last_.bias.data(), false, said.data());
  std::vector<LearnedCrossing> out;
  out.reserve(n);
  for (std::size_t i = 0; i < n; ++i)
    out.push_back(LearnedCrossing::of(said.data() + i * last_.sums.out()));
  return out;
}

WideEdgeLayers::WideEdgeLayers(WideLayer own, Layer common, Layer second, Layer last)
    : own_(std::move(own)), common_(std::move(common)), second_(std::move(second)), last_(std::move(last)) {}

WideEdgeLayers::Layer WideEdgeLayers::layerOf(const std::vector<cv::Mat>& blobs, int first, int in) {
  Layer layer{WideLayer(blobs[0].ptr<float>(), blobs[0].rows, blobs[0].cols, first, in),
              std::vector<float>(blobs[1].ptr<float>(), blobs[1].ptr<float>() + blobs[1].total())};
  layer.bias.resize(layer.sums.out());
  return layer;
}

} // namespace linesman
