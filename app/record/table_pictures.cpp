#include "app/record/table_pictures.h"

#include <filesystem>

#include <nlohmann/json.hpp>

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

std::optional<Lens> pictureLens(const std::string& folder, long long seq) {
  std::error_code ignored;
  const std::string path = lensFile(folder, seq);
  if (folder.empty() || !fs::exists(path, ignored))
    return std::nullopt;
  auto lens = readLens(path);
  return lens ? std::optional(std::move(*lens)) : std::nullopt;
}

TablePictures::TablePictures(const std::string& record) {
  if (!record.empty())
    folder_ = (fs::path(record) / "pictures").string();
}

void TablePictures::hear(const nlohmann::json& event, const cv::Mat& picture, const std::optional<Lens>& lens) {
  const bool settled = event.at("event") == "settled";
  if (!settled || !event.value("untouched", false))
    quiet_.clear();
  if (!settled || folder_.empty() || picture.empty())
    return;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  const auto seq = event.at("seq").get<long long>();
  if (writeImage(pictureFile(folder_, seq), picture, 85) && lens)
    (void)writeLens(*lens, lensFile(folder_, seq)); // without it the table is drawn from its measurements
  quiet_.push_back(seq);
  if (quiet_.size() <= 3) // first, last, and the one before, to which a dispute may go back
    return;
  fs::remove(pictureFile(folder_, quiet_[1]), ignored);
  fs::remove(lensFile(folder_, quiet_[1]), ignored);
  quiet_.erase(quiet_.begin() + 1);
}

} // namespace linesman::app
