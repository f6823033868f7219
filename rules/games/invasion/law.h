#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "models/result.h"
#include "rules/bit_rays.h"
#include "rules/games/invasion/men.h"

namespace linesman::rules::invasion {

inline const SquareBoard board{10, 10};
inline constexpr Bits128 bit(int square) {
  return bitOf<Bits128>(square);
}
inline constexpr int no_square = -1;

/// The 4x4 sea in the middle, d4 to g7.
const Bits128& sea();
/// All squares that are land.
const Bits128& land();
/// Lines of sight and movement: they end at the sea.
const BitRays<Bits128, 100>& rays();

/// The switches of a match. Names are those of the options; defaults are the law's.
struct Switches {
  bool red_homes = false; ///< red_corners = homes
  int camp_size = 3;
  std::vector<Man> promotion_types;
  bool promotion_optional = false;
  bool promotion_hop = true;
  bool hq_sea_path = true;
  bool hop = true;
  int hop_min = 5;
  bool hop_per_player = false;
  bool tank_crush = true;
  bool tank_stop_on_friend = true;
  bool rifle = false; ///< shoot = rifle
  bool bomb = true;
  bool bomb_on_sea = false;
  bool bomb_stays = true;
  bool bomb_besides = false; ///< bomb_turn = besides
  bool flag_win = true;
  bool flag_win_in_check = false;
  bool stalemate_draws = false;
  bool stalemate_of_hq = false;
  bool repetition = false;
  bool move_limit = false;
};

using BySquare = std::array<Bits128, 100>;

/// Squares in reach of each man, from the movement notation of the game's data file and the switches.
struct ReachTables {
  BySquare headquarters{};
  BySquare commando{};
  BySquare paratrooper{};
  BySquare trooper_moves{};
  BySquare trooper_captures{};
  BySquare hops{};
  BySquare tank{};                ///< along unbroken orthogonal lines, men aside
  BySquare blast{};               ///< the 3x3 block
  std::array<BySquare, 8> flag{}; ///< by direction
};

/// All that is needed to know what is legal.
struct Law {
  Switches with;
  ReachTables reach;
};

Result<Switches> readSwitches(const std::map<std::string, std::string>& options);
/// Movement notation by name: headquarters, flag, commando, paratrooper, tank, trooper.
Result<ReachTables> readReach(const std::map<std::string, std::string>& movements, const Switches& with);

} // namespace linesman::rules::invasion
