#include "vision/edge_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <mutex>

#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/dnn.hpp>

#include "vision/edge_layers.h"
#include "vision/edge_profile.h"
#include "vision/network_file.h"

namespace linesman {

namespace {

constexpr int places = 2 * EdgeNetwork::steps + 1, colours = 3 * places;
constexpr int side_places = 6; ///< at both ends: their mean over all edges tells the piece's and the table's colour
// What is seen of a sample: its own colours, what all samples of its edge have in common, and its last context.
constexpr int common_inputs = colours + 1 + 6 + EdgeNetwork::context - 1;
constexpr int inputs = colours + common_inputs + 1;
constexpr int batch = 32; ///< samples asked at once: always as many, so that the network need not be arranged anew
constexpr float levels_per_unit = 40.0F, usual_level = 110.0F,
                brightness_per_unit = 60.0F; // as train_edges.py has them

using Colours = Eigen::Array<float, colours, 1>;              ///< across an edge
using Samples = Eigen::Array<float, colours, Eigen::Dynamic>; ///< the same of many

Colours meanOf(const Samples& samples, int begin, int end) {
  Colours sum = samples.col(begin);
  for (int i = begin + 1; i < end; ++i)
    sum += samples.col(i);
  return sum * (1.0F / static_cast<float>(end - begin));
}

/// Mean colours of the piece's and the table's ends.
Eigen::Array<float, 6, 1> sidesOf(const Colours& mean) {
  const Eigen::Map<const Eigen::Array<float, 3, places>> at(mean.data());
  Eigen::Array<float, 6, 1> sides;
  sides << at.leftCols<side_places>().rowwise().mean(), at.rightCols<side_places>().rowwise().mean();
  return sides;
}

/// A pixel, with one more channel that does not count.
cv::v_float32x4 levelsOf(std::uint32_t pixel) {
  alignas(4) std::array<std::uint8_t, 4> bytes;
  std::memcpy(bytes.data(), &pixel, bytes.size());
  return cv::v_cvt_f32(cv::v_reinterpret_as_s32(cv::v_load_expand_q(bytes.data())));
}

/// Between two pixels that follow each other; no byte beside them is read.
cv::v_float32x4 between(const std::uint8_t* pixels, const cv::v_float32x4& share) {
  std::uint32_t first, second;
  std::memcpy(&first, pixels, 4);
  std::memcpy(&second, pixels + 2, 4);
  const cv::v_float32x4 left = levelsOf(first);
  return left + share * (levelsOf(second >> 8U) - left);
}

} // namespace

LearnedCrossing LearnedCrossing::of(const float* numbers) { // limits as in train_edges.py
  return {static_cast<double>(numbers[0]), std::exp(std::clamp(static_cast<double>(numbers[1]), -2.5, 2.0)),
          std::clamp(static_cast<double>(numbers[2]), -4.0, 2.0)};
}

struct EdgeNetwork::Net {
  cv::dnn::Net net; ///< asked for the same number of samples each time
  std::mutex busy;
  std::optional<WideEdgeLayers> wide; ///< asked instead

