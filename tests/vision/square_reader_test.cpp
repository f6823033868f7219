#include "vision/square_reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/drawn_board.h"
#include "vision/board_detector.h"
#include "vision/frame_source.h"

namespace linesman {
namespace {

using namespace test;

/// A pale pawn on pale marble is nobody to the screen, before he leaves and after; the network saw him stand there.
TEST(SquareReader, WhomTheScreenDoesNotSeeHasLeft) {
  Eigen::Matrix3d rotation; // as the picture was drawn: nearly from straight above
  rotation << 0.9836082354, -0.1800922655, 0.0090341075, -0.1784074618, -0.9792357037, -0.0962715652, 0.0261842849,
      0.0930817522, -0.9953141065;
  BoardView view; // of his square alone
  view.lens.width_px = 181;
  view.lens.height_px = 189;
  view.lens.fx_px = view.lens.fy_px = 708.243;
  view.lens.cx_px = 47.5;
  view.lens.cy_px = -112.0;
  view.camera_from_board = {rotation, {29.757, 154.378, 565.996}};
  view.columns = view.rows = 1;
  auto reader = SquareReader::load();
  ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
  const auto stands = reader->readChanged(readImage(LINESMAN_TEST_DATA "/tables/pale_man_stands.jpg").value(), view);
  EXPECT_GT(stands[0].occupied(), 0.9);
  const auto left = reader->readChanged(readImage(LINESMAN_TEST_DATA "/tables/pale_man_left.jpg").value(), view);
  EXPECT_LT(left[0].occupied(), 0.1);
}

/// A white pawn on pale wood, from above, by a camera that sharpened its noise: grain is all that is seen of him.
TEST(SquareReader, SharpenedGrainHidesNobody) {
  Eigen::Matrix3d rotation; // as the picture was drawn
  rotation << 0.8665978799, 0.4988267041, 0.0134176685, 0.4684187049, -0.8039131562, -0.3664799509, -0.1720233458,
      0.3238753586, -0.9303291954;
  BoardView view; // of his square and those around it
  view.lens.width_px = 420;
  view.lens.height_px = 330;
  view.lens.fx_px = view.lens.fy_px = 686.790;
  view.lens.cx_px = 209.0;
  view.lens.cy_px = 156.5;
  view.camera_from_board = {rotation, {-7.193, 18.448, 645.485}};
  view.square_mm = 48.4;
  view.columns = view.rows = 3;
  auto reader = SquareReader::load();
  ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
  const auto squares =
      reader->readChanged(readImage(LINESMAN_TEST_DATA "/tables/pale_man_in_sharp_grain.jpg").value(), view);
  EXPECT_GT(squares[4].occupied(), 0.5);
  EXPECT_LT(squares[0].occupied(), 0.1);
}

TEST(SquareReader, OnlyWhatChangedIsReadAgain) {
  auto reader = SquareReader::load();
  ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
  DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  reader->readChanged(drawn.image, drawn.view);
  EXPECT_EQ(reader->reread(), 64);
  cv::Mat noise(drawn.image.size(), CV_16SC3), noisy;
  cv::RNG(3).fill(noise, cv::RNG::NORMAL, 0.0, 3.0);
  cv::add(drawn.image, noise, noisy, cv::noArray(), CV_8UC3);
  reader->readChanged(noisy, drawn.view);
  EXPECT_EQ(reader->reread(), 0);
  const auto foot = drawn.view.pixel(drawn.view.centre_mm(3, 4));
  cv::circle(noisy, {cvRound(foot.x()), cvRound(foot.y())}, 15, cv::Scalar(30, 30, 160), cv::FILLED);
  const auto changed = reader->readChanged(noisy, drawn.view);
  EXPECT_GE(reader->reread(), 1);
  EXPECT_LE(reader->reread(), 16); // the square and those whose columns it stands in
  reader->forget();
  const auto all = reader->readChanged(noisy, drawn.view);
  EXPECT_EQ(reader->reread(), 64);
  const std::size_t at = 4 * 8 + 3;
  EXPECT_EQ(changed[at].file, 3);
  EXPECT_EQ(changed[at].rank, 4);
  EXPECT_NEAR(changed[at].p[0], all[at].p[0], 0.02); // the others were not looked at again, so noise differs
}

TEST(SquareReader, BlotchesAreNoChangeAndAFaintManIsOne) {
  auto reader = SquareReader::load();
  ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
  const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  const auto before = reader->readChanged(drawn.image, drawn.view);
  cv::Mat small(drawn.image.rows / 6, drawn.image.cols / 6, CV_32FC3), wide, blotched;
  cv::RNG(5).fill(small, cv::RNG::NORMAL, 0.0, 3.5); // as large as JPEG's blocks are in a crop
  cv::resize(small, wide, drawn.image.size(), 0, 0, cv::INTER_CUBIC);
  cv::add(drawn.image, wide, blotched, cv::noArray(), CV_8UC3);
  const auto after = reader->readChanged(blotched, drawn.view);
  EXPECT_LE(reader->reread(), 3);
  int seen_anew = 0; // colours are told as they are now, also of squares that were not read again
  for (std::size_t k = 0; k < after.size(); ++k)
    seen_anew += after[k].version == before[k].version && after[k].look != before[k].look ? 1 : 0;
  EXPECT_GE(seen_anew, 50);
  const auto foot = drawn.view.pixel(drawn.view.centre_mm(3, 4));
  cv::Mat man = cv::Mat::zeros(blotched.size(), CV_8UC3), faint;
  cv::circle(man, {cvRound(foot.x()), cvRound(foot.y())}, 14, cv::Scalar(18, 18, 18), cv::FILLED);
  cv::add(blotched, man, faint);
  const int version = reader->readChanged(blotched, drawn.view)[4 * 8 + 3].version;
  EXPECT_GT(reader->readChanged(faint, drawn.view)[4 * 8 + 3].version, version);
}

/// A rendered picture of the orthodox array.
class OrthodoxArray : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
    ASSERT_TRUE(found.has_value()) << found.error().sentence;
  }
  Result<SquareReader> reader = SquareReader::load();
  const cv::Mat image = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  const Result<FoundBoard> found = findBoard(image, BoardRequest{});
};

