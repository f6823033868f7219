#pragma once
#include <string>

#include <nlohmann/json.hpp>

namespace linesman {

/// JSON as one line of text. Bytes that are no UTF-8, which names of files may have, become U+FFFD.
inline std::string jsonLine(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace linesman
