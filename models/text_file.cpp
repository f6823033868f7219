#include "models/text_file.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace linesman {

Result<void> checkNoFolder(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return fail(path + " is a folder; name the file in it.");
  return {};
}

bool nestedTooDeeply(std::string_view json) {
  constexpr int most = 500;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > most)
      return true;
    else if (!quoted && (c == ']' || c == '}'))
      --depth;
  }
  return false;
}

namespace {

bool written(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << bytes;
  out.close();
  return out.good();
}

/// What stands in the file is on the disk; true as well where the file system or the rights do not let it be asked for.
bool reachedDisk(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return true;
  const bool done = ::fsync(file) == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP;
  ::close(file);
  return done;
}

tl::unexpected<Error> unwritable(const std::string& path) {
  return fail("Cannot write " + path + "; check the folder and the space on the disk.");
}

} // namespace

std::string ownEnding() {
  static std::atomic<unsigned> count{0};
  return "." + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".part";
}

std::string withoutByteOrderMark(std::string text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark))
    text.erase(0, mark.size());
  return text;
}

Result<void> checkWritable(const std::string& path) {
  namespace fs = std::filesystem;
  if (auto file = checkNoFolder(path); !file)
    return file;
  std::error_code ignored;
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
  const fs::path asked = fs::exists(path, ignored) ? fs::path(path) : folder;
  if (path.empty() || access(asked.c_str(), W_OK) != 0)
    return unwritable(path);
  return {};
}

void syncFolderOf(const std::string& path) {
  const std::string folder = std::filesystem::absolute(path).parent_path().string();
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0)
    return;
  ::fsync(file);
  ::close(file);
}

Result<void> writeFile(const std::string& path, std::string_view bytes, Kept kept) {
  namespace fs = std::filesystem;
  if (auto file = checkNoFolder(path); !file)
    return file;
  const auto failed = unwritable(path);
  std::error_code error, ignored;
  const bool there = fs::exists(path, ignored);
  if (there && !fs::is_regular_file(path, ignored)) // a pipe or device
    return written(path, bytes) ? Result<void>{} : Result<void>(failed);
  const fs::path target = there ? fs::canonical(path, ignored) : fs::path(path); // a link stays one
  fs::path beside = target;
  beside += ownEnding();
  const bool whole = written(beside, bytes) && (kept == Kept::soon || reachedDisk(beside));
  if (!whole && !fs::exists(beside, ignored) && there) // a folder in which nothing new may be made
    return written(target, bytes) ? Result<void>{} : Result<void>(failed);
  if (whole && there)
    fs::permissions(beside, fs::status(target, ignored).permissions(), ignored);
  if (whole)
    fs::rename(beside, target, error);
  if (whole && !error) {
    if (kept == Kept::surely)
      syncFolderOf(target.string());
    return {};
  }
  fs::remove(beside, ignored);
  return failed;
}

} // namespace linesman
