#pragma once
#include <algorithm>
#include <string_view>

namespace linesman {

/// Whether a text has no line ends and other control characters: names stand in the lines of a transcript.
inline bool isOneLine(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

} // namespace linesman
