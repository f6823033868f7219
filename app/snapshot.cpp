#include "app/snapshot.h"

#include "app/board_geometry.h"
#include "models/chit_count.h"
#include "models/polygon.h"

namespace linesman::app {

namespace {

/// The ship of the match that the piece is; null where there is none.
const rules::PlaneObject* shipOf(const Snapshot& snapshot, PieceId piece) {
  const auto name = snapshot.names.find(piece);
  return snapshot.recorded && name != snapshot.names.end() ? snapshot.recorded->find(name->second) : nullptr;
}

} // namespace

std::map<PieceId, int> damageOf(const Snapshot& snapshot) {
  if (!snapshot.recorded)
    return chitsOfShips(snapshot.state);
  std::map<PieceId, int> damage;
  for (const SeenPyramid& pyramid : snapshot.state.pyramids)
    if (const rules::PlaneObject* ship = shipOf(snapshot, pyramid.id); ship != nullptr && ship->damage > 0)
      damage[pyramid.id] = ship->damage;
  return damage;
}

int damageToSink(const Snapshot& snapshot, const SeenPyramid& pyramid) {
  const rules::PlaneObject* ship = shipOf(snapshot, pyramid.id);
  return rules::damageToSink(pyramid.size, ship != nullptr ? ship->armour : 0);
}

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
