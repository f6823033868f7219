#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "calibration/lens_file.h"
#include "calibration/lens_parameters.h"
#include "models/polygon.h"
#include "models/units.h"
#include "vision/frame_source.h"
#include "vision/hand_detector.h"
#include "vision/pipeline.h"
#include "vision/pyramid_contact.h"
#include "vision/pyramid_detector.h"
#include "vision/pyramid_refinement.h"
#include "vision/table_view.h"

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
    EXPECT_GE(pyramid.covariance.trace(), pyramid.own_covariance.trace());
  }
}

/// Where ships seem to lie through a lens that is off, the camera's pose fitted with it, is what these errors of both
/// are expected to do to them.
TEST(Pipeline, ALensThatIsOffMovesShipsAsTheirSharedErrorStates) {
  const auto see_with = [](const Lens& lens) {
    PipelineSettings settings;
    settings.lens = lens;
    settings.table = readTableFile(demo + "pyr_20.table.toml").value();
    return Pipeline(std::move(settings)).process({readImage(demo + "pyr_20.jpg").value(), 0.0, "pyr_20"});
  };
  const std::vector<PyramidSolid> solids = solidsOf(PieceCatalog::standard());
  const Lens exact = readLens(demo + "pyr_20.lens.yml").value();
  const auto plain = see_with(exact);
  ASSERT_TRUE(plain);
  for (const int term : {2, 4}) { // cx, k1
    LensVector error = LensVector::Zero();
    error[term] = term == 2 ? 5.0 : 0.02;
    Lens off = exact;
    setParameters(off, parametersOf(exact) + error);
    const auto moved = see_with(off);
    ASSERT_TRUE(moved);
    const auto &camera = plain->state.registration.camera_from_table,
               &camera_off = moved->state.registration.camera_from_table;
    CameraErrors errors;
    errors.lens = error;
    errors.pose = errorBetween(camera.pose, camera_off.pose);
    const TableView view(exact, camera, errors);
    const auto &at = plain->state.pyramids, &now = moved->state.pyramids;
    ASSERT_EQ(at.size(), now.size());
    double shifts = 0.0, missed = 0.0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const Eigen::Vector2d from_mm = at[i].table_from_piece.origin_mm();
      const auto same = std::min_element(now.begin(), now.end(), [&](const SeenPyramid& a, const SeenPyramid& b) {
        return (a.table_from_piece.origin_mm() - from_mm).norm() < (b.table_from_piece.origin_mm() - from_mm).norm();
      });
      const Eigen::Vector2d shift_mm = same->table_from_piece.origin_mm() - from_mm;
      const SharedError expected = sharedErrorOf(solidOf(solids, at[i]), at[i].table_from_piece, view);
      shifts += shift_mm.squaredNorm();
      missed += (shift_mm - expected.topRows<2>()).squaredNorm();
    }
    EXPECT_LT(missed, 0.1 * shifts) << term << ": " << shifts;
  }
}

/// A 4K camera's picture, no sharper for its pixels, shows the same ships.
TEST(Pipeline, FindsTheSameShipsInAVeryWidePicture) {
  const auto usual = see("pyr_20.jpg", "pyr_20.lens.yml", "pyr_20.table.toml");
  PipelineSettings settings;
  settings.lens = readLens(demo + "pyr_20.lens.yml").value();
  settings.table = readTableFile(demo + "pyr_20.table.toml").value();
  constexpr int times = 3;
  settings.lens =
      settings.lens->resized(times * settings.lens->width_px, times * settings.lens->height_px, {times, times});
  cv::Mat wide;
  cv::resize(readImage(demo + "pyr_20.jpg").value(), wide, {}, times, times, cv::INTER_CUBIC);
  const auto seen = Pipeline(std::move(settings)).process({wide, 0.0, "wide"});
  ASSERT_TRUE(seen.has_value() && usual.has_value());
  EXPECT_EQ(seen->state.width_px, wide.cols);
  EXPECT_EQ(seen->lens.width_px, wide.cols); // what is drawn is drawn over the picture as it came
  ASSERT_EQ(seen->state.pyramids.size(), usual->state.pyramids.size());
  for (const SeenPyramid& ship : seen->state.pyramids) {
    const auto same =
        std::find_if(usual->state.pyramids.begin(), usual->state.pyramids.end(), [&](const SeenPyramid& other) {
          return (other.table_from_piece.origin_mm() - ship.table_from_piece.origin_mm()).norm() < 1.0;
        });
    ASSERT_NE(same, usual->state.pyramids.end());
    EXPECT_EQ(same->size, ship.size);
    EXPECT_EQ(same->colour, ship.colour);
  }
}

