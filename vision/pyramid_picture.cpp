#include "vision/pyramid_picture.h"

#include <utility>

#include <opencv2/imgproc.hpp>

#include "calibration/camera_errors.h"

namespace linesman {

namespace {

/// Wider pictures are reduced before pyramids are looked for. Everything that looks at edges counts in pixels: of a
/// webcam's picture enlarged to 2560 one of nine ships was missed, to 3840 two and to 5000 four.
constexpr int most_width_px = 2048, reduced_width_px = 1920;

/// A picture and its lens, reduced where it is very wide.
std::pair<cv::Mat, Lens> ofCommonWidth(const cv::Mat& image, const Lens& lens) {
  if (image.cols <= most_width_px)
    return {image, lens};
  cv::Mat reduced;
  const int rows = cvRound(static_cast<double>(image.rows) * reduced_width_px / image.cols);
  cv::resize(image, reduced, {reduced_width_px, rows}, 0.0, 0.0, cv::INTER_AREA);
  const Eigen::Vector2d factors(static_cast<double>(reduced.cols) / image.cols,
                                static_cast<double>(reduced.rows) / image.rows);
  return {reduced, lens.resized(reduced.cols, reduced.rows, factors)};
}

} // namespace

PyramidPicture PyramidPicture::of(const cv::Mat& image, const TableRegistration& registration, const TableFile& table) {
  const auto [reduced, its_lens] = ofCommonWidth(image, registration.lens);
  const Eigen::Vector2d factors(static_cast<double>(reduced.cols) / image.cols,
                                static_cast<double>(reduced.rows) / image.rows);
  return {reduced, TableView(its_lens, registration.registration.camera_from_table,
                             cameraErrors(registration, table).resized(factors))};
}

} // namespace linesman
