// The switches of ArmadaChess: where the rule text is silent or double-edged, the players choose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.h"

namespace linesman::rules::armada_chess {

/// Named choices of every switch; the first of each is the default.
namespace choice {
enum FirstMover : std::uint8_t { first_mover_white, first_mover_black, first_mover_draw_lots };
enum KingFirst : std::uint8_t { king_first_warn, king_first_enforce, king_first_off, king_first_first_move };
enum Setup : std::uint8_t { setup_simultaneous, setup_in_turn };
enum SetupLost : std::uint8_t { setup_lost_reserve, setup_lost_out_of_game };
enum SetupMisplaced : std::uint8_t { setup_misplaced_correct, setup_misplaced_lost };
enum Check : std::uint8_t { check_off, check_warn };
enum Stalemate : std::uint8_t { stalemate_loss, stalemate_draw };
enum RepetitionDraw : std::uint8_t { repetition_draw_off, repetition_draw_three };
enum Reposition : std::uint8_t { reposition_always, reposition_when_blocked };
enum BishopReposition : std::uint8_t { bishop_reposition_orthogonal, bishop_reposition_side_back };
enum Sawblade : std::uint8_t { sawblade_own_side, sawblade_own_square, sawblade_any };
enum FortOnTerrain : std::uint8_t { fort_on_terrain_both, fort_on_terrain_terrain_only, fort_on_terrain_points_only };
enum SecondTrainee : std::uint8_t { second_trainee_void_first, second_trainee_illegal };
enum TrainingArea : std::uint8_t { training_area_any_terrain, training_area_same_range };
enum Announce : std::uint8_t { announce_lenient, announce_strict };
enum DoubleLift : std::uint8_t { double_lift_on, double_lift_off };
enum SabotageScope : std::uint8_t { sabotage_scope_all, sabotage_scope_travel_only };
enum RookpawnOnSi : std::uint8_t { rookpawn_on_si_both, rookpawn_on_si_rook };
enum IntelPair : std::uint8_t { intel_pair_any_two, intel_pair_one_piece, intel_pair_two_pieces };
enum IntelHolder : std::uint8_t { intel_holder_no, intel_holder_yes };
enum UpgradeArea : std::uint8_t { upgrade_area_s_or_i, upgrade_area_same_field };
enum ReviveBlocked : std::uint8_t { revive_blocked_lapse, revive_blocked_wait };
enum DecisiveVsUpgraded : std::uint8_t { decisive_vs_upgraded_win, decisive_vs_upgraded_first_life };
enum KingReupgrade : std::uint8_t { king_reupgrade_on, king_reupgrade_off };
enum CityOverflow : std::uint8_t { city_overflow_cap, city_overflow_illegal };
enum ExitPerMove : std::uint8_t { exit_per_move_one_only, exit_per_move_many };
enum OccupiedDie : std::uint8_t {
  occupied_die_value,
  occupied_die_difference,
  occupied_die_one_plus_value,
  occupied_die_one,
  occupied_die_keep
};
enum ExtraMove : std::uint8_t { extra_move_any, extra_move_not_attack };
enum ExtraChain : std::uint8_t { extra_chain_on, extra_chain_off };
enum PriceScope : std::uint8_t { price_scope_controlled, price_scope_original };
enum ScorchedLast : std::uint8_t { scorched_last_loss, scorched_last_illegal };
enum RebuildSite : std::uint8_t { rebuild_site_any, rebuild_site_own };
enum Blockade : std::uint8_t { blockade_passive, blockade_active };
enum KingsBlockade : std::uint8_t { kings_blockade_artillery_total_2, kings_blockade_passive_2, kings_blockade_sum_3 };
enum MoralScope : std::uint8_t { moral_scope_board, moral_scope_board_and_reserve };
enum MoralSecondLife : std::uint8_t { moral_second_life_on, moral_second_life_off };
enum MoralLosses : std::uint8_t { moral_losses_reserve, moral_losses_out_of_game };
enum CeasefireScope : std::uint8_t { ceasefire_scope_no_knockouts, ceasefire_scope_no_hostilities };
enum ExtendCostsMove : std::uint8_t { extend_costs_move_on, extend_costs_move_off };
enum ClaimWindow : std::uint8_t { claim_window_opponent_finished, claim_window_own_signal };
enum Hints : std::uint8_t { hints_off, hints_after, hints_always };
enum Clock : std::uint8_t { clock_game, clock_per_player };
enum V1SelfBurnt : std::uint8_t { v1_self_burnt_counts, v1_self_burnt_not };
enum V2 : std::uint8_t { v2_no_way_back, v2_board_empty };
enum Mobility : std::uint8_t { mobility_any_action, mobility_travel_only };
enum Boarding : std::uint8_t { boarding_pawn_move, boarding_adjacent8 };
enum FortAttack : std::uint8_t { fort_attack_turn_back, fort_attack_land_turned, fort_attack_stay_turned };
enum RookpawnAttackValue : std::uint8_t { rookpawn_attack_value_five, rookpawn_attack_value_four };
enum CeasefireRequests : std::uint8_t { ceasefire_requests_unlimited, ceasefire_requests_one_per_ply_count };
enum DieMismatch : std::uint8_t { die_mismatch_correct, die_mismatch_accept };
enum EqualKings : std::uint8_t { equal_kings_attacker_wins, equal_kings_tie, equal_kings_both_fall };
} // namespace choice

/// One game's choices. A value is the index of the chosen word in OptionInfo::values; 0 is always the default.
struct Options {
  std::uint8_t first_mover = 0;             ///< G-03 white | black | draw_lots
  std::uint8_t king_first = 0;              ///< G-04 warn | enforce | off | first_move
  std::uint8_t setup = 0;                   ///< G-05 simultaneous | in_turn
  std::uint8_t setup_lost = 0;              ///< G-06 reserve | out_of_game
  std::uint8_t setup_misplaced = 0;         ///< G-07 correct | lost
  std::uint8_t check = 0;                   ///< G-08 off | warn
  std::uint8_t stalemate = 0;               ///< G-09 loss | draw
  std::uint8_t en_passant = 0;              ///< G-10 off | on
  std::uint8_t repetition_draw = 0;         ///< G-12 off | 3
  std::uint8_t touch_move = 0;              ///< G-13 off | on
  std::uint8_t reposition = 0;              ///< G-14 always | when_blocked
  std::uint8_t bishop_reposition = 0;       ///< G-15 orthogonal | side_back
  std::uint8_t sawblade = 0;                ///< G-18 own_side | own_square | any
  std::uint8_t fly_over_pieces = 0;         ///< G-21 off | on
  std::uint8_t team_on_terrain = 0;         ///< G-22 off | on
  std::uint8_t fort_on_terrain = 0;         ///< G-23 both | terrain_only | points_only
  std::uint8_t second_trainee = 0;          ///< G-26 void_first | illegal
  std::uint8_t training_area = 0;           ///< G-27 any_terrain | same_range
  std::uint8_t announce = 0;                ///< G-28 lenient | strict
  std::uint8_t double_lift = 0;             ///< G-29 on | off
  std::uint8_t king_from_reserve = 0;       ///< G-30 off | on
  std::uint8_t sabotage_scope = 0;          ///< G-31 all | travel_only
  std::uint8_t rookpawn_on_si = 0;          ///< G-32 both | rook
  std::uint8_t intel_pair = 0;              ///< G-34 any_two | one_piece | two_pieces
  std::uint8_t intel_holder = 0;            ///< G-34 no | yes
  std::uint8_t promotion_late = 0;          ///< G-36 off | on
  std::uint8_t promotion_from_rookpawn = 0; ///< G-36 off | on
  std::uint8_t upgrade_area = 0;            ///< G-37 s_or_i | same_field
  std::uint8_t revive_blocked = 0;          ///< G-38 lapse | wait
  std::uint8_t moral_on_first_life = 0;     ///< G-39 off | on
  std::uint8_t decisive_vs_upgraded = 0;    ///< G-39 win | first_life
  std::uint8_t king_reupgrade = 0;          ///< G-39 on | off
  std::uint8_t city_overflow = 0;           ///< G-40 cap | illegal
  std::uint8_t entry_geometry = 0;          ///< G-40 off | on
  std::uint8_t exit_per_move = 0;           ///< G-41 1 | many
  std::uint8_t attack_geometry = 0;         ///< G-44 off | on
  std::uint8_t occupied_die = 0;            ///< G-45 value | difference | one_plus_value | one | keep
  std::uint8_t extra_move = 0;              ///< G-46 any | not_attack
  std::uint8_t extra_chain = 0;             ///< G-46 on | off
  std::uint8_t equal_is_immoral = 0;        ///< G-47 off | on
  std::uint8_t price_scope = 0;             ///< G-48 controlled | original
  std::uint8_t scorched_price = 0;          ///< G-50 off | on
  std::uint8_t scorched_needs_value = 0;    ///< G-50 off | on
  std::uint8_t scorched_last = 0;           ///< G-50 loss | illegal
  std::uint8_t rebuild_site = 0;            ///< G-51 any | own
  std::uint8_t blockade = 0;                ///< G-53 passive | active
  std::uint8_t kings_blockade = 0;          ///< G-54 artillery_total_2 | passive_2 | sum_3
  std::uint8_t moral_scope = 0;             ///< G-55 board | board_and_reserve
  std::uint8_t moral_second_life = 0;       ///< G-55 on | off
  std::uint8_t moral_losses = 0;            ///< G-55 reserve | out_of_game
  std::uint8_t ceasefire_scope = 0;         ///< G-58 no_knockouts | no_hostilities
  std::uint8_t extend_costs_move = 0;       ///< G-58 on | off
  std::uint8_t claim_window = 0;            ///< G-59 opponent_finished | own_signal
  std::uint8_t hints = 0;                   ///< G-59 off | after | always
  std::uint8_t clock = 0;                   ///< G-60 game | per_player
  std::uint8_t v1_self_burnt = 0;           ///< G-61 counts | not
  std::uint8_t v2 = 0;                      ///< G-62 no_way_back | board_empty
  std::uint8_t mobility = 0;                ///< G-63 any_action | travel_only
  std::uint8_t boarding = 0;                ///< G-65 pawn_move | adjacent8
  std::uint8_t fort_attack = 0;             ///< G-67 turn_back | land_turned | stay_turned
  std::uint8_t rookpawn_attack_value = 0;   ///< G-68 5 | 4
  std::uint8_t ceasefire_requests = 0;      ///< G-69 unlimited | one_per_ply_count
  std::uint8_t exit_capture = 0;            ///< G-70 off | on
  std::uint8_t die_mismatch = 0;            ///< G-72 correct | accept
  std::uint8_t equal_kings = 0;             ///< G-74 attacker_wins | tie | both_fall
  int clock_length_s = 3600;                ///< G-60, seconds of the agreed game clock

  bool operator==(const Options&) const = default;
};

/// A switch as users write it.
struct OptionInfo {
  std::string_view name;
  int gap = 0;                             ///< number of the gap that it settles
  std::vector<std::string_view> values;    ///< first one is the default; empty for a number
  std::uint8_t Options::*member = nullptr; ///< null for `clock_length`
};

const std::vector<OptionInfo>& allOptions();

/// Sets one switch; `name` may carry the prefix `armadachess.`. Fails with a sentence that lists what is allowed.
Result<void> setOption(Options& options, std::string_view name, std::string_view value);
/// The word chosen for a switch, as setOption takes it.
std::string optionValue(const Options& options, const OptionInfo& info);

} // namespace linesman::rules::armada_chess
