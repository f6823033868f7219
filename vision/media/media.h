#pragma once
#include <memory>
#include <optional>
#include <string>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// What a camera may set by itself, and its own values.
enum class CameraSetting { auto_focus, focus, auto_exposure, exposure, auto_white_balance, white_balance };

/// An open film, camera or stream.
class CaptureDevice {
public:
  virtual ~CaptureDevice() = default;
  /// False at the end or when the device broke.
  virtual bool read(cv::Mat& image) = 0;
  virtual double framesPerSecond() const = 0;
  /// When the picture read last is to be shown, by the film's own clock: films of phones do not come evenly, and their
  /// rate is a guess. Nothing where there is no such clock.
  virtual std::optional<double> shownAt_s() const { return std::nullopt; }
  /// What a film says of itself to lie behind the picture read last; nothing where it does not say, and of cameras.
  virtual std::optional<double> secondsLeft() const { return std::nullopt; }
  /// In the camera's own units; nothing where it has no such setting.
  virtual std::optional<double> setting(CameraSetting) const { return std::nullopt; }
  /// Asks for a value; what came of it is known by reading it back.
  virtual void set(CameraSetting, double) {}
};

/// A film being written.
class FilmDevice {
public:
  virtual ~FilmDevice() = default;
  /// False when the disk is full or the codec broke.
  virtual bool write(const cv::Mat& image) = 0;
};

/// OpenCV's codecs and cameras. They load over two hundred libraries (0.3 s), so they live in a library of their own
/// that is opened when first needed.
class Media {
public:
  virtual ~Media() = default;
  virtual cv::Mat readImage(const std::string& path) const = 0; ///< empty when it cannot
  /// The file of a picture, of the kind of its ending (".png"); empty when there is no such kind.
  virtual std::vector<unsigned char> imageBytes(const std::string& ending, const cv::Mat& image,
                                                int jpeg_quality) const = 0;
  /// `source`: an index, path or URL; null when it cannot be opened.
  virtual std::unique_ptr<CaptureDevice> open(const std::string& source) const = 0;
  /// A film of pictures of that size, in the format of its ending (.avi, .mp4); null when it cannot be written.
  virtual std::unique_ptr<FilmDevice> create(const std::string& path, double fps, cv::Size size) const = 0;

  /// The library's, or null when it is not found beside the program.
  static const Media* instance();
};

} // namespace linesman
