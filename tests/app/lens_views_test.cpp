// Views taken from a running source: a folder in time order, and a stream over HTTP as phone camera apps serve it.
#include "app/lens_views.h"

#include <arpa/inet.h>
#include <filesystem>
#include <fstream>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "support/render_table.h"
#include "vision/jpeg.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

/// The sheet held before a camera in `count` places: it comes in, rests, and goes on.
std::vector<cv::Mat> heldSheet(int count) {
  const CalibrationTarget target = sheetTarget("a4");
  const Lens lens = test::webcam(640, 360);
  std::vector<cv::Mat> frames;
  for (int i = 0; i < count; ++i) {
    test::RenderOptions options;
    options.seed = static_cast<unsigned>(i + 1);
    const auto pose = test::targetBefore(300.0, {0.4 * std::sin(2.0 * i), 0.4 * std::cos(2.0 * i), 0.0},
                                         {0.5 * target.width_mm(), 0.5 * target.height_mm()},
                                         {30.0 * std::cos(2.0 * i), 15.0 * std::sin(2.0 * i)});
    cv::Mat still;
    cv::cvtColor(test::render(lens, pose, test::targetPattern(target), options), still, cv::COLOR_GRAY2BGR);
    for (const double away_px : {40.0, 15.0, 0.0, 0.0}) {
      cv::Mat frame;
      const cv::Mat shift = (cv::Mat_<double>(2, 3) << 1, 0, away_px, 0, 1, 0.5 * away_px);
      cv::warpAffine(still, frame, shift, still.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
      frames.push_back(frame);
    }
  }
  return frames;
}

/// Serves frames as multipart JPEG to one client, each `hold_ms` long, then closes.
class StreamServer {
public:
  StreamServer(const std::vector<cv::Mat>& frames, int hold_ms) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    good_ = ::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(socket_, 1) == 0 &&
            ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    port_ = ntohs(address.sin_port);
    for (const cv::Mat& frame : frames) {
      const std::vector<unsigned char> bytes = jpegBytes(frame, 92);
      pictures_.emplace_back(bytes.begin(), bytes.end());
    }
    thread_ = std::jthread([this, hold_ms] { serve(hold_ms); });
  }
  ~StreamServer() { ::shutdown(socket_, SHUT_RDWR), ::close(socket_); }

  bool good() const { return good_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/video.mjpg"; }

private:
  void serve(int hold_ms) const {
    const int client = ::accept(socket_, nullptr, nullptr);
    const auto send = [client](const std::string& text) {
      return ::send(client, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
    };
    bool open =
        client >= 0 && send("HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n");
    for (std::size_t i = 0; open && i < pictures_.size(); ++i) {
      open = send("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: " + std::to_string(pictures_[i].size()) +
                  "\r\n\r\n" + pictures_[i] + "\r\n");
      std::this_thread::sleep_for(std::chrono::milliseconds(hold_ms));
    }
    if (client >= 0)
      ::close(client);
  }

  int socket_;
  int port_ = 0;
  bool good_ = false;
  std::vector<std::string> pictures_;
  std::jthread thread_;
};

TEST(LensViews, takes_a_view_when_the_sheet_rests_in_a_new_place) {
  const fs::path folder = fs::temp_directory_path() / ("linesman_held_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto frames = heldSheet(3);
  for (std::size_t i = 0; i < frames.size(); ++i)
    EXPECT_TRUE(writeImage((folder / ("f" + std::to_string(100 + i) + ".png")).string(), frames[i]));
  std::ofstream(folder / "f105b.png") << "torn";
  auto source = openSource(folder.string());
  ASSERT_TRUE(source);
  LensViews views(sheetTarget("a4"), true);
  std::vector<bool> taken;
  int torn = 0;
  ASSERT_TRUE(watchViews(**source, views, 9, [&](const LensViews::Look& look) {
    if (look.words.find("f105b.png cannot be read") != std::string::npos)
      ++torn;
    else
      taken.push_back(look.taken);
  }));
  fs::remove_all(folder);
  EXPECT_EQ(torn, 1);
  ASSERT_EQ(taken.size(), 12u) << "every picture of a folder is looked at";
  for (std::size_t i = 0; i < taken.size(); ++i)
    EXPECT_EQ(taken[i], i % 4 == 3) << "only the second frame at rest, not " << i;
  EXPECT_EQ(views.views().size(), 3u);
}

TEST(LensViews, takes_views_from_a_stream_and_keeps_them_when_it_breaks) {
  std::vector<cv::Mat> frames;
  for (const cv::Mat& frame : heldSheet(3)) // each at rest for two seconds, so that a slow machine looks twice
    frames.insert(frames.end(), frames.size() % 22 < 2 ? 1 : 10, frame);
  const StreamServer server(frames, 100);
  ASSERT_TRUE(server.good());
  auto source = openSource(server.url());
  if (!source && source.error().sentence.find("liblinesman_media") != std::string::npos)
    GTEST_SKIP() << source.error().sentence;
  ASSERT_TRUE(source) << source.error().sentence;
  ASSERT_TRUE((*source)->live());
  LensViews views(sheetTarget("a4"), true);
  std::size_t looks = 0;
  const auto watched = watchViews(**source, views, 99, [&](const LensViews::Look&) {
    ++looks;
    std::this_thread::sleep_for(std::chrono::milliseconds(150)); // longer than a frame, on the fastest machine too
  });
  ASSERT_FALSE(watched) << "a stream does not end, it breaks";
  EXPECT_NE(watched.error().sentence.find("stopped giving pictures"), std::string::npos) << watched.error().sentence;
  EXPECT_LT(looks, frames.size()) << "what nobody had time for is passed over";
  EXPECT_GE(views.views().size(), 1u);
  EXPECT_LE(views.views().size(), 3u) << "a slow machine passes frames over, it takes none that moves";
}

} // namespace
} // namespace linesman::app
