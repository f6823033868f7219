#include <filesystem>

#include <dlfcn.h>

#include "vision/media/media.h"

namespace linesman {

namespace {

const Media* load() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path prefix = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  for (const char* folder : {"lib/linesman", LINESMAN_LIBDIR "/linesman"}) {
    void* library = dlopen((prefix / folder / "liblinesman_media.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
      continue;
    if (void* entry = dlsym(library, "linesmanMedia"); entry != nullptr)
      return reinterpret_cast<const Media* (*)()>(entry)();
  }
  return nullptr;
}

} // namespace

const Media* Media::instance() {
  static const Media* media = load();
  return media;
}

} // namespace linesman
