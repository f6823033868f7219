#include "app/spectators/spectator_server.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>
#include <QWebSocket>
#include <nlohmann/json.hpp>

#include "tests/app/truth.h"

namespace linesman::app {
namespace {

SnapshotPtr judged() {
  const auto table = testing::truth("pyr_07");
  auto snapshot = testing::snapshotOf(table);
  snapshot->calls = {testing::madeUpShot(table.state, table.state.pyramids[0].id, table.state.pyramids[1].id, 4.0, 0.3)};
  return snapshot;
}

class SpectatorTest : public ::testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(server_.listen(0)); }
  QByteArray get(const QByteArray& request) {
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), server_.port());
    socket.write(request + "\r\nHost: localhost\r\n\r\n");
    EXPECT_TRUE(QTest::qWaitFor([&] { return socket.bytesAvailable() > 0 && socket.state() == QAbstractSocket::UnconnectedState; }, 5000));
    return socket.readAll();
  }
  SpectatorServer server_;
};

TEST_F(SpectatorTest, theEventHoldsTheCallInFrontAndTheFleets) {
  const auto event = spectatorEvent(*judged(), 0);
  EXPECT_EQ(event.at("call").at("word"), "HIT");
  EXPECT_DOUBLE_EQ(event.at("call").at("margin_mm").get<double>(), 4.0);
  EXPECT_EQ(event.at("counts").at("yes"), 1);
  std::size_t ships = 0;
  for (const auto& fleet : event.at("fleets"))
    ships += fleet.size();
  EXPECT_EQ(ships, 15u);
}

TEST_F(SpectatorTest, thePageIsServedAndOtherPathsAreNot) {
  const QByteArray page = get("GET /overlay HTTP/1.1");
  EXPECT_TRUE(page.startsWith("HTTP/1.1 200"));
  EXPECT_TRUE(page.contains("background: transparent"));
  EXPECT_TRUE(get("GET /../etc/passwd HTTP/1.1").startsWith("HTTP/1.1 404"));
  EXPECT_TRUE(get("POST / HTTP/1.1").startsWith("HTTP/1.1 405"));
}

TEST_F(SpectatorTest, aWatcherGetsTheLastEventAtOnceAndEveryLaterOne) {
  server_.publish(judged(), 0);
  QWebSocket watcher;
  QSignalSpy messages(&watcher, &QWebSocket::textMessageReceived);
  watcher.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/").arg(server_.port())));
  ASSERT_TRUE(QTest::qWaitFor([&] { return messages.count() == 1; }, 5000));
  server_.publish(judged(), -1);
  ASSERT_TRUE(QTest::qWaitFor([&] { return messages.count() == 2; }, 5000));
  const auto second = nlohmann::json::parse(messages.at(1).at(0).toString().toStdString());
  EXPECT_TRUE(second.at("call").is_null());
  EXPECT_EQ(second.at("seq"), 2);
  EXPECT_EQ(server_.watchers(), 1);
}

TEST_F(SpectatorTest, listensOnThisMachineOnlyAndSaysWhenAPortIsTaken) {
  SpectatorServer second;
  const auto taken = second.listen(server_.port());
  ASSERT_FALSE(taken);
  EXPECT_NE(taken.error().sentence.find(std::to_string(server_.port())), std::string::npos);
  server_.close();
  server_.publish(judged(), 0); // off: nothing happens
  EXPECT_FALSE(server_.listening());
}

} // namespace
} // namespace linesman::app
