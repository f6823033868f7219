#include "app/spectators/spectator_server.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QWebSocket>
#include <nlohmann/json.hpp>

#include "tests/app/truth.h"

namespace linesman::app {
namespace {

SnapshotPtr judged() {
  const auto table = testing::truth("pyr_07");
  auto snapshot = testing::snapshotOf(table);
  snapshot->calls = {
      testing::madeUpShot(table.state, table.state.pyramids[0].id, table.state.pyramids[1].id, 4.0, 0.3)};
  return snapshot;
}

class SpectatorTest : public ::testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(server_.listen(0)); }
  QByteArray get(const QByteArray& request) {
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), server_.port());
    socket.write(request + "\r\nHost: localhost\r\n\r\n");
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return socket.bytesAvailable() > 0 && socket.state() == QAbstractSocket::UnconnectedState; }, 5000));
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

TEST_F(SpectatorTest, nothingIsPiledUpForAWatcherWhoDoesNotRead) {
  QTcpSocket sleeper; // takes the stream and reads none of it
  sleeper.setReadBufferSize(1024);
  sleeper.connectToHost(QStringLiteral("127.0.0.1"), server_.port());
  sleeper.write("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
  ASSERT_TRUE(QTest::qWaitFor([&] { return server_.watchers() == 1; }, 5000));
  auto large = testing::snapshotOf(testing::truth("pyr_07"));
  large->scene = std::string(1 << 19, 'W');
  const SnapshotPtr snapshot = large;
  for (int i = 0; i < 60; ++i) { // thirty megabytes, of which the system's own buffers take some
    server_.publish(snapshot, -1);
    QCoreApplication::processEvents();
  }
  EXPECT_LT(server_.unreadBytes(), 1 << 21);
  QWebSocket talker;
  talker.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/").arg(server_.port())));
  ASSERT_TRUE(QTest::qWaitFor([&] { return server_.watchers() == 2; }, 5000));
  QSignalSpy messages(&talker, &QWebSocket::textMessageReceived);
  talker.sendTextMessage(QStringLiteral("{nothing that is asked for"));
  server_.publish(judged(), 0);
  EXPECT_TRUE(QTest::qWaitFor([&] { return messages.count() > 0; }, 5000)) << "the others get what comes";
}

TEST_F(SpectatorTest, whoSendsWithoutEndOrNothingAtAllIsLetGo) {
  QTcpSocket flood, silent;
  for (QTcpSocket* socket : {&flood, &silent})
    socket->connectToHost(QStringLiteral("127.0.0.1"), server_.port());
  silent.write("GET / HT");
  flood.write("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
  ASSERT_TRUE(QTest::qWaitFor([&] { return server_.watchers() == 1; }, 5000));
  flood.write(QByteArray::fromHex("81ff0000000077359400" // a text of 2 GB, RFC 6455 5.2
                                  "00000000") +
              QByteArray(1 << 20, 'A'));
  EXPECT_TRUE(QTest::qWaitFor([&] { return server_.watchers() == 0; }, 5000)) << "all of it would be kept";
  EXPECT_TRUE(QTest::qWaitFor([&] { return silent.state() == QAbstractSocket::UnconnectedState; }, 6000));
  EXPECT_TRUE(get("GET /state HTTP/1.1").startsWith("HTTP/1.1 200"));
}

TEST_F(SpectatorTest, whatOthersWroteIsShownAsWhatItIs) {
  auto snapshot = testing::snapshotOf(testing::truth("pyr_07"));
  snapshot->scene = "\xE2\x80\xAE"
                    "elbat";
  EXPECT_EQ(spectatorEvent(*snapshot, -1).at("scene"), "<U+202E>elbat");
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

/// The page as a real browser runs it; OBS's browser source is a Chromium too.
TEST_F(SpectatorTest, aRealBrowserShowsTheCallAndIsTransparent) {
  const QString browser = QStandardPaths::findExecutable(QStringLiteral("chromium"));
  if (browser.isEmpty())
    GTEST_SKIP() << "no chromium on this machine";
  server_.publish(judged(), 0);
  QTemporaryDir folder;
  const QString picture = folder.filePath(QStringLiteral("page.png"));
  const QString address = QStringLiteral("http://127.0.0.1:%1/").arg(server_.port());
  const auto run = [&](const QStringList& what) {
    QProcess chromium;
    chromium.setProcessChannelMode(QProcess::SeparateChannels);
    chromium.start(browser, QStringList{"--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                                        "--user-data-dir=" + folder.filePath(QStringLiteral("profile")),
                                        "--window-size=1280,720", "--virtual-time-budget=3000"} +
                                what + QStringList{address});
    EXPECT_TRUE(chromium.waitForStarted());
    // Our own event loop must go on: it serves the page.
    EXPECT_TRUE(QTest::qWaitFor([&] { return chromium.state() == QProcess::NotRunning; }, 120000));
    return QString::fromUtf8(chromium.readAllStandardOutput());
  };
  const QString page = run({"--dump-dom"});
  EXPECT_TRUE(page.contains(QStringLiteral(">HIT<"))) << page.toStdString();
  EXPECT_TRUE(page.contains(QStringLiteral("+4.00 ± 0.30 mm"))) << page.toStdString();
  EXPECT_TRUE(page.contains(QStringLiteral("data-seq=\"1\"")));
  EXPECT_TRUE(page.contains(QStringLiteral("afloat")));
  run({"--screenshot=" + picture, "--default-background-color=00000000", "--hide-scrollbars"});
  const QImage seen(picture);
  ASSERT_FALSE(seen.isNull());
  EXPECT_EQ(qAlpha(seen.pixel(seen.width() / 2, seen.height() / 3)), 0) << "the middle lets the camera through";
  int covered = 0;
  for (int x = 0; x < seen.width(); ++x)
    covered += qAlpha(seen.pixel(x, seen.height() * 88 / 100)) > 0;
  EXPECT_GT(covered, seen.width() / 10) << "the card with the call is there";
}

} // namespace
} // namespace linesman::app
