#include "vision/camera_identity.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace linesman {
namespace {

TEST(CameraIdentity, is_the_systems_name_of_a_camera_and_empty_for_anything_else) {
  const auto folder = std::filesystem::temp_directory_path() / "linesman_camera_identity";
  std::filesystem::create_directories(folder / "video3");
  std::ofstream(folder / "video3" / "name") << "HD Pro Webcam C920\n";
  EXPECT_EQ(cameraIdentity("3", folder.string()), "HD Pro Webcam C920");
  EXPECT_EQ(cameraIdentity("/dev/video3", folder.string()), "HD Pro Webcam C920");
  EXPECT_EQ(cameraIdentity("4", folder.string()), "");
  EXPECT_EQ(cameraIdentity("film.mp4", folder.string()), "");
  EXPECT_EQ(cameraIdentity("http://phone:8080/video", folder.string()), "");
  EXPECT_EQ(cameraIdentity("", folder.string()), "");
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace linesman
