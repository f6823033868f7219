#include "app/command.h"

namespace linesman::app {

Command calibrateCommand() {
  return {"calibrate", "Lens calibration and table registration",
          [](CLI::App& sub) -> std::function<int()> {
            sub.allow_extras();
            return
                [] { return complain("`linesman calibrate` does not work yet; `linesman --help` lists what does."); };
          },
          false};
}

} // namespace linesman::app
