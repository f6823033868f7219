#include "calibration/table_registration.h"

#include <filesystem>
#include <random>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "calibration/lens_parameters.h"
#include "calibration/marker_detection.h"
#include "calibration/pose_solver.h"
#include "models/dense.h"
#include "support/placed.h"
#include "support/render_table.h"

namespace linesman {
namespace {

TableFile fourMarkers() {
  TableFile table;
  table.path = "table.toml";
  table.dictionary = "DICT_4X4_50";
  table.markers = {{0, 36, {-150, 90}, 0}, {1, 36, {150, 90}, 0.3}, {2, 36, {150, -90}, 0}, {3, 36, {-150, -90}, -1.2}};
  return table;
}

struct Scene {
  Lens lens = test::webcam();
  TableFile table = fourMarkers();
  Pose<CameraFrame, TableFrame> truth = test::cameraOver(420.0, 0.5, 0.15);
  cv::Mat draw(const std::vector<TableMarker>& markers, unsigned seed = 1) const {
    test::RenderOptions options;
    options.height_mm = table.marker_thickness_mm;
    options.seed = seed;
    return test::render(lens, truth, test::markersPattern(markers, table.dictionary), options);
  }
  cv::Mat draw(unsigned seed = 1) const { return draw(table.markers, seed); }