TEST_F(OrthodoxArray, AShadowIsNoReasonToReadAManAgain) {
  const auto before = reader->readChanged(image, found->view);
  cv::Mat shadowed = image.clone(), shade = shadowed({0, 0, image.cols / 2, image.rows});
  shade.convertTo(shade, -1, 0.75);
  const auto after = reader->readChanged(shadowed, found->view);
  EXPECT_GE(reader->reread(), 20);
  int men = 0, kept = 0;
  for (std::size_t k = 0; k < before.size(); ++k) {
    const bool man = before[k].occupied() > 0.9;
    men += man ? 1 : 0;
    kept += man && after[k].version == before[k].version ? 1 : 0;
  }
  EXPECT_GE(4 * kept, 3 * men); // half of them stand in the shadow
  const auto gone = std::find_if(after.begin(), after.end(), [&](const SquareReading& reading) {
    return reading.occupied() > 0.9 && found->view.pixel(reading.foot_mm).x() < 0.4 * image.cols;
  });
  ASSERT_NE(gone, after.end());
  const auto foot = found->view.pixel(gone->foot_mm);
  cv::circle(shadowed, {cvRound(foot.x()), cvRound(foot.y() - 15.0)}, 40, cv::Scalar(90, 110, 120), cv::FILLED);
  EXPECT_GT(reader->readChanged(shadowed, found->view)[static_cast<std::size_t>(gone - after.begin())].version,
            gone->version);
}

TEST_F(OrthodoxArray, APrintedSquareIsReadAgainForADieOrABandAndNotForAShadow) {
  const auto pixelOf = [&](std::size_t k) {
    const Eigen::Vector2d p =
        found->view.pixel(found->view.centre_mm(static_cast<int>(k) % 8, static_cast<int>(k) / 8));
    return cv::Point(cvRound(p.x()), cvRound(p.y()));
  };
  cv::Mat printed = image.clone();
  for (std::size_t k = 16; k < 48; ++k)
    cv::putText(printed, "W", pixelOf(k) + cv::Point(-12, 12), cv::FONT_HERSHEY_TRIPLEX, 1.1, {30, 30, 30}, 5,
                cv::LINE_AA);
  const auto before = reader->readChanged(printed, found->view);
  cv::Mat darker = printed.clone(), shade = darker({0, 0, image.cols / 2, image.rows});
  shade.convertTo(shade, -1, 0.75);
  const auto after = reader->readChanged(darker, found->view);
  EXPECT_GE(reader->reread(), 20);
  std::vector<std::size_t> kept;
  for (std::size_t k = 16; k < 48; ++k)
    if (before[k].p[0] > 0.9 && !before[k].plain && after[k].version == before[k].version)
      kept.push_back(k);
  ASSERT_GE(kept.size(), 5U);
  cv::Mat with_dice = darker.clone();
  for (const std::size_t k : kept) {
    const cv::Point middle = pixelOf(k);
    if (k % 2 == 0) {
      cv::circle(with_dice, middle, 15, {60, 160, 60}, 2, cv::LINE_AA);
      continue;
    }
    cv::rectangle(with_dice, middle - cv::Point(9, 9), middle + cv::Point(9, 9), {40, 40, 180}, cv::FILLED);
    for (const int way : {-4, 4})
      cv::circle(with_dice, middle + cv::Point(way, way), 2, {230, 230, 230}, cv::FILLED, cv::LINE_AA);
  }
  const auto changed = reader->readChanged(with_dice, found->view);
  for (const std::size_t k : kept)
    EXPECT_GT(changed[k].version, after[k].version) << k;
}

