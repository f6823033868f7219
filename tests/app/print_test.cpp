// Printed sheets measured back from their own rasterisation (poppler's pdftoppm; skipped where it is absent).
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include <QImage>
#include <QLineF>
#include <opencv2/imgproc.hpp>

#include "app/board_photo.h"
#include "app/print/certificate_sheet.h"
#include "app/print/printable.h"
#include "app/watch/board_contents.h"
#include "calibration/marker_detection.h"
#include "calibration/target_view.h"
#include "models/board_men.h"
#include "models/piece_catalog.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

constexpr int dpi = 600;
constexpr double px_per_mm = dpi / 25.4;

bool canRasterise() {
  return std::system("pdftoppm -v >/dev/null 2>&1") == 0;
}

/// The first page in grey.
cv::Mat rasterise(const PdfSheet& sheet, const std::string& name) {
  const std::string base = (std::filesystem::path(testing::TempDir()) / ("linesman_" + name)).string();
  EXPECT_TRUE(sheet.write(base + ".pdf"));
  const std::string command = "pdftoppm -gray -r " + std::to_string(dpi) + " -singlefile " + base + ".pdf " + base;
  EXPECT_EQ(std::system(command.c_str()), 0);
  return readGrey(base + ".pgm").value();
}

/// Where grey crosses the middle along a row or column, mm from the page's edge.
std::vector<double> crossings(const cv::Mat& page, bool along_row, double at_mm, double from_mm, double to_mm) {
  std::vector<double> found;
  const int line = static_cast<int>(at_mm * px_per_mm);
  const auto value = [&](int i) {
    return static_cast<double>(along_row ? page.at<uchar>(line, i) : page.at<uchar>(i, line));
  };
  for (int i = static_cast<int>(from_mm * px_per_mm); i < static_cast<int>(to_mm * px_per_mm); ++i)
    if ((value(i) < 127.5) != (value(i + 1) < 127.5))
      found.push_back((i + 0.5 + (127.5 - value(i)) / (value(i + 1) - value(i))) / px_per_mm);
  return found;
}

TEST(Print, the_page_has_its_papers_size) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  PrintOptions options;
  options.paper = "letter";
  const auto sheet = makeSheet("markers", options);
  ASSERT_TRUE(sheet);
  const cv::Mat page = rasterise(*sheet, "letter");
  EXPECT_NEAR(page.cols / px_per_mm, 215.9, 0.05);
  EXPECT_NEAR(page.rows / px_per_mm, 279.4, 0.05);
}

TEST(Print, every_edge_of_the_target_within_a_twentieth_of_a_millimetre) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  for (const char* paper : {"a4", "letter"}) {
    PrintOptions options;
    options.paper = paper;
    options.target = "chessboard:8x5:24";
    const auto sheet = makeSheet("target", options);
    ASSERT_TRUE(sheet) << sheet.error().sentence;
    const cv::Mat page = rasterise(*sheet, std::string("target_") + paper);
    const double left_mm = (sheet->width_mm() - 9 * 24.0) / 2.0, top_mm = (sheet->height_mm() - 14.0 - 6 * 24.0) / 2.0;
    for (int row = 0; row < 6; ++row) { // inside each row and column the squares begin and end at multiples of 24 mm
      for (const double edge :
           crossings(page, true, top_mm + 24.0 * row + 13.0, left_mm + 1.0, left_mm + 9 * 24.0 - 1.0))
        EXPECT_NEAR(std::remainder(edge - left_mm, 24.0), 0.0, 0.05) << paper << " row " << row;
    }
    for (int column = 0; column < 9; ++column)
      EXPECT_EQ(crossings(page, false, left_mm + 24.0 * column + 13.0, top_mm + 1.0, top_mm + 6 * 24.0 - 1.0).size(),
                5u);
    for (const double edge : crossings(page, false, left_mm + 13.0, top_mm + 1.0, top_mm + 6 * 24.0 - 1.0))
      EXPECT_NEAR(std::remainder(edge - top_mm, 24.0), 0.0, 0.05);
  }
}

