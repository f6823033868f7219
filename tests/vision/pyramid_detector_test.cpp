#include <algorithm>
#include <cmath>
#include <optional>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "tests/support/render_table.h"
#include "tests/support/table_truth.h"
#include "vision/frame_source.h"
#include "vision/outline_samples.h"
#include "vision/pipeline.h"
#include "vision/pyramid_detector.h"
#include "vision/pyramid_fits.h"
#include "vision/pyramid_likeness.h"
#include "vision/pyramid_refinement.h"
#include "vision/pyramid_solid.h"

namespace linesman {
namespace {

const std::string data = LINESMAN_TEST_DATA;

struct Match {
  support::TruePyramid truth;
  SeenPyramid seen;
};

/// True pyramids with what was seen within 3 mm of them.
std::vector<Match> matches(const support::TableTruth& truth, const std::vector<SeenPyramid>& all) {
  std::vector<Match> out;
  for (const support::TruePyramid& pyramid : truth.pyramids)
    for (const SeenPyramid& seen : all)
      if ((seen.table_from_piece.origin_mm() - pyramid.pose.origin_mm()).norm() < 3.0)
        out.push_back({pyramid, seen});
  return out;
}

/// What is seen of a picture by its truth's lens and table.
TableState stateOf(const support::TableTruth& truth, const std::string& picture) {
  PipelineSettings settings;
  settings.lens = truth.lens;
  settings.table = truth.table;
  Pipeline pipeline(std::move(settings));
  const auto seen = pipeline.process({readImage(picture).value(), 0.0, picture});
  EXPECT_TRUE(seen.has_value()) << seen.error().sentence;
  return seen ? seen->state : TableState{};
}

class OnDemoTable : public testing::TestWithParam<const char*> {};

TEST_P(OnDemoTable, ShipsLieWhereTheyAre) {
  const support::TableTruth truth = support::readTruth(data + "/tables/" + GetParam() + ".json");
  const TableState state = stateOf(truth, data + "/demo/" + GetParam() + ".jpg");
  const std::vector<Match> pairs = matches(truth, state.pyramids);
  EXPECT_GE(pairs.size(), truth.pyramids.size() - 1);
  EXPECT_LE(state.pyramids.size(), truth.pyramids.size() + 1);
  std::vector<double> position_mm, heading_deg;
  for (const Match& match : pairs) {
    EXPECT_EQ(match.seen.size, match.truth.size);
    EXPECT_EQ(match.seen.posture, match.truth.posture);
    position_mm.push_back((match.seen.table_from_piece.origin_mm() - match.truth.pose.origin_mm()).norm());
    heading_deg.push_back(
        std::abs(degFromRad(wrapAngle(match.seen.table_from_piece.heading_rad() - match.truth.pose.heading_rad()))));
  }
  std::sort(position_mm.begin(), position_mm.end());
  std::sort(heading_deg.begin(), heading_deg.end());
  ASSERT_FALSE(position_mm.empty());
  EXPECT_LT(position_mm[position_mm.size() / 2], 0.6);
  EXPECT_LT(heading_deg[heading_deg.size() / 2], 0.8);
}

INSTANTIATE_TEST_SUITE_P(Tables, OnDemoTable, testing::Values("pyr_07", "pyr_20", "pyr_54"));

// Of a small ship ten pixels are left: what is seen then may be of another size, or stand, or be none.
TEST(PyramidDetector, WhatFewPixelsTellIsInDoubt) {
  constexpr double scale = 0.25;
  const PyramidDetector detector(PieceCatalog::standard());
  double right = 0.0, believed = 0.0;
  for (const std::string name : {"pyr_07", "pyr_20", "pyr_54"}) {
    const support::TableTruth truth = support::readTruth(data + "/tables/" + name + ".json");
    cv::Mat reduced;
    cv::resize(readImage(data + "/demo/" + name + ".jpg").value(), reduced, {}, scale, scale, cv::INTER_AREA);
    const TableView view(truth.lens.resized(reduced.cols, reduced.rows, {scale, scale}), {truth.camera_from_table, {}});
    const std::vector<SeenPyramid> found = detector.detect(reduced, view, truth.table);
    for (const Match& match : matches(truth, found))
      right += match.seen.size == match.truth.size && match.seen.posture == match.truth.posture ? 1.0 : 0.0;
    for (const SeenPyramid& seen : found)
      believed += seen.score;
  }
  EXPECT_GT(right, 25.0);
  EXPECT_LT(believed, right + 5.0);
}

// It has the shape of a large ship and begins at the bow, but little of any plastic's colour.
TEST(PyramidDetector, TheLongShadowOfADarkShipIsNone) {
  const support::TableTruth truth = support::readTruth(data + "/tables/match_armadas_f12.json");
  const TableState state = stateOf(truth, data + "/tables/match_armadas_f12.jpg");
  EXPECT_EQ(truth.pyramids.size(), 7U);
  EXPECT_EQ(matches(truth, state.pyramids).size(), 7U);
  EXPECT_EQ(state.pyramids.size(), 7U);
}

/// Of a render of render_ships.py: what is seen within 3 mm of the true piece that lies there.
std::optional<SeenPyramid> seenInRender(const std::string& name, double x_mm, double y_mm) {
  const std::string picture = data + "/tables/renders/" + name;
  const support::TableTruth truth = support::readTruth(picture + ".json");
  for (const SeenPyramid& seen : stateOf(truth, picture + ".jpg").pyramids)
    if ((seen.table_from_piece.origin_mm() - Eigen::Vector2d(x_mm, y_mm)).norm() < 3.0)
      return seen;
  return std::nullopt;
}

// Black on brown, bow to stern with another: it looks like its darkened surface, but a look is sure of it.
TEST(PyramidDetector, ABlackShipBesideAnotherIsNoShadow) {
  const auto seen = seenInRender("black_beside_cyan", -16.1, -81.8);
  ASSERT_TRUE(seen.has_value());
  EXPECT_EQ(seen->size, PyramidSize::small);
  EXPECT_EQ(seen->colour, Colour::black);
}

// Its edges agree as well with one that stands there.
TEST(PyramidDetector, OfTwoSureReadingsTheOneThatLooksRightIsTaken) {
  const auto seen = seenInRender("lies_or_stands", -161.6, -66.0);
  ASSERT_TRUE(seen.has_value());
  EXPECT_EQ(seen->size, PyramidSize::small);
  EXPECT_EQ(seen->posture, Posture::lying);
}

/// Draws a lying piece of two shades: its outline, and over it its upper side.
void drawLying(cv::Mat& image, const TableView& view, const PyramidSolid& solid,
               const PlanarPose<TableFrame, PieceFrame>& pose, const cv::Scalar& sides, const cv::Scalar& upper) {
  const auto fill = [&](const std::vector<Eigen::Vector2d>& outline, const cv::Scalar& colour) {
    std::vector<cv::Point> points;
    for (const Eigen::Vector2d& corner : outline)
      points.emplace_back(cvRound(corner.x()), cvRound(corner.y()));
    cv::fillConvexPoly(image, points, colour);
  };
  fill(projectedHull(solid, pose, view), sides);
  std::vector<Eigen::Vector2d> upper_side;
  for (const std::size_t corner : {2, 3, 4})
    upper_side.push_back(view.pixel(solid.cornersAt(pose)[corner]).value());
  fill(upper_side, upper);
}

/// What is seen of a red ship at (20, 10) and something of its size elsewhere, of its colour unless others are given.
std::vector<SeenPyramid> seenWithRedLight(const PlanarPose<TableFrame, PieceFrame>& where,
                                          const cv::Scalar& sides = {36.0, 45.0, 150.0},
                                          const cv::Scalar& upper = {40.0, 49.0, 155.0}) {
  UncertainPose<CameraFrame, TableFrame> camera_from_table;
  camera_from_table.pose = test::cameraOver(500.0, 0.4, 0.0);
  const TableView view(test::webcam(1280, 720), camera_from_table);
  const PyramidSolid solid(PieceCatalog::standard().pyramid(PyramidSize::medium), PyramidSize::medium, Posture::lying);
  cv::Mat image(720, 1280, CV_8UC3, cv::Scalar(120, 150, 170)), noise(image.size(), CV_16SC3);
  drawLying(image, view, solid, where, sides, upper);
  drawLying(image, view, solid, {20.0, 10.0, 0.5}, {25.0, 15.0, 120.0}, {40.0, 30.0, 190.0});
  cv::GaussianBlur(image, image, cv::Size(0, 0), 0.8);
  cv::RNG(3).fill(noise, cv::RNG::NORMAL, cv::Scalar::all(0.0), cv::Scalar::all(2.0));
  image.convertTo(image, CV_16SC3);
  image += noise;
  image.convertTo(image, CV_8UC3);
  return PyramidDetector(PieceCatalog::standard()).detect(image, view, {});
}

// The shadow of a translucent piece begins below it and has its shape and something of its colour.
TEST(PyramidDetector, AColouredShadowBelowItsShipIsNone) {
  const std::vector<SeenPyramid> seen = seenWithRedLight({22.0, -9.0, 0.6});
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_LT((seen[0].table_from_piece.origin_mm() - Eigen::Vector2d(20.0, 10.0)).norm(), 1.0);
}

// Where little light comes through the table's own colour is seen, darker.
TEST(PyramidDetector, ADarkShadowBelowItsShipIsNone) {
  EXPECT_EQ(seenWithRedLight({22.0, -9.0, 0.6}, {80.0, 104.0, 120.0}, {80.0, 104.0, 120.0}).size(), 1U);
}

// A next ship of the same colour is laid bow to stern.
TEST(PyramidDetector, AShipThatTouchesOneOfItsColourIsSeen) {
  const double to_bow_mm = 36.3;
  const PlanarPose<TableFrame, PieceFrame> ahead(20.0 + to_bow_mm * std::cos(0.5), 10.0 + to_bow_mm * std::sin(0.5),
                                                 0.7);
  EXPECT_EQ(seenWithRedLight(ahead).size(), 2U);
}

// Colours of red plastic and of yellow, and what lies between; of a grey picture any colour is as likely.
TEST(PyramidColours, SaysHowSureItIs) {
  UncertainPose<CameraFrame, TableFrame> camera_from_table;
  camera_from_table.pose = test::cameraOver(500.0, 0.4, 0.0);
  const TableView view(test::webcam(1280, 720), camera_from_table);
  TableFile table;
  table.players = {{Colour::red, "a"}, {Colour::yellow, "b"}};
  TableFile no_yellow;
  no_yellow.players = {{Colour::red, "a"}, {Colour::blue, "b"}};
  const std::vector<Eigen::Vector2d> outline{{600, 300}, {680, 300}, {680, 400}, {600, 400}};
  const auto toldBy = [&](const cv::Scalar& bgr, const TableFile& by, const cv::Scalar& ground = {120, 150, 170}) {
    cv::Mat image(720, 1280, CV_8UC3, ground);
    cv::rectangle(image, {600, 300}, {680, 400}, bgr, cv::FILLED);
    return PyramidColours(image, view, by).colourOf(outline);
  };
  const auto told = [&](const cv::Scalar& bgr, bool named, const cv::Scalar& ground = {120, 150, 170}) {
    return toldBy(bgr, named ? table : TableFile{}, ground);
  };
  const cv::Scalar red(15, 20, 150), yellow(15, 125, 160), between(15, 68, 155);
  EXPECT_EQ(told(red, true).colour, Colour::red);
  EXPECT_GT(told(red, true).p, 0.99);
  EXPECT_EQ(told(yellow, true).colour, Colour::yellow);
  EXPECT_GT(told(yellow, true).p, 0.99);
  EXPECT_EQ(told(between, false).colour, Colour::orange) << "as long as nobody says that there is no orange";
  EXPECT_LT(told(between, true).p, std::min(told(red, true).p, told(yellow, true).p));
  EXPECT_EQ(toldBy({15, 100, 155}, no_yellow).colour, Colour::yellow) << "nobody plays it, but no red is like that";
  EXPECT_EQ(toldBy(yellow, no_yellow).colour, Colour::yellow);
  const cv::Scalar warm(15, 43, 152);
  EXPECT_EQ(told(warm, false).colour, Colour::orange);
  EXPECT_EQ(toldBy(warm, no_yellow).colour, Colour::red) << "it may as well be";
  EXPECT_DOUBLE_EQ(told(cv::Scalar::all(60), true, cv::Scalar::all(150)).p, 1.0 / 2.0);
  EXPECT_DOUBLE_EQ(told(cv::Scalar::all(60), false, cv::Scalar::all(150)).p, 1.0 / colour_count);
}

// A dark shadow beside a piece has stronger edges than the piece, and a fit that starts near it is drawn there.
TEST(PyramidFits, AFitThatAShadowDrewAwayIsMadeAgainFromAround) {
  UncertainPose<CameraFrame, TableFrame> camera_from_table;
  camera_from_table.pose = test::cameraOver(500.0, 0.4, 0.0);
  const TableView view(test::webcam(1280, 720), camera_from_table);
  const std::vector<PyramidSolid> solids = solidsOf(PieceCatalog::standard());
  const PlanarPose<TableFrame, PieceFrame> truth(20.0, 10.0, 0.5), shadow(21.0, 7.0, 0.6);
  cv::Mat image(720, 1280, CV_8UC3, cv::Scalar(120, 150, 170));
  drawLying(image, view, solids[0], shadow, cv::Scalar::all(100.0), cv::Scalar::all(100.0));
  drawLying(image, view, solids[0], truth, {90.0, 140.0, 165.0}, {60.0, 180.0, 215.0});
  cv::GaussianBlur(image, image, cv::Size(0, 0), 0.8);
  const ReducedPicture picture(QuietPicture(image), view);
  const TableFile table;
  const PyramidColours colours(picture.full.image(), view, table);
  const auto fits = fitCandidates({{0, shadow, {}, 0.0}}, {picture, view, table, colours, solids});
  ASSERT_EQ(fits.size(), 1U);
  EXPECT_LT((fits[0].refined.pose.origin_mm() - truth.origin_mm()).norm(), 1.0);
}

/// A picture of a plain table, seen slanting, to draw on.
struct Drawing {
  TableView view = [] {
    UncertainPose<CameraFrame, TableFrame> camera_from_table;
    camera_from_table.pose = test::cameraOver(500.0, 0.4, 0.0);
    return TableView(test::webcam(1280, 720), camera_from_table);
  }();
  std::vector<PyramidSolid> solids = solidsOf(PieceCatalog::standard());
  cv::Mat image = cv::Mat(720, 1280, CV_8UC3, cv::Scalar(120, 150, 170));

