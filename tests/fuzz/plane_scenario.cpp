// Scenario files of the plane games: no input may crash, hang or trip a sanitizer.
#include <cstdint>
#include <string_view>

#include "rules/registry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto scenario = nlohmann::json::parse(std::string_view(reinterpret_cast<const char*>(data), size), nullptr, false);
  if (!scenario.is_object())
    return 0;
  if (!scenario.contains("ruleset"))
    scenario["ruleset"] = "armadas";
  scenario.erase("game");
  const auto answer = linesman::rules::judgeScenario(scenario);
  if (answer)
    answer->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return 0;
}