TEST(Print, the_check_ruler_measures_a_hundred_millimetres) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  const auto sheet = makeSheet("ruler", {});
  ASSERT_TRUE(sheet);
  const cv::Mat page = rasterise(*sheet, "ruler");
  const auto ticks = crossings(page, true, 297.0 - 14.0 - 1.0, 15.0, 122.0);
  ASSERT_EQ(ticks.size(), 202u); // 101 ticks, two edges each
  for (std::size_t i = 0; i < 101; ++i)
    EXPECT_NEAR(0.5 * (ticks[2 * i] + ticks[2 * i + 1]), 20.0 + static_cast<double>(i), 0.05);
}

TEST(Print, every_sheet_on_every_paper_carries_an_exact_ruler) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  for (const Printable& printable : printables())
    for (const char* paper : {"a4", "letter"}) {
      PrintOptions options;
      options.paper = paper;
      const auto sheet = makeSheet(printable.name, options);
      ASSERT_TRUE(sheet) << printable.name << " " << paper << ": " << sheet.error().sentence;
      const cv::Mat page = rasterise(*sheet, printable.name + "_" + paper);
      EXPECT_NEAR(page.cols / px_per_mm, sheet->width_mm(), 0.05) << printable.name;
      const double foot_mm = sheet->height_mm() - (printable.name == "target" ? 10.0 : 14.0);
      const auto ticks = crossings(page, true, foot_mm - 1.0, 15.0, 122.0);
      ASSERT_EQ(ticks.size(), 202u) << printable.name << " " << paper;
      for (std::size_t i = 0; i < 101; ++i)
        EXPECT_NEAR(0.5 * (ticks[2 * i] + ticks[2 * i + 1]), 20.0 + static_cast<double>(i), 0.05) << printable.name;
      // Upwards too: a long tick is 4 mm high.
      const auto tick = crossings(page, false, 20.0, foot_mm - 6.0, foot_mm + 1.0);
      ASSERT_EQ(tick.size(), 2u) << printable.name << " " << paper;
      EXPECT_NEAR(tick[1] - tick[0], 4.0, 0.05) << printable.name;
    }
}

TEST(Print, every_millimetre_of_the_rulers_is_one) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  const auto sheet = makeSheet("ruler", {});
  ASSERT_TRUE(sheet);
  const cv::Mat page = rasterise(*sheet, "rulers");
  for (double top_mm = 40.0; top_mm < 297.0 - 40.0; top_mm += 25.0) {
    const auto ticks = crossings(page, true, top_mm + 2.0, 15.0, 195.0);
    ASSERT_EQ(ticks.size(), 2u * 171u);
    for (std::size_t i = 0; i <= 170; ++i)
      EXPECT_NEAR(0.5 * (ticks[2 * i] + ticks[2 * i + 1]), 20.0 + static_cast<double>(i), 0.05);
  }
}

TEST(Print, a_grid_of_tags_is_exact) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  PrintOptions options;
  options.target = "tags:6x4:40:30:DICT_APRILTAG_36h11";
  const auto sheet = makeSheet("target", options);
  ASSERT_TRUE(sheet) << sheet.error().sentence;
  const cv::Mat page = rasterise(*sheet, "tags");
  const double left_mm = (sheet->width_mm() - 240.0) / 2.0 + 5.0, top_mm = (sheet->height_mm() - 174.0) / 2.0 + 5.0;
  for (int k = 0; k < 4; ++k) { // along the tags' upper borders, and down their left ones
    const auto across = crossings(page, true, top_mm + 40.0 * k + 1.0, left_mm - 3.0, left_mm + 238.0);
    ASSERT_EQ(across.size(), 12u);
    for (std::size_t i = 0; i < across.size(); ++i)
      EXPECT_NEAR(across[i], left_mm + 40.0 * static_cast<double>(i / 2) + (i % 2 == 0 ? 0.0 : 30.0), 0.05);
    const auto down = crossings(page, false, left_mm + 40.0 * k + 1.0, top_mm - 3.0, top_mm + 158.0);
    ASSERT_EQ(down.size(), 8u);
    for (std::size_t i = 0; i < down.size(); ++i)
      EXPECT_NEAR(down[i], top_mm + 40.0 * static_cast<double>(i / 2) + (i % 2 == 0 ? 0.0 : 30.0), 0.05);
  }
}

