#include "models/signed_file.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace linesman {

namespace {

namespace fs = std::filesystem;
constexpr std::string_view name = "Linesman";

} // namespace

std::string signatureFor(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  const std::string word(name);
  if (ending == ".avi") // a chunk that players pass over: its kind, then its length with the lowest byte first
    return std::string("JUNK\x08\0\0\0", 8) + word;
  if (ending == ".mp4") // a box, likewise: its length with the highest byte first, then its kind
    return std::string("\0\0\0\x10"
                       "free",
                       8) +
           word;
  return ending == ".pdf" || ending == ".PDF" ? '%' + word + '\n' : word;
}

void sign(const std::string& path) {
  if (isSigned(path))
    return;
  std::ofstream(path, std::ios::binary | std::ios::app) << signatureFor(path);
}

bool isSigned(const std::string& path) {
  std::array<char, 16> end{};
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::streamoff>(in.tellg());
  if (!in || size < static_cast<std::streamoff>(end.size()))
    return false;
  in.seekg(size - static_cast<std::streamoff>(end.size()));
  in.read(end.data(), end.size());
  return in && std::string_view(end.data(), end.size()).find(name) != std::string_view::npos;
}

Result<void> checkOwnDrawing(const std::string& path) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) > 0 && !isSigned(path))
    return fail("The file " + path +
                " exists and was not drawn by Linesman; give another name or folder, so that it is kept.");
  return {};
}

} // namespace linesman
