#pragma once
#include <filesystem>

#include <opencv2/dnn.hpp>

#include "models/result.h"

namespace linesman {

/// A network's file, read to be run by OpenCV itself.
Result<cv::dnn::Net> readNetwork(const std::filesystem::path& path);

/// What is said of a file that holds no network, or another one.
tl::unexpected<Error> notTheNetwork(const std::filesystem::path& path);

} // namespace linesman
