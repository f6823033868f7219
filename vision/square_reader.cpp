#include "vision/square_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <opencv2/imgproc.hpp>

#include "models/data_path.h"
#include "vision/square_change.h"
#include "vision/square_crop.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;

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

/// Whether what was read is there still, in another light: the network was sure of it, and what the screen made of it
/// then it makes of it now (Bhattacharyya's coefficient). A square read as empty must not have changed `unevenly`; of a
/// man whom the screen hardly saw it cannot tell that he has left.
bool sameThing(const std::vector<float>& answers, const SquareGlance& then, const SquareGlance& now, bool unevenly) {
  constexpr double sure = 0.9, clear = 0.8, alike = 0.97, perhaps = 0.1, hardly_seen = 0.25;
  constexpr float marked = 0.25F;    // a band or a rook's turn changes a flag by more
  constexpr float less_plain = 0.7F; // log odds: a die or a band put down makes a square less plain by more
  if (answers.empty())
    return false;
  const SquareReading reading = readingOf(answers);
  const int best = reading.best();
  if (reading.p[static_cast<std::size_t>(best)] < sure)
    return false;
  if (best == 0 ? unevenly || reading.die > perhaps || reading.ring > perhaps || now.plain < then.plain - less_plain
                : reading.seen < clear || then.p[0] > hardly_seen)
    return false;
  double same = 0.0;
  for (std::size_t k = 0; k < then.p.size(); ++k)
    same += std::sqrt(static_cast<double>(then.p[k]) * static_cast<double>(now.p[k]));
  const bool marks =
      std::ranges::equal(then.flags, now.flags, [&](float a, float b) { return std::abs(a - b) < marked; });
  return same >= alike && marks;
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

} // namespace

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
  auto feet = FootNetwork::load(onnx.parent_path() / "feet.onnx");
  if (!feet)
    return tl::unexpected(feet.error());
  return SquareReader(std::move(*network), std::move(*feet));
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
  const auto answers = network_.readTogether(network_.readCarefully(pointers));
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
    for (std::size_t k = 0; k < feet_mm.size(); ++k)
      columns.emplace_back(k < squares ? board : table, feet_mm[k]);
  }
  Look(const Look&) = delete; // the columns look at the pictures
  Look& operator=(const Look&) = delete;

  CropSource board, table;
  std::size_t squares;
  bool at_once;                         ///< see PlacesBeside
  std::vector<Eigen::Vector2d> feet_mm; ///< BoardFrame
  std::vector<CropColumn> columns;
};

std::vector<SquareReading> SquareReader::readChanged(const cv::Mat& image_bgr, const BoardView& view,
                                                     const PlacesBeside& beside) {
  const Look look(image_bgr, view, beside);
  const std::vector<std::size_t> changed = changedPlaces(look);
  reread_ = static_cast<int>(std::lower_bound(changed.begin(), changed.end(), look.squares) - changed.begin());
  std::vector<std::vector<float>> crops(look.feet_mm.size());
  for (const std::size_t k : changed) {
    crops[k].resize(Shape::numbers);
    look.columns[k].planes(places_[k].colours, crops[k].data());
  }
  const auto squares = changed.begin() + reread_;
  readSquares({changed.begin(), squares}, crops);
  readBeside(look, {squares, changed.end()}, crops);
  return tell(look, view, crops);
}

