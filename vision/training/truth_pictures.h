#pragma once
#include <cstdio>
#include <filesystem>
#include <string>

#include <opencv2/imgcodecs.hpp>

namespace linesman {

/// The picture beside a truth file; empty, and said so, where there is none.
inline cv::Mat pictureBeside(const std::string& truth_path) {
  cv::Mat image = cv::imread(std::filesystem::path(truth_path).replace_extension(".jpg").string());
  if (image.empty())
    std::fprintf(stderr, "%s has no picture beside it; render it again.\n", truth_path.c_str());
  return image;
}

/// What the tools do that write samples of pictures with truth: `write(path, number, out)` for every path, which are
/// numbered as they are given. Returns what main() is to return.
template <class Write> int writeOfEach(const char* name, int argc, char** argv, const Write& write) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s OUT_FILE TRUTH.json...\n", name);
    return 2;
  }
  std::FILE* out = std::fopen(argv[1], "wb");
  if (out == nullptr) {
    std::fprintf(stderr, "%s cannot be written; name another place.\n", argv[1]);
    return 1;
  }
  for (int i = 2; i < argc; ++i)
    write(argv[i], i, out);
  std::fclose(out);
  return 0;
}

} // namespace linesman
