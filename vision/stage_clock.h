#pragma once
#include <chrono>
#include <map>
#include <string>

namespace linesman {

/// Times the stages of one frame: each call of done() books the time since the last.
class StageClock {
public:
  explicit StageClock(std::map<std::string, double>& stages_ms) : stages_ms_(stages_ms) {}
  void done(const std::string& stage) {
    const auto now = std::chrono::steady_clock::now();
    stages_ms_[stage] += std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
  }

private:
  std::map<std::string, double>& stages_ms_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace linesman
