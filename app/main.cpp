#include "app/cli.h"

int main(int argc, char** argv) {
  return linesman::app::runCli(argc, argv);
}
