#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace linesman {

/// The first key that one object of proper JSON has twice, "" without one: of the two values the last would count
/// without a word.
inline std::string keyGivenTwice(std::string_view json) {
  std::string twice;
  std::vector<std::set<std::string>> open; // the keys of each object that is being read
  const auto look = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
    using Read = nlohmann::json::parse_event_t;
    if (event == Read::object_start)
      open.emplace_back();
    else if (event == Read::object_end)
      open.pop_back();
    else if (event == Read::key && !open.back().insert(value.get<std::string>()).second && twice.empty())
      twice = value.get<std::string>();
    return true;
  };
  const nlohmann::json read = nlohmann::json::parse(json.begin(), json.end(), look, false);
  return read.is_discarded() ? std::string() : twice;
}

} // namespace linesman
