#include "app/watch/merged_board.h"

#include <algorithm>
#include <map>
#include <set>

#include "models/board_men.h"

namespace linesman::app {

namespace {

using Readings = std::vector<const SeenBoardPiece*>;

constexpr double unseen_man = 0.03; // that somebody stands where a look has nobody

/// Probabilities of what may stand there, summed over the looks; nobody is the rest.
std::map<std::string, double> sums(const Readings& readings) {
  std::map<std::string, double> total;
  for (const SeenBoardPiece* reading : readings) {
    total[reading->side + " " + reading->kind] += reading->p;
    for (const auto& [name, p] : reading->alternatives)
      total[name] += p;
  }
  return total;
}

/// What more than half of the readings say.
template <class Said> bool mostSay(const Readings& readings, const Said& said) {
  return 2 * static_cast<std::size_t>(std::count_if(readings.begin(), readings.end(), said)) > readings.size();
}

SeenBoardPiece mergedPiece(const Readings& readings, const std::string& name, double p) {
  SeenBoardPiece piece = *readings.back();
  const BoardMan man = manNamed(name);
  piece.side = man.side;
  piece.kind = man.kind;
  piece.p = p;
  std::set<std::string> bands;
  for (const SeenBoardPiece* reading : readings)
    bands.insert(reading->bands.begin(), reading->bands.end());
  piece.bands.clear();
  for (const std::string& band : bands)
    if (mostSay(readings, [&](const SeenBoardPiece* reading) {
          return std::find(reading->bands.begin(), reading->bands.end(), band) != reading->bands.end();
        }))
      piece.bands.push_back(band);
  piece.turned = mostSay(readings, [](const SeenBoardPiece* reading) { return reading->turned; });
  piece.rider.reset();
  for (const SeenBoardPiece* reading : readings)
    if (reading->rider &&
        mostSay(readings, [&](const SeenBoardPiece* other) { return other->rider == reading->rider; }))
      piece.rider = reading->rider;
  return piece;
}

/// The face that most looks have on each square that half of them show a die on.
std::vector<SeenDie> mostSeenDice(const std::vector<SeenBoard>& looks) {
  std::map<std::string, std::vector<const SeenDie*>> by_square;
  for (const SeenBoard& look : looks)
    for (const SeenDie& die : look.dice)
      by_square[die.square].push_back(&die);
  std::vector<SeenDie> dice;
  for (const auto& [square, seen] : by_square) {
    const auto votes = [&](const SeenDie* die) {
      return std::ranges::count_if(seen, [&](const SeenDie* other) { return other->face == die->face; });
    };
    if (2 * seen.size() >= looks.size())
      dice.push_back(**std::ranges::max_element(seen, {}, votes));
  }
  return dice;
}

/// The squares that half of the looks show a ring on.
std::vector<std::string> mostSeenRings(const std::vector<SeenBoard>& looks) {
  std::map<std::string, std::size_t> count;
  for (const SeenBoard& look : looks)
    for (const std::string& square : look.rings)
      ++count[square];
  std::vector<std::string> rings;
  for (const auto& [square, times] : count)
    if (2 * times >= looks.size())
      rings.push_back(square);
  return rings;
}

} // namespace

SeenBoard mergedBoard(const std::vector<SeenBoard>& looks) {
  const double count = static_cast<double>(looks.size());
  std::map<std::string, Readings> readings;
  for (const SeenBoard& look : looks)
    for (const SeenBoardPiece& piece : look.pieces)
      readings[piece.square].push_back(&piece);
  SeenBoard board = looks.back();
  board.dice = mostSeenDice(looks);
  board.rings = mostSeenRings(looks);
  board.pieces.clear();
  for (const auto& [square, seen] : readings) {
    auto total = sums(seen);
    double anybody = 0.0;
    for (const auto& [name, sum] : total)
      anybody += name == "empty" ? 0.0 : sum;
    anybody += unseen_man * (count - static_cast<double>(seen.size()));
    total.erase("empty");
    const auto best =
        std::max_element(total.begin(), total.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (best == total.end() || 2.0 * anybody < count)
      continue;
    SeenBoardPiece piece = mergedPiece(seen, best->first, best->second / count);
    piece.alternatives.clear();
    for (const auto& [name, sum] : total)
      if (name != best->first)
        piece.alternatives[name] = sum / count;
    board.pieces.push_back(std::move(piece));
  }
  return board;
}

} // namespace linesman::app