  void blur() { cv::GaussianBlur(image, image, cv::Size(0, 0), 0.8); }
  PyramidEvidence evidenceAt(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose) const {
    const ReducedPicture picture(QuietPicture(image), view);
    return evidenceFor(solid, pose, view, {picture.edges, picture.novelty, {}});
  }
};

// What pulls edges aside (shadows, glints) grows with the light as the edges do: a ship is measured no better for it.
TEST(PyramidRefinement, TheLightHardlyChangesTheStatedSigma) {
  Drawing drawing;
  const PlanarPose<TableFrame, PieceFrame> truth(20.0, 10.0, 0.5);
  drawLying(drawing.image, drawing.view, drawing.solids[0], truth, {110.0, 130.0, 150.0}, {115.0, 140.0, 160.0});
  drawing.blur();
  const auto sigma_mm = [&](double light) {
    cv::Mat lit;
    drawing.image.convertTo(lit, CV_8U, light);
    const auto fit = refinePyramid(drawing.solids[0], truth, drawing.view, lit, 3.0);
    return fit ? std::sqrt(fit->own_covariance.topLeftCorner<2, 2>().trace()) : 1e9;
  };
  EXPECT_NEAR(sigma_mm(0.6) / sigma_mm(1.0), 1.0, 0.1);
  EXPECT_NEAR(sigma_mm(1.45) / sigma_mm(1.0), 1.0, 0.1);
}

// Print goes on beyond the corners of what may be taken for a piece, a piece's own edges end there.
TEST(PyramidEvidence, LinesThatGoOnBeyondTheCornersAreCounted) {
  Drawing drawing;
  const PyramidSolid& upright = drawing.solids[4];
  const PlanarPose<TableFrame, PieceFrame> pose(20.0, 10.0, 0.3);
  const cv::Scalar red(30, 40, 150);
  const auto hull = projectedHull(upright, pose, drawing.view);
  std::vector<cv::Point> points;
  for (const Eigen::Vector2d& corner : hull)
    points.emplace_back(cvRound(corner.x()), cvRound(corner.y()));
  cv::fillConvexPoly(drawing.image, points, red);
  Drawing printed = drawing;
  printed.image = drawing.image.clone();
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Eigen::Vector2d &from = hull[i], &to = hull[(i + 1) % hull.size()];
    const Eigen::Vector2d past = 0.6 * (to - from), start = from - past, end = to + past;
    cv::line(printed.image, {cvRound(start.x()), cvRound(start.y())}, {cvRound(end.x()), cvRound(end.y())}, red, 2);
  }
  drawing.blur();
  printed.blur();
  EXPECT_LT(drawing.evidenceAt(upright, pose).continued, 0.1);
  EXPECT_GT(printed.evidenceAt(upright, pose).continued, 0.5);
}

TEST(SurePyramids, KnowWhatLooksLikeThemAndWhatTouchesThem) {
  const PyramidSolid medium(PieceCatalog::standard().pyramid(PyramidSize::medium), PyramidSize::medium, Posture::lying);
  PyramidEvidence red, wood;
  red.strength = wood.strength = 0.9;
  red.contrast = wood.contrast = 0.8;
  red.colour = {30.0, 35.0, 160.0};
  wood.colour = {100.0, 130.0, 160.0};
  PyramidEvidence other_red = red;
  other_red.colour *= 1.2;
  other_red.strength = 0.8;
  SurePyramids sure;
  EXPECT_TRUE(sure.empty());
  sure.add(red, {}, footprintOf(medium, {0.0, 0.0, 0.0}));
  EXPECT_GT(sure.likenessOf(other_red), 0.7);
  EXPECT_LT(sure.likenessOf(wood), 0.05);
  EXPECT_LT(sure.colourLikenessOf(wood), 0.05);
  EXPECT_TRUE(sure.touch(footprintOf(medium, {36.0, 0.0, 0.0}))); // bow to stern
  EXPECT_FALSE(sure.touch(footprintOf(medium, {60.0, 0.0, 0.0})));
}

TEST(PyramidCandidates, NothingSettlesOnAMarker) {
  Drawing drawing;
  TableFile table;
  table.markers.push_back({});
  table.markers[0].centre_mm = {20.0, 10.0};
  table.markers[0].size_mm = 40.0;
  EXPECT_TRUE(liesOnMarker(drawing.solids[4], {35.0, 20.0, 0.3}, table));
  EXPECT_FALSE(liesOnMarker(drawing.solids[4], {45.0, 20.0, 0.3}, table));
  drawLying(drawing.image, drawing.view, drawing.solids[1], {5.0, 10.0, 0.1}, {36.0, 45.0, 150.0}, {60.0, 70.0, 200.0});
  drawing.blur();
  const PyramidDetector detector(PieceCatalog::standard());
  EXPECT_EQ(detector.detect(drawing.image, drawing.view, {}).size(), 1U);
  EXPECT_TRUE(detector.detect(drawing.image, drawing.view, table).empty());
}

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
  EXPECT_EQ(crease, 1);  // the raised stern edge
  EXPECT_TRUE(lying.baseSeen({10.0, 0.0, 5000.0}));
  EXPECT_FALSE(lying.baseSeen({500.0, 0.0, 30.0}));
}

} // namespace
} // namespace linesman
