#include "app/board_photo.h"

#include <algorithm>
#include <cmath>

#include <QLineF>
#include <opencv2/imgproc.hpp>

#include "app/picture.h"
#include "vision/board_detector.h"
#include "vision/frame_source.h"

namespace linesman::app {

namespace {

constexpr double most_px = 1920.0;   ///< width in which the board is looked for
constexpr int frames_to_settle = 12; ///< of a camera, for its exposure

} // namespace

Result<FittedBoard> fitBoard(const QImage& photo, int columns, int rows) {
  cv::Mat picture = toMat(photo.convertToFormat(QImage::Format_RGB32));
  const double shrunk = std::min(1.0, most_px / std::max(photo.width(), photo.height()));
  if (shrunk < 1.0)
    cv::resize(picture, picture, {}, shrunk, shrunk, cv::INTER_AREA);
  BoardRequest request;
  request.columns = columns;
  request.rows = rows;
  request.known.square_mm = 40.0; // any size: only pixels are asked for
  request.known.thickness_mm = 0.0;
  const auto found = findBoard(picture, request);
  if (!found)
    return tl::unexpected(found.error());
  FittedBoard fitted;
  fitted.rms_px = found->rms_px / shrunk;
  const std::array<std::pair<int, int>, 4> corners{{{0, 0}, {columns, 0}, {columns, rows}, {0, rows}}};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Eigen::Vector2d at = found->view.pixel(found->view.corner_mm(corners[i].first, corners[i].second));
    // Pixel (0,0) is the middle of the first one, for Qt its corner.
    fitted.corners_px[i] = QPointF((at.x() + 0.5) / shrunk, (at.y() + 0.5) / shrunk);
  }
  return fitted;
}

double cornersOff(const FittedBoard& found, const std::array<QPointF, 4>& corners_px, int columns) {
  double least = 1e9;
  for (std::size_t turn = 0; turn < 4; ++turn) {
    double worst = 0.0;
    for (std::size_t i = 0; i < 4; ++i)
      worst = std::max(worst, QLineF(found.corners_px[(i + turn) % 4], corners_px[i]).length());
    least = std::min(least, worst);
  }
  double edge = 0.0;
  for (std::size_t i = 0; i < 4; ++i)
    edge += QLineF(found.corners_px[i], found.corners_px[(i + 1) % 4]).length() / 4.0;
  return least / (edge / columns);
}

Result<QImage> pictureFrom(const std::string& source) {
  auto opened = openSource(source);
  if (!opened)
    return tl::unexpected(opened.error());
  QImage picture;
  for (int i = 0; i < ((*opened)->live() ? frames_to_settle : 1); ++i) {
    const auto frame = (*opened)->next();
    if (!frame)
      return tl::unexpected(frame.error());
    if (*frame)
      picture = toQImage((*frame)->image);
  }
  if (picture.isNull())
    return fail("No picture came from \"" + source + "\"; check the camera.");
  return picture;
}

} // namespace linesman::app
