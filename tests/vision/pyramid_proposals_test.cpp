#include "vision/pyramid_proposals.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "models/data_path.h"
#include "tests/support/table_truth.h"
#include "vision/frame_source.h"
#include "vision/pyramid_detector.h"

namespace linesman {
namespace {

/// A table of the demo, whose pieces are known.
struct Table {
  support::TableTruth truth = support::readTruth(LINESMAN_TEST_DATA "/tables/pyr_44.json");
  cv::Mat image = readImage(LINESMAN_TEST_DATA "/demo/pyr_44.jpg").value();
  TableView view{truth.lens, {truth.camera_from_table, {}}};
  std::vector<PyramidSolid> solids = solidsOf(PieceCatalog::standard());
  ReducedPicture picture{image, view};

  int solidOf(const support::TruePyramid& pyramid) const {
    const auto at = std::find_if(solids.begin(), solids.end(), [&](const PyramidSolid& solid) {
      return solid.size() == pyramid.size && solid.posture() == pyramid.posture;
    });
    return static_cast<int>(at - solids.begin());
  }
};

const Table& table() {
  static const Table one;
  return one;
}

const ProposalNetwork& network() {
  return *ProposalNetwork::shipped();
}

TEST(ProposalNetwork, AFileThatIsNoneIsNamed) {
  const auto one = ProposalNetwork::load("no/such/proposals.onnx");
  ASSERT_FALSE(one.has_value());
  EXPECT_NE(one.error().sentence.find("no/such/proposals.onnx"), std::string::npos);
}

TEST(ProposalNetwork, ANetworkForSomethingElseIsNamed) {
  const auto path = findData("models/detectors/pyramids.onnx");
  ASSERT_TRUE(path.has_value());
  const auto one = ProposalNetwork::load(*path);
  ASSERT_FALSE(one.has_value());
  EXPECT_NE(one.error().sentence.find("pyramids.onnx is not a network"), std::string::npos);
}

TEST(PyramidProposals, MostPiecesAreProposedNearlyWhereTheyLie) {
  const PyramidProposals proposals(network(), table().picture, table().view);
  const std::vector<PyramidProposal> all = proposals.above(-2.0, table().solids);
  std::size_t found = 0, asked = 0;
  for (const support::TruePyramid& pyramid : table().truth.pyramids) {
    if (pyramid.visible < 0.8)
      continue;
    ++asked;
    const int solid = table().solidOf(pyramid);
    const double period = table().solids[static_cast<std::size_t>(solid)].period_rad();
    found += std::any_of(all.begin(), all.end(), [&](const PyramidProposal& one) {
      return one.solid == solid && (one.pose.origin_mm() - pyramid.pose.origin_mm()).norm() < 6.0 &&
             std::abs(std::remainder(one.pose.heading_rad() - pyramid.pose.heading_rad(), period)) < 0.3;
    });
  }
  ASSERT_GT(asked, 8U);
  EXPECT_GE(found, asked - 2);
}

TEST(PyramidProposals, LikelyPlacesAreMiddlesOfPieces) {
  const PyramidProposals proposals(network(), table().picture, table().view);
  const std::vector<LikelyPlace> places = proposals.placesAbove(1.0);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_GE((places[i].middle_mm - places[j].middle_mm).norm(), 9.0);
  std::size_t found = 0, asked = 0;
  for (const support::TruePyramid& pyramid : table().truth.pyramids) {
    if (pyramid.visible < 0.8)
      continue;
    ++asked;
    const PyramidSolid& solid = table().solids[static_cast<std::size_t>(table().solidOf(pyramid))];
    const Eigen::Vector2d middle = solid.middleAt(pyramid.pose);
    found += std::any_of(places.begin(), places.end(),
                         [&](const LikelyPlace& place) { return (place.middle_mm - middle).norm() < 8.0; });
  }
  EXPECT_GE(found, asked - 1);
  EXPECT_LE(places.size(), 2 * asked);
  EXPECT_TRUE(proposals.placesAbove(100.0).empty());
}

TEST(PyramidProposals, APieceIsLikelierAsItLiesThanTurnedOrBesideIt) {
  const PyramidProposals proposals(network(), table().picture, table().view);
  int likelier = 0, asked = 0;
  for (const support::TruePyramid& pyramid : table().truth.pyramids) {
    if (pyramid.visible < 0.8 || pyramid.posture != Posture::lying)
      continue;
    const int index = table().solidOf(pyramid);
    const PyramidSolid& solid = table().solids[static_cast<std::size_t>(index)];
    const auto odds = [&](const Eigen::Vector2d& shift_mm, double turn) {
      return proposals.logOddsOf(index, solid, {pyramid.pose.origin_mm() + shift_mm, pyramid.pose.heading_rad() + turn})
          .value_or(-20.0);
    };
    ++asked;
    likelier += odds({0.0, 0.0}, 0.0) > odds({0.0, 0.0}, 1.5) + 2.0 && odds({0.0, 0.0}, 0.0) > odds({0.0, 60.0}, 0.0);
  }
  EXPECT_GE(likelier, asked - 1);
}

TEST(PyramidProposals, BeyondWhatThePictureShowsNothingIsSaid) {
  const PyramidProposals proposals(network(), table().picture, table().view);
  EXPECT_FALSE(proposals.presenceAt({5000.0, 0.0}));
  EXPECT_FALSE(proposals.logOddsOf(0, table().solids.front(), {{5000.0, 0.0}, 0.0}));
}

} // namespace
} // namespace linesman
