#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/board_sides.h"
#include "rules/position_text.h"

namespace linesman::rules::king_down {

using Side = BoardSide;

/// The order is that of the drawn first row's letters in promotion lists; `none` marks an empty square.
enum class Man : std::uint8_t { pawn, knight, bishop, rook, queen, king, archer, paladin, guard, maester, beast, none };
inline constexpr std::size_t man_kinds = 11;
inline std::size_t index(Man man) {
  return static_cast<std::size_t>(man);
}
inline constexpr std::string_view man_letters = "PNBRQKALGMS";
inline constexpr std::array<std::string_view, man_kinds> man_names{
    "pawn", "knight", "bishop", "rook", "queen", "king", "archer", "paladin", "guard", "maester", "beast"};
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

/// What a king lends his army.
enum class Power : std::uint8_t {
  none,
  freeze,
  ice_wall,
  strike,
  haste,
  flight,
  sacrifice,
  march,
  leap,
  holy_light,
  mercy,
  death_touch,
  darkness
};
inline constexpr std::size_t power_kinds = 13;
inline std::size_t index(Power power) {
  return static_cast<std::size_t>(power);
}
struct PowerFacts {
  std::string_view name;
  int tokens = 0;        ///< 0: always in effect
  std::string_view king; ///< who lends it
};
inline constexpr std::array<PowerFacts, power_kinds> power_facts{{{"none", 0, ""},
                                                                  {"Freeze", 2, "Frost"},
                                                                  {"IceWall", 2, "Frost"},
                                                                  {"Strike", 1, "Flame"},
                                                                  {"Haste", 1, "Flame"},
                                                                  {"Flight", 1, "Stratus"},
                                                                  {"Sacrifice", 1, "Stratus"},
                                                                  {"March", 3, "Mud"},
                                                                  {"Leap", 3, "Mud"},
                                                                  {"HolyLight", 0, "Spirit"},
                                                                  {"Mercy", 0, "Spirit"},
                                                                  {"DeathTouch", 0, "Shadow"},
                                                                  {"Darkness", 0, "Shadow"}}};
inline const PowerFacts& factsOf(Power power) {
  return power_facts[index(power)];
}
/// The power of a name as KDFEN writes it.
inline std::optional<Power> powerNamed(std::string_view name) {
  for (std::size_t i = 0; i < power_kinds; ++i)
    if (power_facts[i].name == name)
      return static_cast<Power>(i);
  return std::nullopt;
}

} // namespace linesman::rules::king_down
