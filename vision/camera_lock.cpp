#include "vision/camera_lock.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace linesman {

namespace {

struct Setting {
  const char* name;
  CameraSetting automatic, value;
  double off; ///< of `automatic`, as V4L2 counts: exposure 1 is manual, 3 automatic
};

constexpr std::array<Setting, 3> settings = {
    {{"focus", CameraSetting::auto_focus, CameraSetting::focus, 0.0},
     {"exposure", CameraSetting::auto_exposure, CameraSetting::exposure, 1.0},
     {"white balance", CameraSetting::auto_white_balance, CameraSetting::white_balance, 0.0}}};

/// Drivers round to their own steps.
bool near(double a, double b) {
  return std::abs(a - b) <= std::max(1.0, 0.02 * std::abs(b));
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

} // namespace

CameraLock::CameraLock(CaptureDevice& device) : device_(device) {
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const Setting& setting = settings[i];
    const auto automatic = device.setting(setting.automatic);
    const auto value = device.setting(setting.value);
    if (!automatic && !value)
      continue;
    bool held = true;
    if (automatic && *automatic != setting.off) {
      automatic_before_[i] = automatic;
      device.set(setting.automatic, setting.off);
      held = device.setting(setting.automatic) == setting.off;
    }
    if (value) {
      device.set(setting.value, *value); // some cameras fall back to a value of their own when left alone
      const auto now = device.setting(setting.value);
      held = held && now && near(*now, *value);
      held_[i].value = now.value_or(*value);
    }
    held_[i].outcome = held ? Held::Outcome::held : Held::Outcome::refused;
  }
}

CameraLock::~CameraLock() {
  for (std::size_t i = 0; i < settings.size(); ++i)
    if (automatic_before_[i])
      device_.set(settings[i].automatic, *automatic_before_[i]);
}

bool CameraLock::refused() const {
  return std::any_of(held_.begin(), held_.end(),
                     [](const Held& held) { return held.outcome == Held::Outcome::refused; });
}

std::string CameraLock::sentence() const {
  std::vector<std::string> held, refused;
  for (std::size_t i = 0; i < settings.size(); ++i)
    if (held_[i].outcome == Held::Outcome::held)
      held.push_back(std::string(settings[i].name) + " (" + std::to_string(std::lround(held_[i].value)) + ")");
    else if (held_[i].outcome == Held::Outcome::refused)
      refused.push_back(settings[i].name);
  std::string text;
  if (!held.empty())
    text = "The camera holds its " + listed(held) + ".";
  if (!refused.empty())
    text += (text.empty() ? "" : " ") + ("It refuses to hold its " + listed(refused)) +
            "; keep light and distance steady, or set it with the camera's own program.";
  return text;
}

} // namespace linesman
