#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <opencv2/core.hpp>
#include <sys/socket.h>
#include <unistd.h>

#include "vision/jpeg.h"

namespace linesman::app::testing {

/// Serves an MJPEG film as phone cameras do, to one viewer after the other. The first one gets `first_pictures` and is
/// then cut off; or, when `freezes`, gets the last one over and over.
class MjpegServer {
public:
  MjpegServer(int first_pictures, bool freezes) : first_pictures_(first_pictures), freezes_(freezes) {
    listening_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    if (bind(listening_, reinterpret_cast<sockaddr*>(&at), size) != 0 || listen(listening_, 4) != 0)
      return;
    getsockname(listening_, reinterpret_cast<sockaddr*>(&at), &size);
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(at.sin_port)) + "/video.mjpg";
    thread_ = std::thread([this] { run(); });
  }
  ~MjpegServer() {
    stop_ = true;
    shutdown(listening_, SHUT_RDWR);
    close(listening_);
    if (thread_.joinable())
      thread_.join();
  }
  const std::string& url() const { return url_; }
  int viewers() const { return viewers_; }

private:
  static bool put(int to, const std::string& bytes) {
    return send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  std::string picture(int number) const {
    cv::Mat image(120, 160, CV_8UC3, cv::Scalar(40, 90, 140));
    cv::RNG(static_cast<unsigned>(number + 1)).fill(image, cv::RNG::UNIFORM, 0, 200);
    const std::vector<unsigned char> jpeg = jpegBytes(image, 95);
    return "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: " + std::to_string(jpeg.size()) + "\r\n\r\n" +
           std::string(jpeg.begin(), jpeg.end()) + "\r\n";
  }
  void run() {
    while (!stop_) {
      const int viewer = accept(listening_, nullptr, nullptr);
      if (viewer < 0)
        return;
      const bool first = viewers_++ == 0;
      char asked[2048];
      (void)!read(viewer, asked, sizeof asked);
      put(viewer, "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n");
      for (int i = 0; !stop_; ++i) {
        if (first && i >= first_pictures_ && !freezes_)
          break;
        if (!put(viewer, picture(first ? std::min(i, first_pictures_) : i)))
          break;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      close(viewer);
    }
  }

  int first_pictures_;
  bool freezes_;
  int listening_ = -1;
  std::string url_;
  std::atomic<int> viewers_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

} // namespace linesman::app::testing