  static std::vector<Eigen::Vector2d> places_mm() {
    std::vector<Eigen::Vector2d> places;
    for (double x = -150; x <= 150; x += 50)
      for (double y = -90; y <= 90; y += 45)
        places.emplace_back(x, y);
    return places;
  }
  /// Worst distance (mm) between a table point and where its true pixel is put.
  double worst_mm(const TableRegistration& found) const {
    double worst = 0.0;
    for (const Eigen::Vector2d& at_mm : places_mm()) {
      const auto px = lens.project(truth * Point3<TableFrame>{{at_mm.x(), at_mm.y(), 0}}).xy;
      const auto place = found.lens.tablePoint(found.registration.camera_from_table.pose, px);
      worst = std::max(worst, place ? (*place - at_mm).norm() : 1e9);
    }
    return worst;
  }
  /// Worst distance of the same points over what the covariance states of them, in standard deviations.
  double worst_sigmas(const TableRegistration& found) const {
    return test::worstPlaced_sigmas(found, lens, truth, places_mm());
  }
  double nees(const TableRegistration& found) const {
    const auto& pose = found.registration.camera_from_table;
    const Vector6d error = errorBetween(pose.pose, truth);
    return error.dot(solveSymmetric(pose.covariance, error).col(0));
  }
};

TEST(Registration, finds_the_table_to_a_twentieth_of_a_millimetre_and_states_it) {
  const Scene scene;
  double sum = 0.0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const auto found = registerTable(scene.draw(seed), scene.lens, scene.table);
    ASSERT_TRUE(found) << found.error().sentence;
    EXPECT_EQ(found->markers_used.size(), 4u);
    EXPECT_LT(scene.worst_mm(*found), 0.1);
    EXPECT_EQ(found->registration.from, Registration::From::markers);
    sum += scene.nees(*found);
  }
  EXPECT_LT(sum / 4.0, 16.8) << "99 % of a chi-square with 6 degrees of freedom";
}

/// Markers glued to blocks or plates: the table lies as far under them as the table file says.
TEST(Registration, markers_on_blocks_register_the_table_under_them) {
  for (const double thickness_mm : {5.0, 18.0, 60.0}) {
    Scene scene;
    scene.table.marker_thickness_mm = thickness_mm;
    const cv::Mat picture = scene.draw();
    const auto found = registerTable(picture, scene.lens, scene.table);
    ASSERT_TRUE(found) << thickness_mm << ": " << found.error().sentence;
    EXPECT_EQ(found->markers_used.size(), 4u) << thickness_mm;
    EXPECT_EQ(found->registration.warning, "") << thickness_mm;
    EXPECT_LT(scene.worst_mm(*found), 0.1) << thickness_mm;
    EXPECT_TRUE(registerTable(picture, std::nullopt, scene.table)) << thickness_mm;
    scene.table.markers.resize(1);
    const auto alone = registerTable(scene.draw(), scene.lens, scene.table);
    ASSERT_TRUE(alone) << thickness_mm << ": " << alone.error().sentence;
    EXPECT_LT(scene.worst_sigmas(*alone), 3.5) << thickness_mm;
  }
}

TEST(Registration, one_marker_covered_or_half_covered) {
  const Scene scene;
  const cv::Mat whole = scene.draw();
  for (std::size_t m = 0; m < 4; ++m)
    for (const bool half : {false, true}) {
      cv::Mat picture = whole.clone();
      const auto at = scene.lens
                          .project(scene.truth * Point3<TableFrame>{{scene.table.markers[m].centre_mm.x(),
                                                                     scene.table.markers[m].centre_mm.y(), 0}})
                          .xy;
      cv::circle(picture, cv::Point(static_cast<int>(at.x()) - (half ? 22 : 0), static_cast<int>(at.y())),
                 half ? 22 : 40, 95, cv::FILLED);
      const auto found = registerTable(picture, scene.lens, scene.table);
      ASSERT_TRUE(found) << found.error().sentence;
      if (!half) { // of a half covered one, sides that are seen may still serve
        EXPECT_EQ(found->markers_used.size(), 3u) << "marker " << m;
      }
      EXPECT_LT(scene.worst_mm(*found), 0.25);
    }
}

TEST(Registration, one_marker_alone_is_not_seen_tipped_over) {
  Scene scene;
  scene.table.markers = {{0, 36, {0, 0}, 0}};
  for (int k = 0; k < 10; ++k) {
    const double tilt_rad = 0.58 + 0.02 * (k % 6);
    scene.table.markers[0].heading_rad = 0.7 * k;
    scene.table.markers[0].centre_mm = {60.0 * std::cos(1.1 * k), 35.0 * std::sin(1.1 * k)};
    scene.truth = test::cameraOver(290.0, tilt_rad, 0.3 * k);
    const auto found = registerTable(scene.draw(static_cast<unsigned>(k + 1)), scene.lens, scene.table);
    ASSERT_TRUE(found) << found.error().sentence;
    const double height_mm = scene.truth.inverse().translation_mm().z();
    EXPECT_NEAR(found->registration.camera_from_table.pose.inverse().translation_mm().z(), height_mm, 0.05 * height_mm)
        << k;
  }
}

/// Light is what blurs: grey values, which a tone curve makes of it, show the edges up to a pixel within the dark, and
/// those across a motion farther than those along it.
TEST(Registration, a_blurred_marker_looks_as_large_as_a_sharp_one) {
  Scene scene;
  scene.table.markers = {{1, 36, {0, 0}, 0.4}};
  scene.truth = test::cameraOver(240.0, 0.6, 0.3);
  test::RenderOptions options;
  options.height_mm = scene.table.marker_thickness_mm;
  for (const auto& [blur_px, moved_px] : {std::pair(0.7, 0.0), std::pair(2.0, 0.0), std::pair(0.7, 4.0)}) {
    options.blur_px = blur_px;
    options.moved_px = moved_px;
    const auto found = registerTable(
        test::render(scene.lens, scene.truth, test::markersPattern(scene.table.markers, "DICT_4X4_50"), options),
        scene.lens, scene.table);
    ASSERT_TRUE(found) << found.error().sentence;
    EXPECT_NEAR(found->registration.camera_from_table.pose.translation_mm().norm(), 240.0, 0.006 * 240.0) << blur_px;
    EXPECT_LT(scene.worst_sigmas(*found), 4.0) << blur_px;
  }
}

/// Too blurred or stained to be read, but their outlines lie where the one that is read has them.
TEST(Registration, markers_that_cannot_be_read_are_known_by_their_outlines) {
  const Scene scene;
  const auto whole = test::markersPattern(scene.table.markers, "DICT_4X4_50");
  const auto stained = [&](const Eigen::Vector2d& at) { // a white cell's width and half of one beside it, in the middle
    for (std::size_t m = 1; m < 4; ++m)
      if (const Eigen::Vector2d from = at - scene.table.markers[m].centre_mm; from.cwiseAbs().maxCoeff() < 5.5)
        return 120.0;
    return whole(at);
  };
  test::RenderOptions options;
  options.height_mm = scene.table.marker_thickness_mm;
  const cv::Mat picture = test::render(scene.lens, scene.truth, stained, options);
  ASSERT_EQ(findMarkers(picture, "DICT_4X4_50", MarkerSearch::thorough).size(), 1u);
  const auto found = registerTable(picture, scene.lens, scene.table);
  ASSERT_TRUE(found) << found.error().sentence;
  EXPECT_GE(found->markers_used.size(), 3u);
  EXPECT_LT(scene.worst_mm(*found), 0.3);
}

/// Small, far and nearly straight below, a marker looks the same tipped to either side.
TEST(Registration, one_marker_that_may_be_tipped_either_way_is_said_to_be) {
  Scene scene;
  scene.table.markers = {{0, 36, {0, 0}, 0.4}};
  int told = 0;
  for (unsigned k = 0; k < 6; ++k) {
    scene.truth = test::cameraOver(540.0, 0.12 + 0.02 * k, 0.5 * k);
    const cv::Mat picture = scene.draw(k + 1);
    const auto found = registerTable(picture, scene.lens, scene.table);
    ASSERT_TRUE(found) << found.error().sentence;
    EXPECT_LT(scene.worst_sigmas(*found), 5.0) << k;
    EXPECT_EQ(found->tipped_either_way, found->registration.warning.find("tipped") != std::string::npos);
    if (!found->tipped_either_way)
      continue;
    ++told;
    EXPECT_FALSE(reregisterTable(picture, *found, scene.table)) << "followed as if it were sure";
  }
  EXPECT_GT(told, 0);
}

/// Far, tilted and blurred: the second way to see the marker tipped finds a few edges to please it (heights a quarter
/// to a tenth of the true ones).
TEST(Registration, one_marker_alone_is_not_believed_by_the_few_edges_of_a_wrong_pose) {
  struct Case {
    double distance_mm, tilt_rad, turn_rad, heading_rad;
    Eigen::Vector2d at_mm;
    double blur_px, noise;
    unsigned seed;
  };
  for (const Case& c : {Case{395.97, 0.8953, 1.2970, 5.3888, {-50.94, -38.21}, 1.198, 3.714, 114},
                        {390.38, 0.7490, 1.3054, 1.0130, {44.66, -21.23}, 0.925, 2.140, 154},
                        {386.20, 0.7976, 6.0248, 5.8295, {34.42, -18.22}, 1.042, 3.213, 208}}) {
    Scene scene;
    scene.table.markers = {{0, 36, c.at_mm, c.heading_rad}};
    scene.truth = test::cameraOver(c.distance_mm, c.tilt_rad, c.turn_rad);
    test::RenderOptions options;
    options.height_mm = scene.table.marker_thickness_mm;
    options.blur_px = c.blur_px;
    options.noise = c.noise;
    options.seed = c.seed;
    const auto found = registerTable(
        test::render(scene.lens, scene.truth, test::markersPattern(scene.table.markers, "DICT_4X4_50"), options),
        scene.lens, scene.table);
    if (!found)
      continue; // no answer is no wrong one
    const double height_mm = scene.truth.inverse().translation_mm().z();
    EXPECT_NEAR(found->registration.camera_from_table.pose.inverse().translation_mm().z(), height_mm, 0.08 * height_mm)
        << c.seed;
  }
}

TEST(Registration, a_wrong_a_doubled_and_a_moved_marker_are_left_out) {
  const Scene scene;
  auto printed = scene.table.markers;
  printed.push_back({7, 36, {0, 95}, 0});    // not of this table
  printed.push_back({1, 36, {0, -90}, 0.4}); // a second copy
  const auto with_copy = registerTable(scene.draw(printed), scene.lens, scene.table);
  ASSERT_TRUE(with_copy);
  EXPECT_EQ(with_copy->markers_used.size(), 4u);
  EXPECT_LT(scene.worst_mm(*with_copy), 0.1);

  printed = scene.table.markers;
  printed[2].centre_mm += Eigen::Vector2d(4.0, 1.0);
  const auto with_moved = registerTable(scene.draw(printed), scene.lens, scene.table);
  ASSERT_TRUE(with_moved);
  EXPECT_EQ(with_moved->markers_used, (std::vector<int>{0, 1, 3}));
  EXPECT_LT(scene.worst_mm(*with_moved), 0.25);
}

/// The next table of a tournament, whose markers were printed with the same numbers; hands cover some of this one's.
TEST(Registration, of_two_tables_with_the_same_markers_the_nearer_one_is_taken_and_told) {
  Scene scene;
  scene.lens = test::webcam(1280, 720);
  scene.truth = test::cameraOver(750.0, 0.6, 0.05, {0, 120});
  for (const std::ptrdiff_t covered : {0, 2}) {
    std::vector<TableMarker> printed(scene.table.markers.begin(), scene.table.markers.end() - covered);
    for (TableMarker marker : scene.table.markers) {
      marker.centre_mm.y() += 240.0;
      if (covered == 0 && marker.id == 3)
        marker.centre_mm.x() += 12.0; // lies otherwise than the rest of its table, and is read twice as they are
      printed.push_back(marker);
    }
    const cv::Mat picture = scene.draw(printed);
    const auto found = registerTable(picture, scene.lens, scene.table);
    ASSERT_TRUE(found) << found.error().sentence;
    EXPECT_LT(scene.worst_mm(*found), 0.5) << covered << " covered";
    EXPECT_EQ(found->registration.warning.find("Another table's markers have the same numbers (0, 1, 2, 3 are "), 0u)
        << found->registration.warning;
    const auto followed = reregisterTable(picture, *found, scene.table);
    ASSERT_TRUE(followed);
    EXPECT_EQ(followed->registration.warning, found->registration.warning);
  }
}

/// A file that only one marker fits: that one alone would register the table, and nothing would contradict it.
TEST(Registration, markers_that_contradict_the_file_are_refused_by_name) {
  const Scene scene;
  const cv::Mat picture = scene.draw();
  const auto refused = [&](const TableFile& table, const std::string& beginning) {
    const auto found = registerTable(picture, scene.lens, table);
    ASSERT_FALSE(found) << beginning;
    EXPECT_EQ(found.error().sentence.find(beginning), 0u) << found.error().sentence;
    EXPECT_NE(found.error().sentence.find("calibrate table"), std::string::npos);
  };
  TableFile turned = scene.table, larger = scene.table, spread = scene.table, two = scene.table;
  for (std::size_t m = 0; m < 4; ++m) {
    turned.markers[m].heading_rad += M_PI / 2.0;
    larger.markers[m].size_mm = 60.0;
    spread.markers[m].centre_mm *= 1.3;
  }
  refused(turned, "Markers ");
  refused(larger, "Markers ");
  refused(spread, "Markers ");
  two.markers[1].heading_rad += 1.0;
  two.markers[2].centre_mm += Eigen::Vector2d(25.0, -10.0);
  refused(two, "Markers 1, 2 do not lie where table.toml has them beside 0, 3: ");
  TableFile pair = scene.table;
  pair.markers = {two.markers[0], two.markers[1]};
  refused(pair, "Marker ");
  pair.markers.push_back(two.markers[3]);
  const auto majority = registerTable(picture, scene.lens, pair);
  ASSERT_TRUE(majority) << majority.error().sentence;
  EXPECT_EQ(majority->markers_apart, std::vector<int>{1});
}

TEST(Registration, a_marker_that_is_left_out_is_told) {
  const Scene scene;
  for (const double by_mm : {4.0, 40.0}) { // found by its edges, and by where it is read
    auto printed = scene.table.markers;
    printed[2].centre_mm += Eigen::Vector2d(by_mm, 1.0);
    const cv::Mat picture = scene.draw(printed);
    const auto found = registerTable(picture, scene.lens, scene.table);
    ASSERT_TRUE(found) << found.error().sentence;
    EXPECT_EQ(found->markers_apart, std::vector<int>{2});
    EXPECT_EQ(found->registration.warning.find("Marker 2 is left out: it does not lie where table.toml has it"), 0u)
        << found->registration.warning;
    const auto followed = reregisterTable(picture, *found, scene.table);
    ASSERT_TRUE(followed);
    EXPECT_EQ(followed->registration.warning, found->registration.warning);
  }
  EXPECT_EQ(registerTable(scene.draw(), scene.lens, scene.table)->registration.warning, "");
}

/// What neither a wrong lens nor markers that were moved in pairs leave unseen are residuals far beyond what edges
/// allow: the covariance then covers the error and the user is told, or the registration is refused.
TEST(Registration, a_misfit_widens_the_covariance_or_is_refused) {
  const Scene scene;
  const cv::Mat picture = scene.draw();
  Lens longer = scene.lens;
  longer.fx_px *= 1.05;
  longer.fy_px *= 1.05;
  const auto told = registerTable(picture, longer, scene.table);
  ASSERT_TRUE(told) << told.error().sentence;
  EXPECT_GT(told->misfit, honest_misfit);
  EXPECT_NE(told->registration.warning.find("The markers fit table.toml and the lens to "), std::string::npos);
  EXPECT_LT(scene.nees(*told), 16.8) << "99 % of a chi-square with 6 degrees of freedom";

  TableFile pushed = scene.table; // as a slip of the ruler
  pushed.markers[0].centre_mm.x() -= 1.0;
  pushed.markers[1].centre_mm.x() += 1.0;
  const auto also = registerTable(picture, scene.lens, pushed);
  ASSERT_TRUE(also) << also.error().sentence;
  EXPECT_NE(also->registration.warning, "");
  EXPECT_LT(scene.nees(*also), 16.8);

  Lens much_shorter = scene.lens;
  much_shorter.fx_px *= 0.6;
  much_shorter.fy_px *= 0.6;
  TableFile far = scene.table;
  far.markers[0].centre_mm.x() -= 20.0;
  far.markers[1].centre_mm.x() += 20.0;
  for (const auto& refused :
       {registerTable(picture, much_shorter, scene.table), registerTable(picture, scene.lens, far)}) {
    ASSERT_FALSE(refused) << refused->registration.rms_px;
    EXPECT_NE(refused.error().sentence.find("`linesman calibrate "), std::string::npos) << refused.error().sentence;
  }
}

/// A camera near enough to see edges within the markers, which tell their sizes from blooming.
Scene nearScene() {
  Scene scene;
  scene.lens = test::webcam(1280, 720);
  return scene;
}

/// Sizes that contradict the distances: found whatever edges are still in reach, or whatever blooming might be.
TEST(Registration, sizes_that_do_not_fit_the_distances_are_told_with_the_one_that_does) {
  const Scene scene = nearScene();
  const cv::Mat picture = scene.draw();
  for (const double factor : {0.875, 0.94, 0.98, 1.02, 1.06, 1.1}) {
    TableFile table = scene.table;
    for (TableMarker& marker : table.markers)
      marker.size_mm *= factor;
    const auto found = registerTable(picture, scene.lens, table);
    const std::string said = found ? found->registration.warning : found.error().sentence;
    EXPECT_EQ(said.find("Beside their distances the markers look "), 0u) << factor << said;
    const auto at = said.find("a size_mm of ");
    ASSERT_NE(at, std::string::npos);
    EXPECT_NEAR(std::stod(said.substr(at + 13)), 36.0, 0.15) << factor << ": " << said;
    EXPECT_EQ(said.find("lens"), std::string::npos) << "sizes explain it all: " << said;
    if (found) {
      EXPECT_LT(scene.worst_mm(*found), 0.25) << factor << ": the distances are right";
    }
  }
}

TEST(Registration, distances_that_do_not_fit_the_sizes_widen_the_covariance_or_are_refused) {
  for (const bool near : {true, false}) {
    const Scene scene = near ? nearScene() : Scene();
    const cv::Mat picture = scene.draw();
    for (const double factor : {0.9, 0.95, 1.05, 1.1}) {
      TableFile table = scene.table;
      for (TableMarker& marker : table.markers)
        marker.centre_mm *= factor;
      const auto found = registerTable(picture, scene.lens, table);
      const std::string said = found ? found->registration.warning : found.error().sentence;
      EXPECT_TRUE(!near || !said.empty()) << factor << ": markers that are seen near tell";
      if (found) {
        EXPECT_LT(scene.nees(*found), 16.8) << factor << said << ": 99 % of a chi-square with 6 degrees of freedom";
      }
    }
  }
}

TEST(Registration, a_wrong_lens_is_called_so_and_no_marker_moved) {
  const Scene scene = nearScene();
  const cv::Mat picture = scene.draw();
  for (const Eigen::Vector2d& off_px : {Eigen::Vector2d(20, 0), Eigen::Vector2d(0, 20), Eigen::Vector2d(-15, 10)}) {
    Lens lens = scene.lens;
    lens.cx_px += off_px.x();
    lens.cy_px += off_px.y();
    const auto found = registerTable(picture, lens, scene.table);
    const std::string said = found ? found->registration.warning : found.error().sentence;
    EXPECT_NE(said.find("the lens file does not fit this picture"), std::string::npos) << said;
    if (found) {
      EXPECT_EQ(found->markers_used.size(), 4u);
      EXPECT_LT(scene.worst_sigmas(*found), 3.0);
    }
  }
}

TEST(Registration, without_a_lens_the_focal_length_is_estimated_and_sigmas_grow) {
  const Scene scene;
  const cv::Mat picture = scene.draw();
  const auto with = registerTable(picture, scene.lens, scene.table);
  const auto without = registerTable(picture, std::nullopt, scene.table);
  ASSERT_TRUE(with && without);
  EXPECT_TRUE(without->lens.estimated);
  ASSERT_TRUE(without->lens.parameter_covariance);
  EXPECT_LT(scene.worst_mm(*without), 1.5);
  const double focal_sigma = std::sqrt((*without->lens.parameter_covariance)(0, 0));
  EXPECT_LT(std::abs(without->lens.fx_px - scene.lens.fx_px), 3.0 * focal_sigma);
  const auto& sure = with->registration.camera_from_table.covariance;
  const auto& unsure = without->registration.camera_from_table.covariance;
  for (int i = 0; i < 6; ++i)
    EXPECT_GT(unsure(i, i), (i == 2 ? 0.8 : 2.0) * sure(i, i)) << i; // a turn about the axis needs no focal length
}

/// A picture that lacks a part on one side has its axis far off the middle: taken for a whole one it put the camera a
/// quarter too low, surely. The picture tells it, or its shape does.
TEST(Registration, without_a_lens_a_picture_cut_out_of_a_larger_one_is_known_for_it) {
  for (const cv::Rect& kept : {cv::Rect(384, 0, 896, 720), cv::Rect(0, 0, 896, 720), cv::Rect(0, 216, 1280, 504)}) {
    Scene scene;
    Lens cut = test::webcam(1280, 720);
    cut.width_px = kept.width;
    cut.height_px = kept.height;
    cut.cx_px -= kept.x;
    cut.cy_px -= kept.y;
    // The camera turns so that the table is in the middle of what is kept.
    const Eigen::Vector3d there = cut.undistort({0.5 * kept.width, 0.5 * kept.height}).homogeneous().normalized();
    const Eigen::Matrix3d turn = Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), there).toRotationMatrix();
    const auto straight = test::cameraOver(620.0, 0.5, 0.2);
    scene.lens = cut;
    scene.truth = {turn * straight.rotation(), turn * straight.translation_mm()};
    const auto found = registerTable(scene.draw(), std::nullopt, scene.table);
    ASSERT_TRUE(found) << found.error().sentence;
    EXPECT_TRUE(isCutOut(found->lens));
    const auto camera = found->registration.camera_from_table.inverse();
    EXPECT_NEAR(camera.pose.translation_mm().z(), scene.truth.inverse().translation_mm().z(),
                3.0 * std::sqrt(camera.covariance(5, 5)))
        << kept;
    EXPECT_LT(scene.worst_mm(*found), 0.3) << kept;
  }
}

