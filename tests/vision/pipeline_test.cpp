#include <gtest/gtest.h>

#include "calibration/lens_file.h"
#include "models/units.h"
#include "vision/frame_source.h"
#include "vision/pipeline.h"

namespace linesman {
namespace {

const std::string demo = LINESMAN_TEST_DATA "/demo/";

Result<Seen> see(const std::string& picture, const std::string& lens, const std::string& table) {
  PipelineSettings settings;
  settings.lens = readLens(demo + lens).value();
  settings.table = readTableFile(demo + table).value();
  Pipeline pipeline(std::move(settings));
  return pipeline.process({readImage(demo + picture).value(), 0.0, picture});
}

TEST(Pipeline, FindsEveryShipOfAPlainTable) {
  const auto seen = see("pyr_20.jpg", "pyr_20.lens.yml", "pyr_20.table.toml");
  ASSERT_TRUE(seen.has_value()) << seen.error().sentence;
  EXPECT_TRUE(seen->state.registration.ok);
  EXPECT_EQ(seen->state.pyramids.size(), 12U);
  for (const SeenPyramid& pyramid : seen->state.pyramids) {
    EXPECT_GT(pyramid.covariance.determinant(), 0.0);
    EXPECT_GE(pyramid.covariance.trace(), pyramid.relative_covariance.trace());
  }
}

TEST(Pipeline, RefusesALensOfAnotherResolution) {
  PipelineSettings settings;
  settings.lens = readLens(demo + "pyr_20.lens.yml").value();
  settings.lens->width_px = 640;
  settings.lens->height_px = 360;
  settings.table = readTableFile(demo + "pyr_20.table.toml").value();
  Pipeline pipeline(std::move(settings));
  const auto seen = pipeline.process({readImage(demo + "pyr_20.jpg").value(), 0.0, "pyr_20.jpg"});
  ASSERT_FALSE(seen.has_value());
  EXPECT_NE(seen.error().sentence.find("1280"), std::string::npos) << seen.error().sentence;
}

} // namespace
} // namespace linesman
