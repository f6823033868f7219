#pragma once
#include <vector>

#include <opencv2/dnn/all_layers.hpp>
#include <opencv2/dnn/layer.hpp>

namespace linesman {

/// A layer of a network that is this program's own: run by OpenCV, or without it (OwnNetwork). OpenCV knows shapes of
/// pictures as channels before rows always.
class OwnLayer : public cv::dnn::Layer {
public:
  explicit OwnLayer(const cv::dnn::LayerParams& params) : Layer(params) {}

  /// The shape of what is told of things seen of these shapes. Throws cv::Exception where the layer is not for them.
  virtual cv::dnn::MatShape shapeTold(const std::vector<cv::dnn::MatShape>& seen) const = 0;
  /// `told`: of that shape. Several threads may ask.
  virtual void tell(const std::vector<cv::Mat>& seen, cv::Mat& told) const = 0;
  /// Reads pictures in whatever layout and tells them in the same one: where it does not matter which place is which.
  virtual bool keepsLayout() const { return false; }

  /// Takes a rectifier that alone reads what is told, so that it needs no way through the memory of its own.
  bool setActivation(const cv::Ptr<cv::dnn::ActivationLayer>& activation) override;
  /// Takes the factor and the summand of each number told, once and for all.
  virtual bool takeScale(const cv::Mat& /*scale*/, const cv::Mat& /*shift*/) { return false; }
  bool getMemoryShapes(const std::vector<cv::dnn::MatShape>& in, int required, std::vector<cv::dnn::MatShape>& out,
                       std::vector<cv::dnn::MatShape>& room) const override;
  void forward(cv::InputArrayOfArrays in, cv::OutputArrayOfArrays out, cv::OutputArrayOfArrays room) override;

protected:
  static const cv::dnn::MatShape& onlyOne(const std::vector<cv::dnn::MatShape>& seen);
  bool rectified() const { return rectified_; }

private:
  virtual bool canRectify() const { return true; }

  bool rectified_ = false;
};

/// One that reads and writes pictures in either layout.
class PictureLayer : public OwnLayer {
public:
  using OwnLayer::OwnLayer;

  bool seen_channels_last = false, told_channels_last = false;
};

} // namespace linesman