TEST(Print, tokens_are_as_wide_as_asked) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  PrintOptions options;
  options.token_mm = 30.0;
  const auto sheet = makeSheet("tokens", options);
  ASSERT_TRUE(sheet) << sheet.error().sentence;
  EXPECT_NE(sheet->pdf().find("Tokens: King Down"), std::string::npos);
  const cv::Mat page = rasterise(*sheet, "tokens_30");
  const auto rims = crossings(page, true, 34.0 + 15.0, 10.0, 15.0 + 34.0); // through the first disc's middle
  ASSERT_GE(rims.size(), 4u);
  EXPECT_NEAR(rims.front(), 15.0, 0.05);
  double right_mm = 0.0;
  for (const double edge : rims)
    right_mm = edge < 15.0 + 32.0 ? edge : right_mm;
  EXPECT_NEAR(right_mm, 45.0, 0.05);
}

TEST(Print, markers_are_read_back_in_their_size) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  for (const char* dictionary : {"DICT_4X4_50", "DICT_APRILTAG_36h11"}) {
    PrintOptions options;
    options.dictionary = dictionary;
    const auto sheet = makeSheet("markers", options);
    ASSERT_TRUE(sheet);
    cv::Mat page = rasterise(*sheet, "markers");
    cv::Mat small;
    cv::resize(page, small, {}, 0.25, 0.25, cv::INTER_AREA);
    const auto found = findMarkers(small, dictionary, MarkerSearch::thorough);
    ASSERT_EQ(found.size(), 4u);
    for (const FoundMarker& marker : found)
      for (std::size_t k = 0; k < 4; ++k)
        EXPECT_NEAR((marker.corners_px[(k + 1) % 4] - marker.corners_px[k]).norm() * 4.0 / px_per_mm, 40.0, 0.5);
    // Exactly: the first marker's black border from side to side.
    const auto edges = crossings(page, true, 42.0 + 10.0 + 1.0, 25.0, 75.0);
    ASSERT_EQ(edges.size(), 2u);
    EXPECT_NEAR(edges[0], 30.0, 0.05);
    EXPECT_NEAR(edges[1], 70.0, 0.05);
  }
}

TEST(Print, the_sheet_target_is_found_on_its_own_print) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  const auto sheet = makeSheet("target", {});
  ASSERT_TRUE(sheet);
  cv::Mat small;
  cv::resize(rasterise(*sheet, "charuco"), small, {}, 0.2, 0.2, cv::INTER_AREA);
  const CalibrationTarget target = sheetTarget("a4");
  const auto view = findTarget(small, target, "print");
  ASSERT_TRUE(view) << view.error().sentence;
  EXPECT_EQ(view->points.size(), static_cast<std::size_t>((target.columns - 1) * (target.rows - 1)));
  const double scale = px_per_mm * 0.2;
  for (const TargetPoint& point : view->points) {
    const Eigen::Vector2d apart =
        (point.px - view->points[0].px) / scale - (point.target_mm - view->points[0].target_mm);
    EXPECT_LT(apart.norm(), 0.05);
  }
}

TEST(Print, gauges_have_the_pyramids_lengths) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  const auto sheet = makeSheet("gauges", {});
  ASSERT_TRUE(sheet);
  const cv::Mat page = rasterise(*sheet, "gauges");
  // Each lies bow up, its stern edge at the foot: as wide there, and as long, as the piece.
  double top_mm = 40.0;
  const PieceCatalog pieces = PieceCatalog::standard();
  for (const PyramidSize size : {PyramidSize::large, PyramidSize::medium, PyramidSize::small}) {
    const Pyramid& pyramid = pieces.pyramid(size);
    const double long_mm = pyramid.slant_mm();
    const auto stern = crossings(page, true, top_mm + long_mm - 0.5, 30.0, 60.0);
    ASSERT_GE(stern.size(), 4u);
    const double width = 0.5 * (stern.back() + stern[stern.size() - 2]) - 0.5 * (stern[0] + stern[1]);
    EXPECT_NEAR(width, pyramid.base_mm() * (1.0 - 0.5 / long_mm), 0.05) << nameOf(size);
    top_mm += long_mm + 14.0;
  }
}

