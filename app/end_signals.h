#pragma once

namespace linesman::app {

/// From now on Ctrl-C, `kill` and a terminal that is closed (SIGINT, SIGTERM, SIGHUP) do not end the program at once:
/// whoever works looks for it and ends in order, so that a camera gets its settings back and nothing is left half
/// written. Told a second time, the program ends as it is.
void heedEndSignals();

/// Was it told to end?
bool toldToEnd();

/// A file that can be read from as soon as it was told, for loops that wait for events; -1 before heedEndSignals().
int endSignalFile();

} // namespace linesman::app
