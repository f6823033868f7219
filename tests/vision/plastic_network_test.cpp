#include "vision/plastic_network.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "models/data_path.h"
#include "models/piece_catalog.h"
#include "tests/support/table_truth.h"
#include "vision/frame_source.h"
#include "vision/pipeline.h"
#include "vision/pyramid_colour.h"

namespace linesman {
namespace {

const std::string plastics_data = LINESMAN_TEST_DATA;

TEST(PlasticNetwork, AFileThatIsNoneIsNamed) {
  const auto network = PlasticNetwork::load("no/such/plastics.onnx");
  ASSERT_FALSE(network.has_value());
  EXPECT_NE(network.error().sentence.find("no/such/plastics.onnx"), std::string::npos);
}

TEST(PlasticNetwork, ANetworkForSomethingElseIsNamed) {
  const auto path = findData("models/detectors/pyramids.onnx");
  ASSERT_TRUE(path.has_value());
  const auto network = PlasticNetwork::load(*path);
  ASSERT_FALSE(network.has_value());
  EXPECT_NE(network.error().sentence.find("pyramids.onnx is not a network"), std::string::npos);
}

/// Log odds that the plastic of the pieces of this colour is opaque that lie on a demo table.
std::vector<double> opaqueLogOdds(const std::string& name, Colour colour) {
  const support::TableTruth truth = support::readTruth(plastics_data + "/tables/" + name + ".json");
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const PieceCatalog catalog = PieceCatalog::standard();
  std::vector<PyramidSolid> solids;
  std::vector<PyramidPose> poses;
  solids.reserve(truth.pyramids.size());
  for (const support::TruePyramid& pyramid : truth.pyramids)
    if (pyramid.colour == colour && pyramid.visible > 0.6) {
      solids.emplace_back(catalog.pyramid(pyramid.size), pyramid.size, pyramid.posture);
      poses.push_back({&solids.back(), pyramid.pose});
    }
  const auto image = readImage(plastics_data + "/demo/" + name + ".jpg");
  return PlasticNetwork::shipped()->opaqueLogOdds(image.value(), view, poses);
}

TEST(PlasticNetwork, TellsWhiteFromClear) {
  ASSERT_NE(PlasticNetwork::shipped(), nullptr);
  const std::vector<double> white = opaqueLogOdds("pyr_20", Colour::white);
  ASSERT_GE(white.size(), 3U);
  EXPECT_GT(*std::min_element(white.begin(), white.end()), 1.0);
  for (const char* name : {"pyr_07", "pyr_44", "pyr_54"}) {
    const std::vector<double> clear = opaqueLogOdds(name, Colour::clear);
    ASSERT_GE(clear.size(), 3U);
    EXPECT_LT(*std::max_element(clear.begin(), clear.end()), -1.0) << name;
  }
}

TEST(PlasticNetwork, APieceBehindTheCameraIsNotLookedAt) {
  const support::TableTruth truth = support::readTruth(plastics_data + "/tables/pyr_20.json");
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const PyramidSolid solid(PieceCatalog::standard().pyramid(PyramidSize::small), PyramidSize::small, Posture::lying);
  // The camera looks at about the table's middle; where its own plane meets the table is that far out.
  const Eigen::Vector2d eye = view.eye_mm().head<2>();
  const Eigen::Vector2d beyond = 3.0 * view.eye_mm().squaredNorm() / eye.squaredNorm() * eye;
  const PyramidPose behind{&solid, {beyond.x(), beyond.y(), 0.3}};
  ASSERT_FALSE(PyramidWindow(behind, view).seen());
  const cv::Mat image(truth.lens.height_px, truth.lens.width_px, CV_8UC3, cv::Scalar::all(120));
  EXPECT_EQ(PlasticNetwork::shipped()->opaqueLogOdds(image, view, {behind}), std::vector<double>{0.0});
}

/// Colours that no table file names. By their colours alone two of pyr_17's black pieces are clear ones.
TEST(PlasticNetwork, ColoursThatNobodyNamesAreTold) {
  for (const char* name : {"pyr_17", "pyr_20", "pyr_54"}) {
    const support::TableTruth truth = support::readTruth(plastics_data + "/tables/" + name + ".json");
    PipelineSettings settings;
    settings.lens = truth.lens;
    settings.table = truth.table;
    settings.table.players.clear();
    Pipeline pipeline(std::move(settings));
    const auto seen = pipeline.process({readImage(plastics_data + "/demo/" + name + ".jpg").value(), 0.0, name});
    ASSERT_TRUE(seen.has_value()) << seen.error().sentence;
    std::size_t met = 0;
    for (const support::TruePyramid& pyramid : truth.pyramids)
      for (const SeenPyramid& one : seen->state.pyramids)
        if ((one.table_from_piece.origin_mm() - pyramid.pose.origin_mm()).norm() < 3.0) {
          EXPECT_EQ(one.colour, pyramid.colour) << name;
          ++met;
        }
    EXPECT_GE(met + 1, truth.pyramids.size());
  }
}

TEST(PyramidColours, OnlyPlasticThatMayBeOpaqueOrNotIsToBeLookedAt) {
  const support::TableTruth truth = support::readTruth(plastics_data + "/tables/pyr_20.json");
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const cv::Mat image(truth.lens.height_px, truth.lens.width_px, CV_8UC3, cv::Scalar(120, 140, 160));
  const PyramidColours colours(image, view, {});
  const Eigen::Vector3d blue(0.28, 0.025, 0.005), pale(0.36, 0.37, 0.38);
  const std::vector<Eigen::Vector3d> seen{pale, blue, pale};
  EXPECT_EQ(colours.opacityInDoubt(seen, {}), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(colours.opacityInDoubt(seen, {Colour::clear}), std::vector<std::size_t>{2}) << "the first is known";
  const auto told = [&](double log_odds) { return colours.coloursOf(seen, {}, {0.0, 0.0, log_odds})[2].colour; };
  EXPECT_EQ(told(6.0), Colour::white);
  EXPECT_EQ(told(-6.0), Colour::clear);
}

} // namespace
} // namespace linesman