TEST(Print, what_does_not_fit_is_said) {
  PrintOptions options;
  options.paper = "a3";
  EXPECT_NE(makeSheet("target", options).error().sentence.find("a4 or letter"), std::string::npos);
  options.paper = "a4";
  options.target = "chessboard:20x20:30";
  EXPECT_NE(makeSheet("target", options).error().sentence.find("does not fit"), std::string::npos);
  options.target.clear();
  options.dictionary = "DICT_X";
  EXPECT_NE(makeSheet("markers", options).error().sentence.find("Unknown marker dictionary"), std::string::npos);
  EXPECT_NE(makeSheet("poster", options).error().sentence.find("Cannot print"), std::string::npos);
  EXPECT_FALSE(makeSheet("ruler", {})->write("/nowhere/x.pdf"));
  options.game = "ludo";
  EXPECT_NE(makeSheet("tokens", options).error().sentence.find("No tokens"), std::string::npos);
}

TEST(Print, tokens_are_read_back_by_their_markers) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  PrintOptions options;
  options.game = "armada_chess";
  const auto sheet = makeSheet("tokens", options);
  ASSERT_TRUE(sheet) << sheet.error().sentence;
  cv::Mat page = rasterise(*sheet, "tokens"), small;
  cv::resize(page, small, {}, 0.25, 0.25, cv::INTER_AREA);
  std::map<std::string, int> read;
  for (const FoundMarker& marker : findMarkers(small, token_dictionary, MarkerSearch::thorough)) {
    const auto man = manOfToken(marker.id);
    ASSERT_TRUE(man);
    ++read[man->side + " " + man->kind];
  }
  EXPECT_EQ(read["light pawn"], 8);
  EXPECT_EQ(read["light king"], 1);
  EXPECT_EQ(read["dark rook"] + read["dark queen"], 3);
}

TEST(Print, the_overlay_writes_the_letters_of_the_tokens) {
  for (const std::string game : {"king_down", "invasion", "armada_chess"}) {
    std::set<std::string> letters;
    for (const MenCount& men : menOf(game)) {
      const char printed = letterOf(game, men.kind);
      EXPECT_EQ(manLetter(men.kind), std::string(1, printed != 0 ? printed : '*')) << game << " " << men.kind;
      EXPECT_TRUE(letters.insert(manLetter(men.kind)).second) << game << " " << men.kind;
    }
  }
}

TEST(Print, a_certificate_is_one_page_with_its_picture) {
  Certificate certificate;
  certificate.smallest_margin_mm = 0.78;
  const PdfSheet sheet = certificateSheet(certificate, cv::Mat(720, 1280, CV_8UC3, cv::Scalar(90, 120, 60)));
  const std::string pdf = sheet.pdf();
  EXPECT_NE(pdf.find("smallest margin this table can call: 0.8 mm"), std::string::npos);
  EXPECT_NE(pdf.find("/Count 1"), std::string::npos);
  EXPECT_NE(pdf.find("/DCTDecode"), std::string::npos);
}

TEST(Print, a_board_is_exact_and_its_markers_are_where_the_legend_says) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  PrintOptions options;
  options.paper = "board";
  options.marker_mm = 36.0;
  const auto sheet = makeSheet("board", options);
  ASSERT_TRUE(sheet) << sheet.error().sentence;
  const std::string base = (std::filesystem::path(testing::TempDir()) / "linesman_board").string();
  ASSERT_TRUE(sheet->write(base + ".pdf"));
  ASSERT_EQ(std::system(("pdftoppm -gray -r 100 -singlefile " + base + ".pdf " + base).c_str()), 0);
  const cv::Mat page = readGrey(base + ".pgm").value();
  const double scale = 100.0 / 25.4; // px per mm
  const auto found = findMarkers(page, "DICT_4X4_50", MarkerSearch::thorough);
  ASSERT_EQ(found.size(), 4u);
  std::map<int, Eigen::Vector2d> centres;
  for (const auto& marker : found) {
    Eigen::Vector2d centre = Eigen::Vector2d::Zero();
    for (const auto& corner : marker.corners_px)
      centre += (corner + Eigen::Vector2d(0.5, 0.5)) / 4.0 / scale;
    centres[marker.id] = centre;
  }
  // To a twentieth of a millimetre: each marker's black border from side to side, in a finer picture of it alone.
  for (auto& [id, centre] : centres) {
    const Eigen::Vector2d corner = centre - Eigen::Vector2d(25.0, 25.0);
    const auto whole = [](double mm) { return std::to_string(static_cast<int>(mm * px_per_mm)); };
    ASSERT_EQ(std::system(("pdftoppm -gray -r " + std::to_string(dpi) + " -x " + whole(corner.x()) + " -y " +
                           whole(corner.y()) + " -W " + whole(50.0) + " -H " + whole(50.0) + " -singlefile " + base +
                           ".pdf " + base)
                              .c_str()),
              0);
    const cv::Mat part = readGrey(base + ".pgm").value();
    const double border_mm = 25.0 - 18.0 + 3.0; // the middle of the border's first cell
    const auto across = crossings(part, true, border_mm, 2.0, 47.0),
               down = crossings(part, false, border_mm, 2.0, 47.0);
    ASSERT_EQ(across.size(), 2u) << id;
    ASSERT_EQ(down.size(), 2u) << id;
    EXPECT_NEAR(across[1] - across[0], 36.0, 0.05) << id;
    EXPECT_NEAR(down[1] - down[0], 36.0, 0.05) << id;
    const Eigen::Vector2d start = (corner * px_per_mm).array().floor() / px_per_mm;
    centre = start + 0.5 * Eigen::Vector2d(across[0] + across[1], down[0] + down[1]);
  }
  // 500 mm of board, 31 mm to each side from its edge to a marker's middle, and a marker's height less than the board.
  EXPECT_NEAR((centres[1] - centres[0]).x(), 562.0, 0.05);
  EXPECT_NEAR((centres[2] - centres[3]).x(), 562.0, 0.05);
  EXPECT_NEAR((centres[3] - centres[0]).y(), 464.0, 0.05);
  EXPECT_NEAR((centres[2] - centres[1]).y(), 464.0, 0.05);
  EXPECT_NEAR((centres[1] - centres[0]).y(), 0.0, 0.05);
  options.paper = "a4";
  EXPECT_TRUE(makeSheet("board", options));
  options.definition = "no-such-board";
  EXPECT_FALSE(makeSheet("board", options));
}

