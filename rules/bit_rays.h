#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "rules/square_board.h"

namespace linesman::rules {

using Bits64 = std::uint64_t;
using Bits128 = unsigned __int128;

/// Bit sets of squares: bit n stands for square n of a SquareBoard.
inline int countBits(Bits64 b) {
  return std::popcount(b);
}
inline int countBits(Bits128 b) {
  return std::popcount(static_cast<Bits64>(b)) + std::popcount(static_cast<Bits64>(b >> 64));
}
/// Lowest and highest square of a set that is not empty.
inline int lowest(Bits64 b) {
  return std::countr_zero(b);
}
inline int highest(Bits64 b) {
  return 63 - std::countl_zero(b);
}
inline int lowest(Bits128 b) {
  const auto low = static_cast<Bits64>(b);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Bits64>(b >> 64));
}
inline int highest(Bits128 b) {
  const auto high = static_cast<Bits64>(b >> 64);
  return high != 0 ? 127 - std::countl_zero(high) : 63 - std::countl_zero(static_cast<Bits64>(b));
}
template <class Bits> constexpr Bits bitOf(int square) {
  return Bits{1} << square;
}
/// Takes the lowest square out of a set that is not empty.
template <class Bits> int popLowest(Bits& b) {
  const int square = lowest(b);
  b &= b - 1;
  return square;
}

/// Rays of a board of at most `squares` squares, cut off in front of missing squares, and what lies between two
/// squares.
template <class Bits, int squares> class BitRays {
public:
  static constexpr int no_direction = 8;
  /// Directions 0..3 run towards higher squares, direction d + 4 is opposite to d; even ones are orthogonal.
  static constexpr std::array<int, 8> file_step{1, 1, 0, -1, -1, -1, 0, 1};
  static constexpr std::array<int, 8> rank_step{0, 1, 1, 1, 0, -1, -1, -1};

  BitRays(const SquareBoard& board, Bits missing) {
    for (auto& row : direction_)
      row.fill(no_direction);
    for (int from = 0; from < board.squares(); ++from)
      for (int d = 0; d < 8; ++d) {
        Bits ray = 0;
        int file = board.fileOf(from) + file_step[index(d)];
        int rank = board.rankOf(from) + rank_step[index(d)];
        for (; board.has(file, rank); file += file_step[index(d)], rank += rank_step[index(d)]) {
          const int to = board.at(file, rank);
          if ((missing & bitOf<Bits>(to)) != 0)
            break;
          ray |= bitOf<Bits>(to);
          direction_[index(from)][index(to)] = static_cast<std::uint8_t>(d);
        }
        rays_[index(d)][index(from)] = ray;
      }
  }

  Bits ray(int direction, int from) const { return rays_[index(direction)][index(from)]; }
  /// Direction from one square to another on an unbroken queen line, or no_direction.
  int direction(int from, int to) const { return direction_[index(from)][index(to)]; }
  /// Squares strictly between two squares of one unbroken line; none otherwise.
  Bits between(int a, int b) const {
    const int d = direction(a, b);
    return d == no_direction ? Bits{0} : static_cast<Bits>(ray(d, a) & ray((d + 4) & 7, b));
  }
  /// The ray up to and including the first man of `men`.
  Bits slide(int d, int from, Bits men) const {
    const Bits line = ray(d, from);
    const Bits blockers = line & men;
    if (blockers == 0)
      return line;
    return line ^ ray(d, d < 4 ? lowest(blockers) : highest(blockers));
  }
  Bits orthogonal(int from, Bits men) const {
    return slide(0, from, men) | slide(2, from, men) | slide(4, from, men) | slide(6, from, men);
  }
  Bits diagonal(int from, Bits men) const {
    return slide(1, from, men) | slide(3, from, men) | slide(5, from, men) | slide(7, from, men);
  }
  Bits orthogonalLines(int from) const { return ray(0, from) | ray(2, from) | ray(4, from) | ray(6, from); }
  Bits diagonalLines(int from) const { return ray(1, from) | ray(3, from) | ray(5, from) | ray(7, from); }

private:
  static constexpr std::size_t index(int n) { return static_cast<std::size_t>(n); }

  std::array<std::array<Bits, squares>, 8> rays_{};
  std::array<std::array<std::uint8_t, squares>, squares> direction_{};
};

} // namespace linesman::rules
