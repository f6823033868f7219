#pragma once
#include <algorithm>
#include <string_view>

namespace linesman {

/// A line end or another sign that is not printed.
inline bool isControl(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// Whether a text has no line ends and other control characters: names stand in the lines of a transcript.
inline bool isOneLine(std::string_view text) {
  return std::ranges::none_of(text, isControl);
}

} // namespace linesman
