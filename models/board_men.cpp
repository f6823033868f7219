#include "models/board_men.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace linesman {

namespace {

constexpr int first_token = 50;

} // namespace

std::string manLetter(const std::string& kind) {
  static const std::map<std::string, std::string> others = {
      {"knight", "N"}, {"paladin", "L"}, {"beast", "S"}, {"trooper", "I"}, {"bomb", "*"}};
  if (const auto other = others.find(kind); other != others.end())
    return other->second;
  std::string letter = kind.substr(0, 1);
  for (char& c : letter)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return letter;
}

BoardMan manNamed(const std::string& name) {
  const auto space = name.find(' ');
  return {name.substr(space + 1), name.substr(0, space)};
}

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
