#include "vision/jpeg.h"

#include <csetjmp>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <jpeglib.h>
#include <opencv2/core.hpp>

#include "vision/exif.h"

namespace linesman {

namespace {

struct ErrorManager {
  jpeg_error_mgr base;
  std::jmp_buf jump;
};

void leave(j_common_ptr info) {
  std::longjmp(reinterpret_cast<ErrorManager*>(info->err)->jump, 1);
}
void keepQuiet(j_common_ptr) {}

/// 1 where no EXIF data tell.
int orientationOf(const jpeg_decompress_struct& info) {
  constexpr std::string_view mark("Exif\0\0", 6);
  for (const jpeg_saved_marker_ptr* marker = &info.marker_list; *marker != nullptr; marker = &(*marker)->next) {
    const std::string_view data(reinterpret_cast<const char*>((*marker)->data), (*marker)->data_length);
    if (data.starts_with(mark))
      return exifOrientation(data.substr(mark.size())).value_or(1);
  }
  return 1;
}

/// Four inks as Adobe's programs save them, where 255 is none of an ink: each takes its share of what black leaves.
void fromInks(const cv::Mat& inks, cv::Mat& bgr) {
  bgr.create(inks.size(), CV_8UC3);
  for (int y = 0; y < inks.rows; ++y) {
    const auto* from = inks.ptr<cv::Vec4b>(y);
    auto* to = bgr.ptr<cv::Vec3b>(y);
    for (int x = 0; x < inks.cols; ++x)
      for (int c = 0; c < 3; ++c)
        to[x][2 - c] = static_cast<unsigned char>(from[x][3] - ((255 - from[x][c]) * from[x][3] >> 8));
  }
}

/// Between setjmp and longjmp only plain values live here; the picture belongs to the caller.
JpegResult decodeInto(std::FILE* file, cv::Mat& image, int& orientation) {
  jpeg_decompress_struct info;
  ErrorManager errors;
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = leave;
  errors.base.output_message = keepQuiet;
  if (setjmp(errors.jump) != 0) {
    jpeg_destroy_decompress(&info);
    return JpegResult::torn;
  }
  jpeg_create_decompress(&info);
  jpeg_stdio_src(&info, file);
  jpeg_save_markers(&info, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&info, TRUE);
  orientation = orientationOf(info);
  const bool inks = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  info.out_color_space = inks ? JCS_CMYK : JCS_EXT_BGR;
  jpeg_start_decompress(&info);
  image.create(static_cast<int>(info.output_height), static_cast<int>(info.output_width), inks ? CV_8UC4 : CV_8UC3);
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = image.ptr(static_cast<int>(info.output_scanline));
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
  const bool whole = errors.base.num_warnings == 0;
  jpeg_destroy_decompress(&info);
  return whole ? JpegResult::decoded : JpegResult::torn;
}

} // namespace

JpegResult decodeJpeg(std::FILE* file, cv::Mat& image) {
  unsigned char start[3] = {0, 0, 0};
  const bool is_jpeg = std::fread(start, 1, 3, file) == 3 && start[0] == 0xFF && start[1] == 0xD8 && start[2] == 0xFF;
  std::rewind(file);
  if (!is_jpeg)
    return JpegResult::other;
  int orientation = 1;
  const JpegResult result = decodeInto(file, image, orientation);
  if (result != JpegResult::decoded)
    return result;
  if (image.channels() == 4) {
    const cv::Mat inks = std::exchange(image, cv::Mat());
    fromInks(inks, image);
  }
  turnUpright(image, orientation);
  return result;
}

std::vector<unsigned char> jpegBytes(const cv::Mat& image, int quality) {
  if (image.empty() || (image.type() != CV_8UC3 && image.type() != CV_8UC1))
    return {};
  jpeg_compress_struct info;
  jpeg_error_mgr errors; // its default handlers end the program only on a bug or without memory
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &bytes, &size);
  info.image_width = static_cast<JDIMENSION>(image.cols);
  info.image_height = static_cast<JDIMENSION>(image.rows);
  info.input_components = image.channels();
  info.in_color_space = image.channels() == 3 ? JCS_EXT_BGR : JCS_GRAYSCALE;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(image.ptr(static_cast<int>(info.next_scanline)));
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  std::vector<unsigned char> out(bytes, bytes + size);
  jpeg_destroy_compress(&info);
  std::free(bytes);
  return out;
}

} // namespace linesman
