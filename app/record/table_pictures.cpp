#include "app/record/table_pictures.h"

#include <filesystem>

#include "calibration/lens_file.h"
#include "vision/picture_file.h"

namespace linesman::app {

namespace fs = std::filesystem;

namespace {
std::string lensFile(const std::string& folder, long long seq) {
  return (fs::path(folder) / (std::to_string(seq) + ".lens.yml")).string();
}
} // namespace

std::string pictureFile(const std::string& folder, long long seq) {
  return (fs::path(folder) / (std::to_string(seq) + ".jpg")).string();
}

void keepPicture(const std::string& folder, long long seq, const cv::Mat& picture, const std::optional<Lens>& lens) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  if (writeImage(pictureFile(folder, seq), picture, 85) && lens)
    (void)writeLens(*lens, lensFile(folder, seq)); // without it the table is drawn from its measurements
}

std::optional<Lens> pictureLens(const std::string& folder, long long seq) {
  std::error_code ignored;
  const std::string path = lensFile(folder, seq);
  if (folder.empty() || !fs::exists(path, ignored))
    return std::nullopt;
  auto lens = readLens(path);
  return lens ? std::optional(std::move(*lens)) : std::nullopt;
}

} // namespace linesman::app
