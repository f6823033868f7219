#include "vision/board_reader.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

#include <opencv2/imgproc.hpp>

#include "models/data_path.h"
#include "vision/band_reader.h"
#include "vision/beside_board.h"
#include "vision/covered_squares.h"
#include "vision/die_network.h"
#include "vision/start_array.h"
#include "vision/token_reader.h"
#include "vision/unlike_squares.h"

namespace linesman {

namespace {

/// Of a square in the picture: what is seen less is not told of.
constexpr double least_share_seen = 0.5;
/// That a square is empty of which nothing is known.
constexpr double chance_unknown = 0.5;

Eigen::Vector2d onTable(const FoundBoard& found, const Eigen::Vector2d& board_mm) {
  return (found.table_from_board * Point2<BoardFrame>{board_mm}).xy;
}

/// A man that may stand on a square, with its probability.
struct Claim {
  BoardMan man; ///< kind and side empty: nothing stands there
  double p = 0.0;
};

std::vector<Claim> claimsOf(const SquareReading& reading, const TaughtSet* taught) {
  std::vector<Claim> claims;
  if (taught)
    for (std::size_t m = 0; m < reading.taught.size(); ++m)
      claims.push_back({taught->men()[m], reading.taught[m]});
  else
    for (int k = 0; k < square_class_count; ++k)
      claims.push_back({{kindOfClass(k), sideOfClass(k)}, reading.p[static_cast<std::size_t>(k)]});
  return claims;
}

/// `claims`: the empty square first.
const Claim& likeliestMan(const std::vector<Claim>& claims) {
  return *std::max_element(claims.begin() + 1, claims.end(), [](const Claim& a, const Claim& b) { return a.p < b.p; });
}

/// `claims`: the empty square first.
SeenBoardPiece pieceOf(const FoundBoard& found, const SquareReading& reading, const std::vector<Claim>& claims,
                       const MansBands& bands) {
  SeenBoardPiece piece;
  const Claim& best = likeliestMan(claims);
  piece.square = squareName(reading.file, reading.rank);
  piece.kind = best.man.kind;
  piece.side = best.man.side;
  piece.p = best.p;
  piece.centre_mm = onTable(found, reading.foot_mm);
  piece.hidden = reading.seen < 0.3;
  if (bands.low)
    piece.bands.emplace_back("low");
  if (bands.high)
    piece.bands.emplace_back("high");
  if (bands.crown)
    piece.bands.emplace_back("crown");
  if (piece.kind == "rook") {
    piece.turned = reading.turned > 0.5;
    if (reading.rider > 0.5)
      piece.rider = "pawn";
  }
  for (const Claim& claim : claims)
    if (&claim != &best && claim.p >= 0.005)
      piece.alternatives[claim.man.kind.empty() ? "empty" : claim.man.side + " " + claim.man.kind] = claim.p;
  return piece;
}

/// Those of `squares` that something covers. Print makes a board's squares unlike each other, so there only what also
/// hides the lines around them is told, and what lies beside that: of a token that is half hidden no code is read.
std::vector<std::pair<int, int>> coveredAmong(const cv::Mat& image_bgr, const BoardView& view, bool printed,
                                              const std::set<std::pair<int, int>>& off_chequer,
                                              std::vector<std::pair<int, int>> squares) {
  if (!printed)
    return unlikeSquares(image_bgr, view, squares);
  std::vector<bool> empty(static_cast<std::size_t>(view.columns * view.rows), false);
  for (const auto& [file, rank] : squares)
    empty[view.placeOf(file, rank)] = true;
  const std::vector<bool> covered = coveredSquares(image_bgr, view, empty, off_chequer);
  std::erase_if(squares, [&](const auto& square) {
    return std::ranges::none_of(view.placesAround(square.first, square.second),
                                [&](std::size_t place) { return covered[place]; });
  });
  return squares;
}

/// Printed tokens: their markers tell everything. Gives the squares whose content cannot be told: something lies there
/// that is no readable token, or they are not in the picture.
std::set<std::pair<int, int>> addTokens(const cv::Mat& image_bgr, const FoundBoard& found, bool printed,
                                        const std::set<std::pair<int, int>>& off_chequer, SeenBoard& board) {
  constexpr double read_right = 0.999; // a code of 16 bits that is in the dictionary and among the tokens
  std::set<std::pair<int, int>> unread, with_token;
  for (const ReadToken& token : readTokens(image_bgr, found.view, token_thickness_mm, &unread)) {
    if (token.file < 0) {
      board.off_board.push_back({token.man.kind, token.man.side, onTable(found, token.centre_mm)});
      continue;
    }
    with_token.emplace(token.file, token.rank);
    SeenBoardPiece piece;
    piece.square = squareName(token.file, token.rank);
    piece.kind = token.man.kind;
    piece.side = token.man.side;
    piece.p = read_right;
    piece.bands = token.bands;
    piece.centre_mm = onTable(found, token.centre_mm);
    board.pieces.push_back(std::move(piece));
  }
  std::vector<std::pair<int, int>> others;
  for (int rank = 0; rank < found.view.rows; ++rank)
    for (int file = 0; file < found.view.columns; ++file)
      if (found.view.shareInPicture(file, rank) < least_share_seen)
        unread.emplace(file, rank);
      else if (!with_token.contains({file, rank}))
        others.emplace_back(file, rank);
  std::ranges::copy(coveredAmong(image_bgr, found.view, printed, off_chequer, std::move(others)),
                    std::inserter(unread, unread.end()));
  return unread;
}

/// A die stands there: the square network may take it for a man.
void makeEmpty(SquareReading& reading) {
  reading.p.fill(0.0);
  reading.p[0] = 1.0;
  std::fill(reading.taught.begin(), reading.taught.end(), 0.0);
  if (!reading.taught.empty())
    reading.taught[0] = 1.0;
}

/// Nothing is told of a square but that a man stands there whose upper part is seen.
void forget(SquareReading& reading) {
  reading.seen = reading.ring = 0.0;
  for (const auto chances : {std::span<double>(reading.p), std::span<double>(reading.taught)})
    if (!chances.empty() && chances[0] > chance_unknown) {
      std::ranges::fill(chances, (1.0 - chance_unknown) / static_cast<double>(chances.size() - 1));
      chances[0] = chance_unknown;
    }
}

/// Squares that lie outside the picture for more than half, and those taken for empty that something covers.
void forgetUnseen(const cv::Mat& image_bgr, const BoardView& view, const std::set<std::pair<int, int>>& off_chequer,
                  std::vector<SquareReading>& readings) {
  std::vector<bool> empty;
  for (const SquareReading& reading : readings)
    empty.push_back(reading.best() == 0);
  const std::vector<bool> covered = coveredSquares(image_bgr, view, empty, off_chequer);
  for (std::size_t k = 0; k < readings.size(); ++k)
    if (covered[k] || view.shareInPicture(readings[k].file, readings[k].rank) < least_share_seen)
      forget(readings[k]);
}

SquareChances chancesOf(const std::vector<SquareReading>& readings) {
  SquareChances chances;
  std::ranges::transform(readings, std::back_inserter(chances), &SquareReading::p);
  return chances;
}

void tell(const SquareChances& chances, std::vector<SquareReading>& readings) {
  for (std::size_t k = 0; k < readings.size(); ++k)
    readings[k].p = chances[k];
}

/// What `begunIn(array)` makes of the squares, over all arrays that the men may have begun in. Where fewer than half of
/// them stand as at the start (`unmoved`) it matters little which.
template <class BegunIn> SquareChances begunInAny(const StartArray& start, double unmoved, const BegunIn& begunIn) {
  constexpr double arrayed = 0.5;
  if (unmoved < arrayed)
    return begunIn(start);
  const std::vector<LikelyArray> arrays = likelyArrays(begunIn(StartArray(start.size(), 0)), start);
  SquareChances sum(start.size());
  for (const LikelyArray& one : arrays) {
    const SquareChances chances = begunIn(one.start);
    for (std::size_t s = 0; s < sum.size(); ++s)
      for (std::size_t k = 0; k < sum[s].size(); ++k)
        sum[s][k] += one.p * chances[s][k];
  }
  return sum;
}

} // namespace

SeenBoard assembleBoard(const FoundBoard& found, const std::vector<SquareReading>& readings, const TaughtSet* taught) {
  SeenBoard board;
  board.columns = found.view.columns;
  board.rows = found.view.rows;
  board.square_mm = found.view.square_mm;
  board.table_from_board = found.table_from_board;
  board.thickness_mm = found.thickness_mm;
  board.orientation_known = found.orientation_known;
  const std::vector<MansBands> bands = bandsOf(readings);
  for (std::size_t k = 0; k < readings.size(); ++k) {
    const SquareReading& reading = readings[k];
    const auto claims = claimsOf(reading, taught);
    const double empty = claims.front().p;
    board.looks[squareName(reading.file, reading.rank)] = {empty, {reading.look.begin(), reading.look.end()}};
    if (empty < 0.5)
      board.pieces.push_back(pieceOf(found, reading, claims, bands[k]));
    else if (reading.ring > 0.5)
      board.rings.push_back(squareName(reading.file, reading.rank));
  }
  return board;
}

Result<BoardReader> BoardReader::load(const std::string& piece_set) {
  auto squares = SquareReader::load();
  if (!squares)
    return tl::unexpected(squares.error());
  auto likeness = SetLikeness::load(squares->fingerprint());
  if (!likeness)
    return tl::unexpected(likeness.error());
  if (const auto& dice = DieNetwork::shipped(); !dice)
    return tl::unexpected(dice.error());
  if (const auto& bands = BandNetwork::shipped(); !bands)
    return tl::unexpected(bands.error());
  const auto coordinates = findData("models/detectors/signs.onnx");
  auto signs = coordinates ? SignNetwork::load(*coordinates) : tl::unexpected(coordinates.error());
  if (!signs)
    return tl::unexpected(signs.error());
  BoardReader reader(std::move(*squares), std::move(*likeness));
  reader.corner_ = CornerTeller(std::move(*signs));
  if (piece_set == "tokens")
    reader.tokens_ = true;
  else if (!piece_set.empty() && piece_set != "staunton" && piece_set != "looney-pyramids") {
    auto taught = TaughtSet::load(piece_set, reader.squares_.fingerprint());
    if (!taught)
      return tl::unexpected(taught.error());
    reader.use(std::move(*taught));
  }
  return reader;
}

void BoardReader::use(std::optional<TaughtSet> taught) {
  taught_ = std::move(taught);
  last_weighed_.reset();
  squares_.screenPlain(!taught_ || taught_->staunton());
  squares_.measureFeet(looksStaunton());
}

SeenBoard BoardReader::read(const cv::Mat& image_bgr, FoundBoard& found) {
  if (tokens_)
    return readTokenBoard(image_bgr, found);
  const auto squares = static_cast<std::ptrdiff_t>(found.view.columns * found.view.rows);
  PlacesBeside places;
  if (!taught_ || taught_->staunton()) // other men would take a look of the large network at every place
    places = placesBeside(found.view, found.thickness_mm);
  places.at_once = beside_at_once_;
  readings_ = squares_.readChanged(image_bgr, found.view, places);
  turned_ = false;
  if (taught_)
    for (SquareReading& reading : readings_)
      taught_->apply(reading);
  std::vector<SquareReading> beside(readings_.begin() + squares, readings_.end());
  readings_.resize(static_cast<std::size_t>(squares));
  if (const int quarters = corner_.turn(image_bgr, found, readings_, readsOrthodoxMen(found.view)); quarters != 0) {
    turned_ = true;
    squares_.forgetMen();
    readings_ = turnReadings(readings_, found.view.columns, found.view.rows, quarters);
    turnFeet(beside, quarters);
    cities_.forget();
  }
  auto marks = cities_.read(image_bgr, found.view, readings_);
  for (const SeenDie& die : marks.dice)
    makeEmpty(*std::find_if(readings_.begin(), readings_.end(), [&](const SquareReading& reading) {
      return squareName(reading.file, reading.rank) == die.square;
    }));
  for (const std::size_t k : menBeside(beside, found.view)) // the men of the box are those on the board and these
    if (!onMarker(found, beside[k].foot_mm))
      readings_.push_back(beside[k]);
  weigh(found, readings_);
  const std::vector<SquareReading> taken(readings_.begin() + squares, readings_.end());
  readings_.resize(static_cast<std::size_t>(squares));
  forgetUnseen(image_bgr, found.view, off_chequer_, readings_);
  const TaughtSet* taught = taught_ ? &*taught_ : nullptr;
  SeenBoard board = assembleBoard(found, readings_, taught);
  for (const SquareReading& reading : taken) {
    const BoardMan man = likeliestMan(claimsOf(reading, taught)).man;
    board.off_board.push_back({man.kind, man.side, onTable(found, reading.foot_mm)});
  }
  board.dice = std::move(marks.dice);
  if (!cities_.empty())
    board.rings = std::move(marks.rings);
  return board;
}

void BoardReader::rememberMen() {
  if (tokens_ || turned_)
    return;
  std::vector<bool> by_change;
  for (const MansBands& bands : bandsOf(readings_))
    by_change.push_back(bands.put_on);
  squares_.rememberMen(by_change);
}

bool BoardReader::onMarker(const FoundBoard& found, const Eigen::Vector2d& foot_mm) const {
  constexpr double covered = 0.85; // of a marker's side from its middle: a man who stands nearer hides a part of it
  return found.registration.from == Registration::From::markers &&
         std::ranges::any_of(markers_, [&](const TableMarker& marker) {
           return (onTable(found, foot_mm) - marker.centre_mm).norm() < covered * marker.size_mm;
         });
}

bool BoardReader::looksStaunton() const {
  return !taught_ || taught_->looksStaunton();
}

bool BoardReader::readsOrthodoxMen(const BoardView& view) const {
  return (!taught_ || taught_->staunton()) && view.columns == 8 && view.rows == 8;
}

void BoardReader::weigh(const FoundBoard& found, std::vector<SquareReading>& readings) {
  constexpr double least_kingless = 0.03; // in a game both sides have their kings, but one may be hidden
  if (!composition_ || (taught_ && !taught_->staunton()))
    return;
  const StartArray start = found.orientation_known ? orthodoxArray(readings, found.view.columns, found.view.rows)
                                                   : StartArray(readings.size(), 0);
  Weighed weighed{{}, start, chancesOf(readings), {}};
  std::ranges::transform(readings, std::back_inserter(weighed.versions), &SquareReading::version);
  if (last_weighed_ && last_weighed_->versions == weighed.versions && last_weighed_->start == weighed.start &&
      last_weighed_->alone == weighed.alone) {
    tell(last_weighed_->told, readings);
  } else {
    SetComposition set = SetComposition::staunton();
    for (const char* side : {"light", "dark"})
      set.lacking[static_cast<std::size_t>(classOf(side, "king"))] =
          std::max(least_kingless, 1.0 - shareUnmoved(weighed.alone, start));
    const auto begunIn = [&](const StartArray& array) {
      std::vector<SquareReading> read = readings;
      if (likeness_ && looksStaunton()) {
        likeness_->apply(read, set, array);
      } else {
        tell(weighedByStart(weighed.alone, array), read);
        applyComposition(read, set);
      }
      return chancesOf(read);
    };
    weighed.told = begunInAny(start, shareUnmoved(weighed.alone, start), begunIn);
    tell(weighed.told, readings);
    last_weighed_ = std::move(weighed);
  }
  for (SquareReading& reading : readings)
    if (taught_)
      taught_->follow(reading);
}

std::vector<std::string> BoardReader::ringsBeside(const cv::Mat& image_bgr, const BoardView& view,
                                                  const std::vector<SeenBoardPiece>& tokens) {
  std::vector<SquareReading> readings(static_cast<std::size_t>(view.columns * view.rows));
  for (SquareReading& reading : readings)
    reading.p[0] = 1.0;
  std::vector<std::pair<int, int>> bare;
  for (const auto& [file, rank] : cities_.squares())
    if (std::ranges::find(tokens, squareName(file, rank), &SeenBoardPiece::square) == tokens.end())
      bare.emplace_back(file, rank);
  for (const SquareReading& reading : squares_.read(image_bgr, view, bare))
    readings[static_cast<std::size_t>(reading.file + reading.rank * view.columns)] = reading;
  cities_.forget(); // tokens come and go without a reading that would tell
  return cities_.read(image_bgr, view, readings).rings;
}

SeenBoard BoardReader::readTokenBoard(const cv::Mat& image_bgr, FoundBoard& found) {
  constexpr int reduced = 4;
  constexpr double same_grey = 10.0; // of an averaged pixel; noise is far below
  constexpr double same_px = 0.5;    // of the board's corners
  constexpr int most_times = 5;      // then it is read again: which tokens a picture's noise spoils is chance
  cv::Mat picture, difference;
  cv::resize(image_bgr, picture, {}, 1.0 / reduced, 1.0 / reduced, cv::INTER_AREA);
  const auto stands = [&](const BoardView& old) {
    for (const auto& [i, j] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
      if ((old.pixel(old.corner_mm(i * old.columns, j * old.rows)) -
           found.view.pixel(found.view.corner_mm(i * old.columns, j * old.rows)))
              .norm() > same_px)
        return false;
    return true;
  };
  corner_.turn(image_bgr, found, {}, false);
  if (last_tokens_ && last_tokens_->times < most_times && last_tokens_->picture.size() == picture.size() &&
      stands(last_tokens_->view)) {
    cv::absdiff(picture, last_tokens_->picture, difference);
    if (cv::norm(difference, cv::NORM_INF) < same_grey) {
      ++last_tokens_->times;
      return last_tokens_->board;
    }
  }
  SeenBoard board = assembleBoard(found, {});
  readings_.clear();
  for (const auto& [file, rank] : addTokens(image_bgr, found, printed_, off_chequer_, board)) {
    SquareReading reading;
    reading.file = file;
    reading.rank = rank;
    reading.seen = 0.0;
    readings_.push_back(reading);
    board.looks[squareName(file, rank)] = {chance_unknown, {}};
  }
  if (!cities_.empty())
    board.rings = ringsBeside(image_bgr, found.view, board.pieces);
  last_tokens_ = ReadBoard{picture, found.view, board};
  return board;
}

} // namespace linesman
