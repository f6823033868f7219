#pragma once
#include <functional>
#include <memory>
#include <vector>

#include <QObject>

#include "app/analyst.h"

namespace linesman::app {

/// Does this source name a camera or a stream? One that cannot be opened is tried again.
bool isCamera(const std::string& source);

/// Runs scenes one after another and hands out snapshots. The only place that knows threads: *capture* reads the source
/// and keeps the newest frame, *work* runs vision and the law, and signals come to the thread this object lives in.
/// Whoever leaves a session does not wait for a camera that says nothing.
/// A camera or stream never waits: frames that come while work is busy are dropped. Pictures and films are never
/// dropped; they advance at their own pace while playing, or one by one.
class Session : public QObject {
  Q_OBJECT

public:
  using MakeAnalyst = std::function<tl::expected<std::unique_ptr<Analyst>, Trouble>(const Scene&)>;

  Session(std::vector<Scene> scenes, MakeAnalyst make_analyst, QObject* parent = nullptr);
  ~Session() override;

  void start(bool playing);
  void setPlaying(bool playing);
  bool playing() const;
  /// Is the scene a camera's or stream's? Its pictures come whether it is playing or not.
  bool live() const;
  /// One more picture, when not playing.
  void advance();

Q_SIGNALS:
  void snapshotReady(linesman::app::SnapshotPtr snapshot);
  /// The source or its files cannot be used. A camera is tried again every few seconds; after a picture that cannot be
  /// read comes the next one.
  void troubled(linesman::app::Trouble trouble);
  void finished();

private:
  struct Threads;
  std::shared_ptr<Threads> threads_; ///< with the thread that captures, which may be left behind
};

} // namespace linesman::app

Q_DECLARE_METATYPE(linesman::app::SnapshotPtr)
Q_DECLARE_METATYPE(linesman::app::Trouble)
