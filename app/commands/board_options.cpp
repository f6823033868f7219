#include "app/commands/board_options.h"

#include "models/json_line.h"

namespace linesman::app {

Result<rules::OptionValues> readOptionValues(const std::string& game, const std::vector<std::string>& options) {
  rules::OptionValues values;
  for (const auto& option : options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos || equals == 0)
      return fail("The option \"" + option + "\" is not of the form key=value; `linesman rules " + game +
                  "` lists the options.");
    values[option.substr(0, equals)] = option.substr(equals + 1);
  }
  return values;
}

void BoardArguments::attach(CLI::App& sub) {
  sub.add_option("game", game, "king_down, invasion or armada_chess")->required();
  sub.add_option("position", position, "The position in the game's notation (KDFEN, INFEN, or JSON)")->required();
  sub.add_option("--option", options, "A switch of the rules, key=value; may be given again")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  sub.add_option("--board", board, "Board file, for games that know several boards");
}

Result<std::unique_ptr<rules::BoardMatch>> BoardArguments::open() const {
  const auto made = rules::makeBoardGame(game);
  if (!made)
    return tl::unexpected(made.error());
  const auto values = readOptionValues(game, options);
  if (!values)
    return tl::unexpected(values.error());
  nlohmann::json given = position;
  if (const auto first = position.find_first_not_of(" \t\r\n"); first != std::string::npos && position[first] == '{') {
    given = nlohmann::json::parse(position, nullptr, false);
    if (given.is_discarded())
      return fail("The position is not proper JSON; check its brackets and quotes.");
  }
  try {
    return (*made)->open(given, *values, board);
  } catch (const nlohmann::json::exception& error) {
    // Left-out or mistyped keys of a JSON position; the library's text names the key.
    return fail(std::string("The position is not understood: ") + jsonFault(error) +
                "; `linesman judge --help` shows one.");
  }
}

} // namespace linesman::app
