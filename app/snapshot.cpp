#include "app/snapshot.h"

#include "app/board_geometry.h"
#include "models/polygon.h"

namespace linesman::app {

double heightAt(const Snapshot& snapshot, const Eigen::Vector2d& point_mm) {
  const auto& board = snapshot.state.board;
  return board && holds(boardCorners(*board), point_mm) ? board->thickness_mm : 0.0;
}

std::optional<Eigen::Vector2d> pointedAt(const Snapshot& snapshot, const Eigen::Vector2d& pixel) {
  const Pose<CameraFrame, TableFrame>& camera_from_table = snapshot.state.registration.camera_from_table.pose;
  if (const auto& board = snapshot.state.board)
    if (const auto on_board = snapshot.lens.tablePoint(camera_from_table, pixel, board->thickness_mm))
      if (heightAt(snapshot, *on_board) > 0.0)
        return on_board;
  return snapshot.lens.tablePoint(camera_from_table, pixel);
}

} // namespace linesman::app
