#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace linesman::rules {

/// The two sides of a game on squares.
enum class BoardSide : std::uint8_t { white, black };

inline BoardSide other(BoardSide side) {
  return side == BoardSide::white ? BoardSide::black : BoardSide::white;
}
inline std::size_t index(BoardSide side) {
  return static_cast<std::size_t>(side);
}
/// "White"
inline std::string nameOf(BoardSide side) {
  return side == BoardSide::white ? "White" : "Black";
}
/// "white", as winners are written.
inline std::string winnerNamed(BoardSide side) {
  return side == BoardSide::white ? "white" : "black";
}

} // namespace linesman::rules
