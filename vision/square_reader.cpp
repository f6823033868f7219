#include "vision/square_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <opencv2/imgproc.hpp>

#include "models/data_path.h"
#include "vision/square_crop.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;
constexpr const char* kinds[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};

/// Sums of a picture's or a difference's blocks of 12 x 12 pixels, by colour.
constexpr int block = 12, across = Shape::width_px / block, down = Shape::height_px / block;
using BlockSums = std::array<std::array<std::array<int, 3>, across>, down>;

/// Whether any window of 24 x 24 pixels in `part`, in steps of 12, has another mean colour than before: noise and the
/// blotches that JPEG leaves hardly move means of that size, a man who came or went moves them by ten times as much.
/// `share` of the range tells one from the other.
bool looksDifferent(const cv::Mat& now, const cv::Mat& before, const cv::Rect& part, double share) {
  const int enough = static_cast<int>(share * 255 * 4 * block * block);
  constexpr int numbers = 3 * Shape::width_px;
  BlockSums sums{};
  for (int row = 0; row < down; ++row) {
    std::array<std::int16_t, numbers> columns{}; // twelve differences of bytes fit
    for (int y = row * block; y < (row + 1) * block; ++y) {
      const auto *a = now.ptr<uchar>(y), *b = before.ptr<uchar>(y);
      for (std::size_t k = 0; k < numbers; ++k)
        columns[k] = static_cast<std::int16_t>(columns[k] + a[k] - b[k]);
    }
    for (std::size_t k = 0; k < numbers; ++k)
      sums[static_cast<std::size_t>(row)][k / (3 * block)][k % 3] += columns[k];
  }
  for (std::size_t y = 0; y + 1 < down; ++y)
    for (std::size_t x = 0; x + 1 < across; ++x) {
      if (!part.contains({block * (static_cast<int>(x) + 1), block * (static_cast<int>(y) + 1)}))
        continue;
      for (std::size_t c = 0; c < 3; ++c)
        if (std::abs(sums[y][x][c] + sums[y][x + 1][c] + sums[y + 1][x][c] + sums[y + 1][x + 1][c]) > enough)
          return true;
    }
  return false;
}

/// Mean colours of nine tiles of 12 x 12 pixels around the foot: row by row, blue green red.
void describeFoot(const cv::Mat& colours, std::array<std::uint8_t, 27>& look) {
  constexpr int tile = 12;
  std::size_t at = 0;
  for (int y = Shape::foot_y_px - 2 * tile; y < Shape::foot_y_px + tile; y += tile)
    for (int x = Shape::foot_x_px - 3 * tile / 2; x < Shape::foot_x_px + 3 * tile / 2; x += tile)
      for (int c = 0; c < 3; ++c) {
        int sum = 0;
        for (int v = 0; v < tile; ++v)
          for (int u = 0; u < tile; ++u)
            sum += colours.at<cv::Vec3b>(y + v, x + u)[c];
        look[at++] = static_cast<std::uint8_t>(sum / (tile * tile));
      }
}

/// A picture's mean colours by 8 x 8 pixels: where none of them has changed, no crop needs to be looked at.
class Blocks {
public:
  explicit Blocks(const cv::Mat& image) {
    const cv::Size size(image.cols / edge, image.rows / edge);
    if (!size.empty())
      cv::resize(image({0, 0, size.width * edge, size.height * edge}), means_, size, 0, 0, cv::INTER_AREA);
  }
  /// The blocks that cover pixels of `part`.
  cv::Rect around(const cv::Rect& part) const {
    return cv::Rect(cv::Point(part.x / edge, part.y / edge),
                    cv::Point(part.br().x / edge + 1, part.br().y / edge + 1)) &
           cv::Rect({}, means_.size());
  }
  cv::Mat of(const cv::Rect& at) const { return means_(at).clone(); }
  bool same(const cv::Rect& at, const cv::Mat& before) const {
    constexpr double enough = 3.0; // grey levels; windows of many blocks have to change by more than twice as much
    return !at.empty() && cv::norm(means_(at), before, cv::NORM_INF) < enough;
  }

private:
  static constexpr int edge = 8;
  cv::Mat means_;
};

/// What of a square's column has to look different, and by how much of the range, before it is read again.
struct Watched {
  Upright thing;
  double enough = 0.03;
};

