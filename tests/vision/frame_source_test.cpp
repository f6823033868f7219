#include "vision/frame_source.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

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

TEST(FrameSource, aFileAddressIsTheFileAndNoCamera) {
  EXPECT_EQ(localPath("file:///home/a%20b/50%25/film.avi"), "/home/a b/50%/film.avi");
  EXPECT_EQ(localPath("/home/file://x%20"), "/home/file://x%20");
  EXPECT_FALSE(isAddress("file:///home/film.avi"));
  EXPECT_FALSE(isAddress("/home/film.avi"));
  EXPECT_TRUE(isAddress("rtsp://camera/1"));
  const std::string folder = "file://" LINESMAN_TEST_DATA "/demo/seq_ship";
  EXPECT_TRUE(showsSinglePictures(folder));
  auto source = openSource(folder + "/f00.jpg");
  ASSERT_TRUE(source) << source.error().sentence;
  EXPECT_FALSE((*source)->live());
  EXPECT_TRUE((*source)->next().value());
  EXPECT_FALSE((*source)->next().value()) << "it ends";
}

TEST(FrameSource, aFileWhoseNameLooksLikeAPatternIsThatFile) {
  const std::string path = testing::TempDir() + "photo[1].jpg";
  ASSERT_TRUE(writeImage(path, cv::Mat(64, 64, CV_8UC3, cv::Scalar(9, 9, 9))));
  EXPECT_FALSE(showsSinglePictures(path));
  const auto source = openSource(path);
  ASSERT_TRUE(source) << source.error().sentence;
  const auto frame = (*source)->next();
  ASSERT_TRUE(frame && *frame);
  EXPECT_EQ((*frame)->name, "photo[1].jpg");
}

TEST(FrameSource, aPatternThatMatchesNothingIsOneSentence) {
  const auto source = openSource(testing::TempDir() + "/no_such_[0-9]?*.jpg");
  ASSERT_FALSE(source);
  EXPECT_NE(source.error().sentence.find("There is no picture in"), std::string::npos) << source.error().sentence;
}

/// A camera that numbers its pictures without noughts would be watched as f1, f10, f2.
TEST(FrameSource, picturesComeInTheOrderOfTheirNumbers) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "linesman_numbered_pictures";
  const std::vector<std::string> names = {"a07.jpg", "a08.jpg", "a10.jpg", "f1.jpg",
                                          "f2.jpg",  "f9.jpg",  "f10.jpg", "f11.jpg"};
  std::filesystem::create_directories(folder);
  for (const std::string& name : names)
    ASSERT_TRUE(writeImage((folder / name).string(), cv::Mat(64, 64, CV_8UC3, cv::Scalar(9, 9, 9))));
  for (const std::string& source : {folder.string(), (folder / "*.jpg").string()}) {
    const auto pictures = openSource(source, 10.0);
    ASSERT_TRUE(pictures) << pictures.error().sentence;
    std::vector<std::string> seen;
    for (auto frame = (*pictures)->next(); frame && *frame; frame = (*pictures)->next())
      seen.push_back((*frame)->name);
    EXPECT_EQ(seen, names);
  }
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

/// Puts the turn by which its pictures are to be shown (clockwise) into the header of an .mp4 file.
void turnFilm(const std::filesystem::path& film, int degrees) {
  std::stringstream bytes;
  bytes << std::ifstream(film, std::ios::binary).rdbuf();
  std::string text = bytes.str();
  const std::size_t header = text.find("tkhd");
  ASSERT_NE(header, std::string::npos);
  const int cosine = degrees == 0 ? 1 : degrees == 180 ? -1 : 0, sine = degrees == 90 ? 1 : degrees == 270 ? -1 : 0;
  const std::array<std::int32_t, 4> matrix = {cosine, sine, -sine, cosine};
  for (std::size_t i = 0; i < matrix.size(); ++i) { // 16.16 fixed point, big endian, rows of three
    const auto number = static_cast<std::uint32_t>(matrix[i] * 0x10000);
    const std::size_t at = header + 44 + 4 * (i / 2 * 3 + i % 2);
    for (std::size_t byte = 0; byte < 4; ++byte)
      text[at + byte] = static_cast<char>(number >> (24 - 8 * byte));
  }
  std::ofstream(film, std::ios::binary | std::ios::trunc) << text;
}

