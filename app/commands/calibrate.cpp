#include "app/command.h"
#include "app/commands/calibrate_lens.h"
#include "app/commands/calibrate_set.h"
#include "app/commands/calibrate_table.h"

namespace linesman::app {

Command calibrateCommand() {
  return {"calibrate", "Lens calibration, table registration and a set's dimensions",
          [](CLI::App& calibrate) -> std::function<int()> {
            const auto lens = attachCalibrateLens(calibrate), table = attachCalibrateTable(calibrate),
                       set = attachCalibrateSet(calibrate);
            calibrate.require_subcommand(1);
            return [&calibrate, lens, table, set] {
              return calibrate.got_subcommand("lens") ? lens() : calibrate.got_subcommand("table") ? table() : set();
            };
          },
          true};
}

} // namespace linesman::app
