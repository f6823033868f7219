#include "app/end_signals.h"

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace linesman::app {

namespace {

std::atomic<bool> told{false};
std::atomic<int> write_end{-1};
int read_end = -1;

/// Calls nothing but what a signal's handler may.
void onSignal(int signal) {
  told = true;
  std::signal(signal, SIG_DFL);
  const char any = 0;
  [[maybe_unused]] const auto full = ::write(write_end, &any, 1); // one that was not read yet will do
}

} // namespace

void heedEndSignals() {
  int ends[2] = {-1, -1};
  if (read_end < 0 && ::pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
    read_end = ends[0];
    write_end = ends[1];
  }
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (signal != SIGHUP || std::signal(signal, SIG_IGN) != SIG_IGN) // `nohup` goes on without its terminal
      std::signal(signal, onSignal);
}

bool toldToEnd() {
  return told;
}

int endSignalFile() {
  return read_end;
}

} // namespace linesman::app
