#pragma once
#include <string>
#include <string_view>

namespace linesman {

/// Two texts of whole sentences after each other; either may be empty.
inline std::string sentences(const std::string& first, const std::string& then) {
  return first + (first.empty() || then.empty() ? "" : " ") + then;
}

/// Words behind each other: "a1, b1, c1".
template <class Words> std::string joined(const Words& words, std::string_view between = ", ") {
  std::string text;
  for (const auto& word : words) {
    if (!text.empty())
      text += between;
    text += word;
  }
  return text;
}

/// A text that people wrote, as a whole sentence that another one may follow.
inline std::string ended(std::string text) {
  const bool whole = text.empty() || std::string(".!?").find(text.back()) != std::string::npos;
  return whole ? text : text + ".";
}

} // namespace linesman
