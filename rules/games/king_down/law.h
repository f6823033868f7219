#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/result.h"
#include "rules/bit_rays.h"
#include "rules/draw_rules.h"
#include "rules/games/king_down/men.h"

namespace linesman::rules::king_down {

inline const SquareBoard board{8, 8};
const BitRays<Bits64, 64>& rays();

enum class BeastChain : std::uint8_t { unlimited, two, off };

/// The switches of a match. Names are those of the options; defaults are the law's.
struct Switches {
  bool promotion_optional = false;
  std::vector<Man> promotion_types;
  bool promote_on_any_arrival = true;
  bool double_step_never_moved = false; ///< pawn_double_step = never_moved
  BeastChain beast_chain = BeastChain::unlimited;
  bool guard_immune = true;
  bool maester_swap = true;
  bool maester_long_swap = true;
  bool paladin_kamikaze = true;
  bool paladin_jumps_friends = true;
  bool archer_checks = true;
  bool null_swap = true;
  bool castling = false;
  bool en_passant = false;
  bool king_moves_mate = false; ///< mate = king_moves_only
  bool token_check_allowed = false;
  bool mark_costs_turn = false;
  bool frozen_shoots = false;
  bool frozen_checks = true;
  int marks_per_turn = 1;
  bool strike_own_captures = true;
  bool haste_king = true;
  bool haste_second_optional = false;
  bool haste_after_promotion = true;
  bool flight_pawn_back_rank = true;
  bool sacrifice_selfremoved = true;
  bool sacrifice_guard = true;
  bool march_start_row_free = true;
  bool leap_pawns = false; ///< leap_men = rbq_and_pawn
  bool mercy_takes_guard = false;
  bool death_touch_replaces = false;
  bool darkness_backward = false;
  bool useless_token = true;
  DrawRules::When draws = DrawRules::When::on_claim;
};

/// Squares one step away, by side, man and square; read from the movement notation of the game's data file.
struct StepTables {
  using BySquare = std::array<Bits64, 64>;
  std::array<std::array<BySquare, man_kinds>, 2> moves{};
  std::array<std::array<BySquare, man_kinds>, 2> captures{};
  std::array<BySquare, 2> darkness_moves{};
  std::array<BySquare, 2> darkness_back_moves{}; ///< with darkness_backward
  std::array<BySquare, 2> darkness_captures{};
  BySquare around{}; ///< the eight neighbours
};

/// All that is needed to know what is legal: switches and movement tables.
struct Law {
  Switches with;
  StepTables steps;
};

/// Movement notation by name: the eleven men, "darkness pawn" and "darkness pawn backward".
using Movements = std::map<std::string, std::string>;
Result<StepTables> readSteps(const Movements& movements);

/// Sets the switches from option values that have been checked against the option list; errors on values of free form.
Result<Switches> readSwitches(const std::map<std::string, std::string>& options);

} // namespace linesman::rules::king_down
