// Control: the chains that the *_bad.cpp files get wrong, done right.
#include "models/planar_pose.h"
#include "models/pose.h"
using namespace linesman;
Pose<CameraFrame, PieceFrame> chain(const Pose<CameraFrame, TableFrame>& camera_from_table,
                                    const Pose<TableFrame, PieceFrame>& table_from_piece,
                                    const Point3<TableFrame>& point) {
  const Point3<CameraFrame> moved = camera_from_table * point;
  (void)moved;
  return camera_from_table * table_from_piece;
}
Pose<TableFrame, CameraFrame> turned(const Pose<CameraFrame, TableFrame>& camera_from_table) {
  return camera_from_table.inverse();
}
