#include "rules/games/king_down/kdfen.h"

#include <algorithm>

#include "rules/games/king_down/play.h"
#include "rules/position_text.h"

namespace linesman::rules::king_down {
namespace {

Result<void> readBoard(Position& p, std::string_view field) {
  const auto placed = readBoardField(board, field);
  if (!placed)
    return unusablePosition(placed.error().sentence);
  for (const auto& [square, letter] : *placed) {
    const auto man = manOf(capital(letter));
    if (!man)
      return unusablePosition("'" + std::string(1, letter) + "' on " + board.nameOf(square) +
                              " is no man; use the letters PNBRQKALGMS");
    p.put(sideOfLetter(letter), *man, square);
  }
  return {};
}

Result<void> readPowers(Position& p, const std::string& field) {
  std::size_t start = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t end = side == 0 ? field.find(',') : field.size();
    if (end == std::string::npos)
      return unusablePosition("the powers \"" + field + "\" need two entries such as Freeze:2,none:0");
    const std::string entry = field.substr(start, end - start);
    start = end + 1;
    const std::size_t colon = entry.find(':');
    const std::string name = entry.substr(0, colon);
    const auto power = powerNamed(name);
    if (!power) {
      std::string names;
      for (const auto& f : power_facts)
        names += (names.empty() ? "" : ", ") + std::string(f.name);
      return unusablePosition("\"" + name + "\" is no power; the powers are " + names);
    }
    const int most = factsOf(*power).tokens;
    const std::string tokens = colon == std::string::npos ? std::to_string(most) : entry.substr(colon + 1);
    const bool digit = tokens.size() == 1 && tokens[0] >= '0' && tokens[0] <= '9';
    if (!digit || tokens[0] - '0' > most)
      return unusablePosition(nameOf(side == 0 ? Side::white : Side::black) + "'s " + name + " has " +
                              (tokens.empty() ? "no" : tokens) + " tokens; it can have 0 to " + std::to_string(most));
    p.power[side] = *power;
    p.tokens[side] = static_cast<std::uint8_t>(tokens[0] - '0');
  }
  return {};
}

Result<Bits64> readSquares(const std::string& field, const std::string& what) {
  Bits64 squares = 0;
  std::string_view rest = field;
  if (field == "-")
    return squares;
  while (!rest.empty()) {
    const auto square = board.takeSquare(rest);
    if (!square)
      return unusablePosition("\"" + field + "\" does not name the squares of " + what +
                              "; write squares such as a1h1, or -");
    squares |= bit(*square);
  }
  return squares;
}

/// A Freeze or Ice Wall mark lies on men of `side`, never on a king.
Result<Bits64> readMarks(const Law& law, const Position& p, const std::string& field, const std::string& what,
                         Side side) {
  const auto squares = readSquares(field, what);
  if (!squares)
    return squares;
  if (countBits(*squares) > law.with.marks_per_turn)
    return unusablePosition("there are more squares marked as " + what + " than a turn can mark");
  if ((*squares & ~p.sides[index(side)]) != 0)
    return unusablePosition(field + " is marked as " + what + " but holds no man of " + nameOf(side));
  if ((*squares & p.men[index(Man::king)]) != 0)
    return unusablePosition("the king on " + field + " cannot be " + what);
  return squares;
}

Result<void> readLost(Position& p, const std::string& field) {
  if (field == "-")
    return {};
  const std::size_t slash = field.find('/');
  if (slash == std::string::npos)
    return unusablePosition("the lost men \"" + field + "\" need two parts such as RB/Q, or -/-");
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string letters = side == 0 ? field.substr(0, slash) : field.substr(slash + 1);
    if (letters == "-")
      continue;
    for (const char letter : letters) {
      const auto man = manOf(letter);
      if (!man || *man == Man::king)
        return unusablePosition("'" + std::string(1, letter) + "' cannot be among the lost men; use PNBRQALGMS");
      if (++p.lost[side][index(*man)] > 16)
        return unusablePosition("more than 16 men of one kind are lost");
    }
  }
  return {};
}

Result<void> readCastling(const Law& law, Position& p, const std::string& field) {
  if (!law.with.castling)
    return {};
  const auto squares = readSquares(field, "castling rights");
  if (!squares)
    return tl::unexpected(squares.error());
  const Bits64 white = *squares & p.of(Side::white, Man::rook) & rowOf(Side::white, 0);
  const Bits64 black = *squares & p.of(Side::black, Man::rook) & rowOf(Side::black, 0);
  if ((*squares & ~white & ~black) != 0)
    return unusablePosition("castling rights " + field + " must name rooks on their own first row");
  p.castling = *squares;
  return {};
}

Result<void> readEnPassant(const Law& law, Position& p, const std::string& field) {
  if (!law.with.en_passant || field == "-")
    return {};
  const auto square = board.squareNamed(field);
  const Side enemy = other(p.turn);
  if (!square || (bit(*square) & rowOf(enemy, 2)) == 0 || p.at(*square) != Man::none ||
      (p.of(enemy, Man::pawn) & bit(*square + 8 * forwardOf(enemy))) == 0)
    return unusablePosition("\"" + field + "\" is no square that a pawn of " + nameOf(enemy) + " has just passed");
  p.en_passant = *square;
  return {};
}