std::vector<std::size_t> SquareReader::changedPlaces(const Look& look) {
  constexpr std::size_t turns = 8; // in which all places beside the board are looked at
  constexpr Upright bare{0.0, 0.46};
  constexpr double by_light = 0.15; // a shadow's edge across a square is no more; a die or a ring put down mostly is
  const std::size_t count = look.feet_mm.size();
  const bool fresh = places_.size() != count;
  if (fresh) {
    forget();
    places_.resize(count);
  }
  versions_.resize(std::max(versions_.size(), count), 0);
  ++turn_;
  const PictureBlocks blocks(look.board.image);
  cv::Mat half; // of the board's picture, which is the table's too, once it is needed
  std::vector<std::size_t> changed;
  for (std::size_t k = 0; k < count; ++k) {
    if (k >= look.squares &&
        ((!(fresh && look.at_once) && (k + turn_) % turns != 0) || !look.table.view.inPicture(look.feet_mm[k])))
      continue;
    Place& place = places_[k];
    const CropColumn& column = look.columns[k];
    const cv::Rect at = blocks.around(column.part());
    if (!place.colours.empty() && at == place.blocks_at && blocks.same(at, place.blocks))
      continue;
    place.blocks_at = at;
    place.blocks = blocks.of(at);
    const bool known = !place.colours.empty();
    if (known && half.empty())
      half = halved(look.board.image);
    const cv::Mat colours = known ? cv::Mat() : column.colours(), // else they are needed only where a place has changed
        coarse = known ? column.coarseColours(half) : halved(colours);
    if (k < look.squares)
      place.look = lookOfFoot(coarse);
    const Watched part = watched(place.answers);
    if (known && !looksDifferent(coarse, place.coarse, column.ownPart(part.thing), part.enough))
      continue;
    place.unevenly = known && changesUnevenly(coarse, place.coarse, column.ownPart(bare), by_light);
    place.colours = known ? column.colours() : colours;
    place.coarse = coarse;
    changed.push_back(k);
  }
  return changed;
}

std::vector<std::optional<SquareGlance>> SquareReader::glancesAt(const std::vector<std::size_t>& places,
                                                                 const std::vector<std::vector<float>>& crops) {
  std::vector<std::optional<SquareGlance>> glances(places.size());
  if (screen_)
    std::ranges::copy(network_.glance(pointersTo(crops, places)), glances.begin());
  return glances;
}

void SquareReader::renew(std::size_t place, const std::optional<SquareGlance>& glance) {
  Place& old = places_[place];
  old.glance = glance;
  old.answers.clear();
  old.moved_mm.setZero();
  old.body.reset();
  old.rings = {};
  old.since.reset();
  old.width = {};
  together_.clear();
  ++versions_[place];
}

void SquareReader::readSquares(const std::vector<std::size_t>& changed, const std::vector<std::vector<float>>& crops) {
  constexpr float surely_plain = 5.0F;
  const auto glances = glancesAt(changed, crops);
  std::vector<std::size_t> busy;
  std::vector<std::vector<float>> before;
  for (std::size_t n = 0; n < changed.size(); ++n) {
    const Place& place = places_[changed[n]];
    if (place.glance && glances[n] && sameThing(place.answers, *place.glance, *glances[n], place.unevenly))
      continue;
    if (!glances[n] || glances[n]->plain <= surely_plain) {
      busy.push_back(changed[n]);
      before.push_back(place.answers);
    }
    renew(changed[n], glances[n]);
  }
  auto answers = network_.readCarefully(pointersTo(crops, busy), before);
  for (std::size_t n = 0; n < busy.size(); ++n)
    places_[busy[n]].answers = std::move(answers[n]);
}

