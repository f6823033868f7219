#include "support/render_table.h"

#include <cmath>
#include <random>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "calibration/marker_detection.h"

namespace linesman::test {

namespace {

/// Grey values of as much light, or the light of such grey values, both up to 255.
void toneCurve(cv::Mat& image, double power) {
  image /= 255.0;
  cv::pow(image, power, image);
  image *= 255.0;
}

/// All that a line of this length passes, alike.
cv::Mat motionKernel(double moved_px, double moved_rad) {
  const int half = static_cast<int>(std::ceil(0.5 * moved_px)) + 1;
  cv::Mat kernel = cv::Mat::zeros(2 * half + 1, 2 * half + 1, CV_32F);
  constexpr int steps = 64;
  for (int i = 0; i < steps; ++i) {
    const double along = ((i + 0.5) / steps - 0.5) * moved_px;
    const double x = half + along * std::cos(moved_rad), y = half + along * std::sin(moved_rad);
    const int left = static_cast<int>(x), top = static_cast<int>(y);
    for (const int down : {0, 1})
      for (const int right : {0, 1})
        kernel.at<float>(top + down, left + right) +=
            static_cast<float>((1.0 - std::abs(x - left - right)) * (1.0 - std::abs(y - top - down)) / steps);
  }
  return kernel;
}

void blur(cv::Mat& image, const RenderOptions& options) {
  constexpr double gamma = 2.2;
  if (options.blurs_light)
    toneCurve(image, gamma);
  if (options.blur_px > 0.0)
    cv::GaussianBlur(image, image, {}, options.blur_px);
  if (options.moved_px > 0.0)
    cv::filter2D(image, image, -1, motionKernel(options.moved_px, options.moved_rad));
  if (options.blurs_light)
    toneCurve(image, 1.0 / gamma);
}

} // namespace

cv::Mat render(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table, const Pattern& pattern,
               const RenderOptions& options) {
  cv::Mat image(lens.height_px, lens.width_px, CV_32F);
  constexpr int samples = 4;
  const Eigen::Matrix3d rt = camera_from_table.rotation().transpose();
  const Eigen::Vector3d eye = -rt * camera_from_table.translation_mm();
  for (int y = 0; y < lens.height_px; ++y) {
    Eigen::Vector2d left = lens.undistort({-0.5, static_cast<double>(y)});
    for (int x = 0; x < lens.width_px; ++x) {
      // Rays vary linearly within a pixel to far below a thousandth of it.
      const Eigen::Vector2d right = lens.undistort({x + 0.5, static_cast<double>(y)});
      const Eigen::Vector2d middle = 0.5 * (left + right);
      const Eigen::Vector2d across = right - left;
      const Eigen::Vector2d down(-across.y() * lens.fx_px / lens.fy_px, across.x() * lens.fx_px / lens.fy_px);
      left = right;
      const auto sample = [&](int i) {
        const Eigen::Vector2d ray =
            middle + ((i % samples + 0.5) / samples - 0.5) * across + ((i / samples + 0.5) / samples - 0.5) * down;
        const Eigen::Vector3d towards = rt * Eigen::Vector3d(ray.x(), ray.y(), 1.0);
        const double reach = (options.height_mm - eye.z()) / towards.z();
        return reach > 0.0 ? pattern((eye + reach * towards).head<2>()) : 60.0;
      };
      const double corner = sample(0);
      if (sample(samples - 1) == corner && sample(samples * (samples - 1)) == corner &&
          sample(samples * samples - 1) == corner) { // nothing of a pattern is smaller than a pixel
        image.at<float>(y, x) = static_cast<float>(corner);
        continue;
      }
      double sum = 0.0;
      for (int i = 0; i < samples * samples; ++i)
        sum += sample(i);
      image.at<float>(y, x) = static_cast<float>(sum / (samples * samples));
    }
  }
  if (options.slope != 0.0 || options.exposure != 1.0)
    for (int x = 0; x < image.cols; ++x)
      image.col(x) *= options.exposure * (1.0 - options.slope * (static_cast<double>(x) / image.cols - 0.5));
  blur(image, options);
  std::mt19937 random(options.seed);
  std::normal_distribution<double> noise(0.0, options.noise);
  cv::Mat grey(image.size(), CV_8U);
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x)
      grey.at<uchar>(y, x) = cv::saturate_cast<uchar>(image.at<float>(y, x) + noise(random));
  return grey;
}

Pattern markersPattern(const std::vector<TableMarker>& markers, const std::string& dictionary) {
  struct Placed {
    Eigen::Vector2d centre_mm;
    Eigen::Matrix2d marker_from_table; ///< in cells
    MarkerCode code;
  };
  std::vector<Placed> placed;
  for (const TableMarker& marker : markers) {
    const MarkerCode code = markerCode(dictionary, marker.id);
    placed.push_back({marker.centre_mm,
                      Eigen::Rotation2Dd(-marker.heading_rad).toRotationMatrix() * (code.cells / marker.size_mm),
                      code});
  }
  return [placed](const Eigen::Vector2d& place) {
    for (const auto& [centre_mm, marker_from_table, code] : placed) {
      const Eigen::Vector2d local = marker_from_table * (place - centre_mm);
      const double column = local.x() + 0.5 * code.cells, row = 0.5 * code.cells - local.y();
      if (column < -1.5 || row < -1.5 || column > code.cells + 1.5 || row > code.cells + 1.5)
        continue;
      if (column < 0 || row < 0 || column >= code.cells || row >= code.cells)
        return 210.0;
      return code.white[static_cast<std::size_t>(static_cast<int>(row) * code.cells + static_cast<int>(column))] ? 210.0
                                                                                                                 : 30.0;
    }
    return 120.0;
  };
}

Pattern targetPattern(const CalibrationTarget& target) {
  std::vector<MarkerCode> codes;
  const bool chess = target.kind == CalibrationTarget::Kind::chessboard;
  for (int id = 0; !chess && id < target.columns * target.rows; ++id)
    codes.push_back(markerCode(target.dictionary, target.first_id + id));
  return [target, codes, chess](const Eigen::Vector2d& place) {
    const double column = place.x() / target.square_mm, row = place.y() / target.square_mm;
    if (column < -0.4 || row < -0.4 || column > target.columns + 0.4 || row > target.rows + 0.4)
      return 90.0;
    if (column < 0 || row < 0 || column >= target.columns || row >= target.rows)
      return 220.0;
    const int c = static_cast<int>(column), r = static_cast<int>(row);
    const bool squares = target.kind != CalibrationTarget::Kind::tag_grid;
    const int parity = target.rows % 2 == 0 ? 1 : 0;
    if (squares && (c + r + parity) % 2 == 0)
      return 25.0;
    if (chess)
      return 220.0;
    int id = 0;
    if (squares)
      for (int i = 0; i < r * target.columns + c; ++i)
        id += (i % target.columns + i / target.columns + parity) % 2 != 0;
    else
      id = r * target.columns + c;
    const MarkerCode& code = codes[static_cast<std::size_t>(id)];
    const double margin = 0.5 * (1.0 - target.marker_mm / target.square_mm);
    const double u = (column - c - margin) * target.square_mm / target.marker_mm * code.cells;
    const double v = (row - r - margin) * target.square_mm / target.marker_mm * code.cells;
    if (u < 0 || v < 0 || u >= code.cells || v >= code.cells)
      return 220.0;
    return code.white[static_cast<std::size_t>(static_cast<int>(v) * code.cells + static_cast<int>(u))] ? 220.0 : 25.0;
  };
}

} // namespace linesman::test
