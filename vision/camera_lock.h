#pragma once
#include <array>
#include <optional>
#include <string>

#include "vision/media/media.h"

namespace linesman {

/// Holds what a camera would change by itself: focus moves the lens's calibration, exposure and white balance the
/// colours of the pieces. Gives the camera back its automatic settings at the end.
class CameraLock {
public:
  /// What became of one setting.
  struct Held {
    enum class Outcome { held, refused, none }; ///< none: the camera has no such setting
    Outcome outcome = Outcome::none;
    double value = 0.0; ///< as read back from the camera, in its own units
  };

  /// Switches the automatic settings off where they have come to, sets their values and reads both back. `device` must
  /// outlive this and have given pictures for a second or so.
  explicit CameraLock(CaptureDevice& device);
  ~CameraLock();
  CameraLock(const CameraLock&) = delete;
  CameraLock& operator=(const CameraLock&) = delete;

  const Held& focus() const { return held_[0]; }
  const Held& exposure() const { return held_[1]; }
  const Held& whiteBalance() const { return held_[2]; }
  bool refused() const;
  /// What is held and what the camera refused, and what to do then; empty where there was nothing to hold.
  std::string sentence() const;

private:
  CaptureDevice& device_;
  std::array<Held, 3> held_;
  std::array<std::optional<double>, 3> automatic_before_; ///< to be restored
};

} // namespace linesman
