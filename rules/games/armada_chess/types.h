// The smallest words of ArmadaChess: sides, kinds of piece, bands, fields, and one piece with everything it carries.
#pragma once

#include <array>
#include <cstdint>

namespace linesman::rules::armada_chess {

enum class Side : std::uint8_t { white, black };

constexpr Side otherSide(Side side) {
  return side == Side::white ? Side::black : Side::white;
}
constexpr std::size_t indexOf(Side side) {
  return static_cast<std::size_t>(side);
}
constexpr const char* nameOf(Side side) {
  return side == Side::white ? "white" : "black";
}
constexpr const char* titleOf(Side side) {
  return side == Side::white ? "White" : "Black";
}

/// Kinds in ascending order of value (AC-08); `none` marks an empty field.
enum class Kind : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };

constexpr std::size_t kind_count = 6;
constexpr std::size_t indexOf(Kind kind) {
  return static_cast<std::size_t>(kind);
}
/// Pawn 1, Knight 2, Bishop 3, Rook 4, Queen 5, King 6.
constexpr int valueOf(Kind kind) {
  return static_cast<int>(kind) + 1;
}
constexpr const char* nameOf(Kind kind) {
  constexpr std::array names{"pawn", "knight", "bishop", "rook", "queen", "king", "none"};
  return names[indexOf(kind)];
}
constexpr const char* titleOf(Kind kind) {
  constexpr std::array names{"Pawn", "Knight", "Bishop", "Rook", "Queen", "King", "nothing"};
  return names[indexOf(kind)];
}
constexpr char letterOf(Kind kind) {
  return "PNBRQK-"[indexOf(kind)];
}

/// A set of kinds, one bit each.
using KindSet = std::uint8_t;
constexpr KindSet bitOf(Kind kind) {
  return static_cast<KindSet>(1U << static_cast<unsigned>(kind));
}
/// King and Queen are one team for the S and I fields (AC-66, AC-70); every other kind stands alone.
constexpr KindSet teamOf(Kind kind) {
  const auto royal = static_cast<KindSet>(bitOf(Kind::queen) | bitOf(Kind::king));
  return (bitOf(kind) & royal) != 0 ? royal : bitOf(kind);
}

/// The upgrade band: none, high on the piece (a second life), or on the King's crown (spent, Queen movement stays).
enum class Lives : std::uint8_t { none, high, crown };

using Field = std::uint8_t;
constexpr Field no_field = 255;
constexpr std::size_t max_fields = 144;
using CityIndex = std::uint8_t;
constexpr CityIndex no_city = 255;
constexpr std::size_t max_cities = 12;

/// The pawn on top of a Rook, if any.
struct Rider {
  std::uint8_t bits = 0;

  static constexpr Rider make(bool trained, bool high) {
    return Rider{static_cast<std::uint8_t>(1U | (trained ? 2U : 0U) | (high ? 4U : 0U))};
  }
  constexpr bool present() const { return bits != 0; }
  constexpr bool trained() const { return (bits & 2U) != 0; }
  constexpr bool high() const { return (bits & 4U) != 0; }
  bool operator==(const Rider&) const = default;
};

/// One piece on the board. Counts belong to the physical piece (AC-51).
struct Piece {
  Kind kind = Kind::none;
  Side side = Side::white;
  bool trained = false;
  bool turned = false;
  std::uint8_t training = 0;
  std::uint8_t upgrade = 0;
  Lives lives = Lives::none;
  Rider rider{};
  Field start = no_field; ///< where this pawn started; only the switch `sawblade=own_square` asks

  constexpr bool present() const { return kind != Kind::none; }
  constexpr bool isUnit() const { return rider.present(); }
  /// City attack value: a Rookpawn counts 4 + 1 (AC-84).
  constexpr int value() const { return valueOf(kind) + (rider.present() ? 1 : 0); }
  constexpr bool movesLikeQueen() const { return kind == Kind::queen || (kind == Kind::king && lives != Lives::none); }
  bool operator==(const Piece&) const = default;
};

/// Compass directions clockwise; `forward` of White is north unless a board file says otherwise.
enum class Direction : std::uint8_t { n, ne, e, se, s, sw, w, nw };
constexpr std::size_t direction_count = 8;
constexpr Direction turnedBy(Direction direction, int eighths) {
  return static_cast<Direction>((static_cast<int>(direction) + eighths + 8) % 8);
}
constexpr std::size_t indexOf(Direction direction) {
  return static_cast<std::size_t>(direction);
}
constexpr bool isOrthogonal(Direction direction) {
  return static_cast<int>(direction) % 2 == 0;
}

} // namespace linesman::rules::armada_chess
