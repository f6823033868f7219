#include "app/commands/lens_note.h"

#include <cmath>
#include <sstream>

namespace linesman::app {

std::string lensNote(bool estimated, const Registration& registration) {
  if (!estimated || !registration.ok)
    return {};
  const UncertainPose<TableFrame, CameraFrame> camera = registration.camera_from_table.inverse();
  std::ostringstream out;
  out.precision(2);
  out << "Without a lens file the camera's height is known to +- "
      << 100.0 * std::sqrt(camera.covariance(5, 5)) / camera.pose.translation_mm().z()
      << " % only, and every margin has a wider doubt; calibrate the lens (linesman calibrate lens) for close calls.";
  return out.str();
}

} // namespace linesman::app
