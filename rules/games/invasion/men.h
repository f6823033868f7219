#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/board_sides.h"
#include "rules/position_text.h"

namespace linesman::rules::invasion {

using Side = BoardSide;

/// A paratrooper that has hopped is a kind of its own; `none` marks an empty square.
enum class Man : std::uint8_t { headquarters, flag, commando, tank, trooper, paratrooper, hopped, none };
inline constexpr std::size_t man_kinds = 7;
inline std::size_t index(Man man) {
  return static_cast<std::size_t>(man);
}
inline constexpr std::string_view man_letters = "HFCTIPU";
inline constexpr std::array<std::string_view, man_kinds> man_names{"headquarters", "flag",        "commando",   "tank",
                                                                   "trooper",      "paratrooper", "paratrooper"};
inline char letterOf(Man man) {
  return man_letters[index(man)];
}
inline std::string_view nameOf(Man man) {
  return man_names[index(man)];
}
/// The man of an upper-case letter.
inline std::optional<Man> manOf(char letter) {
  return manOfLetter<Man>(man_letters, letter);
}

enum class Bomb : std::uint8_t { off, on, used };
inline constexpr std::array<std::string_view, 3> bomb_names{"off", "on", "used"};

} // namespace linesman::rules::invasion
