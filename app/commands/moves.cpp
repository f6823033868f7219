#include <iostream>
#include <memory>

#include "app/command.h"
#include "app/commands/board_options.h"

namespace linesman::app {

Command movesCommand() {
  return {"moves", "The legal turns of a position, one a line", [](CLI::App& sub) -> std::function<int()> {
            auto arguments = std::make_shared<BoardArguments>();
            arguments->attach(sub);
            return [arguments] {
              const auto match = arguments->open();
              if (!match)
                return complain(match.error().sentence);
              for (const auto& turn : (*match)->turns())
                std::cout << turn << '\n';
              return 0;
            };
          }};
}

} // namespace linesman::app
