#include "app/watch/state_source.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

const std::string demo = std::string(LINESMAN_TEST_DATA) + "/demo/";

/// A folder of pictures of one table; from the `bumped`th on the camera has moved by some pixels.
class Pictures {
public:
  Pictures(int count, int bumped) {
    char name[] = "/tmp/linesman-pictures-XXXXXX";
    folder_ = mkdtemp(name);
    const cv::Mat picture = readImage(demo + "pyr_07.jpg").value();
    cv::Mat moved;
    const cv::Mat shift = (cv::Mat_<double>(2, 3) << 1.0, 0.0, 4.0, 0.0, 1.0, -3.0);
    cv::warpAffine(picture, moved, shift, picture.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    for (int i = 0; i < count; ++i)
      EXPECT_TRUE(
          writeImage((folder_ / ("f" + std::to_string(i) + ".jpg")).string(), i < bumped ? picture : moved, 95));
    EXPECT_TRUE(writeImage((folder_ / "f0.ids.png").string(), picture, 95)); // a mask of truth: no picture of the table
  }
  ~Pictures() { fs::remove_all(folder_); }
  std::string folder() const { return folder_.string(); }

private:
  fs::path folder_;
};

TEST(PictureStates, ABumpedCameraIsNamedAndRegisteredAnewWhenQuiet) {
  const Pictures pictures(7, 2);
  const auto table = readTableFile(demo + "pyr_07.table.toml");
  ASSERT_TRUE(table) << table.error().sentence;
  auto source = pictureStates(pictures.folder(), 2.0, {}, *table);
  ASSERT_TRUE(source) << source.error().sentence;
  std::string seen;
  std::string sentence;
  while (const auto look = (*source)->next()) {
    seen += look->state ? 's' : look->kind == "calibration" ? 'c' : '?';
    if (!look->trouble.empty())
      sentence = look->trouble;
  }
  EXPECT_EQ(seen.size(), 7u) << "the mask was taken for a picture";
  EXPECT_EQ(seen.substr(0, 2), "ss");
  EXPECT_NE(seen.find('c'), std::string::npos) << seen;
  EXPECT_EQ(seen.back(), 's') << seen;
  EXPECT_NE(sentence.find("moved"), std::string::npos) << sentence;
}

} // namespace
} // namespace linesman::app
