#include "app/command.h"

namespace linesman::app {

Command detectCommand() {
  return {"detect", "What lies on the table, one JSON object per image",
          [](CLI::App& sub) -> std::function<int()> {
            sub.allow_extras();
            return [] { return complain("`linesman detect` does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