/// Seen from almost above, only what webcams are like tells the focal length: a phone that stands upright is no longer
/// one of half the focal length.
TEST(Registration, without_a_lens_a_camera_turned_upright_has_the_focal_length_of_one_that_lies) {
  Scene scene;
  scene.truth = test::cameraOver(420.0, 0.08, 0.15);
  const cv::Mat lying = scene.draw();
  cv::Mat upright;
  cv::rotate(lying, upright, cv::ROTATE_90_CLOCKWISE);
  const auto one = registerTable(lying, std::nullopt, scene.table);
  const auto other = registerTable(upright, std::nullopt, scene.table);
  ASSERT_TRUE(one && other);
  EXPECT_NEAR(other->lens.fx_px, one->lens.fx_px, 0.02 * one->lens.fx_px);
  EXPECT_NEAR(other->registration.camera_from_table.pose.translation_mm().z(),
              one->registration.camera_from_table.pose.translation_mm().z(), 8.0);
}

TEST(Registration, the_uncertainty_of_the_lens_counts) {
  const Scene scene;
  const cv::Mat picture = scene.draw();
  Lens unsure = scene.lens;
  LensVector sigma = LensVector::Zero();
  sigma.head<4>() << 5, 5, 4, 4;
  unsure.parameter_covariance = LensMatrix(sigma.cwiseAbs2().asDiagonal());
  const auto exact = registerTable(picture, scene.lens, scene.table);
  const auto vague = registerTable(picture, unsure, scene.table);
  ASSERT_TRUE(exact && vague);
  // A focal length off by 1 % puts the camera about 1 % off.
  EXPECT_GT(std::sqrt(vague->registration.camera_from_table.covariance(5, 5)), 2.0);
  EXPECT_LT(std::sqrt(exact->registration.camera_from_table.covariance(5, 5)), 0.5);
}

