#include "vision/own_layers.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/dnn/all_layers.hpp>
#include <opencv2/dnn/layer.hpp>

#include "vision/plain_convolution.h"
#include "vision/wide_layer.h"
#include "vision/winograd.h"

namespace linesman {

namespace {

/// Whether what is told by a layer of our own may be rectified in one go with it.
bool isRectifier(const cv::Ptr<cv::dnn::ActivationLayer>& activation) {
  const auto rectifier = activation.dynamicCast<cv::dnn::ReLULayer>();
  return rectifier && rectifier->negativeSlope == 0.0F;
}

/// A layer that tells one thing of each thing seen.
class OwnLayer : public cv::dnn::Layer {
public:
  explicit OwnLayer(const cv::dnn::LayerParams& params) : Layer(params) {}

  bool getMemoryShapes(const std::vector<cv::dnn::MatShape>& in, const int /*required*/,
                       std::vector<cv::dnn::MatShape>& out, std::vector<cv::dnn::MatShape>& /*room*/) const override {
    out.clear();
    for (const cv::dnn::MatShape& s : in)
      out.push_back(shapeTold(s));
    return false;
  }

  void forward(cv::InputArrayOfArrays in, cv::OutputArrayOfArrays out, cv::OutputArrayOfArrays /*room*/) override {
    std::vector<cv::Mat> seen, told;
    in.getMatVector(seen);
    out.getMatVector(told);
    for (std::size_t k = 0; k < seen.size(); ++k)
      tell(seen[k], told[k]);
  }

private:
  virtual cv::dnn::MatShape shapeTold(const cv::dnn::MatShape& seen) const = 0;
  virtual void tell(const cv::Mat& seen, cv::Mat& told) const = 0;
};

/// The sum of two things, number by number: where these lie does not matter.
class Sum : public cv::dnn::Layer {
public:
  explicit Sum(const cv::dnn::LayerParams& params) : Layer(params) {}

  bool getMemoryShapes(const std::vector<cv::dnn::MatShape>& in, const int /*required*/,
                       std::vector<cv::dnn::MatShape>& out, std::vector<cv::dnn::MatShape>& /*room*/) const override {
    if (in.size() != 2 || in[0] != in[1])
      CV_Error(cv::Error::StsBadSize, "two alike");
    out.assign(1, in[0]);
    return false;
  }

  bool setActivation(const cv::Ptr<cv::dnn::ActivationLayer>& activation) override {
    return rectified_ = isRectifier(activation);
  }

  void forward(cv::InputArrayOfArrays in, cv::OutputArrayOfArrays out, cv::OutputArrayOfArrays /*room*/) override {
    std::vector<cv::Mat> seen, told;
    in.getMatVector(seen);
    out.getMatVector(told);
    const float *a = seen[0].ptr<float>(), *b = seen[1].ptr<float>();
    float* sum = told[0].ptr<float>();
    const cv::v_float32x4 least = cv::v_setall_f32(rectified_ ? 0.0F : std::numeric_limits<float>::lowest());
    const std::size_t count = seen[0].total();
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
      cv::v_store(sum + i, cv::v_max(cv::v_load(a + i) + cv::v_load(b + i), least));
    for (; i < count; ++i)
      sum[i] = std::max(a[i] + b[i], least.get0());
  }

private:
  bool rectified_ = false;
};

/// One that reads and writes pictures in either layout. OpenCV knows their shapes as channels before rows always.
class PictureLayer : public OwnLayer {
public:
  using OwnLayer::OwnLayer;