/// Where the last `answers` told of a man he keeps off the neighbours, and if they were sure of his kind he is no
/// taller than the tallest of it. When he leaves or another comes, that part changes by far more than by the shadows of
/// men who move nearby.
Watched watched(const std::vector<float>& answers) {
  constexpr std::array<double, 6> tallest{2.0, 1.8, 1.3, 1.5, 1.4, 1.1};
  constexpr double sure = 0.9, half_width = 0.46, more_than_shadow = 0.05;
  if (answers.empty())
    return {};
  const SquareReading reading = readingOf(answers);
  if (reading.occupied() < sure)
    return {};
  const auto best = static_cast<std::size_t>(reading.best());
  return {{reading.p[best] < sure ? Upright{}.tallest : tallest[(best - 1) % 6], half_width}, more_than_shadow};
}

double logistic(float v) {
  return 1.0 / (1.0 + std::exp(-static_cast<double>(v)));
}

/// A square that the screen found plainly empty.
SquareReading plainSquare(const Eigen::Vector2d& nominal_mm) {
  constexpr double sure = 0.9995;
  SquareReading reading;
  reading.p.fill((1.0 - sure) / (square_class_count - 1));
  reading.p[0] = sure;
  reading.seen = sure;
  reading.foot_mm = nominal_mm;
  reading.plain = true;
  return reading;
}

/// `answers`: of the network, or none for a plain square. The colour of the man's body is not told.
SquareReading decode(const std::vector<float>& answers, const BoardView& view, const Eigen::Vector2d& nominal_mm) {
  if (answers.empty())
    return plainSquare(nominal_mm);
  SquareReading reading = readingOf(answers);
  const Eigen::Vector2d away = (nominal_mm - view.eye_mm().head<2>()).normalized(), right(away.y(), -away.x());
  const Eigen::Vector2d offset_mm = footOffset(answers) * view.square_mm;
  reading.foot_mm = nominal_mm + right * offset_mm.x() + away * offset_mm.y();
  return reading;
}

std::vector<const float*> pointersTo(const std::vector<std::vector<float>>& crops,
                                     const std::vector<std::size_t>& which) {
  std::vector<const float*> pointers;
  for (const std::size_t k : which)
    pointers.push_back(crops[k].data());
  return pointers;
}

/// Whether the camera sees the spot of the view's plane.
bool inPicture(const BoardView& view, const Eigen::Vector2d& spot_mm) {
  const Eigen::Vector2d p = view.pixel(spot_mm);
  return p.x() >= 0.0 && p.y() >= 0.0 && p.x() < view.lens.width_px && p.y() < view.lens.height_px;
}

} // namespace

Eigen::Vector2d footOffset(const std::vector<float>& answers) {
  const auto offset = [&](std::size_t k) { return std::clamp(static_cast<double>(answers[k]), -0.35, 0.35); };
  return {offset(SquareNetwork::foot), offset(SquareNetwork::foot + 1)};
}

SquareReading readingOf(const std::vector<float>& answers) {
  const float* out = answers.data();
  SquareReading reading;
  const float most = *std::max_element(out, out + square_class_count);
  double sum = 0.0;
  for (std::size_t k = 0; k < square_class_count; ++k)
    sum += reading.p[k] = std::exp(static_cast<double>(out[k] - most));
  for (double& p : reading.p)
    p /= sum;
  double* flags[] = {&reading.seen, &reading.turned, &reading.rider, &reading.low,
                     &reading.high, &reading.crown,  &reading.die,   &reading.ring};
  for (std::size_t k = 0; k < 8; ++k)
    *flags[k] = logistic(out[square_class_count + k]);
  std::copy_n(out + SquareNetwork::answers, SquareNetwork::features, reading.feature.begin());
  std::copy_n(out + SquareNetwork::answers + SquareNetwork::features, SquareNetwork::tokens, reading.token.begin());
  return reading;
}

std::string kindOfClass(int square_class) {
  return square_class <= 0 ? "" : kinds[(square_class - 1) % 6];
}

std::string sideOfClass(int square_class) {
  return square_class <= 0 ? "" : square_class <= 6 ? "light" : "dark";
}

int classOf(const std::string& side, const std::string& kind) {
  for (int k = 0; k < 6; ++k)
    if (kind == kinds[k])
      return side == "light" ? k + 1 : side == "dark" ? k + 7 : 0;
  return 0;
}

int SquareReading::best() const {
  return static_cast<int>(std::max_element(p.begin(), p.end()) - p.begin());
}

Result<SquareReader> SquareReader::load() {
  const auto path = findData("models/detectors/squares.onnx");
  if (!path)
    return tl::unexpected(path.error());
  return load(*path);
}

Result<SquareReader> SquareReader::load(const std::filesystem::path& onnx) {
  auto network = SquareNetwork::load(onnx);
  if (!network)
    return tl::unexpected(network.error());
  return SquareReader(std::move(*network));
}

