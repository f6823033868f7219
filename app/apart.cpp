#include "app/apart.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace linesman::app {

namespace {

struct Running {
  std::mutex mutex;
  std::condition_variable none;
  int count = 0;
};

Running& running() {
  static auto* const all = new Running; // never destroyed: a thread may still tell it that it ends
  return *all;
}

void count(int change) {
  const std::lock_guard lock(running().mutex);
  running().count += change;
  running().none.notify_all();
}

} // namespace

std::shared_future<void> runApart(std::function<void()> work) {
  std::promise<void> done;
  std::shared_future<void> ready = done.get_future().share();
  count(1);
  std::thread([work = std::move(work), done = std::move(done)]() mutable {
    std::exchange(work, nullptr)(); // what it owns ends with it
    done.set_value();
    count(-1);
  }).detach();
  return ready;
}

void partFrom(const std::shared_future<void>& apart) {
  apart.wait_for(std::chrono::milliseconds(500));
}

void awaitApart() {
  std::unique_lock lock(running().mutex);
  running().none.wait(lock, [] { return running().count == 0; });
}

} // namespace linesman::app
