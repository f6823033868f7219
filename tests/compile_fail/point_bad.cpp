// A point of the camera frame cannot go through camera_from_table.
#include "models/pose.h"
using namespace linesman;
auto move(const Pose<CameraFrame, TableFrame>& camera_from_table, const Point3<CameraFrame>& point) {
  return camera_from_table * point;
}
