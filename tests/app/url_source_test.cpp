#include <chrono>
#include <optional>

#include <gtest/gtest.h>

#include <QTcpServer>

#include "app/apart.h"
#include "app/lens_views.h"
#include "app/session.h"
#include "app/watch/camera_feed.h"
#include "tests/app/mjpeg_server.h"

namespace linesman::app {
namespace {

using testing::MjpegServer;

/// Sees pictures, then trouble, then pictures again, as the match does.
void expectToComeBack(const MjpegServer& server) {
  ASSERT_FALSE(server.url().empty());
  auto opened = openSource(server.url(), 30.0);
  ASSERT_TRUE(opened) << opened.error().sentence;
  ASSERT_TRUE((*opened)->live());
  auto camera = watchedCamera(std::move(*opened), [&] { return openSource(server.url(), 30.0); });
  int before = 0, after = 0;
  std::string trouble;
  for (int looks = 0; looks < 2000 && after < 3; ++looks) {
    const auto frame = camera->next();
    if (!frame)
      trouble = frame.error().sentence;
    else if (*frame)
      ++(trouble.empty() ? before : after);
  }
  EXPECT_GE(before, 1);
  EXPECT_FALSE(trouble.empty());
  EXPECT_GE(after, 3);
  EXPECT_GE(server.viewers(), 2) << "it was opened again";
}

TEST(UrlSource, AnMjpegStreamThatIsCutOffComesBack) {
  const MjpegServer server(15, false);
  expectToComeBack(server);
}

TEST(UrlSource, AnMjpegStreamThatRepeatsItsLastPictureIsDeadAndOpenedAgain) {
  const MjpegServer server(15, true);
  expectToComeBack(server);
}

TEST(UrlSource, ACameraThatSaysNothingIsGivenUpInSeconds) {
  QTcpServer silent; // it is connected to, and never answers
  ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_FALSE(openSource("http://127.0.0.1:" + std::to_string(silent.serverPort()) + "/video", 30.0));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(15));
}

/// The window is closed, or another page opened, while a camera is still waited for.
TEST(UrlSource, WhoLeavesDoesNotWaitForACameraThatSaysNothing) {
  QTcpServer silent;
  ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
  Scene scene;
  scene.source = "http://127.0.0.1:" + std::to_string(silent.serverPort()) + "/video";
  std::optional<Session> session(std::in_place, std::vector{scene}, [](const Scene&) {
    return makeLensAnalyst(std::make_shared<LensViews>(CalibrationTarget{}, true));
  });
  session->start(true);
  ASSERT_TRUE(silent.waitForNewConnection(10000));
  const auto begun = std::chrono::steady_clock::now();
  session.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(2));
  awaitApart();
}

} // namespace
} // namespace linesman::app