Result<void> checkArmies(const Law& law, const Position& p) {
  for (const Side side : {Side::white, Side::black}) {
    const std::string name = nameOf(side);
    const int kings = countBits(p.of(side, Man::king));
    if (kings != 1)
      return unusablePosition(name + " has " + std::to_string(kings) + " kings; each side has exactly one");
    if (countBits(p.sides[index(side)]) > 16)
      return unusablePosition(name + " has more than 16 men");
    if (countBits(p.of(side, Man::pawn)) > 8)
      return unusablePosition(name + " has more than 8 pawns");
    const bool may_stay = law.with.promotion_optional || !law.with.promote_on_any_arrival;
    if (!may_stay && (p.of(side, Man::pawn) & rowOf(side, 7)) != 0)
      return unusablePosition(name + " has a pawn on its last row, where it must have been promoted");
  }
  return {};
}

std::string squaresText(Bits64 squares) {
  if (squares == 0)
    return "-";
  std::string text;
  while (squares != 0)
    text += board.nameOf(popLowest(squares));
  return text;
}

std::string lostText(const Position& p, std::size_t side) {
  std::string letters;
  for (std::size_t man = 0; man < man_kinds; ++man)
    letters.append(p.lost[side][man], man_letters[man]);
  std::sort(letters.begin(), letters.end());
  return letters.empty() ? "-" : letters;
}

std::string legText(const Position& p, const Leg& leg) {
  const auto name = [](int square) { return board.nameOf(square); };
  const std::string promotion = leg.promotion != Man::none ? std::string("=") + letterOf(leg.promotion) : "";
  switch (leg.kind) {
  case LegKind::shot:
    return name(leg.from) + "*" + name(leg.to);
  case LegKind::vanish:
    return name(leg.from) + "x" + name(leg.to) + "-";
  case LegKind::swap:
    return name(leg.from) + "<>" + name(leg.to) + promotion;
  case LegKind::en_passant:
    return name(leg.from) + "x" + name(leg.to);
  case LegKind::castle_short:
    return "O-O";
  case LegKind::castle_long:
    return "O-O-O";
  case LegKind::place:
    return name(leg.from) + promotion;
  case LegKind::chain: {
    std::string text = name(leg.from);
    for (int i = 0; i < leg.links; ++i)
      text += "x" + name(leg.path[static_cast<std::size_t>(i)]);
    return text + "x" + name(leg.to);
  }
  case LegKind::move:
    break;
  }
  const bool takes = (p.sides[index(other(p.turn))] & bit(leg.to)) != 0;
  return name(leg.from) + (takes ? "x" : "") + name(leg.to) + promotion;
}

} // namespace

Result<Position> readPosition(const Law& law, std::string_view text) {
  const auto told = positionFields(text, {"", "w", "none:0,none:0", "-", "-", "-/-", "-", "-"},
                                   "a KDFEN text such as \"4k3/8/8/8/8/8/8/4K3 w\"", 1);
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
  if (auto ok = readPowers(p, fields[2]); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = checkArmies(law, p); !ok)
    return tl::unexpected(ok.error());
  const auto frozen = readMarks(law, p, fields[3], "frozen", p.turn);
  if (!frozen)
    return tl::unexpected(frozen.error());
  const auto walled = readMarks(law, p, fields[4], "walled", other(p.turn));
  if (!walled)
    return tl::unexpected(walled.error());
  p.frozen = *frozen;
  p.walled = *walled;
  if (auto ok = readLost(p, fields[5]); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = readCastling(law, p, fields[6]); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = readEnPassant(law, p, fields[7]); !ok)
    return tl::unexpected(ok.error());
  if (fields.size() == 9) {
    const auto moved = readSquares(fields[8], "pawns that have moved");
    if (!moved || !law.with.double_step_never_moved)
      return unusablePosition("it has more than 8 fields");
    p.moved_pawns = *moved & ((p.of(Side::white, Man::pawn) & rowOf(Side::white, 1)) |
                              (p.of(Side::black, Man::pawn) & rowOf(Side::black, 1)));
  }
  return p;
}

std::string writePosition(const Law& law, const Position& p) {
  const auto powerText = [&](std::size_t side) {
    return std::string(factsOf(p.power[side]).name) + ":" + std::to_string(p.tokens[side]);
  };
  const std::string lost = lostText(p, 0) + "/" + lostText(p, 1);
  std::string text = writeBoardField(board, menLetters(board, p)) + (p.turn == Side::white ? " w " : " b ") +
                     powerText(0) + "," + powerText(1) + " " + squaresText(p.frozen) + " " + squaresText(p.walled) +
                     " " + (lost == "-/-" ? "-" : lost) + " " + squaresText(p.castling) + " " +
                     (p.en_passant == no_square ? "-" : board.nameOf(p.en_passant));
  if (law.with.double_step_never_moved && p.moved_pawns != 0)
    text += " " + squaresText(p.moved_pawns);
  return text;
}

std::string textOf(const Law& law, const Position& p, const Turn& turn) {
  const std::string power(factsOf(turn.spends).name);
  std::string text;
  if (turn.has_first) {
    if (turn.spends != Power::none && turn.marks == 0)
      text = power + ":";
    text += legText(p, turn.first);
    if (turn.has_second) {
      Position half = p;
      playLeg(law, half, turn.first, false);
      text += "," + legText(half, turn.second);
    }
  }
  for (Bits64 marks = turn.marks; marks != 0;)
    text += (text.empty() ? "" : "+") + power + "@" + board.nameOf(popLowest(marks));
  return text;
}

} // namespace linesman::rules::king_down
