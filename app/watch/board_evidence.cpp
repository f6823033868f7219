#include "app/watch/board_evidence.h"

#include <algorithm>
#include <cmath>

#include "models/median.h"
#include "vision/board_view.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr double another_kind = 0.05; // of men named with over 0.9 so many are of another kind (tables)
constexpr double steady_power = 6.0;  // two looks of the same square are more alike than their readings alone demand
constexpr double rider_alone = 0.5;   // of a man whose rider hides him: of printed tokens the upper one is read
constexpr double least_log = -7.0;    // one square can always be wrong
constexpr double misread_log = -0.7;  // a man who is named rightly, but looks otherwise than before
constexpr double changed_log = -1.0;  // a square less likely than this has changed
constexpr double contradicted_log = -3.5;
constexpr int most_looks = 6;
// Where a square's colours are told, they say whether it changed, and the reader only what it became.
constexpr double same_anyway = 0.001;  // a shadow or a neighbour's head changes a square's colours too
constexpr double perhaps_nobody = 0.2; // a head behind which nobody stands is perhaps read as somebody
constexpr double same_and_read = 0.04; // a square read as it should be: an arm or its shadow lay over it the last time
constexpr double least_noise_grey = 1.5;
constexpr double most_noise_grey = 6.0;

bool sameMan(const SquareMan* a, const SquareMan* b) {
  return (a == nullptr) == (b == nullptr) && (a == nullptr || *a == *b);
}

/// Whether the reader plainly sees nobody where he plainly saw somebody, or the other way round.
bool cameOrWent(const SquareLook& before, const SquareLook& now) {
  constexpr double plain = 0.9;
  return (before.empty > plain && now.empty < 1.0 - plain) || (before.empty < 1.0 - plain && now.empty > plain);
}

bool comparable(const SquareLook& a, const SquareLook& b) {
  return !a.tiles.empty() && a.tiles.size() == b.tiles.size() && !a.hidden && !b.hidden;
}

/// Where the camera is, in squares: along the files, along the ranks, above the board.
std::optional<Eigen::Vector3d> eyeOver(const TableState& state) {
  const Eigen::Vector3d eye_mm = state.registration.camera_from_table.pose.inverse().translation_mm();
  const SeenBoard& board = *state.board;
  if (!state.registration.ok || board.square_mm <= 0.0)
    return std::nullopt;
  const Eigen::Vector2d over = inSquares(board, eye_mm.head<2>());
  const Eigen::Vector3d eye(over.x(), over.y(), eye_mm.z() / board.square_mm);
  return eye.allFinite() ? std::optional(eye) : std::nullopt; // not all that is recorded has been told
}

/// Whether a man on the square with this middle hides something of another from an eye: all in squares.
bool standsBefore(const Eigen::Vector2d& foot, const Eigen::Vector2d& other, const Eigen::Vector3d& eye) {
  constexpr double tallest = 1.8, wide = 0.8;
  const double above = std::max(eye.z() - tallest, 0.5);
  const Eigen::Vector2d head = foot + (foot - eye.head<2>()) * (tallest / above); // seen over the board there
  const Eigen::Vector2d along = head - foot;
  const double share = std::clamp((other - foot).dot(along) / std::max(along.squaredNorm(), 1e-9), 0.0, 1.0);
  return (foot + share * along - other).norm() < wide;
}

/// By how much brighter the tiles are seen `now` than `before`, beyond the light of the whole board (by channel).
double shadeOf(const std::vector<std::uint8_t>& before, const std::vector<std::uint8_t>& now,
               const std::array<double, 3>& light) {
  double both = 0.0, square = 0.0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const double lit = light[i % 3] * before[i];
    both += lit * now[i];
    square += lit * lit;
  }
  return square > 0.0 ? both / square : 1.0;
}

} // namespace

void BoardEvidence::look(const TableState& state) {
  now_ = looksOf(state);
  eye_ = eyeOver(state);
  measureLight();
  measureNoise();
}