TEST(FrameSource, aFilmTakenUprightIsTurnedAsItIsToBeShown) {
  const Media* media = Media::instance();
  if (media == nullptr)
    GTEST_SKIP() << "no library of codecs";
  const auto film = std::filesystem::path(testing::TempDir()) / "linesman_upright.mp4";
  for (const int degrees : {0, 90, 180, 270}) {
    {
      cv::Mat picture(120, 160, CV_8UC3, cv::Scalar::all(40));
      picture(cv::Rect(0, 0, 60, 40)).setTo(cv::Scalar::all(220)); // top left as it is stored
      const auto written = media->create(film.string(), 20.0, {160, 120});
      ASSERT_TRUE(written);
      for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(written->write(picture));
    }
    turnFilm(film, degrees);
    auto source = openSource(film.string());
    ASSERT_TRUE(source) << source.error().sentence;
    const auto frame = (*source)->next();
    ASSERT_TRUE(frame && *frame);
    const cv::Mat& shown = (**frame).image;
    EXPECT_EQ(shown.size(), degrees % 180 == 0 ? cv::Size(160, 120) : cv::Size(120, 160)) << degrees;
    const bool right = degrees == 90 || degrees == 180, below = degrees == 180 || degrees == 270;
    const cv::Point corner(right ? shown.cols - 10 : 10, below ? shown.rows - 10 : 10);
    EXPECT_GT(shown.at<cv::Vec3b>(corner)[1], 150) << degrees;
    EXPECT_LT(cv::mean(shown)[1], 100.0) << degrees;
  }
  std::filesystem::remove(film);
}

/// What a film says: the times of its pictures, and what is told of it.
struct Watched {
  std::vector<double> at_s;
  std::vector<std::string> told;
};

Watched watched(const std::string& film) {
  Watched seen;
  auto source = openSource(std::string(LINESMAN_TEST_DATA) + "/films/" + film);
  EXPECT_TRUE(source) << source.error().sentence;
  while (source && seen.told.size() < 3) {
    const auto frame = (*source)->next();
    if (!frame)
      seen.told.push_back(frame.error().sentence);
    else if (*frame)
      seen.at_s.push_back((*frame)->t_s);
    else
      break;
  }
  return seen;
}

TEST(FrameSource, aFilmsPicturesHaveTheTimesOfItsOwnClock) {
  if (Media::instance() == nullptr)
    GTEST_SKIP() << "no library of codecs";
  const Watched film = watched("uneven.mp4"); // six pictures 0.1 s apart, then six 0.3 s apart: 5 a second in the mean
  EXPECT_TRUE(film.told.empty()) << film.told.front();
  const std::vector<double> wanted_s = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1};
  ASSERT_EQ(film.at_s.size(), wanted_s.size());
  for (std::size_t i = 0; i < wanted_s.size(); ++i)
    EXPECT_NEAR(film.at_s[i], wanted_s[i], 1e-4) << i;
}

TEST(FrameSource, aFilmThatGoesOnBehindATearSaysSoAndKeepsItsTimes) {
  if (Media::instance() == nullptr)
    GTEST_SKIP() << "no library of codecs";
  const Watched film = watched("torn.mp4"); // 2 s; what is at 0.9 to 1.2 s cannot be read
  ASSERT_EQ(film.told.size(), 1u);
  EXPECT_NE(film.told.front().find("is torn at 0.8 s, and pictures are missing there"), std::string::npos)
      << film.told.front();
  ASSERT_EQ(film.at_s.size(), 16u); // also the one behind the tear, which was read before the tear was told
  EXPECT_NEAR(film.at_s[8], 0.8, 1e-4);
  EXPECT_NEAR(film.at_s[9], 1.3, 1e-4);
  EXPECT_NEAR(film.at_s.back(), 1.9, 1e-4);
}

} // namespace
} // namespace linesman
