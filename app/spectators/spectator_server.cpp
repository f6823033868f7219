#include "app/spectators/spectator_server.h"

#include <algorithm>

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <QWebSocket>
#include <QWebSocketServer>
#include <nlohmann/json.hpp>

#include "app/spectators/overlay_page.h"
#include "models/json_line.h"
#include "models/one_line.h"

namespace linesman::app {

namespace {

/// A request line and headers are never longer in earnest.
constexpr qint64 longest_request = 8192;
/// Kept for a watcher who does not read (a browser's tab that sleeps): some minutes of pictures, not those of a match.
constexpr qint64 most_unread_bytes = 1 << 20;
/// Watchers have nothing to say; what they send is kept until it is whole.
constexpr quint64 longest_message = 4096;
/// Whoever has connected says at once what he wants, or holds a connection that others need.
constexpr int request_patience_ms = 3000;

QByteArray response(const QByteArray& status, const QByteArray& type, const QByteArray& body) {
  return "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + QByteArray::number(body.size()) +
         "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n" + body;
}

nlohmann::json callJson(const Call& call) {
  const char* outcome[] = {"yes", "no", "close"};
  nlohmann::json json = {{"title", spelled(call.title)},
                         {"word", wordOf(call)},
                         {"outcome", outcome[static_cast<int>(outcomeOf(call.verdict))]},
                         {"sentence", spelled(call.verdict.sentence)},
                         {"clauses", call.verdict.clauses}};
  json["margin_mm"] = call.verdict.margin_mm ? nlohmann::json(*call.verdict.margin_mm) : nlohmann::json();
  json["sigma_mm"] = call.verdict.sigma_mm ? nlohmann::json(*call.verdict.sigma_mm) : nlohmann::json();
  return json;
}

nlohmann::json fleetsJson(const Snapshot& snapshot) {
  nlohmann::json fleets = nlohmann::json::object();
  const std::map<PieceId, int> damage = damageOf(snapshot);
  for (const SeenPyramid& pyramid : snapshot.state.pyramids) {
    if (pyramid.posture != Posture::lying)
      continue;
    const auto chits = damage.find(pyramid.id);
    const auto name = snapshot.names.find(pyramid.id);
    fleets[std::string(nameOf(pyramid.colour))].push_back({{"name", name == snapshot.names.end() ? "" : name->second},
                                                           {"size", nameOf(pyramid.size)},
                                                           {"damage", chits == damage.end() ? 0 : chits->second}});
  }
  return fleets;
}

} // namespace

nlohmann::json spectatorEvent(const Snapshot& snapshot, int chosen) {
  nlohmann::json event = {{"event", "picture"}, {"scene", spelled(snapshot.scene)}, {"t_s", snapshot.t_s}};
  if (snapshot.trouble.kind != Trouble::Kind::none) {
    event["trouble"] = spelled(snapshot.trouble.sentence);
    return event;
  }
  event["fleets"] = fleetsJson(snapshot);
  const bool any = chosen >= 0 && chosen < static_cast<int>(snapshot.calls.size());
  event["call"] = any ? callJson(snapshot.calls[static_cast<std::size_t>(chosen)]) : nlohmann::json();
  int counts[3] = {};
  for (const Call& call : snapshot.calls)
    ++counts[static_cast<int>(outcomeOf(call.verdict))];
  event["counts"] = {{"yes", counts[0]}, {"no", counts[1]}, {"close", counts[2]}};
  return event;
}

SpectatorServer::SpectatorServer(QObject* parent)
    : QObject(parent), http_(new QTcpServer(this)),
      upgrade_(new QWebSocketServer(QStringLiteral("linesman"), QWebSocketServer::NonSecureMode, this)) {
  connect(http_, &QTcpServer::newConnection, this, [this] {
    while (QTcpSocket* socket = http_->nextPendingConnection())
      welcome(socket);
  });
  connect(upgrade_, &QWebSocketServer::newConnection, this, &SpectatorServer::adopt);
}

SpectatorServer::~SpectatorServer() {
  close();
}

Result<void> SpectatorServer::listen(quint16 port, bool everywhere) {
  close();
  if (!http_->listen(everywhere ? QHostAddress::Any : QHostAddress::LocalHost, port))
    return fail("The spectators' page cannot use port " + std::to_string(port) +
                (http_->serverError() == QAbstractSocket::SocketAccessError
                     ? "; the system keeps it for itself, so choose a number from 1024 on."
                     : "; another program has it, so choose another number."));
  return {};
}

void SpectatorServer::close() {
  http_->close();
  for (const QPointer<QWebSocket>& watcher : watchers_)
    if (watcher)
      watcher->close();
  watchers_.clear();
}

bool SpectatorServer::listening() const {
  return http_->isListening();
}

quint16 SpectatorServer::port() const {
  return http_->serverPort();
}

/// Looks at the request without taking it from the socket, so that an upgrade can be handed on whole.
void SpectatorServer::welcome(QTcpSocket* socket) {
  connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
  auto* patience = new QTimer(socket);
  patience->setSingleShot(true);
  connect(patience, &QTimer::timeout, socket, &QTcpSocket::abort);
  patience->start(request_patience_ms);
  const auto arrived = [this, socket, patience] {
    const QByteArray request = socket->peek(longest_request);
    if (!request.contains("\r\n\r\n")) {
      if (request.size() >= longest_request)
        socket->abort();
      return;
    }
    socket->disconnect(this);
    if (request.toLower().contains("\r\nupgrade: websocket")) {
      socket->disconnect(socket);
      delete patience;
      upgrade_->handleConnection(socket);
      return;
    }
    answer(socket, socket->readAll());
  };
  connect(socket, &QTcpSocket::readyRead, this, arrived);
  if (socket->bytesAvailable() > 0)
    arrived();
}

void SpectatorServer::answer(QTcpSocket* socket, const QByteArray& request) {
  const QByteArray path = request.split(' ').value(1).split('?').first();
  if (!request.startsWith("GET "))
    socket->write(response("405 Method Not Allowed", "text/plain", "Only GET is served.\n"));
  else if (path == "/" || path == "/overlay")
    socket->write(response("200 OK", "text/html; charset=utf-8", overlayPage()));
  else if (path == "/state")
    socket->write(response("200 OK", "application/json", last_.isEmpty() ? QByteArray("{}") : last_));
  else
    socket->write(
        response("404 Not Found", "text/plain", "There are / and /state, and the event stream as WebSocket.\n"));
  socket->disconnectFromHost();
}

void SpectatorServer::adopt() {
  while (QWebSocket* watcher = upgrade_->nextPendingConnection()) {
    watcher->setParent(this);
    watcher->setMaxAllowedIncomingMessageSize(longest_message);
    watcher->setMaxAllowedIncomingFrameSize(longest_message);
    watchers_.emplace_back(watcher);
    connect(watcher, &QWebSocket::disconnected, this, [this, watcher] {
      std::erase_if(watchers_, [&](const QPointer<QWebSocket>& w) { return !w || w == watcher; });
      watcher->deleteLater();
      Q_EMIT watchersChanged(watchers());
    });
    if (!last_.isEmpty())
      watcher->sendTextMessage(QString::fromUtf8(last_));
    Q_EMIT watchersChanged(watchers());
  }
}

void SpectatorServer::publish(const SnapshotPtr& snapshot, int chosen) {
  if (!listening() || !snapshot)
    return;
  nlohmann::json event = spectatorEvent(*snapshot, chosen);
  event["seq"] = ++sequence_;
  last_ = QByteArray::fromStdString(jsonLine(event));
  for (const QPointer<QWebSocket>& watcher : watchers_)
    if (watcher && watcher->bytesToWrite() < most_unread_bytes) // each event tells all: later ones make up for it
      watcher->sendTextMessage(QString::fromUtf8(last_));
}

qint64 SpectatorServer::unreadBytes() const {
  qint64 sum = 0;
  for (const QPointer<QWebSocket>& watcher : watchers_)
    sum += watcher ? watcher->bytesToWrite() : 0;
  return sum;
}

} // namespace linesman::app
