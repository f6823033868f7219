#include "vision/die_reader.h"

#include <array>
#include <cmath>

#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>

#include "models/data_path.h"
#include "vision/square_crop.h"

namespace linesman {

struct DieReader::Network {
  cv::dnn::Net net;
};

DieReader::DieReader(std::unique_ptr<Network> network) : network_(std::move(network)) {}
DieReader::~DieReader() = default;
DieReader::DieReader(DieReader&&) noexcept = default;
DieReader& DieReader::operator=(DieReader&&) noexcept = default;

Result<DieReader> DieReader::load() {
  const auto path = findData("models/detectors/dice.onnx");
  if (!path)
    return tl::unexpected(path.error());
  return load(*path);
}

Result<DieReader> DieReader::load(const std::filesystem::path& onnx) {
  try {
    auto network = std::make_unique<Network>();
    network->net = cv::dnn::readNetFromONNX(onnx.string());
    network->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    return DieReader(std::move(network));
  } catch (const cv::Exception&) {
    return fail(onnx.string() + " is not a network this program can read; install the program's data again.");
  }
}

DieReading DieReader::read(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm) {
  return readCrop(cropDie(image_bgr, view, centre_mm));
}

DieReading DieReader::readCrop(const cv::Mat& crop_bgr) {
  // Four quarter turns are averaged: the face does not depend on how the die lies.
  std::array<double, 7> p{};
  for (int turn = 0; turn < 4; ++turn) {
    cv::Mat crop = crop_bgr;
    if (turn > 0)
      cv::rotate(crop_bgr, crop, turn - 1);
    network_->net.setInput(cv::dnn::blobFromImage(crop, 1.0 / 255.0));
    const cv::Mat out = network_->net.forward();
    double sum = 0.0;
    std::array<double, 7> e{};
    for (std::size_t k = 0; k < 7; ++k)
      sum += e[k] = std::exp(static_cast<double>(out.at<float>(0, static_cast<int>(k))));
    for (std::size_t k = 0; k < 7; ++k)
      p[k] += 0.25 * e[k] / sum;
  }
  DieReading reading;
  for (int k = 0; k < 7; ++k)
    if (p[static_cast<std::size_t>(k)] > reading.p) {
      reading.p = p[static_cast<std::size_t>(k)];
      reading.face = k;
    }
  return reading;
}

} // namespace linesman