  std::vector<LearnedCrossing> read(const SeenEdges& seen) {
    const int n = static_cast<int>(seen.own.cols());
    cv::Mat in((n + batch - 1) / batch * batch, inputs, CV_32F);
    in.rowRange(n, in.rows).setTo(0.0F);
    for (std::size_t e = 0; e < seen.edges.size(); ++e)
      for (int i = seen.edges[e].begin; i < seen.edges[e].end; ++i) {
        Eigen::Map<Eigen::Array<float, inputs, 1>> row(in.ptr<float>(i));
        row << seen.own.col(i).head<colours>(), seen.common.col(static_cast<Eigen::Index>(e)), seen.own(colours, i);
      }
    std::vector<LearnedCrossing> out;
    out.reserve(static_cast<std::size_t>(n));
    const std::lock_guard<std::mutex> lock(busy);
    for (int begin = 0; begin < n; begin += batch) {
      net.setInput(in.rowRange(begin, begin + batch));
      const cv::Mat said = net.forward();
      for (int i = 0; i < std::min(batch, n - begin); ++i)
        out.push_back(LearnedCrossing::of(said.ptr<float>(i)));
    }
    return out;
  }
};

EdgeNetwork::EdgeNetwork(std::unique_ptr<Net> net) : net_(std::move(net)) {}
EdgeNetwork::~EdgeNetwork() = default;
EdgeNetwork::EdgeNetwork(EdgeNetwork&&) noexcept = default;
EdgeNetwork& EdgeNetwork::operator=(EdgeNetwork&&) noexcept = default;

Result<EdgeNetwork> EdgeNetwork::load(const std::filesystem::path& path) {
  const auto read = readNetwork(path, {batch, inputs}, {batch, LearnedCrossing::told});
  if (!read)
    return tl::unexpected(read.error());
  auto net = std::make_unique<Net>();
  net->net = *read;
  net->wide = WideEdgeLayers::of(net->net, colours + 1, common_inputs);
  return EdgeNetwork(std::move(net));
}

const EdgeNetwork* EdgeNetwork::shipped() {
  static const auto one = loadShipped<EdgeNetwork>("models/detectors/edges.onnx");
  return one.get();
}

void EdgeNetwork::coloursAcross(const QuietPicture& picture, const OutlineSample& sample, int half, float* out) {
  const cv::Mat& image = picture.image();
  const auto to_usual = static_cast<float>(1.0 / picture.light());
  const Eigen::Vector2d step = step_px * sample.normal;
  if (takeColoursAcross(image, sample.pixel - half * step, step, 2 * half + 1, to_usual, out))
    return;
  for (int k = -half; k <= half; ++k) {
    const Eigen::Vector2d at = sample.pixel + k * step;
    const auto u = static_cast<float>(std::clamp(at.x(), 0.0, image.cols - 1.001));
    const auto v = static_cast<float>(std::clamp(at.y(), 0.0, image.rows - 1.001));
    const int x = static_cast<int>(u), y = static_cast<int>(v);
    const std::uint8_t* pixels = image.ptr(y) + 3 * x;
    const cv::v_float32x4 right = cv::v_setall_f32(u - static_cast<float>(x));
    const cv::v_float32x4 upper = between(pixels, right), lower = between(pixels + image.step[0], right);
    alignas(16) std::array<float, 4> colour;
    cv::v_store_aligned(colour.data(), cv::v_setall_f32(to_usual) *
                                           (upper + cv::v_setall_f32(v - static_cast<float>(y)) * (lower - upper)));
    out = std::copy_n(colour.begin(), 3, out);
  }
}

void EdgeNetwork::contextOf(const QuietPicture& picture, const OutlineSample& sample, const EdgeOwner& owner,
                            float* out) {
  for (int e = 0; e < PyramidSolid::edge_count; ++e)
    *out++ = e == sample.edge ? 1.0F : 0.0F;
  *out++ = sample.outline ? 1.0F : 0.0F;
  *out++ = sample.on_table ? 1.0F : 0.0F;
  *out++ = owner.size == PyramidSize::small ? -1.0F : owner.size == PyramidSize::medium ? 0.0F : 1.0F;
  *out++ = owner.posture == Posture::upright ? 1.0F : 0.0F;
  *out++ = owner.opaque ? 1.0F : 0.0F;
  *out++ = static_cast<float>(std::min(picture.noise(), 4.0) - 2.0);
  *out++ = static_cast<float>(std::log((sample.normal.transpose() * sample.by_pose.leftCols<2>()).norm() + 0.1));
}

std::vector<LearnedCrossing> EdgeNetwork::read(const QuietPicture& picture, const std::vector<OutlineSample>& samples,
                                               const EdgeOwner& owner) const {
  const int n = static_cast<int>(samples.size());
  if (n == 0)
    return {};
  Samples raw(colours, n);
  for (int i = 0; i < n; ++i)
    coloursAcross(picture, samples[static_cast<std::size_t>(i)], steps, raw.col(i).data());
  const Eigen::Array<float, 6, 1> sides = sidesOf(meanOf(raw, 0, n));
  SeenEdges seen{Eigen::ArrayXXf(colours + 1, n), Eigen::ArrayXXf(common_inputs, PyramidSolid::edge_count), {}};
  Samples smooth(colours, n);
  for (int begin = 0; begin < n;) { // an edge at a time
    int end = begin + 1;
    while (end < n && samples[static_cast<std::size_t>(end)].edge == samples[static_cast<std::size_t>(begin)].edge)
      ++end;
    for (int i = begin; i < end; ++i) // each with those beside it
      smooth.col(i) = meanOf(raw, std::max(begin, i - 1), std::min(end, i + 2));
    const Colours whole = meanOf(smooth, begin, end);
    const float mean = whole.mean();
    std::array<float, context> told{};
    for (int i = begin; i < end; ++i) {
      contextOf(picture, samples[static_cast<std::size_t>(i)], owner, told.data());
      seen.own.col(i) << (smooth.col(i) - mean) / levels_per_unit, told.back();
    }
    seen.common.col(static_cast<Eigen::Index>(seen.edges.size())) << (whole - mean) / levels_per_unit,
        (mean - usual_level) / brightness_per_unit, (sides - mean) / levels_per_unit,
        Eigen::Map<const Eigen::Array<float, context - 1, 1>>(told.data());
    seen.edges.push_back({begin, end});
    begin = end;
  }
  return net_->wide ? net_->wide->read(seen) : net_->read(seen);
}

} // namespace linesman
