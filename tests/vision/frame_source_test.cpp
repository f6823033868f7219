#include "vision/frame_source.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

#include "vision/media/media.h"

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

TEST(FrameSource, aFilmThatIsCutOffSaysSoOnceAtItsEnd) {
  const Media* media = Media::instance();
  if (media == nullptr)
    GTEST_SKIP() << "no library of codecs";
  constexpr int frames = 60;
  const auto whole = std::filesystem::path(testing::TempDir()) / "linesman_whole.avi";
  const auto torn = std::filesystem::path(testing::TempDir()) / "linesman_cut_off.avi";
  {
    const auto film = media->create(whole.string(), 20.0, {160, 120});
    ASSERT_TRUE(film);
    cv::RNG random(1);
    cv::Mat noise(120, 160, CV_8UC3);
    for (int i = 0; i < frames; ++i) {
      random.fill(noise, cv::RNG::UNIFORM, 0, 256); // every picture takes as much of the file
      ASSERT_TRUE(film->write(noise));
    }
  }
  std::filesystem::copy_file(whole, torn, std::filesystem::copy_options::overwrite_existing);
  std::filesystem::resize_file(torn, std::filesystem::file_size(whole) / 2);
  for (const bool cut : {false, true}) {
    auto source = openSource((cut ? torn : whole).string());
    ASSERT_TRUE(source) << source.error().sentence;
    int read = 0;
    std::vector<std::string> told;
    while (true) {
      const auto frame = (*source)->next();
      if (!frame)
        told.push_back(frame.error().sentence);
      else if (!*frame)
        break;
      else
        ++read;
      ASSERT_LE(told.size(), 1u);
    }
    if (!cut) {
      EXPECT_EQ(read, frames);
      EXPECT_TRUE(told.empty()) << told.front();
      continue;
    }
    EXPECT_GT(read, frames / 3);
    EXPECT_LT(read, 2 * frames / 3);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_NE(told.front().find("linesman_cut_off.avi"), std::string::npos) << told.front();
    EXPECT_NE(told.front().find("of 3.0 s"), std::string::npos) << told.front();
  }
  std::filesystem::remove(whole);
  std::filesystem::remove(torn);
}

} // namespace
} // namespace linesman
