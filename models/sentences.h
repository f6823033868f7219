#pragma once
#include <string>

namespace linesman {

/// Two texts of whole sentences after each other; either may be empty.
inline std::string sentences(const std::string& first, const std::string& then) {
  return first + (first.empty() || then.empty() ? "" : " ") + then;
}

} // namespace linesman
