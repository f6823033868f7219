#include "vision/edge_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include <opencv2/dnn.hpp>

#include "models/data_path.h"
#include "vision/network_file.h"

namespace linesman {

namespace {

constexpr int places = 2 * EdgeNetwork::steps + 1, colours = 3 * places;
constexpr int side_places = 6; ///< at both ends: their mean over all edges tells the piece's and the table's colour
constexpr int inputs = 2 * colours + 1 + 6 + EdgeNetwork::context;
constexpr int batch = 128; ///< samples asked at once: always as many, so that the network need not be arranged anew
constexpr float levels_per_unit = 40.0F, usual_level = 110.0F,
                brightness_per_unit = 60.0F; // as train_edges.py has them

} // namespace

/// A network asked for the same number of samples each time.
struct EdgeNetwork::Net {
  cv::dnn::Net net;
  std::mutex busy;
};

EdgeNetwork::EdgeNetwork(std::unique_ptr<Net> net) : net_(std::move(net)) {}
EdgeNetwork::~EdgeNetwork() = default;
EdgeNetwork::EdgeNetwork(EdgeNetwork&&) noexcept = default;
EdgeNetwork& EdgeNetwork::operator=(EdgeNetwork&&) noexcept = default;

Result<EdgeNetwork> EdgeNetwork::load(const std::filesystem::path& path) {
  auto read = readNetwork(path);
  if (!read)
    return tl::unexpected(read.error());
  auto net = std::make_unique<Net>();
  net->net = std::move(*read);
  try { // its shapes do not tell how many inputs it wants
    net->net.setInput(cv::Mat::zeros(batch, inputs, CV_32F));
    if (const cv::Mat said = net->net.forward(); said.rows != batch || said.cols != 2)
      return notTheNetwork(path);
  } catch (const cv::Exception&) {
    return notTheNetwork(path);
  }
  return EdgeNetwork(std::move(net));
}

const EdgeNetwork* EdgeNetwork::shipped() {
  static const std::unique_ptr<EdgeNetwork> one = []() -> std::unique_ptr<EdgeNetwork> {
    const auto path = findData("models/detectors/edges.onnx");
    auto network = path ? load(*path) : tl::unexpected(path.error());
    return network ? std::make_unique<EdgeNetwork>(std::move(*network)) : nullptr;
  }();
  return one.get();
}

void EdgeNetwork::coloursAcross(const QuietPicture& picture, const OutlineSample& sample, int half, float* out) {
  const cv::Mat& image = picture.image();
  const auto to_usual = static_cast<float>(1.0 / picture.light());
  for (int k = -half; k <= half; ++k) {
    const Eigen::Vector2d at = sample.pixel + k * step_px * sample.normal;
    const auto u = static_cast<float>(std::clamp(at.x(), 0.0, image.cols - 1.001));
    const auto v = static_cast<float>(std::clamp(at.y(), 0.0, image.rows - 1.001));
    const int x = static_cast<int>(u), y = static_cast<int>(v);
    const float right = u - static_cast<float>(x), below = v - static_cast<float>(y);
    const std::uint8_t *a = image.ptr(y) + 3 * x, *b = image.ptr(y + 1) + 3 * x;
    for (int c = 0; c < 3; ++c) {
      const float upper = static_cast<float>(a[c]) + right * static_cast<float>(a[c + 3] - a[c]);
      const float lower = static_cast<float>(b[c]) + right * static_cast<float>(b[c + 3] - b[c]);
      *out++ = to_usual * (upper + below * (lower - upper));
    }
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
  cv::Mat raw(n, colours, CV_32F);
  for (int i = 0; i < n; ++i)
    coloursAcross(picture, samples[static_cast<std::size_t>(i)], steps, raw.ptr<float>(i));
  cv::Mat mean_colours; // over all samples
  cv::reduce(raw, mean_colours, 0, cv::REDUCE_AVG);
  std::array<float, 6> sides{}; // inside, outside
  for (int k = 0; k < 3 * side_places; ++k) {
    sides[static_cast<std::size_t>(k % 3)] += mean_colours.ptr<float>()[k] / side_places;
    sides[static_cast<std::size_t>(3 + k % 3)] +=
        mean_colours.ptr<float>()[colours - 3 * side_places + k] / side_places;
  }
  cv::Mat in = cv::Mat::zeros((n + batch - 1) / batch * batch, inputs, CV_32F);
  for (int begin = 0; begin < n;) { // an edge at a time
    int end = begin + 1;
    while (end < n && samples[static_cast<std::size_t>(end)].edge == samples[static_cast<std::size_t>(begin)].edge)
      ++end;
    cv::Mat smooth(end - begin, colours, CV_32F);
    for (int i = begin; i < end; ++i) { // each with those beside it
      const int first = std::max(begin, i - 1), last = std::min(end - 1, i + 1);
      cv::reduce(raw.rowRange(first, last + 1), smooth.row(i - begin), 0, cv::REDUCE_AVG);
    }
    cv::Mat whole;
    cv::reduce(smooth, whole, 0, cv::REDUCE_AVG);
    const auto mean = static_cast<float>(cv::mean(whole)[0]);
    for (int i = begin; i < end; ++i) {
      float* row = in.ptr<float>(i);
      const float *own = smooth.ptr<float>(i - begin), *edge = whole.ptr<float>();
      for (int k = 0; k < colours; ++k) {
        row[k] = (own[k] - mean) / levels_per_unit;
        row[colours + k] = (edge[k] - mean) / levels_per_unit;
      }
      row[2 * colours] = (mean - usual_level) / brightness_per_unit;
      for (int k = 0; k < 6; ++k)
        row[2 * colours + 1 + k] = (sides[static_cast<std::size_t>(k)] - mean) / levels_per_unit;
      contextOf(picture, samples[static_cast<std::size_t>(i)], owner, row + 2 * colours + 7);
    }
    begin = end;
  }
  std::vector<LearnedCrossing> out;
  out.reserve(samples.size());
  const std::lock_guard<std::mutex> lock(net_->busy);
  for (int begin = 0; begin < n; begin += batch) {
    net_->net.setInput(in.rowRange(begin, begin + batch));
    const cv::Mat said = net_->net.forward();
    for (int i = 0; i < std::min(batch, n - begin); ++i)
      out.push_back({static_cast<double>(said.ptr<float>(i)[0]),
                     std::exp(std::clamp(static_cast<double>(said.ptr<float>(i)[1]), -2.5, 2.0))});
  }
  return out;
}

} // namespace linesman
