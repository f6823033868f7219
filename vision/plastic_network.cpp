#include "vision/plastic_network.h"

#include <array>

#include <opencv2/imgproc.hpp>

#include "vision/network_file.h"

namespace linesman {

namespace {

constexpr int side = PyramidWindow::side_px;

/// What the network is given of a window (`light` of the script): how light each pixel is, less the mean within the
/// outline and over the standard deviation there; then outline and edges, as `out`'s planes one below the other.
void drawInto(cv::Mat out, const cv::Mat& window) {
  constexpr double least_spread = 0.02, most_spreads = 4.0;
  const auto plane = [](const cv::Mat& of, int k) { return of.rowRange(k * side, (k + 1) * side); };
  cv::Mat grey = plane(out, 0);
  grey.setTo(0.0);
  for (int c = 0; c < 3; ++c)
    cv::accumulate(plane(window, c), grey);
  grey /= 3.0 * 255.0;
  cv::Scalar mean, spread;
  cv::meanStdDev(grey, mean, spread, plane(window, 3) > 127);
  grey.convertTo(grey, CV_32F, 1.0 / (spread[0] + least_spread), -mean[0] / (spread[0] + least_spread));
  cv::min(cv::max(grey, -most_spreads), most_spreads, grey);
  for (int k = 1; k < PlasticNetwork::planes; ++k)
    plane(window, 2 + k).convertTo(plane(out, k), CV_32F, 1.0 / 255.0);
}

} // namespace

Result<PlasticNetwork> PlasticNetwork::load(const std::filesystem::path& path) {
  auto net = RunNetwork::load(path, {1, planes, side, side}, {1, 1});
  if (!net)
    return tl::unexpected(net.error());
  return PlasticNetwork(std::move(*net));
}

const PlasticNetwork* PlasticNetwork::shipped() {
  static const auto one = loadShipped<PlasticNetwork>("models/detectors/plastics.onnx");
  return one.get();
}

std::vector<double> PlasticNetwork::opaqueLogOdds(const QuietPicture& picture, const TableView& view,
                                                  const std::vector<PyramidPose>& pyramids) const {
  std::vector<double> out(pyramids.size(), 0.0);
  for (std::size_t i = 0; i < pyramids.size(); ++i) {
    const PyramidWindow window(pyramids[i], view);
    if (!window.seen())
      continue;
    const std::array<int, 4> shape{1, planes, side, side};
    cv::Mat in(static_cast<int>(shape.size()), shape.data(), CV_32F);
    drawInto(cv::Mat(planes * side, side, CV_32F, in.ptr<float>()), window.draw(picture));
    out[i] = static_cast<double>(*net_.told(in).ptr<float>());
  }
  return out;
}

} // namespace linesman
