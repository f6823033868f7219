#pragma once
#include <string>

namespace linesman {

/// Name that the system gives the camera behind a source ("HD Pro Webcam C920"): `source` is a camera index or
/// /dev/videoN. Empty for other sources and when the system does not tell. `system_folder`: where Linux lists its
/// cameras.
std::string cameraIdentity(const std::string& source, const std::string& system_folder = "/sys/class/video4linux");

} // namespace linesman
