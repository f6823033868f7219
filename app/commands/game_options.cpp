#include "app/commands/game_options.h"

#include <map>

#include "app/command.h"
#include "models/json_keys.h"
#include "app/record/match_record.h"
#include "models/json_line.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

template <class Game> CLI::Validator madeBy(Result<std::unique_ptr<Game>> (*make)(const std::string&)) {
  return CLI::Validator([make](const std::string& id) { return objection(make(id)); }, "");
}

Result<std::unique_ptr<rules::Game>> makeGame(const std::string& id) {
  return rules::Registry::instance().make(id);
}

} // namespace

CLI::Validator knownGame() {
  return madeBy(makeGame);
}

CLI::Validator boardGame() {
  return madeBy(rules::makeBoardGame);
}

void addSwitches(CLI::App& sub, std::vector<std::string>& options) {
  sub.add_option("--option", options, "A switch of the rules, key=value; may be given again")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

Result<rules::OptionValues> readOptionValues(const std::string& game, const std::vector<std::string>& options) {
  const auto made = makeGame(game);
  if (!made)
    return tl::unexpected(made.error());
  rules::OptionValues values;
  std::map<std::string, std::string> given; // by the name of the rule book, of which a prefix may be left out
  for (const auto& option : options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos || equals == 0)
      return fail("The option \"" + option + "\" is not of the form key=value; `linesman rules " + game +
                  "` lists the options.");
    const std::string name = option.substr(0, equals), value = option.substr(equals + 1);
    if (const auto known = (*made)->readOption(name, value); !known)
      return tl::unexpected(known.error());
    else if (const auto [before, is_new] = given.emplace(*known); !is_new && before->second != known->second)
      return fail("The option " + known->first + " is given as " + before->second + " and as " + known->second +
                  "; leave one of them out.");
    values[name] = value;
  }
  return values;
}

Result<void> checkGoneOn(const std::string& record, const AgreedAgain& given) {
  const auto kept = MatchRecord::glance(record);
  if (!kept)
    return tl::unexpected(kept.error());
  const MatchSetup& agreed = kept->setup;
  const auto otherwise = [&](const std::string& what) {
    return fail("The record " + record + " is of a match " + what +
                ", which goes on as it was agreed; leave that out, or record a new match in another folder.");
  };
  if (agreed.game != given.game)
    return otherwise("of " + agreed.game + ", not of " + given.game);
  for (const auto& [name, value] : given.options)
    if (agreed.option(name) != value)
      return otherwise("without --option " + name + "=" + value);
  if (!given.pick_up.empty() && agreed.pick_up != given.pick_up)
    return otherwise("that " + (agreed.pick_up ? "was picked up by " + *agreed.pick_up : "was not picked up") +
                     ", not by " + given.pick_up);
  return {};
}

void BoardArguments::attach(CLI::App& sub) {
  sub.add_option("game", game, "king_down, invasion or armada_chess")->required()->check(boardGame());
  sub.add_option("position", position, "The position in the game's notation (KDFEN, INFEN, or JSON)")->required();
  addSwitches(sub, options);
  sub.add_option("--board", board, "Board file, for games that know several boards");
}

int BoardArguments::run(const std::function<int(const rules::BoardMatch&)>& use) const {
  const auto values = readOptionValues(game, options);
  if (!values)
    return misused(values.error().sentence);
  const nlohmann::json given = nlohmann::json::parse(position, nullptr, false);
  if (const std::string own = given.is_object() ? jsonText(given.value("board", nlohmann::json(""))) : "";
      !board.empty() && !own.empty() && own != board)
    return misused("The position has the board " + own + ", and --board names " + board + "; leave one of them out.");
  const auto match = open(*values);
  return match ? use(**match) : complain(match.error().sentence);
}

Result<std::unique_ptr<rules::BoardMatch>> BoardArguments::open(const rules::OptionValues& values) const {
  const auto made = rules::makeBoardGame(game);
  if (!made)
    return tl::unexpected(made.error());
  nlohmann::json given = position;
  if (const auto first = position.find_first_not_of(" \t\r\n"); first != std::string::npos && position[first] == '{') {
    given = nlohmann::json::parse(position, nullptr, false);
    if (given.is_discarded())
      return fail("The position is not proper JSON; check its brackets and quotes.");
    if (const std::string key = keyGivenTwice(position); !key.empty())
      return fail("The position has two values of \"" + key + "\" in one object; leave one out.");
  }
  try {
    return (*made)->open(given, values, board);
  } catch (const nlohmann::json::exception& error) {
    // Left-out or mistyped keys of a JSON position; the library's text names the key.
    return fail(std::string("The position is not understood: ") + jsonFault(error) +
                "; `linesman judge --help` shows one.");
  }
}

} // namespace linesman::app
