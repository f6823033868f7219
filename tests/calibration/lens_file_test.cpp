#include "calibration/lens_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/core/persistence.hpp>

#include "calibration/lens_parameters.h"
#include "support/render_table.h"

namespace linesman {
namespace {

std::string scratch(const std::string& name) {
  return (std::filesystem::path(testing::TempDir()) / ("linesman_" + name)).string();
}

std::string put(const std::string& name, const std::string& text) {
  std::ofstream(scratch(name), std::ios::trunc) << text;
  return scratch(name);
}

Lens sample() {
  Lens lens = test::webcam();
  lens.parameter_covariance = LensMatrix::Identity() * 0.25;
  (*lens.parameter_covariance)(0, 1) = (*lens.parameter_covariance)(1, 0) = 0.125;
  lens.rms_px = 0.14;
  lens.camera = "Webcam \"C\" 046d:0825";
  lens.date = "2026-01-02";
  lens.focus = 30.0;
  return lens;
}

TEST(LensFile, comes_back_as_it_was_written) {
  const Lens lens = sample();
  ASSERT_TRUE(writeLens(lens, scratch("lens.yml")));
  const auto read = readLens(scratch("lens.yml"));
  ASSERT_TRUE(read) << read.error().sentence;
  EXPECT_EQ(read->width_px, 640);
  EXPECT_EQ(read->height_px, 480);
  EXPECT_EQ(parametersOf(*read), parametersOf(lens));
  ASSERT_TRUE(read->parameter_covariance);
  EXPECT_EQ(*read->parameter_covariance, *lens.parameter_covariance);
  EXPECT_DOUBLE_EQ(*read->rms_px, 0.14);
  EXPECT_EQ(read->camera, "Webcam C 046d:0825");
  EXPECT_EQ(read->date, "2026-01-02");
  EXPECT_DOUBLE_EQ(*read->focus, 30.0);
}

TEST(LensFile, may_begin_with_a_byte_order_mark) {
  ASSERT_TRUE(writeLens(sample(), scratch("lens_plain.yml")));
  std::ostringstream text;
  text << std::ifstream(scratch("lens_plain.yml")).rdbuf();
  const auto read = readLens(put("lens_marked.yml", "\xEF\xBB\xBF" + text.str()));
  ASSERT_TRUE(read) << read.error().sentence;
  EXPECT_EQ(parametersOf(*read), parametersOf(sample()));
}

TEST(LensFile, loads_as_matrices_in_opencv) {
  ASSERT_TRUE(writeLens(sample(), scratch("lens_cv.yml")));
  const cv::FileStorage file(scratch("lens_cv.yml"), cv::FileStorage::READ);
  ASSERT_TRUE(file.isOpened());
  cv::Mat matrix, distortion;
  file["camera_matrix"] >> matrix;
  file["distortion_coefficients"] >> distortion;
  ASSERT_EQ(matrix.size(), cv::Size(3, 3));
  EXPECT_DOUBLE_EQ(matrix.at<double>(0, 0), sample().fx_px);
  EXPECT_DOUBLE_EQ(matrix.at<double>(1, 2), sample().cy_px);
  ASSERT_EQ(distortion.total(), 5u);
  EXPECT_DOUBLE_EQ(distortion.at<double>(0, 3), -0.0004);
}

TEST(LensFile, reads_what_opencv_writes) {
  const std::string path = put("opencv.yml", R"(%YAML:1.0
---
image_width: 1280
image_height: 720
camera_matrix: !!opencv-matrix
   rows: 3
   cols: 3
   dt: d
   data: [ 948.8, 0, 647.5, 0, 950.2, 353.0, 0, 0, 1 ]
distortion_coefficients: !!opencv-matrix
   rows: 1
   cols: 5
   dt: d
   data: [ -0.055, 0.009, 0.0007, -0.0004, 0 ]
)");
  const auto lens = readLens(path);
  ASSERT_TRUE(lens) << lens.error().sentence;
  EXPECT_DOUBLE_EQ(lens->fy_px, 950.2);
  EXPECT_DOUBLE_EQ(lens->distortion[1], 0.009);
  EXPECT_FALSE(lens->parameter_covariance);
}

TEST(LensFile, reads_ros_camera_info) {
  const std::string path = put("ros.yaml", R"(image_width: 640
image_height: 480
camera_name: narrow_stereo
camera_matrix:
  rows: 3
  cols: 3
  data: [438.783367, 0.000000, 305.593336, 0.000000, 437.302876,
         243.738352, 0.000000, 0.000000, 1.000000]
distortion_model: rational_polynomial
distortion_coefficients:
  rows: 1
  cols: 8
  data: [-0.361976, 0.110510, 0.001014, 0.000505, 0.0, 0.1, 0.2, 0.3]
rectification_matrix:
  rows: 3
  cols: 3
  data: [1, 0, 0, 0, 1, 0, 0, 0, 1]
)");
  const auto lens = readLens(path);
  ASSERT_TRUE(lens) << lens.error().sentence;
  EXPECT_DOUBLE_EQ(lens->fx_px, 438.783367);
  EXPECT_DOUBLE_EQ(lens->cy_px, 243.738352);
  EXPECT_DOUBLE_EQ(lens->distortion[7], 0.3);
  EXPECT_EQ(lens->camera, "narrow_stereo");
}

TEST(LensFile, says_in_one_sentence_what_is_wrong) {
  const auto says = [](const Result<Lens>& lens, const std::string& word) {
    ASSERT_FALSE(lens);
    EXPECT_NE(lens.error().sentence.find(word), std::string::npos) << lens.error().sentence;
  };
  says(readLens(scratch("is_not_there.yml")), "Cannot read the lens file");
  says(readLens(put("empty.yml", "")), "is not a usable lens file");
  says(readLens(put("binary.yml", std::string("\xff\xd8\xff\xe0\0\x10JFIF", 10))), "is not a usable lens file");
  says(readLens(put("no_matrix.yml", "image_width: 640\nimage_height: 480\n")), "camera_matrix");
  says(readLens(put("wide.yml", "image_width: 99999999999\nimage_height: 480\n")), "whole numbers up to 100000");
  says(readLens(put("none.yml", "image_width: 640\nimage_height: 0\n")), "whole numbers up to 100000");
  says(readLens(put("scaled.yml",
                    "image_width: 640\nimage_height: 480\ncamera_matrix:\n  data: [1, 0, 1, 0, 1, 1, 0, 0, 2]\n")),
       "[fx 0 cx; 0 fy cy; 0 0 1]");
  std::string deep = "image_width: 640\ncamera: ";
  for (int i = 0; i < 100'000; ++i)
    deep += "{\"a\":";
  says(readLens(put("deep.yml", deep)), "nested more than a lens file ever is");
  says(readLens(put("fisheye.yml", "image_width: 640\nimage_height: 480\ncamera_matrix:\n  data: [1, 0, 1, 0, 1, 1, 0, "
                                   "0, 1]\ndistortion_model: equidistant\n")),
       "equidistant");
}

TEST(LensFile, every_torn_file_is_an_error_or_a_lens) {
  ASSERT_TRUE(writeLens(sample(), scratch("whole.yml")));
  std::ifstream in(scratch("whole.yml"));
  std::stringstream text;
  text << in.rdbuf();
  const std::string whole = text.str();
  int errors = 0;
  for (std::size_t cut = 0; cut < whole.size(); cut += 13)
    errors += !readLens(put("torn.yml", whole.substr(0, cut)));
  EXPECT_GT(errors, 20);
}

TEST(LensFile, another_resolution_is_refused) {
  EXPECT_TRUE(checkLensSize(sample(), "lens.yml", 640, 480));
  const auto other = checkLensSize(sample(), "lens.yml", 1280, 720);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().sentence,
            "lens.yml was made for pictures of 640 x 480 pixels, but this one is 1280 x 720; set the camera to that "
            "size or calibrate it at this one.");
}

TEST(LensFile, another_camera_is_refused) {
  Lens lens = sample();
  lens.camera = "HD Pro Webcam C920";
  EXPECT_TRUE(checkLensCamera(lens, "lens.yml", "HD Pro Webcam C920"));
  EXPECT_TRUE(checkLensCamera(lens, "lens.yml", "")); // a film: nobody knows
  const auto other = checkLensCamera(lens, "lens.yml", "USB Camera");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().sentence,
            "lens.yml was made with the camera \"HD Pro Webcam C920\", but this one is \"USB Camera\"; "
            "calibrate this one with `linesman calibrate lens`, or correct the name in the file.");
  lens.camera.clear();
  EXPECT_TRUE(checkLensCamera(lens, "lens.yml", "USB Camera"));
}

TEST(LensParameters, jacobian_agrees_with_differences) {
  Lens lens = test::webcam();
  lens.distortion = {-0.2, 0.05, 0.001, -0.002, 0.03, 0.1, -0.04, 0.02};
  const Eigen::Vector2d ray(0.31, -0.22);
  const auto jacobian = parameterJacobian(lens, ray);
  const LensVector at = parametersOf(lens);
  for (int i = 0; i < 12; ++i) {
    const double h = i < 4 ? 1e-3 : 1e-6;
    Lens more = lens, less = lens;
    LensVector p = at;
    p[i] += h;
    setParameters(more, p);
    p[i] -= 2 * h;
    setParameters(less, p);
    const Eigen::Vector2d difference = (more.distort(ray) - less.distort(ray)) / (2 * h);
    EXPECT_NEAR((difference - jacobian.col(i)).norm(), 0.0, 1e-5 * (1.0 + difference.norm())) << "parameter " << i;
  }
}

} // namespace
} // namespace linesman
