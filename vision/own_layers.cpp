#include "vision/own_layers.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/dnn/all_layers.hpp>

#include "vision/own_layer.h"
#include "vision/plain_convolution.h"
#include "vision/wide_layer.h"
#include "vision/winograd.h"

namespace linesman {

namespace {

/// The sum of two things, number by number: where these lie does not matter.
class Sum : public OwnLayer {
public:
  using OwnLayer::OwnLayer;

  bool keepsLayout() const override { return true; }
  cv::dnn::MatShape shapeTold(const std::vector<cv::dnn::MatShape>& seen) const override {
    if (seen.size() != 2 || seen[0] != seen[1])
      CV_Error(cv::Error::StsBadSize, "two alike");
    return seen.front();
  }
  void tell(const std::vector<cv::Mat>& seen, cv::Mat& told) const override {
    const float *a = seen[0].ptr<float>(), *b = seen[1].ptr<float>();
    float* sum = told.ptr<float>();
    const cv::v_float32x4 least = cv::v_setall_f32(rectified() ? 0.0F : std::numeric_limits<float>::lowest());
    const std::size_t count = seen[0].total();
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
      cv::v_store(sum + i, cv::v_max(cv::v_load(a + i) + cv::v_load(b + i), least));
    for (; i < count; ++i)
      sum[i] = std::max(a[i] + b[i], least.get0());
  }
};

/// `Convolution`: with apply(), as Winograd has it.
template <class Convolution> class OwnConvolution : public PictureLayer {
public:
  OwnConvolution(const cv::dnn::LayerParams& params, const ConvolutionShape& shape, Convolution convolution)
      : PictureLayer(params), shape_(shape), convolution_(std::move(convolution)) {}

  cv::dnn::MatShape shapeTold(const std::vector<cv::dnn::MatShape>& all) const override {
    const cv::dnn::MatShape& seen = onlyOne(all);
    if (seen.size() != 4 || seen[1] != shape_.in)
      CV_Error(cv::Error::StsBadSize, "channels");
    return {seen[0], shape_.out, shape_.rowsOut(seen[2]), shape_.columnsOut(seen[3])};
  }
  void tell(const std::vector<cv::Mat>& all, cv::Mat& told) const override {
    const cv::Mat& seen = all.front();
    convolution_.apply(seen.ptr<float>(), seen.size[0], seen.size[2], seen.size[3], told.ptr<float>(),
                       {seen_channels_last, told_channels_last, rectified()});
  }

private:
  ConvolutionShape shape_;
  Convolution convolution_;
};

/// Every pixel becomes 2 x 2 of them. What is handed on lies as what is seen does.
class Doubling : public PictureLayer {
public:
  using PictureLayer::PictureLayer;

  bool keepsLayout() const override { return true; }
  cv::dnn::MatShape shapeTold(const std::vector<cv::dnn::MatShape>& all) const override {
    const cv::dnn::MatShape& seen = onlyOne(all);
    if (seen.size() != 4)
      CV_Error(cv::Error::StsBadSize, "pictures");
    return {seen[0], seen[1], 2 * seen[2], 2 * seen[3]};
  }
  void tell(const std::vector<cv::Mat>& all, cv::Mat& told) const override {
    const cv::Mat& seen = all.front();
    const bool last = seen_channels_last;
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

private:
  bool canRectify() const override { return false; }
};

/// Every number told is a sum of all that are seen. The weights, which hardly fit near the processor, are read once for
/// some things seen, where OpenCV reads them for each.
class FullyConnected : public OwnLayer {
public:
  FullyConnected(const cv::dnn::LayerParams& params, const cv::Mat& weights, const cv::Mat& bias)
      : OwnLayer(params), out_(weights.rows), in_(weights.cols), weights_(weights),
        sums_(weights.ptr<float>(), out_, in_, 0, in_), bias_(bias.ptr<float>(), bias.ptr<float>() + out_) {
    bias_.resize(sums_.out());
  }