std::vector<SquareReading> SquareReader::readAll(const cv::Mat& image_bgr, const BoardView& view) {
  std::vector<std::pair<int, int>> squares;
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file)
      squares.emplace_back(file, rank);
  return read(image_bgr, view, squares);
}

std::vector<SquareReading> SquareReader::read(const cv::Mat& image_bgr, const BoardView& view,
                                              const std::vector<std::pair<int, int>>& squares) {
  std::vector<Eigen::Vector2d> feet;
  for (const auto& [file, rank] : squares)
    feet.push_back(view.centre_mm(file, rank));
  std::vector<SquareReading> readings = readAt(image_bgr, view, feet);
  for (std::size_t k = 0; k < readings.size(); ++k) {
    readings[k].file = squares[k].first;
    readings[k].rank = squares[k].second;
  }
  return readings;
}

std::vector<SquareReading> SquareReader::readAt(const cv::Mat& image_bgr, const BoardView& view,
                                                const std::vector<Eigen::Vector2d>& feet_mm) {
  const CropSource source = prepareCrops(image_bgr, view, feet_mm);
  std::vector<float> crops(feet_mm.size() * Shape::numbers);
  std::vector<const float*> pointers;
  for (std::size_t k = 0; k < feet_mm.size(); ++k) {
    cropColumn(source, feet_mm[k], crops.data() + k * Shape::numbers);
    pointers.push_back(crops.data() + k * Shape::numbers);
  }
  std::vector<SquareReading> readings;
  const auto answers = network_.readTogether(network_.readTwice(pointers));
  for (std::size_t k = 0; k < feet_mm.size(); ++k) {
    readings.push_back(decode(answers[k], view, feet_mm[k]));
    readings.back().body = bodyColour(pointers[k], footOffset(answers[k]));
  }
  return readings;
}

/// A picture made ready, and where its squares and the places beside the board lie in it, squares first.
struct SquareReader::Look {
  Look(const cv::Mat& image_bgr, const BoardView& view, const PlacesBeside& beside)
      : board(prepareCrops(image_bgr, view, beside.feet_mm)), table{board.image, board.view.lowered(beside.below_mm)},
        squares(static_cast<std::size_t>(view.columns * view.rows)), at_once(beside.at_once) {
    for (int rank = 0; rank < view.rows; ++rank)
      for (int file = 0; file < view.columns; ++file)
        feet_mm.push_back(view.centre_mm(file, rank));
    feet_mm.insert(feet_mm.end(), beside.feet_mm.begin(), beside.feet_mm.end());
  }
  const CropSource& source(std::size_t place) const { return place < squares ? board : table; }

  CropSource board, table;
  std::size_t squares;
  bool at_once;                         ///< see PlacesBeside
  std::vector<Eigen::Vector2d> feet_mm; ///< BoardFrame
};

std::vector<SquareReading> SquareReader::readChanged(const cv::Mat& image_bgr, const BoardView& view,
                                                     const PlacesBeside& beside) {
  const Look look(image_bgr, view, beside);
  const std::vector<std::size_t> changed = changedPlaces(look);
  reread_ = static_cast<int>(std::lower_bound(changed.begin(), changed.end(), look.squares) - changed.begin());
  std::vector<std::vector<float>> crops(look.feet_mm.size());
  for (const std::size_t k : changed) {
    crops[k].resize(Shape::numbers);
    cropPlanes(look.source(k), look.feet_mm[k], places_[k].colours, crops[k].data());
  }
  const auto squares = changed.begin() + reread_;
  readSquares({changed.begin(), squares}, crops);
  readBeside(look, {squares, changed.end()}, crops);
  return tell(look, view, crops);
}

std::vector<std::size_t> SquareReader::changedPlaces(const Look& look) {
  constexpr std::size_t turns = 8; // in which all places beside the board are looked at
  const std::size_t count = look.feet_mm.size();
  const bool fresh = places_.size() != count;
  if (fresh)
    places_.assign(count, {});
  versions_.resize(std::max(versions_.size(), count), 0);
  ++turn_;
  const Blocks blocks(look.board.image);
  std::vector<std::size_t> changed;
  for (std::size_t k = 0; k < count; ++k) {
    const CropSource& source = look.source(k);
    if (k >= look.squares &&
        ((!(fresh && look.at_once) && (k + turn_) % turns != 0) || !inPicture(source.view, look.feet_mm[k])))
      continue;
    Place& place = places_[k];
    const cv::Rect at = blocks.around(croppedPart(source, look.feet_mm[k]));
    if (!place.colours.empty() && at == place.blocks_at && blocks.same(at, place.blocks))
      continue;
    place.blocks_at = at;
    place.blocks = blocks.of(at);
    const cv::Mat colours = cropColours(source, look.feet_mm[k]);
    if (k < look.squares)
      describeFoot(colours, place.look);
    const Watched part = watched(place.answers);
    if (!place.colours.empty() &&
        !looksDifferent(colours, place.colours, ownPart(source, look.feet_mm[k], part.thing), part.enough))
      continue;
    place.colours = colours;
    place.body.reset();
    place.rings.clear();
    ++versions_[k];
    changed.push_back(k);
  }
  return changed;
}

