#pragma once
#include <QObject>
#include <QPointer>
#include <nlohmann/json_fwd.hpp>

#include "app/snapshot.h"

class QTcpServer;
class QTcpSocket;
class QWebSocket;
class QWebSocketServer;

namespace linesman::app {

/// Shows the match to others: a page for OBS's browser source (transparent, lower third) and a stream of JSON events
/// over WebSocket, both on one port. On this machine only, unless told otherwise; off until listen() is called.
class SpectatorServer : public QObject {
  Q_OBJECT

public:
  explicit SpectatorServer(QObject* parent = nullptr);
  ~SpectatorServer() override;

  /// Port 0 takes a free one. `everywhere` also serves other machines of the network. One sentence when it cannot.
  Result<void> listen(quint16 port, bool everywhere = false);
  void close();
  bool listening() const;
  quint16 port() const;
  int watchers() const { return static_cast<int>(watchers_.size()); }
  /// What is kept for watchers who have not read it yet, of all together; who reads nothing is told nothing more.
  qint64 unreadBytes() const;

public Q_SLOTS:
  /// The table and the call in front, as the window shows them.
  void publish(const linesman::app::SnapshotPtr& snapshot, int chosen);

Q_SIGNALS:
  void watchersChanged(int count);

private:
  void welcome(QTcpSocket* socket);
  void answer(QTcpSocket* socket, const QByteArray& request);
  void adopt();

  QTcpServer* http_;
  QWebSocketServer* upgrade_;
  std::vector<QPointer<QWebSocket>> watchers_;
  QByteArray last_;
  long long sequence_ = 0;
};

/// The event of one picture: scene, time, the call in front, counts of the others, and the fleets with their damage.
nlohmann::json spectatorEvent(const Snapshot& snapshot, int chosen);

} // namespace linesman::app
