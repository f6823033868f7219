#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "calibration/lens_file.h"
#include "vision/frame_source.h"
#include "vision/registration_follower.h"

namespace linesman {
namespace {

const std::string film = std::string(LINESMAN_TEST_DATA) + "/demo/seq_step/";

class FollowingTheTable : public testing::Test {
protected:
  FollowingTheTable() : lens_(readLens(film + "lens.yml").value()), table_(readTableFile(film + "table.toml").value()) {
    cv::cvtColor(readImage(film + "f00.jpg").value(), grey_, cv::COLOR_BGR2GRAY);
  }
  cv::Mat noisy(int seed) const {
    cv::Mat noise(grey_.size(), CV_16S), out;
    cv::RNG(static_cast<unsigned>(seed)).fill(noise, cv::RNG::NORMAL, 0.0, 2.0);
    cv::add(grey_, noise, out, cv::noArray(), CV_8U);
    return out;
  }
  /// How far the corners of the picture's markers lie from where a search puts them, px.
  double apart_px(const TableRegistration& a, const TableRegistration& b) const {
    double most_px = 0.0;
    for (const TableMarker& marker : table_.markers) {
      const Point3<TableFrame> centre{{marker.centre_mm.x(), marker.centre_mm.y(), 0.0}};
      most_px = std::max(most_px, (lens_.project(a.registration.camera_from_table.pose * centre).xy -
                                   lens_.project(b.registration.camera_from_table.pose * centre).xy)
                                      .norm());
    }
    return most_px;
  }

  Lens lens_;
  TableFile table_;
  cv::Mat grey_;
  RegistrationFollower follower_;
};

TEST_F(FollowingTheTable, SaysWhatASearchSays) {
  ASSERT_TRUE(follower_.next(grey_, lens_, table_));
  EXPECT_TRUE(follower_.searched());
  for (int i = 0; i < 5; ++i) {
    const cv::Mat now = noisy(i);
    const auto followed = follower_.next(now, lens_, table_);
    ASSERT_TRUE(followed);
    EXPECT_FALSE(follower_.searched());
    EXPECT_LT(apart_px(*followed, registerTable(now, lens_, table_).value()), 0.02);
  }
}

TEST_F(FollowingTheTable, ACameraThatJumpsIsSearchedFor) {
  const TableRegistration before = follower_.next(grey_, lens_, table_).value();
  for (const double jump_px : {5.0, 9.0, 25.0}) {
    cv::Mat moved;
    cv::warpAffine(grey_, moved, cv::Matx23d(1.0, 0.0, jump_px, 0.0, 1.0, -0.5 * jump_px), grey_.size(),
                   cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    const auto after = follower_.next(moved, lens_, table_);
    ASSERT_TRUE(after);
    EXPECT_LT(apart_px(*after, registerTable(moved, lens_, table_).value()), 0.05) << jump_px;
    EXPECT_GT(apart_px(*after, before), jump_px);
    follower_.next(grey_, lens_, table_);
  }
}

TEST_F(FollowingTheTable, AMarkerThatIsCoveredMakesItSearchOnceAndComesBack) {
  const TableRegistration before = follower_.next(grey_, lens_, table_).value();
  ASSERT_GE(before.markers_used.size(), 3U);
  cv::Mat covered = grey_.clone();
  const Eigen::Vector2d centre_mm = table_.markers.front().centre_mm;
  const auto at = lens_.project(before.registration.camera_from_table.pose *
                                Point3<TableFrame>{{centre_mm.x(), centre_mm.y(), 0.0}});
  cv::circle(covered, {cvRound(at.xy.x()), cvRound(at.xy.y())}, 50, 128, cv::FILLED);
  EXPECT_EQ(follower_.next(covered, lens_, table_)->markers_used.size(), before.markers_used.size() - 1);
  EXPECT_TRUE(follower_.searched());
  follower_.next(covered, lens_, table_);
  EXPECT_FALSE(follower_.searched());
  EXPECT_EQ(follower_.next(grey_, lens_, table_)->markers_used.size(), before.markers_used.size());
}

TEST_F(FollowingTheTable, WithoutMarkersItFailsLikeASearch) {
  follower_.next(grey_, lens_, table_);
  const cv::Mat nothing(grey_.size(), CV_8U, cv::Scalar(90));
  const auto answer = follower_.next(nothing, lens_, table_);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().sentence, registerTable(nothing, lens_, table_).error().sentence);
  EXPECT_TRUE(follower_.next(grey_, lens_, table_));
}

} // namespace
} // namespace linesman
