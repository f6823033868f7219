#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <opencv2/dnn.hpp>

#include "models/data_path.h"
#include "models/result.h"

namespace linesman {

/// A network's file, read to be run by OpenCV itself.
Result<cv::dnn::Net> readNetwork(const std::filesystem::path& path);
/// The same of one that makes numbers of the shape `told` of those of the shape `seen` (its file does not tell how many
/// it wants).
Result<cv::dnn::Net> readNetwork(const std::filesystem::path& path, const cv::dnn::MatShape& seen,
                                 const cv::dnn::MatShape& told);

/// What is said of a file that holds no network, or another one.
tl::unexpected<Error> notTheNetwork(const std::filesystem::path& path);

/// What ships with the program as `data`, or why it cannot be read.
template <class Network> Result<std::shared_ptr<const Network>> readShipped(const std::string& data) {
  const auto path = findData(data);
  auto network = path ? Network::load(*path) : tl::unexpected(path.error());
  if (!network)
    return tl::unexpected(network.error());
  return std::make_shared<const Network>(std::move(*network));
}

/// The same; nothing where that cannot be read.
template <class Network> std::shared_ptr<const Network> loadShipped(const std::string& data) {
  return readShipped<Network>(data).value_or(nullptr);
}

} // namespace linesman