TEST(Registration, follows_a_small_shift_without_a_search) {
  Scene scene;
  const auto first = registerTable(scene.draw(), scene.lens, scene.table);
  ASSERT_TRUE(first);
  scene.truth = {rotationFromVector({0.001, -0.001, 0.002}) * scene.truth.rotation(),
                 scene.truth.translation_mm() + Eigen::Vector3d(0.5, -0.4, 0.6)};
  const auto next = reregisterTable(scene.draw(2), *first, scene.table);
  ASSERT_TRUE(next);
  EXPECT_LT(scene.worst_mm(*next), 0.1);
  scene.truth = test::cameraOver(420.0, 0.5, 0.3);
  EXPECT_FALSE(reregisterTable(scene.draw(3), *first, scene.table)) << "far away: needs a search";
}

TEST(Registration, nothing_visible_and_wrong_size_are_sentences) {
  const Scene scene;
  const cv::Mat empty(480, 640, CV_8U, cv::Scalar(128));
  const auto none = registerTable(empty, scene.lens, scene.table);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().sentence, "None of the 4 markers (DICT_4X4_50) of table.toml is visible; uncover them, add "
                                   "light, or check that the dictionary "
                                   "is the printed one.");
  const auto size = registerTable(cv::Mat(720, 1280, CV_8U, cv::Scalar(128)), scene.lens, scene.table);
  ASSERT_FALSE(size);
  EXPECT_NE(size.error().sentence.find("640 x 480"), std::string::npos);
}

