#include "app/camera_list.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "vision/camera_identity.h"

namespace linesman::app {

std::string titleOf(const FoundCamera& camera) {
  return camera.source + "  " + camera.name;
}

std::vector<FoundCamera> findCameras(const std::string& system_folder) {
  namespace fs = std::filesystem;
  std::vector<int> numbers;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(system_folder, ignored)) {
    const std::string device = entry.path().filename().string();
    int number = -1;
    if (device.rfind("video", 0) == 0)
      std::from_chars(device.data() + 5, device.data() + device.size(), number);
    int part = 0; // a camera's second device carries no pictures
    if (std::ifstream index(entry.path() / "index"); index)
      index >> part;
    if (number >= 0 && part == 0)
      numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  std::vector<FoundCamera> cameras;
  for (const int number : numbers) {
    const std::string source = std::to_string(number);
    const std::string name = cameraIdentity(source, system_folder);
    cameras.push_back({source, name.empty() ? "camera " + source : name});
  }
  return cameras;
}

} // namespace linesman::app
