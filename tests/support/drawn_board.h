#pragma once
// Drawn boards, and how far from them one that is found lies.
#include <algorithm>

#include <opencv2/imgproc.hpp>

#include "calibration/table_registration.h"
#include "tests/support/tilted_board.h"
#include "vision/board_detector.h"

namespace linesman::test {

/// A drawn board as a camera would see it, with what was drawn.
struct DrawnBoard {
  cv::Mat image;
  BoardView view;
};

/// With squares of 40 mm, in a frame of 20 mm.
inline DrawnBoard drawBoard(int columns, int rows, double tilt_rad, double heading_rad, const Lens& lens = plainLens(),
                            double frame_grey = 40.0, const Eigen::Vector3d& middle_mm = {5.0, -8.0, 700.0}) {
  DrawnBoard drawn;
  const BoardView& view = drawn.view = tiltedBoard(columns, rows, tilt_rad, heading_rad, middle_mm, lens);
  drawn.image = cv::Mat(lens.height_px, lens.width_px, CV_8UC3);
  const Eigen::Vector2d half(0.5 * columns * 40.0, 0.5 * rows * 40.0);
  for (int y = 0; y < lens.height_px; ++y)
    for (int x = 0; x < lens.width_px; ++x) {
      double sum = 0.0;
      for (const double dy : {-0.375, -0.125, 0.125, 0.375})
        for (const double dx : {-0.375, -0.125, 0.125, 0.375}) {
          const Eigen::Vector2d p = view.point_mm({x + dx, y + dy}) + half;
          const bool inside = p.x() >= 0 && p.y() >= 0 && p.x() < 2 * half.x() && p.y() < 2 * half.y();
          const bool frame = p.x() >= -20 && p.y() >= -20 && p.x() < 2 * half.x() + 20 && p.y() < 2 * half.y() + 20;
          const bool dark = (static_cast<int>(p.x() / 40) + static_cast<int>(p.y() / 40)) % 2 == 0;
          sum += inside ? (dark ? 70.0 : 200.0) : frame ? frame_grey : 130.0;
        }
      const auto grey = cv::saturate_cast<uchar>(sum / 16.0);
      drawn.image.at<cv::Vec3b>(y, x) = {grey, grey, grey};
    }
  cv::GaussianBlur(drawn.image, drawn.image, {}, 0.8);
  return drawn;
}

/// Of all corners of squares, px.
inline double worstCorner(const BoardView& found, const BoardView& truth) {
  double worst = 0.0;
  for (int i = 0; i <= truth.columns; ++i)
    for (int j = 0; j <= truth.rows; ++j)
      worst = std::max(worst, (found.pixel(found.corner_mm(i, j)) - truth.pixel(truth.corner_mm(i, j))).norm());
  return worst;
}

/// The worst corner, whichever of the board's is taken for a1, as a share of a square in its middle.
inline double squaresOff(const FoundBoard& found, const BoardView& truth) {
  double best = 1e9;
  for (int quarters = 0; quarters < 4; ++quarters)
    best = std::min(best, worstCorner(found.turned(quarters).view, truth));
  return best / truth.middleSquare_px();
}

inline BoardRequest requestFor(const DrawnBoard& drawn, bool lens) {
  BoardRequest request;
  request.columns = drawn.view.columns;
  request.rows = drawn.view.rows;
  request.known.square_mm = 40.0;
  if (lens)
    request.lens = drawn.view.lens;
  return request;
}

/// A table whose markers were read and whose origin lies there in the frame of the board on it.
inline TableRegistration tableUnder(const DrawnBoard& drawn, const Eigen::Vector3d& origin_mm) {
  TableRegistration table;
  table.lens = drawn.view.lens;
  table.registration.ok = true;
  table.registration.from = Registration::From::markers;
  table.registration.camera_from_table.pose =
      drawn.view.camera_from_board * Pose<BoardFrame, TableFrame>(Eigen::Matrix3d::Identity(), origin_mm);
  return table;
}

} // namespace linesman::test
