#include "app/apart.h"
#include "app/cli.h"
#include "vision/large_blocks.h"

int main(int argc, char** argv) {
  linesman::keepLargeBlocks();
  const int status = linesman::app::runCli(argc, argv);
  linesman::app::awaitApart();
  return status;
}
