#include "vision/film_file.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

#include "vision/frame_source.h"
#include "vision/media/media.h"

namespace linesman {
namespace {

namespace fs = std::filesystem;

/// Pictures of a film that can be read, and the brightness of the last.
std::pair<int, double> read(const std::string& path) {
  const auto source = openSource(path);
  std::pair<int, double> seen{0, 0.0};
  if (!source)
    return seen;
  for (auto frame = (*source)->next(); frame && *frame; frame = (*source)->next())
    seen = {seen.first + 1, cv::mean((*frame)->image)[0]};
  return seen;
}

/// Two programs that film one match into one file at once: the one that ends last leaves its film, whole.
TEST(FilmFile, TwoOfOneNameDoNotMix) {
  if (Media::instance() == nullptr)
    GTEST_SKIP() << "no library of codecs";
  const fs::path folder = fs::path(testing::TempDir()) / "two_films";
  fs::create_directories(folder);
  const std::string path = (folder / "match.avi").string();
  auto first = FilmFile::create(path, 4.0, {160, 120}), second = FilmFile::create(path, 4.0, {160, 120});
  ASSERT_TRUE(first && second);
  const cv::Mat dark(120, 160, CV_8UC3, cv::Scalar::all(30)), bright(120, 160, CV_8UC3, cv::Scalar::all(200));
  for (int i = 0; i < 12; ++i)
    ASSERT_TRUE(first->write(dark) && second->write(bright));
  ASSERT_TRUE(second->finish());
  EXPECT_EQ(read(path).first, 12);
  EXPECT_NEAR(read(path).second, 200.0, 5.0);
  ASSERT_TRUE(first->write(dark));
  ASSERT_TRUE(first->finish());
  EXPECT_EQ(read(path).first, 13);
  EXPECT_NEAR(read(path).second, 30.0, 5.0);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1) << "something was left beside it";
}

} // namespace
} // namespace linesman
