#include "vision/board_orientation.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace linesman {

namespace {

BoardView turnedView(const BoardView& view, int quarters) {
  BoardView out = view;
  const double angle = 0.5 * std::numbers::pi * quarters;
  out.camera_from_board = view.camera_from_board *
                          Pose<BoardFrame, BoardFrame>(rotationFromVector({0.0, 0.0, angle}), Eigen::Vector3d::Zero());
  if (quarters % 2 != 0)
    std::swap(out.columns, out.rows);
  return out;
}

/// Quarter turns after which ranks run away from the operator.
int quartersToFront(const BoardView& view, const BoardRequest& request) {
  int best = 0;
  double most = -1e9;
  for (int q = 0; q < 4; ++q) {
    const BoardView turned = turnedView(view, q);
    if (turned.columns != request.columns)
      continue;
    double score = 0.0;
    if (request.table) {
      const Pose<TableFrame, BoardFrame> pose =
          request.table->registration.camera_from_table.pose.inverse() * turned.camera_from_board;
      const double heading = request.known.heading_rad.value_or(0.0);
      score = std::cos(std::atan2(pose.rotation()(1, 0), pose.rotation()(0, 0)) - heading);
    } else {
      const double quarter = 0.25 * turned.rows * turned.square_mm;
      score = -(turned.pixel({0.0, quarter}) - turned.pixel({0.0, -quarter})).normalized().y();
    }
    if (score > most) {
      most = score;
      best = q;
    }
  }
  return best;
}

double cornerDarkness(const cv::Mat& grey, const BoardView& view) {
  double sum = 0.0;
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file)
      for (const double dx : {-0.3, 0.0, 0.3})
        for (const double dy : {-0.3, 0.0, 0.3}) {
          const auto p = view.pixel(view.centre_mm(file, rank) + Eigen::Vector2d(dx, dy) * view.square_mm);
          if (p.x() >= 0 && p.y() >= 0 && p.x() < grey.cols - 1 && p.y() < grey.rows - 1)
            sum += ((file + rank) % 2 == 0 ? -1.0 : 1.0) *
                   grey.at<uchar>(static_cast<int>(p.y() + 0.5), static_cast<int>(p.x() + 0.5));
        }
  return sum;
}

} // namespace

bool orient(const cv::Mat& grey, const BoardRequest& request, BoardView& view, bool& dark_corner) {
  view = turnedView(view, quartersToFront(view, request));
  bool known = request.known.heading_rad.has_value();
  if (request.known.coordinates) {
    known = true;
    const std::string& corner = *request.known.coordinates; // the square that lies at the near left corner
    const std::string last_file(1, static_cast<char>('a' + request.columns - 1)),
        last_rank = std::to_string(request.rows);
    const int quarters = corner == last_file + last_rank ? 2
                         : corner == last_file + "1"     ? 1
                         : corner == "a" + last_rank     ? 3
                                                         : 0;
    if (quarters % 2 == 0 || request.columns == request.rows)
      view = turnedView(view, quarters);
  } else if (!known && request.columns == request.rows && cornerDarkness(grey, view) < 0.0) {
    view = turnedView(view, 1); // a1 is dark on every board of this kind: one of the other two corners
  }
  dark_corner = cornerDarkness(grey, view) >= 0.0;
  return known;
}

FoundBoard FoundBoard::turned(int quarters) const {
  FoundBoard out = *this;
  out.view = turnedView(view, quarters);
  if (registration.from == Registration::From::markers || registration.from == Registration::From::saved)
    out.table_from_board = {table_from_board.origin_mm(),
                            table_from_board.heading_rad() + 0.5 * std::numbers::pi * quarters};
  else // the table frame follows the board
    out.registration.camera_from_table.pose =
        out.view.camera_from_board * (view.camera_from_board.inverse() * registration.camera_from_table.pose);
  if (quarters % 2 != 0)
    out.dark_corner = !dark_corner;
  return out;
}

} // namespace linesman
