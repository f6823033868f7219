#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/result.h"

namespace linesman {

/// A network's file, ready to be asked by several threads; of a network of other layers than our own one is answered
/// at a time.
class RunNetwork {
public:
  /// Of a network that makes numbers of the shape `told` of those of the shape `seen` (readNetwork).
  static Result<RunNetwork> load(const std::filesystem::path& path, const std::vector<int>& seen,
                                 const std::vector<int>& told);
  ~RunNetwork();
  RunNetwork(RunNetwork&&) noexcept;
  RunNetwork& operator=(RunNetwork&&) noexcept;

  /// What it makes of `seen`, 32F; the answer is the caller's own.
  cv::Mat told(const cv::Mat& seen) const;

private:
  struct Net;
  explicit RunNetwork(std::unique_ptr<Net> net);
  std::unique_ptr<Net> net_;
};

} // namespace linesman
