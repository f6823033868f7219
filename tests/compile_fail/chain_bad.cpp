// Neighbouring frames differ: camera_from_table cannot follow table_from_piece.
#include "models/pose.h"
using namespace linesman;
auto chain(const Pose<CameraFrame, TableFrame>& camera_from_table,
           const Pose<TableFrame, PieceFrame>& table_from_piece) {
  return table_from_piece * camera_from_table;
}
