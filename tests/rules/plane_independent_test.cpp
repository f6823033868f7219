#include "tests/rules/plane_independent.h"

namespace linesman::rules::testing {
namespace {

// A few thousand of each here; the slow tool accuracy_plane_sampling asks 100,000 of each.
void expectAgreement(const Tally& tally, int least_yes) {
  EXPECT_EQ(tally.wrong, 0) << "of " << tally.asked << ", worst at a margin of " << tally.worst_mm;
  EXPECT_GE(tally.yes, least_yes);
  EXPECT_LT(tally.yes, tally.asked);
}

TEST(PlaneIndependent, SolidsBySeparatingAxes) {
  expectAgreement(Independent(1).solids(4000), 200);
}
TEST(PlaneIndependent, FootprintsByOrientations) {
  expectAgreement(Independent(2).footprints(4000), 100);
}
TEST(PlaneIndependent, DiscsByDistances) {
  expectAgreement(Independent(3).discs(4000), 100);
}
TEST(PlaneIndependent, StepsByEachCondition) {
  expectAgreement(Independent(4).steps(3000), 50);
}
TEST(PlaneIndependent, RangesByTheClosedFormula) {
  expectAgreement(Independent(5).ranges(4000), 50);
}
TEST(PlaneIndependent, SightsByManyLines) {
  expectAgreement(Independent(6).sights(60, 3000), 10);
  expectAgreement(Independent(7).sights(1000, 60), 100);
}

} // namespace
} // namespace linesman::rules::testing
