#include "app/time_text.h"

#include <cmath>

namespace linesman::app {

std::string timeText(double seconds) {
  const auto whole = static_cast<long long>(std::abs(seconds));
  const std::string sign = seconds < 0.0 && whole > 0 ? "-" : "";
  const auto two = [](long long part) { return (part < 10 ? ":0" : ":") + std::to_string(part); };
  return sign + (whole < 3600 ? std::to_string(whole / 60) : std::to_string(whole / 3600) + two(whole / 60 % 60)) +
         two(whole % 60);
}

} // namespace linesman::app
