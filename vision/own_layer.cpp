#include "vision/own_layer.h"

namespace linesman {

bool OwnLayer::setActivation(const cv::Ptr<cv::dnn::ActivationLayer>& activation) {
  const auto rectifier = activation.dynamicCast<cv::dnn::ReLULayer>();
  return rectified_ = canRectify() && rectifier && rectifier->negativeSlope == 0.0F;
}

bool OwnLayer::getMemoryShapes(const std::vector<cv::dnn::MatShape>& in, int /*required*/,
                               std::vector<cv::dnn::MatShape>& out, std::vector<cv::dnn::MatShape>& /*room*/) const {
  out.assign(1, shapeTold(in));
  return false;
}

void OwnLayer::forward(cv::InputArrayOfArrays in, cv::OutputArrayOfArrays out, cv::OutputArrayOfArrays /*room*/) {
  std::vector<cv::Mat> seen, told;
  in.getMatVector(seen);
  out.getMatVector(told);
  tell(seen, told.front());
}

const cv::dnn::MatShape& OwnLayer::onlyOne(const std::vector<cv::dnn::MatShape>& seen) {
  if (seen.size() != 1)
    CV_Error(cv::Error::StsBadSize, "inputs");
  return seen.front();
}

} // namespace linesman
