#include "app/command.h"

namespace linesman::app {

Command certifyCommand() {
  return {"certify", "The pre-match certificate",
          [](CLI::App& sub) -> std::function<int()> {
            sub.allow_extras();
            return [] { return complain("`linesman certify` does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
