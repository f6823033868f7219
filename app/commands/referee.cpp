#include "app/command.h"

namespace linesman::app {

Command refereeCommand() {
  return {"referee", "Watches a source and prints events",
          [](CLI::App& sub) -> std::function<int()> {
            sub.allow_extras();
            return [] { return complain("`linesman referee` does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