TEST(Registration, a_mirrored_picture_is_told) {
  Scene scene;
  cv::Mat mirrored;
  cv::flip(scene.draw(), mirrored, 1);
  const auto found = registerTable(mirrored, scene.lens, scene.table);
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().sentence.find("The picture is mirrored"), std::string::npos) << found.error().sentence;
}

TEST(Registration, a_marker_that_is_read_but_not_measured_is_not_called_invisible) {
  Scene scene;
  scene.truth = test::cameraOver(500.0, 0.3, 0.15, {-150, 90});
  const auto printed = test::markersPattern({scene.table.markers[0]}, scene.table.dictionary);
  test::RenderOptions options;
  options.height_mm = scene.table.marker_thickness_mm;
  const auto shaded = [&](const Eigen::Vector2d& mm) { return mm.y() > 109.0 ? 20.0 : printed(mm); }; // its top side
  const auto refused = registerTable(test::render(scene.lens, scene.truth, shaded, options), scene.lens, scene.table);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence.find("Of the 4 markers (DICT_4X4_50) of table.toml only 0 is read"), 0u)
      << refused.error().sentence;
}

TEST(Registration, that_all_markers_are_read_is_not_told_as_only_so_many) {
  Scene scene;
  scene.table.markers.resize(1);
  scene.truth = test::cameraOver(500.0, 0.3, 0.15, {-150, 90});
  const auto printed = test::markersPattern(scene.table.markers, scene.table.dictionary);
  test::RenderOptions options;
  options.height_mm = scene.table.marker_thickness_mm;
  const auto shaded = [&](const Eigen::Vector2d& mm) { return mm.y() > 109.0 ? 20.0 : printed(mm); }; // its top side
  const cv::Mat picture = test::render(scene.lens, scene.truth, shaded, options);
  const auto one = registerTable(picture, scene.lens, scene.table);
  ASSERT_FALSE(one);
  EXPECT_EQ(one.error().sentence.find("The marker (DICT_4X4_50) of table.toml is read, and not all four sides"), 0u)
      << one.error().sentence;
}