void SquareReader::readSquares(const std::vector<std::size_t>& changed, const std::vector<std::vector<float>>& crops) {
  constexpr float surely_plain = 5.0F;
  const std::vector<std::size_t> busy = notPlain(changed, crops, surely_plain);
  std::vector<std::vector<float>> before;
  for (const std::size_t k : busy)
    before.push_back(places_[k].answers);
  for (const std::size_t k : changed)
    places_[k].answers.clear();
  auto answers = network_.readTwice(pointersTo(crops, busy), before);
  for (std::size_t n = 0; n < busy.size(); ++n)
    places_[busy[n]].answers = std::move(answers[n]);
}

void SquareReader::readBeside(const Look& look, const std::vector<std::size_t>& changed,
                              std::vector<std::vector<float>>& crops) {
  constexpr float bare = 1.0F; // most places are, and a man there is of less weight
  constexpr double perhaps_a_man = 0.5;
  const BoardView& view = look.table.view;
  for (const std::size_t k : changed) {
    places_[k].answers.clear();
    places_[k].moved_mm.setZero();
  }
  const std::vector<std::size_t> busy = notPlain(changed, crops, bare);
  auto answers = network_.readAlone(pointersTo(crops, busy));
  std::vector<std::size_t> men;
  for (std::size_t n = 0; n < busy.size(); ++n) {
    const std::size_t k = busy[n];
    const SquareReading reading = decode(answers[n], view, look.feet_mm[k]);
    places_[k].answers = std::move(answers[n]);
    if (reading.occupied() < perhaps_a_man)
      continue;
    places_[k].moved_mm = reading.foot_mm - look.feet_mm[k];
    cropColumn(look.table, reading.foot_mm, crops[k].data());
    men.push_back(k);
  }
  answers = network_.readAlone(pointersTo(crops, men));
  for (std::size_t n = 0; n < men.size(); ++n)
    places_[men[n]].answers = std::move(answers[n]);
}

std::vector<std::size_t> SquareReader::notPlain(const std::vector<std::size_t>& places,
                                                const std::vector<std::vector<float>>& crops, float limit) {
  if (!screen_)
    return places;
  const std::vector<bool> plain = network_.plain(pointersTo(crops, places), limit);
  std::vector<std::size_t> busy;
  for (std::size_t n = 0; n < places.size(); ++n)
    if (!plain[n])
      busy.push_back(places[n]);
  return busy;
}

std::vector<SquareReading> SquareReader::tell(const Look& look, const BoardView& view,
                                              const std::vector<std::vector<float>>& crops) {
  constexpr double perhaps_a_man = 0.3;
  std::vector<std::vector<float>> answers;
  for (const Place& place : places_)
    answers.push_back(place.answers);
  answers = network_.readTogether(std::move(answers));
  std::vector<SquareReading> readings;
  std::vector<float> again(Shape::numbers);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    Place& place = places_[k];
    readings.push_back(decode(answers[k], view, look.feet_mm[k] + place.moved_mm));
    SquareReading& reading = readings.back();
    const int at = static_cast<int>(k);
    const bool on_board = k < look.squares;
    reading.file = on_board ? at % view.columns : -1;
    reading.rank = on_board ? at / view.columns : -1;
    reading.version = versions_[k];
    reading.look = place.look;
    if (answers[k].empty())
      continue;
    const bool ring = on_board && place.rings.empty() && reading.occupied() > perhaps_a_man;
    if (!place.body || ring) {
      const float* crop = crops[k].data();
      if (crops[k].empty()) {
        cropPlanes(look.source(k), look.feet_mm[k], place.colours, again.data());
        crop = again.data();
      }
      const Eigen::Vector2d foot = footOffset(answers[k]);
      if (!place.body)
        place.body = bodyColour(crop, foot);
      if (ring)
        place.rings = ringSteps(crop, foot);
    }
    reading.body = *place.body;
    reading.rings = place.rings;
  }
  return readings;
}

} // namespace linesman