std::set<std::string> BoardEvidence::behindHeads(const BoardContents& before, const BoardContents& after) const {
  std::set<std::string> squares;
  for (const auto& [square, look] : now_) {
    if (!eye_ || sameMan(before.manOn(square), after.manOn(square)))
      continue;
    for (const auto& [other, seen] : now_)
      if (before.manOn(other) == nullptr && after.manOn(other) == nullptr && seen.empty >= perhaps_nobody &&
          standsBefore(middleOfSquare(square), middleOfSquare(other), *eye_))
        squares.insert(other);
  }
  return squares;
}

const SquareLook& BoardEvidence::now(const std::string& square) const {
  static const SquareLook nothing;
  const auto found = now_.find(square);
  return found == now_.end() ? nothing : found->second;
}

double BoardEvidence::becomes(const std::string& square, const SquareMan* man) const {
  const SquareLook& look = now(square);
  if (look.hidden)
    return 0.0;
  double log = std::log(man == nullptr ? look.empty : 1.0 - look.empty);
  if (man != nullptr && !look.classes.empty()) {
    const double side = look.shareOfSide(man->side);
    const auto named = [&](const std::string& kind) {
      const double share = std::min(1.0, look.shareOf(man->side + " " + kind) / std::max(side, SquareLook::unnamed));
      return std::log(another_kind + (1.0 - another_kind) * share);
    };
    double kind = named(man->kind) + (look.rider == man->rider ? 0.0 : std::log(SquareLook::rider_misread));
    if (!man->rider.empty() && look.rider.empty())
      kind = std::max(kind, std::log(rider_alone) + named(man->rider));
    log += std::log(0.05 + 0.95 * side) + kind;
  } else if (look.rider != (man == nullptr ? "" : man->rider))
    log += std::log(SquareLook::rider_misread);
  if (const auto same = sameColours(square))
    log += std::log(same_anyway + 1.0 - *same);
  else if (const auto known = known_.find(square); known != known_.end()) // it must look otherwise than before
    log += std::log(1.02 - std::pow(known->second.look.likeness(look), steady_power));
  return std::max(least_log, log);
}

double BoardEvidence::stays(const std::string& square, const SquareMan* man) const {
  const SquareLook& look = now(square);
  if (look.hidden)
    return 0.0;
  const auto known = known_.find(square);
  const auto same = sameColours(square);
  const double read = look.saysOtherwise(man) ? 0.0 : man == nullptr ? 1.0 : look.shareOfSide(man->side);
  const double anyway = same_anyway + (same_and_read - same_anyway) * read;
  double log = known == known_.end() ? least_log
               : same                ? std::log(anyway + (1.0 - anyway) * *same)
                                     : steady_power * std::log(known->second.look.likeness(look));
  if (known == known_.end() || (man != nullptr && !same)) {
    double named = std::log(man == nullptr ? look.empty : 1.0 - look.empty) + misread_log;
    if (man != nullptr && !look.classes.empty()) { // kinds are mistaken more easily than sides
      const double side = look.shareOfSide(man->side);
      const double kind = look.shareOf(man->side + " " + man->kind) / std::max(side, SquareLook::unnamed);
      named += std::log(0.05 + 0.95 * side) + std::log(0.1 + 0.9 * std::min(1.0, kind));
    }
    log = std::max(log, named);
  }
  const bool as_before = known != known_.end() && known->second.look.rider == look.rider;
  if (!as_before && look.rider != (man == nullptr ? "" : man->rider))
    log += std::log(SquareLook::rider_misread);
  return std::max(least_log, log);
}

std::optional<double> BoardEvidence::sameColours(const std::string& square) const {
  const auto grey = differenceGrey(square);
  if (!grey)
    return std::nullopt;
  // A shadow changes a square by so many times the noise. Where the reader plainly sees a man come or go, less says
  // that he is right: pale men look much like pale squares.
  const double z = *grey / ((cameOrWent(known_.at(square).look, now(square)) ? 3.0 : 6.0) * noise_);
  return std::exp(-0.5 * z * z * z * z); // flat for noise and shadows, steep beyond
}