TEST(Registration, a_marker_alone_needs_all_four_sides_however_many_inner_edges_three_have) {
  Scene scene;
  scene.lens = test::webcam(1280, 720); // cells of 12 pixels: inner edges are measured too
  scene.truth = test::cameraOver(500.0, 0.3, 0.15, {-150, 90});
  const auto printed = test::markersPattern({scene.table.markers[0]}, scene.table.dictionary);
  test::RenderOptions options;
  options.height_mm = scene.table.marker_thickness_mm;
  const cv::Mat whole = test::render(scene.lens, scene.truth, printed, options);
  EXPECT_TRUE(registerTable(whole, scene.lens, scene.table)) << "by its four sides";
  const auto shaded = [&](const Eigen::Vector2d& mm) { return mm.y() > 108.4 ? 20.0 : printed(mm); }; // its top side
  const cv::Mat picture = test::render(scene.lens, scene.truth, shaded, options);
  const auto refused = registerTable(picture, scene.lens, scene.table);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("not all four sides"), std::string::npos) << refused.error().sentence;
}

/// How the table was registered before, for a table file.
Registration savedOf(const Scene& scene) {
  Registration saved;
  saved.ok = true;
  saved.from = Registration::From::saved;
  saved.camera_from_table.pose = scene.truth;
  return saved;
}

