#include "vision/network_file.h"

#include <utility>

#include <opencv2/dnn/all_layers.hpp>
#include <opencv2/dnn/layer.hpp>

#include "vision/plain_convolution.h"
#include "vision/winograd.h"

namespace linesman {

namespace {

/// What OpenCV is given in place of its own convolutions. `Convolution`: with apply(), as Winograd has it.
template <class Convolution> class FastConvolution : public cv::dnn::Layer {
public:
  FastConvolution(const cv::dnn::LayerParams& params, const ConvolutionShape& shape, Convolution convolution)
      : Layer(params), shape_(shape), convolution_(std::move(convolution)) {}

  bool getMemoryShapes(const std::vector<cv::dnn::MatShape>& in, const int /*required*/,
                       std::vector<cv::dnn::MatShape>& out, std::vector<cv::dnn::MatShape>& /*room*/) const override {
    out.clear();
    for (const cv::dnn::MatShape& s : in) {
      if (s.size() != 4 || s[1] != shape_.in)
        CV_Error(cv::Error::StsBadSize, "channels");
      out.push_back({s[0], shape_.out, shape_.rowsOut(s[2]), shape_.columnsOut(s[3])});
    }
    return false;
  }

  void forward(cv::InputArrayOfArrays in, cv::OutputArrayOfArrays out, cv::OutputArrayOfArrays /*room*/) override {
    std::vector<cv::Mat> seen, told;
    in.getMatVector(seen);
    out.getMatVector(told);
    for (std::size_t k = 0; k < seen.size(); ++k)
      convolution_.apply(seen[k].ptr<float>(), seen[k].size[0], seen[k].size[2], seen[k].size[3], told[k].ptr<float>());
  }

private:
  ConvolutionShape shape_;
  Convolution convolution_;
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
    return cv::makePtr<FastConvolution<Winograd>>(params, shape, Winograd(weights, bias, shape.out, shape.in));
  return cv::makePtr<FastConvolution<PlainConvolution>>(params, shape, PlainConvolution(weights, bias, shape));
}

/// From now on the networks of this program are made with `convolution`.
void useFastConvolutions() {
  static const bool once = [] {
    cv::dnn::LayerFactory::registerLayer("Convolution", convolution);
    return true;
  }();
  static_cast<void>(once);
}

} // namespace

tl::unexpected<Error> notTheNetwork(const std::filesystem::path& path) {
  return fail(path.string() + " is not a network this program can read; install the program's data again.");
}

Result<cv::dnn::Net> readNetwork(const std::filesystem::path& path) {
  useFastConvolutions();
  try {
    cv::dnn::Net net = cv::dnn::readNetFromONNX(path.string());
    net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    return net;
  } catch (const cv::Exception&) {
    return notTheNetwork(path);
  }
}

Result<cv::dnn::Net> readNetwork(const std::filesystem::path& path, const cv::dnn::MatShape& seen,
                                 const cv::dnn::MatShape& told) {
  auto net = readNetwork(path);
  if (!net)
    return net;
  try {
    std::vector<cv::dnn::MatShape> in, out;
    net->getLayerShapes(seen, net->getUnconnectedOutLayers().front(), in, out);
    if (out.empty() || out.front() != told)
      return notTheNetwork(path);
  } catch (const cv::Exception&) {
    return notTheNetwork(path);
  }
  return net;
}

} // namespace linesman
