#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "calibration/layout.h"
#include "calibration/lens_file.h"
#include "calibration/table_registration.h"
#include "support/placed.h"
#include "vision/frame_source.h"
#include "vision/pipeline.h"

namespace linesman {
namespace {

const std::string demo_pictures = LINESMAN_TEST_DATA "/demo/";

/// A rendered picture of four markers with its true lens and table file.
struct MarkerPicture {
  explicit MarkerPicture(const std::string& name)
      : lens(readLens(demo_pictures + name + ".lens.yml").value()),
        table(readTableFile(demo_pictures + name + ".table.toml").value()) {
    cv::cvtColor(readImage(demo_pictures + name + ".jpg").value(), grey, cv::COLOR_BGR2GRAY);
  }
  Lens lens;
  TableFile table;
  cv::Mat grey;
};

/// Of the markers' true centres, seen where `truth` has them.
double worstMarker_sigmas(const TableFile& true_table, const TableRegistration& truth, const TableRegistration& found) {
  std::vector<Eigen::Vector2d> centres_mm;
  for (const TableMarker& marker : true_table.markers)
    centres_mm.push_back(marker.centre_mm);
  return test::worstPlaced_sigmas(found, truth.lens, truth.registration.camera_from_table.pose, centres_mm);
}

TEST(MarkerPictures, TrueFilesGiveNothingToSay) {
  for (const char* name :
       {"pyr_00", "pyr_02", "pyr_07", "pyr_14", "pyr_17", "pyr_20", "pyr_39", "pyr_44", "pyr_47", "pyr_54"}) {
    const MarkerPicture picture(name);
    const auto found = registerTable(picture.grey, picture.lens, picture.table);
    ASSERT_TRUE(found) << name << found.error().sentence;
    EXPECT_EQ(found->registration.warning, "") << name;
    EXPECT_EQ(found->size_ratio, 1.0) << name;
    EXPECT_EQ(found->markers_used.size(), 4u) << name;
  }
}

TEST(MarkerPictures, MarkersOfAnotherSizeAreNotMeasuredWithInSilence) {
  MarkerPicture picture("pyr_39");
  for (TableMarker& marker : picture.table.markers)
    marker.size_mm = 35.0; // truly 40
  const auto found = registerTable(picture.grey, picture.lens, picture.table);
  ASSERT_FALSE(found) << found->registration.warning;
  EXPECT_NE(found.error().sentence.find("% larger than "), std::string::npos) << found.error().sentence;
  EXPECT_NE(found.error().sentence.find("a size_mm of 40.0"), std::string::npos) << found.error().sentence;
}

TEST(MarkerPictures, SizesThatHardlyFitLeaveTheLensInDoubt) {
  MarkerPicture picture("pyr_20");
  picture.lens.distortion.fill(0.0);
  picture.lens.distortion[0] = 0.01; // truly -0.066
  picture.lens.parameter_covariance.reset();
  const auto found = registerTable(picture.grey, picture.lens, picture.table);
  const std::string said = found ? found->registration.warning : found.error().sentence;
  EXPECT_NE(said.find("`linesman calibrate lens`"), std::string::npos) << said;
}

TEST(MarkerPictures, BloomingDoesNotSwallowWrongDistances) {
  const MarkerPicture picture("pyr_20");
  const auto truth = registerTable(picture.grey, picture.lens, picture.table).value();
  for (const double factor : {1.02, 1.05}) {
    TableFile wrong = picture.table;
    for (TableMarker& marker : wrong.markers)
      marker.centre_mm *= factor;
    const auto found = registerTable(picture.grey, picture.lens, wrong);
    ASSERT_TRUE(found) << found.error().sentence;
    EXPECT_NEAR(found->size_ratio, factor, 0.003);
    EXPECT_NE(found->registration.warning.find("nearer together, and all sigmas are larger"), std::string::npos)
        << found->registration.warning;
    EXPECT_LT(worstMarker_sigmas(picture.table, truth, *found), 3.0);
  }
}

TEST(MarkerPictures, AWrongLensIsNoMovedMarker) {
  MarkerPicture picture("pyr_20");
  const auto truth = registerTable(picture.grey, picture.lens, picture.table).value();
  picture.lens.cx_px += 20.0;
  const auto found = registerTable(picture.grey, picture.lens, picture.table);
  const std::string said = found ? found->registration.warning : found.error().sentence;
  EXPECT_NE(said.find("the lens file does not fit this picture"), std::string::npos) << said;
  if (found) {
    EXPECT_EQ(found->markers_used.size(), 4u);
    EXPECT_LT(worstMarker_sigmas(picture.table, truth, *found), 3.0);
  }
}

/// Each search loses another of these blurred markers, and one alone can be seen tipped either way.
TEST(MarkerPictures, BlurredMarkersAreReadByEitherSearch) {
  MarkerPicture picture("pyr_20");
  constexpr double factor = 0.65;
  cv::resize(picture.grey, picture.grey, {}, factor, factor, cv::INTER_AREA);
  picture.lens = picture.lens.resized(picture.grey.cols, picture.grey.rows, {factor, factor});
  const auto truth = registerTable(picture.grey, picture.lens, picture.table).value();
  cv::GaussianBlur(picture.grey, picture.grey, {}, 2.0);
  const auto found = registerTable(picture.grey, picture.lens, picture.table);
  ASSERT_TRUE(found) << found.error().sentence;
  EXPECT_TRUE(found->uses(2) && found->uses(3));
  EXPECT_LT(worstMarker_sigmas(picture.table, truth, *found), 3.0);
}

/// Something in this picture looks like marker 17 to the thorough search.
TEST(MarkerPictures, AMarkerThatIsNoneDoesNotStopTheLayout) {
  const MarkerPicture picture("pyr_39");
  LayoutRequest request;
  request.lens = picture.lens;
  const auto layout = solveLayout({picture.grey}, request);
  ASSERT_TRUE(layout) << layout.error().sentence;
  EXPECT_EQ(layout->warning.find("Marker 17 is read, but the edges cannot be measured"), 0u) << layout->warning;
  ASSERT_EQ(layout->table.markers.size(), 4u);
  const auto& markers = layout->table.markers;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_NEAR((markers[a].centre_mm - markers[b].centre_mm).norm(),
                  (picture.table.markers[a].centre_mm - picture.table.markers[b].centre_mm).norm(), 1.0);
}

TEST(MarkerPictures, ASetThatATableWithoutABoardCannotHaveIsNamedWithItsFile) {
  PipelineSettings settings;
  settings.table.path = "table.toml";
  for (const auto& [set, words] : {std::pair("staunton", "need a [board]"),
                                   {"tokens", "need a [board]"},
                                   {"stauton", "is no set that there is; take \"looney-pyramids\""}}) {
    settings.table.piece_set = set;
    const auto loaded = settings.loadFiles();
    ASSERT_FALSE(loaded) << set;
    EXPECT_EQ(loaded.error().sentence.find("table.toml: [pieces] set = \"" + std::string(set) + "\""), 0u);
    EXPECT_NE(loaded.error().sentence.find(words), std::string::npos) << loaded.error().sentence;
  }
  settings.table.piece_set = "looney-pyramids";
  EXPECT_TRUE(settings.loadFiles());
}

/// Squares of 50 mm were made up where nothing gives a scale, and ships lay where they do not, surely.
TEST(MarkerPictures, PyramidsOnABoardNeedTheSizeOfItsSquares) {
  PipelineSettings settings;
  settings.table.path = "table.toml";
  settings.table.board = KnownBoard{};
  settings.table.board->definition = "chess-8x8";
  settings.table.piece_set = "looney-pyramids";
  ASSERT_TRUE(settings.loadFiles());
  const Frame frame{readImage(LINESMAN_TEST_DATA "/tables/chess_41.jpg").value(), 0.0, ""};
  const auto unknown = Pipeline(settings).process(frame);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().sentence.find("measure one and write square_mm in [board]"), std::string::npos)
      << unknown.error().sentence;
  settings.table.board->square_mm = 38.4;
  EXPECT_TRUE(Pipeline(settings).process(frame));
}

} // namespace
} // namespace linesman
