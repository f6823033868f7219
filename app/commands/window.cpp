#include "app/command.h"

namespace linesman::app {

Command windowCommand() {
  return {"window", "The window",
          [](CLI::App&) -> std::function<int()> {
            return [] { return complain("The window does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
