#include <gtest/gtest.h>

#include "models/data_path.h"
#include "models/pyramid_middle.h"
#include "models/units.h"

namespace linesman {
namespace {

struct Row {
  PyramidSize size;
  double s, e, phi_deg, d, raised, tau_deg;
};
// Derived lengths worked out apart from this code, four decimals.
constexpr Row rows[] = {{PyramidSize::small, 26.3855, 27.3354, 74.291, 3.8683, 13.7539, 74.8506},
                        {PyramidSize::medium, 36.3070, 37.6383, 74.141, 5.4228, 19.0884, 74.7156},
                        {PyramidSize::large, 46.2287, 47.9414, 74.055, 6.9779, 24.4227, 74.6386}};

TEST(Pyramid, DerivedLengths) {
  const PieceCatalog catalog = PieceCatalog::standard();
  for (const Row& row : rows) {
    const Pyramid& pyramid = catalog.pyramid(row.size);
    EXPECT_NEAR(pyramid.slant_mm(), row.s, 1e-4);
    EXPECT_NEAR(pyramid.edge_mm(), row.e, 1e-4);
    EXPECT_NEAR(degFromRad(pyramid.dihedral_rad()), row.phi_deg, 1e-3);
    EXPECT_NEAR(pyramid.raisedForward_mm(), row.d, 1e-4);
    EXPECT_NEAR(pyramid.raisedHeight_mm(), row.raised, 1e-4);
    EXPECT_NEAR(degFromRad(pyramid.turnLimit_rad()), row.tau_deg, 1e-4);
  }
}

TEST(Pyramid, LyingSolidHasTheUprightSolidsEdges) {
  // The same body in two postures: all five corners keep their distances from the apex and from each other.
  for (const Row& row : rows) {
    const PieceCatalog catalog = PieceCatalog::standard();
    const Pyramid& pyramid = catalog.pyramid(row.size);
    const auto lying = pyramid.lyingSolid();
    const double side_mm = pyramid.edge_mm();
    const std::size_t base[4] = {0, 1, 3, 4};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR((lying[base[i]].mm - lying[2].mm).norm(), side_mm, 1e-9);
      EXPECT_NEAR((lying[base[i]].mm - lying[base[(i + 1) % 4]].mm).norm(), pyramid.base_mm(), 1e-9);
    }
    EXPECT_NEAR((pyramid.uprightSolid()[0].mm - pyramid.uprightSolid()[4].mm).norm(), side_mm, 1e-9);
  }
}

TEST(Pyramid, OutlinesRunCounterClockwise) {
  const auto area = [](const auto& polygon) {
    double twice = 0.0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const auto& a = polygon[i].xy;
      const auto& b = polygon[(i + 1) % polygon.size()].xy;
      twice += a.x() * b.y() - a.y() * b.x();
    }
    return twice / 2.0;
  };
  const PieceCatalog catalog = PieceCatalog::standard();
  const Pyramid& large = catalog.pyramid(PyramidSize::large);
  EXPECT_NEAR(area(large.footprint()), large.base_mm() * large.slant_mm() / 2.0, 1e-9);
  EXPECT_GT(area(large.silhouette()), area(large.footprint()));
}

TEST(Pyramid, TheMiddleIsBetweenSternAndBowOfOneThatLies) {
  const PieceCatalog pieces = PieceCatalog::standard();
  SeenPyramid seen;
  seen.size = PyramidSize::large;
  seen.table_from_piece = {{100.0, 50.0}, pi / 2.0};
  const double half_mm = 0.5 * pieces.pyramid(PyramidSize::large).slant_mm();
  EXPECT_LT((middleOf(seen, pieces) - Eigen::Vector2d(100.0, 50.0 + half_mm)).norm(), 1e-9);
  const Eigen::Vector2d stern = seen.table_from_piece.origin_mm();
  const Eigen::Vector2d bow = (seen.table_from_piece * pieces.pyramid(seen.size).footprint()[1]).xy;
  EXPECT_LT((middleOf(seen, pieces) - 0.5 * (stern + bow)).norm(), 1e-9);
  seen.posture = Posture::upright;
  EXPECT_EQ(middleOf(seen, pieces), stern) << "of one that stands the centre is its origin";
}

TEST(PieceCatalog, TheFileSaysWhatIsBuiltIn) {
  const auto file = PieceCatalog::load("looney-pyramids");
  ASSERT_TRUE(file) << file.error().sentence;
  for (const Row& row : rows) {
    EXPECT_EQ(file->pyramid(row.size).base_mm(), PieceCatalog::standard().pyramid(row.size).base_mm());
    EXPECT_EQ(file->pyramid(row.size).height_mm(), PieceCatalog::standard().pyramid(row.size).height_mm());
  }
}

TEST(PieceCatalog, ASetOfOnesOwnOverridesTheTip) {
  const auto set = PieceCatalog::load(LINESMAN_TEST_DATA "/models/blunt.toml");
  ASSERT_TRUE(set) << set.error().sentence;
  EXPECT_EQ(set->name(), "My worn set");
  EXPECT_EQ(set->pyramid(PyramidSize::large).tipCut_mm(), 1.5);
  EXPECT_EQ(set->pyramid(PyramidSize::large).base_mm(), 25.4);
  EXPECT_EQ(set->pyramid(PyramidSize::small).tipCut_mm(), 0.0);
}

TEST(PieceCatalog, UnknownKeysAreErrorsWithFileAndLine) {
  const auto set = PieceCatalog::load(LINESMAN_TEST_DATA "/models/unknown_key.toml");
  ASSERT_FALSE(set);
  EXPECT_NE(set.error().sentence.find("unknown_key.toml:4: unknown key \"tip_cut\""), std::string::npos)
      << set.error().sentence;
}

} // namespace
} // namespace linesman