/// Wherever the table file has its origin, also behind the camera, the same ships are seen at the same places.
TEST(Pipeline, TheOriginOfTheTableMayLieAnywhere) {
  const auto usual = see("pyr_20.jpg", "pyr_20.lens.yml", "pyr_20.table.toml");
  ASSERT_TRUE(usual.has_value());
  for (const Eigen::Vector2d& shift_mm : {Eigen::Vector2d(400, 300), Eigen::Vector2d(0, 600), Eigen::Vector2d(0, 1000),
                                          Eigen::Vector2d(1500, 0), Eigen::Vector2d(-3000, -4000)}) {
    PipelineSettings settings;
    settings.lens = readLens(demo + "pyr_20.lens.yml").value();
    settings.table = readTableFile(demo + "pyr_20.table.toml").value();
    for (TableMarker& marker : settings.table.markers)
      marker.centre_mm += shift_mm;
    const auto seen = Pipeline(std::move(settings)).process({readImage(demo + "pyr_20.jpg").value(), 0.0, "pyr_20"});
    ASSERT_TRUE(seen.has_value()) << seen.error().sentence << " " << shift_mm.transpose();
    ASSERT_EQ(seen->state.pyramids.size(), usual->state.pyramids.size()) << shift_mm.transpose();
    for (const SeenPyramid& ship : usual->state.pyramids) {
      const auto apart_mm = [&](const SeenPyramid& other) {
        return (other.table_from_piece.origin_mm() - shift_mm - ship.table_from_piece.origin_mm()).norm();
      };
      const SeenPyramid& same = *std::ranges::min_element(seen->state.pyramids, {}, apart_mm);
      EXPECT_LT(apart_mm(same), 0.3) << shift_mm.transpose();
      EXPECT_EQ(same.size, ship.size);
      EXPECT_EQ(same.colour, ship.colour);
      EXPECT_NEAR(std::sqrt(same.own_covariance.topLeftCorner<2, 2>().trace()),
                  std::sqrt(ship.own_covariance.topLeftCorner<2, 2>().trace()), 0.05);
    }
  }
}

/// Pieces on a cloth of unknown height are seen at the same places, less surely, and all err alike.
TEST(Pipeline, AnUnknownHeightOfTheSurfaceIsInTheCovariance) {
  PipelineSettings settings;
  settings.lens = readLens(demo + "pyr_20.lens.yml").value();
  settings.table = readTableFile(demo + "pyr_20.table.toml").value();
  settings.table.surface_height_sigma_mm = 2.0;
  const auto doubted = Pipeline(std::move(settings)).process({readImage(demo + "pyr_20.jpg").value(), 0.0, "pyr_20"});
  const auto usual = see("pyr_20.jpg", "pyr_20.lens.yml", "pyr_20.table.toml");
  ASSERT_TRUE(doubted.has_value() && usual.has_value());
  ASSERT_EQ(doubted->state.pyramids.size(), usual->state.pyramids.size());
  const TableView view(usual->lens, usual->state.registration.camera_from_table);
  for (std::size_t i = 0; i < usual->state.pyramids.size(); ++i) {
    const SeenPyramid &a = doubted->state.pyramids[i], &b = usual->state.pyramids[i];
    EXPECT_EQ(a.table_from_piece.origin_mm(), b.table_from_piece.origin_mm());
    EXPECT_EQ(a.own_covariance, b.own_covariance);
    // A table higher by h is met nearer to the camera by h over the tangent of the ray's rise.
    const Eigen::Vector3d& eye = view.eye_mm();
    const double away_mm = (b.table_from_piece.origin_mm() - eye.head<2>()).norm();
    const double expected_mm =
        std::hypot(std::sqrt(b.covariance.topLeftCorner<2, 2>().trace()), 2.0 * away_mm / eye.z());
    EXPECT_NEAR(std::sqrt(a.covariance.topLeftCorner<2, 2>().trace()), expected_mm, 0.15 * expected_mm);
  }
}

bool sameChits(const TableState& a, const TableState& b) {
  return std::equal(a.chits.begin(), a.chits.end(), b.chits.begin(), b.chits.end(), [](const auto& x, const auto& y) {
    return x.centre_mm == y.centre_mm && x.ship == y.ship && x.colour == y.colour;
  });
}

