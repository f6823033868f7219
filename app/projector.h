#pragma once
#include <functional>
#include <optional>

#include "calibration/lens.h"
#include "models/table_state.h"

namespace linesman::app {

/// Takes a point of the table (mm, z up) to a picture (px, (0,0) the centre of the top-left pixel); nothing when the
/// picture cannot show it.
using Projector = std::function<std::optional<Eigen::Vector2d>(const Eigen::Vector3d&)>;

/// Through the camera model, distortion included. Points behind the camera, or so far off the axis that the distortion
/// polynomial folds back, have no picture.
Projector cameraProjector(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table);

/// A map of the table seen straight from above at a fixed scale: `origin_mm` (left, top) comes to pixel (0,0), y goes
/// up.
Projector mapProjector(const Eigen::Vector2d& origin_mm, double px_per_mm);

} // namespace linesman::app
