// An inverse swaps the frames; keeping them is a mistake.
#include "models/pose.h"
using namespace linesman;
Pose<CameraFrame, TableFrame> turned(const Pose<CameraFrame, TableFrame>& camera_from_table) {
  return camera_from_table.inverse();
}
