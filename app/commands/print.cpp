#include "app/command.h"

namespace linesman::app {

Command printCommand() {
  return {"print", "Targets, markers, tokens, boards and gauges at exact scale",
          [](CLI::App& sub) -> std::function<int()> {
            sub.allow_extras();
            return [] { return complain("`linesman print` does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
