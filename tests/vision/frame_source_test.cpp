#include "vision/frame_source.h"

#include <filesystem>

#include <gtest/gtest.h>

namespace linesman {
namespace {

TEST(FrameSource, singlePicturesAreAFolderOrAPatternAndNoUrl) {
  const std::string folder = testing::TempDir();
  for (const std::string& pictures :
       {folder, folder + "/f*.jpg", std::string("f?.png"), std::string("views/[0-9].png")})
    EXPECT_TRUE(showsSinglePictures(pictures)) << pictures;
  for (const std::string one : {"0", "/dev/video2", "film.mp4", "picture.jpg", "http://phone:8080/video?size=1280x720",
                                "rtsp://camera/live?channel=[1]&*", "no_such_folder", ""})
    EXPECT_FALSE(showsSinglePictures(one)) << one;
}

TEST(FrameSource, aPatternThatMatchesNothingIsOneSentence) {
  const auto source = openSource(testing::TempDir() + "/no_such_[0-9]?*.jpg");
  ASSERT_FALSE(source);
  EXPECT_NE(source.error().sentence.find("There is no picture in"), std::string::npos) << source.error().sentence;
}

} // namespace
} // namespace linesman
