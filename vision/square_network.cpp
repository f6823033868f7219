#include "vision/square_network.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <sstream>

#include <opencv2/dnn.hpp>

#include "vision/square_crop.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;
constexpr int batch = 32;

/// FNV-1a of the files' bytes, as hexadecimal digits.
std::string fingerprintOf(const std::vector<std::filesystem::path>& paths) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    std::array<char, 4096> block{};
    while (in.read(block.data(), block.size()) || in.gcount() > 0)
      for (std::streamsize k = 0; k < in.gcount(); ++k)
        hash = (hash ^ static_cast<unsigned char>(block[static_cast<std::size_t>(k)])) * 1099511628211ULL;
  }
  std::ostringstream text;
  text << std::hex << hash;
  return text.str();
}

} // namespace

struct SquareNetwork::Nets {
  cv::dnn::Net alone, together;
};

SquareNetwork::SquareNetwork(std::unique_ptr<Nets> nets, std::string fingerprint)
    : nets_(std::move(nets)), fingerprint_(std::move(fingerprint)) {}
SquareNetwork::~SquareNetwork() = default;
SquareNetwork::SquareNetwork(SquareNetwork&&) noexcept = default;
SquareNetwork& SquareNetwork::operator=(SquareNetwork&&) noexcept = default;

Result<SquareNetwork> SquareNetwork::load(const std::filesystem::path& first) {
  const std::vector<std::filesystem::path> paths{
      first, first.parent_path() / (first.stem().string() + "_together" + first.extension().string())};
  auto nets = std::make_unique<Nets>();
  for (std::size_t k = 0; k < paths.size(); ++k)
    try {
      cv::dnn::Net& net = k == 0 ? nets->alone : nets->together;
      net = cv::dnn::readNetFromONNX(paths[k].string());
      net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    } catch (const cv::Exception&) {
      return fail(paths[k].string() + " is not a network this program can read; install the program's data again.");
    }
  return SquareNetwork(std::move(nets), fingerprintOf(paths));
}

std::vector<std::vector<float>> SquareNetwork::readAlone(const std::vector<const float*>& crops) {
  std::vector<std::vector<float>> out;
  for (std::size_t first = 0; first < crops.size(); first += batch) {
    const int count = static_cast<int>(std::min<std::size_t>(batch, crops.size() - first));
    const int sizes[] = {count, Shape::planes, Shape::height_px, Shape::width_px};
    cv::Mat blob(4, sizes, CV_32F);
    for (int k = 0; k < count; ++k) {
      const float* crop = crops[first + static_cast<std::size_t>(k)];
      std::copy(crop, crop + Shape::numbers, blob.ptr<float>() + static_cast<std::size_t>(k) * Shape::numbers);
    }
    nets_->alone.setInput(blob);
    const cv::Mat read = nets_->alone.forward();
    for (int k = 0; k < count; ++k)
      out.emplace_back(read.ptr<float>(k), read.ptr<float>(k) + answers + features + tokens);
  }
  return out;
}

std::vector<std::vector<float>> SquareNetwork::readTogether(std::vector<std::vector<float>> alone) {
  if (alone.empty())
    return alone;
  cv::Mat squares(static_cast<int>(alone.size()), static_cast<int>(answers + tokens), CV_32F);
  for (std::size_t k = 0; k < alone.size(); ++k) {
    auto* row = squares.ptr<float>(static_cast<int>(k));
    for (std::size_t a = 0; a < answers; ++a)
      row[a] = 0.25F * std::clamp(alone[k][a], -12.0F, 12.0F);
    std::copy_n(alone[k].data() + answers + features, tokens, row + answers);
  }
  nets_->together.setInput(squares);
  const cv::Mat better = nets_->together.forward();
  for (std::size_t k = 0; k < alone.size(); ++k)
    for (std::size_t a = 0; a < answers; ++a)
      alone[k][a] += better.ptr<float>(static_cast<int>(k))[a];
  return alone;
}

} // namespace linesman
