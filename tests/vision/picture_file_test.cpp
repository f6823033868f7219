#include "vision/picture_file.h"

#include <fstream>
#include <iostream>
#include <sys/stat.h>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

#include "tests/support/contents.h"
#include "vision/exif.h"
#include "vision/media/media.h"

namespace linesman {
namespace {

using support::contents;

std::string saved(const std::string& name, const std::string& bytes) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

/// Blue at the left top, green at the right top, red at the left bottom, white at the right bottom.
cv::Mat quarters() {
  cv::Mat picture(64, 96, CV_8UC3, cv::Scalar(240, 240, 240));
  picture(cv::Rect(0, 0, 48, 32)) = cv::Scalar(220, 30, 30);
  picture(cv::Rect(48, 0, 48, 32)) = cv::Scalar(30, 220, 30);
  picture(cv::Rect(0, 32, 48, 32)) = cv::Scalar(30, 30, 220);
  return picture;
}

/// As a camera stores `upright` that was held so: the other way round than it is turned back.
cv::Mat stored(const cv::Mat& upright, int orientation) {
  constexpr int back[] = {0, 1, 2, 3, 4, 5, 8, 7, 6};
  cv::Mat picture = upright.clone();
  turnUpright(picture, back[orientation]);
  return picture;
}

/// EXIF data with the orientation alone.
std::string exif(int orientation, bool lowest_first) {
  const auto number = [&](unsigned value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i)
      text += static_cast<char>(value >> 8 * (lowest_first ? i : bytes - 1 - i));
    return text;
  };
  return (lowest_first ? "II" : "MM") + number(42, 2) + number(8, 4) + number(1, 2) + number(0x0112, 2) + number(3, 2) +
         number(1, 4) + number(static_cast<unsigned>(orientation), 2) + number(0, 2) + number(0, 4);
}

std::string jpegWith(const std::string& jpeg, const std::string& exif_data) {
  const std::string segment = std::string("Exif\0\0", 6) + exif_data;
  const std::size_t length = segment.size() + 2;
  return jpeg.substr(0, 2) + "\xFF\xE1" + static_cast<char>(length >> 8) + static_cast<char>(length & 255) + segment +
         jpeg.substr(2);
}

/// A WebP file without more than its picture, as one that has EXIF data behind it.
std::string webpWith(const std::string& webp, const std::string& exif_data, cv::Size size) {
  const auto lowFirst = [](std::size_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i)
      text += static_cast<char>(value >> 8 * i);
    return text;
  };
  const auto width = static_cast<std::size_t>(size.width - 1), height = static_cast<std::size_t>(size.height - 1);
  const std::string chunks = "VP8X" + lowFirst(10, 4) + lowFirst(0x08, 4) + lowFirst(width, 3) + lowFirst(height, 3) +
                             webp.substr(12) + "EXIF" + lowFirst(exif_data.size(), 4) + exif_data;
  return "RIFF" + lowFirst(chunks.size() + 4, 4) + "WEBP" + chunks;
}

void expectQuarters(const cv::Mat& picture, const std::string& what) {
  const cv::Mat wanted = quarters();
  ASSERT_EQ(picture.size(), wanted.size()) << what;
  for (const cv::Point at : {cv::Point(24, 16), cv::Point(72, 16), cv::Point(24, 48), cv::Point(72, 48)})
    EXPECT_LT(cv::norm(picture.at<cv::Vec3b>(at), wanted.at<cv::Vec3b>(at)), 12.0) << what << " at " << at;
}

TEST(PictureFile, StandsUprightHoweverTheCameraWasHeld) {
  const std::string path = testing::TempDir() + "held.jpg";
  for (int orientation = 1; orientation <= 8; ++orientation) {
    ASSERT_TRUE(writeImage(path, stored(quarters(), orientation)));
    for (const bool lowest_first : {true, false}) {
      const auto picture = readImage(saved("turned.jpg", jpegWith(contents(path), exif(orientation, lowest_first))));
      ASSERT_TRUE(picture) << picture.error().sentence;
      expectQuarters(*picture, "jpg " + std::to_string(orientation));
    }
  }
}

TEST(PictureFile, AWebpPictureStandsUprightToo) {
  const Media* media = Media::instance();
  if (media == nullptr)
    GTEST_SKIP() << "no library of codecs";
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const cv::Mat held = stored(quarters(), orientation);
    const auto bytes = media->imageBytes(".webp", held, 95);
    if (bytes.empty())
      GTEST_SKIP() << "OpenCV without WebP";
    const std::string plain(bytes.begin(), bytes.end());
    const auto picture = readImage(saved("turned.webp", webpWith(plain, exif(orientation, true), held.size())));
    ASSERT_TRUE(picture) << picture.error().sentence;
    expectQuarters(*picture, "webp " + std::to_string(orientation));
    EXPECT_EQ(exifOrientation(exifOfWebp(plain)), std::nullopt);
  }
}

