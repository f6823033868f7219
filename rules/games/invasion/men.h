#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/board_sides.h"

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
  const auto at = man_letters.find(letter);
  if (letter == '\0' || at == std::string_view::npos)
    return std::nullopt;
  return static_cast<Man>(at);
}

enum class Bomb : std::uint8_t { off, on, used };
inline constexpr std::array<std::string_view, 3> bomb_names{"off", "on", "used"};

} // namespace linesman::rules::invasion
