#include "vision/network_file.h"

#include "vision/own_layers.h"
#include "vision/own_network.h"

namespace linesman {

tl::unexpected<Error> notTheNetwork(const std::filesystem::path& path) {
  return fail(path.string() + " is not a network this program can read; install the program's data again.");
}

Result<cv::dnn::Net> readNetwork(const std::filesystem::path& path) {
  useOwnLayers();
  try {
    cv::dnn::Net net = cv::dnn::readNetFromONNX(path.string());
    net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    handChannelsLast(net);
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
