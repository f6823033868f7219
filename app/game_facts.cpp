#include "app/game_facts.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "rules/registry.h"

namespace linesman::app {

namespace {

using nlohmann::json;

std::string titled(std::string word) {
  if (!word.empty())
    word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

json listAt(const json& position, const char* key) {
  return position.value(key, json::array());
}

FactGroup citiesOf(const json& position) {
  FactGroup group{"Cities", {}};
  for (const json& city : listAt(position, "cities")) {
    std::string words;
    if (city.value("destroyed", false)) {
      words = "destroyed";
      if (const int lifts = city.value("rebuild", 0); lifts > 0)
        words += ", rebuilt " + std::to_string(lifts) + " of 4";
    } else {
      words = std::to_string(city.value("die", 0)) + "  " + titled(city.value("controller", std::string("nobody")));
      if (city.contains("king") && (city["king"].is_object() || city["king"] == true))
        words += ", King inside";
    }
    group.lines.emplace_back("C" + std::to_string(city.value("id", 0)), words);
  }
  return group;
}

FactGroup countersOf(const json& position) {
  FactGroup group{"Training and upgrade", {}};
  for (const json& piece : listAt(position, "pieces")) {
    const std::string man =
        titled(piece.value("side", "")) + " " + titled(piece.value("kind", "")) + " " + piece.value("at", "");
    if (const int count = piece.value("training", 0); count > 0)
      group.lines.emplace_back(man, "training " + std::to_string(count));
    if (const int count = piece.value("upgrade", 0); count > 0)
      group.lines.emplace_back(man, "upgrade " + std::to_string(count));
  }
  return group;
}

/// "2 Pawn, Knight (trained)"
std::string countedMen(const json& men) {
  std::map<std::string, int> count;
  for (const json& man : men) {
    std::string name = titled(man.value("kind", ""));
    std::string bands = man.value("trained", false) ? "trained" : "";
    if (man.value("lives", "none") == "high")
      bands += bands.empty() ? "second life" : ", second life";
    ++count[bands.empty() ? name : name + " (" + bands + ")"];
  }
  std::string words;
  for (const auto& [name, number] : count)
    words += (words.empty() ? "" : ", ") + (number > 1 ? std::to_string(number) + " " : std::string()) + name;
  return words.empty() ? "none" : words;
}

std::vector<FactGroup> armadaChessFacts(const json& position) {
  std::vector<FactGroup> groups = {citiesOf(position), countersOf(position), {"Reserve", {}}, {"Second lives", {}}};
  for (const char* side : {"white", "black"}) {
    groups[2].lines.emplace_back(titled(side),
                                 countedMen(position.value("reserve", json::object()).value(side, json::array())));
    const json revive = position.value("revive", json::object()).value(side, json::array());
    if (!revive.empty())
      groups[3].lines.emplace_back(titled(side), countedMen(revive) + " may come back");
  }
  FactGroup truce{"Cease-fire", {}};
  const json ceasefire = position.value("ceasefire", json::object());
  for (const char* side : {"white", "black"})
    if (const int moves = ceasefire.value(side, 0); moves > 0)
      truce.lines.emplace_back(titled(side), std::to_string(moves) + (moves == 1 ? " move left" : " moves left"));
  if (ceasefire.contains("asked"))
    truce.lines.emplace_back(titled(ceasefire["asked"].value("by", "")),
                             ceasefire["asked"].value("n", 0) < 0 ? "offers a draw" : "asks for a cease-fire");
  groups.push_back(truce);
  FactGroup rights{"Claims", {}};
  for (const json& sentence : listAt(position, "windows"))
    rights.lines.emplace_back("", sentence.get<std::string>());
  groups.push_back(rights);
  return groups;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);)
    parts.push_back(part);
  return parts;
}

std::vector<FactGroup> kingDownFacts(const std::string& position) {
  const std::vector<std::string> fields = split(position, ' ');
  FactGroup powers{"Powers and tokens", {}};
  FactGroup marks{"Marked men", {}};
  FactGroup lost{"Lost men", {}};
  const std::vector<std::string> of_side = fields.size() > 2 ? split(fields[2], ',') : std::vector<std::string>();
  for (std::size_t side = 0; side < std::min<std::size_t>(2, of_side.size()); ++side) {
    const auto parts = split(of_side[side], ':');
    powers.lines.emplace_back(side == 0 ? "White" : "Black", parts.empty() || parts[0] == "none" ? "none"
                                                             : parts.size() > 1 ? parts[0] + ", tokens: " + parts[1]
                                                                                : parts[0]);
  }
  if (fields.size() > 3 && fields[3] != "-")
    marks.lines.emplace_back("frozen", fields[3]);
  if (fields.size() > 4 && fields[4] != "-")
    marks.lines.emplace_back("walled", fields[4]);
  const std::vector<std::string> gone = fields.size() > 5 ? split(fields[5], '/') : std::vector<std::string>();
  for (std::size_t side = 0; side < std::min<std::size_t>(2, gone.size()); ++side)
    if (!gone[side].empty() && gone[side] != "-")
      lost.lines.emplace_back(side == 0 ? "White" : "Black", gone[side]);
  return {powers, marks, lost};
}

std::vector<FactGroup> invasionFacts(const std::string& position) {
  const std::vector<std::string> fields = split(position, ' ');
  FactGroup bombs{"Bombs", {}};
  FactGroup homes{"Home corners", {}};
  const auto add = [](FactGroup& group, const std::string& pair) {
    const auto parts = split(pair, ',');
    for (std::size_t side = 0; side < std::min<std::size_t>(2, parts.size()); ++side)
      group.lines.emplace_back(side == 0 ? "White" : "Black", parts[side]);
  };
  if (fields.size() > 2)
    add(bombs, fields[2]);
  if (fields.size() > 3)
    add(homes, fields[3]);
  return {bombs, homes};
}

} // namespace

std::vector<FactGroup> positionFacts(const std::string& game, const json& position) {
  std::vector<FactGroup> groups;
  if (position.is_object())
    groups = armadaChessFacts(position);
  else if (position.is_string())
    groups =
        game == "invasion" ? invasionFacts(position.get<std::string>()) : kingDownFacts(position.get<std::string>());
  std::erase_if(groups, [](const FactGroup& group) { return group.lines.empty(); });
  return groups;
}

std::vector<OptionInForce> optionsInForce(const MatchSetup& setup) {
  std::vector<OptionInForce> options;
  const auto game = rules::Registry::instance().make(setup.game);
  if (!game)
    return options;
  for (const rules::Option& option : (*game)->book().options()) {
    const auto chosen = setup.options.find(option.name);
    const std::string value = chosen == setup.options.end() ? option.default_value : chosen->second;
    options.push_back({option.name, value, option.text, value == option.default_value});
  }
  std::stable_partition(options.begin(), options.end(), [](const OptionInForce& option) { return !option.usual; });
  return options;
}

} // namespace linesman::app