std::optional<double> BoardEvidence::differenceGrey(const std::string& square) const {
  const auto known = known_.find(square);
  const SquareLook& look = now(square);
  if (known == known_.end() || !comparable(known->second.look, look))
    return std::nullopt;
  const auto from = [&](const std::vector<std::uint8_t>& before) {
    double shade = shadeOf(before, look.tiles, light_);
    if (const auto around = shades_.find(square); around != shades_.end())
      shade = std::clamp(shade, around->second.first, around->second.second);
    double sum = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i)
      sum += std::abs(shade * light_[i % 3] * before[i] - look.tiles[i]);
    return sum / static_cast<double>(before.size());
  };
  const double last = from(known->second.look.tiles);
  return known->second.earlier.size() == look.tiles.size() ? std::min(last, from(known->second.earlier)) : last;
}

void BoardEvidence::measureLight() {
  constexpr double dark_grey = 4.0;
  std::array<std::vector<double>, 3> ratios;
  std::map<std::string, const SquareLook*> before;
  for (const auto& [square, look] : now_)
    if (const auto known = known_.find(square); known != known_.end() && comparable(known->second.look, look)) {
      before[square] = &known->second.look;
      for (std::size_t i = 0; i < look.tiles.size(); ++i)
        ratios[i % 3].push_back((dark_grey + look.tiles[i]) / (dark_grey + before[square]->tiles[i]));
    }
  for (std::size_t c = 0; c < 3; ++c)
    light_[c] = ratios[c].empty() ? 1.0 : medianOf(std::move(ratios[c]));
  shades_.clear();
  for (const auto& [square, look] : before) {
    std::vector<double> around; // a shadow lies over neighbours too, of whom some may have changed
    const auto [file, rank] = squareNamed(square);
    for (int j = rank - 1; j <= rank + 1; ++j)
      for (int i = file - 1; i <= file + 1; ++i)
        if (const auto one = before.find(squareName(i, j)); one != before.end() && one->first != square)
          around.push_back(shadeOf(one->second->tiles, now(one->first).tiles, light_));
    std::sort(around.begin(), around.end());
    const std::size_t spared = (around.size() + 1) / 4;
    shades_[square] =
        around.empty() ? std::pair(1.0, 1.0) : std::pair(around[spared], around[around.size() - 1 - spared]);
  }
}

void BoardEvidence::measureNoise() {
  std::vector<double> differences;
  for (const auto& [square, look] : now_)
    if (const auto grey = differenceGrey(square))
      differences.push_back(*grey);
  noise_ = std::clamp(medianOf(std::move(differences)), least_noise_grey, most_noise_grey);
}

double BoardEvidence::ratio(const BoardContents& before, const BoardContents& after) const {
  double sum = 0.0;
  for (const auto& [square, look] : now_) {
    const SquareMan* old = before.manOn(square);
    const SquareMan* man = after.manOn(square);
    if (!sameMan(old, man))
      sum += becomes(square, man) - stays(square, old);
  }
  return sum;
}

std::set<std::string> BoardEvidence::changed(const BoardContents& before) const {
  std::set<std::string> squares;
  for (const auto& [square, look] : now_)
    if (stays(square, before.manOn(square)) < changed_log)
      squares.insert(square);
  return squares;
}

std::set<std::string> BoardEvidence::contradictions(const BoardContents& before, const BoardContents& after) const {
  std::set<std::string> squares;
  const std::set<std::string> behind = behindHeads(before, after);
  for (const auto& [square, look] : now_) {
    const SquareMan* old = before.manOn(square);
    const SquareMan* man = after.manOn(square);
    if (!behind.contains(square) && (sameMan(old, man) ? stays(square, man) : becomes(square, man)) < contradicted_log)
      squares.insert(square);
  }
  return squares;
}

