#include "models/signed_file.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "models/text_file.h"

namespace linesman {
namespace {

TEST(SignedFile, TellsOwnDrawingsFromAUsersFiles) {
  const std::string a_picture(400, 'x');
  for (const char* ending : {".jpg", ".png", ".avi", ".mp4", ".pdf"}) {
    const std::string path = testing::TempDir() + "signed" + ending;
    ASSERT_TRUE(writeFile(path, a_picture));
    EXPECT_FALSE(isSigned(path));
    EXPECT_FALSE(checkOwnDrawing(path)) << path;
    sign(path);
    EXPECT_TRUE(isSigned(path));
    EXPECT_TRUE(checkOwnDrawing(path)) << path;
    const auto once = std::filesystem::file_size(path);
    EXPECT_EQ(once, a_picture.size() + signatureFor(path).size());
    sign(path);
    EXPECT_EQ(std::filesystem::file_size(path), once);
  }
}

TEST(SignedFile, WhatHoldsNothingHasNothingToLose) {
  const std::string path = testing::TempDir() + "nothing.jpg";
  std::filesystem::remove(path);
  EXPECT_TRUE(checkOwnDrawing(path));
  ASSERT_TRUE(writeFile(path, ""));
  EXPECT_TRUE(checkOwnDrawing(path));
  EXPECT_TRUE(checkOwnDrawing("/dev/null"));
}

/// A player of AVI and MP4 passes over what it is told to: the length of the chunk is that of the name.
TEST(SignedFile, AFilmsChunkHasTheLengthOfTheName) {
  const std::string avi = signatureFor("a.avi"), mp4 = signatureFor("a.mp4");
  EXPECT_EQ(avi.size(), 8U + static_cast<unsigned char>(avi[4]));
  EXPECT_EQ(mp4.size(), static_cast<std::size_t>(static_cast<unsigned char>(mp4[3])));
}

} // namespace
} // namespace linesman