  ConvolutionLayout layout;
};

/// `Convolution`: with apply(), as Winograd has it.
template <class Convolution> class OwnConvolution : public PictureLayer {
public:
  OwnConvolution(const cv::dnn::LayerParams& params, const ConvolutionShape& shape, Convolution convolution)
      : PictureLayer(params), shape_(shape), convolution_(std::move(convolution)) {}

  /// Takes a rectifier that alone reads what is told, so that it needs no way through the memory of its own.
  bool setActivation(const cv::Ptr<cv::dnn::ActivationLayer>& activation) override {
    return layout.rectified = isRectifier(activation);
  }

private:
  cv::dnn::MatShape shapeTold(const cv::dnn::MatShape& seen) const override {
    if (seen.size() != 4 || seen[1] != shape_.in)
      CV_Error(cv::Error::StsBadSize, "channels");
    return {seen[0], shape_.out, shape_.rowsOut(seen[2]), shape_.columnsOut(seen[3])};
  }
  void tell(const cv::Mat& seen, cv::Mat& told) const override {
    convolution_.apply(seen.ptr<float>(), seen.size[0], seen.size[2], seen.size[3], told.ptr<float>(), layout);
  }

  ConvolutionShape shape_;
  Convolution convolution_;
};

/// Every pixel becomes 2 x 2 of them. What is handed on lies as what is seen does.
class Doubling : public PictureLayer {
public:
  using PictureLayer::PictureLayer;

private:
  cv::dnn::MatShape shapeTold(const cv::dnn::MatShape& seen) const override {
    if (seen.size() != 4)
      CV_Error(cv::Error::StsBadSize, "pictures");
    return {seen[0], seen[1], 2 * seen[2], 2 * seen[3]};
  }
  void tell(const cv::Mat& seen, cv::Mat& told) const override {
    const bool last = layout.seen_channels_last;
    const auto together = static_cast<std::size_t>(last ? seen.size[1] : 1), // numbers of a pixel
        planes =
            seen.total() / (static_cast<std::size_t>(seen.size[2]) * static_cast<std::size_t>(seen.size[3]) * together),
               rows = planes * static_cast<std::size_t>(seen.size[2]), columns = static_cast<std::size_t>(seen.size[3]);
    const float* from = seen.ptr<float>();
    float* to = told.ptr<float>();
    for (std::size_t y = 0; y < rows; ++y) {
      float* const first = to;
      for (std::size_t x = 0; x < columns; ++x, from += together)
        for (int twice = 0; twice < 2; ++twice)
          to = std::copy_n(from, together, to);
      to = std::copy(first, to, to);
    }
  }
};

/// Every number told is a sum of all that are seen. The weights, which hardly fit near the processor, are read once for
/// some things seen, where OpenCV reads them for each.
class FullyConnected : public OwnLayer {
public:
  FullyConnected(const cv::dnn::LayerParams& params, const cv::Mat& weights, const cv::Mat& bias)
      : OwnLayer(params), out_(weights.rows), in_(weights.cols), sums_(weights.ptr<float>(), out_, in_, 0, in_),
        bias_(bias.ptr<float>(), bias.ptr<float>() + out_) {
    bias_.resize(sums_.out());
  }

  bool setActivation(const cv::Ptr<cv::dnn::ActivationLayer>& activation) override {
    return rectified_ = isRectifier(activation);
  }

private:
  cv::dnn::MatShape shapeTold(const cv::dnn::MatShape& seen) const override {
    if (seen.size() != 2 || seen[1] != in_)
      CV_Error(cv::Error::StsBadSize, "numbers");
    return {seen[0], out_};
  }
  void tell(const cv::Mat& seen, cv::Mat& told) const override {
    cv::Mat all = told;
    if (static_cast<int>(sums_.out()) > out_)
      all.create(seen.rows, static_cast<int>(sums_.out()), CV_32F);
    sums_.apply(seen.ptr<float>(), static_cast<std::size_t>(seen.rows), bias_.data(), rectified_, all.ptr<float>());
    if (all.cols > out_)
      all.colRange(0, out_).copyTo(told);
  }

  int out_, in_;
  WideLayer sums_;
  std::vector<float> bias_;
  bool rectified_ = false;
};

bool isMultiple(int channels) {
  return channels % static_cast<int>(lanes) == 0;
}

bool suitsWinograd(const ConvolutionShape& s) {
  return isMultiple(s.in) && s.rows == 3 && s.columns == 3 && s.down == 1 && s.across == 1 && s.border_rows == 1 &&
         s.border_columns == 1;
}

/// Whether our convolutions are made for it: two dimensions, one group, the same border on both sides, no padding by
/// name, weights and bias of floats.
bool isCommon(const cv::dnn::BaseConvolutionLayer& layer, const cv::dnn::LayerParams& params) {
  return params.blobs.size() == 2 && params.blobs[0].dims == 4 && params.blobs[0].type() == CV_32F &&
         params.blobs[0].isContinuous() && params.blobs[1].type() == CV_32F && params.get<int>("group", 1) == 1 &&
         layer.kernel_size.size() == 2 && layer.dilations == std::vector<std::size_t>{1, 1} && layer.padMode.empty() &&
         layer.pads_begin == layer.pads_end && isMultiple(params.blobs[0].size[0]);
}

ConvolutionShape shapeOf(const cv::dnn::BaseConvolutionLayer& layer, const cv::Mat& weights) {
  const auto of = [](const std::vector<std::size_t>& pair, std::size_t k) { return static_cast<int>(pair[k]); };
  return {weights.size[0],      weights.size[1],      weights.size[2],         weights.size[3],
          of(layer.strides, 0), of(layer.strides, 1), of(layer.pads_begin, 0), of(layer.pads_begin, 1)};
}

cv::Ptr<cv::dnn::Layer> convolution(cv::dnn::LayerParams& params) {
  cv::Ptr<cv::dnn::BaseConvolutionLayer> layer = cv::dnn::ConvolutionLayer::create(params);
  if (wideKernels() == nullptr || !isCommon(*layer, params))
    return layer;
  const ConvolutionShape shape = shapeOf(*layer, params.blobs[0]);
  const float *weights = params.blobs[0].ptr<float>(), *bias = params.blobs[1].ptr<float>();
  if (suitsWinograd(shape))
    return cv::makePtr<OwnConvolution<Winograd>>(params, shape, Winograd(weights, bias, shape.out, shape.in));
  return cv::makePtr<OwnConvolution<PlainConvolution>>(params, shape, PlainConvolution(weights, bias, shape));
}

cv::Ptr<cv::dnn::Layer> fullyConnected(cv::dnn::LayerParams& params) {
  const auto is_ours = [](const cv::Mat& blob) { return blob.type() == CV_32F && blob.isContinuous(); };
  if (wideKernels() == nullptr || params.blobs.size() != 2 || params.blobs[0].dims != 2 ||
      params.get<int>("axis", 1) != 1 || !is_ours(params.blobs[0]) || !is_ours(params.blobs[1]) ||
      static_cast<int>(params.blobs[1].total()) != params.blobs[0].rows)
    return cv::dnn::InnerProductLayer::create(params);
  return cv::makePtr<FullyConnected>(params, params.blobs[0], params.blobs[1]);
}

cv::Ptr<cv::dnn::Layer> elementwise(cv::dnn::LayerParams& params) {
  const bool is_sum = params.get<cv::String>("operation", "sum") == "sum" && !params.has("coeff") &&
                      !params.has("output_channels_mode");
  if (wideKernels() == nullptr || !is_sum)
    return cv::dnn::EltwiseLayer::create(params);
  return cv::makePtr<Sum>(params);
}

cv::Ptr<cv::dnn::Layer> resize(cv::dnn::LayerParams& params) {
  const auto factor = [&](const char* axis) {
    return params.get<float>(std::string("zoom_factor_") + axis, params.get<float>("zoom_factor", 0.0F));
  };
  if (params.get<cv::String>("interpolation", "") == "nearest" && factor("x") == 2.0F && factor("y") == 2.0F)
    return cv::makePtr<Doubling>(params);
  return cv::dnn::ResizeLayer::create(params);
}

/// A layer of a network and which ones read what it tells.
struct Node {
  cv::Ptr<cv::dnn::Layer> layer;
  std::vector<int> seen, readers;
  bool hands_last = false; ///< tells pictures with channels last

