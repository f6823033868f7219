#include "models/text_file.h"

#include <fstream>

namespace linesman {

Result<void> writeFile(const std::string& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << bytes;
  out.flush();
  if (!out)
    return fail("Cannot write " + path + "; check the folder and the space on the disk.");
  return {};
}

} // namespace linesman
