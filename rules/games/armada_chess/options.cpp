#include "rules/games/armada_chess/options.h"

#include <algorithm>
#include <charconv>

#include "models/sentences.h"

namespace linesman::rules::armada_chess {

const std::vector<OptionInfo>& allOptions() {
  static const std::vector<OptionInfo> options{
      {"first_mover", 3, {"white", "black", "draw_lots"}, &Options::first_mover},
      {"king_first", 4, {"warn", "enforce", "off", "first_move"}, &Options::king_first},
      {"setup", 5, {"simultaneous", "in_turn"}, &Options::setup},
      {"setup_lost", 6, {"reserve", "out_of_game"}, &Options::setup_lost},
      {"setup_misplaced", 7, {"correct", "lost"}, &Options::setup_misplaced},
      {"check", 8, {"off", "warn"}, &Options::check},
      {"stalemate", 9, {"loss", "draw"}, &Options::stalemate},
      {"en_passant", 10, {"off", "on"}, &Options::en_passant},
      {"repetition_draw", 12, {"off", "3"}, &Options::repetition_draw},
      {"touch_move", 13, {"off", "on"}, &Options::touch_move},
      {"reposition", 14, {"always", "when_blocked"}, &Options::reposition},
      {"bishop_reposition", 15, {"orthogonal", "side_back"}, &Options::bishop_reposition},
      {"sawblade", 18, {"own_side", "own_square", "any"}, &Options::sawblade},
      {"fly_over_pieces", 21, {"off", "on"}, &Options::fly_over_pieces},
      {"team_on_terrain", 22, {"off", "on"}, &Options::team_on_terrain},
      {"fort_on_terrain", 23, {"both", "terrain_only", "points_only"}, &Options::fort_on_terrain},
      {"second_trainee", 26, {"void_first", "illegal"}, &Options::second_trainee},
      {"training_area", 27, {"any_terrain", "same_range"}, &Options::training_area},
      {"announce", 28, {"lenient", "strict"}, &Options::announce},
      {"double_lift", 29, {"on", "off"}, &Options::double_lift},
      {"king_from_reserve", 30, {"off", "on"}, &Options::king_from_reserve},
      {"sabotage_scope", 31, {"all", "travel_only"}, &Options::sabotage_scope},
      {"rookpawn_on_si", 32, {"both", "rook"}, &Options::rookpawn_on_si},
      {"intel_pair", 34, {"any_two", "one_piece", "two_pieces"}, &Options::intel_pair},
      {"intel_holder", 34, {"no", "yes"}, &Options::intel_holder},
      {"promotion_late", 36, {"off", "on"}, &Options::promotion_late},
      {"promotion_from_rookpawn", 36, {"off", "on"}, &Options::promotion_from_rookpawn},
      {"upgrade_area", 37, {"s_or_i", "same_field"}, &Options::upgrade_area},
      {"revive_blocked", 38, {"lapse", "wait"}, &Options::revive_blocked},
      {"moral_on_first_life", 39, {"off", "on"}, &Options::moral_on_first_life},
      {"decisive_vs_upgraded", 39, {"win", "first_life"}, &Options::decisive_vs_upgraded},
      {"king_reupgrade", 39, {"on", "off"}, &Options::king_reupgrade},
      {"city_overflow", 40, {"cap", "illegal"}, &Options::city_overflow},
      {"entry_geometry", 40, {"off", "on"}, &Options::entry_geometry},
      {"exit_per_move", 41, {"1", "many"}, &Options::exit_per_move},
      {"attack_geometry", 44, {"off", "on"}, &Options::attack_geometry},
      {"occupied_die", 45, {"value", "difference", "one_plus_value", "one", "keep"}, &Options::occupied_die},
      {"extra_move", 46, {"any", "not_attack"}, &Options::extra_move},
      {"extra_chain", 46, {"on", "off"}, &Options::extra_chain},
      {"equal_is_immoral", 47, {"off", "on"}, &Options::equal_is_immoral},
      {"price_scope", 48, {"controlled", "original"}, &Options::price_scope},
      {"scorched_price", 50, {"off", "on"}, &Options::scorched_price},
      {"scorched_needs_value", 50, {"off", "on"}, &Options::scorched_needs_value},
      {"scorched_last", 50, {"loss", "illegal"}, &Options::scorched_last},
      {"rebuild_site", 51, {"any", "own"}, &Options::rebuild_site},
      {"blockade", 53, {"passive", "active"}, &Options::blockade},
      {"kings_blockade", 54, {"artillery_total_2", "passive_2", "sum_3"}, &Options::kings_blockade},
      {"moral_scope", 55, {"board", "board_and_reserve"}, &Options::moral_scope},
      {"moral_second_life", 55, {"on", "off"}, &Options::moral_second_life},
      {"moral_losses", 55, {"reserve", "out_of_game"}, &Options::moral_losses},
      {"ceasefire_scope", 58, {"no_knockouts", "no_hostilities"}, &Options::ceasefire_scope},
      {"extend_costs_move", 58, {"on", "off"}, &Options::extend_costs_move},
      {"claim_window", 59, {"opponent_finished", "own_signal"}, &Options::claim_window},
      {"hints", 59, {"off", "after", "always"}, &Options::hints},
      {"clock", 60, {"game", "per_player"}, &Options::clock},
      {"v1_self_burnt", 61, {"counts", "not"}, &Options::v1_self_burnt},
      {"v2", 62, {"no_way_back", "board_empty"}, &Options::v2},
      {"mobility", 63, {"any_action", "travel_only"}, &Options::mobility},
      {"boarding", 65, {"pawn_move", "adjacent8"}, &Options::boarding},
      {"fort_attack", 67, {"turn_back", "land_turned", "stay_turned"}, &Options::fort_attack},
      {"rookpawn_attack_value", 68, {"5", "4"}, &Options::rookpawn_attack_value},
      {"ceasefire_requests", 69, {"unlimited", "one_per_ply_count"}, &Options::ceasefire_requests},
      {"exit_capture", 70, {"off", "on"}, &Options::exit_capture},
      {"die_mismatch", 72, {"correct", "accept"}, &Options::die_mismatch},
      {"equal_kings", 74, {"attacker_wins", "tie", "both_fall"}, &Options::equal_kings},
      {"clock_length", 60, {}, nullptr},
  };
  return options;
}

namespace {

Result<void> setSeconds(Options& options, std::string_view value) {
  int seconds = 0;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (failure != std::errc{} || end != value.data() + value.size() || seconds <= 0 || seconds > 24 * 3600) {
    return fail("The switch clock_length takes whole seconds from 1 to 86400, not '" + std::string(value) + "'.");
  }
  options.clock_length_s = seconds;
  return {};
}

} // namespace

Result<void> setOption(Options& options, std::string_view name, std::string_view value) {
  constexpr std::string_view prefix = "armadachess.";
  if (name.starts_with(prefix))
    name.remove_prefix(prefix.size());
  for (const OptionInfo& info : allOptions()) {
    if (info.name != name)
      continue;
    if (info.member == nullptr)
      return setSeconds(options, value);
    const auto found = std::find(info.values.begin(), info.values.end(), value);
    if (found == info.values.end()) {
      return fail("The switch " + std::string(name) + " takes " + joined(info.values) + ", not '" + std::string(value) +
                  "'.");
    }
    options.*info.member = static_cast<std::uint8_t>(found - info.values.begin());
    return {};
  }
  return fail("ArmadaChess has no switch '" + std::string(name) +
              "'; `linesman rules armada_chess` lists those it has.");
}

std::string optionValue(const Options& options, const OptionInfo& info) {
  if (info.member == nullptr)
    return std::to_string(options.clock_length_s);
  return std::string(info.values[options.*info.member]);
}

} // namespace linesman::rules::armada_chess
