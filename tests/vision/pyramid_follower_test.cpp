#include <algorithm>
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/lens_file.h"
#include "calibration/table_file.h"
#include "calibration/table_registration.h"
#include "vision/frame_source.h"
#include "vision/outline_samples.h"
#include "vision/pyramid_follower.h"

namespace linesman {
namespace {

const std::string step = std::string(LINESMAN_TEST_DATA) + "/demo/seq_step/";

class Following : public testing::Test {
protected:
  Following() : lens_(readLens(step + "lens.yml").value()), table_(readTableFile(step + "table.toml").value()) {}

  cv::Mat picture(int frame) const { return readImage(step + "f0" + std::to_string(frame) + ".jpg").value(); }
  TableView view(const cv::Mat& image) const {
    cv::Mat grey;
    cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
    const auto registered = registerTable(grey, lens_, table_);
    return {registered->lens, registered->registration.camera_from_table};
  }
  std::vector<SeenPyramid> follow(int frame) {
    const cv::Mat image = picture(frame);
    return follower_.next(image, view(image), table_);
  }

  Lens lens_;
  TableFile table_;
  PyramidFollower follower_{PieceCatalog::standard()};
};

/// 255 where the piece is seen, in a picture of `size` or one so much smaller.
cv::Mat insideOf(const SeenPyramid& piece, const TableView& view, const cv::Size& size, int reduction = 1) {
  const PyramidSolid solid(PieceCatalog::standard().pyramid(piece.size), piece.size, piece.posture);
  std::vector<cv::Point> outline;
  for (const Eigen::Vector2d& point : projectedHull(solid, piece.table_from_piece, view))
    outline.emplace_back(cvRound(point.x()) / reduction, cvRound(point.y()) / reduction);
  cv::Mat inside = cv::Mat::zeros(size / reduction, CV_8U);
  cv::fillConvexPoly(inside, outline, 255);
  return inside;
}

/// The picture with noise of the surface's colour where a piece was.
cv::Mat without(const SeenPyramid& piece, const cv::Mat& image, const TableView& view, cv::RNG& random) {
  cv::Mat taken, around, noise(image.size(), CV_8UC3), out = image.clone();
  cv::dilate(insideOf(piece, view, image.size()), taken, cv::getStructuringElement(cv::MORPH_ELLIPSE, {9, 9}));
  cv::dilate(taken, around, cv::getStructuringElement(cv::MORPH_ELLIPSE, {9, 9}));
  random.fill(noise, cv::RNG::NORMAL, cv::mean(image, around - taken), cv::Scalar::all(12.0));
  cv::GaussianBlur(noise, noise, {}, 0.7);
  noise.copyTo(out, taken);
  return out;
}

bool isSeen(const std::vector<SeenPyramid>& seen, const SeenPyramid& piece) {
  return std::ranges::any_of(seen, [&](const SeenPyramid& one) {
    return one.colour == piece.colour &&
           (one.table_from_piece.origin_mm() - piece.table_from_piece.origin_mm()).norm() < 5.0;
  });
}

/// Every piece of one list has one of its kind in the other, nearer than `reach_mm`.
void expectSame(const std::vector<SeenPyramid>& a, const std::vector<SeenPyramid>& b, double reach_mm) {
  EXPECT_EQ(a.size(), b.size());
  for (const SeenPyramid& piece : a)
    EXPECT_TRUE(std::any_of(b.begin(), b.end(),
                            [&](const SeenPyramid& other) {
                              return other.size == piece.size && other.posture == piece.posture &&
                                     other.colour == piece.colour &&
                                     (other.table_from_piece.origin_mm() - piece.table_from_piece.origin_mm()).norm() <
                                         reach_mm;
                            }))
        << nameOf(piece.size) << " at " << piece.table_from_piece.x_mm() << ' ' << piece.table_from_piece.y_mm();
}

TEST_F(Following, APictureThatDidNotChangeIsNotSearchedAgain) {
  const auto first = follow(0);
  ASSERT_GT(first.size(), 5U);
  EXPECT_EQ(follower_.searched(), 1.0);
  const auto again = follow(0);
  EXPECT_EQ(follower_.searched(), 0.0);
  expectSame(first, again, 1e-9);
  follower_.reset();
  follow(0);
  EXPECT_EQ(follower_.searched(), 1.0);
}

TEST_F(Following, AStepIsSeenWhereItIs) {
  std::ifstream truths(std::string(LINESMAN_TEST_DATA) + "/matches/match_armadas/truth.jsonl");
  std::string line;
  for (const int frame : {0, 1, 2}) { // the spare is laid, then the original taken
    ASSERT_TRUE(std::getline(truths, line));
    const auto seen = follow(frame);
    if (frame > 0) {
      EXPECT_LT(follower_.searched(), 0.5);
    }
    std::size_t ships = 0;
    const nlohmann::json truth = nlohmann::json::parse(line);
    for (const auto& object : truth["objects"]) {
      if (object["kind"] != "pyramid")
        continue;
      ++ships;
      const Eigen::Vector2d at(object["x"].get<double>(), object["y"].get<double>());
      EXPECT_TRUE(std::any_of(seen.begin(), seen.end(),
                              [&](const SeenPyramid& piece) {
                                return (piece.table_from_piece.origin_mm() - at).norm() < 1.5 &&
                                       nameOf(piece.colour) == object["color"].get<std::string>();
                              }))
          << "frame " << frame << ": no " << object["color"] << " one at " << at.transpose();
    }
    EXPECT_LE(seen.size(), ships + 1) << "frame " << frame; // a search of everything errs by as much
  }
}

TEST_F(Following, ANewPieceIsOfThePlasticThatLiesThereAlready) {
  const auto withPaleRed = [&](int frame) { // by itself it may as well be orange
    cv::Mat image = picture(frame);
    for (cv::Vec3b& pixel : cv::Mat_<cv::Vec3b>(image))
      if (pixel[2] > 60 && pixel[2] > 3 * std::max(pixel[0], pixel[1]))
        pixel[1] = static_cast<std::uint8_t>(0.36 * pixel[2]);
    return image;
  };
  const auto reds = [](const std::vector<SeenPyramid>& seen) {
    return std::count_if(seen.begin(), seen.end(),
                         [](const SeenPyramid& piece) { return piece.colour == Colour::red; });
  };
  TableFile red_or_orange = table_;
  red_or_orange.players[Colour::orange] = "orange";
  const cv::Mat before = withPaleRed(0), after = withPaleRed(1);
  EXPECT_LE(reds(PyramidFollower(PieceCatalog::standard()).next(before, view(before), red_or_orange)), 1);
  const auto known = reds(follower_.next(before, view(before), table_));
  ASSERT_GE(known, 3);
  EXPECT_EQ(reds(follower_.next(after, view(after), red_or_orange)), known + 1);
}

TEST_F(Following, AnotherColourExactlyInAPiecesPlaceIsSeen) {
  const auto first = follow(0);
  const auto red = std::ranges::find_if(
      first, [](const SeenPyramid& piece) { return piece.colour == Colour::red && piece.visible > 0.9; });
  ASSERT_NE(red, first.end());
  cv::Mat image = picture(0);
  const TableView seen_by = view(image);
  cv::Mat other;
  cv::cvtColor(image, other, cv::COLOR_BGR2RGB);
  other.copyTo(image, insideOf(*red, seen_by, image.size()));
  const auto now = follower_.next(image, seen_by, table_);
  expectSame(now, PyramidDetector(PieceCatalog::standard()).detect(image, seen_by, table_), 1.0);
  EXPECT_FALSE(isSeen(now, *red));
}

/// A table's grain, or a camera's noise, makes weak edges everywhere, also where a piece was.
TEST_F(Following, APieceIsGoneWhereNothingButNoiseIsLeft) {
  const cv::Mat before = picture(0);
  const TableView seen_by = view(before);
  cv::RNG random(3);
  for (const SeenPyramid& piece : follow(0)) {
    const cv::Mat image = without(piece, before, seen_by, random);
    follower_.reset();
    follower_.next(before, seen_by, table_);
    EXPECT_FALSE(isSeen(follower_.next(image, seen_by, table_), piece)) << nameOf(piece.size) << nameOf(piece.colour);
  }
}

/// Lit and shaded sides of a piece may be as bright together as the surface under it.
TEST_F(Following, APieceIsGoneWhereNoiseOfItsOwnMeanIsLeft) {
  constexpr int reduction = 8; // of the picture that changes are looked for in
  const cv::Mat before = picture(0);
  cv::Mat reduced;
  cv::resize(before, reduced, before.size() / reduction, 0.0, 0.0, cv::INTER_AREA);
  const TableView seen_by = view(before);
  cv::RNG random(3);
  for (const SeenPyramid& piece : follow(0)) {
    cv::Mat around, noise(before.size(), CV_8UC3), image = before.clone();
    cv::dilate(insideOf(piece, seen_by, before.size()), around, cv::getStructuringElement(cv::MORPH_ELLIPSE, {61, 61}));
    const cv::Scalar own = cv::mean(reduced, insideOf(piece, seen_by, before.size(), reduction));
    random.fill(noise, cv::RNG::NORMAL, own, cv::Scalar::all(8.0));
    cv::GaussianBlur(noise, noise, {}, 0.7);
    noise.copyTo(image, around);
    follower_.reset();
    follower_.next(before, seen_by, table_);
    EXPECT_FALSE(isSeen(follower_.next(image, seen_by, table_), piece)) << nameOf(piece.size) << nameOf(piece.colour);
  }
}

/// The spare that the next picture shows, so faint and blurred that a search finds it only just, and a little fainter.
TEST_F(Following, WhatTwoMoreLooksDoNotShowIsNoPiece) {
  const TableView table_view = view(picture(0));
  const auto faint = [&](double share, double blur, int change) {
    cv::Mat out;
    cv::addWeighted(picture(0), 1.0 - share, picture(2), share, 0.0, out);
    cv::GaussianBlur(out, out, {}, blur);
    out(cv::Rect(0, 0, 40, 40)).setTo(60 * change); // something changes, far from all pieces
    return out;
  };
  const auto spareIn = [](const std::vector<SeenPyramid>& seen) {
    return std::ranges::find_if(seen, [](const SeenPyramid& piece) {
      return (piece.table_from_piece.origin_mm() - Eigen::Vector2d(-68.0, 51.0)).norm() < 5.0;
    });
  };
  constexpr double fainter = 0.01;
  std::vector<SeenPyramid> first;
  double share = 0.0, blur = 0.0;
  const auto is_doubtful = [&] { return spareIn(first) != first.end() && spareIn(first)->score < 0.85; };
  for (const double each : {2.5, 2.6, 2.7, 2.8, 2.9, 3.0, 3.2, 3.4}) {
    first.clear();
    blur = each;
    for (share = 0.22; spareIn(first) == first.end() && share < 0.5; share += fainter) {
      follower_.reset();
      first = follower_.next(faint(share + fainter, blur, 0), table_view, table_);
    }
    if (is_doubtful())
      break;
  }
  ASSERT_TRUE(is_doubtful());
  const auto second = follower_.next(faint(share - fainter, blur, 1), table_view, table_);
  EXPECT_NE(spareIn(second), second.end()) << "one look may err";
  const auto last = follower_.next(faint(share - fainter, blur, 2), table_view, table_);
  EXPECT_EQ(spareIn(last), last.end());
  for (const SeenPyramid& piece : first)
    EXPECT_TRUE(isSeen({*spareIn(first)}, piece) || isSeen(last, piece));
}

TEST(AnotherLook, AMuchSurerReadingTakesThePlaceOfADoubtfulOne) {
  SeenPyramid standing;
  standing.size = PyramidSize::large;
  standing.posture = Posture::upright;
  standing.score = 0.98;
  SeenPyramid lying = standing;
  lying.posture = Posture::lying;
  lying.score = 0.99;
  EXPECT_EQ(afterAnotherLook(standing, &lying, 0)->posture, Posture::upright) << "both may be wrong";
  lying.score = 0.9995;
  EXPECT_EQ(afterAnotherLook(standing, &lying, 0)->posture, Posture::lying);
  EXPECT_EQ(afterAnotherLook(lying, &standing, 0)->posture, Posture::lying);
}

TEST(AnotherLook, TheSamePieceKeepsItsMeasurementAndIsSurer) {
  SeenPyramid piece;
  piece.score = 0.8;
  piece.table_from_piece = {10.0, 20.0, 0.1};
  SeenPyramid again = piece;
  again.score = 0.97;
  again.table_from_piece = {10.3, 20.0, 0.1};
  const auto told = afterAnotherLook(piece, &again, 1);
  EXPECT_EQ(told->table_from_piece.x_mm(), 10.0);
  EXPECT_EQ(told->score, 0.97);
  EXPECT_TRUE(afterAnotherLook(piece, nullptr, 0)) << "not found once";
  EXPECT_FALSE(afterAnotherLook(piece, nullptr, 1));
  piece.score = 0.95;
  EXPECT_TRUE(afterAnotherLook(piece, nullptr, 1)) << "it is too likely there";
}

TEST_F(Following, NothingIsLearntBehindAHand) {
  const auto before = follow(0);
  cv::Mat covered = picture(0);
  covered(cv::Rect(0, 0, covered.cols / 2, covered.rows)).setTo(cv::Scalar(120, 150, 205));
  const auto behind = follower_.next(covered, view(picture(0)), table_, true);
  EXPECT_EQ(follower_.searched(), 0.0);
  EXPECT_LT(behind.size(), before.size()) << "the hand hides some";
  expectSame(before, follow(0), 1e-9);
  EXPECT_EQ(follower_.searched(), 0.0) << "the table is as it was before the hand";
}

TEST_F(Following, NothingIsLearntUnderWhatRestsButBesideIt) {
  const auto before = follow(0);
  const cv::Mat image = picture(0);
  const TableView here = view(image);
  // A quarter of the picture is covered, and one piece that lies elsewhere is taken away.
  const cv::Rect hand(0, 0, image.cols / 2, image.rows / 2);
  TablePolygon hand_mm;
  for (const auto& [x, y] : {std::pair(0, 0), {hand.width, 0}, {hand.width, hand.height}, {0, hand.height}})
    if (const auto corner = here.tablePoint({x, y}))
      hand_mm.push_back(*corner);
  ASSERT_EQ(hand_mm.size(), 4U);
  const auto taken = std::ranges::find_if(before, [&](const SeenPyramid& piece) {
    const auto at = here.pixel({piece.table_from_piece.x_mm(), piece.table_from_piece.y_mm(), 0.0});
    return at && at->y() > hand.height + 100.0;
  });
  ASSERT_NE(taken, before.end());
  cv::RNG random(3);
  const cv::Mat bare = without(*taken, image, here, random);
  cv::Mat covered = bare.clone();
  covered(hand).setTo(cv::Scalar(120, 150, 205));
  const auto beside = follower_.next(covered, here, table_, false, nullptr, {hand_mm});
  EXPECT_FALSE(isSeen(beside, *taken));
  EXPECT_LT(beside.size() + 1, before.size()) << "the hand hides some";
  EXPECT_GT(follower_.searched(), 0.0);
  EXPECT_LT(follower_.searched(), 0.5);
  auto left = before;
  std::erase_if(left, [&](const SeenPyramid& piece) { return isSeen({*taken}, piece); });
  const auto after = follower_.next(bare, here, table_);
  expectSame(left, after, 1e-9);
  std::set<PieceId> ids;
  for (const SeenPyramid& piece : after)
    EXPECT_TRUE(ids.insert(piece.id).second) << "two pieces of one number";
  EXPECT_EQ(follower_.searched(), 0.0) << "under the hand nothing has changed";
}

TEST_F(Following, ALampThatIsSwitchedMakesItSearchAnew) {
  follow(0);
  const cv::Mat image = picture(0);
  cv::Mat darker;
  image.convertTo(darker, -1, 0.7);
  follower_.next(darker, view(image), table_);
  EXPECT_EQ(follower_.searched(), 1.0);
}

} // namespace
} // namespace linesman
