#include "app/watch/board_evidence.h"

#include <algorithm>
#include <cmath>

#include "models/median.h"
#include "vision/board_view.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr double another_kind = 0.05;      // of men named with over 0.9 so many are of another kind (tables)
constexpr double another_kind_stays = 0.1; // ... of those who are not thought to have come
constexpr double steady_power = 6.0; // two looks of the same square are more alike than their readings alone demand
constexpr double rider_alone = 0.5;  // of a man whose rider hides him: of printed tokens the upper one is read
constexpr double least_log = -7.0;   // one square can always be wrong
constexpr double misread_log = -0.7; // a man who is named rightly, but looks otherwise than before
constexpr double changed_log = -1.0; // a square less likely than this has changed
constexpr double contradicted_log = -3.5;
constexpr int most_looks = 6;
// Where a square's colours are told, they say whether it changed, and the reader only what it became.
constexpr double same_anyway = 0.001;  // a shadow or a neighbour's head changes a square's colours too
constexpr double perhaps_nobody = 0.2; // a head behind which nobody stands is perhaps read as somebody
constexpr double same_and_read = 0.04; // a square read as it should be: an arm or its shadow lay over it the last time
constexpr double looks_as_before = 0.5;
constexpr double least_noise_grey = 1.5;
constexpr double most_noise_grey = 6.0;

bool sameMan(const SquareMan* a, const SquareMan* b) {
  return (a == nullptr) == (b == nullptr) && (a == nullptr || *a == *b);
}

SquareMan manOrNobody(const SquareMan* man) {
  return man == nullptr ? SquareMan{} : *man;
}

std::string riderOf(const SquareMan* man) {
  return man == nullptr ? "" : man->rider;
}

