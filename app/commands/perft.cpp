#include <chrono>
#include <iostream>
#include <memory>

#include "app/command.h"
#include "app/commands/game_options.h"

namespace linesman::app {

namespace {

int countTurns(const rules::BoardMatch& match, int depth, bool divide) {
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t nodes = 0;
  if (divide && depth > 0) {
    for (const auto& [turn, count] : match.divide(depth)) {
      std::cout << turn << ": " << count << '\n';
      nodes += count;
    }
  } else {
    nodes = match.perft(depth);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::cout << "nodes " << nodes << '\n';
  std::cerr << static_cast<std::uint64_t>(static_cast<double>(nodes) / (seconds > 0.0 ? seconds : 1e-9))
            << " nodes per second\n";
  return 0;
}

} // namespace

Command perftCommand() {
  return {"perft", "Counts turns to a depth", [](CLI::App& sub) -> std::function<int()> {
            auto arguments = std::make_shared<BoardArguments>();
            auto depth = std::make_shared<int>(1);
            auto divide = std::make_shared<bool>(false);
            arguments->attach(sub);
            sub.add_option("depth", *depth, "How many turns deep")->required()->check(CLI::Range(0, 30));
            sub.add_flag("--divide", *divide, "The count behind every first turn too");
            return [=] {
              return arguments->run([&](const rules::BoardMatch& match) { return countTurns(match, *depth, *divide); });
            };
          }};
}

} // namespace linesman::app
