#include <iostream>
#include <memory>

#include "app/command.h"
#include "app/commands/game_options.h"
#include "models/json_line.h"
#include "rules/registry.h"
#include "rules/risky_defaults.h"

namespace linesman::app {

namespace {

nlohmann::json bookJson(const rules::RuleBook& book) {
  nlohmann::json out = {{"id", book.id()},
                        {"title", book.title()},
                        {"clauses", nlohmann::json::array()},
                        {"options", nlohmann::json::array()}};
  for (const rules::Clause& clause : book.clauses())
    out["clauses"].push_back({{"id", clause.id}, {"text", clause.text}});
  for (const rules::Option& option : book.options())
    out["options"].push_back({{"name", option.name},
                              {"type", option.type},
                              {"default", option.default_value},
                              {"values", option.values},
                              {"text", option.text}});
  for (const rules::RiskyDefault& risky : rules::riskyDefaults(book))
    out["agree_first"].push_back({{"gap", risky.gap},
                                  {"option", risky.option},
                                  {"question", risky.question},
                                  {"default", risky.chosen},
                                  {"others", risky.others},
                                  {"meaning", risky.meaning}});
  return out;
}

void printBook(const rules::RuleBook& book) {
  std::cout << book.title() << "\n\nClauses\n";
  for (const rules::Clause& clause : book.clauses())
    std::cout << "  " << clause.id << "  " << clause.text << '\n';
  std::cout << "\nOptions\n";
  for (const rules::Option& option : book.options()) {
    std::cout << "  " << option.name << " = " << option.default_value;
    for (std::size_t i = 0; i < option.values.size(); ++i)
      std::cout << (i == 0 ? "  (" : " | ") << option.values[i] << (i + 1 == option.values.size() ? ")" : "");
    std::cout << "\n      " << option.text << '\n';
  }
  const auto risky = rules::riskyDefaults(book);
  if (!risky.empty())
    std::cout << "\nAgree on these before you begin: the law is silent, and the default is a guess\n";
  for (const rules::RiskyDefault& one : risky) {
    std::cout << "  " << one.gap << "  " << (one.option.empty() ? "" : one.option + " = ") << one.chosen << "\n      "
              << one.question << '\n';
    for (const auto& [value, text] : one.meaning)
      std::cout << "        " << value << ": " << text << '\n';
  }
}

int printRules(const std::string& id, bool as_json) {
  const auto game = rules::Registry::instance().make(id);
  if (!game)
    return complain(game.error().sentence);
  if (as_json)
    std::cout << jsonLine(bookJson((*game)->book())) << '\n';
  else
    printBook((*game)->book());
  return 0;
}

} // namespace

Command rulesCommand() {
  return {"rules", "The clauses and options of a game", [](CLI::App& sub) -> std::function<int()> {
            auto id = std::make_shared<std::string>();
            auto as_json = std::make_shared<bool>(false);
            sub.add_option("game", *id, "The game, as `linesman games` lists it")->required()->check(knownGame());
            sub.add_flag("--json", *as_json, "One JSON object");
            return [id, as_json] { return printRules(*id, *as_json); };
          }};
}

} // namespace linesman::app
