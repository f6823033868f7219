#include "app/command.h"

namespace linesman::app {

Command movesCommand() {
  return {"moves", "The legal turns of a position, one a line",
          [](CLI::App& sub) -> std::function<int()> {
            sub.allow_extras();
            return [] { return complain("`linesman moves` does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
