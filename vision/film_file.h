#pragma once
#include <memory>
#include <string>

#include <opencv2/core/mat.hpp>

#include "models/result.h"

namespace linesman {

class FilmDevice;

/// Writes a film, picture by picture (8 bit BGR, all of one size). Until it is whole it lies beside its place under a
/// name of its own (game.123-0.part.avi), so that no film that was there is lost for a torn one.
class FilmFile {
public:
  /// `path` ends in .avi (Motion JPEG, plays everywhere) or .mp4 (smaller; needs FFmpeg behind OpenCV).
  static Result<FilmFile> create(const std::string& path, double fps, cv::Size size);
  FilmFile(FilmFile&&) noexcept;
  ~FilmFile();

  Result<void> write(const cv::Mat& image);
  /// The last of it is on the disk and signed (`models/signed_file.h`), or one sentence. Nothing more can be written.
  Result<void> finish();

private:
  FilmFile(std::string path, std::string beside, std::unique_ptr<FilmDevice> device);
  /// Lets go of what is not whole.
  void discard();

  std::string path_, beside_;
  std::unique_ptr<FilmDevice> device_;
};

} // namespace linesman
