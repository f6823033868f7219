#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace linesman::rules::king_down {

enum class Side : std::uint8_t { white, black };
inline Side other(Side side) {
  return side == Side::white ? Side::black : Side::white;
}
inline std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}

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
  const auto at = man_letters.find(letter);
  if (letter == '\0' || at == std::string_view::npos)
    return std::nullopt;
  return static_cast<Man>(at);
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
  int tokens = 0; ///< 0: always in effect
};
inline constexpr std::array<PowerFacts, power_kinds> power_facts{{{"none", 0},
                                                                  {"Freeze", 2},
                                                                  {"IceWall", 2},
                                                                  {"Strike", 1},
                                                                  {"Haste", 1},
                                                                  {"Flight", 1},
                                                                  {"Sacrifice", 1},
                                                                  {"March", 3},
                                                                  {"Leap", 3},
                                                                  {"HolyLight", 0},
                                                                  {"Mercy", 0},
                                                                  {"DeathTouch", 0},
                                                                  {"Darkness", 0}}};
inline const PowerFacts& factsOf(Power power) {
  return power_facts[index(power)];
}

} // namespace linesman::rules::king_down
