#include "vision/camera_identity.h"

#include <filesystem>
#include <fstream>

namespace linesman {

std::string cameraIdentity(const std::string& source, const std::string& system_folder) {
  namespace fs = std::filesystem;
  std::string device;
  if (!source.empty() && source.find_first_not_of("0123456789") == std::string::npos) {
    device = "video" + source;
  } else if (source.starts_with("/dev/")) {
    std::error_code ignored;
    const fs::path real = fs::canonical(source, ignored); // /dev/v4l/by-id/... are links
    device = (real.empty() ? fs::path(source) : real).filename().string();
  }
  if (device.empty())
    return {};
  std::ifstream in(fs::path(system_folder) / device / "name");
  std::string name;
  std::getline(in, name);
  return name;
}

} // namespace linesman
