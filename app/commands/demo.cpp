#include "app/command.h"

namespace linesman::app {

Command demoCommand() {
  return {"demo", "The main job on pictures that ship with the program",
          [](CLI::App& sub) -> std::function<int()> {
            sub.allow_extras();
            return [] { return complain("`linesman demo` does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
