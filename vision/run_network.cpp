#include "vision/run_network.h"

#include <mutex>
#include <optional>
#include <utility>

#include "vision/network_file.h"
#include "vision/own_network.h"

namespace linesman {

struct RunNetwork::Net {
  std::optional<OwnNetwork> own;
  cv::dnn::Net net; ///< where it is not
  std::mutex busy;
};

RunNetwork::RunNetwork(std::unique_ptr<Net> net) : net_(std::move(net)) {}
RunNetwork::~RunNetwork() = default;
RunNetwork::RunNetwork(RunNetwork&&) noexcept = default;
RunNetwork& RunNetwork::operator=(RunNetwork&&) noexcept = default;

Result<RunNetwork> RunNetwork::load(const std::filesystem::path& path, const std::vector<int>& seen,
                                    const std::vector<int>& told) {
  auto read = readNetwork(path, seen, told);
  if (!read)
    return tl::unexpected(read.error());
  auto net = std::make_unique<Net>();
  if (OwnNetwork::mayRun(*read)) {
    net->own = OwnNetwork::of(*read);
    if (net->own)
      return RunNetwork(std::move(net));
    read = readNetwork(path, seen, told); // its layers were changed
    if (!read)
      return tl::unexpected(read.error());
  }
  net->net = *read;
  return RunNetwork(std::move(net));
}

cv::Mat RunNetwork::told(const cv::Mat& seen) const {
  if (net_->own)
    return net_->own->told(seen);
  const std::lock_guard<std::mutex> lock(net_->busy);
  net_->net.setInput(seen);
  return net_->net.forward().clone(); // what it returns is its own memory
}

} // namespace linesman
