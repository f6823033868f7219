#pragma once
#include <cstddef>

#include <opencv2/core/utility.hpp>

namespace linesman {

/// Calls work(i) for i < count on all cores; each call writes only what is its own.
template <class Work> void inParallel(std::size_t count, const Work& work) {
  cv::parallel_for_(cv::Range(0, static_cast<int>(count)), [&](const cv::Range& range) {
    for (int i = range.start; i < range.end; ++i)
      work(static_cast<std::size_t>(i));
  });
}

} // namespace linesman
