#include "vision/pyramid_walk.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/table_truth.h"
#include "vision/frame_source.h"
#include "vision/pyramid_detector.h"

namespace linesman {
namespace {

class PyramidWalks : public ::testing::Test {
protected:
  support::TableTruth truth_ = support::readTruth(LINESMAN_TEST_DATA "/tables/pyr_44.json");
  QuietPicture picture_{readImage(LINESMAN_TEST_DATA "/demo/pyr_44.jpg").value()};
  TableView view_{truth_.lens, {truth_.camera_from_table, {}}};
  std::vector<PyramidSolid> solids_ = solidsOf(PieceCatalog::standard());

  std::vector<PyramidWalk> walked(const std::vector<PyramidPose>& starts, bool ends_at_once = false) const {
    return walkFrom(starts, *PyramidNetwork::shipped(), picture_, view_,
                    [=](const PyramidPose&) { return ends_at_once; });
  }
  /// Those that lie and are well seen, shifted and turned.
  std::vector<PyramidPose> beside(const Eigen::Vector2d& shift_mm, double turn_rad) const {
    std::vector<PyramidPose> poses;
    for (const support::TruePyramid& pyramid : truth_.pyramids)
      if (pyramid.visible > 0.9 && pyramid.posture == Posture::lying)
        poses.push_back({&solids_[static_cast<std::size_t>(pyramid.size)],
                         {pyramid.pose.origin_mm() + shift_mm, pyramid.pose.heading_rad() + turn_rad}});
    return poses;
  }
};

TEST_F(PyramidWalks, FromFartherThanOneLookReachesThePieceIsFound) {
  const std::vector<PyramidPose> there = beside({0.0, 0.0}, 0.0);
  ASSERT_GE(there.size(), 4U);
  const std::vector<PyramidPose> starts = beside({4.0, -3.0}, 0.3);
  const std::vector<PyramidWalk> walks = walked(starts), steps = walked(starts, true);
  const auto off_mm = [&](const PyramidWalk& walk, std::size_t i) {
    return (walk.at.pose.origin_mm() - there[i].pose.origin_mm()).norm();
  };
  std::size_t found = 0, found_at_once = 0;
  for (std::size_t i = 0; i < there.size(); ++i) {
    EXPECT_EQ(walks[i].at.solid, starts[i].solid);
    found += walks[i].log_odds > 1.0 && off_mm(walks[i], i) < 1.0;
    found_at_once += steps[i].log_odds > 1.0 && off_mm(steps[i], i) < 1.0;
  }
  EXPECT_GE(found, there.size() - 1);
  EXPECT_LT(found_at_once, found);
}

TEST_F(PyramidWalks, WhereNothingLiesNothingIsFound) {
  const std::vector<PyramidWalk> walks =
      walked({{&solids_[0], {{0.0, 400.0}, 0.0}}, {&solids_[5], {{300.0, 300.0}, 1.0}}});
  for (const PyramidWalk& walk : walks)
    EXPECT_LT(walk.log_odds, 0.0);
}

TEST_F(PyramidWalks, OfNoStartsThereAreNone) {
  EXPECT_TRUE(walked({}).empty());
}

} // namespace
} // namespace linesman
