#include "app/watch/camera_feed.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace linesman::app {

namespace {

using Clock = std::chrono::steady_clock;

/// FNV-1a over every 61st byte: enough to tell two sensor readings apart, cheap at 30 frames per second.
std::uint64_t fingerprint(const cv::Mat& image) {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto row_bytes = static_cast<std::size_t>(image.cols) * image.elemSize();
  for (int y = 0; y < image.rows; ++y) {
    const unsigned char* row = image.ptr(y);
    for (std::size_t x = static_cast<std::size_t>(y % 61); x < row_bytes; x += 61)
      hash = (hash ^ row[x]) * 1099511628211ULL;
  }
  return hash;
}

class WatchedCamera final : public FrameSource {
public:
  WatchedCamera(std::unique_ptr<FrameSource> source, Reopen reopen)
      : source_(std::move(source)), reopen_(std::move(reopen)), start_(Clock::now()), thread_([this] { run(); }) {}

  ~WatchedCamera() override {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }

private:
  double now_s() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  Result<std::optional<Frame>> doNext() override {
    std::unique_lock lock(mutex_);
    const auto until =
        std::max(given_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(camera_patience_s)),
                 Clock::now() + std::chrono::milliseconds(20));
    wake_.wait_until(lock, until, [this] { return newest_.has_value() || fresh_trouble_; });
    if (newest_) {
      std::optional<Frame> frame = std::move(newest_);
      newest_.reset();
      given_ = Clock::now();
      return frame;
    }
    fresh_trouble_ = false;
    given_ = Clock::now(); // so much later it is said again
    if (!trouble_.empty())
      return fail(trouble_);
    return fail("The camera gives no new pictures; check its cable.");
  }
  bool isLive() const override { return true; }

  bool stopped() {
    const std::lock_guard lock(mutex_);
    return stop_;
  }

  void setTrouble(const std::string& sentence) {
    {
      const std::lock_guard lock(mutex_);
      trouble_ = sentence;
      fresh_trouble_ = true;
    }
    wake_.notify_all();
  }

  void run() {
    watchdog_.reset(now_s());
    while (!stopped()) {
      auto frame = source_ ? source_->next() : fail("The camera is gone.");
      const bool alive = frame && *frame && watchdog_.frame((*frame)->image, now_s());
      if (alive) {
        (*frame)->t_s = now_s();
        {
          const std::lock_guard lock(mutex_);
          keepNewest(newest_, std::move(**frame));
          trouble_.clear();
          fresh_trouble_ = false;
        }
        wake_.notify_all();
        continue;
      }
      const bool frozen = frame && *frame;
      if (frozen && !watchdog_.dead(now_s()))
        continue;
      setTrouble(frozen  ? "The camera gives the same picture over and over; it is being opened again."
                 : frame ? "The camera stopped; it is being opened again."
                         : frame.error().sentence);
      openAgain();
    }
  }

  void openAgain() {
    source_.reset();
    for (int attempt = 1; !stopped(); ++attempt) {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, std::chrono::duration<double>(backOff_s(attempt)), [this] { return stop_; });
      lock.unlock();
      if (stopped())
        return;
      if (auto opened = reopen_()) {
        source_ = std::move(*opened);
        watchdog_.reset(now_s());
        return;
      }
    }
  }

  std::unique_ptr<FrameSource> source_;
  Reopen reopen_;
  Clock::time_point start_;
  CameraWatchdog watchdog_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Frame> newest_;
  std::string trouble_;
  Clock::time_point given_ = Clock::now(); ///< when next() answered last
  bool fresh_trouble_ = false;             ///< not given out yet
  bool stop_ = false;
  std::thread thread_;
};

} // namespace

bool CameraWatchdog::frame(const cv::Mat& image, double now_s) {
  const std::uint64_t print = fingerprint(image);
  if (print == print_)
    return false;
  print_ = print;
  news_s_ = now_s;
  return true;
}

void CameraWatchdog::reset(double now_s) {
  print_ = 0;
  news_s_ = now_s;
}

void keepNewest(std::optional<Frame>& newest, Frame frame) {
  if (newest && frame.note.sentence.empty())
    frame.note = std::move(newest->note);
  newest = std::move(frame);
}

double backOff_s(int attempt) {
  return std::min(8.0, 0.125 * static_cast<double>(1 << std::min(attempt, 8)));
}

std::unique_ptr<FrameSource> watchedCamera(std::unique_ptr<FrameSource> source, Reopen reopen) {
  return std::make_unique<WatchedCamera>(std::move(source), std::move(reopen));
}

} // namespace linesman::app
