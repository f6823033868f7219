#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "models/result.h"
#include "vision/frame_source.h"

namespace linesman::app {

/// An alarm must come within a second of the last new picture.
inline constexpr double camera_patience_s = 0.8;

/// Of a source that ends without a picture and without saying why.
inline constexpr std::string_view gave_no_picture = "The source gave no picture; check it.";

/// Judges whether a camera is alive by the time of its frames and by their content: a driver may hand out its last
/// picture for ever, but no sensor gives the same noise twice.
class CameraWatchdog {
public:
  explicit CameraWatchdog(double patience_s = camera_patience_s) : patience_s_(patience_s) {}
  /// A frame came at `now_s`. False when it is, byte for byte, the one before for longer than the patience.
  bool frame(const cv::Mat& image, double now_s);
  /// Seconds since something new was seen.
  double silence_s(double now_s) const { return now_s - news_s_; }
  bool dead(double now_s) const { return silence_s(now_s) > patience_s_; }
  /// Starts anew, as after reopening.
  void reset(double now_s);

private:
  double patience_s_;
  double news_s_ = 0.0;
  std::uint64_t print_ = 0;
};

/// How long to wait before the n-th attempt (from 1) to open a lost camera again: doubling from 0.25 s to 8 s.
double backOff_s(int attempt);

/// `frame` takes the place of one that nobody came to look at: pictures may be left out, but not the note that came
/// with them.
void keepNewest(std::optional<Frame>& newest, Frame frame);

using Reopen = std::function<Result<std::unique_ptr<FrameSource>>()>;

/// A live source read by its own thread, which keeps only the newest frame: next() waits for one that was not given
/// out yet, never blocks for longer than that patience, and answers with an error sentence while the camera is dead.
/// The thread reopens the camera with back-off. Time goes on through all of it.
std::unique_ptr<FrameSource> watchedCamera(std::unique_ptr<FrameSource> source, Reopen reopen);

} // namespace linesman::app