std::size_t BoardEvidence::unexplained(const std::set<std::string>& contradicted, const BoardContents& before,
                                       const BoardContents& after) const {
  if (contradicted.empty())
    return 0;
  const auto notSeen = [&](const auto& square) {
    const auto& [name, look] = square;
    const SquareMan* man = after.manOn(name);
    return !sameMan(before.manOn(name), man) && !contradicted.contains(name) &&
           (look.hidden || becomes(name, man) < changed_log);
  };
  return contradicted.size() + static_cast<std::size_t>(std::ranges::count_if(now_, notSeen));
}

bool BoardEvidence::leavesTurns(const BoardContents& before, const BoardContents& after) const {
  const std::set<std::string> contradicted = contradictions(before, after);
  if (contradicted.empty())
    return false;
  if (unexplained(contradicted, before, after) > 1)
    return true;
  return std::ranges::any_of(changed(before), [&](const std::string& square) {
    return !contradicted.contains(square) && sameMan(before.manOn(square), after.manOn(square));
  });
}

void BoardEvidence::accept(const BoardContents& before, const BoardContents& after) {
  const std::set<std::string> contradicted = contradictions(before, after);
  const std::set<std::string> behind = behindHeads(before, after);
  for (const auto& [square, look] : now_) {
    if (look.hidden)
      continue;
    const SquareMan* man = after.manOn(square);
    const auto found = known_.find(square);
    if (found == known_.end() || !sameMan(before.manOn(square), man) ||
        (behind.contains(square) && look.saysOtherwise(man))) {
      known_[square] = {look, 1, {}};
      continue;
    }
    // An arm over the square, say: nobody was seen there before, nobody has come, yet somebody is seen.
    if (look.saysOtherwise(man) && !found->second.look.saysOtherwise(man))
      continue;
    if (const auto same = sameColours(square); same && *same < 0.5) {
      if (contradicted.size() > contradicted.count(square)) // who is missing elsewhere may have come here
        continue;
      found->second.earlier = found->second.look.tiles; // an arm came or went, and may go or come again
    }
    found->second.look.tiles = look.tiles; // the position is certain, so this is how it looks now
    if (stays(square, man) < changed_log)
      continue;
    Known& known = found->second;
    if (known.looks < most_looks)
      ++known.looks;
    const double share = 1.0 / known.looks;
    known.look.empty += share * (look.empty - known.look.empty);
    if (known.look.classes.empty() || look.classes.empty()) {
      if (!look.classes.empty())
        known.look.classes = look.classes;
      continue;
    }
    for (auto& [name, p] : known.look.classes)
      p *= 1.0 - share;
    for (const auto& [name, p] : look.classes)
      known.look.classes[name] += share * p;
  }
}

void BoardEvidence::forget(const std::set<std::string>& squares) {
  for (const std::string& square : squares)
    known_.erase(square);
}

json BoardEvidence::toJson() const {
  json out = json::object();
  for (const auto& [square, known] : known_) {
    out[square] = {{"empty", known.look.empty},
                   {"classes", known.look.classes},
                   {"looks", known.looks},
                   {"rider", known.look.rider},
                   {"tiles", known.look.tiles}};
    if (!known.earlier.empty())
      out[square]["earlier"] = known.earlier;
  }
  return out;
}

void BoardEvidence::restore(const json& in) {
  now_.clear();
  known_.clear();
  for (const auto& [square, entry] : in.items()) {
    Known& known = known_[square];
    entry.at("empty").get_to(known.look.empty);
    entry.at("classes").get_to(known.look.classes);
    entry.at("looks").get_to(known.looks);
    known.look.rider = entry.value("rider", "");
    known.look.tiles = entry.value("tiles", std::vector<std::uint8_t>());
    known.earlier = entry.value("earlier", std::vector<std::uint8_t>());
  }
}

} // namespace linesman::app
