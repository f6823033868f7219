#include "rules/game.h"

#include "models/json_line.h"

namespace linesman::rules {

Result<std::pair<std::string, std::string>> Game::doReadOption(const std::string& name,
                                                               const std::string& value) const {
  const auto good = book().checkOption(name, value);
  return good ? Result<std::pair<std::string, std::string>>({name, value}) : tl::unexpected(good.error());
}

Result<nlohmann::json> Game::judge(const nlohmann::json& scenario) const {
  try {
    return doJudge(scenario);
  } catch (const nlohmann::json::exception& error) {
    // Left-out or mistyped keys of the scenario surface here; the library's text names the key.
    const nlohmann::json id = scenario.is_object() ? scenario.value("id", nlohmann::json("?")) : nlohmann::json("?");
    return fail("The scenario " + jsonText(id) + " is not understood: " + jsonFault(error) +
                "; `linesman judge --help` shows one of each kind.");
  }
}

} // namespace linesman::rules
