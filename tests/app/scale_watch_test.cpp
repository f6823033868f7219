#include "app/scale_watch.h"

#include <gtest/gtest.h>

#include "app/analyst.h"
#include "app/commands.h"
#include "calibration/lens_file.h"
#include "vision/frame_source.h"

namespace linesman::app {
namespace {

/// Measured is the first picture of pyramids without a hand, and what it tells is told once.
TEST(ScaleWatch, TellsOnceOfATableWhoseScaleIsOff) {
  const std::string scene = LINESMAN_TEST_DATA "/demo/pyr_07";
  const cv::Mat picture = readImage(scene + ".jpg").value();
  const Lens lens = readLens(scene + ".lens.yml").value();
  TableFile table = readTableFile(scene + ".table.toml").value();
  TableState state;
  state.pyramids.resize(2);
  ScaleWatch right(lens, table);
  right.see(picture, state);
  EXPECT_TRUE(right.wanting()) << "two pyramids are too few";
  state.pyramids.resize(3);
  state.hands_mm.emplace_back();
  right.see(picture, state);
  EXPECT_TRUE(right.wanting()) << "a hand may hide some";
  state.hands_mm.clear();
  right.see(picture, state);
  EXPECT_FALSE(right.wanting());
  EXPECT_EQ(right.toldAtLast(), "");
  for (TableMarker& marker : table.markers) {
    marker.size_mm /= 0.95;
    marker.centre_mm /= 0.95;
  }
  ScaleWatch off(lens, table);
  EXPECT_EQ(off.toldAtLast(), "") << "of no picture";
  off.see(picture, state);
  EXPECT_NE(off.toldAtLast().find("larger than their set"), std::string::npos);
  EXPECT_EQ(off.toldAtLast(), "");
  for (TableMarker& marker : table.markers) { // now small ones look like medium ones, and medium ones like large ones
    marker.size_mm *= 0.95 * 1.28;
    marker.centre_mm *= 0.95 * 1.28;
  }
  ScaleWatch far_off(lens, table);
  far_off.see(picture, state);
  const std::string told = far_off.toldAtLast();
  const std::size_t figure = told.find("look ");
  ASSERT_NE(figure, std::string::npos) << told;
  EXPECT_NEAR(std::stod(told.substr(figure + 5)), 28.0, 2.0) << told;
}

/// Where pictures are judged one by one no match measures it, and a small ship would look like a medium one.
TEST(ScaleWatch, PicturesJudgedByThemselvesTellOfOneThatIsFarOff) {
  const std::string picture = LINESMAN_TEST_DATA "/demo/pyr_07";
  const std::string scaled = ::testing::TempDir() + "scaled.table.toml";
  testing::writeScaled(scaled, 1.28);
  const Frame frame{readImage(picture + ".jpg").value(), 0.0, "pyr_07.jpg"};
  Scene scene{"table", picture + ".jpg", picture + ".lens.yml", scaled};
  const auto told = [&] {
    const auto analyst = makeAnalyst(scene, {});
    return analyst ? (*analyst)->analyse(frame)->state.registration.warning : analyst.error().sentence;
  };
  EXPECT_NE(told().find("larger than their set"), std::string::npos) << told();
  scene.game = "armadas";
  EXPECT_EQ(told().find("larger than their set"), std::string::npos) << "the match says it";
  scene.game.clear();
  scene.table_path = picture + ".table.toml";
  EXPECT_EQ(told(), "");
}

} // namespace
} // namespace linesman::app
