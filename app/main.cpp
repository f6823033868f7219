#include "app/cli.h"
#include "vision/large_blocks.h"

int main(int argc, char** argv) {
  linesman::keepLargeBlocks();
  return linesman::app::runCli(argc, argv);
}
