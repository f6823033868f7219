#pragma once
#include <functional>
#include <future>

namespace linesman::app {

/// Runs `work` on a thread of its own that can be left behind: what talks to a camera over the network may hang there
/// for seconds, which no window has to wait for. `work` owns what it needs. The answer is ready when it is done.
std::shared_future<void> runApart(std::function<void()> work);

/// Waits for one that was told to end, but leaves it behind where it hangs: a camera that works gives its next picture
/// within that time, and is let go for others.
void partFrom(const std::shared_future<void>& apart);

/// Waits for all that was left behind: before the program ends and its libraries with it.
void awaitApart();

} // namespace linesman::app
