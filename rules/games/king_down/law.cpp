#include "rules/games/king_down/law.h"

#include <functional>

#include "rules/movement.h"

namespace linesman::rules::king_down {
namespace {

Result<void> fill(const Movements& movements, const std::string& name, StepUse use,
                  std::array<StepTables::BySquare, 2>& white_black) {
  const auto found = movements.find(name);
  if (found == movements.end())
    return fail("The movement of the " + name + " is missing from the data of King Down; add it.");
  const auto steps = parseMovement(found->second);
  if (!steps)
    return tl::unexpected(steps.error());
  for (std::size_t side = 0; side < 2; ++side)
    for (int square = 0; square < 64; ++square) {
      Bits64 targets = 0;
      for (const int to : leapTargets(board, *steps, use, square, side == 0 ? 1 : -1))
        targets |= bitOf<Bits64>(to);
      white_black[side][static_cast<std::size_t>(square)] = targets;
    }
  return {};
}

} // namespace

const BitRays<Bits64, 64>& rays() {
  static const BitRays<Bits64, 64> the_rays(board, 0);
  return the_rays;
}

Result<StepTables> readSteps(const Movements& movements) {
  StepTables tables;
  std::array<StepTables::BySquare, 2> both{};
  for (std::size_t man = 0; man < man_kinds; ++man) {
    const std::string name(man_names[man]);
    for (const auto use : {StepUse::move, StepUse::capture}) {
      if (auto ok = fill(movements, name, use, both); !ok)
        return tl::unexpected(ok.error());
      for (std::size_t side = 0; side < 2; ++side)
        (use == StepUse::move ? tables.moves : tables.captures)[side][man] = both[side];
    }
  }
  if (auto ok = fill(movements, "darkness pawn", StepUse::move, tables.darkness_moves); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = fill(movements, "darkness pawn", StepUse::capture, tables.darkness_captures); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = fill(movements, "darkness pawn backward", StepUse::move, tables.darkness_back_moves); !ok)
    return tl::unexpected(ok.error());
  tables.around = tables.captures[0][index(Man::king)];
  return tables;
}

Result<Switches> readSwitches(const std::map<std::string, std::string>& options) {
  Switches with;
  const auto value = [&](const char* name) {
    const auto found = options.find(name);
    return found == options.end() ? std::string() : found->second;
  };
  const auto flag = [&](const char* name, bool& target) {
    if (const auto text = value(name); !text.empty())
      target = text == "true";
  };
  flag("promotion_optional", with.promotion_optional);
  flag("promote_on_any_arrival", with.promote_on_any_arrival);
  flag("guard_immune", with.guard_immune);
  flag("maester_swap", with.maester_swap);
  flag("maester_long_swap", with.maester_long_swap);
  flag("paladin_kamikaze", with.paladin_kamikaze);
  flag("paladin_jumps_friends", with.paladin_jumps_friends);
  flag("archer_checks", with.archer_checks);
  flag("castling", with.castling);
  flag("en_passant", with.en_passant);
  flag("mark_costs_turn", with.mark_costs_turn);
  flag("frozen_shoots", with.frozen_shoots);
  flag("frozen_checks", with.frozen_checks);
  flag("strike_own_captures", with.strike_own_captures);
  flag("haste_king", with.haste_king);
  flag("haste_second_optional", with.haste_second_optional);
  flag("flight_pawn_back_rank", with.flight_pawn_back_rank);
  flag("sacrifice_selfremoved", with.sacrifice_selfremoved);
  flag("sacrifice_guard", with.sacrifice_guard);
  flag("march_start_row_free", with.march_start_row_free);
  flag("mercy_takes_guard", with.mercy_takes_guard);
  flag("death_touch_replaces", with.death_touch_replaces);
  flag("darkness_backward", with.darkness_backward);
  with.double_step_never_moved = value("pawn_double_step") == "never_moved";
  with.null_swap = value("null_swap") != "forbidden";
  with.king_moves_mate = value("mate") == "king_moves_only";
  with.token_check_allowed = value("token_check") == "allow";
  with.marks_per_turn = value("marks_per_turn") == "2" ? 2 : 1;
  with.haste_after_promotion = value("haste_after_promotion") != "ends";
  with.leap_pawns = value("leap_men") == "rbq_and_pawn";
  with.useless_token = value("useless_token") != "rejected";
  if (const auto draws = value("draw_rules"); draws == "automatic")
    with.draws = DrawRules::When::at_once;
  else if (draws == "off")
    with.draws = DrawRules::When::never;
  if (const auto chain = value("beast_chain"); chain == "two")
    with.beast_chain = BeastChain::two;
  else if (chain == "off")
    with.beast_chain = BeastChain::off;
  const std::string types = value("promotion_types").empty() ? "QRBNALGMS" : value("promotion_types");
  for (const char letter : types) {
    const auto man = manOf(letter);
    bool again = false;
    for (const Man known : with.promotion_types)
      again = again || (man && known == *man);
    if (!man || *man == Man::king || *man == Man::pawn || again)
      return fail("The option promotion_types is \"" + types + "\"; give different letters out of QRBNALGMS.");
    with.promotion_types.push_back(*man);
  }
  return with;
}

} // namespace linesman::rules::king_down
