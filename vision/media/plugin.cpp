// The library liblinesman_media.so: the only code that links OpenCV's image codecs and video capture.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <optional>
#include <streambuf>

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include "vision/media/media.h"

namespace linesman {

namespace {

class Capture final : public CaptureDevice {
public:
  explicit Capture(const cv::VideoCapture& capture) : capture_(capture) {
#if CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR <= 6 // these turn what was filmed upright the wrong way
    if (const int degrees = static_cast<int>(capture_.get(cv::CAP_PROP_ORIENTATION_META));
        degrees > 0 && degrees % 90 == 0 && capture_.set(cv::CAP_PROP_ORIENTATION_AUTO, 0.0))
      turn_ = degrees == 90    ? cv::ROTATE_90_COUNTERCLOCKWISE
              : degrees == 180 ? cv::ROTATE_180
                               : cv::ROTATE_90_CLOCKWISE;
#endif
  }
  bool read(cv::Mat& image) override {
    try {
      if (!capture_.read(image) || image.empty())
        return false;
      if (turn_)
        cv::rotate(image, image, *turn_);
      read_s_ = capture_.get(cv::CAP_PROP_POS_MSEC) / 1000.0; // forgotten once there is no more to read
      return true;
    } catch (const cv::Exception&) {
      return false;
    }
  }
  double framesPerSecond() const override {
    return capture_.get(cv::CAP_PROP_FPS);
  }
  std::optional<double> shownAt_s() const override {
    return read_s_;
  }
  std::optional<double> secondsLeft() const override {
    const double frames = capture_.get(cv::CAP_PROP_FRAME_COUNT), fps = framesPerSecond();
    if (!(frames > 0.0 && fps > 0.0))
      return std::nullopt;
    return (frames - 1.0) / fps - read_s_; // by its own clock: pictures need not come evenly
  }
  std::optional<double> setting(CameraSetting which) const override {
    try {
      const double value = capture_.get(propertyOf(which));
      return value >= 0.0 ? std::optional(value) : std::nullopt; // -1: there is no such control
    } catch (const cv::Exception&) {
      return std::nullopt;
    }
  }
  void set(CameraSetting which, double value) override {
    try {
      capture_.set(propertyOf(which), value);
    } catch (const cv::Exception&) { // reading it back tells
    }
  }

private:
  static int propertyOf(CameraSetting which) {
    switch (which) {
    case CameraSetting::auto_focus:
      return cv::CAP_PROP_AUTOFOCUS;
    case CameraSetting::focus:
      return cv::CAP_PROP_FOCUS;
    case CameraSetting::auto_exposure:
      return cv::CAP_PROP_AUTO_EXPOSURE;
    case CameraSetting::exposure:
      return cv::CAP_PROP_EXPOSURE;
    case CameraSetting::auto_white_balance:
      return cv::CAP_PROP_AUTO_WB;
    case CameraSetting::white_balance:
      return cv::CAP_PROP_WB_TEMPERATURE;
    }
    return -1;
  }

  cv::VideoCapture capture_;
  std::optional<int> turn_; ///< as cv::rotate has them
  double read_s_ = 0.0;     ///< when the picture read last is to be shown
};

class Film final : public FilmDevice {
public:
  explicit Film(const cv::VideoWriter& writer) : writer_(writer) {}
  bool write(const cv::Mat& image) override {
    try {
      writer_.write(image);
      return true;
    } catch (const cv::Exception&) {
      return false;
    }
  }

private:
  cv::VideoWriter writer_;
};

/// OpenCV tells on std::cerr what it stumbles over in a picture, whatever its log is set to; the caller says it in a
/// sentence of his own. While one lives, what its thread writes there is dropped, and other threads are heard.
class Hushed {
public:
  Hushed() {
    const std::lock_guard lock(buffer().mutex);
    if (buffer().users++ == 0)
      buffer().under = std::cerr.rdbuf(&buffer());
    in_this_thread = true;
  }
  ~Hushed() {
    const std::lock_guard lock(buffer().mutex);
    in_this_thread = false;
    if (--buffer().users == 0 && std::cerr.rdbuf() == &buffer())
      std::cerr.rdbuf(buffer().under);
  }
  Hushed(const Hushed&) = delete;
  Hushed& operator=(const Hushed&) = delete;

private:
  struct Buffer final : std::streambuf {
    int_type overflow(int_type c) override {
      return in_this_thread ? traits_type::not_eof(c) : under->sputc(traits_type::to_char_type(c));
    }
    std::streamsize xsputn(const char* text, std::streamsize bytes) override {
      return in_this_thread ? bytes : under->sputn(text, bytes);
    }
    int sync() override { return under->pubsync(); }

