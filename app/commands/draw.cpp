#include <iostream>
#include <memory>
#include <optional>
#include <random>

#include "app/command.h"
#include "app/commands/game_options.h"

namespace linesman::app {

namespace {

struct DrawArguments {
  std::string game;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> number;
  std::string powers;
  std::vector<std::string> options;
};

int drawStart(const DrawArguments& arguments) {
  const auto game = rules::makeBoardGame(arguments.game);
  if (!game)
    return complain(game.error().sentence);
  const auto values = readOptionValues(arguments.game, arguments.options);
  if (!values)
    return misused(values.error().sentence);
  const std::uint64_t seed = arguments.seed ? *arguments.seed : std::random_device()();
  const auto draw = (*game)->draw(seed, arguments.number, *values, arguments.powers);
  if (!draw)
    return misused(draw.error().sentence);
  std::cout << "set-up number " << draw->number << " of " << draw->count << '\n' << draw->position << '\n';
  if (!arguments.number)
    std::cerr << "drawn with seed " << seed << '\n';
  return 0;
}

/// A minus sign would be read as a number near 2^64.
std::string noMinus(const std::string& text) {
  return text.find('-') == std::string::npos ? "" : "must be a whole number, 0 or more, and not " + text;
}

} // namespace

Command drawCommand() {
  return {
      "draw", "Draws a start: its number, and the position", [](CLI::App& sub) -> std::function<int()> {
        auto arguments = std::make_shared<DrawArguments>();
        sub.add_option("--game", arguments->game, "The game, for instance king_down")->required()->check(boardGame());
        auto* seed = sub.add_option("--seed", arguments->seed,
                                    "Draw with this seed: the same start on every machine; without it by chance")
                         ->check(noMinus);
        sub.add_option("--number", arguments->number, "The start with this number, from 0; nothing is drawn")
            ->excludes(seed)
            ->check(noMinus);
        sub.add_option("--powers", arguments->powers, "The players' powers, White's and Black's, as Freeze,Leap");
        addSwitches(sub, arguments->options);
        return [arguments] { return drawStart(*arguments); };
      }};
}

} // namespace linesman::app
