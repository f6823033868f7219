#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/data_path.h"
#include "tests/support/tilted_board.h"
#include "vision/board_stage.h"
#include "vision/frame_source.h"
#include "vision/printed_coordinates.h"

namespace linesman {
namespace {

constexpr int cell_px = 60;

/// What is printed on a border, and how the board lies.
struct Print {
  int columns = 8, rows = 8;
  bool near = true, far = true, left = true, right = true; ///< sides that bear coordinates
  bool capitals = false, for_black = false;
  int quarters = 0; ///< the board is turned by so many, counter-clockwise seen from above
};

void sign(cv::Mat& board, double x, double y, const std::string& text, bool upside_down) {
  cv::Mat spot =
      board(cv::Rect(cvRound(x * cell_px) - cell_px / 2, cvRound(y * cell_px) - cell_px / 2, cell_px, cell_px));
  int below = 0;
  const double scale = 0.65;
  const cv::Size size = cv::getTextSize(text, cv::FONT_HERSHEY_DUPLEX, scale, 2, &below);
  cv::putText(spot, text, {(cell_px - size.width) / 2, (cell_px + size.height) / 2}, cv::FONT_HERSHEY_DUPLEX, scale,
              {40, 40, 40}, 2, cv::LINE_AA);
  if (upside_down)
    cv::rotate(spot.clone(), spot, cv::ROTATE_180);
}

/// The board with a square's width of border, seen from straight above.
cv::Mat printedBoard(const Print& print) {
  cv::Mat board((print.rows + 2) * cell_px, (print.columns + 2) * cell_px, CV_8UC3, cv::Scalar(150, 190, 215));
  for (int rank = 0; rank < print.rows; ++rank)
    for (int file = 0; file < print.columns; ++file)
      cv::rectangle(board, cv::Rect((file + 1) * cell_px, (print.rows - rank) * cell_px, cell_px, cell_px),
                    (file + rank) % 2 == 0 ? cv::Scalar(60, 90, 60) : cv::Scalar(200, 225, 235), cv::FILLED);
  const double off = 0.35;
  for (int file = 0; file < print.columns; ++file) {
    const std::string letter(1, static_cast<char>((print.capitals ? 'A' : 'a') + file));
    if (print.near)
      sign(board, file + 1.5, print.rows + 1 + off, letter, print.for_black);
    if (print.far)
      sign(board, file + 1.5, 1 - off, letter, print.for_black);
  }
  for (int rank = 0; rank < print.rows; ++rank) {
    const std::string number = std::to_string(rank + 1);
    if (print.left)
      sign(board, 1 - off, print.rows - rank + 0.5, number, print.for_black);
    if (print.right)
      sign(board, print.columns + 1 + off, print.rows - rank + 0.5, number, print.for_black);
  }
  for (int k = 0; k < print.quarters; ++k)
    cv::rotate(board.clone(), board, cv::ROTATE_90_COUNTERCLOCKWISE);
  return board;
}

/// The picture with the printed board laid over what it shows of a board.
cv::Mat printOver(const cv::Mat& image, const BoardView& view, const Print& print) {
  cv::Mat board = printedBoard(print), out = image.clone();
  cv::GaussianBlur(board, board, {}, 0.6);
  std::array<cv::Point2f, 4> from, to;
  for (std::size_t k = 0; k < 4; ++k) {
    const bool left = k == 0 || k == 3, near = k < 2;
    const Eigen::Vector2d p = view.pixel(view.corner_mm(left ? -1 : view.columns + 1, near ? -1 : view.rows + 1));
    to[k] = {static_cast<float>(p.x()), static_cast<float>(p.y())};
    from[k] = {(left ? 0.0F : static_cast<float>(board.cols)) - 0.5F,
               (near ? static_cast<float>(board.rows) : 0.0F) - 0.5F};
  }
  cv::warpPerspective(board, out, cv::getPerspectiveTransform(from.data(), to.data()), out.size(), cv::INTER_LINEAR,
                      cv::BORDER_TRANSPARENT);
  return out;
}

/// The same, but what stands within the board's squares stays.
cv::Mat printAround(const cv::Mat& image, const BoardView& view, const Print& print) {
  cv::Mat out = printOver(image, view, print), squares(image.size(), CV_8U, cv::Scalar(0));
  std::vector<cv::Point> outline;
  for (const auto& [i, j] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
    const Eigen::Vector2d p = view.pixel(view.corner_mm(i * view.columns, j * view.rows));
    outline.emplace_back(cvRound(p.x()), cvRound(p.y()));
  }
  cv::fillConvexPoly(squares, outline, 255);
  image.copyTo(out, squares);
  return out;
}

struct Shown {
  cv::Mat image;
  FoundBoard found; ///< a1 taken to be near left
};

/// The board as a webcam sees it.
Shown show(const Print& print) {
  Shown shown;
  BoardView& view = shown.found.view;
  const bool turned = print.quarters % 2 != 0;
  view = test::tiltedBoard(turned ? print.rows : print.columns, turned ? print.columns : print.rows, 0.5, 0.06,
                           {5.0, -8.0, 75.0 * std::max(print.columns, print.rows)});
  shown.found.dark_corner = !turned;
  shown.image = printOver(cv::Mat(720, 1280, CV_8UC3, cv::Scalar(70, 90, 110)), view, print);
  cv::Mat noise(shown.image.size(), CV_16SC3), noisy;
  cv::RNG random(7);
  random.fill(noise, cv::RNG::NORMAL, 0.0, 2.0);
  shown.image.convertTo(noisy, CV_16SC3);
  noisy += noise;
  noisy.convertTo(shown.image, CV_8UC3);
  return shown;
}

const SignNetwork& shippedSigns() {
  static const SignNetwork network = SignNetwork::load(findData("models/detectors/signs.onnx").value()).value();
  return network;
}

std::optional<int> turnOf(const Print& print) {
  const Shown shown = show(print);
  return surelyTold(readCoordinates(shippedSigns(), shown.image, shown.found));
}

TEST(PrintedCoordinates, TellWhereA1IsHoweverTheBoardLies) {
  for (int quarters = 0; quarters < 4; ++quarters) {
    Print print;
    print.quarters = quarters;
    EXPECT_EQ(turnOf(print), quarters);
    print.capitals = true;
    EXPECT_EQ(turnOf(print), quarters) << "capitals";
  }
}

TEST(PrintedCoordinates, TwoSidesAreEnoughAndTheyMayBeBlacks) {
  Print print;
  print.right = print.far = false;
  EXPECT_EQ(turnOf(print), 0);
  print.quarters = 2;
  EXPECT_EQ(turnOf(print), 2);
  print.for_black = true;
  EXPECT_EQ(turnOf(print), 2);
}

TEST(PrintedCoordinates, OfOtherSizesAreReadToo) {
  Print print;
  print.columns = print.rows = 10;
  print.quarters = 2;
  EXPECT_EQ(turnOf(print), 2);
  print.columns = 8; // oblong
  EXPECT_EQ(turnOf(print), 2);
}

TEST(PrintedCoordinates, ABareBorderTellsNothing) {
  Print print;
  print.near = print.far = print.left = print.right = false;
  for (print.quarters = 0; print.quarters < 4; ++print.quarters)
    EXPECT_EQ(turnOf(print), std::nullopt);
}

/// Men in front of the far side hide what is printed there, and other words are no coordinates.
TEST(PrintedCoordinates, AreReadAroundWhatHidesThem) {
  Print print;
  print.quarters = 2;
  Shown shown = show(print);
  for (int k = 0; k < 5; ++k) {
    const BoardView& view = shown.found.view;
    const Eigen::Vector2d p = view.pixel(view.corner_mm(k + 0.5, 8.3));
    cv::circle(shown.image, {cvRound(p.x()), cvRound(p.y())}, 24, {30, 30, 35}, cv::FILLED, cv::LINE_AA);
  }
  EXPECT_EQ(surelyTold(readCoordinates(shippedSigns(), shown.image, shown.found)), 2);
}

KnownBoard plainBoard() {
  KnownBoard known;
  known.definition = "plain-8x8";
  known.square_mm = 40.0;
  return known;
}

TEST(BoardStage, PrintedCoordinatesNameTheSquares) {
  for (const char* set : {"staunton", "tokens"}) {
    Print print;
    print.quarters = 2;
    const Shown shown = show(print);
    BoardStage stage(set);
    const auto answer = stage.process(shown.image, plainBoard(), shown.found.view.lens, std::nullopt);
    ASSERT_TRUE(answer) << answer.error().sentence;
    EXPECT_TRUE(answer->board.orientation_known) << set;
    EXPECT_TRUE(answer->registration.warning.empty()) << answer->registration.warning;
    print.near = print.far = print.left = print.right = false;
    const Shown bare = show(print);
    stage.reset();
    const auto unknown = stage.process(bare.image, plainBoard(), bare.found.view.lens, std::nullopt);
    ASSERT_TRUE(unknown) << unknown.error().sentence;
    EXPECT_FALSE(unknown->board.orientation_known) << set;
  }
}

TEST(BoardStage, RefusesAMirroredPictureAndReadsTheNextOne) {
  const Shown shown = show({});
  cv::Mat mirrored;
  cv::flip(shown.image, mirrored, 1);
  BoardStage stage;
  const auto refused = stage.process(mirrored, plainBoard(), std::nullopt, std::nullopt);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("The picture is mirrored"), std::string::npos) << refused.error().sentence;
  EXPECT_TRUE(stage.process(shown.image, plainBoard(), std::nullopt, std::nullopt));
}

/// What is told of a picture by a stage that may have seen others.
struct Told {
  bool known = false;
  std::string warning;
};

Told toldOf(BoardStage& stage, const cv::Mat& image, const KnownBoard& known, bool by_hand = false) {
  const auto answer = stage.process(image, known, std::nullopt, std::nullopt, {}, by_hand);
  EXPECT_TRUE(answer) << (answer ? "" : answer.error().sentence);
  if (!answer)
    return {};
  return {answer->board.orientation_known, answer->registration.warning};
}

/// `coordinates` and `heading_deg` of a table file count where nothing printed tells.
TEST(BoardStage, ThePrintGoesBeforeTheTableFile) {
  Print print;
  print.quarters = 2;
  const cv::Mat image = show(print).image;
  KnownBoard known = plainBoard();
  const auto warningOf = [&] {
    BoardStage stage;
    const Told told = toldOf(stage, image, known);
    EXPECT_TRUE(told.known);
    return told.warning;
  };
  known.coordinates = "h8";
  EXPECT_EQ(warningOf(), "");
  known.coordinates = "a1";
  EXPECT_EQ(warningOf(), "The board lies half a turn otherwise than the table file's `coordinates` has it, by the "
                         "coordinates printed on it; a1 was taken there.");
  known.coordinates.reset();
  known.heading_rad = 3.1;
  EXPECT_EQ(warningOf(), "");
  known.heading_rad = 0.1;
  EXPECT_NE(warningOf().find("`heading_deg`"), std::string::npos);
}

TEST(BoardStage, APrintThatIsUncoveredLaterTellsToo) {
  Print print, bare;
  print.quarters = bare.quarters = 2;
  bare.near = bare.far = bare.left = bare.right = false;
  const cv::Mat hidden = show(bare).image, seen = show(print).image;
  KnownBoard known = plainBoard();
  known.coordinates = "a1";
  BoardStage stage;
  EXPECT_EQ(toldOf(stage, hidden, known).warning, "");
  bool told = false;
  for (int k = 0; k < 35 && !told; ++k)
    told = !toldOf(stage, seen, known).warning.empty();
  EXPECT_TRUE(told);
  EXPECT_NE(toldOf(stage, hidden, known).warning, "") << "it is remembered";
}

/// Without a known table the file's corner is where the camera was first.
TEST(BoardStage, TheFilesCornerIsNotBelievedOfACameraThatWasCarried) {
  Print bare;
  bare.near = bare.far = bare.left = bare.right = false;
  const Shown first = show(bare);
  cv::Mat other;
  cv::warpAffine(first.image, other, cv::getRotationMatrix2D({640.0F, 360.0F}, 25.0, 0.85), first.image.size(),
                 cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  KnownBoard known = plainBoard();
  known.coordinates = "a1";
  BoardStage stage;
  EXPECT_TRUE(toldOf(stage, first.image, known).known);
  EXPECT_TRUE(toldOf(stage, first.image, known).known) << "followed";
  EXPECT_FALSE(toldOf(stage, other, known, true).known);
  stage.reset();
  EXPECT_TRUE(toldOf(stage, other, known).known) << "a picture that stands alone";
}

TEST(BoardStage, MenAtTheirStartGoBeforeTheTableFile) {
  const cv::Mat start = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  KnownBoard known;
  known.definition = "plain-8x8";
  int agreed = 0;
  for (const char* corner : {"a1", "h1", "h8", "a8"}) {
    known.coordinates = corner;
    BoardStage stage;
    const Told told = toldOf(stage, start, known);
    EXPECT_TRUE(told.known);
    agreed += told.warning.empty() ? 1 : 0;
    EXPECT_TRUE(told.warning.empty() || told.warning.find("by where the men stand") != std::string::npos)
        << told.warning;
  }
  EXPECT_EQ(agreed, 1);
}

TEST(BoardStage, AMirroredStartHasALightCorner) {
  cv::Mat start = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  cv::flip(start, start, 1);
  KnownBoard known;
  known.definition = "plain-8x8";
  BoardStage stage;
  EXPECT_NE(toldOf(stage, start, known).warning.find("a1 is a light square"), std::string::npos);
}

/// Players who set up the wrong way round play on so: their men count, and later too, when none stands where he began.
TEST(BoardReader, MenAtTheirStartGoBeforeThePrint) {
  const cv::Mat start = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value(); // its border is bare
  auto found = findBoard(start, BoardRequest{});
  ASSERT_TRUE(found);
  auto reader = BoardReader::load();
  ASSERT_TRUE(reader);
  const auto told = [&](const cv::Mat& image) {
    FoundBoard board = *found;
    board.orientation_known = false;
    reader->squares().forget();
    reader->corner().lookAtPrint();
    reader->read(image, board);
    return std::pair(reader->corner().told() ? reader->corner().told()->quarters : -1,
                     reader->corner().told().value_or(CornerTeller::Turn{}).by);
  };
  using By = CornerTeller::By;
  reader->read(start, *found); // turned as the men stand
  ASSERT_TRUE(found->orientation_known);
  EXPECT_EQ(told(start), (std::pair{0, By::start}));
  Print print;
  print.quarters = 2;
  const cv::Mat turned = printAround(start, found->view, print), bare = printOver(start, found->view, print);
  EXPECT_EQ(told(bare), (std::pair{2, By::print}));
  EXPECT_EQ(told(turned), (std::pair{0, By::start}));
  EXPECT_EQ(told(bare), (std::pair{0, By::men}));
  reader->corner().forgetPrint(); // the next board may be another
  EXPECT_EQ(told(bare), (std::pair{2, By::print}));
}

TEST(SignNetwork, ATornFileIsOneSentence) {
  const auto path = std::filesystem::temp_directory_path() / "linesman_torn_signs.onnx";
  std::ofstream(path) << "not a network";
  const auto network = SignNetwork::load(path);
  ASSERT_FALSE(network.has_value());
  EXPECT_NE(network.error().sentence.find("linesman_torn_signs.onnx"), std::string::npos);
  std::filesystem::remove(path);
}

} // namespace
} // namespace linesman
