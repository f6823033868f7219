#include "models/text_file.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace linesman {
namespace {

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(TextFile, IsWrittenWholeOverWhatWasThere) {
  const std::string path = testing::TempDir() + "written.bin";
  ASSERT_TRUE(writeFile(path, "a longer text that was there before\n"));
  const std::string bytes("line\r\n\0\xff", 8);
  ASSERT_TRUE(writeFile(path, bytes));
  EXPECT_EQ(contents(path), bytes);
}

TEST(TextFile, SaysWhichFileCannotBeWritten) {
  for (const std::string& path :
       {testing::TempDir() + "no_such_folder/file.txt", std::string("/dev/full"), std::string()}) {
    const auto written = writeFile(path, "text");
    ASSERT_FALSE(written) << path;
    EXPECT_EQ(written.error().sentence, "Cannot write " + path + "; check the folder and the space on the disk.");
  }
}

TEST(TextFile, AFolderIsNoFile) {
  const auto written = writeFile(testing::TempDir(), "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().sentence, testing::TempDir() + " is a folder; name the file in it.");
  EXPECT_TRUE(checkNoFolder(testing::TempDir() + "no_such_file"));
}

} // namespace
} // namespace linesman
