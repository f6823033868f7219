#include "models/text_file.h"

#include <filesystem>
#include <fstream>

namespace linesman {

Result<void> checkNoFolder(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return fail(path + " is a folder; name the file in it.");
  return {};
}

Result<void> writeFile(const std::string& path, std::string_view bytes) {
  if (auto file = checkNoFolder(path); !file)
    return file;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << bytes;
  out.flush();
  if (!out)
    return fail("Cannot write " + path + "; check the folder and the space on the disk.");
  return {};
}

} // namespace linesman
