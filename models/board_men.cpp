#include "models/board_men.h"

#include <algorithm>

namespace linesman {

namespace {

constexpr int first_token = 50;

} // namespace

std::optional<int> tokenId(const BoardMan& man) {
  const auto at = std::find(board_men.begin(), board_men.end(), man.kind);
  if (at == board_men.end() || (man.side != "light" && man.side != "dark"))
    return std::nullopt;
  return first_token + 2 * static_cast<int>(at - board_men.begin()) + (man.side == "dark" ? 1 : 0);
}

std::optional<BoardMan> manOfToken(int id) {
  const int number = id - first_token;
  if (number < 0 || number >= 2 * static_cast<int>(board_men.size()))
    return std::nullopt;
  return BoardMan{board_men[static_cast<std::size_t>(number / 2)], number % 2 == 0 ? "light" : "dark"};
}

std::vector<MenCount> menOf(const std::string& game) {
  if (game == "king_down")
    return {{"king", 1},   {"queen", 1},   {"rook", 2},  {"bishop", 2},  {"knight", 2}, {"pawn", 8},
            {"archer", 2}, {"paladin", 1}, {"guard", 2}, {"maester", 2}, {"beast", 2}};
  if (game == "invasion")
    return {{"headquarters", 1}, {"flag", 2},     {"commando", 2}, {"paratrooper", 2},
            {"tank", 2},         {"trooper", 12}, {"bomb", 1}};
  if (game == "armada_chess")
    return {{"king", 1}, {"queen", 1}, {"rook", 2}, {"bishop", 2}, {"knight", 2}, {"pawn", 8}};
  return {};
}

} // namespace linesman
