#include "vision/frame_source.h"

#include <filesystem>
#include <fstream>

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

TEST(FrameSource, aTornPictureIsToldOnceAndTheNextOneFollows) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "linesman_torn_pictures";
  std::filesystem::create_directories(folder);
  for (const char* name : {"f0.jpg", "f2.jpg"})
    ASSERT_TRUE(writeImage((folder / name).string(), cv::Mat(64, 64, CV_8UC3, cv::Scalar(9, 9, 9))));
  for (const char* name : {"f1.jpg", "f3.jpg"})
    std::ofstream(folder / name) << "hello";
  const auto source = openSource(folder.string(), 10.0);
  ASSERT_TRUE(source) << source.error().sentence;
  for (int i = 0; i < 4; ++i) {
    const auto frame = (*source)->next();
    if (i % 2 == 1) {
      ASSERT_FALSE(frame);
      EXPECT_NE(frame.error().sentence.find("f" + std::to_string(i) + ".jpg"), std::string::npos);
    } else {
      ASSERT_TRUE(frame && *frame) << i;
      EXPECT_DOUBLE_EQ((*frame)->t_s, 0.1 * i);
    }
  }
  const auto end = (*source)->next();
  EXPECT_TRUE(end && !*end);
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace linesman
