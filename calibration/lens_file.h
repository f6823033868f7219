#pragma once
#include <string>

#include "calibration/lens.h"
#include "models/result.h"

namespace linesman {

/// Reads lens.yml: OpenCV FileStorage YAML (image_width, image_height, camera_matrix, distortion_coefficients, and what
/// `linesman calibrate` adds: parameter_covariance, rms_px, camera, date) or a ROS camera_info YAML.
Result<Lens> readLens(const std::string& path);

/// Writes a file that both OpenCV and ROS load.
Result<void> writeLens(const Lens& lens, const std::string& path);

/// One sentence when `lens` was not made for pictures of this size.
Result<void> checkLensSize(const Lens& lens, const std::string& lens_path, int width_px, int height_px);

/// One sentence when `lens` was made with another camera than `camera`; nothing to say when either is unknown (empty).
Result<void> checkLensCamera(const Lens& lens, const std::string& lens_path, const std::string& camera);

} // namespace linesman
