#include "app/watch/given_start.h"

#include "models/json_line.h"

namespace linesman::app {

using nlohmann::json;

Result<GivenStart> GivenStart::from(const std::string& text, const MatchSetup& setup) {
  const json scenario = json::parse(text, nullptr, false);
  if (!scenario.is_object() || !scenario.contains("position"))
    return GivenStart{text, ""};
  if (const std::string of = jsonText(scenario.value("game", json(setup.game))); of != setup.game)
    return fail("The start is one of " + of + ", and the match is one of " + setup.game + "; give one of these.");
  std::string names;
  const auto add = [&](const std::string& name) { names += (names.empty() ? "" : ", ") + name; };
  const json options = scenario.value("options", json::object());
  for (const auto& [name, value] : options.items())
    if (setup.option(name) != jsonText(value))
      add(name + "=" + jsonText(value));
  if (!scenario.value("turns", json::array()).empty())
    add("turns");
  return GivenStart{jsonText(scenario["position"]),
                    names.empty() ? ""
                                  : "Of the start this is not read: " + names +
                                        "; the match has its options from --option, and begins with the position."};
}

} // namespace linesman::app
