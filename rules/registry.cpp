#include "rules/registry.h"

#include <algorithm>
#include <map>

#include "models/sentences.h"

namespace linesman::rules {

Registry& Registry::instance() {
  static Registry registry;
  return registry;
}

void Registry::add(const std::string& id, Maker maker) {
  makers_.emplace_back(id, std::move(maker));
}

std::vector<std::string> Registry::ids() const {
  std::vector<std::string> ids;
  for (const auto& [id, maker] : makers_)
    ids.push_back(id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

Result<std::unique_ptr<Game>> Registry::make(const std::string& id) const {
  for (const auto& [known, maker] : makers_)
    if (known == id)
      return maker();
  return fail("The game \"" + id + "\" is unknown; known: " + joined(ids()) + ".");
}

Result<nlohmann::json> judgeScenario(const nlohmann::json& scenario) {
  if (!scenario.is_object())
    return fail("A scenario must be a JSON object; `linesman judge --help` shows one of each kind.");
  const char* key = scenario.contains("game") ? "game" : "ruleset";
  if (!scenario.contains(key) || !scenario[key].is_string())
    return fail("The scenario names neither a \"game\" nor a \"ruleset\"; add one.");
  static std::map<std::string, std::unique_ptr<Game>> made;
  const std::string id = scenario[key].get<std::string>();
  auto found = made.find(id);
  if (found == made.end()) {
    auto game = Registry::instance().make(id);
    if (!game)
      return tl::unexpected(game.error());
    found = made.emplace(id, std::move(*game)).first;
  }
  return found->second->judge(scenario);
}

} // namespace linesman::rules