/// Logarithm of how likely a man (or nobody) is named so where somebody (or nobody) is seen: kinds are mistaken more
/// easily than sides, `other_kind` of them. Who rides on a man may be all that is read of both.
double namedAs(const SquareLook& look, const SquareMan* man, double other_kind) {
  const double rider = look.rider == riderOf(man) ? 0.0 : std::log(SquareLook::rider_misread);
  if (man == nullptr || look.classes.empty())
    return rider;
  const double side = look.shareOfSide(man->side);
  const auto named = [&](const std::string& kind) {
    const double share = std::min(1.0, look.shareOf(man->side + " " + kind) / std::max(side, SquareLook::unnamed));
    return std::log(other_kind + (1.0 - other_kind) * share);
  };
  double kind = named(man->kind) + rider;
  if (!man->rider.empty() && look.rider.empty())
    kind = std::max(kind, std::log(rider_alone) + named(man->rider));
  return std::log(0.05 + 0.95 * side) + kind;
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

/// How far a place lies from the part of the board over which a man of that height is seen who stands on `foot`: all in
/// squares.
double fromSightOf(const Eigen::Vector2d& foot, double height, const Eigen::Vector2d& place,
                   const Eigen::Vector3d& eye) {
  const double above = std::max(eye.z() - height, 0.5);
  const Eigen::Vector2d along = (foot - eye.head<2>()) * (height / above); // to his head
  const double share = std::clamp((place - foot).dot(along) / std::max(along.squaredNorm(), 1e-9), 0.0, 1.0);
  return (foot + share * along - place).norm();
}

/// Whether a man on the square with this middle hides something of another from an eye.
bool standsBefore(const Eigen::Vector2d& foot, const Eigen::Vector2d& other, const Eigen::Vector3d& eye) {
  constexpr double tallest = 1.8, wide = 0.8;
  return fromSightOf(foot, tallest, other, eye) < wide;
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

bool BoardEvidence::isBehind(const std::string& square, const std::set<std::string>& others) const {
  return eye_ && std::ranges::any_of(others, [&](const std::string& other) {
           return other != square && standsBefore(middleOfSquare(other), middleOfSquare(square), *eye_);
         });
}

std::set<std::string> BoardEvidence::behindHeads(const BoardContents& before, const BoardContents& after) const {
  std::set<std::string> squares;
  const std::set<std::string> changed = differing(before, after);
  for (const auto& [square, look] : now_)
    if (!changed.contains(square) && isBehind(square, changed))
      squares.insert(square);
  return squares;
}

bool BoardEvidence::isPerhapsAHead(const std::string& square, const BoardContents& after) const {
  return after.manOn(square) == nullptr && now(square).empty >= perhaps_nobody;
}

double BoardEvidence::hiddenFoot(const std::string& square, const BoardContents& contents) const {
  // Places that its tiles show (lookOfFoot), up and across the line of sight, behind men who are no smaller than a
  // pawn.
  constexpr std::array up = {-0.2, 0.2, 0.6}, across = {-0.36, 0.0, 0.36};
  constexpr double pawn_height = 1.0, half_width = 0.25;
  if (!eye_)
    return 0.0;
  const Eigen::Vector2d middle = middleOfSquare(square), away = middle - eye_->head<2>();
  const Eigen::Vector2d aside = Eigen::Vector2d(-away.y(), away.x()).normalized();
  int hidden = 0;
  for (const double height : up)
    for (const double off : across) {
      const Eigen::Vector2d place = middle + off * aside + away * (height / std::max(eye_->z() - height, 0.5));
      hidden += static_cast<int>(std::ranges::any_of(contents.men, [&](const auto& man) {
        return man.first != square && fromSightOf(middleOfSquare(man.first), pawn_height, place, *eye_) < half_width;
      }));
    }
  return hidden / static_cast<double>(up.size() * across.size());
}

const SquareLook& BoardEvidence::now(const std::string& square) const {
  static const SquareLook nothing;
  const auto found = now_.find(square);
  return found == now_.end() ? nothing : found->second;
}

double BoardEvidence::becomes(const std::string& square, const BoardContents& before,
                              const BoardContents& after) const {
  const SquareLook& look = now(square);
  const SquareMan* man = after.manOn(square);
  if (look.hidden)
    return 0.0;
  double log = std::log(man == nullptr ? look.empty : 1.0 - look.empty) + namedAs(look, man, another_kind);
  if (const auto same =
          sameColours(square, leftSince(before, after))) // of a foot that others hide they say as much as is seen of it
    log += std::log(1.0 + (same_anyway - *same) * (1.0 - hiddenFoot(square, after)));
  else if (const auto known = known_.find(square); known != known_.end()) // it must look otherwise than before
    log += std::log(1.02 - std::pow(known->second.look.likeness(look), steady_power));
  return std::max(least_log, log);
}

double BoardEvidence::stays(const std::string& square, const SquareMan* man, bool colours_tell) const {
  const SquareLook& look = now(square);
  if (look.hidden)
    return 0.0;
  const auto known = known_.find(square);
  const auto same = colours_tell ? sameColours(square) : std::nullopt;
  const double read = look.saysOtherwise(man) ? 0.0 : man == nullptr ? 1.0 : look.shareOfSide(man->side);
  const double anyway = same_anyway + (same_and_read - same_anyway) * read;
  double log = known == known_.end() ? least_log
               : same                ? std::log(anyway + (1.0 - anyway) * *same)
                                     : steady_power * std::log(known->second.look.likeness(look));
  if (known != known_.end() && known->second.look.rider != look.rider && look.rider != riderOf(man))
    log += std::log(SquareLook::rider_misread);
  // What players told is done by hand later: then the square no longer looks as it is remembered.
  const bool no_look = known == known_.end() || whetherDone(square, man) == Said::done;
  if (no_look || (man != nullptr && !same)) {
    const double named =
        std::log(man == nullptr ? look.empty : 1.0 - look.empty) + misread_log + namedAs(look, man, another_kind_stays);
    log = std::max(log, named);
  }
  return std::max(least_log, log);
}

bool BoardEvidence::leftSince(const BoardContents& before, const BoardContents& after) const {
  return std::ranges::none_of(contradicted_, [&](const std::string& square) {
    return before.manOn(square) != nullptr && !sameMan(before.manOn(square), after.manOn(square));
  });
}

std::optional<double> BoardEvidence::sameColours(const std::string& square, bool since_last) const {
  const auto grey = differenceGrey(square, since_last);
  if (!grey)
    return std::nullopt;
  // A shadow changes a square by so many times the noise. Where the reader plainly sees a man come or go, less says
  // that he is right: pale men look much like pale squares.
  const double z = *grey / ((cameOrWent(known_.at(square).look, now(square)) ? 3.0 : 6.0) * noise_);
  return std::exp(-0.5 * z * z * z * z); // flat for noise and shadows, steep beyond
}

std::optional<double> BoardEvidence::differenceGrey(const std::string& square, bool since_last) const {
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
  double least = from(known->second.look.tiles);
  for (const auto* tiles : {&known->second.earlier, since_last ? &known->second.doubted : nullptr})
    if (tiles != nullptr && tiles->size() == look.tiles.size())
      least = std::min(least, from(*tiles));
  return least;
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

double BoardEvidence::ratio(const BoardContents& before, const BoardContents& after,
                            const std::set<std::string>& alike) const {
  double sum = 0.0;
  for (const std::string& square : differing(before, after))
    if (now_.contains(square))
      sum += becomes(square, before, after) - stays(square, before.manOn(square));
  std::set<std::string> may_look_otherwise = behindHeads(before, after);
  may_look_otherwise.insert(alike.begin(), alike.end());
  for (const std::string& square : may_look_otherwise) {
    const SquareMan* man = after.manOn(square);
    if (now_.contains(square))
      sum += std::max(0.0, stays(square, man, false) - stays(square, man));
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
    const SquareMan* man = after.manOn(square);
    if (behind.contains(square)) {
      if (!isPerhapsAHead(square, after) && std::max(stays(square, man), stays(square, man, false)) < contradicted_log)
        squares.insert(square);
    } else if ((sameMan(before.manOn(square), man) ? stays(square, man) : becomes(square, before, after)) <
               contradicted_log)
      squares.insert(square);
  }
  return squares;
}

std::set<std::string> BoardEvidence::arrivedUnseen(const BoardContents& before, const BoardContents& after) const {
  const std::set<std::string> otherwise = changed(before);
  std::set<std::string> squares = differing(before, after);
  std::erase_if(squares, [&](const std::string& square) {
    const SquareMan* man = after.manOn(square);
    if (man == nullptr || now(square).hidden)
      return true;
    const auto same = sameColours(square);
    const bool for_another = same && now(square).saysOtherwise(man) && isBehind(square, otherwise);
    const bool shown = becomes(square, before, after) >= contradicted_log || same.value_or(1.0) < looks_as_before;
    return shown && !for_another;
  });
  return squares;
}

bool BoardEvidence::coloursTellArrivals(const BoardContents& before, const BoardContents& after) const {
  return std::ranges::all_of(differing(before, after), [&](const std::string& square) {
    return after.manOn(square) == nullptr ||
           sameColours(square, leftSince(before, after)).value_or(0.0) < looks_as_before;
  });
}

std::size_t BoardEvidence::unexplained(const std::set<std::string>& contradicted, const BoardContents& before,
                                       const BoardContents& after) const {
  if (contradicted.empty())
    return 0;
  const auto notSeen = [&](const auto& square) {
    const auto& [name, look] = square;
    const SquareMan* man = after.manOn(name);
    return !sameMan(before.manOn(name), man) && !contradicted.contains(name) &&
           (look.hidden || becomes(name, before, after) < changed_log);
  };
  return contradicted.size() + static_cast<std::size_t>(std::ranges::count_if(now_, notSeen));
}

bool BoardEvidence::leavesTurns(const BoardContents& before, const BoardContents& after, bool behind_unread) const {
  const std::set<std::string> contradicted = contradictions(before, after);
  if (contradicted.empty())
    return false;
  if (behind_unread || unexplained(contradicted, before, after) > 1)
    return true;
  return std::ranges::any_of(changed(before), [&](const std::string& square) {
    return !contradicted.contains(square) && sameMan(before.manOn(square), after.manOn(square));
  });
}

bool BoardEvidence::isHowItLooks(const std::string& square, const SquareMan* man, bool somebody_is_missing) const {
  // An arm over the square, say: nobody was seen there before, nobody has come, yet somebody is seen.
  if (now(square).saysOtherwise(man) && !known_.at(square).look.saysOtherwise(man))
    return false;
  const auto same = sameColours(square);
  return !somebody_is_missing || !same || *same >= looks_as_before; // who is missing elsewhere may have come here
}

BoardEvidence::Said BoardEvidence::whetherDone(const std::string& square, const SquareMan* man) const {
  const std::optional<SquareMan>& stood = known_.at(square).man;
  if (!stood || *stood == manOrNobody(man))
    return Said::nothing;
  const auto same = sameColours(square);
  const bool done = same ? *same < looks_as_before : !now(square).saysOtherwise(man);
  return done ? Said::done : Said::to_be_done;
}

void BoardEvidence::accept(const BoardContents& before, const BoardContents& after) {
  const std::set<std::string> contradicted = contradictions(before, after);
  const std::set<std::string> behind = behindHeads(before, after);
  for (const auto& [square, look] : now_) {
    const SquareMan* man = after.manOn(square);
    const auto found = known_.find(square);
    if (look.hidden) {
      if (found != known_.end() && !sameMan(before.manOn(square), man)) // how it looked says nothing any more
        known_.erase(found);
      continue;
    }
    const Said said = found == known_.end() ? Said::done : whetherDone(square, man);
    if (said == Said::done || !sameMan(before.manOn(square), man) ||
        (behind.contains(square) && isPerhapsAHead(square, after) && look.saysOtherwise(man))) {
      known_[square] = {look, manOrNobody(man), 1, {}, {}};
      continue;
    }
    if (said == Said::to_be_done)
      continue;
    found->second.man = manOrNobody(man);
    const bool noted = isHowItLooks(square, man, contradicted.size() > contradicted.count(square));
    found->second.doubted = noted ? std::vector<std::uint8_t>() : look.tiles;
    if (!noted)
      continue;
    if (const auto same = sameColours(square); same && *same < looks_as_before)
      found->second.earlier = found->second.look.tiles; // an arm came or went, and may go or come again
    found->second.look.tiles = look.tiles;              // the position is certain, so this is how it looks now
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
  contradicted_ = contradicted;
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
    if (known.man)
      out[square]["man"] = {known.man->kind, known.man->side, known.man->rider};
    if (!known.earlier.empty())
      out[square]["earlier"] = known.earlier;
    if (!known.doubted.empty())
      out[square]["doubted"] = known.doubted;
    if (contradicted_.contains(square))
      out[square]["contradicted"] = true;
  }
  return out;
}

void BoardEvidence::restore(const json& in) {
  now_.clear();
  known_.clear();
  contradicted_.clear();
  for (const auto& [square, entry] : in.items()) {
    Known& known = known_[square];
    entry.at("empty").get_to(known.look.empty);
    entry.at("classes").get_to(known.look.classes);
    entry.at("looks").get_to(known.looks);
    known.look.rider = entry.value("rider", "");
    if (const auto man = entry.find("man"); man != entry.end())
      known.man =
          SquareMan{man->at(0).get<std::string>(), man->at(1).get<std::string>(), man->at(2).get<std::string>()};
    known.look.tiles = entry.value("tiles", std::vector<std::uint8_t>());
    known.earlier = entry.value("earlier", std::vector<std::uint8_t>());
    known.doubted = entry.value("doubted", std::vector<std::uint8_t>());
    if (entry.value("contradicted", false))
      contradicted_.insert(square);
  }
}

} // namespace linesman::app
