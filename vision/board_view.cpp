#include "vision/board_view.h"

#include <cmath>

namespace linesman {

Eigen::Vector2d BoardView::point_mm(const Eigen::Vector2d& pixel, double height_mm) const {
  const Pose<BoardFrame, CameraFrame> board_from_camera = camera_from_board.inverse();
  const Eigen::Vector3d eye = board_from_camera.translation_mm();
  const Eigen::Vector3d ray = board_from_camera.rotation() * lens.undistort(pixel).homogeneous();
  const double reach = (height_mm - eye.z()) / ray.z();
  return (eye + reach * ray).head<2>();
}

BoardView BoardView::scaled(double factor) const {
  BoardView view = *this;
  view.lens.width_px = static_cast<int>(std::lround(lens.width_px * factor));
  view.lens.height_px = static_cast<int>(std::lround(lens.height_px * factor));
  view.lens.fx_px *= factor;
  view.lens.fy_px *= factor;
  view.lens.cx_px = (lens.cx_px + 0.5) * factor - 0.5;
  view.lens.cy_px = (lens.cy_px + 0.5) * factor - 0.5;
  return view;
}

std::string squareName(int file, int rank) {
  return std::string(1, static_cast<char>('a' + file)) + std::to_string(rank + 1);
}

} // namespace linesman
