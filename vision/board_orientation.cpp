#include "vision/board_orientation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "models/board_size.h"

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

/// Quarter turns after which the files run from the table's x axis as `heading_rad` has it: with 0 the ranks run away
/// from the operator. Without a known table the picture is as the operator sees it.
int quartersTo(double heading_rad, const BoardView& view, const BoardRequest& request) {
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
      score = std::cos(std::atan2(pose.rotation()(1, 0), pose.rotation()(0, 0)) - heading_rad);
    } else {
      const double quarter = 0.25 * turned.rows * turned.square_mm;
      const Eigen::Vector2d ranks = (turned.pixel({0.0, quarter}) - turned.pixel({0.0, -quarter})).normalized();
      score = -std::sin(heading_rad) * ranks.x() - std::cos(heading_rad) * ranks.y();
    }
    if (score > most) {
      most = score;
      best = q;
    }
  }
  return best;
}

/// How far near and left a corner lies from the board's middle, as the operator sees it: mm of the known table, or
/// pixels. Corners are counted counter-clockwise from a1.
double nearLeft(const BoardView& view, const BoardRequest& request, std::size_t corner) {
  constexpr std::array<std::array<int, 2>, 4> ends{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  const Eigen::Vector2d at = view.corner_mm(ends[corner][0] * view.columns, ends[corner][1] * view.rows);
  if (!request.table) {
    const Eigen::Vector2d p = view.pixel(at) - view.pixel(Eigen::Vector2d::Zero());
    return p.y() - p.x();
  }
  const Pose<TableFrame, BoardFrame> pose =
      request.table->registration.camera_from_table.pose.inverse() * view.camera_from_board;
  const Eigen::Vector3d p = pose.rotation() * Eigen::Vector3d(at.x(), at.y(), 0.0);
  return -p.x() - p.y();
}

/// Quarter turns that bring the corner square of that name to the near left of a view whose ranks run away from the
/// operator; of the two that an oblong board allows the one that brings it nearer.
int quartersToCorner(const std::string& square, const BoardView& view, const BoardRequest& request) {
  const auto corners = cornerSquares(request.columns, request.rows);
  const auto corner = static_cast<std::size_t>(std::find(corners.begin(), corners.end(), square) - corners.begin());
  if (corner >= corners.size())
    return 0;
  if (request.columns == request.rows)
    return (4 - static_cast<int>(corner)) % 4; // a1 lies as many corners back
  return nearLeft(turnedView(view, 2), request, corner) > nearLeft(view, request, corner) ? 2 : 0;
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
  const bool corner_known = request.known.coordinates.has_value();
  const bool known = corner_known || request.known.heading_rad.has_value();
  const double heading_rad = corner_known ? 0.0 : request.known.heading_rad.value_or(0.0);
  view = turnedView(view, quartersTo(heading_rad, view, request));
  if (corner_known) {
    view = turnedView(view, quartersToCorner(*request.known.coordinates, view, request));
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
