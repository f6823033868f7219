#include "vision/board_view.h"

#include <algorithm>
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
  return resized(static_cast<int>(std::lround(lens.width_px * factor)),
                 static_cast<int>(std::lround(lens.height_px * factor)), {factor, factor});
}

BoardView BoardView::resized(int width_px, int height_px) const {
  return resized(width_px, height_px,
                 {static_cast<double>(width_px) / lens.width_px, static_cast<double>(height_px) / lens.height_px});
}

BoardView BoardView::resized(int width_px, int height_px, const Eigen::Vector2d& factors) const {
  BoardView view = *this;
  view.lens = lens.resized(width_px, height_px, factors);
  return view;
}

bool BoardView::inPicture(const Eigen::Vector2d& spot_mm) const {
  const Eigen::Vector2d p = pixel(spot_mm);
  return p.x() >= 0.0 && p.y() >= 0.0 && p.x() < lens.width_px && p.y() < lens.height_px;
}

double BoardView::shareInPicture(int file, int rank) const {
  constexpr int across = 6; // spots along a side
  int seen = 0;
  for (int j = 0; j < across; ++j)
    for (int i = 0; i < across; ++i)
      seen += inPicture(corner_mm(file + (i + 0.5) / across, rank + (j + 0.5) / across)) ? 1 : 0;
  return static_cast<double>(seen) / (across * across);
}

std::vector<std::size_t> BoardView::placesAround(int file, int rank) const {
  std::vector<std::size_t> places;
  for (int r = std::max(0, rank - 1); r <= std::min(rows - 1, rank + 1); ++r)
    for (int f = std::max(0, file - 1); f <= std::min(columns - 1, file + 1); ++f)
      places.push_back(placeOf(f, r));
  return places;
}

double BoardView::middleSquare_px() const {
  const double half = 0.5 * square_mm;
  const Eigen::Vector2d across = pixel({half, 0.0}) - pixel({-half, 0.0});
  const Eigen::Vector2d along = pixel({0.0, half}) - pixel({0.0, -half});
  return std::sqrt(std::abs(across.x() * along.y() - across.y() * along.x()));
}

BoardView BoardView::cut(int x, int y, int width_px, int height_px) const {
  BoardView view = *this;
  view.lens.width_px = width_px;
  view.lens.height_px = height_px;
  view.lens.cx_px -= x;
  view.lens.cy_px -= y;
  return view;
}

BoardView BoardView::lowered(double below_mm) const {
  BoardView view = *this;
  const Eigen::Matrix3d& rotation = camera_from_board.rotation();
  view.camera_from_board = {rotation, camera_from_board.translation_mm() - below_mm * rotation.col(2)};
  return view;
}

std::string squareName(int file, int rank) {
  return std::string(1, static_cast<char>('a' + file)) + std::to_string(rank + 1);
}

std::pair<int, int> squareNamed(const std::string& name) {
  return {name.at(0) - 'a', std::stoi(name.substr(1)) - 1};
}

std::pair<int, int> turnedSquare(int file, int rank, int columns, int rows, int quarters) {
  for (int q = 0; q < quarters;
       ++q) { // a1 goes where the last file had its first square: the new x axis is the old y axis
    rank = columns - 1 - std::exchange(file, rank);
    std::swap(columns, rows);
  }
  return {file, rank};
}

} // namespace linesman
