#include "models/text_file.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/contents.h"

namespace {

/// What was asked of the disk, in this order: "sync FILE", "rename".
std::vector<std::string>* asked_of_disk = nullptr;

} // namespace

// In place of the C library's, in this program alone.
extern "C" int fsync(int file) {
  if (asked_of_disk != nullptr) {
    std::error_code ignored;
    const auto path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), ignored);
    asked_of_disk->push_back("sync " + path.filename().string());
  }
  return static_cast<int>(syscall(SYS_fsync, file));
}
extern "C" int rename(const char* from, const char* to) noexcept {
  if (asked_of_disk != nullptr)
    asked_of_disk->emplace_back("rename");
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

namespace linesman {
namespace {

using support::contents;

TEST(TextFile, IsWrittenWholeOverWhatWasThere) {
  const std::string path = testing::TempDir() + "written.bin";
  ASSERT_TRUE(writeFile(path, "a longer text that was there before\n"));
  const std::string bytes("line\r\n\0\xff", 8);
  ASSERT_TRUE(writeFile(path, bytes));
  EXPECT_EQ(contents(path), bytes);
}

TEST(TextFile, IsOnTheDiskBeforeItTakesThePlaceOfWhatWasThere) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "table";
  std::filesystem::create_directory(folder);
  const std::string path = (folder / "table.toml").string();
  ASSERT_TRUE(writeFile(path, "old"));
  std::vector<std::string> calls;
  asked_of_disk = &calls;
  const bool kept = writeFile(path, "new").has_value();
  asked_of_disk = nullptr;
  ASSERT_TRUE(kept);
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_TRUE(calls[0].starts_with("sync table.toml.")) << calls[0];
  EXPECT_EQ(calls[1], "rename");
  EXPECT_EQ(calls[2], "sync table") << "the folder, which has the name";
}

TEST(TextFile, SaysWhichFileCannotBeWritten) {
  for (const std::string& path :
       {testing::TempDir() + "no_such_folder/file.txt", std::string("/dev/full"), std::string()}) {
    const auto written = writeFile(path, "text");
    ASSERT_FALSE(written) << path;
    EXPECT_EQ(written.error().sentence, "Cannot write " + path + "; check the folder and the space on the disk.");
  }
}

TEST(TextFile, CanBeAskedForBeforeItIsWritten) {
  const std::string fresh = testing::TempDir() + "fresh.txt", there = testing::TempDir() + "there.txt";
  std::filesystem::remove(fresh);
  ASSERT_TRUE(writeFile(there, "as it was"));
  EXPECT_TRUE(checkWritable(fresh));
  EXPECT_TRUE(checkWritable(there));
  EXPECT_TRUE(checkWritable("a_name_alone.txt"));
  EXPECT_FALSE(std::filesystem::exists(fresh));
  EXPECT_EQ(contents(there), "as it was");
  for (const std::string& path : {testing::TempDir() + "no_such_folder/file.txt", testing::TempDir(), std::string()})
    EXPECT_FALSE(checkWritable(path)) << path;
}

TEST(TextFile, WhatWasThereStaysWhereThereIsNoRoom) {
  const std::string path = testing::TempDir() + "kept.txt";
  ASSERT_TRUE(writeFile(path, "as it was"));
  const pid_t child = fork();
  if (child == 0) {
    const rlimit most{1000, 1000};
    std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &most);
    _exit(writeFile(path, std::string(100000, 'x')) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(contents(path), "as it was");
  for (const auto& entry : std::filesystem::directory_iterator(testing::TempDir()))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

/// Each of two programs that save one file at once is told the truth, and the file is that of one of them.
TEST(TextFile, TwoThatWriteItAtOnceDoNotMixIt) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "two_writers";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "shared.txt").string();
  constexpr std::size_t length = 200000;
  ASSERT_TRUE(writeFile(path, std::string(length, 'a')));
  std::vector<pid_t> writers;
  for (const char letter : {'a', 'b'}) {
    writers.push_back(fork());
    if (writers.back() != 0)
      continue;
    int failed = 0;
    for (int i = 0; i < 200; ++i)
      failed += writeFile(path, std::string(length, letter)) ? 0 : 1;
    _exit(std::min(failed, 100));
  }
  int mixed = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string seen = contents(path);
    mixed += seen.size() == length && seen == std::string(length, seen.front()) ? 0 : 1;
  }
  EXPECT_EQ(mixed, 0);
  for (const pid_t writer : writers) {
    int status = 0;
    waitpid(writer, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0) << "writes of 200 that failed";
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1) << "something was left beside it";
}

TEST(TextFile, ALinkStaysOne) {
  const std::string path = testing::TempDir() + "linked.txt", link = testing::TempDir() + "link.txt";
  ASSERT_TRUE(writeFile(path, "before"));
  std::filesystem::remove(link);
  std::filesystem::create_symlink(path, link);
  ASSERT_TRUE(writeFile(link, "after"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(contents(path), "after");
}

TEST(TextFile, BracketsAreCountedOutsideOfText) {
  EXPECT_FALSE(nestedTooDeeply(R"({"a":[1,{"b":[]}]})"));
  EXPECT_FALSE(nestedTooDeeply('"' + std::string(1000, '[') + R"(\"[")" + '"'));
  EXPECT_TRUE(nestedTooDeeply(std::string(1000, '[')));
}

TEST(TextFile, AFolderIsNoFile) {
  const auto written = writeFile(testing::TempDir(), "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().sentence, testing::TempDir() + " is a folder; name the file in it.");
  EXPECT_TRUE(checkNoFolder(testing::TempDir() + "no_such_file"));
}

} // namespace
} // namespace linesman
