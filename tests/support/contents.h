#pragma once
#include <fstream>
#include <sstream>
#include <string>

namespace linesman::support {

/// All bytes of a file; empty where there is none.
inline std::string contents(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

} // namespace linesman::support
