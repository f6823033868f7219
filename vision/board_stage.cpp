#include "vision/board_stage.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iterator>
#include <sstream>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "models/board_size.h"
#include "models/sentences.h"
#include "vision/arm_over_board.h"
#include "vision/token_reader.h"

namespace linesman {

namespace {

/// An outline on the board's top face as it lies on the table.
TablePolygon onTable(const FoundBoard& found, const std::vector<Eigen::Vector2d>& outline_mm) {
  TablePolygon polygon;
  for (const Eigen::Vector2d& corner : outline_mm)
    polygon.push_back((found.table_from_board * Point2<BoardFrame>{corner}).xy);
  return polygon;
}

TablePolygon squareOnTable(const FoundBoard& found, int file, int rank) {
  std::vector<Eigen::Vector2d> corners;
  for (const auto& [i, j] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
    corners.push_back(found.view.corner_mm(file + i, rank + j));
  return onTable(found, corners);
}

/// Squares of which nothing is seen. Where a die is read, something is, whatever else it may be taken for.
std::vector<TablePolygon> hiddenSquares(const FoundBoard& found, const std::vector<SquareReading>& readings,
                                        const std::vector<SeenDie>& dice) {
  std::vector<TablePolygon> polygons;
  for (const SquareReading& reading : readings) {
    if (reading.seen >= 0.3 ||
        std::ranges::find(dice, squareName(reading.file, reading.rank), &SeenDie::square) != dice.end())
      continue;
    polygons.push_back(squareOnTable(found, reading.file, reading.rank));
  }
  return polygons;
}

/// Those of a table file's markers that were read.
std::vector<TableMarker> usedOf(const std::vector<TableMarker>& markers, const TableRegistration& table) {
  std::vector<TableMarker> used;
  std::ranges::copy_if(markers, std::back_inserter(used),
                       [&](const TableMarker& marker) { return table.uses(marker.id); });
  return used;
}

/// Where a die lies no man stands, whatever the reader of men takes it for.
void placeDice(SeenBoard& board, std::vector<SeenDie> dice) {
  for (const SeenDie& die : dice) {
    std::erase_if(board.pieces, [&](const SeenBoardPiece& piece) { return piece.square == die.square; });
    if (const auto look = board.looks.find(die.square); look != board.looks.end())
      look->second.empty = 1.0;
  }
  board.dice = std::move(dice);
}

/// What the user has to know of a board that is seen, but not where markers and table file put it: whether squares of
/// another size would lie there.
std::string whyNotOnTable(const cv::Mat& image_bgr, const BoardRequest& request) {
  // A board whose thickness is not known is taken for a thin one, and its squares for some percent larger.
  const bool height_known = request.known.thickness_mm.has_value();
  const double worth_saying = height_known ? 0.003 : 0.1; // of a square
  if (request.known.square_mm) {
    BoardRequest any_size = request;
    any_size.known.square_mm.reset();
    const auto fits = findBoard(image_bgr, any_size);
    if (fits && std::abs(fits->view.square_mm / *request.known.square_mm - 1.0) > worth_saying) {
      std::ostringstream out;
      out << std::fixed << std::setprecision(height_known ? 2 : 0) << "Between the markers the board's squares measure "
          << (height_known ? "" : "about ") << fits->view.square_mm << " mm and not " << *request.known.square_mm
          << ", so the table frame is that of the board itself; measure a square"
          << (height_known ? ", and how thick the board is, and mend square_mm or thickness_mm in [board] of the table "
                             "file, or leave one of them out."
                           : " and mend square_mm in [board] of the table file, or leave it out.");
      return out.str();
    }
  }
  return "The board is seen, but not where the markers put it, so the table frame is that of the board itself; uncover "
         "the markers wholly, or measure the table anew with `linesman calibrate table`.";
}

/// What the user has to know of a board that the table file has with a light square at a1, of which neither its men nor
/// its print tell anything: most often it is the picture that is mirrored.
std::string whyLightCorner(const FoundBoard& found, const KnownBoard& known) {
  if (found.dark_corner || found.light != BoardLight::brightness || hasBoardFile(known.definition))
    return {};
  return "By the table file's `" + std::string(known.coordinates ? "coordinates" : "heading_deg") +
         "` a1 is a light square: mend it, turn the board by a quarter, or switch mirroring off in the camera's "
         "settings.";
}

std::vector<std::pair<int, int>> squaresInPicture(const BoardView& view) {
  constexpr double wholly = 0.9;
  std::vector<std::pair<int, int>> squares;
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file)
      if (view.shareInPicture(file, rank) > wholly)
        squares.emplace_back(file, rank);
  return squares;
}

std::ptrdiff_t menAmong(const std::vector<SquareReading>& readings) {
  constexpr double surely = 0.05; // of an empty square
  return std::ranges::count_if(readings, [](const SquareReading& reading) { return reading.p[0] < surely; });
}

/// What the user has to know where the board tells another corner for a1 than the table file; empty where they agree.
std::string whyOtherCorner(const CornerTeller::Turn& told, const KnownBoard& known) {
  if (told.quarters == 0)
    return "";
  const std::string by =
      told.by == CornerTeller::By::print ? "by the coordinates printed on it" : "by where the men stand";
  return "The board lies " + std::string(told.quarters == 2 ? "half a turn" : "a quarter turn") +
         " otherwise than the table file's `" + (known.coordinates ? "coordinates" : "heading_deg") + "` has it, " +
         by + "; a1 was taken there.";
}

} // namespace

void BoardStage::reset() {
  lose();
  boards_found_ = 0;
  if (reader_)
    reader_->corner().forgetPrint();
}

void BoardStage::noteRest(double t_s, bool hand) {
  constexpr double one_by_one_s = 0.4, rest_s = 0.2;
  const bool one_by_one = last_s_ && t_s - *last_s_ >= one_by_one_s;
  last_s_ = t_s;
  if (hand) {
    rest_since_s_.reset();
    return;
  }
  if (!rest_since_s_ || reader_->squares().reread() > 0) {
    rest_since_s_ = t_s;
    remembered_ = false;
  }
  if (remembered_ || !(one_by_one || t_s - *rest_since_s_ >= rest_s))
    return;
  reader_->rememberMen();
  remembered_ = true;
}

void BoardStage::lose() {
  found_.reset();
  rest_since_s_.reset();
  alone_ = 0;
  dice_.forget();
  if (reader_)
    reader_->squares().forget();
}

FoundBoard BoardStage::checked(FoundBoard followed, const cv::Mat& image_bgr, const BoardRequest& request,
                               bool by_hand) {
  // Hands cover lines, but of a board that is seen from elsewhere some are met by chance as well, and most where it
  // shifted by a square.
  constexpr double plain_share = 0.5, plainly_more = 0.15, more = 0.02;
  constexpr int trusted = 10; // pictures
  trusted_ = std::max(0, trusted_ - 1);
  anew_ = false;
  if (!by_hand && (followed.share >= plain_share || trusted_ > 0))
    return followed;
  auto anew = findBoard(image_bgr, request);
  anew_ = anew && anew->share > followed.share + (by_hand ? more : plainly_more);
  if (anew_)
    return std::move(*anew);
  trusted_ = trusted;
  return followed;
}

Result<FoundBoard> BoardStage::locate(const cv::Mat& image_bgr, const KnownBoard& known,
                                      const std::optional<Lens>& lens, const std::optional<TableRegistration>& table,
                                      bool by_hand) {
  const auto size = boardSize(known.definition);
  if (!size)
    return tl::unexpected(size.error());
  constexpr int most_alone = 60; // pictures; then the markers may have been uncovered
  const BoardRequest request{lens, table, known, size->first, size->second};
  BoardRequest by_itself = request;
  by_itself.table.reset();
  const bool alone = table && alone_ > 0;
  const BoardRequest& followed_by = alone ? by_itself : request;
  if (found_ && found_->view.lens.width_px == image_bgr.cols && found_->view.lens.height_px == image_bgr.rows &&
      alone_ < most_alone)
    if (auto followed = followBoard(image_bgr, followed_by, *found_)) {
      alone_ += alone ? 1 : 0;
      return checked(std::move(*followed), image_bgr, followed_by, by_hand);
    }
  trusted_ = 0;
  alone_ = 0;
  anew_ = true;
  auto found = findBoard(image_bgr, request);
  if (!found && table &&
      table->registration.from == Registration::From::markers) // it may be they that are seen wrongly
    if (auto seen = findBoard(image_bgr, by_itself)) {
      seen->registration.warning = sentences(whyNotOnTable(image_bgr, request), seen->registration.warning);
      alone_ = 1;
      return seen;
    }
  if (!found)
    lose();
  return found;
}

std::string BoardStage::whyOtherSet(const cv::Mat& image_bgr, const SeenBoard& board, const BoardView& view) {
  constexpr std::ptrdiff_t least_tokens = 3, least_men = 5, few = 4;
  const bool tokens_expected = piece_set_ == "tokens";
  if (std::ssize(board.pieces) > (tokens_expected ? 0 : few) || (!anew_ && set_warning_.empty()))
    return {};
  if (tokens_expected)
    return menAmong(reader_->squares().read(image_bgr, view, squaresInPicture(view))) < least_men
               ? ""
               : "No printed token is read, though men seem to stand on the board: bring the camera nearer, or, where "
                 "these are chessmen, write set = \"staunton\" in [pieces] of the table file.";
  const auto tokens =
      std::ranges::count_if(readTokens(image_bgr, view), [](const ReadToken& token) { return token.file >= 0; });
  return tokens < std::max(least_tokens, 2 * std::ssize(board.pieces))
             ? ""
             : "Printed tokens lie on the board, which are not read as such: write set = \"tokens\" in [pieces] of a "
               "table file.";
}

SeenBoard BoardStage::read(const cv::Mat& image_bgr, const KnownBoard& known, bool table_known, FoundBoard& found) {
  if (anew_) {
    reader_->corner().lookAtPrint();
    file_decides_ = found.orientation_known;
    corner_warning_.clear();
    ++boards_found_;
  }
  if (file_decides_ && !table_known && boards_found_ > 1)
    found.orientation_known = false; // the file's corner lies near left, and the camera may have been carried
  reader_->corner().doubt(file_decides_);
  SeenBoard board = reader_->read(image_bgr, found);
  if (const auto& told = reader_->corner().told(); told && file_decides_) {
    file_decides_ = false;
    corner_warning_ = whyOtherCorner(*told, known);
  }
  if (const auto& told = reader_->corner().told();
      told && told->by == CornerTeller::By::start && !found.dark_corner && found.light == BoardLight::brightness)
    corner_warning_ = sentences(corner_warning_, "By where the men stand a1 is a light square: turn the board by a "
                                                 "quarter, or switch mirroring off in the camera's settings.");
  set_warning_ = whyOtherSet(image_bgr, board, found.view);
  return board;
}

Result<BoardStage::Answer> BoardStage::process(const cv::Mat& image_bgr, const KnownBoard& known,
                                               const std::optional<Lens>& lens,
                                               const std::optional<TableRegistration>& table,
                                               const std::vector<DiePlace>& die_places, bool by_hand,
                                               const std::vector<TableMarker>& markers) {
  if (!reader_) {
    auto loaded = BoardReader::load(piece_set_);
    if (!loaded)
      return tl::unexpected(loaded.error());
    reader_.emplace(std::move(*loaded));
    reader_->spreadBeside(watches_);
    cities_of_.reset();
  }
  if (cities_of_ != known.definition) {
    reader_->useCities(cityPlaces(known.definition));
    reader_->expectPrint(hasBoardFile(known.definition));
    reader_->expectOffChequer(offChequer(known.definition));
    cities_of_ = known.definition;
  }
  auto found = locate(image_bgr, known, lens, table, by_hand);
  if (!found)
    return tl::unexpected(found.error());
  reader_->knowMarkers(table ? usedOf(markers, *table) : std::vector<TableMarker>{});
  Answer answer;
  answer.board = read(image_bgr, known, table.has_value(), *found);
  answer.board.square_known = known.square_mm || found->registration.from != Registration::From::board;
  if (reader_->corner().mirrored()) {
    lose();
    return fail("The picture is mirrored, for the coordinates printed on the board read backwards: squares would be "
                "named wrongly; switch mirroring off in the camera's settings, and give pictures as they were taken.");
  }
  if (!die_places.empty() && piece_set_ == "tokens") // other sets' dice are read with their men
    placeDice(answer.board, dice_.read(image_bgr, found->view, die_places));
  answer.registration = found->registration;
  answer.registration.warning =
      sentences(sentences(found->registration.warning, file_decides_ ? whyLightCorner(*found, known) : corner_warning_),
                set_warning_);
  answer.lens = found->view.lens;
  answer.unseen_mm = hiddenSquares(*found, reader_->readings(), answer.board.dice);
  found_ = std::move(*found);
  return answer;
}

std::vector<TablePolygon> BoardStage::arms(const cv::Mat& image_bgr) const {
  std::vector<TablePolygon> polygons;
  for (const auto& arm : armsOverBoard(image_bgr, found_->view, reader_->readings()))
    polygons.push_back(onTable(*found_, arm));
  return polygons;
}

std::vector<TablePolygon> BoardStage::squaresUnder(const std::vector<std::vector<cv::Point>>& outlines) const {
  std::vector<TablePolygon> polygons;
  if (outlines.empty())
    return polygons;
  const BoardView& view = found_->view;
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file) {
      const Eigen::Vector2d at = view.pixel(view.centre_mm(file, rank));
      const cv::Point2f middle(static_cast<float>(at.x()), static_cast<float>(at.y()));
      if (std::ranges::any_of(outlines,
                              [&](const auto& outline) { return cv::pointPolygonTest(outline, middle, false) >= 0.0; }))
        polygons.push_back(squareOnTable(*found_, file, rank));
    }
  return polygons;
}

Result<TableRegistration> BoardStage::registration(const cv::Mat& image_bgr, const KnownBoard& known,
                                                   const std::optional<Lens>& lens, bool by_hand) {
  auto found = locate(image_bgr, known, lens, std::nullopt, by_hand);
  if (!found)
    return tl::unexpected(found.error());
  found_ = std::move(*found);
  TableRegistration registration;
  registration.lens = found_->view.lens;
  registration.registration = found_->registration;
  return registration;
}

} // namespace linesman
