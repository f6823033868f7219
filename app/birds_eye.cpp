#include "app/birds_eye.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <opencv2/imgproc.hpp>

namespace linesman::app {

namespace {

struct Extent {
  Eigen::Vector2d low_mm;
  Eigen::Vector2d high_mm;
};

/// The part of the table that the picture shows; very oblique corners are cut at a sensible distance from its middle.
Extent extentOf(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table, const TablePolygon& area_mm,
                double height_mm) {
  constexpr double farthest_mm = 900.0;
  Extent extent{Eigen::Vector2d::Constant(1e9), Eigen::Vector2d::Constant(-1e9)};
  const Eigen::Vector2d middle_px(lens.width_px / 2.0, lens.height_px / 2.0);
  const Eigen::Vector2d middle_mm =
      lens.tablePoint(camera_from_table, middle_px, height_mm).value_or(Eigen::Vector2d(Eigen::Vector2d::Zero()));
  const auto keep = [&](const Eigen::Vector2d& p_mm) {
    const Eigen::Vector2d kept_mm = middle_mm + (p_mm - middle_mm).cwiseMax(-farthest_mm).cwiseMin(farthest_mm);
    extent.low_mm = extent.low_mm.cwiseMin(kept_mm);
    extent.high_mm = extent.high_mm.cwiseMax(kept_mm);
  };
  for (int i = 0; i <= 8; ++i)
    for (const Eigen::Vector2d& px :
         {Eigen::Vector2d(lens.width_px * i / 8.0, 0.0), Eigen::Vector2d(lens.width_px * i / 8.0, lens.height_px),
          Eigen::Vector2d(0.0, lens.height_px * i / 8.0), Eigen::Vector2d(lens.width_px, lens.height_px * i / 8.0)}) {
      const auto seen_mm = lens.tablePoint(camera_from_table, px, height_mm);
      keep(seen_mm ? *seen_mm : middle_mm);
    }
  for (const Eigen::Vector2d& corner_mm : area_mm)
    keep(corner_mm);
  return extent;
}

/// Source pixel of every map pixel: exact every 8 pixels, bilinear between (the lens is smooth).
void fillMaps(const Projector& camera, const BirdsEye& eye, double height_mm, cv::Size size, cv::Mat& x, cv::Mat& y) {
  constexpr int step = 8;
  const cv::Size coarse(size.width / step + 2, size.height / step + 2);
  cv::Mat_<float> cx(coarse);
  cv::Mat_<float> cy(coarse);
  for (int r = 0; r < coarse.height; ++r)
    for (int c = 0; c < coarse.width; ++c) {
      const Eigen::Vector2d mm = eye.tablePoint({static_cast<double>(c * step), static_cast<double>(r * step)});
      const auto px = camera({mm.x(), mm.y(), height_mm});
      cx(r, c) = static_cast<float>(px ? px->x() : -1e5);
      cy(r, c) = static_cast<float>(px ? px->y() : -1e5);
    }
  cv::Mat_<float> rows(size);
  cv::Mat_<float> columns(size);
  for (int r = 0; r < size.height; ++r)
    for (int c = 0; c < size.width; ++c) {
      rows(r, c) = static_cast<float>(r) / step;
      columns(r, c) = static_cast<float>(c) / step;
    }
  cv::remap(cx, x, columns, rows, cv::INTER_LINEAR);
  cv::remap(cy, y, columns, rows, cv::INTER_LINEAR);
}

void drawGrid(QImage& picture, const BirdsEye& eye, double grid_mm) {
  QPainter painter(&picture);
  const Eigen::Vector2d far_mm = eye.end_mm();
  const auto pen = [&](long k) { return QPen(QColor(255, 255, 255, k == 0 ? 130 : k % 5 == 0 ? 80 : 38), 1.0); };
  for (long k = std::lround(std::ceil(eye.origin_mm.x() / grid_mm)); static_cast<double>(k) * grid_mm <= far_mm.x();
       ++k) {
    const double x = (static_cast<double>(k) * grid_mm - eye.origin_mm.x()) * eye.px_per_mm + 0.5;
    painter.setPen(pen(k));
    painter.drawLine(QPointF(x, 0.0), QPointF(x, picture.height()));
  }
  for (long k = std::lround(std::ceil(far_mm.y() / grid_mm)); static_cast<double>(k) * grid_mm <= eye.origin_mm.y();
       ++k) {
    const double y = (eye.origin_mm.y() - static_cast<double>(k) * grid_mm) * eye.px_per_mm + 0.5;
    painter.setPen(pen(k));
    painter.drawLine(QPointF(0.0, y), QPointF(picture.width(), y));
  }
}

} // namespace

BirdsEye makeBirdsEye(const QImage& picture, const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table,
                      double grid_mm, const TablePolygon& area_mm, double height_mm) {
  const Extent extent = extentOf(lens, camera_from_table, area_mm, height_mm);
  const Eigen::Vector2d size_mm = extent.high_mm - extent.low_mm;
  BirdsEye eye;
  eye.origin_mm = {extent.low_mm.x(), extent.high_mm.y()};
  eye.px_per_mm = std::min(1400.0 / std::max(size_mm.x(), 1.0), 1000.0 / std::max(size_mm.y(), 1.0));
  eye.project = mapProjector(eye.origin_mm, eye.px_per_mm);
  const cv::Size size(std::max(1, static_cast<int>(size_mm.x() * eye.px_per_mm)),
                      std::max(1, static_cast<int>(size_mm.y() * eye.px_per_mm)));
  cv::Mat x;
  cv::Mat y;
  fillMaps(cameraProjector(lens, camera_from_table), eye, height_mm, size, x, y);
  const cv::Mat source(picture.height(), picture.width(), CV_8UC4, const_cast<uchar*>(picture.constBits()),
                       static_cast<std::size_t>(picture.bytesPerLine()));
  eye.picture = QImage(size.width, size.height, QImage::Format_RGB32);
  cv::Mat target(size, CV_8UC4, eye.picture.bits(), static_cast<std::size_t>(eye.picture.bytesPerLine()));
  cv::remap(source, target, x, y, cv::INTER_LINEAR, cv::BORDER_CONSTANT, cv::Scalar(30, 24, 20, 255));
  if (grid_mm > 0.0)
    drawGrid(eye.picture, eye, grid_mm);
  return eye;
}

} // namespace linesman::app