  PictureLayer* own() const { return dynamic_cast<PictureLayer*>(layer.get()); }
  /// Reads pictures in whatever layout and tells them in the same one: where it does not matter which place is which.
  bool keepsLayout() const {
    return layer->type == "Eltwise" || layer->type == "ReLU" || dynamic_cast<Doubling*>(layer.get()) != nullptr;
  }
};

std::map<int, Node> nodesOf(const cv::dnn::Net& net) {
  std::map<int, Node> nodes;
  std::map<const cv::dnn::Layer*, int> ids;
  for (const cv::String& name : net.getLayerNames()) {
    const int id = net.getLayerId(name);
    nodes[id].layer = net.getLayer(id);
    ids[nodes[id].layer.get()] = id;
  }
  for (auto& [id, node] : nodes)
    for (const cv::Ptr<cv::dnn::Layer>& input : net.getLayerInputs(id)) {
      const auto known = ids.find(input.get());
      node.seen.push_back(known == ids.end() ? -1 : known->second);
      if (known != ids.end())
        nodes.at(known->second).readers.push_back(id);
    }
  return nodes;
}

/// Could this layer hand on pictures with channels last, as the others are to?
bool couldHandLast(const Node& node, const std::map<int, Node>& nodes) {
  const auto seen_last = [&](int id) { return id >= 0 && nodes.at(id).hands_last; };
  const auto reads_last = [&](int id) {
    const Node& reader = nodes.at(id);
    return reader.keepsLayout() ? reader.hands_last : reader.own() != nullptr;
  };
  return (node.keepsLayout() ? std::ranges::all_of(node.seen, seen_last) : node.own() != nullptr) &&
         !node.readers.empty() && std::ranges::all_of(node.readers, reads_last);
}

} // namespace

void useOwnLayers() {
  static const bool once = [] {
    cv::dnn::LayerFactory::registerLayer("Convolution", convolution);
    cv::dnn::LayerFactory::registerLayer("InnerProduct", fullyConnected);
    cv::dnn::LayerFactory::registerLayer("Eltwise", elementwise);
    cv::dnn::LayerFactory::registerLayer("Resize", resize);
    return true;
  }();
  static_cast<void>(once);
}

void handChannelsLast(cv::dnn::Net& net) {
  std::map<int, Node> nodes = nodesOf(net);
  for (auto& [id, node] : nodes)
    node.hands_last = true;
  for (bool changed = true; changed;) { // one that does not keeps those around it from doing so
    changed = false;
    for (auto& [id, node] : nodes)
      if (node.hands_last && !couldHandLast(node, nodes)) {
        node.hands_last = false;
        changed = true;
      }
  }
  for (auto& [id, node] : nodes)
    if (PictureLayer* own = node.own()) {
      own->layout.told_channels_last = node.hands_last;
      own->layout.seen_channels_last = node.seen.front() >= 0 && nodes.at(node.seen.front()).hands_last;
    }
}

} // namespace linesman
