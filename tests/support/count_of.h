#pragma once
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace linesman::support {

/// The whole number that a word of the command line says; throws one sentence where it says none, or less than `least`.
inline int countOf(const char* word, int least = 1) {
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(word, &end, 10);
  if (end == word || *end != '\0' || errno != 0 || value < least || value > INT_MAX)
    throw std::invalid_argument("\"" + std::string(word) + "\" is no whole number from " + std::to_string(least) +
                                " on.");
  return static_cast<int>(value);
}

} // namespace linesman::support
