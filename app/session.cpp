#include "app/session.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include <QMetaObject>

#include "app/apart.h"
#include "app/watch/camera_feed.h"
#include "vision/frame_source.h"

namespace linesman::app {

namespace {
using Clock = std::chrono::steady_clock;
constexpr auto reopen_after = std::chrono::seconds(3);
} // namespace

bool isCamera(const std::string& source) {
  return source.rfind("/dev/", 0) == 0 || isAddress(source) ||
         source.find_first_not_of("0123456789") == std::string::npos;
}

/// Shared by the two threads; everything below `mutex` is guarded by it.
struct Session::Threads {
  Threads(Session& owner, std::vector<Scene> scenes, MakeAnalyst make_analyst)
      : session(owner), scenes(std::move(scenes)), make(std::move(make_analyst)) {}

  Session& session;
  const std::vector<Scene> scenes;
  const MakeAnalyst make;

  mutable std::mutex mutex;
  std::condition_variable changed;
  bool stop = false;
  bool playing = false;
  bool live = false;              ///< of the source that is open
  bool making = false;            ///< capture makes an analyst, out of what others own
  int advances = 0;               ///< pictures asked for by hand
  std::optional<Frame> newest;    ///< from capture to work
  std::unique_ptr<Analyst> fresh; ///< analyst of the scene that begins
  bool busy = false;              ///< work has not finished with the last frame

  std::shared_future<void> capture;
  std::jthread work;

  template <class Function> void post(Function function) {
    const std::lock_guard lock(mutex);
    if (!stop) // else the session is gone, or going
      QMetaObject::invokeMethod(&session, std::move(function), Qt::QueuedConnection);
  }
  void tell(Trouble trouble) {
    post([this, trouble = std::move(trouble)] { Q_EMIT session.troubled(trouble); });
  }

  /// Runs what a thread does. What a library throws at a picture, or for want of memory, would end the program, and
  /// with it the match; what was half done then is not gone on with.
  template <class Work> void guarded(Work work) {
    try {
      work();
    } catch (const std::exception&) {
      {
        const std::lock_guard lock(mutex);
        making = false;
      }
      changed.notify_all();
      tell({Trouble::Kind::fault, "A picture could not be worked on, so the source was left: open it again, and please "
                                  "report it with that picture."});
    }
  }

  void runCapture();
  bool prepare(const Scene& scene);
  void readSource(const Scene& scene);
  void leave();
  void setLive(bool on);
  bool readScene(FrameSource& source, const Scene& scene);
  Result<std::optional<Frame>> nextUnseen(FrameSource& source, const Scene& scene, std::string& unreadable);
  bool left();
  bool awaitTurn(std::unique_lock<std::mutex>& lock, Clock::time_point due);
  void runWork();
};

void Session::Threads::runCapture() {
  for (const Scene& scene : scenes)
    if (prepare(scene))
      readSource(scene);
  {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return stop || (!busy && !newest); });
  }
  post([this] { Q_EMIT session.finished(); });
}

void Session::Threads::setLive(bool on) {
  const std::lock_guard lock(mutex);
  live = on;
}

/// Makes the scene's analyst for work to take over; false where there is none, or the session stops.
bool Session::Threads::prepare(const Scene& scene) {
  {
    const std::lock_guard lock(mutex);
    if (stop)
      return false;
    making = true;
  }
  auto analyst = make(scene);
  if (!analyst)
    tell(analyst.error());
  std::unique_lock lock(mutex);
  making = false;
  changed.notify_all();
  if (!analyst)
    return false;
  changed.wait(lock, [this] { return stop || (!busy && !newest); });
  fresh = std::move(*analyst);
  return !stop;
}

/// A live source that breaks is opened again until it works.
void Session::Threads::readSource(const Scene& scene) {
  while (true) {
    auto source = openSource(scene.source, scene.fps);
    if (source && (*source)->live()) // opened again by the watch itself when it breaks or its picture stands still
      source = watchedCamera(std::move(*source), [scene] { return openSource(scene.source, scene.fps); });
    setLive(source && (*source)->live());
    if (source && readScene(**source, scene))
      return;
    if (!source)
      tell({Trouble::Kind::source, source.error().sentence});
    std::unique_lock lock(mutex);
    if (stop || (source && !(*source)->live()))
      return;
    if (!source && !isCamera(scene.source))
      return; // a missing file does not come back by waiting
    changed.wait_for(lock, reopen_after, [this] { return stop; });
  }
}

