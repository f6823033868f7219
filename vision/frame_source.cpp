#include "vision/frame_source.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fnmatch.h>
#include <utility>

#include <opencv2/core/utility.hpp>

#include "vision/camera_lock.h"
#include "vision/media/media.h"
#include "vision/picture_file.h"

namespace linesman {

namespace fs = std::filesystem;

namespace {

/// A folder or pattern of pictures, in name order (numbers by their value), one every 1/fps seconds.
class PictureSource final : public FrameSource {
public:
  PictureSource(std::vector<std::string> paths, double fps) : paths_(std::move(paths)), fps_(fps) {}

private:
  Result<std::optional<Frame>> doNext() override {
    if (index_ >= paths_.size())
      return std::optional<Frame>();
    const double t_s = static_cast<double>(index_) / fps_;
    const std::string& path = paths_[index_++]; // a torn one is told once, not for ever
    auto image = readImage(path);
    if (!image)
      return tl::unexpected(image.error());
    return Frame{std::move(*image), t_s, fs::path(path).filename().string()};
  }
  bool isLive() const override { return false; }

  std::vector<std::string> paths_;
  double fps_;
  std::size_t index_ = 0;
};

/// A film, camera or stream through OpenCV.
class VideoSource final : public FrameSource {
  static constexpr double settling_s = 1.5; // focus, exposure and white balance find their values first

public:
  VideoSource(std::unique_ptr<CaptureDevice> capture, std::string name, bool live, bool device)
      : capture_(std::move(capture)), name_(std::move(name)), live_(live), device_(device), start_(cv::getTickCount()) {
    const double fps = capture_->framesPerSecond();
    fps_ = fps > 0.0 && fps < 1000.0 ? fps : 30.0;
  }

private:
  Result<std::optional<Frame>> doNext() override {
    Frame frame;
    if (!behind_tear_.empty())
      frame.image = std::exchange(behind_tear_, cv::Mat());
    else if (!capture_->read(frame.image))
      return whyNoMore();
    frame.t_s = live_ ? static_cast<double>(cv::getTickCount() - start_) / cv::getTickFrequency() : filmTime_s();
    if (count_ > 0)
      frame.t_s = std::max(frame.t_s, last_s_ + 1e-6);
    last_s_ = frame.t_s;
    ++count_;
    if (device_ && !lock_ && frame.t_s >= settling_s && count_ > 1) {
      lock_.emplace(*capture_);
      frame.note = {!lock_->refused(), lock_->sentence()};
    }
    return frame;
  }
  bool isLive() const override { return live_; }

  /// When the picture read last was taken: by the film's own clock, and where that stands still, by its rate.
  double filmTime_s() const {
    const double evenly_s = count_ == 0 ? 0.0 : last_s_ + 1.0 / fps_;
    const double shown_s = capture_->shownAt_s().value_or(0.0);
    return std::isfinite(shown_s) && shown_s > last_s_ ? shown_s : evenly_s;
  }

  /// The end, or what is wrong with the source. Behind a place where a film is torn it may go on.
  Result<std::optional<Frame>> whyNoMore() {
    if (live_)
      return fail("The source " + name_ + " stopped giving pictures; check its cable or address.");
    const auto missing_s = missing();
    if (!missing_s)
      return std::optional<Frame>();
    for (int tries = 0; tries < most_torn && behind_tear_.empty(); ++tries)
      if (!capture_->read(behind_tear_))
        behind_tear_.release();
    if (!behind_tear_.empty())
      return torn();
    told_end_ = true;
    return cutOff(*missing_s);
  }

  /// How much of a film that ended says to be behind its last picture: only where it is no rounding and no sound that
  /// lasts longer.
  std::optional<double> missing() const {
    if (told_end_ || count_ == 0)
      return std::nullopt;
    constexpr double least_s = 0.5, least_share = 0.05;
    const std::optional<double> left_s = capture_->secondsLeft();
    return left_s && *left_s > std::max(least_s, least_share * last_s_) ? left_s : std::nullopt;
  }
  static std::string tenths(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", seconds);
    return text;
  }
  tl::unexpected<Error> torn() const {
    return fail("The film " + name_ + " is torn at " + tenths(last_s_) +
                " s, and pictures are missing there: copy it again, or go on with what there is.");
  }
  tl::unexpected<Error> cutOff(double missing_s) const {
    return fail("The film " + name_ + " can be read to " + tenths(last_s_) + " of " + tenths(last_s_ + missing_s) +
                " s only; it is torn or cut off there: copy it again, or go on with what there is.");
  }

  static constexpr int most_torn = 100; ///< pictures that cannot be read, before what is behind them is given up

