#include "rules/game.h"

#include "models/json_line.h"

namespace linesman::rules {

Result<nlohmann::json> Game::judge(const nlohmann::json& scenario) const {
  try {
    return doJudge(scenario);
  } catch (const nlohmann::json::exception& error) {
    // Left-out or mistyped keys of the scenario surface here; the library's text names the key.
    const nlohmann::json id = scenario.is_object() ? scenario.value("id", nlohmann::json("?")) : nlohmann::json("?");
    return fail("The scenario " + (id.is_string() ? id.get<std::string>() : id.dump()) +
                " is not understood: " + jsonFault(error) + "; `linesman judge --help` shows one of each kind.");
  }
}

} // namespace linesman::rules
