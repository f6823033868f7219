#include "app/command.h"

namespace linesman::app {

Command perftCommand() {
  return {"perft", "Counts turns to a depth",
          [](CLI::App& sub) -> std::function<int()> {
            sub.allow_extras();
            return [] { return complain("`linesman perft` does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