TEST(Registration, a_saved_one_does_not_serve_a_mirrored_picture_or_one_that_shows_nothing) {
  Scene scene;
  scene.table.saved = savedOf(scene);
  cv::Mat mirrored;
  cv::flip(scene.draw(), mirrored, 1);
  const auto in_mirror = registerTable(mirrored, scene.lens, scene.table);
  ASSERT_FALSE(in_mirror) << "everything would be seen in its mirror's place";
  EXPECT_NE(in_mirror.error().sentence.find("The picture is mirrored"), std::string::npos);
  scene.table.markers.clear();
  for (const auto& [grey, words] : {std::pair{3, "is all dark"}, {252, "is all white"}}) {
    const auto blind = registerTable(cv::Mat(480, 640, CV_8U, cv::Scalar(grey)), scene.lens, scene.table);
    ASSERT_FALSE(blind) << "nothing would lie on the table";
    EXPECT_NE(blind.error().sentence.find(words), std::string::npos) << blind.error().sentence;
  }
}

TEST(Registration, a_saved_one_serves_when_no_marker_is_seen) {
  Scene scene;
  scene.table.saved = savedOf(scene);
  const cv::Mat empty(480, 640, CV_8U, cv::Scalar(128));
  const auto used = registerTable(empty, scene.lens, scene.table);
  ASSERT_TRUE(used);
  EXPECT_EQ(used->registration.from, Registration::From::saved);
  EXPECT_NE(used->registration.warning.find("only while camera and table stand"), std::string::npos)
      << used->registration.warning;
  TableFile without_markers = scene.table;
  without_markers.markers.clear();
  const auto alone = registerTable(empty, scene.lens, without_markers);
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->registration.warning, "") << "nothing else was to be expected";
  const auto seen = registerTable(scene.draw(), scene.lens, scene.table);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->registration.from, Registration::From::markers) << "markers in view win";
  EXPECT_FALSE(registerTable(empty, std::nullopt, scene.table)) << "a saved registration needs its lens";
}

