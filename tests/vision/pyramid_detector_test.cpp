#include <algorithm>

#include <gtest/gtest.h>

#include "models/units.h"
#include "tests/support/table_truth.h"
#include "vision/frame_source.h"
#include "vision/pyramid_solid.h"
#include "vision/pipeline.h"

namespace linesman {
namespace {

const std::string data = LINESMAN_TEST_DATA;

struct Match {
  support::TruePyramid truth;
  SeenPyramid seen;
};

/// True pyramids with what was seen within 3 mm of them.
std::vector<Match> matches(const support::TableTruth& truth, const TableState& state) {
  std::vector<Match> out;
  for (const support::TruePyramid& pyramid : truth.pyramids)
    for (const SeenPyramid& seen : state.pyramids)
      if ((seen.table_from_piece.origin_mm() - pyramid.pose.origin_mm()).norm() < 3.0)
        out.push_back({pyramid, seen});
  return out;
}

class OnDemoTable : public testing::TestWithParam<const char*> {};

TEST_P(OnDemoTable, ShipsLieWhereTheyAre) {
  const support::TableTruth truth = support::readTruth(data + "/tables/" + GetParam() + ".json");
  PipelineSettings settings;
  settings.lens = truth.lens;
  settings.table = truth.table;
  Pipeline pipeline(std::move(settings));
  const auto seen = pipeline.process({readImage(data + "/demo/" + GetParam() + ".jpg").value(), 0.0, GetParam()});
  ASSERT_TRUE(seen.has_value()) << seen.error().sentence;
  const std::vector<Match> pairs = matches(truth, seen->state);
  EXPECT_GE(pairs.size(), truth.pyramids.size() - 1);
  EXPECT_LE(seen->state.pyramids.size(), truth.pyramids.size() + 1);
  std::vector<double> position_mm, heading_deg;
  for (const Match& match : pairs) {
    EXPECT_EQ(match.seen.size, match.truth.size);
    EXPECT_EQ(match.seen.posture, match.truth.posture);
    position_mm.push_back((match.seen.table_from_piece.origin_mm() - match.truth.pose.origin_mm()).norm());
    heading_deg.push_back(std::abs(
        degFromRad(wrapAngle(match.seen.table_from_piece.heading_rad() - match.truth.pose.heading_rad()))));
  }
  std::sort(position_mm.begin(), position_mm.end());
  std::sort(heading_deg.begin(), heading_deg.end());
  ASSERT_FALSE(position_mm.empty());
  EXPECT_LT(position_mm[position_mm.size() / 2], 0.6);
  EXPECT_LT(heading_deg[heading_deg.size() / 2], 0.8);
}

INSTANTIATE_TEST_SUITE_P(Tables, OnDemoTable, testing::Values("pyr_07", "pyr_20", "pyr_54"));

TEST(PyramidSolid, SeenFromAboveShowsTheWholeOutline) {
  const PieceCatalog pieces = PieceCatalog::standard();
  const PyramidSolid lying(pieces.pyramid(PyramidSize::medium), PyramidSize::medium, Posture::lying);
  const auto views = lying.view({10.0, 0.0, 5000.0});
  int outline = 0, crease = 0;
  for (const EdgeView view : views) {
    outline += view == EdgeView::outline ? 1 : 0;
    crease += view == EdgeView::crease ? 1 : 0;
  }
  EXPECT_EQ(outline, 5); // the five corners of Pyramid::silhouette()
  EXPECT_EQ(crease, 1); // the raised stern edge
  EXPECT_TRUE(lying.baseSeen({10.0, 0.0, 5000.0}));
  EXPECT_FALSE(lying.baseSeen({500.0, 0.0, 30.0}));
}

} // namespace
} // namespace linesman
