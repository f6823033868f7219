#include "rules/board_game.h"

#include <algorithm>
#include <cctype>

#include "models/json_line.h"
#include "rules/registry.h"
#include "rules/scenario_keys.h"

namespace linesman::rules {
namespace {

nlohmann::json answerJson(const std::string& turn, const TurnAnswer& answer, const BoardMatch& match) {
  nlohmann::json json = {{"turn", turn},
                         {"ruling", answer.legal ? "legal" : "illegal"},
                         {"clauses", answer.clauses},
                         {"sentence", answer.sentence},
                         {"result", nullptr},
                         {"over", nullptr},
                         {"highlights", answer.highlights}};
  if (answer.legal)
    json["result"] = match.position();
  else
    json["instead"] = answer.instead;
  if (answer.over)
    json["over"] = {{"winner", answer.over->winner}, {"clauses", answer.over->clauses}};
  return json;
}

} // namespace

std::vector<std::string> BoardMatch::turns() const {
  auto texts = doTurns();
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::vector<std::pair<std::string, std::uint64_t>> BoardMatch::divide(int depth) const {
  auto parts = doDivide(depth);
  std::sort(parts.begin(), parts.end());
  return parts;
}

Result<std::pair<std::string, std::string>> BoardGame::doReadOption(const std::string& name,
                                                                    const std::string& value) const {
  std::string known = name;
  if (const auto dot = name.find('.'); dot != std::string::npos)
    known = name.substr(dot + 1);
  std::string text = value;
  const Option* option = book().option(known);
  if (option != nullptr && option->type != "text")
    for (char& c : text)
      c = c == ' ' || c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (option != nullptr && option->type == "integer" && !value.empty())
    text = value;
  if (option != nullptr && option->type == "boolean") {
    if (text == "on" || text == "yes" || text == "1")
      text = "true";
    if (text == "off" || text == "no" || text == "0")
      text = "false";
  }
  // Choices written as a flag: the words on and off stand for themselves where the book lists them.
  if (option != nullptr && option->type == "choice") {
    const auto lists = [&](const char* word) {
      return std::count(option->values.begin(), option->values.end(), word) > 0;
    };
    if (text == "false" && !lists("false") && lists("off"))
      text = "off";
    if (text == "true" && !lists("true") && lists("on"))
      text = "on";
  }
  if (auto good = book().checkOption(option != nullptr ? known : name, text); !good)
    return tl::unexpected(good.error());
  return std::pair{known, text};
}

Result<OptionValues> BoardGame::allOptions(const OptionValues& chosen) const {
  OptionValues all;
  for (const auto& option : book().options())
    all[option.name] = option.default_value;
  for (const auto& [name, value] : chosen) {
    auto checked = readOption(name, value);
    if (!checked)
      return tl::unexpected(checked.error());
    all[checked->first] = checked->second;
  }
  return all;
}

Result<std::unique_ptr<BoardMatch>> BoardGame::open(const nlohmann::json& position, const OptionValues& options,
                                                    const std::string& board) const {
  const auto all = allOptions(options);
  return all ? doOpen(position, *all, board) : tl::unexpected(all.error());
}

Result<SetupDraw> BoardGame::draw(std::uint64_t seed, std::optional<std::uint64_t> number, const OptionValues& options,
                                  const std::string& powers) const {
  const auto all = allOptions(options);
  return all ? doDraw(seed, number, *all, powers) : tl::unexpected(all.error());
}

Result<SetupDraw> BoardGame::doDraw(std::uint64_t, std::optional<std::uint64_t>, const OptionValues&,
                                    const std::string&) const {
  return fail("Nothing is drawn for the start of " + title() + "; `linesman rules " + id() +
              "` tells how it is set up.");
}

Result<nlohmann::json> BoardGame::doJudge(const nlohmann::json& scenario) const {
  if (const auto good = checkScenarioKeys(scenario, {"id", "game", "ruleset", "board", "position", "options", "turns"});
      !good)
    return tl::unexpected(good.error());
  OptionValues options;
  if (scenario.contains("options") && !scenario["options"].is_null() && !scenario["options"].is_object())
    return fail("\"options\" must be switches with their values, as {\"castling\": true}.");
  if (scenario.contains("options") && !scenario["options"].is_null())
    for (const auto& [name, value] : scenario["options"].items())
      options[name] = jsonText(value);
  const auto match = open(scenario.at("position"), options, scenario.value("board", std::string()));
  if (!match)
    return tl::unexpected(match.error());
  const nlohmann::json turns = scenario.value("turns", nlohmann::json::array());
  if (!turns.is_array() || !std::ranges::all_of(turns, [](const nlohmann::json& turn) { return turn.is_string(); }))
    return fail("\"turns\" must be a list of turns in quotes, as [\"e2e4\", \"e7e5\"].");
  nlohmann::json answer = {{"id", scenario.value("id", nlohmann::json())}, {"turns", nlohmann::json::array()}};
  for (const auto& turn : turns.get<std::vector<std::string>>()) {
    const TurnAnswer said = (*match)->play(turn);
    answer["turns"].push_back(answerJson(turn, said, **match));
    if (!said.legal)
      break;
  }
  return answer;
}

void addClauses(std::vector<std::string>& ids, const std::vector<std::string>& more) {
  for (const auto& id : more)
    if (std::find(ids.begin(), ids.end(), id) == ids.end())
      ids.push_back(id);
}

void show(TurnAnswer& answer, const std::string& square) {
  if (std::find(answer.highlights.begin(), answer.highlights.end(), square) == answer.highlights.end())
    answer.highlights.push_back(square);
}

std::map<std::string, std::string> movementsOf(const RuleBook& book) {
  std::map<std::string, std::string> movements;
  if (const auto* table = book.data()["movement"].as_table())
    for (const auto& [name, notation] : *table)
      if (const auto text = notation.value<std::string>())
        movements[std::string(name.str())] = *text;
  return movements;
}

Result<std::unique_ptr<BoardGame>> makeBoardGame(const std::string& id) {
  auto game = Registry::instance().make(id);
  if (!game)
    return tl::unexpected(game.error());
  if (dynamic_cast<BoardGame*>(game->get()) == nullptr)
    return fail("The game " + id + " is not played on squares; name one that is.");
  return std::unique_ptr<BoardGame>(static_cast<BoardGame*>(game->release()));
}

} // namespace linesman::rules