/// Two hundred solves with fresh noise scatter as the covariance says.
TEST(PoseSolver, covariance_agrees_with_200_resampled_solves) {
  const Scene scene;
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  PoseProblem exact;
  exact.robust = false;
  for (int m = 0; m < 4; ++m)
    for (const Eigen::Vector2d& corner : scene.table.markers[static_cast<std::size_t>(m)].corners_mm())
      for (const Eigen::Vector2d& axis : {Eigen::Vector2d(0.8, 0.6), Eigen::Vector2d(-0.6, 0.8)}) {
        const Eigen::Vector3d point(corner.x(), corner.y(), 0);
        exact.observations.push_back({m, point, Eigen::Vector3d::Zero(),
                                      scene.lens.project(scene.truth * Point3<TableFrame>{point}).xy, axis, 0.05 * 0.05,
                                      true});
      }
  Matrix6d scatter = Matrix6d::Zero(), stated = Matrix6d::Zero();
  double nees = 0.0;
  constexpr int solves = 200;
  for (int i = 0; i < solves; ++i) {
    PoseProblem noisy = exact;
    double spread[4];
    const double common = expected_spread_px + 0.3 * normal(random); // the exposure is that of the whole picture
    for (double& s : spread)
      s = common + 0.03 * normal(random);
    for (PoseObservation& o : noisy.observations)
      o.px += o.normal * (0.05 * normal(random) + spread[o.group]);
    PoseSolution solution;
    ASSERT_TRUE(solvePose(noisy, scene.lens, scene.truth, solution));
    const Vector6d error = errorBetween(solution.camera_from_table, scene.truth);
    scatter += error * error.transpose() / solves;
    stated += solution.covariance / solves;
    nees += error.dot(solveSymmetric(solution.covariance, error).col(0)) / (6.0 * solves);
  }
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(std::sqrt(scatter(i, i) / stated(i, i)), 1.0, 0.2) << i;
  EXPECT_NEAR(nees, 1.0, 0.25);
}

} // namespace
} // namespace linesman
