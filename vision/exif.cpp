#include "vision/exif.h"

#include <cstddef>
#include <cstdint>

#include <opencv2/core.hpp>

namespace linesman {

namespace {

/// A number of `bytes` bytes; 0 where the text is too short.
std::uint32_t number(std::string_view text, std::size_t at, std::size_t bytes, bool lowest_first) {
  if (at > text.size() || bytes > text.size() - at)
    return 0;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value = value << 8 | static_cast<unsigned char>(text[lowest_first ? at + bytes - 1 - i : at + i]);
  return value;
}

} // namespace

std::optional<int> exifOrientation(std::string_view tiff) {
  constexpr std::uint32_t orientation = 0x0112, short_number = 3;
  constexpr std::size_t entry = 12; // bytes: tag, type, count, value
  const bool lowest_first = tiff.starts_with("II");
  if (!lowest_first && !tiff.starts_with("MM"))
    return std::nullopt;
  const std::size_t directory = number(tiff, 4, 4, lowest_first);
  const std::uint32_t entries = number(tiff, directory, 2, lowest_first);
  for (std::uint32_t i = 0; i < entries; ++i) {
    const std::size_t at = directory + 2 + i * entry;
    if (number(tiff, at, 2, lowest_first) != orientation || number(tiff, at + 2, 2, lowest_first) != short_number)
      continue;
    const auto told = static_cast<int>(number(tiff, at + 8, 2, lowest_first));
    return told >= 1 && told <= 8 ? std::optional(told) : std::nullopt;
  }
  return std::nullopt;
}

std::string_view exifOfWebp(std::string_view file) {
  constexpr std::size_t first_chunk = 12;
  constexpr std::string_view mark("Exif\0\0", 6); // some writers set it before the block, as in a JPEG
  if (!file.starts_with("RIFF") || file.substr(0, first_chunk).substr(8) != "WEBP")
    return {};
  for (std::size_t at = first_chunk; at + 8 <= file.size();) {
    const std::size_t length = number(file, at + 4, 4, true);
    std::string_view chunk = file.substr(at + 8, length);
    if (file.substr(at, 4) == "EXIF") {
      if (chunk.starts_with(mark))
        chunk.remove_prefix(mark.size());
      return chunk;
    }
    at += 8 + length + length % 2;
  }
  return {};
}

void turnUpright(cv::Mat& image, int orientation) {
  if (orientation >= 5) // stored by columns
    cv::transpose(image, image);
  if (orientation == 2 || orientation == 6)
    cv::flip(image, image, 1);
  else if (orientation == 4 || orientation == 8)
    cv::flip(image, image, 0);
  else if (orientation == 3 || orientation == 7)
    cv::flip(image, image, -1);
}

} // namespace linesman