TEST(PictureFile, OneOfAPhoneThatBreaksOffIsTorn) {
  cv::Mat noise(240, 320, CV_8UC3);
  cv::RNG(1).fill(noise, cv::RNG::UNIFORM, 0, 256);
  const std::string path = testing::TempDir() + "whole.jpg";
  ASSERT_TRUE(writeImage(path, noise));
  const std::string whole = jpegWith(contents(path), exif(6, false));
  EXPECT_TRUE(readImage(saved("phone.jpg", whole)));
  const auto torn = readImage(saved("phone.jpg", whole.substr(0, whole.size() / 2)));
  ASSERT_FALSE(torn) << "what lacks was painted grey";
  EXPECT_NE(torn.error().sentence.find("it is torn"), std::string::npos) << torn.error().sentence;
}

TEST(PictureFile, OfATornPngNothingIsSaidButTheSentence) {
  if (Media::instance() == nullptr)
    GTEST_SKIP() << "no library of codecs";
  cv::Mat noise(240, 320, CV_8UC3);
  cv::RNG(1).fill(noise, cv::RNG::UNIFORM, 0, 256);
  const std::string path = testing::TempDir() + "whole.png";
  ASSERT_TRUE(writeImage(path, noise));
  const std::string whole = contents(path);
  EXPECT_TRUE(readImage(path));
  std::string damaged = whole;
  damaged[whole.size() / 2] ^= 1;
  for (const std::string& bytes : {whole.substr(0, whole.size() / 2), whole.substr(0, whole.size() - 4), damaged}) {
    testing::internal::CaptureStderr();
    const auto torn = readImage(saved("torn.png", bytes));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "the library's own line";
    ASSERT_FALSE(torn);
    EXPECT_NE(torn.error().sentence.find("it is torn"), std::string::npos) << torn.error().sentence;
  }
}

TEST(PictureFile, OfATornPictureOfAnotherKindNothingIsSaidButTheSentence) {
  if (Media::instance() == nullptr)
    GTEST_SKIP() << "no library of codecs";
  const cv::Mat grey(240, 320, CV_8UC3, cv::Scalar(90, 100, 110));
  for (const std::string ending : {".bmp", ".ppm", ".tif"}) {
    const std::string path = testing::TempDir() + "whole" + ending;
    ASSERT_TRUE(writeImage(path, grey));
    const std::string whole = contents(path);
    testing::internal::CaptureStderr();
    const auto torn = readImage(saved("torn" + ending, whole.substr(0, whole.size() / 2)));
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "the library's own line about " << ending;
    ASSERT_FALSE(torn) << ending;
    EXPECT_NE(torn.error().sentence.find("it is torn"), std::string::npos) << torn.error().sentence;
  }
  testing::internal::CaptureStderr();
  std::cerr << "heard";
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "heard") << "afterwards all is as before";
}

TEST(PictureFile, APipeIsNoFile) {
  const std::string pipe = testing::TempDir() + "pipe.png";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("-")}) {
    const auto picture = readImage(path); // waits for nobody who writes into it
    ASSERT_FALSE(picture);
    EXPECT_NE(picture.error().sentence.find("save the picture and name its file"), std::string::npos)
        << picture.error().sentence;
  }
}

TEST(PictureFile, FourInksAreColours) {
  const auto picture = readImage(std::string(LINESMAN_TEST_DATA) + "/pictures/four_inks.jpg");
  ASSERT_TRUE(picture) << picture.error().sentence;
  const auto near = [&](int x, int y, const cv::Vec3b& wanted) {
    EXPECT_LT(cv::norm(picture->at<cv::Vec3b>(y, x), wanted), 12.0) << picture->at<cv::Vec3b>(y, x);
  };
  near(16, 16, {30, 40, 200});
  near(48, 16, {70, 160, 40});
  near(16, 48, {190, 60, 30});
  near(48, 48, {220, 230, 230});
}

TEST(Exif, TornDataTellNothing) {
  const std::string whole = exif(6, false);
  EXPECT_EQ(exifOrientation(whole), 6);
  for (std::size_t length = 0; length < 20; ++length)
    EXPECT_EQ(exifOrientation(std::string_view(whole).substr(0, length)), std::nullopt) << length;
  EXPECT_EQ(exifOrientation(exif(9, true)), std::nullopt);
  EXPECT_EQ(exifOrientation("MM\x00\x2A\xFF\xFF\xFF\xFF"), std::nullopt);
  EXPECT_EQ(exifOfWebp(std::string_view("RIFF\xFF\xFF\xFF\xFFWEBPEXIF\xFF\xFF\xFF\xFF", 20)), "");
}

} // namespace
} // namespace linesman
