#include "rules/games/king_down/wish.h"

#include "rules/games/king_down/law.h"

namespace linesman::rules::king_down {
namespace {

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word))
    return false;
  text.remove_prefix(word.size());
  return true;
}

/// "d5", "xd5xc6-", "*f5", "<>b2" behind a from-square.
bool readTargets(std::string_view& text, Wish::LegWish& leg) {
  if (take(text, "*"))
    leg.how = Wish::How::shot;
  else if (take(text, "<>"))
    leg.how = Wish::How::swap;
  else if (take(text, "x"))
    leg.how = Wish::How::capture;
  auto square = board.takeSquare(text);
  if (!square)
    return false;
  leg.to = *square;
  while (leg.how == Wish::How::capture && take(text, "x")) {
    leg.on_the_way.push_back(leg.to);
    square = board.takeSquare(text);
    if (!square)
      return false;
    leg.to = *square;
  }
  leg.leaves = take(text, "-");
  return true;
}

std::optional<Wish::LegWish> readLeg(std::string_view text) {
  Wish::LegWish leg;
  if (text == "O-O" || text == "O-O-O") {
    leg.how = Wish::How::castle;
    return leg;
  }
  const auto from = board.takeSquare(text);
  if (!from)
    return std::nullopt;
  leg.from = *from;
  if (text.starts_with("=")) {
    leg.how = Wish::How::place;
    leg.to = leg.from;
  } else if (!readTargets(text, leg)) {
    return std::nullopt;
  }
  if (take(text, "=")) {
    leg.promotion = std::string(text.substr(0, 1));
    if (leg.promotion.empty())
      return std::nullopt;
    text.remove_prefix(1);
  }
  if (!text.empty())
    return std::nullopt;
  return leg;
}

/// "Freeze@d5"
bool readMark(std::string_view text, Wish& wish) {
  const auto at = text.find('@');
  if (at == std::string_view::npos || powerNamed(text.substr(0, at)).value_or(Power::none) == Power::none)
    return false;
  const auto square = board.squareNamed(text.substr(at + 1));
  if (!square || (!wish.power.empty() && wish.power != text.substr(0, at)))
    return false;
  wish.power = std::string(text.substr(0, at));
  wish.marks = true;
  wish.marked.push_back(*square);
  return true;
}

} // namespace

std::optional<Wish> readWish(std::string_view text) {
  Wish wish;
  if (const auto colon = text.find(':'); colon != std::string_view::npos) {
    if (powerNamed(text.substr(0, colon)).value_or(Power::none) == Power::none)
      return std::nullopt;
    wish.power = std::string(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  bool first = true;
  while (first || !text.empty()) {
    const auto plus = text.find('+');
    const auto part = text.substr(0, plus);
    text = plus == std::string_view::npos ? std::string_view() : text.substr(plus + 1);
    if (plus != std::string_view::npos && text.empty())
      return std::nullopt;
    if (part.find('@') != std::string_view::npos) {
      if (!readMark(part, wish))
        return std::nullopt;
    } else {
      if (!first)
        return std::nullopt;
      for (std::size_t start = 0; start <= part.size();) {
        const auto comma = std::min(part.find(',', start), part.size());
        auto leg = readLeg(part.substr(start, comma - start));
        if (!leg)
          return std::nullopt;
        wish.legs.push_back(*leg);
        start = comma + 1;
      }
    }
    first = false;
  }
  if (wish.legs.size() > 2)
    return std::nullopt;
  return wish;
}

} // namespace linesman::rules::king_down
