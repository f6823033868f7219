#include <algorithm>

#include "app/watch/board_evidence.h"

namespace linesman::app {

namespace {

constexpr double denied_kind = 0.05;         // of a man seen, when the reader plainly takes him for one of another kind
constexpr double rather_another = 0.2;       // ... when he rather does: another is then as likely as a turn has to be
constexpr std::size_t men_a_misread_one = 8; // who takes more of them for others does not know the set
constexpr double perhaps_exchanged = 0.25;   // of each of two men, that he is the other
constexpr double was_plain = 0.5;            // of a man who was read as he should be, before another was seen there
constexpr double plain_reading = 0.93;       // of what stands on a square, which is never taken for surer than 0.95
constexpr double looks_the_same = 0.95;      // of a square's colours: whoever stands there now stood there before
constexpr double looks_like_another = 0.05;  // ... that he is one misread since a shadow fell there, is less likely

/// Of the men of that side whom the reader may see there, how many are of that kind. A rider hides who carries him.
double shareOfKind(const SquareLook& look, const SquareMan& man) {
  if (look.hidden || look.classes.empty() || look.saysOtherwise(&man) || !man.rider.empty() || !look.rider.empty())
    return 1.0;
  return look.shareOf(man.side + " " + man.kind) / std::max(SquareLook::unnamed, look.shareOfSide(man.side));
}

/// Whether each of two men of a side may as well be the other.
bool mayBeExchanged(const SquareLook& look, const SquareMan& man, const SquareLook& other_look,
                    const SquareMan& other) {
  return man.side == other.side && man.kind != other.kind && shareOfKind(look, man) < 1.0 - perhaps_exchanged &&
         shareOfKind(other_look, other) < 1.0 - perhaps_exchanged &&
         look.shareOf(man.side + " " + other.kind) > perhaps_exchanged &&
         other_look.shareOf(man.side + " " + man.kind) > perhaps_exchanged;
}

} // namespace

bool BoardEvidence::wasReadAs(const std::string& square, const SquareMan& man) const {
  const auto known = known_.find(square);
  return known != known_.end() && known->second.look.shareOf(man.side + " " + man.kind) > was_plain;
}

std::set<std::string> BoardEvidence::readOtherwise(const BoardContents& contents,
                                                   const std::set<std::string>& suspected) const {
  BoardEvidence alone; // nothing is remembered
  alone.now_ = now_;
  std::set<std::string> squares = alone.contradictions(contents, contents);
  std::set<std::string> others;
  for (const auto& [square, man] : contents.men) {
    const bool changed = suspected.contains(square) ||
                         (wasReadAs(square, man) && sameColours(square).value_or(1.0) < looks_like_another &&
                          hiddenFoot(square, contents) == 0.0); // who came before him changes how he looks
    if (shareOfKind(now(square), man) < (changed ? rather_another : denied_kind))
      others.insert(square);
    for (const auto& [other_square, other] : contents.men)
      if (mayBeExchanged(now(square), man, now(other_square), other))
        others.insert(square);
  }
  if (others.size() <= std::max<std::size_t>(1, contents.men.size() / men_a_misread_one))
    squares.merge(others);
  return squares;
}

std::set<std::string> BoardEvidence::replaced(const BoardContents& contents,
                                              const std::set<std::string>& otherwise) const {
  std::set<std::string> others; // whose men were read as they should be
  for (const std::string& square : otherwise)
    if (const SquareMan* man = contents.manOn(square); man != nullptr && wasReadAs(square, *man))
      others.insert(square);
  const auto same = [&](const std::string& square) { return sameColours(square).value_or(0.0); };
  const auto exchanged = [&](const std::string& one, const std::string& two) {
    return same(two) < looks_the_same && mayBeExchanged(now(one), *contents.manOn(one), now(two), *contents.manOn(two));
  };
  std::set<std::string> squares;
  for (const std::string& square : others)
    if (same(square) < looks_like_another ||
        (same(square) < looks_the_same &&
         std::ranges::any_of(others, [&](const std::string& two) { return exchanged(square, two); })))
      squares.insert(square);
  return squares;
}

std::set<std::string> BoardEvidence::plainlyOtherwise(std::set<std::string> otherwise) const {
  std::erase_if(otherwise, [&](const std::string& square) {
    const SquareLook& look = now(square);
    const auto likeliest = std::ranges::max_element(look.classes, {}, [](const auto& named) { return named.second; });
    const double read = likeliest == look.classes.end() ? look.empty : (1.0 - look.empty) * likeliest->second;
    return read < plain_reading || sameColours(square).value_or(1.0) > looks_like_another;
  });
  return otherwise;
}

} // namespace linesman::app