/// Every other plain square is grey, so that the camera finds the sheet with its markers covered.
TEST(Print, a_board_of_armada_chess_is_found_by_its_squares) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  const std::string base = (std::filesystem::path(testing::TempDir()) / "linesman_squares").string();
  PrintOptions options;
  options.paper = "board";
  for (const auto& [definition, columns, rows, square_mm] :
       {std::tuple("companion-10x10", 10, 10, 50.0), {"skirmish-8x10", 8, 10, 45.0}}) {
    options.definition = definition;
    const auto sheet = makeSheet("board", options);
    ASSERT_TRUE(sheet) << sheet.error().sentence;
    ASSERT_TRUE(sheet->write(base + ".pdf"));
    ASSERT_EQ(std::system(("pdftoppm -png -r 60 -singlefile " + base + ".pdf " + base).c_str()), 0);
    const auto found = fitBoard(QImage(QString::fromStdString(base + ".png")), columns, rows);
    ASSERT_TRUE(found) << definition << ": " << found.error().sentence;
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(QLineF(found->corners_px[i], found->corners_px[(i + 1) % 4]).length() / 60.0 * 25.4,
                  square_mm * (i % 2 == 0 ? columns : rows), 2.0)
          << definition << " " << i;
  }
}

TEST(Print, a_board_of_invasion_is_to_scale_and_found_by_its_squares) {
  if (!canRasterise())
    GTEST_SKIP() << "pdftoppm is not installed";
  PrintOptions options;
  options.definition = invasion_board;
  options.invasion = InvasionPlan::proposed();
  options.invasion.square_mm = 36.0;
  options.paper = "board";
  const auto sheet = makeSheet("board", options);
  ASSERT_TRUE(sheet) << sheet.error().sentence;
  const std::string base = (std::filesystem::path(testing::TempDir()) / "linesman_invasion").string();
  ASSERT_TRUE(sheet->write(base + ".pdf"));
  ASSERT_EQ(std::system(("pdftoppm -png -r 90 -singlefile " + base + ".pdf " + base).c_str()), 0);
  const QImage page(QString::fromStdString(base + ".png"));
  const auto found = fitBoard(page, 10, 10);
  ASSERT_TRUE(found) << found.error().sentence;
  for (std::size_t i = 0; i < 4; ++i) {
    const QLineF edge(found->corners_px[i], found->corners_px[(i + 1) % 4]);
    EXPECT_NEAR(edge.length() / 90.0 * 25.4, 360.0, 1.0) << i;
  }
  options.marker_mm = 5.0;
  EXPECT_FALSE(makeSheet("board", options));
}

} // namespace
} // namespace linesman::app
