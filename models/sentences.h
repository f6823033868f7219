#pragma once
#include <string>

namespace linesman {

/// Two texts of whole sentences after each other; either may be empty.
inline std::string sentences(const std::string& first, const std::string& then) {
  return first + (first.empty() || then.empty() ? "" : " ") + then;
}

/// A text that people wrote, as a whole sentence that another one may follow.
inline std::string ended(std::string text) {
  const bool whole = text.empty() || std::string(".!?").find(text.back()) != std::string::npos;
  return whole ? text : text + ".";
}

} // namespace linesman
