#pragma once
#include <memory>
#include <string>

#include <opencv2/core/mat.hpp>

#include "models/result.h"

namespace linesman {

class FilmDevice;

/// Writes a film, picture by picture (8 bit BGR, all of one size).
class FilmFile {
public:
  /// `path` ends in .avi (Motion JPEG, plays everywhere) or .mp4 (smaller; needs FFmpeg behind OpenCV).
  static Result<FilmFile> create(const std::string& path, double fps, cv::Size size);
  FilmFile(FilmFile&&) noexcept;
  FilmFile& operator=(FilmFile&&) noexcept;
  ~FilmFile();

  Result<void> write(const cv::Mat& image);
  /// The last of it is on the disk, or one sentence. Nothing more can be written.
  Result<void> finish();

private:
  FilmFile(std::string path, std::unique_ptr<FilmDevice> device);
  std::string path_;
  std::unique_ptr<FilmDevice> device_;
};

} // namespace linesman