  bool takeScale(const cv::Mat& scale, const cv::Mat& shift) override {
    const auto is_ours = [&](const cv::Mat& of) {
      return of.type() == CV_32F && of.isContinuous() && static_cast<int>(of.total()) == out_;
    };
    if (rectified() || !is_ours(scale) || !is_ours(shift))
      return false;
    weights_ = weights_.clone();
    for (int k = 0; k < out_; ++k) {
      const float by = scale.ptr<float>()[k];
      weights_.row(k) *= by;
      float& bias = bias_[static_cast<std::size_t>(k)];
      bias = by * bias + shift.ptr<float>()[k];
    }
    sums_ = WideLayer(weights_.ptr<float>(), out_, in_, 0, in_);
    return true;
  }

  cv::dnn::MatShape shapeTold(const std::vector<cv::dnn::MatShape>& all) const override {
    const cv::dnn::MatShape& seen = onlyOne(all);
    if (seen.size() != 2 || seen[1] != in_)
      CV_Error(cv::Error::StsBadSize, "numbers");
    return {seen[0], out_};
  }
  void tell(const std::vector<cv::Mat>& all, cv::Mat& told) const override {
    const cv::Mat& seen = all.front();
    cv::Mat sums = told;
    if (static_cast<int>(sums_.out()) > out_)
      sums.create(seen.rows, static_cast<int>(sums_.out()), CV_32F);
    sums_.apply(seen.ptr<float>(), static_cast<std::size_t>(seen.rows), bias_.data(), rectified(), sums.ptr<float>());
    if (sums.cols > out_)
      sums.colRange(0, out_).copyTo(told);
  }

private:
  int out_, in_;
  cv::Mat weights_; ///< out x in
  WideLayer sums_;
  std::vector<float> bias_;
};

/// What several things tell of each thing seen, one after the other.
class Joining : public OwnLayer {
public:
  using OwnLayer::OwnLayer;

  cv::dnn::MatShape shapeTold(const std::vector<cv::dnn::MatShape>& seen) const override {
    cv::dnn::MatShape out = seen.at(0);
    for (std::size_t k = 1; k < seen.size(); ++k) {
      if (seen[k].size() != out.size() || seen[k].size() < 2 || seen[k][0] != out[0] ||
          !std::equal(seen[k].begin() + 2, seen[k].end(), out.begin() + 2))
        CV_Error(cv::Error::StsBadSize, "sizes");
      out[1] += seen[k][1];
    }
    return out;
  }
  void tell(const std::vector<cv::Mat>& seen, cv::Mat& told) const override {
    for (int i = 0; i < told.size[0]; ++i) {
      float* to = told.ptr<float>(i);
      for (const cv::Mat& one : seen)
        to = std::copy_n(one.ptr<float>(i), one.total() / static_cast<std::size_t>(one.size[0]), to);
    }
  }

private:
  bool canRectify() const override { return false; }
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

cv::Ptr<cv::dnn::Layer> join(cv::dnn::LayerParams& params) {
  if (params.get<int>("axis", 1) != 1 || params.get<bool>("padding", false))
    return cv::dnn::ConcatLayer::create(params);
  return cv::makePtr<Joining>(params);
}

cv::Ptr<cv::dnn::Layer> resize(cv::dnn::LayerParams& params) {
  const auto factor = [&](const char* axis) {
    return params.get<float>(std::string("zoom_factor_") + axis, params.get<float>("zoom_factor", 0.0F));
  };
  if (params.get<cv::String>("interpolation", "") == "nearest" && factor("x") == 2.0F && factor("y") == 2.0F)
    return cv::makePtr<Doubling>(params);
  return cv::dnn::ResizeLayer::create(params);
}

} // namespace

void useOwnLayers() {
  static const bool once = [] {
    cv::dnn::LayerFactory::registerLayer("Convolution", convolution);
    cv::dnn::LayerFactory::registerLayer("InnerProduct", fullyConnected);
    cv::dnn::LayerFactory::registerLayer("Eltwise", elementwise);
    cv::dnn::LayerFactory::registerLayer("Resize", resize);
    cv::dnn::LayerFactory::registerLayer("Concat", join);
    return true;
  }();
  static_cast<void>(once);
}

} // namespace linesman
