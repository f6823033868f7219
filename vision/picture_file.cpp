#include "vision/picture_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include <opencv2/imgproc.hpp>

#include "models/text_file.h"
#include "vision/exif.h"
#include "vision/jpeg.h"
#include "vision/media/media.h"
#include "vision/png.h"

namespace linesman {

namespace {

constexpr int least_px = 32; // less shows no table, and filters of OpenCV fail on it

/// Phones save kinds (.heic) that are not read here.
tl::unexpected<Error> torn(const std::string& path) {
  return fail("The picture " + path +
              " cannot be read; it is torn, no picture, or of a kind that is not known here: save it as .jpg or .png.");
}

std::string sizeText(int width_px, int height_px) {
  return std::to_string(width_px) + " x " + std::to_string(height_px);
}

/// Of a WebP file all bytes, for its EXIF data stand behind the picture; of others the first few.
std::string bytesOf(std::FILE* file) {
  std::string bytes(12, '\0');
  std::rewind(file);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  if (!bytes.starts_with("RIFF"))
    return bytes;
  char more[65536];
  for (std::size_t n = 0; (n = std::fread(more, 1, sizeof more, file)) > 0;)
    bytes.append(more, n);
  return bytes;
}

Result<cv::Mat> largeEnough(cv::Mat image, const std::string& path) {
  if (std::min(image.cols, image.rows) < least_px)
    return fail("The picture " + path + " has only " + sizeText(image.cols, image.rows) +
                " pixels; give one of at least " + sizeText(least_px, least_px) + ".");
  return image;
}

} // namespace

Result<cv::Mat> readImage(const std::string& path) {
  std::error_code ignored;
  if (path == "-")
    return fail("Pictures are not read from standard input; save the picture and name its file.");
  if (!std::filesystem::exists(path, ignored))
    return fail("The picture " + path + " does not exist; check the name.");
  if (std::filesystem::is_directory(path, ignored))
    return fail(path + " is a folder; name the pictures in it.");
  if (!std::filesystem::is_regular_file(path, ignored))
    return fail("The picture " + path + " is no file, but a pipe or a device; save the picture and name its file.");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file)
    return fail("The picture " + path + " cannot be read (" + std::strerror(errno) + "); check the rights on it.");
  cv::Mat image;
  switch (decodeJpeg(file.get(), image)) {
  case JpegResult::decoded:
    return largeEnough(std::move(image), path);
  case JpegResult::torn:
    return torn(path);
  case JpegResult::other:
    break;
  }
  if (isTornPng(file.get()))
    return torn(path);
  const Media* media = Media::instance();
  if (media == nullptr)
    return fail("The picture " + path +
                " needs the library liblinesman_media.so, which was not found; install Linesman again.");
  image = media->readImage(path); // which heeds the EXIF data of other kinds, but for WebP
  if (image.empty())
    return torn(path);
  turnUpright(image, exifOrientation(exifOfWebp(bytesOf(file.get()))).value_or(1));
  return largeEnough(std::move(image), path);
}

Result<cv::Mat> readGrey(const std::string& path) {
  const auto image = readImage(path);
  if (!image)
    return image;
  cv::Mat grey;
  cv::cvtColor(*image, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

Result<void> writeImage(const std::string& path, const cv::Mat& image, int jpeg_quality) {
  std::vector<unsigned char> bytes;
  if (path.ends_with(".jpg") || path.ends_with(".jpeg"))
    bytes = jpegBytes(image, jpeg_quality);
  else if (const Media* media = Media::instance(); media != nullptr)
    bytes = media->imageBytes(std::filesystem::path(path).extension().string(), image, jpeg_quality);
  if (bytes.empty() || !writeFile(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, Kept::soon))
    return fail("The picture " + path +
                " cannot be written; check the folder and the space on the disk, and end the name in .jpg or .png.");
  return {};
}

} // namespace linesman
