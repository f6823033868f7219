#include "models/data_path.h"

#include <cstdlib>

namespace linesman {

Result<std::filesystem::path> findData(const std::filesystem::path& relative) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (const char* given = std::getenv("LINESMAN_DATA"); given != nullptr && *given != '\0') {
    if (const fs::path path = fs::path(given) / relative; fs::exists(path, ignored))
      return path;
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path share = program.parent_path().parent_path() / "share" / "linesman";
  if (const fs::path path = share / relative; fs::exists(path, ignored))
    return path;
  return fail("The program's data file " + relative.string() + " was not found in " + share.string() +
              "; install Linesman again or set LINESMAN_DATA to the folder that holds it.");
}

} // namespace linesman
