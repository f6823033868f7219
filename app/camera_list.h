#pragma once
#include <string>
#include <vector>

namespace linesman::app {

/// A camera that the system knows.
struct FoundCamera {
  std::string source; ///< its number, as a source is written
  std::string name;   ///< "HD Pro Webcam C920"
};

/// "0  HD Pro Webcam C920", for a list to choose from.
std::string titleOf(const FoundCamera& camera);

/// Cameras in the order of their numbers; of the several devices that one camera may have, the first. `system_folder`:
/// where Linux lists them.
std::vector<FoundCamera> findCameras(const std::string& system_folder = "/sys/class/video4linux");

} // namespace linesman::app
