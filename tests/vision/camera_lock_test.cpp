#include "vision/camera_lock.h"

#include <map>

#include <gtest/gtest.h>

namespace linesman {
namespace {

/// A camera with the settings it is given; it refuses to change the `stubborn` ones.
class ToyCamera final : public CaptureDevice {
public:
  bool read(cv::Mat&) override { return false; }
  double framesPerSecond() const override { return 30.0; }
  std::optional<double> setting(CameraSetting which) const override {
    const auto found = values.find(which);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
  void set(CameraSetting which, double value) override {
    if (values.contains(which) && !stubborn.contains(which))
      values[which] = value;
    if (which == CameraSetting::auto_exposure && value == 1.0 && falls_back)
      values[CameraSetting::exposure] = 3.0;
  }

  std::map<CameraSetting, double> values = {
      {CameraSetting::auto_focus, 1.0},         {CameraSetting::focus, 30.0},
      {CameraSetting::auto_exposure, 3.0},      {CameraSetting::exposure, 156.0},
      {CameraSetting::auto_white_balance, 1.0}, {CameraSetting::white_balance, 4600.0}};
  std::map<CameraSetting, bool> stubborn;
  bool falls_back = false; ///< to a short exposure when that is left to us, as some do
};

using Outcome = CameraLock::Held::Outcome;

TEST(CameraLock, HoldsWhatTheCameraHasFoundAndGivesItBack) {
  ToyCamera camera;
  camera.falls_back = true;
  {
    const CameraLock lock(camera);
    EXPECT_FALSE(lock.refused());
    EXPECT_EQ(lock.exposure().outcome, Outcome::held);
    EXPECT_EQ(lock.exposure().value, 156.0) << "not the one it fell back to";
    EXPECT_EQ(camera.values[CameraSetting::auto_focus], 0.0);
    EXPECT_EQ(camera.values[CameraSetting::auto_exposure], 1.0);
    EXPECT_EQ(camera.values[CameraSetting::exposure], 156.0);
    EXPECT_EQ(camera.values[CameraSetting::auto_white_balance], 0.0);
    EXPECT_EQ(lock.sentence(), "The camera holds its focus (30), exposure (156) and white balance (4600).");
  }
  EXPECT_EQ(camera.values[CameraSetting::auto_focus], 1.0);
  EXPECT_EQ(camera.values[CameraSetting::auto_exposure], 3.0);
  EXPECT_EQ(camera.values[CameraSetting::auto_white_balance], 1.0);
}

TEST(CameraLock, SaysWhatTheCameraRefused) {
  ToyCamera camera;
  camera.stubborn[CameraSetting::auto_focus] = true;
  const CameraLock lock(camera);
  EXPECT_TRUE(lock.refused());
  EXPECT_EQ(lock.focus().outcome, Outcome::refused);
  EXPECT_EQ(lock.sentence(), "The camera holds its exposure (156) and white balance (4600). It refuses to hold its "
                             "focus; keep light and distance steady, or set it with the camera's own program.");
}

TEST(CameraLock, AValueThatTheCameraChangesIsRefusedToo) {
  ToyCamera camera;
  camera.falls_back = true;
  camera.stubborn[CameraSetting::exposure] = true;
  const CameraLock lock(camera);
  EXPECT_EQ(lock.exposure().outcome, Outcome::refused);
  EXPECT_EQ(lock.exposure().value, 3.0) << "as read back";
}

TEST(CameraLock, WhatACameraDoesNotHaveIsNoRefusal) {
  ToyCamera camera;
  camera.values.erase(CameraSetting::auto_focus);
  camera.values.erase(CameraSetting::focus);
  EXPECT_EQ(CameraLock(camera).focus().outcome, Outcome::none);
  EXPECT_FALSE(CameraLock(camera).refused());
  camera.values.clear();
  EXPECT_EQ(CameraLock(camera).sentence(), "");
}

} // namespace
} // namespace linesman
