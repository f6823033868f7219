#include "vision/network_file.h"

#include <algorithm>

#include <opencv2/dnn/all_layers.hpp>
#include <opencv2/dnn/layer.hpp>

#include "vision/winograd.h"

namespace linesman {

namespace {

/// What OpenCV is given in place of its own convolutions that Winograd can reckon.
class WinogradLayer : public cv::dnn::Layer {
public:
  /// `weights`: out x in x 3 x 3.
  WinogradLayer(const cv::dnn::LayerParams& params, const cv::Mat& weights, const cv::Mat& bias)
      : Layer(params), out_(weights.size[0]),
        winograd_(weights.ptr<float>(), bias.ptr<float>(), out_, weights.size[1]) {}

  bool getMemoryShapes(const std::vector<cv::dnn::MatShape>& in, const int /*required*/,
                       std::vector<cv::dnn::MatShape>& out, std::vector<cv::dnn::MatShape>& /*room*/) const override {
    out = in;
    for (cv::dnn::MatShape& shape : out)
      shape[1] = out_;
    return false;
  }

  void forward(cv::InputArrayOfArrays in, cv::OutputArrayOfArrays out, cv::OutputArrayOfArrays /*room*/) override {
    std::vector<cv::Mat> seen, told;
    in.getMatVector(seen);
    out.getMatVector(told);
    for (std::size_t k = 0; k < seen.size(); ++k)
      winograd_.apply(seen[k].ptr<float>(), seen[k].size[0], seen[k].size[2], seen[k].size[3], told[k].ptr<float>());
  }

private:
  int out_;
  Winograd winograd_;
};

bool all(const std::vector<std::size_t>& of, std::size_t value) {
  return of.size() == 2 && std::ranges::count(of, value) == 2;
}

/// `weights`: out x in (of a group) x rows x columns.
bool suitsWinograd(const cv::dnn::BaseConvolutionLayer& layer, const cv::Mat& weights, int groups) {
  return all(layer.kernel_size, 3) && all(layer.strides, 1) && all(layer.dilations, 1) && all(layer.pads_begin, 1) &&
         all(layer.pads_end, 1) && groups == 1 && weights.type() == CV_32F && weights.isContinuous() &&
         weights.size[0] % Winograd::lanes == 0 && weights.size[1] % Winograd::lanes == 0;
}

cv::Ptr<cv::dnn::Layer> convolution(cv::dnn::LayerParams& params) {
  cv::Ptr<cv::dnn::BaseConvolutionLayer> plain = cv::dnn::ConvolutionLayer::create(params);
  if (params.blobs.size() != 2 || !suitsWinograd(*plain, params.blobs[0], params.get<int>("group", 1)))
    return plain;
  return cv::makePtr<WinogradLayer>(params, params.blobs[0], params.blobs[1]);
}

/// From now on the networks of this program are made with `convolution`.
void useWinograd() {
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
  useWinograd();
  try {
    cv::dnn::Net net = cv::dnn::readNetFromONNX(path.string());
    net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    return net;
  } catch (const cv::Exception&) {
    return notTheNetwork(path);
  }
}

} // namespace linesman
