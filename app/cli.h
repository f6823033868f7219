#pragma once

namespace linesman::app {

/// The whole program: parses the command line and runs one command. Exit status: 0 done, 1 could not be done (one
/// sentence on standard error), 2 wrong usage.
int runCli(int argc, char** argv);

} // namespace linesman::app
