#include <fcntl.h>
#include <unistd.h>

#include "app/apart.h"
#include "app/cli.h"
#include "vision/large_blocks.h"

namespace {

/// Whoever starts the program may have closed one of its three standard files. The next file that is opened would get
/// its number, and events would be printed over the beginning of the record. What is put in its place can neither be
/// read nor written, so that this is told as before.
void holdStandardFiles() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0)
      ::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY); // takes the lowest number that is free
}

} // namespace

int main(int argc, char** argv) {
  holdStandardFiles();
  linesman::keepLargeBlocks();
  const int status = linesman::app::runCli(argc, argv);
  linesman::app::awaitApart();
  return status;
}
