#include "vision/film_file.h"

#include <filesystem>

#include "models/signed_file.h"
#include "models/text_file.h"
#include "vision/media/media.h"

namespace linesman {

namespace fs = std::filesystem;

FilmFile::FilmFile(std::string path, std::string beside, std::unique_ptr<FilmDevice> device)
    : path_(std::move(path)), beside_(std::move(beside)), device_(std::move(device)) {}
FilmFile::FilmFile(FilmFile&&) noexcept = default;
FilmFile::~FilmFile() {
  discard();
}

void FilmFile::discard() {
  if (!device_)
    return;
  device_.reset();
  std::error_code ignored;
  fs::remove(beside_, ignored);
}

Result<FilmFile> FilmFile::create(const std::string& path, double fps, cv::Size size) {
  if (!path.ends_with(".avi") && !path.ends_with(".mp4"))
    return fail("The film " + path + " has no ending this program can write; end the name in .avi or .mp4.");
  const Media* media = Media::instance();
  if (media == nullptr)
    return fail("Films need the library liblinesman_media.so, which was not found; install Linesman again.");
  fs::path beside = path;
  beside.replace_extension(ownEnding() + beside.extension().string());
  auto device = media->create(beside.string(), fps, size);
  if (device == nullptr)
    return fail("The film " + path + " cannot be written; check the folder, or end the name in .avi.");
  return FilmFile(path, beside.string(), std::move(device));
}

Result<void> FilmFile::write(const cv::Mat& image) {
  if (!device_->write(image))
    return fail("The film " + path_ + " could not be written to its end; check the space on the disk.");
  return {};
}

Result<void> FilmFile::finish() {
  constexpr std::uintmax_t little = 65536;
  device_.reset(); // writes what is left, and does not say whether there was room for it
  std::error_code error, ignored;
  const auto size = fs::file_size(beside_, ignored);
  const bool whole = size != static_cast<std::uintmax_t>(-1) && size > 0 &&
                     fs::space(fs::absolute(beside_, ignored).parent_path(), ignored).available >= little;
  if (whole) {
    sign(beside_);
    fs::rename(beside_, path_, error);
  }
  if (whole && !error)
    return {};
  fs::remove(beside_, ignored);
  return fail("The film " + path_ + " could not be written to its end; check the space on the disk.");
}

} // namespace linesman
