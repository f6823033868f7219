#include "vision/film_file.h"

#include <filesystem>

#include "vision/media/media.h"

namespace linesman {

FilmFile::FilmFile(std::string path, std::unique_ptr<FilmDevice> device)
    : path_(std::move(path)), device_(std::move(device)) {}
FilmFile::FilmFile(FilmFile&&) noexcept = default;
FilmFile& FilmFile::operator=(FilmFile&&) noexcept = default;
FilmFile::~FilmFile() = default;

Result<FilmFile> FilmFile::create(const std::string& path, double fps, cv::Size size) {
  if (!path.ends_with(".avi") && !path.ends_with(".mp4"))
    return fail("The film " + path + " has no ending this program can write; end the name in .avi or .mp4.");
  const Media* media = Media::instance();
  if (media == nullptr)
    return fail("Films need the library liblinesman_media.so, which was not found; install Linesman again.");
  auto device = media->create(path, fps, size);
  if (device == nullptr)
    return fail("The film " + path + " cannot be written; check the folder, or end the name in .avi.");
  return FilmFile(path, std::move(device));
}

Result<void> FilmFile::write(const cv::Mat& image) {
  if (!device_->write(image))
    return fail("The film " + path_ + " could not be written to its end; check the space on the disk.");
  return {};
}

Result<void> FilmFile::finish() {
  constexpr std::uintmax_t little = 65536;
  device_.reset(); // writes what is left, and does not say whether there was room for it
  std::error_code ignored;
  const std::filesystem::path file = path_;
  const auto size = std::filesystem::file_size(file, ignored);
  if (size == static_cast<std::uintmax_t>(-1) || size == 0 ||
      std::filesystem::space(std::filesystem::absolute(file, ignored).parent_path(), ignored).available < little)
    return fail("The film " + path_ + " could not be written to its end; check the space on the disk.");
  return {};
}

} // namespace linesman