TEST_F(OrthodoxArray, PlainSquaresAreLeftToTheScreenAndMenAreNot) {
  int plain = 0;
  for (const SquareReading& reading : reader->readChanged(image, found->view)) {
    const bool man = reading.rank < 2 || reading.rank > 5;
    EXPECT_FALSE(man && reading.plain) << squareName(reading.file, reading.rank);
    EXPECT_EQ(reading.best() != 0, man) << squareName(reading.file, reading.rank);
    plain += reading.plain ? 1 : 0;
  }
  EXPECT_GE(plain, 16); // of 32 empty ones
  reader->screenPlain(false);
  for (const SquareReading& reading : reader->readChanged(image, found->view))
    EXPECT_FALSE(reading.plain);
}

TEST_F(OrthodoxArray, AManIsReadAgainWhenHeChangesAndNotForHisNeighbour) {
  const BoardView& view = found->view;
  const auto versions = [&](const cv::Mat& picture) {
    std::vector<int> out;
    for (const SquareReading& reading : reader->readChanged(picture, view))
      out.push_back(reading.version);
    return out;
  };
  const auto paintedOver = [&](int file, int rank) {
    cv::Mat picture = image.clone();
    std::vector<cv::Point> outline;
    for (double angle = 0.0; angle < 6.2; angle += 0.3) {
      const Eigen::Vector2d rim = 0.42 * view.square_mm * Eigen::Vector2d(std::cos(angle), std::sin(angle));
      const auto p = view.pixel(view.centre_mm(file, rank) + rim);
      outline.emplace_back(cvRound(p.x()), cvRound(p.y()));
    }
    cv::fillConvexPoly(picture, outline, cv::Scalar(40, 160, 60));
    return picture;
  };
  const auto before = versions(image), after = versions(paintedOver(4, 1));
  EXPECT_GT(after[8 + 4], before[8 + 4]);
  EXPECT_EQ(after[8 + 3], before[8 + 3]);
  const auto again = versions(paintedOver(3, 1));
  EXPECT_GT(again[8 + 4], after[8 + 4]);
  EXPECT_GT(again[8 + 3], after[8 + 3]);
}

/// What later looks are compared with, and which men are.
TEST_F(OrthodoxArray, MenAreComparedWithHowTheyWereRemembered) {
  const std::vector<bool> nobody(64, false);
  const auto first = reader->readChanged(image, found->view);
  reader->rememberMen(nobody);
  cv::Mat changed = image.clone();
  const auto at = [&](int file, int rank) { return found->view.pixel(found->view.centre_mm(file, rank)); };
  const auto ring = [&](int file, int rank) {
    const Eigen::Vector2d foot = at(file, rank);
    const double square_px = (at(file + 1, rank) - foot).norm();
    cv::ellipse(changed, cv::Point2d(foot.x(), foot.y() - 0.25 * square_px),
                cv::Size2d(0.24 * square_px, 0.14 * square_px), 0, 0, 180, {60, 160, 60}, 3, cv::LINE_AA);
  };
  cv::Mat taken = image.clone(); // a hand is over him
  cv::circle(taken, cv::Point2d(at(3, 1).x(), at(3, 1).y()), 70, {90, 120, 190}, cv::FILLED);
  reader->readChanged(taken, found->view);
  ring(3, 1);
  const auto second = reader->readChanged(changed, found->view);
  const std::size_t man = 1 * 8 + 3;
  ASSERT_EQ(second[man].best(), first[man].best());
  ASSERT_TRUE(second[man].since);
  EXPECT_FALSE(second[man].since->change.rings.rings.empty());
  EXPECT_FALSE(second[0].since) << "he is as he was";
  std::vector<bool> but = nobody;
  but[man] = true; // he is compared with how he was at first, again
  reader->rememberMen(but);
  EXPECT_TRUE(reader->readChanged(changed, found->view)[man].since);
  reader->rememberMen(nobody);
  EXPECT_FALSE(reader->readChanged(changed, found->view)[man].since);
  reader->forgetMen();
  EXPECT_FALSE(reader->readChanged(image, found->view)[man].since);
}

TEST(SquareReader, ATornNetworkIsOneSentence) {
  const auto path = std::filesystem::temp_directory_path() / "linesman_torn.onnx";
  std::ofstream(path) << "not a network";
  const auto reader = SquareReader::load(path);
  ASSERT_FALSE(reader.has_value());
  EXPECT_NE(reader.error().sentence.find("linesman_torn.onnx"), std::string::npos);
  std::filesystem::remove(path);
}

} // namespace
} // namespace linesman
