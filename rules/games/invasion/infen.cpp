#include "rules/games/invasion/infen.h"

#include <algorithm>

#include "rules/position_text.h"

namespace linesman::rules::invasion {
namespace {

Result<void> readBoard(Position& p, std::string_view field) {
  const auto placed = readBoardField(board, field);
  if (!placed)
    return unusablePosition(placed.error().sentence);
  Bits128 stars = 0;
  for (const auto& [square, letter] : *placed) {
    const bool at_sea = (sea() & bit(square)) != 0;
    if (letter == '*') {
      if (!at_sea)
        return unusablePosition(board.nameOf(square) + " is land; '*' stands for the sea, d4 to g7");
      stars |= bit(square);
      continue;
    }
    const auto man = manOf(capital(letter));
    if (!man)
      return unusablePosition("'" + std::string(1, letter) + "' on " + board.nameOf(square) +
                              " is no man; use the letters HFCTIPU");
    if (at_sea)
      return unusablePosition("the " + std::string(nameOf(*man)) + " on " + board.nameOf(square) +
                              " stands in the sea");
    p.put(sideOfLetter(letter), *man, square);
  }
  if (stars != sea())
    return unusablePosition("the sea is missing; write '*' on all of d4 to g7");
  return {};
}

/// "white,black" parts of a field.
Result<std::array<std::string, 2>> pairOf(const std::string& field, const std::string& what) {
  const auto comma = field.find(',');
  if (comma == std::string::npos)
    return unusablePosition("the " + what + " \"" + field +
                            "\" need two entries, White's and Black's, parted by a comma");
  return std::array{field.substr(0, comma), field.substr(comma + 1)};
}

Result<void> readBombs(Position& p, const std::string& field) {
  const auto parts = pairOf(field, "bombs");
  if (!parts)
    return tl::unexpected(parts.error());
  for (std::size_t side = 0; side < 2; ++side) {
    const auto found = std::find(bomb_names.begin(), bomb_names.end(), (*parts)[side]);
    if (found == bomb_names.end())
      return unusablePosition("the bomb state \"" + (*parts)[side] + "\" is unknown; write off, on or used");
    p.bombs[side] = static_cast<Bomb>(found - bomb_names.begin());
  }
  return {};
}

Result<void> readHomes(Position& p, const std::string& field) {
  const auto parts = pairOf(field, "HQ corners");
  if (!parts)
    return tl::unexpected(parts.error());
  for (std::size_t side = 0; side < 2; ++side) {
    const auto square = board.squareNamed((*parts)[side]);
    if (!square || (*square != 0 && *square != 9 && *square != 90 && *square != 99))
      return unusablePosition("\"" + (*parts)[side] + "\" is no corner; an HQ's home is a1, j1, a10 or j10");
    p.homes[side] = static_cast<std::int8_t>(*square);
  }
  if (p.homes[0] == p.homes[1])
    return unusablePosition("both HQs have the home " + (*parts)[0] + "; they differ");
  return {};
}

Result<void> checkArmies(const Position& p) {
  for (const Side side : {Side::white, Side::black}) {
    const int hqs = countBits(p.of(side, Man::headquarters));
    if (hqs != 1)
      return unusablePosition(nameOf(side) + " has " + std::to_string(hqs) +
                              " headquarters; each side has exactly one");
    if (countBits(p.sides[index(side)]) > 21)
      return unusablePosition(nameOf(side) + " has more than 21 men");
  }
  return {};
}

/// Squares with men that a tank removes, in the order of its way.
std::string crushed(const Position& p, const Turn& turn) {
  std::string list;
  for (const int square : rollSquares(turn.from, turn.to))
    if (p.at(square) != Man::none)
      list += (list.empty() ? "" : ",") + board.nameOf(square);
  return list.empty() ? "" : "{" + list + "}";
}

} // namespace

Result<Position> readPosition(std::string_view text) {
  const auto told = positionFields(text, {"", "w", "off,off", "j1,a10"},
                                   "an INFEN text of board, side to move, bombs and HQ corners");
  if (!told)
    return tl::unexpected(told.error());
  const auto& fields = *told;
  Position p;
  if (auto ok = readBoard(p, fields[0]); !ok)
    return tl::unexpected(ok.error());
  const auto turn = sideToMove(fields[1]);
  if (!turn)
    return tl::unexpected(turn.error());
  p.turn = *turn;
  if (auto ok = readBombs(p, fields[2]); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = readHomes(p, fields[3]); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = checkArmies(p); !ok)
    return tl::unexpected(ok.error());
  return p;
}

std::string writePosition(const Position& p) {
  std::string letters = menLetters(board, p);
  for (Bits128 rest = sea() & ~p.all(); rest != 0;)
    letters[static_cast<std::size_t>(popLowest(rest))] = '*';
  return writeBoardField(board, letters) + (p.turn == Side::white ? " w " : " b ") +
         std::string(bomb_names[static_cast<std::size_t>(p.bombs[0])]) + "," +
         std::string(bomb_names[static_cast<std::size_t>(p.bombs[1])]) + " " + board.nameOf(p.homes[0]) + "," +
         board.nameOf(p.homes[1]);
}

std::string textOf(const Law&, const Position& p, const Turn& turn) {
  const std::string from = board.nameOf(turn.from);
  const std::string to = board.nameOf(turn.to);
  const bool takes = p.at(turn.to) != Man::none;
  const std::string besides = turn.bomb == no_square ? "" : "+Bomb@" + board.nameOf(turn.bomb);
  switch (turn.kind) {
  case TurnKind::bomb:
    return "Bomb@" + to;
  case TurnKind::hop:
    return from + "^" + to + besides;
  case TurnKind::shot:
    return from + "*" + to + besides;
  case TurnKind::roll:
    return from + to + crushed(p, turn) + besides;
  case TurnKind::move:
    break;
  }
  return from + (takes ? "x" : "") + to +
         (turn.promotion != Man::none ? std::string("=") + letterOf(turn.promotion) : "") + besides;
}

} // namespace linesman::rules::invasion