/// Chits and unknown things are looked for when something changes, and stay as they were meanwhile.
TEST(Pipeline, WhatDidNotChangeIsNotLookedForAgain) {
  PipelineSettings settings;
  settings.lens = readLens(demo + "pyr_20.lens.yml").value();
  settings.table = readTableFile(demo + "pyr_20.table.toml").value();
  Pipeline pipeline(settings);
  const cv::Mat picture = readImage(demo + "pyr_20.jpg").value();
  const Seen first = pipeline.process({picture, 0.0, ""}).value();
  EXPECT_TRUE(first.state.stages_ms.contains("chits"));
  for (int i = 1; i < 4; ++i) { // noise is no change
    cv::Mat noise(picture.size(), CV_16SC3), noisy;
    cv::RNG(static_cast<unsigned>(i)).fill(noise, cv::RNG::NORMAL, 0.0, 2.0);
    cv::add(picture, noise, noisy, cv::noArray(), CV_8UC3);
    const Seen again = pipeline.process({noisy, 0.03 * i, ""}).value();
    EXPECT_FALSE(again.state.stages_ms.contains("chits"));
    EXPECT_TRUE(sameChits(first.state, again.state));
    EXPECT_EQ(first.state.obstacles.size(), again.state.obstacles.size());
    EXPECT_EQ(first.state.unseen_mm, again.state.unseen_mm);
  }
  const TableView view(first.lens, first.state.registration.camera_from_table);
  const SeenPyramid& ship = first.state.pyramids.front();
  const Eigen::Vector2d beside_mm = ship.table_from_piece.origin_mm() - 9.0 * ship.table_from_piece.direction();
  cv::Mat chit = picture.clone();
  std::vector<cv::Point> rim;
  for (int i = 0; i < 40; ++i) {
    const Eigen::Vector2d at = beside_mm + 4.0 * Eigen::Vector2d(std::cos(i * pi / 20), std::sin(i * pi / 20));
    const auto px = view.pixel({at.x(), at.y(), 1.6});
    rim.emplace_back(cvRound(px->x() * 16), cvRound(px->y() * 16));
  }
  cv::fillConvexPoly(chit, rim, {60, 210, 240}, cv::LINE_AA, 4);
  const Seen with = pipeline.process({chit, 0.2, ""}).value();
  EXPECT_TRUE(with.state.stages_ms.contains("chits"));
  EXPECT_TRUE(std::any_of(with.state.chits.begin(), with.state.chits.end(), [&](const SeenChit& seen) {
    return (seen.centre_mm - beside_mm).norm() < 1.5 && seen.ship == ship.id;
  }));
}

/// Two of the white ships cast shadows as large as ships on the checked cloth.
TEST(Pipeline, ShadowsOfWhiteShipsAreNoShips) {
  const std::string folder = LINESMAN_TEST_DATA "/tables/shadows/";
  PipelineSettings settings;
  settings.lens = readLens(folder + "lens.yml").value();
  settings.table = readTableFile(folder + "table.toml").value();
  const auto seen = Pipeline(std::move(settings)).process({readImage(folder + "ships.jpg").value(), 0.0, "ships"});
  ASSERT_TRUE(seen) << seen.error().sentence;
  std::map<Colour, int> count;
  for (const SeenPyramid& pyramid : seen->state.pyramids)
    ++count[pyramid.colour];
  EXPECT_EQ(count, (std::map<Colour, int>{{Colour::black, 4}, {Colour::white, 4}}));
}

/// How many hands are seen in single pictures of a game, a second apart.
std::vector<std::size_t> handsOver(const std::vector<cv::Mat>& pictures) {
  const std::string folder = LINESMAN_TEST_DATA "/tables/hand/";
  PipelineSettings settings;
  settings.lens = readLens(folder + "lens.yml").value();
  settings.table = readTableFile(folder + "table.toml").value();
  Pipeline pipeline(std::move(settings));
  std::vector<std::size_t> hands;
  for (const cv::Mat& picture : pictures) {
    const auto seen = pipeline.process({picture, static_cast<double>(hands.size()), ""});
    EXPECT_TRUE(seen) << seen.error().sentence;
    hands.push_back(seen ? seen->state.hands_mm.size() : 0);
  }
  return hands;
}