void SquareReader::readBeside(const Look& look, const std::vector<std::size_t>& changed,
                              std::vector<std::vector<float>>& crops) {
  constexpr float bare = 1.0F; // most places are, and a man there is of less weight
  constexpr double perhaps_a_man = 0.5;
  const auto glances = glancesAt(changed, crops);
  std::vector<std::size_t> busy;
  for (std::size_t n = 0; n < changed.size(); ++n) {
    if (!glances[n] || glances[n]->plain <= bare)
      busy.push_back(changed[n]);
    renew(changed[n], glances[n]);
  }
  auto answers = network_.readAlone(pointersTo(crops, busy));
  std::vector<std::size_t> men;
  for (std::size_t n = 0; n < busy.size(); ++n) {
    const std::size_t k = busy[n];
    const SquareReading reading = decode(answers[n], look.table.view, look.feet_mm[k]);
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

std::optional<ManSince> SquareReader::sinceBefore(const Place& place, const SquareReading& reading,
                                                  const CropColumn& column, const float* crop,
                                                  const Eigen::Vector2d& foot_squares) const {
  const auto& was = place.before;
  if (!was || was->best != reading.best())
    return std::nullopt;
  std::vector<float> before(Shape::numbers);
  column.planes(was->colours, before.data());
  return ManSince{was->look, changeOf(crop, foot_squares, before.data(), was->foot_squares)};
}

void SquareReader::rememberMen(const std::vector<bool>& but) {
  for (std::size_t k = 0; k < std::min(but.size(), together_.size()); ++k) {
    Place& place = places_[k];
    if (but[k] || together_[k].empty() || !place.rings.told() ||
        (place.before && place.before->version == versions_[k]))
      continue;
    const SquareReading man = readingOf(together_[k]);
    if (man.best() == 0)
      continue;
    place.before = {versions_[k],
                    man.best(),
                    place.colours,
                    footOffset(together_[k]),
                    {man.low, man.high, man.crown, man.seen, place.rings}};
    place.since.reset();
  }
}

void SquareReader::forgetMen() {
  for (Place& place : places_) {
    place.before.reset();
    place.since.reset();
  }
}

void SquareReader::measureMen(const Look& look, const std::vector<std::vector<float>>& crops,
                              std::vector<SquareReading>& readings) {
  constexpr double perhaps_a_man = 0.3, upright = 0.5;
  std::vector<std::vector<float>> drawn(readings.size()); // crops that were not read now
  std::vector<FootPlace> feet;
  std::vector<std::size_t> whose;
  for (std::size_t k = 0; k < readings.size(); ++k) {
    Place& place = places_[k];
    SquareReading& reading = readings[k];
    if (together_[k].empty())
      continue;
    const bool man = reading.occupied() > perhaps_a_man, ring = man && k < look.squares && !place.rings.told(),
               width = feet_asked_ && man && !place.width.isTold() && reading.turned < upright;
    if (!place.body || ring || width) {
      const float* crop = crops[k].data();
      if (crops[k].empty()) {
        drawn[k].resize(Shape::numbers);
        look.columns[k].planes(place.colours, drawn[k].data());
        crop = drawn[k].data();
      }
      const Eigen::Vector2d foot = footOffset(together_[k]);
      if (!place.body)
        place.body = bodyColour(crop, foot);
      if (ring) {
        place.rings = ringsAround(crop, foot);
        place.since = sinceBefore(place, reading, look.columns[k], crop, foot);
      }
      if (width) {
        feet.push_back({crop, foot});
        whose.push_back(k);
      }
    }
    reading.body = *place.body;
    reading.rings = place.rings;
    reading.since = place.since;
  }
  const std::vector<FootWidth> widths = feet_.read(feet);
  for (std::size_t n = 0; n < whose.size(); ++n)
    places_[whose[n]].width = widths[n];
  for (std::size_t k = 0; k < readings.size(); ++k)
    readings[k].width = places_[k].width;
}

std::vector<SquareReading> SquareReader::tell(const Look& look, const BoardView& view,
                                              const std::vector<std::vector<float>>& crops) {
  if (together_.empty()) {
    for (const Place& place : places_)
      together_.push_back(place.answers);
    together_ = network_.readTogether(std::move(together_));
  }
  std::vector<SquareReading> readings;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const Place& place = places_[k];
    readings.push_back(decode(together_[k], view, look.feet_mm[k] + place.moved_mm));
    SquareReading& reading = readings.back();
    const int at = static_cast<int>(k);
    const bool on_board = k < look.squares;
    reading.file = on_board ? at % view.columns : -1;
    reading.rank = on_board ? at / view.columns : -1;
    reading.version = versions_[k];
    reading.look = place.look;
  }
  measureMen(look, crops, readings);
  return readings;
}

} // namespace linesman