/// Waits until the next picture of a film or folder may be read; false when the scene is left.
bool Session::Threads::awaitTurn(std::unique_lock<std::mutex>& lock, Clock::time_point due) {
  while (!stop) {
    const bool idle = !busy && !newest;
    if (idle && advances > 0) {
      --advances;
      return true;
    }
    if (idle && playing && Clock::now() >= due)
      return true;
    if (idle && playing)
      changed.wait_until(lock, due);
    else
      changed.wait(lock);
  }
  return false;
}

/// True when the scene came to its end. Pictures that cannot be read are passed over; that none could is trouble.
bool Session::Threads::readScene(FrameSource& source, const Scene& scene) {
  Clock::time_point due = Clock::now();
  bool any = false;
  std::string unreadable;
  while (true) {
    if (!source.live()) {
      std::unique_lock lock(mutex);
      if (!awaitTurn(lock, due))
        return true;
    }
    auto frame = nextUnseen(source, scene, unreadable);
    if (!frame) {
      tell({Trouble::Kind::source, frame.error().sentence});
      if (left())
        return true;
      continue;
    }
    if (!*frame) {
      if (!any && unreadable.empty() && scene.from_s <= 0.0) // else what there is was seen before
        unreadable = std::string(gave_no_picture);
      if (!any && !unreadable.empty())
        tell({Trouble::Kind::source, unreadable});
      return true;
    }
    any = true;
    std::unique_lock lock(mutex);
    if (stop)
      return true;
    keepNewest(newest, std::move(**frame));
    due = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>(scene.hold_s > 0.0 ? scene.hold_s : 1.0 / scene.fps));
    changed.notify_all();
  }
}

Result<std::optional<Frame>> Session::Threads::nextUnseen(FrameSource& source, const Scene& scene,
                                                          std::string& unreadable) {
  while (true) {
    auto frame = nextReadable(source, [&](const std::string& sentence) {
      unreadable = sentence;
      tell({Trouble::Kind::picture, sentence});
    });
    const bool seen = !source.live() && frame && *frame && (*frame)->t_s < scene.from_s;
    if (!seen || left())
      return frame;
  }
}

bool Session::Threads::left() {
  const std::lock_guard lock(mutex);
  return stop;
}

void Session::Threads::runWork() {
  std::unique_ptr<Analyst> analyst;
  long long count = 0;
  while (true) {
    Frame frame;
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [this] { return stop || newest; });
      if (stop)
        return;
      if (fresh)
        analyst = std::move(fresh);
      frame = std::move(*newest);
      newest.reset();
      busy = true;
    }
    const std::shared_ptr<Snapshot> snapshot = analyst->analyse(frame);
    snapshot->number = ++count;
    post([this, shown = SnapshotPtr(snapshot)] { Q_EMIT session.snapshotReady(shown); });
    std::unique_lock lock(mutex);
    busy = false;
    changed.notify_all();
  }
}

Session::Session(std::vector<Scene> scenes, MakeAnalyst make_analyst, QObject* parent)
    : QObject(parent), threads_(std::make_shared<Threads>(*this, std::move(scenes), std::move(make_analyst))) {
  qRegisterMetaType<SnapshotPtr>();
  qRegisterMetaType<Trouble>();
}

/// Calls still queued die with the session.
Session::~Session() {
  threads_->leave();
}

void Session::Threads::leave() {
  {
    const std::lock_guard lock(mutex);
    stop = true;
  }
  changed.notify_all();
  if (work.joinable())
    work.join();
  if (!capture.valid())
    return;
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return !making; });
  lock.unlock();
  partFrom(capture);
}

void Session::start(bool playing) {
  {
    const std::lock_guard lock(threads_->mutex);
    threads_->playing = playing;
    threads_->advances = 1; // the first picture shows at once
  }
  threads_->work = std::jthread([threads = threads_.get()] { threads->guarded([&] { threads->runWork(); }); });
  threads_->capture = runApart([threads = threads_] { threads->guarded([&] { threads->runCapture(); }); });
}

void Session::setPlaying(bool playing) {
  {
    const std::lock_guard lock(threads_->mutex);
    threads_->playing = playing;
  }
  threads_->changed.notify_all();
}

bool Session::playing() const {
  const std::lock_guard lock(threads_->mutex);
  return threads_->playing;
}

bool Session::live() const {
  const std::lock_guard lock(threads_->mutex);
  return threads_->live;
}

void Session::advance() {
  {
    const std::lock_guard lock(threads_->mutex);
    constexpr int most_ahead = 4; // a key that is held down is let go of some time
    threads_->advances = std::min(threads_->advances + 1, most_ahead);
  }
  threads_->changed.notify_all();
}

} // namespace linesman::app
