#include <iostream>
#include <memory>

#include "app/command.h"
#include "models/json_line.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

int printGames(bool as_json) {
  nlohmann::json list = nlohmann::json::array();
  for (const std::string& id : rules::Registry::instance().ids()) {
    const auto game = rules::Registry::instance().make(id);
    if (!game)
      return complain(game.error().sentence);
    list.push_back({{"id", id}, {"title", (*game)->title()}});
    if (!as_json)
      std::cout << id << std::string(id.size() < 16 ? 16 - id.size() : 1, ' ') << (*game)->title() << '\n';
  }
  if (as_json)
    std::cout << jsonLine(list) << '\n';
  return 0;
}

} // namespace

Command gamesCommand() {
  return {"games", "The games that Linesman can referee", [](CLI::App& sub) -> std::function<int()> {
            auto as_json = std::make_shared<bool>(false);
            sub.add_flag("--json", *as_json, "One JSON array");
            return [as_json] { return printGames(*as_json); };
          }};
}

} // namespace linesman::app
