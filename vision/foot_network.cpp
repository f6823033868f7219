#include "vision/foot_network.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "vision/square_crop.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;
constexpr int side_px = 64, planes = 4, answers = 2;
/// The window's width, squares.
constexpr double covers = 1.1;

/// Blue, green and red of the window around a foot, and how flat circles on the board are seen: planes x side x side.
void drawWindow(const FootPlace& place, float* out) {
  constexpr double least_flat = 0.5, step = Shape::square_px * covers / side_px, middle = 0.5 * (side_px - 1);
  const CropPerspective man(place.crop, place.foot_squares);
  const double step_y = step * std::max(man.flat, least_flat);
  const cv::Matx23d crop_from_window(step, 0.0, man.foot_x - step * middle, 0.0, step_y, man.foot_y - step_y * middle);
  for (int c = 0; c < planes; ++c) {
    cv::Mat plane(side_px, side_px, CV_32F, out + c * side_px * side_px);
    if (c == planes - 1) {
      plane.setTo(2.0 * man.flat - 1.0);
      continue;
    }
    const cv::Mat colour(Shape::height_px, Shape::width_px, CV_32F,
                         const_cast<float*>(place.crop) + c * Shape::height_px * Shape::width_px); // only read
    cv::warpAffine(colour, plane, crop_from_window, plane.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                   cv::BORDER_REPLICATE);
    plane.convertTo(plane, CV_32F, 255.0 / 64.0, -2.0);
  }
}

} // namespace

Result<FootNetwork> FootNetwork::load(const std::filesystem::path& path) {
  auto net = RunNetwork::load(path, {1, planes, side_px, side_px}, {1, answers});
  if (!net)
    return tl::unexpected(net.error());
  return FootNetwork(std::move(*net));
}

std::vector<FootWidth> FootNetwork::read(const std::vector<FootPlace>& places) const {
  std::vector<FootWidth> widths;
  if (places.empty())
    return widths;
  const int sizes[] = {static_cast<int>(places.size()), planes, side_px, side_px};
  cv::Mat blob(4, sizes, CV_32F);
  for (int k = 0; k < sizes[0]; ++k)
    drawWindow(places[static_cast<std::size_t>(k)], blob.ptr<float>(k));
  const cv::Mat told = net_.told(blob);
  for (int k = 0; k < sizes[0]; ++k)
    widths.push_back({static_cast<double>(told.at<float>(k, 0)),
                      std::exp(std::clamp(static_cast<double>(told.at<float>(k, 1)), -5.5, 0.0))});
  return widths;
}

} // namespace linesman
