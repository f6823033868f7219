#include "app/command.h"

namespace linesman::app {

Command replayCommand() {
  return {"replay", "Re-judges a recorded match or dispute file",
          [](CLI::App& sub) -> std::function<int()> {
            sub.allow_extras();
            return [] { return complain("`linesman replay` does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
