#include <algorithm>

#include <gtest/gtest.h>

#include "models/units.h"
#include "tests/support/table_truth.h"
#include "vision/frame_source.h"
#include "vision/outline_samples.h"
#include "vision/pipeline.h"
#include "vision/pyramid_solid.h"

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

/// Across the edge only: along it a sample may slide, and a fit must not care.
TEST(OutlineSamples, JacobiansAreThoseOfCentralDifferences) {
  const support::TableTruth truth = support::readTruth(data + "/tables/pyr_07.json");
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const PieceCatalog pieces = PieceCatalog::standard();
  for (const Posture posture : {Posture::lying, Posture::upright}) {
    const PyramidSolid solid(pieces.pyramid(PyramidSize::large), PyramidSize::large, posture);
    const auto at = [&](double dx, double dy, double turn) {
      return sampleOutline(solid, {20.0 + dx, -10.0 + dy, 0.7 + turn}, view, 3.0, true);
    };
    const auto middle = at(0, 0, 0);
    ASSERT_GT(middle.size(), 20U);
    const double h = 1e-4;
    for (int k = 0; k < 3; ++k) {
      const auto up = at(k == 0 ? h : 0, k == 1 ? h : 0, k == 2 ? h : 0);
      const auto down = at(k == 0 ? -h : 0, k == 1 ? -h : 0, k == 2 ? -h : 0);
      ASSERT_EQ(up.size(), middle.size());
      ASSERT_EQ(down.size(), middle.size());
      for (std::size_t i = 0; i < middle.size(); ++i) {
        const double numeric = middle[i].normal.dot(up[i].pixel - down[i].pixel) / (2.0 * h);
        const double size = middle[i].by_pose.col(k).norm();
        EXPECT_NEAR(middle[i].normal.dot(middle[i].by_pose.col(k)), numeric, 0.002 * size)
            << "pose coordinate " << k << ", edge " << middle[i].edge << (middle[i].outline ? "" : ", a crease");
      }
    }
  }
}

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
