#pragma once
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "app/called.h"

namespace linesman::app::testing {

/// How often a text has a part.
inline std::ptrdiff_t countOf(const std::string& text, const std::string& part) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// The bytes of a file, "" without it.
inline std::string bytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The table file of good.jpg as if all on it were so many times as large.
inline void writeScaled(const std::string& path, double scale) {
  std::ofstream file(path);
  file << "[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [\n";
  for (int id = 0; id < 4; ++id)
    file << "  { id = " << id << ", size_mm = " << 40.0 * scale << ", centre_mm = ["
         << (id == 1 || id == 2 ? 235.0 : -235.0) * scale << ", " << (id < 2 ? 120.6 : -120.6) * scale << "] },\n";
  file << "]\n";
}

/// A folder of its own with the demo's table: `good.jpg` shows it, `bad.jpg` is no picture.
class Commands : public ::testing::Test {
protected:
  Commands() {
    char name[] = "/tmp/linesman-commands-XXXXXX";
    folder_ = mkdtemp(name);
    std::filesystem::copy_file(demo_ / "pyr_07.jpg", folder_ / "good.jpg");
    std::ofstream(folder_ / "bad.jpg") << "hello";
  }
  ~Commands() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& file) const { return (folder_ / file).string(); }
  std::string table() const { return (demo_ / "pyr_07.table.toml").string(); }

  /// Writes a table file that names a board of chess and nothing else, and tells its path.
  std::string chessTable(const std::string& file) const {
    std::ofstream(path(file)) << "[board]\ndefinition = \"chess-8x8\"\n";
    return path(file);
  }

  const std::filesystem::path demo_ = std::filesystem::path(LINESMAN_TEST_DATA) / "demo";
  std::filesystem::path folder_;
};

} // namespace linesman::app::testing