/// The hand that lifts the queen hides no more of the board's lines than a man who was moved may.
TEST(Pipeline, AHandThatLiesStillOrCameWithANudgeOfTheCameraIsAHand) {
  const cv::Mat before = readImage(LINESMAN_TEST_DATA "/tables/hand/before.jpg").value(),
                hand = readImage(LINESMAN_TEST_DATA "/tables/hand/hand.jpg").value();
  EXPECT_EQ(handsOver({before, hand, hand, hand, before}), (std::vector<std::size_t>{0, 1, 1, 1, 0}));
  for (const double turn_rad : {0.003, 0.01}) {
    const auto nudged = [&](const cv::Mat& picture) {
      const double c = std::cos(turn_rad), s = std::sin(turn_rad);
      cv::Mat out;
      cv::warpAffine(picture, out, cv::Matx23d(c, -s, 700.0 * turn_rad, s, c, -500.0 * turn_rad), picture.size(),
                     cv::INTER_CUBIC, cv::BORDER_REPLICATE);
      return out;
    };
    EXPECT_EQ(handsOver({before, nudged(hand), nudged(before)}), (std::vector<std::size_t>{0, 1, 0})) << turn_rad;
  }
}

TEST(Pipeline, AnArmOverABoardIsSeenInAPictureThatStandsAlone) {
  const auto armsIn = [](const cv::Mat& picture) {
    PipelineSettings settings;
    settings.table.board.emplace().definition = "chess-8x8";
    const auto seen = Pipeline(std::move(settings)).process({picture, 0.0, ""});
    EXPECT_TRUE(seen) << seen.error().sentence;
    return seen ? seen->state.hands_mm : std::vector<TablePolygon>{};
  };
  const std::string folder = LINESMAN_TEST_DATA "/tables/";
  const auto arms = armsIn(readImage(folder + "chess_45.jpg").value());
  ASSERT_EQ(arms.size(), 1U);
  EXPECT_TRUE(holds(arms[0], {90.0, -190.0})) << "f1, where the arm is";
  EXPECT_FALSE(holds(arms[0], {0.0, 0.0}));
  for (const char* name : {"chess_41.jpg", "hand/before.jpg"})
    EXPECT_TRUE(armsIn(readImage(folder + name).value()).empty()) << name;
  // What lies beside the board and reaches over none of it is no arm.
  cv::Mat book = readImage(folder + "hand/before.jpg").value();
  cv::rectangle(book, {0, book.rows / 3}, {book.cols / 6, book.rows}, {120, 80, 50}, cv::FILLED);
  EXPECT_TRUE(armsIn(book).empty());
}

TEST(Pipeline, AnArmThatWasOverABoardFromTheBeginningOfAFilmStaysThereUntilItStirsOrHasLainForLong) {
  const cv::Mat arm = readImage(LINESMAN_TEST_DATA "/tables/chess_45.jpg").value();
  PipelineSettings settings;
  settings.table.board.emplace().definition = "chess-8x8";
  const auto armsAfter = [&](const std::vector<std::pair<double, cv::Mat>>& film) {
    Pipeline pipeline(settings);
    std::size_t arms = 0;
    for (const auto& [t_s, picture] : film) {
      const auto seen = pipeline.process({picture, t_s, ""});
      EXPECT_TRUE(seen) << seen.error().sentence;
      arms = seen ? seen->state.hands_mm.size() : 0;
    }
    return arms;
  };
  EXPECT_EQ(armsAfter({{0.0, arm}, {0.1, arm}, {0.2, arm}}), 1U);
  EXPECT_EQ(armsAfter({{0.0, arm}, {0.1, arm}, {0.3, arm}, {HandDetector::rests_after_s + 0.1, arm}}), 0U);
  cv::Mat stirred = arm.clone(); // files to the left of it are not seen any more
  cv::rectangle(stirred, {450, 250}, {640, 560}, {60, 60, 60}, cv::FILLED);
  EXPECT_EQ(armsAfter({{0.0, arm}, {0.1, arm}, {0.2, stirred}}), 0U);
}

TEST(Pipeline, LightThatWasOffForAWhileIsNoHand) {
  PipelineSettings settings;
  settings.lens = readLens(demo + "pyr_20.lens.yml").value();
  settings.table = readTableFile(demo + "pyr_20.table.toml").value();
  const cv::Mat picture = readImage(demo + "pyr_20.jpg").value(), dark(picture.size(), CV_8UC3, cv::Scalar::all(2));
  for (const double step_s : {0.04, 1.0}) { // a film, single pictures
    Pipeline pipeline(settings);
    double t_s = 0.0;
    for (const cv::Mat& image : {picture, picture, dark, dark, picture}) {
      const auto seen = pipeline.process({image, t_s += step_s, ""});
      ASSERT_EQ(seen.has_value(), image.data == picture.data);
      if (seen) {
        EXPECT_TRUE(seen->state.hands_mm.empty()) << t_s;
      }
    }
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
