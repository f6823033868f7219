#pragma once
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace linesman {

/// A file to write to, in a folder that is made where it is missing; throws one sentence where that cannot be.
inline std::ofstream fileToWrite(const std::filesystem::path& path) {
  std::error_code why; // what is wrong shows when the file is opened
  if (path.has_parent_path())
    std::filesystem::create_directories(path.parent_path(), why);
  std::ofstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error(path.string() + " cannot be written; name another place.");
  return file;
}

} // namespace linesman
