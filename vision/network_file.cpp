#include "vision/network_file.h"

namespace linesman {

tl::unexpected<Error> notTheNetwork(const std::filesystem::path& path) {
  return fail(path.string() + " is not a network this program can read; install the program's data again.");
}

Result<cv::dnn::Net> readNetwork(const std::filesystem::path& path) {
  try {
    cv::dnn::Net net = cv::dnn::readNetFromONNX(path.string());
    net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    return net;
  } catch (const cv::Exception&) {
    return notTheNetwork(path);
  }
}

} // namespace linesman