    std::mutex mutex;
    int users = 0;
    std::streambuf* under = nullptr;
  };
  /// For good: another thread may just be writing to it.
  static Buffer& buffer() {
    static auto* kept = new Buffer;
    return *kept;
  }
  inline static thread_local bool in_this_thread = false;
};

class OpenCvMedia final : public Media {
public:
  cv::Mat readImage(const std::string& path) const override {
    beQuiet();
    const Hushed hushed;
    try {
      return cv::imread(path, cv::IMREAD_COLOR);
    } catch (const cv::Exception&) {
      return {};
    }
  }

  std::vector<unsigned char> imageBytes(const std::string& ending, const cv::Mat& image,
                                        int jpeg_quality) const override {
    std::vector<unsigned char> bytes;
    try {
      if (!cv::imencode(ending, image, bytes, {cv::IMWRITE_JPEG_QUALITY, jpeg_quality}))
        bytes.clear();
    } catch (const cv::Exception&) {
      bytes.clear();
    }
    return bytes;
  }

  std::unique_ptr<CaptureDevice> open(const std::string& source) const override {
    beQuiet();
    cv::VideoCapture capture;
    try {
      const bool is_index = std::all_of(source.begin(), source.end(), [](unsigned char c) { return std::isdigit(c); });
      const bool is_stream = source.find("://") != std::string::npos;
      if (is_index    ? capture.open(std::stoi(source))
          : is_stream ? capture.open(source, cv::CAP_FFMPEG, stream_patience)
                      : capture.open(source))
        return std::make_unique<Capture>(capture);
    } catch (const std::exception&) { // cv::Exception, or an index out of range
    }
    return nullptr;
  }

  std::unique_ptr<FilmDevice> create(const std::string& path, double fps, cv::Size size) const override {
    beQuiet();
    const bool mp4 = path.ends_with(".mp4");
    // OpenCV's own writer of Motion JPEG needs no other library; MP4 needs FFmpeg's.
    cv::VideoWriter writer;
    try {
      if (writer.open(path, mp4 ? cv::CAP_FFMPEG : cv::CAP_OPENCV_MJPEG,
                      mp4 ? cv::VideoWriter::fourcc('m', 'p', '4', 'v') : cv::VideoWriter::fourcc('M', 'J', 'P', 'G'),
                      fps, size)) {
        writer.set(cv::VIDEOWRITER_PROP_QUALITY, 80.0);
        return std::make_unique<Film>(writer);
      }
    } catch (const cv::Exception&) {
    }
    return nullptr;
  }

private:
  /// A phone that went out of reach says nothing at all: FFmpeg would wait half a minute for it, and so would whoever
  /// closes the stream.
  inline static const std::vector<int> stream_patience = {cv::CAP_PROP_OPEN_TIMEOUT_MSEC, 5000,
                                                          cv::CAP_PROP_READ_TIMEOUT_MSEC, 5000};

  /// Neither OpenCV nor FFmpeg writes to the terminal: the caller says what is wrong in one sentence.
  static void beQuiet() {
    static const int quiet = setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 0); // AV_LOG_QUIET, unless the user asks for more
    static_cast<void>(quiet);
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
  }
};

} // namespace

} // namespace linesman

extern "C" const linesman::Media* linesmanMedia() {
  static const linesman::OpenCvMedia media;
  return &media;
}
