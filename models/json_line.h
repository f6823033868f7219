#pragma once
#include <string>

#include <nlohmann/json.hpp>

#include "models/one_line.h"

namespace linesman {

/// JSON as one line of text. Bytes that are no UTF-8, which names of files may have, become U+FFFD; signs that are not
/// seen are spelled as JSON spells them.
inline std::string jsonLine(const nlohmann::json& value) {
  return spelled(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), "\\u", "");
}

/// A word as it is, any other value as JSON.
inline std::string jsonText(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// What is wrong with it, without the library's own number of the fault.
inline std::string jsonFault(const nlohmann::json::exception& error) {
  const std::string text = error.what();
  const std::size_t end = text.find("] ");
  return end == std::string::npos ? text : text.substr(end + 2);
}

} // namespace linesman