  std::unique_ptr<CaptureDevice> capture_;
  std::string name_;
  bool live_;
  bool device_; ///< a camera on this machine, whose settings can be held
  std::optional<CameraLock> lock_;
  long long start_;
  double fps_ = 30.0;
  double last_s_ = 0.0;
  long long count_ = 0;
  cv::Mat behind_tear_; ///< read already, while the tear before it is told
  bool told_end_ = false;
};

Result<std::unique_ptr<FrameSource>> pictures(std::vector<std::string> paths, const std::string& source, double fps) {
  if (paths.empty())
    return fail("There is no picture in " + source + "; give a folder or pattern with .jpg or .png files.");
  if (!(fps > 0.0))
    return fail("The frame rate must be above 0; give --fps a positive number.");
  std::sort(paths.begin(), paths.end(), [](const std::string& one, const std::string& other) {
    return ::strverscmp(one.c_str(), other.c_str()) < 0; // f2.jpg before f10.jpg
  });
  return std::make_unique<PictureSource>(std::move(paths), fps);
}

std::vector<std::string> matching(const fs::path& pattern) {
  std::vector<std::string> paths;
  const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
  const std::string name = pattern.filename().string();
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (fnmatch(name.c_str(), entry.path().filename().c_str(), FNM_PERIOD) == 0 && isPicture(entry.path()))
      paths.push_back(entry.path().string());
  return paths;
}

Result<std::unique_ptr<FrameSource>> video(const std::string& source, bool live, bool device) {
  const Media* media = Media::instance();
  if (media == nullptr)
    return fail("The source " + source +
                " needs the library liblinesman_media.so, which was not found; install Linesman again.");
  auto capture = media->open(source);
  if (!capture && !live)
    return fail("The film " + source +
                " cannot be read; it is torn, no film, or of a kind that is not known here: save it as .mp4 or .avi.");
  if (!capture)
    return fail("The camera or stream " + source +
                " cannot be opened; check that it exists, is connected and no other program uses it.");
  return std::make_unique<VideoSource>(std::move(capture), source, live, device);
}

} // namespace

Result<std::optional<Frame>> nextReadable(FrameSource& source,
                                          const std::function<void(const std::string&)>& passed_over) {
  auto frame = source.next();
  while (!frame && !source.live()) {
    passed_over(frame.error().sentence);
    frame = source.next();
  }
  return frame;
}

bool isPicture(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (path.ends_with(".ids.png")) // masks of truth that lie beside rendered pictures
    return false;
  return ending == ".jpg" || ending == ".jpeg" || ending == ".png" || ending == ".bmp" || ending == ".webp" ||
         ending == ".tif" || ending == ".tiff";
}

std::string localPath(const std::string& source) {
  const std::string scheme = "file://";
  if (!source.starts_with(scheme))
    return source;
  std::string path;
  for (std::size_t i = scheme.size(); i < source.size(); ++i) {
    const bool coded = source[i] == '%' && i + 2 < source.size() &&
                       std::isxdigit(static_cast<unsigned char>(source[i + 1])) != 0 &&
                       std::isxdigit(static_cast<unsigned char>(source[i + 2])) != 0;
    path += coded ? static_cast<char>(std::stoi(source.substr(i + 1, 2), nullptr, 16)) : source[i];
    i += coded ? 2 : 0;
  }
  return path;
}

bool isAddress(const std::string& source) {
  return localPath(source).find("://") != std::string::npos;
}

bool showsSinglePictures(const std::string& given) {
  const std::string source = localPath(given);
  std::error_code ignored;
  if (fs::is_regular_file(source, ignored)) // photo[1].jpg is what browsers call a second one
    return false;
  return fs::is_directory(source, ignored) || (source.find_first_of("*?[") != std::string::npos && !isAddress(source));
}

Result<std::unique_ptr<FrameSource>> openSource(const std::string& given, double fps) {
  const std::string source = localPath(given);
  std::error_code ignored;
  if (source.empty())
    return fail("No source was given; name a camera (0), a film, a folder of pictures or a URL.");
  if (fs::is_directory(source, ignored)) {
    std::vector<std::string> paths;
    for (const fs::directory_entry& entry : fs::directory_iterator(source, ignored))
      if (isPicture(entry.path()) && !entry.path().filename().string().starts_with('.')) // what is hidden was not meant
        paths.push_back(entry.path().string());
    return pictures(std::move(paths), source, fps);
  }
  if (showsSinglePictures(source))
    return pictures(matching(source), source, fps);
  if (fs::is_regular_file(source, ignored) && isPicture(source))
    return pictures({source}, source, fps);
  const bool is_index = std::all_of(source.begin(), source.end(), [](unsigned char c) { return std::isdigit(c); });
  const bool device = is_index || source.rfind("/dev/", 0) == 0;
  const bool live = device || isAddress(source);
  if (!live && !fs::exists(source, ignored))
    return fail("The source " + source + " does not exist; name a camera (0), a film, a folder of pictures or a URL.");
  return video(source, live, device);
}

} // namespace linesman
