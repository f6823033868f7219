#include <iostream>
#include <memory>

#include "app/command.h"
#include "app/commands/game_options.h"

namespace linesman::app {

Command movesCommand() {
  return {"moves", "The legal turns of a position, one a line", [](CLI::App& sub) -> std::function<int()> {
            auto arguments = std::make_shared<BoardArguments>();
            arguments->attach(sub);
            return [arguments] {
              return arguments->run([](const rules::BoardMatch& match) {
                for (const auto& turn : match.turns())
                  std::cout << turn << '\n';
                return 0;
              });
            };
          }};
}

} // namespace linesman::app
